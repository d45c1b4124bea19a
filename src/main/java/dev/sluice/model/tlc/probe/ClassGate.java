package dev.sluice.model.tlc.probe;

import java.io.File;
import java.util.Set;
import java.util.TreeSet;
import util.SimpleFilenameToStream;

/**
 * Finds modules as TLC does, and Java classes only if the user trusts them.
 *
 * <p>In every folder in which TLC finds modules, it also looks for a class with the name of a
 * module, and lets the class replace operators of that module: a folder with a specification can
 * run any code. All classes that are not on the class path come through here, so that none is
 * loaded before the gate has said its name.
 */
final class ClassGate extends SimpleFilenameToStream {
  private static final String CLASS = ".class";

  /** The class that may replace operators of any module, as TLC asks for it. */
  private static final String OVERRIDES = "tlc2.overrides.TLCOverrides";

  /** A file in a folder that does not exist, from which no class can be loaded. */
  private static final File NOWHERE =
      new File(new File(System.getProperty("java.io.tmpdir"), "no-classes"), "None" + CLASS);

  private final boolean trusts = Boolean.getBoolean(Probe.TRUST);
  private final Set<String> modules = new TreeSet<>(Set.of(OVERRIDES));

  /** Makes a gate that looks into the folders of the property {@code TLA-Library} only. */
  ClassGate() {}

  /**
   * Makes a gate that looks into a folder first.
   *
   * @param home the folder of the root module
   */
  ClassGate(String home) {
    super(home);
  }

  /** Returns a file; if it is a class that the user does not trust, the process ends instead. */
  @Override
  public File resolve(String name, boolean isModule) {
    File file = super.resolve(name, isModule);
    if (isModule) {
      modules.add(name.replaceAll("\\.tla$", ""));
      return file;
    } else if (!name.endsWith(CLASS)) {
      return file;
    }
    String type = name.substring(0, name.length() - CLASS.length());
    File loaded = loaded(type, file);
    if (trusts) {
      if (loaded.exists()) {
        say(Probe.RUNS_CODE, type, loaded);
      }
      return file;
    } else if (loaded.exists()) {
      modules.add(type);
      modules.forEach(this::refuse);
      Probe.halt("Java code that is not trusted");
    }
    return NOWHERE;
  }

  /**
   * Returns the file from which TLC loads a class: it looks from the folder of the file found, and
   * if no file is found, from the last folder with modules.
   */
  private static File loaded(String type, File found) {
    File folder = found.getAbsoluteFile().getParentFile();
    return new File(folder, type.replace('.', File.separatorChar) + CLASS);
  }

  private void refuse(String type) {
    File loaded = loaded(type, super.resolve(type + CLASS, false));
    if (loaded.exists()) {
      say(Probe.REFUSES_CODE, type, loaded);
    }
  }

  /** Prints the name of a class on a line of its own, without control characters of its path. */
  private static void say(String verb, String module, File file) {
    Probe.line(verb + module + " " + file.getAbsolutePath().replaceAll("\\p{Cntrl}", "?"));
  }
}
