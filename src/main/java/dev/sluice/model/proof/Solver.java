package dev.sluice.model.proof;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.FuncDecl;
import com.microsoft.z3.Model;
import com.microsoft.z3.Status;
import com.microsoft.z3.Z3Exception;
import dev.sluice.model.proof.ProofFile.Obligation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Asks Z3 about proof obligations. */
public final class Solver {
  /**
   * How much work an obligation may take, in Z3's own count of it, which is the same on every
   * machine: a thousand times what the largest so far takes.
   */
  private static final int MOST_WORK = 100_000_000;

  private static final Pattern VALUE = Pattern.compile("-?\\d+|\\(- \\d+\\)|true|false");

  /** What became of an obligation. */
  public enum Outcome {
    /** As it must be. */
    AS_EXPECTED,
    /** There is a counterexample where none may be, or none where one must. */
    FAILED,
    /** Nothing was decided: no solver for this machine, a question it gave up on, a bad file. */
    NOT_DECIDED
  }

  /**
   * The answer to an obligation.
   *
   * @param obligation its name
   * @param outcome what became of it
   * @param words why, in a sentence; {@code ""} where it is as expected
   */
  public record Answer(String obligation, Outcome outcome, String words) {}

  private Solver() {}

  /**
   * Asks about each obligation of a file. Where there is no solver for this machine, none is
   * decided.
   */
  public static List<Answer> ask(ProofFile file) {
    List<Answer> answers = new ArrayList<>();
    for (Obligation obligation : file.obligations()) {
      answers.add(ask(obligation));
    }
    return answers;
  }

  private static Answer ask(Obligation obligation) {
    // Not decided for any reason must not be green: the loader throws errors, not only exceptions.
    try (Context context = new Context(Map.of("model", "true"))) {
      com.microsoft.z3.Solver solver = context.mkSolver();
      var limit = context.mkParams();
      limit.add("rlimit", MOST_WORK);
      limit.add("ctrl_c", false); // Z3 would take a Ctrl-C for itself, and the command go on
      solver.setParameters(limit);
      BoolExpr[] assertions =
          context.parseSMTLIB2String(obligation.script(), null, null, null, null);
      if (assertions.length == 0) {
        return new Answer(obligation.name(), Outcome.NOT_DECIDED, "it asserts nothing");
      }
      solver.add(assertions);
      Status status = solver.check();
      if (status == Status.UNKNOWN) {
        return new Answer(
            obligation.name(),
            Outcome.NOT_DECIDED,
            "the solver gave up: " + solver.getReasonUnknown());
      }
      if (obligation.holds() == (status == Status.UNSATISFIABLE)) {
        return new Answer(obligation.name(), Outcome.AS_EXPECTED, "");
      }
      return new Answer(
          obligation.name(),
          Outcome.FAILED,
          obligation.holds()
              ? "has a counterexample: " + values(solver.getModel())
              : "must have a counterexample, and has none");
    } catch (Z3Exception e) {
      return new Answer(
          obligation.name(), Outcome.NOT_DECIDED, "the solver refuses it: " + e.getMessage());
    } catch (LinkageError | RuntimeException e) {
      return new Answer(
          obligation.name(), Outcome.NOT_DECIDED, "no solver runs on this machine: " + e);
    }
  }

  /** The values of what was declared; what was only defined has none of its own. */
  private static String values(Model model) {
    Map<String, String> values = new TreeMap<>();
    for (FuncDecl<?> declared : model.getConstDecls()) {
      String value = String.valueOf(model.getConstInterp(declared));
      if (VALUE.matcher(value).matches()) {
        values.put(declared.getName().toString(), value);
      }
    }
    return values.toString();
  }
}
