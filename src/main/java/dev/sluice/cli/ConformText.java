package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.GrainChanges.Change;
import dev.sluice.conformance.GrainChanges.Count;
import dev.sluice.conformance.HiddenValues;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Prints the results of {@code conform run} for people. */
final class ConformText {
  private final Terminal terminal;

  ConformText(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Prints the implementation, and the variables that are not judged. */
  void head(Declaration told, ConformLevel level, List<Case> cases) {
    terminal.line(
        "shim %s, implementation %s (%s); judged: %s"
            .formatted(told.shim(), told.implementation(), told.kind(), level.about()));
    if (level == ConformLevel.STATE) {
      unobserved(told, cases);
    }
  }

  /** Prints the values of the hidden parameters of a role, if it has any. */
  void hidden(String role, Map<String, List<LogValue>> values, int explained) {
    if (!values.isEmpty()) {
      terminal.line(
          "%s: %s, by %s"
              .formatted(
                  role,
                  HiddenValues.words(values),
                  Words.some(explained, "case of calibration", "cases of calibration")));
    }
  }

  /** Prints a failure in one line. */
  void failure(CaseOutcome of) {
    terminal.line(terminal.bad(of.verdict() + "") + "  " + of.of().name() + ": " + of.sentence());
  }

  /** Prints the tables of all cases. */
  void tables(List<CaseOutcome> results) {
    terminal.line("");
    roles(results).lines().forEach(terminal::line);
    terminal.line("");
    requirements(results).lines().forEach(terminal::line);
    grains(results);
  }

  /** Prints the variables of each role that the shim does not show, and that are not judged. */
  private void unobserved(Declaration told, List<Case> cases) {
    Set<String> lines = new TreeSet<>();
    for (Case each : cases) {
      Role role = each.player().role();
      Set<String> missing = new TreeSet<>(role.variables().keySet());
      Declaration.Part part = told.roles().get(role.name());
      if (part != null) {
        missing.removeAll(part.observe());
      }
      if (!missing.isEmpty()) {
        lines.add(
            "%s: %d of %d variables are observed; not judged: %s"
                .formatted(
                    role.name(),
                    role.variables().size() - missing.size(),
                    role.variables().size(),
                    String.join(", ", missing)));
      }
    }
    lines.forEach(terminal::line);
  }

  /** Prints why cases are not decided, and how many ended in which way. */
  void end(List<CaseOutcome> results) {
    reasons(results);
    terminal.line("");
    terminal.line(totals(results));
  }

  private static TextTable roles(List<CaseOutcome> results) {
    TextTable table = new TextTable("role", "configuration", ">cases", ">requests", "verdicts");
    CaseOutcome.bySuite(results)
        .forEach(
            (key, group) ->
                table.row(
                    List.of(
                        group.get(0).of().player().role().name(),
                        group.get(0).of().configuration(),
                        Integer.toString(group.size()),
                        Long.toString(group.stream().mapToLong(r -> r.requests()).sum()),
                        verdicts(group))));
    return table;
  }

  private static String verdicts(List<CaseOutcome> results) {
    List<String> words = new ArrayList<>();
    CaseOutcome.counts(results).forEach((verdict, count) -> words.add(count + " " + verdict));
    return String.join(", ", words);
  }

  private static TextTable requirements(List<CaseOutcome> results) {
    TextTable table = new TextTable("requirement", ">cases", ">without deviation");
    Map<String, int[]> rows = new TreeMap<>();
    for (CaseOutcome each : results) {
      for (String id : each.requirements()) {
        int[] row = rows.computeIfAbsent(id, fresh -> new int[2]);
        row[0]++;
        row[1] +=
            each.verdict() == CaseVerdict.PASS || each.verdict() == CaseVerdict.UNEXPECTED_PASS
                ? 1
                : 0;
      }
    }
    rows.forEach(
        (id, row) -> table.row(List.of(id, Integer.toString(row[0]), Integer.toString(row[1]))));
    return table;
  }

  /** Shows the changes that the declared grain hides, with those that it shows. */
  private void grains(List<CaseOutcome> results) {
    Map<Change, Count> counts = new TreeMap<>();
    results.forEach(
        result ->
            result.changes().forEach((change, count) -> counts.merge(change, count, Count::and)));
    if (counts.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("variable", "action", ">changes", ">hidden by the grain");
    counts.forEach(
        (change, count) ->
            table.row(
                List.of(
                    change.variable(),
                    change.action(),
                    Integer.toString(count.all()),
                    Integer.toString(count.hidden()))));
    terminal.line("");
    table.lines().forEach(terminal::line);
    terminal.line(
        "An implementation that does not change a variable passes where the grain hides the"
            + " change.");
  }

  /** Prints why cases have no verdict, each reason once. */
  private void reasons(List<CaseOutcome> results) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (CaseOutcome each : results) {
      if (!each.verdict().isFailure() && !each.sentence().isEmpty()) {
        reasons.merge(
            each.verdict()
                + "  "
                + each.of().player().role().name()
                + "/"
                + each.of().configuration()
                + ": "
                + each.sentence(),
            1,
            Integer::sum);
      }
    }
    reasons.forEach(
        (reason, count) -> terminal.line(reason + (count > 1 ? " (" + count + " cases)" : "")));
  }

  private static String totals(List<CaseOutcome> results) {
    Set<String> exercised = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    for (CaseOutcome each : results) {
      exercised.addAll(each.requirements());
      Player player = each.of().player();
      player.role().actions().forEach(action -> all.addAll(player.requirements(action)));
    }
    all.addAll(exercised);
    return "%d cases: %s. %d of %d requirements of these roles were exercised."
        .formatted(
            results.size(),
            results.isEmpty() ? "nothing was judged" : verdicts(results),
            exercised.size(),
            all.size());
  }
}
