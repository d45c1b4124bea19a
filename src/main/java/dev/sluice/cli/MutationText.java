package dev.sluice.cli;

import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.Kill;
import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.MutationOperator;
import dev.sluice.model.mutate.Score;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of {@code sluice mutate} as tables: the same bytes for the same result. */
final class MutationText {
  private static final List<Kill> KILLS =
      List.of(Kill.PROPERTY, Kill.CONTROL, Kill.TYPE, Kill.ERROR, Kill.REPLAY, Kill.PIN);

  private MutationText() {}

  static void print(Terminal terminal, List<Score> scores, boolean verbose, boolean cut) {
    TextTable table =
        new TextTable(
            "",
            "specification",
            ">mutants",
            ">property",
            ">control",
            ">types",
            ">error",
            ">replay",
            ">pin",
            ">argued",
            ">gap",
            ">unknown",
            ">killed or argued",
            ">property or control");
    for (Score score : scores) {
      boolean good = score.problems().isEmpty();
      List<String> cells = new ArrayList<>();
      cells.add(good ? "ok" : "FAIL");
      cells.add(score.specification().module());
      cells.add(Words.count(score.counted()));
      KILLS.forEach(kill -> cells.add(Words.count(score.count(kill))));
      cells.add(Words.count(score.argued().size()));
      cells.add(Words.count(score.gaps().size()));
      cells.add(Words.count(score.unknown().size()));
      cells.add(Score.share(score.settled(), score.counted()));
      cells.add(Score.share(score.strong(), score.counted()));
      table.row(cells, good ? terminal::good : terminal::bad, 0);
    }
    table.lines().forEach(terminal::line);
    if (verbose) {
      scores.forEach(score -> each(terminal, score));
    }
    for (Score score : scores) {
      terminal.line("");
      terminal.line(score.specification().module() + ", " + run(score));
      String by =
          score.byProperty().entrySet().stream()
              .filter(each -> each.getValue() > 0)
              .map(each -> each.getKey() + " " + each.getValue())
              .collect(Collectors.joining(", "));
      terminal.line("  noticed by: " + (by.isEmpty() ? "no property" : by));
      String none =
          score.byProperty().entrySet().stream()
              .filter(each -> each.getValue() == 0)
              .map(Map.Entry::getKey)
              .collect(Collectors.joining(", "));
      if (score.whole() && !none.isEmpty()) {
        terminal.line("  never the first to notice: " + none);
      }
      score
          .gaps()
          .forEach(
              (mutant, entry) -> terminal.line("  gap: " + mutant.id() + ": " + entry.because()));
      score.problems().forEach(problem -> terminal.line("  " + problem));
    }
    terminal.line("");
    int bad = (int) scores.stream().filter(score -> !score.problems().isEmpty()).count();
    if (cut) {
      terminal.line(
          "INTERRUPTED: "
              + (bad == 0 ? "each that was run is killed, argued or a known gap; " : "")
              + "the same command goes on from here");
      return;
    }
    terminal.line(
        bad == 0
            ? terminal.good("AS EXPECTED") + ": every mutant is killed, argued or a known gap"
            : terminal.bad("FAILED")
                + ": "
                + Words.some(bad, "specification has", "specifications have")
                + " unexplained survivors, entries that no longer fit, or too low a share");
  }

  private static String run(Score score) {
    int stillborn = score.count(Kill.STILLBORN);
    String mutants = Words.some(score.made(), "mutant", "mutants");
    return (score.whole() ? mutants : Words.count(score.fates().size()) + " of " + mutants)
        + (stillborn == 0
            ? ""
            : ", of which " + Words.some(stillborn, "does", "do") + " not parse");
  }

  private static void each(Terminal terminal, Score score) {
    terminal.line("");
    TextTable table =
        new TextTable(
            score.specification().module(),
            ">mutants",
            ">property",
            ">control",
            ">types",
            ">error",
            ">replay",
            ">pin",
            ">survive");
    Map<MutationOperator, Map<Kill, Integer>> byOperator = new EnumMap<>(MutationOperator.class);
    score
        .fates()
        .forEach(
            (mutant, fate) ->
                byOperator
                    .computeIfAbsent(mutant.operator(), unseen -> new EnumMap<>(Kill.class))
                    .merge(fate.kill(), 1, Integer::sum));
    byOperator.forEach(
        (operator, counts) -> {
          int counted = counts.values().stream().mapToInt(Integer::intValue).sum();
          counted -= counts.getOrDefault(Kill.STILLBORN, 0);
          List<String> cells = new ArrayList<>(List.of(operator.key(), Words.count(counted)));
          KILLS.forEach(kill -> cells.add(Words.count(counts.getOrDefault(kill, 0))));
          cells.add(
              Words.count(
                  counts.getOrDefault(Kill.SURVIVES, 0) + counts.getOrDefault(Kill.UNDECIDED, 0)));
          table.row(cells);
        });
    table.lines().forEach(terminal::line);
    terminal.line("");
    for (Map.Entry<Mutant, Fate> each : score.fates().entrySet()) {
      terminal.line("  " + each.getKey().id() + "  " + each.getValue().phrase());
    }
  }
}
