package dev.sluice.cli;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.proof.ProofFile;
import dev.sluice.model.proof.Solver;
import dev.sluice.model.proof.Solver.Answer;
import dev.sluice.model.proof.Solver.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The inductive steps, as a part of what is verified. */
final class Proofs {
  private static final String NAME = "proof";

  private Proofs() {}

  /**
   * Asks about each obligation of each proof in the table.
   *
   * @throws IOException if a file cannot be read, or has not as many obligations as are pinned
   */
  static List<Answer> ask(ModelTable table) throws IOException {
    return ask(table, "");
  }

  /**
   * Asks about each obligation of the proofs of one module.
   *
   * @param module its name; of all where it is empty
   * @throws IOException if a file cannot be read, or has not as many obligations as are pinned
   */
  static List<Answer> ask(ModelTable table, String module) throws IOException {
    List<Answer> answers = new ArrayList<>();
    for (ModelTable.Proof proof : table.proofs()) {
      if (!proof.file().getFileName().toString().startsWith(module)) {
        continue;
      }
      ProofFile file = ProofFile.read(proof.file());
      if (file.obligations().size() != proof.obligations()) {
        throw new IOException(
            proof.file()
                + ": "
                + file.obligations().size()
                + " obligations, and "
                + proof.row()
                + " pins "
                + proof.obligations());
      }
      answers.addAll(Solver.ask(file));
    }
    return answers;
  }

  /** What the proofs of a table come to. */
  static Part read(ModelTable table) {
    try {
      return part(ask(table));
    } catch (IOException e) {
      return new Part(NAME, Status.FAILED, "cannot be read", List.of(e.getMessage()));
    }
  }

  /** What these answers come to; no answer shows nothing. */
  static Part part(List<Answer> answers) {
    if (answers.isEmpty()) {
      return new Part(NAME, Status.NOT_DECIDED, "no obligation was asked about", List.of());
    }
    Status worst = Status.AS_EXPECTED;
    for (Answer answer : answers) {
      if (answer.outcome() == Outcome.FAILED) {
        worst = worst.or(Status.FAILED);
      } else if (answer.outcome() == Outcome.NOT_DECIDED) {
        worst = worst.or(Status.NOT_DECIDED);
      }
    }
    long good = answers.stream().filter(a -> a.outcome() == Outcome.AS_EXPECTED).count();
    return new Part(
        NAME,
        worst,
        good + " of " + answers.size() + " obligations as expected",
        answers.stream()
            .filter(answer -> answer.outcome() != Outcome.AS_EXPECTED)
            .map(answer -> "'" + answer.obligation() + "'" + ": " + answer.words())
            .toList());
  }
}
