package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.mutate.Change;
import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.Kill;
import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.OwnScore;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.vacuity.VacuousPart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The mutants of a specification of the user's own as text: the same bytes for the same result. */
final class OwnMutationText {
  private final Terminal terminal;
  private final boolean verbose;

  /**
   * Makes a printer.
   *
   * @param verbose whether every mutant has a line
   */
  OwnMutationText(Terminal terminal, boolean verbose) {
    this.terminal = terminal;
    this.verbose = verbose;
  }

  /** Prints the result of the search without a mutant. */
  void first(Model model, TlcRun run, String vacuity, List<VacuousPart> never) {
    terminal.line(
        model.rootModule().getFileName()
            + " with "
            + model.name()
            + ": holds; "
            + Words.some(run.distinct(), "state", "states")
            + ", depth "
            + run.depth());
    terminal.line("vacuity: " + vacuity);
    VacuityKeeper.details(never).forEach(line -> terminal.line("  " + line));
  }

  /**
   * Prints the fates of the mutants.
   *
   * @param matrix whether all claims that notice a mutant were looked for
   * @param problems differences from the file of known survivors
   * @param goesOn whether the same command goes on after a stop
   */
  void print(OwnScore score, boolean matrix, List<String> problems, boolean cut, boolean goesOn) {
    if (verbose) {
      terminal.line("");
      score.fates().forEach((mutant, fate) -> terminal.line(mutant.id() + "  " + phrase(fate)));
    }
    terminal.line("");
    counts(score);
    terminal.line("");
    claims(score, matrix);
    survivors(score, Change.MORE, "No claim notices these further steps:");
    survivors(score, Change.OTHER, "No claim notices that other steps replace these:");
    survivors(
        score,
        Change.FEWER,
        "No claim notices that steps are missing; only a liveness property can:");
    list(score, "No claim needs this fairness:", score.unneeded());
    for (String problem : problems) {
      terminal.line("");
      terminal.line(problem);
    }
    terminal.line("");
    if (cut) {
      terminal.line(
          "INTERRUPTED: "
              + score.fates().size()
              + " of "
              + Words.some(score.made(), "mutant", "mutants")
              + (goesOn
                  ? "; the same command goes on from here"
                  : "; with --results DIR the same command would go on from here"));
      return;
    }
    String share =
        score.noticed()
            + " of "
            + Words.some(score.counted(), "mutant", "mutants")
            + " that change the behaviour are noticed ("
            + score.share()
            + ")";
    terminal.line(
        problems.isEmpty()
            ? terminal.good("MEASURED") + ": " + share
            : terminal.bad("FAILED") + ": " + share);
  }

  private void counts(OwnScore score) {
    TextTable table =
        new TextTable(
            "module",
            ">mutants",
            ">claim",
            ">types",
            ">error",
            ">further steps",
            ">fewer steps",
            ">fairness",
            ">same steps",
            ">undecided",
            ">do not parse");
    for (String module : score.modules()) {
      OwnScore one = score.of(module);
      List<String> cells = new ArrayList<>(List.of(module));
      for (int count :
          new int[] {
            one.fates().size(),
            one.count(Kill.PROPERTY, Kill.CONTROL),
            one.count(Kill.TYPE),
            one.count(Kill.ERROR),
            one.survivors(Change.MORE).size() + one.survivors(Change.OTHER).size(),
            one.survivors(Change.FEWER).size(),
            one.unneeded().size(),
            one.survivors(Change.NONE).size(),
            one.count(Kill.UNDECIDED),
            one.count(Kill.STILLBORN)
          }) {
        cells.add(Words.count(count));
      }
      table.row(cells);
    }
    table.lines().forEach(terminal::line);
  }

  private void claims(OwnScore score, boolean matrix) {
    Map<String, Integer> first = score.first();
    Map<String, Integer> any = score.any();
    Map<String, Integer> alone = score.alone();
    TextTable table =
        matrix
            ? new TextTable("claim", ">first to notice", ">notices", ">alone", "")
            : new TextTable("claim", ">first to notice", "");
    for (String claim : score.claims()) {
      List<String> cells = new ArrayList<>(List.of(claim, Words.count(first.get(claim))));
      if (matrix) {
        cells.add(Words.count(any.get(claim)));
        cells.add(Words.count(alone.get(claim)));
      }
      boolean idle = score.whole() && any.get(claim) == 0;
      cells.add(!idle ? "" : matrix ? "no mutant violates it" : "never the first");
      table.row(cells);
    }
    table.lines().forEach(terminal::line);
  }

  private void survivors(OwnScore score, Change change, String title) {
    list(score, title, score.survivors(change));
  }

  private void list(OwnScore score, String title, List<Mutant> mutants) {
    if (mutants.isEmpty()) {
      return;
    }
    terminal.line("");
    terminal.line(title);
    for (Mutant mutant : mutants) {
      terminal.line(
          "  " + place(score, mutant) + ": " + mutant.id() + ": " + mutant.operator().words());
      terminal.line("      " + mutant.from());
      terminal.line("      " + mutant.to());
    }
  }

  private static String place(OwnScore score, Mutant mutant) {
    Path file = score.files().get(mutant.module());
    Integer pluscal = score.pluscal().get(mutant);
    return file.getFileName()
        + ":"
        + mutant.line()
        + (pluscal == null ? "" : " (PlusCal, line " + pluscal + ")");
  }

  private static String phrase(Fate fate) {
    Change change = Change.of(fate);
    String also = fate.also().isEmpty() ? "" : "; also " + String.join(", ", fate.also());
    return change == null ? fate.phrase() + also : "no claim notices: " + change.words();
  }
}
