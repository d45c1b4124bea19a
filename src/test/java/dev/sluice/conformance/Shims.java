package dev.sluice.conformance;

import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Family;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the shims of the tests, which are in {@code src/test/python/shims}. */
final class Shims {
  /** The folder of the shims. */
  static final Path FOLDER = Path.of("src/test/python/shims");

  private Shims() {}

  /** Returns the starter of a Python shim with some variables of its environment. */
  static CaseRunner.Starter python(String file, Limits limits, Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(variables);
    return starter(List.of("python3", FOLDER.resolve(file).toString()), limits, environment);
  }

  /** Returns the starter of a program. */
  static CaseRunner.Starter starter(
      List<String> words, Limits limits, Map<String, String> environment) {
    Family.Command command =
        new Family.Command(new ArrayList<>(words), environment, Family.Sandbox.AUTO);
    return () -> Dialogue.with(ShimProcess.start(command, null, limits), limits);
  }
}
