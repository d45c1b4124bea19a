package dev.sluice.cli;

import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Counterexample.End;
import dev.sluice.trace.Counterexample.Step;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A behaviour as a table: each step's action, and what it changes. The first state is whole.
 *
 * <p>A long action has its line alone, and a long change goes on in the next, so that the table
 * stays within {@value #WIDTH} columns wherever it is printed.
 */
final class CounterexampleText {
  private static final int WIDTH = 118;
  private static final int WIDEST_ACTION = 22;
  private static final int NUMBERS = 6;

  private final List<String> lines = new ArrayList<>();
  private final int actions;

  private CounterexampleText(int actions) {
    this.actions = actions;
  }

  /** The lines of the table. */
  static List<String> lines(Counterexample counterexample) {
    int actions =
        counterexample.steps().stream()
            .map(CounterexampleText::action)
            .mapToInt(String::length)
            .filter(length -> length <= WIDEST_ACTION)
            .max()
            .orElse(0);
    CounterexampleText table = new CounterexampleText(Math.max(actions, "(nothing)".length()));
    table.row("step", "action", List.of("what changes"));
    Map<String, Value> before = Map.of();
    int number = 0;
    for (Step step : counterexample.steps()) {
      number++;
      String mark =
          counterexample.end() == End.LOOP && counterexample.backTo() == number ? "> " : "";
      table.row(mark + number, action(step), changes(before, step.state(), number == 1));
      before = step.state();
    }
    switch (counterexample.end()) {
      case STUTTERING -> table.row("...", "(nothing)", List.of("stays like this for ever"));
      case LOOP ->
          table.row(
              "...",
              "(again)",
              List.of("back to step " + counterexample.backTo() + ", and round for ever"));
      default -> {}
    }
    table.lines.add(1, "-".repeat(table.lines.stream().mapToInt(String::length).max().orElse(0)));
    return table.lines;
  }

  private void row(String number, String action, List<String> changes) {
    String left = " ".repeat(Math.max(0, NUMBERS - 2 - number.length())) + number + "  " + action;
    int column = NUMBERS + actions + 2;
    if (left.length() > column - 2) {
      lines.add(left);
      left = "";
    }
    for (String change : changes) {
      for (String part : broken(change, WIDTH - column)) {
        lines.add(left + " ".repeat(column - left.length()) + part);
        left = "";
      }
    }
  }

  /** A text in pieces of at most this length where it has spaces, all but the first set in. */
  static List<String> broken(String text, int room) {
    List<String> pieces = new ArrayList<>();
    String rest = text;
    String indent = "";
    while (indent.length() + rest.length() > room) {
      int cut = rest.lastIndexOf(", ", room - indent.length() - 1) + 1;
      if (cut < room / 2) {
        cut = rest.lastIndexOf(' ', room - indent.length());
      }
      if (cut <= 0) {
        cut = rest.indexOf(' ');
      }
      if (cut <= 0) {
        break;
      }
      pieces.add(indent + rest.substring(0, cut).stripTrailing());
      rest = rest.substring(cut).stripLeading();
      indent = "    ";
    }
    pieces.add(indent + rest);
    return pieces;
  }

  private static List<String> changes(
      Map<String, Value> before, Map<String, Value> after, boolean first) {
    List<String> lines = new ArrayList<>();
    after.forEach(
        (name, value) -> {
          if (before.containsKey(name)) {
            lines.addAll(ValueChanges.between(name, before.get(name), value));
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
