package dev.sluice.cli;

import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.model.validate.Agreements.Disagreement;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Step;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.Parsed;
import dev.sluice.trace.TlaNotation;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Why a log was rejected, told so that it can be understood without a debugger. */
final class ValidationText {
  /** How many of the last steps are drawn. */
  private static final int DRAWN = 8;

  /** An argument longer than that is left out of the drawing. */
  private static final int BRIEF = 40;

  /** How many events are named that would have fitted. */
  private static final int FITTING = 3;

  /** A value longer than that is cut where it is not what matters. */
  private static final int WIDE = 400;

  /** How many disagreements are told. */
  private static final int DISAGREEMENTS = 5;

  private ValidationText() {}

  /** Returns the lines on parts of a log that tell different things of one, a few of many. */
  static List<String> disagreements(List<Disagreement> all) {
    List<String> lines = new ArrayList<>();
    for (Disagreement each : all.subList(0, Math.min(DISAGREEMENTS, all.size()))) {
      LogEvent event = each.event();
      lines.add("");
      lines.add(
          "The specifications' parts disagree at %s, %s, in %s: %s"
              .formatted(
                  event.at(),
                  time(event.atPs()),
                  event.instance().orElseThrow().flow(),
                  each.what()));
      each.told().forEach(told -> lines.add("  " + told));
    }
    if (all.size() > DISAGREEMENTS) {
      lines.add("");
      lines.add(
          "and "
              + Words.some(all.size() - DISAGREEMENTS, "disagreement", "disagreements")
              + " more");
    }
    return lines;
  }

  /** The lines. */
  static List<String> lines(Judged judged) {
    Rejected rejected = (Rejected) judged.verdict();
    Step step = judged.rejected().orElseThrow();
    List<String> lines = new ArrayList<>();
    lines.add(judged.spec() + ", " + judged.behaviour().key());
    lines.add(
        "  event "
            + Words.count(step.number())
            + (step.isImplied() ? " implies " : ", ")
            + step.action()
            + " at "
            + step.at()
            + ", "
            + time(step.atPs())
            + ": "
            + what(rejected));
    told(lines, step, "in", "arguments");
    told(lines, step, "msg", "its message");
    rejected.misfit().ifPresent(misfit -> misfit(lines, misfit, step));
    lines.add(
        "  before it"
            + (rejected.states() > 1
                ? ", in one of "
                    + Words.count(rejected.states())
                    + " states that the log leaves open"
                : ""));
    before(lines, rejected, step);
    fitting(lines, judged, rejected);
    lines.add("  the last steps");
    chart(judged, rejected.event()).forEach(line -> lines.add("    " + line));
    return lines;
  }

  private static String what(Rejected rejected) {
    return rejected.broken().isEmpty()
        ? "fits no action"
        : rejected.broken() + " does not hold after it";
  }

  private static void told(List<String> lines, Step step, String part, String title) {
    if (step.event() instanceof Value.Rec event
        && event.get(part) instanceof Value.Rec told
        && !told.fields().isEmpty()) {
      lines.add("  " + title);
      for (Value.Field each : told.fields()) {
        lines.add("    " + each.name() + " = " + cut(each.value().toString()));
      }
    }
  }

  // ---------------------------------------------------------------- the conjunct

  private static void misfit(List<String> lines, Misfit misfit, Step step) {
    lines.add("  what stops it");
    String last = misfit.within().get(misfit.within().size() - 1);
    String told = misfit.bindings().getOrDefault("name", "").replace("\"", "");
    if (last.startsWith("Told") && !told.isEmpty()) {
      lines.add("    the log tells another value of " + told + " than the action gives");
      lines.add("    in " + where(misfit));
      sides(lines, misfit, "by the action, " + told, "by the log, " + told);
      bindings(lines, misfit, step, Set.of("e", "name", "actual"));
      return;
    }
    lines.add("    " + misfit.conjunct());
    lines.add("    in " + where(misfit));
    if (misfit.relation().equals("cannot be evaluated")) {
      lines.add("    TLC says: " + cut(misfit.leftValue().replaceAll("\\s+", " ")));
    } else {
      sides(lines, misfit, misfit.left(), misfit.right());
    }
    misfit
        .locals()
        .forEach((name, meaning) -> lines.add("    " + name + " stands for " + cut(meaning)));
    bindings(lines, misfit, step, new HashSet<>(List.of("e", misfit.left(), misfit.right())));
  }

  private static String where(Misfit misfit) {
    return String.join(" > ", misfit.within())
        + ", "
        + misfit.module()
        + " line "
        + misfit.line()
        + ", after "
        + Words.some(misfit.held(), "conjunct that holds", "conjuncts that hold");
  }

  /** What names stand for that are not known, be it as an argument of the event. */
  private static void bindings(List<String> lines, Misfit misfit, Step step, Set<String> known) {
    for (Map.Entry<String, String> binding : misfit.bindings().entrySet()) {
      String name = binding.getKey();
      if (!known.contains(name)
          && binding.getValue().length() <= WIDE
          && !value(binding.getValue()).equals(argument(step, name))) {
        lines.add("    with " + name + " = " + binding.getValue());
      }
    }
  }

  private static Value argument(Step step, String name) {
    return step.event() instanceof Value.Rec event && event.get("in") instanceof Value.Rec in
        ? in.get(name)
        : null;
  }

  /** Both sides; of two large records only where they differ. */
  private static void sides(List<String> lines, Misfit misfit, String leftName, String rightName) {
    Value left = value(misfit.leftValue());
    Value right = value(misfit.rightValue());
    if (isLarge(left) && isLarge(right)) {
      differences(lines, leftName, left, rightName, right);
    } else {
      side(lines, leftName, misfit.leftValue());
      side(lines, rightName, misfit.rightValue());
    }
  }

  /** A record of some size, or a set of just one. */
  private static boolean isLarge(Value value) {
    return value instanceof Value.Set set
        ? set.items().size() == 1 && isLarge(set.items().get(0))
        : value instanceof Value.Rec record && record.fields().size() > 2;
  }

  private static void differences(
      List<String> lines, String leftName, Value left, String rightName, Value right) {
    if (left instanceof Value.Set one && right instanceof Value.Set other && isLarge(one)) {
      String member = "'s one member: ";
      differences(
          lines, leftName + member, one.items().get(0), rightName + member, other.items().get(0));
    } else if (left instanceof Value.Rec one && right instanceof Value.Rec other) {
      Set<String> names = new TreeSet<>();
      one.fields().forEach(field -> names.add(field.name()));
      other.fields().forEach(field -> names.add(field.name()));
      for (String name : names) {
        String part = leftName.endsWith(" ") ? name : "." + name;
        differences(lines, leftName + part, one.get(name), rightName + part, other.get(name));
      }
    } else if (left == null || !left.equals(right)) {
      lines.add("    " + leftName + " is " + (left == null ? "missing" : left));
      lines.add("    " + rightName + " is " + (right == null ? "missing" : right));
    }
  }

  private static void side(List<String> lines, String text, String value) {
    if (!text.isEmpty() && !value.isEmpty() && !text.equals(value)) {
      lines.add("    " + text + " is " + cut(value));
    } else if (text.isEmpty() && !value.isEmpty()) {
      lines.add("    it is to be " + cut(value));
    }
  }

  private static Value value(String text) {
    Parsed<Value> parsed = TlaNotation.parse(text);
    return parsed instanceof Parsed.Good<Value> good ? good.value() : Value.of(text);
  }

  private static String cut(String value) {
    return value.length() <= WIDE ? value : value.substring(0, WIDE) + " …";
  }

  // ---------------------------------------------------------------- around it

  /** The state, by variables; of what is kept for each sender or PDC, only the step's own. */
  private static void before(List<String> lines, Rejected rejected, Step step) {
    Set<Value> own = new LinkedHashSet<>();
    if (step.event() instanceof Value.Rec event && event.get("in") instanceof Value.Rec told) {
      for (Value.Field argument : told.fields()) {
        own.add(argument.value());
        if (argument.value() instanceof Value.Rec message) {
          message.fields().forEach(field -> own.add(field.value()));
        } else if (argument.value() instanceof Value.Seq several) {
          own.addAll(several.items());
        }
      }
    }
    new TreeMap<>(rejected.before())
        .forEach((name, text) -> lines.add("    " + narrowed(name, value(text), text, own)));
  }

  private static String narrowed(String name, Value value, String text, Set<Value> own) {
    if (value instanceof Value.Fun function) {
      for (Value.Entry entry : function.entries()) {
        if (own.contains(entry.argument())) {
          String place = name + "[" + entry.argument() + "]";
          return narrowed(place, entry.value(), entry.value().toString(), own);
        }
      }
    } else if (value instanceof Value.Rec record) { // what a function of strings is, too
      for (Value.Field field : record.fields()) {
        if (own.contains(Value.of(field.name()))) {
          String place = name + "[\"" + field.name() + "\"]";
          return narrowed(place, field.value(), field.value().toString(), own);
        }
      }
    }
    return name + " = " + cut(text);
  }

  private static void fitting(List<String> lines, Judged judged, Rejected rejected) {
    List<String> all = new ArrayList<>();
    for (int index : rejected.fitting()) {
      Step step = judged.behaviour().steps().get(index);
      if (!step.isImplied() && all.size() < FITTING) {
        all.add(step.action() + " of event " + Words.count(step.number()));
      }
    }
    if (all.isEmpty()) {
      return;
    }
    lines.add("  would have fitted there: " + String.join(", ", all));
  }

  private static String time(long picoseconds) {
    return java.math.BigDecimal.valueOf(picoseconds, 6).stripTrailingZeros().toPlainString()
        + " us";
  }

  /** The last steps up to the rejected one, as a Mermaid sequence diagram. */
  private static List<String> chart(Judged judged, int last) {
    Step rejected = judged.behaviour().steps().get(last);
    List<Step> told =
        judged.behaviour().steps().subList(0, last + 1).stream()
            .filter(step -> !step.isImplied() || step == rejected)
            .toList();
    List<Step> steps = told.subList(Math.max(0, told.size() - DRAWN), told.size());
    List<String> lines = new ArrayList<>();
    lines.add("```mermaid");
    lines.add("sequenceDiagram");
    List<String> hosts = new ArrayList<>();
    for (Step step : steps) {
      for (String host : List.of(step.at(), peer(step))) {
        if (!host.isEmpty() && !hosts.contains(host)) {
          hosts.add(host);
        }
      }
    }
    for (int i = 0; i < hosts.size(); i++) {
      lines.add("    participant h" + i + " as " + hosts.get(i));
    }
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      String mark = i == steps.size() - 1 ? " (does not fit)" : "";
      String words = step.number() + " " + step.action() + arguments(step) + mark;
      String at = "h" + hosts.indexOf(step.at());
      String peer = peer(step);
      lines.add(
          peer.isEmpty() || !SENDS.contains(step.action())
              ? "    Note over " + at + ": " + words
              : "    " + at + "->>h" + hosts.indexOf(peer) + ": " + words);
    }
    lines.add("```");
    return lines;
  }

  /** Actions whose events put a packet on the wire. */
  private static final Set<String> SENDS =
      Set.of(
          "Send",
          "Transmit",
          "Retransmit",
          "Resend",
          "Ask",
          "Close",
          "RepeatClose",
          "BeginClose",
          "Commit",
          "Grant",
          "Refuse");

  private static String peer(Step step) {
    if (step.event() instanceof Value.Rec event && event.get("of") instanceof Value.Rec of) {
      for (String end : List.of("source", "destination")) {
        if (of.get(end) instanceof Value.Str host
            && !host.value().equals(step.at())
            && !host.value().isEmpty()) {
          return host.value();
        }
      }
    }
    return "";
  }

  private static String arguments(Step step) {
    if (!(step.event() instanceof Value.Rec event && event.get("in") instanceof Value.Rec in)) {
      return "";
    }
    List<String> all = new ArrayList<>();
    for (Value.Field field : in.fields()) {
      all.add(brief(field));
    }
    return "(" + String.join(", ", all) + ")";
  }

  /** An argument in few words: of a message only what kind it is, and its number. */
  private static String brief(Value.Field field) {
    if (field.value() instanceof Value.Rec message && message.get("type") != null) {
      StringBuilder words = new StringBuilder(plain(message.get("type")));
      for (String number : List.of("psn", "cack", "code")) {
        if (message.get(number) != null) {
          words.append(' ').append(number).append(' ').append(plain(message.get(number)));
        }
      }
      return words.toString();
    }
    String value = plain(field.value());
    return field.name() + " " + (value.length() > BRIEF ? "…" : value);
  }

  private static String plain(Value value) {
    return value.toString().replace("\"", "").replace(";", ",");
  }
}
