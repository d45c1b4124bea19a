package dev.sluice.cli;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.GraphBroken;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Gone;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether a jar does all that Sluice asks of TLC: a small model is searched with it, its graph
 * streamed, read, and held against what is known of it.
 *
 * @param version what TLC calls itself, or {@code null} where it does not even start
 * @param works whether all was as it must be
 * @param why what was not, or {@code ""}
 */
record Trial(String version, boolean works, String why) {
  private static final long SECONDS = 60;
  private static final int HEAP_MIB = 256;
  private static final int STATES = 4;
  private static final List<String> ALPHABET = List.of("Back(1)", "Go(1)", "Go(2)");

  private static final String MODULE =
      """
      ---- MODULE Trial ----
      EXTENDS Naturals
      CONSTANT Size
      VARIABLE at
      Go(step) == at + step < Size /\\ at' = at + step
      Back(step) == at = Size - 1 /\\ at' = at - step
      Next == (\\E step \\in 1..2 : Go(step)) \\/ (\\E step \\in {1} : Back(step)) \\/ (\\E step \\in {} : Go(step))
      Spec == at = 0 /\\ [][Next]_at
      Bounded == at < Size
      ====
      """;

  private static final String CONFIG =
      "CONSTANT Size = 4\nSPECIFICATION Spec\nINVARIANT Bounded\nCHECK_DEADLOCK FALSE\n";

  /**
   * Tries a jar.
   *
   * @throws IOException if the machine does not let it
   */
  static Trial of(TlcJar jar, Scratch scratch) throws IOException {
    String version = null;
    try {
      Path folder = scratch.folder();
      Path module = Files.writeString(folder.resolve("Trial.tla"), MODULE);
      Configuration config = Configuration.made("Trial.cfg", CONFIG, "a trial");
      TlcRequest request =
          new TlcRequest(
              module,
              config,
              List.of(),
              1,
              HEAP_MIB,
              SECONDS,
              Reporting.GRAPH,
              Housing.BRIEF,
              TlcOptions.NONE);
      TlcRun run =
          new Tlc(jar).run(request, Files.createDirectory(folder.resolve("run")), far -> {});
      version = run.version();
      if (run.verdict() instanceof Verdict.NotDecided cut && DiskTrouble.saysFull(cut.why())) {
        throw new Gone(cut.why());
      }
      if (!(run.verdict() instanceof Verdict.Holds)) {
        return new Trial(version, false, "a model that holds does not: " + words(run.verdict()));
      }
      return judged(version, GraphReader.read(run.graph()));
    } catch (GraphBroken | RuntimeException e) {
      return new Trial(version, false, "its graph cannot be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Trial(version, false, "the trial was interrupted");
    }
  }

  private static Trial judged(String version, StateGraph graph) {
    List<String> alphabet = graph.alphabet().stream().map(Trial::text).toList();
    if (graph.states() != STATES) {
      return new Trial(version, false, "it streams " + graph.states() + " states of " + STATES);
    }
    if (!alphabet.equals(ALPHABET)) {
      return new Trial(version, false, "it streams the actions " + alphabet + ", not " + ALPHABET);
    }
    return new Trial(version, true, "");
  }

  private static String text(ActionInstance action) {
    return action.name() + "(" + action.arguments().get(0) + ")";
  }

  private static String words(Verdict verdict) {
    if (verdict instanceof Verdict.NotDecided cut) {
      return cut.why();
    }
    return verdict instanceof Verdict.BadInput bad
        ? bad.what() + " " + bad.details()
        : verdict.toString();
  }
}
