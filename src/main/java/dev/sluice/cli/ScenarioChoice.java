package dev.sluice.cli;

import dev.sluice.scenario.NamedFile;
import dev.sluice.scenario.NamedFiles;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The scenario that a command line names, and what it wants to be different in it.
 *
 * @param scenario a ready scenario's name, or a file that ends in {@code .toml}
 */
record ScenarioChoice(String scenario) {
  /** The largest file that a scenario may name, octets: a million flows have less. */
  private static final long MOST_NAMED = 64 << 20;

  /** Whether a file is named, and no ready scenario. */
  boolean isFile() {
    return scenario.endsWith(".toml") || scenario.contains("/");
  }

  /** What it is called in results. */
  String name() {
    return isFile()
        ? Path.of(scenario).getFileName().toString().replaceFirst("\\.toml$", "")
        : scenario;
  }

  /** The scenario's file as messages name it. */
  String file() {
    return isFile() ? scenario : scenario + ".toml";
  }

  /**
   * What stands in it.
   *
   * @throws Refusal if there is no such scenario, or it cannot be read
   */
  String text() throws Refusal {
    return isFile() ? ownText(Path.of(scenario)) : readyText();
  }

  private String readyText() throws Refusal {
    String nearest = ReadyScenarios.nearest(scenario);
    return ReadyScenarios.text(scenario)
        .orElseThrow(
            () ->
                Refusal.badInput(
                    "there is no scenario "
                        + (scenario.isEmpty() ? "without a name" : scenario)
                        + "; ready ones: "
                        + String.join(", ", ReadyScenarios.names())
                        + (nearest.isEmpty() ? "" : "; nearest: " + nearest)
                        + "; a file's name ends in .toml"));
  }

  private static String ownText(Path file) throws Refusal {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw Refusal.badInput(file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw Refusal.badInput(file + ": not UTF-8 text");
    } catch (IOException e) {
      throw Refusal.badInput(file + " cannot be read: " + DiskTrouble.why(e));
    }
  }

  /**
   * Reads the files that the scenario names, each once: from the folder in which its own stands; of
   * a ready scenario, from this one.
   */
  NamedFiles files() {
    Map<String, NamedFile> read = new ConcurrentHashMap<>();
    return name -> read.computeIfAbsent(name, this::named);
  }

  private NamedFile named(String name) {
    String called = name;
    try {
      Path file = isFile() ? Path.of(scenario).resolveSibling(name) : Path.of(name);
      called = file.toString();
      if (!Files.exists(file)) {
        return new NamedFile(called, "", "there is no such file");
      }
      if (!Files.isRegularFile(file)) {
        return new NamedFile(called, "", "it is no regular file");
      }
      if (Files.size(file) > MOST_NAMED) {
        return new NamedFile(called, "", "it has more than " + (MOST_NAMED >> 20) + " MiB");
      }
      return new NamedFile(called, Files.readString(file), "");
    } catch (InvalidPathException e) {
      return new NamedFile(called, "", "this is no name of a file");
    } catch (CharacterCodingException e) {
      return new NamedFile(called, "", "it is not UTF-8 text");
    } catch (IOException e) {
      return new NamedFile(called, "", "it cannot be read: " + DiskTrouble.why(e));
    }
  }

  /** Takes each {@code --set KEY=VALUE}. */
  static void set(Map<String, String> changes, List<String> sets) throws Refusal {
    for (String set : sets) {
      int equals = set.indexOf('=');
      if (equals < 1) {
        throw Refusal.badInput("--set " + set + ": write it as KEY=VALUE");
      }
      changes.put(set.substring(0, equals).strip(), set.substring(equals + 1).strip());
    }
  }

  /** A change, if an option asks for it. */
  static void put(Map<String, String> changes, String path, String value) {
    if (value != null) {
      changes.put(path, value);
    }
  }

  /** Names an option that was given in the place of the key that it stands for. */
  static String renamed(String said, String key, String value, String option) {
    return said.replace("--set " + key + "=" + value + ": ", option + value + ": ");
  }
}
