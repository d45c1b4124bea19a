package dev.sluice.conformance;

import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Family;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the shims of the tests, which are in {@code src/test/python/shims}. */
public final class Shims {
  /** The folder of the shims. */
  public static final Path FOLDER = Path.of("src/test/python/shims");

  private Shims() {}

  /** Returns the starter of a Python shim with some variables of its environment. */
  public static CaseRunner.Starter python(
      String file, Limits limits, Map<String, String> variables, String... arguments) {
    return python(FOLDER.resolve(file), limits, variables, arguments);
  }

  /** Returns the starter of a Python program with some variables of its environment. */
  public static CaseRunner.Starter python(
      Path program, Limits limits, Map<String, String> variables, String... arguments) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(variables);
    List<String> words = new ArrayList<>();
    words.addAll(List.of(Python.PROGRAM, "-S", program.toString()));
    words.addAll(List.of(arguments));
    return starter(words, limits, environment);
  }

  /**
   * Plays cases, and returns the first one that does not pass; null if all do.
   *
   * @param state whether variables are judged, too
   * @throws Broken if the shim does not start: it has shown no mistake then
   */
  static Case.Result firstFailure(CaseRunner.Starter starter, List<Case> cases, boolean state)
      throws Broken {
    try (CaseRunner campaign = new CaseRunner(starter, "test", "0123456789ab")) {
      campaign.declaration();
      campaign.judge(state);
      for (Case each : cases) {
        Case.Result result = campaign.play(each);
        if (result.verdict() != CaseVerdict.PASS) {
          return result;
        }
      }
      return null;
    }
  }

  /** Plays cases until one fails, and returns the results. */
  static List<Case.Result> untilFailure(
      CaseRunner.Starter starter, List<Case> cases, boolean state) {
    try (CaseRunner runner = new CaseRunner(starter, "test", "0123")) {
      runner.judge(state);
      List<Case.Result> results = new ArrayList<>();
      for (Case each : cases) {
        results.add(runner.play(each));
        if (results.get(results.size() - 1).verdict().isFailure()) {
          break;
        }
      }
      return results;
    }
  }

  /** The interpreter itself: a script of the same name that chooses one takes longer to start. */
  private static final class Python {
    static final String PROGRAM = program();

    private Python() {}

    private static String program() {
      try {
        Process asked =
            new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said.isBlank() ? "python3" : said.strip();
      } catch (IOException missing) {
        return "python3";
      }
    }
  }

  /** Returns the starter of a program. */
  static CaseRunner.Starter starter(
      List<String> words, Limits limits, Map<String, String> environment) {
    Family.Command command =
        new Family.Command(new ArrayList<>(words), environment, Family.Sandbox.AUTO);
    return () -> Dialogue.with(ShimProcess.start(command, null, limits), limits);
  }
}
