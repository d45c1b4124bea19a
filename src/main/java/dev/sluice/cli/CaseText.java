package dev.sluice.cli;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.DifferingReplies;
import dev.sluice.conformance.ShownValues;
import dev.sluice.conformance.shim.Printable;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.CatalogueException;
import dev.sluice.requirement.Row;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shows one case: its deviation, the clauses, both sides, and the dialogue. */
final class CaseText {
  private static final int SHOWN_STEPS = 24;
  private static final int SHOWN_SENDS = 3;
  private static final int SHOWN_DEPARTURES = 6;

  private static final String NOT_SHOWN = "not shown";
  private static final String USUAL_CAUSES =
      "  usual causes: state of an earlier case that start does not reset, memory without an initial"
          + " value, or a read of the wall clock";

  private final Terminal terminal;
  private final Optional<Catalogue> catalogue;

  private CaseText(Terminal terminal, Optional<Catalogue> catalogue) {
    this.terminal = terminal;
    this.catalogue = catalogue;
  }

  /** Prints to the terminal of a session, with titles of requirements if the catalogue is there. */
  static CaseText of(Session session) {
    Optional<Catalogue> catalogue = Optional.empty();
    if (session.hasProject()) {
      try {
        catalogue = Optional.of(Catalogue.load(session.home()));
      } catch (CatalogueException noCatalogue) {
        // The ids alone are shown; `sluice list requirements` has the faults of the catalogue.
      }
    }
    return new CaseText(session.terminal(), catalogue);
  }

  /**
   * Prints a case that fails.
   *
   * @param length how the length of the case is introduced
   * @param inFull whether requirements are printed with their statements
   */
  void print(Result of, String length, boolean inFull) {
    terminal.line(verdict(of) + "  " + of.of().name());
    if (!of.sentence().isEmpty()) {
      terminal.line("  " + of.sentence());
    }
    if (of.verdict() == CaseVerdict.NONDETERMINISTIC) {
      terminal.line(USUAL_CAUSES);
    } else if (of.verdict().isFailure()) {
      clauses(of.latestRequirements(), inFull);
    }
    if (of.verdict().isFailure() && !of.exchanges().isEmpty()) {
      lastStep(of);
    }
    if (!of.exchanges().isEmpty()) {
      terminal.line("");
      terminal.line("  parameters: " + ShownValues.of(of.of().given()));
      terminal.line("");
      terminal.line("  " + length);
      dialogue(of);
    }
    if (!of.errors().isEmpty()) {
      terminal.line("  the last lines that the shim printed:");
      of.errors().lines().forEach(line -> terminal.line("    " + line));
    }
  }

  private String verdict(Result of) {
    String word = of.verdict().name();
    return of.verdict().isFailure() ? terminal.bad(word) : terminal.good(word);
  }

  private void clauses(Set<String> ids, boolean inFull) {
    for (String id : ids) {
      Optional<Row> row = catalogue.flatMap(rows -> rows.row(id));
      terminal.line("  " + id + row.map(found -> "  " + found.title()).orElse(""));
      if (inFull && row.isPresent()) {
        terminal.line("    " + row.get().statement());
      }
    }
  }

  /** Shows the departures of the last request, and the variables on both sides. */
  private void lastStep(Result of) {
    Reply last = of.exchanges().get(of.exchanges().size() - 1).reply();
    if (of.verdict() == CaseVerdict.NONDETERMINISTIC) {
      bothRuns(of, last);
      return;
    }
    if (last == null) {
      return;
    }
    List<Reply.Departure> sends = last.sends();
    List<Reply.Departure> shown =
        sends.subList(Math.max(0, sends.size() - SHOWN_DEPARTURES), sends.size());
    if (!shown.isEmpty()) {
      terminal.line("");
      terminal.line(
          shown.size() == sends.size()
              ? "  departures of the last request:"
              : "  the last %d of %d departures of the last request:"
                  .formatted(shown.size(), sends.size()));
    }
    for (Reply.Departure each : shown) {
      terminal.line(
          "    %d ps: %s with %s"
              .formatted(each.atPs(), Printable.of(each.action()), ShownValues.of(each.message())));
    }
    bothSides(of, last);
  }

  /**
   * Shows all variables of the last reply, those at fault with the values that they should have,
   * and those of the specification that are not judged.
   */
  private void bothSides(Result of, Reply last) {
    Map<String, LogValue> is = new TreeMap<>(last.state());
    if (of.expected().containsKey(Reply.NEXT)) {
      last.next().ifPresent(next -> is.put(Reply.NEXT, LogValue.of(next)));
    }
    Map<String, LogValue> unobserved = of.specified().variables();
    Set<String> names = new TreeSet<>(is.keySet());
    names.addAll(unobserved.keySet());
    if (names.isEmpty()) {
      return;
    }
    Map<String, LogValue> before = before(of.exchanges());
    boolean hasBoth = !of.expected().isEmpty() || !unobserved.isEmpty();
    TextTable table =
        hasBoth
            ? new TextTable("variable", ">before", ">implementation", ">specification", "")
            : new TextTable("variable", ">before", ">implementation");
    for (String name : names) {
      String was = before.containsKey(name) ? ShownValues.of(before.get(name)) : "";
      String now = is.containsKey(name) ? ShownValues.of(is.get(name)) : NOT_SHOWN;
      String should =
          of.expected()
              .getOrDefault(
                  name, unobserved.containsKey(name) ? ShownValues.of(unobserved.get(name)) : now);
      boolean differs = of.expected().containsKey(name);
      table.row(
          hasBoth ? List.of(name, was, now, should, differs ? "<" : "") : List.of(name, was, now));
    }
    terminal.line("");
    table.lines().forEach(line -> terminal.line("  " + line));
    if (!unobserved.isEmpty()) {
      terminal.line(
          "  not judged: %s; the specification's values are those at %d ps%s"
              .formatted(
                  String.join(", ", unobserved.keySet()),
                  of.specified().atPs(),
                  of.specified().states() == 1
                      ? ""
                      : ", in one of %d states that explain the replies before"
                          .formatted(of.specified().states())));
    }
  }

  /** Shows the keys of the last reply in both runs. */
  private void bothRuns(Result of, Reply last) {
    Map<String, String> first = DifferingReplies.values(last);
    Map<String, LogValue> before = before(of.exchanges());
    Set<String> names = new TreeSet<>(first.keySet());
    names.addAll(of.expected().keySet());
    TextTable table = new TextTable("key", ">before", ">first run", ">second run", "");
    for (String name : names) {
      String was = first.getOrDefault(name, "");
      table.row(
          List.of(
              name,
              before.containsKey(name) ? ShownValues.of(before.get(name)) : "",
              was,
              of.expected().getOrDefault(name, was),
              of.expected().containsKey(name) ? "<" : ""));
    }
    terminal.line("");
    table.lines().forEach(line -> terminal.line("  " + line));
  }

  /** Returns the variables of the last good reply but one. */
  private static Map<String, LogValue> before(List<Exchange> all) {
    for (int at = all.size() - 2; at >= 0; at--) {
      if (all.get(at).reply().isGood()) {
        return all.get(at).reply().state();
      }
    }
    return Map.of();
  }

  private void dialogue(Result of) {
    TextTable table = new TextTable("", ">t/ps", "request", "departures", "variables that change");
    List<Exchange> all = of.exchanges();
    List<Map<String, LogValue>> changes = changes(all);
    for (int at = Math.max(0, all.size() - SHOWN_STEPS); at < all.size(); at++) {
      Exchange each = all.get(at);
      table.row(
          List.of(
              of.verdict().isFailure() && at == all.size() - 1 ? ">" : "",
              Long.toString(each.request().untilPs()),
              request(each.request()),
              reply(each.reply()),
              changes.get(at).isEmpty() ? "" : ShownValues.of(changes.get(at))));
    }
    table.lines().forEach(line -> terminal.line("  " + line));
  }

  /**
   * Returns the variables that each reply shows with another value than the one before. Those that
   * keep one value are left out, even in the first reply.
   */
  static List<Map<String, LogValue>> changes(List<Exchange> all) {
    Set<String> changing = changing(all);
    Map<String, LogValue> before = new TreeMap<>();
    List<Map<String, LogValue>> changes = new ArrayList<>();
    for (Exchange each : all) {
      Map<String, LogValue> changed = new TreeMap<>();
      if (each.reply() != null && each.reply().isGood()) {
        changed.putAll(each.reply().state());
        changed.keySet().retainAll(changing);
        changed.entrySet().removeAll(before.entrySet());
        before.putAll(changed);
      }
      changes.add(changed);
    }
    return changes;
  }

  /** Returns the variables that do not keep one value. */
  private static Set<String> changing(List<Exchange> all) {
    Map<String, LogValue> first = new TreeMap<>();
    Set<String> changing = new TreeSet<>();
    for (Exchange each : all) {
      if (each.reply() != null) {
        each.reply()
            .state()
            .forEach(
                (name, value) -> {
                  LogValue was = first.putIfAbsent(name, value);
                  if (was != null && !was.equals(value)) {
                    changing.add(name);
                  }
                });
      }
    }
    return changing;
  }

  /** Returns a request in a few words. */
  static String request(ShimRequest of) {
    if (!of.action().isEmpty()) {
      Map<String, LogValue> values = new TreeMap<>(of.arguments());
      values.putAll(of.message());
      return of.action() + (values.isEmpty() ? "" : " " + ShownValues.of(values));
    } else if (!of.asked().isEmpty()) {
      return of.name() + " " + of.asked();
    }
    return of.hasBacklog() ? of.name() + ", backlog" : of.name();
  }

  private static String reply(Reply reply) {
    if (reply == null) {
      return "no reply";
    } else if (!reply.isGood()) {
      return reply.error().get().toString();
    }
    if (reply.may().isPresent()) {
      return reply.may().get().toString();
    }
    List<Reply.Departure> sends = reply.sends();
    Reply.Departure last = sends.isEmpty() ? null : sends.get(sends.size() - 1);
    if (sends.size() > SHOWN_SENDS) {
      return "%d, the last %s at %d"
          .formatted(sends.size(), Printable.of(last.action()), last.atPs());
    }
    List<String> parts = new ArrayList<>();
    sends.forEach(each -> parts.add(Printable.of(each.action()) + " at " + each.atPs()));
    return String.join("; ", parts);
  }
}
