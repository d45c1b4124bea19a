package dev.sluice.cli;

import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Counterexample.End;
import dev.sluice.trace.Counterexample.Step;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A behaviour as a table: each step's action, and what it changes. The first state is whole. */
final class CounterexampleText {
  private CounterexampleText() {}

  /** The lines of the table. */
  static List<String> lines(Counterexample counterexample) {
    TextTable table = new TextTable(">step", "action", "what changes");
    Map<String, Value> before = Map.of();
    int number = 0;
    for (Step step : counterexample.steps()) {
      number++;
      String mark =
          counterexample.end() == End.LOOP && counterexample.backTo() == number ? "> " : "";
      rows(table, mark + number, action(step), changes(before, step.state(), number == 1));
      before = step.state();
    }
    switch (counterexample.end()) {
      case STUTTERING -> rows(table, "...", "(nothing)", List.of("stays like this for ever"));
      case LOOP ->
          rows(
              table,
              "...",
              "(again)",
              List.of("back to step " + counterexample.backTo() + ", and round for ever"));
      default -> {}
    }
    return table.lines();
  }

  private static void rows(TextTable table, String number, String action, List<String> changes) {
    table.row(List.of(number, action, changes.get(0)));
    changes.stream().skip(1).forEach(change -> table.row(List.of("", "", change)));
  }

  private static List<String> changes(
      Map<String, Value> before, Map<String, Value> after, boolean first) {
    List<String> lines = new ArrayList<>();
    after.forEach(
        (name, value) -> {
          if (before.containsKey(name)) {
            lines.addAll(Changes.between(name, before.get(name), value));
          } else {
            lines.add(name + " = " + value);
          }
        });
    if (lines.isEmpty()) {
      lines.add(first ? "(the state could not be read)" : "(nothing)");
    }
    return lines;
  }

  /** An action as TLA+ writes it: {@code Learn("a", 2)}. */
  static String action(Step step) {
    if (step.arguments().isEmpty()) {
      return step.action();
    }
    StringBuilder text = new StringBuilder(step.action());
    String between = "(";
    for (Value.Field argument : step.arguments()) {
      text.append(between).append(argument.value());
      between = ", ";
    }
    return text.append(')').toString();
  }
}
