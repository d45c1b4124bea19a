package dev.sluice.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls {@code sluice conform} with a shim of the folder of tests. */
final class ConformCalls {
  /** The place of "marks within the interval are forgotten" in {@code loop_mistakes.py}. */
  static final String FORGETS = "loop:66";

  private static final List<String> SHIM = List.of("--", "python3", "src/test/python/shims/rcm.py");

  private ConformCalls() {}

  /** The outcome of a command. */
  record Ran(int code, String out, String err) {}

  /** Runs a command in a folder. */
  static Ran run(Path folder, Map<String, String> variables, String... args) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", System.getenv().getOrDefault("HOME", ""));
    Project project = Project.own(folder);
    int code = project.run(environment, args);
    return new Ran(code, project.out(), project.err());
  }

  /** Runs a part of the command with the shim of both ends of RCM. */
  static Ran shim(Path folder, Map<String, String> variables, String... args) {
    List<String> all = new ArrayList<>(List.of("conform"));
    all.addAll(List.of(args));
    all.add("--timeout-scale");
    all.add("4");
    all.addAll(SHIM);
    return run(folder, variables, all.toArray(String[]::new));
  }
}
