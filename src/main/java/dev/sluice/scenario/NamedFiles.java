package dev.sluice.scenario;

/** Reads the files that a scenario names: distributions of sizes, and files of flows. */
@FunctionalInterface
public interface NamedFiles {
  /** Where there are none, as in a text that comes from nowhere. */
  NamedFiles NONE = name -> new NamedFile(name, "", "no files are read beside this scenario");

  /** What stands in a file of this name, seen from the scenario; or why it cannot be read. */
  NamedFile read(String name);
}
