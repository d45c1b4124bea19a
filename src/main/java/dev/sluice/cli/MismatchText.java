package dev.sluice.cli;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.replay.Mismatch;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;

/** One place where model and kernels part, told so that it can be understood without a debugger. */
final class MismatchText {
  /** The most steps of a life that are shown: its last ones. */
  private static final int MOST_STEPS = 40;

  private MismatchText() {}

  /** The lines. */
  static List<String> lines(Mismatch mismatch) {
    List<String> lines = new ArrayList<>();
    String action = mismatch.action() == null ? "the initial state" : action(mismatch.action());
    lines.add("Model and kernels part at " + action + ": " + what(mismatch));
    if (!mismatch.because().isEmpty()) {
      lines.add("  reason         " + mismatch.because());
    }
    lines.add(
        "  requirements   "
            + (mismatch.requirements().isEmpty()
                ? "none cited on the kernel's method"
                : String.join(", ", mismatch.requirements())));
    if (mismatch.action() != null) {
      lines.add(
          (mismatch.alive() ? "  one life       " : "  shortest path  ")
              + (mismatch.path().isEmpty()
                  ? "(none: in the initial state)"
                  : Words.some(mismatch.path().size(), "step", "steps")));
      if (mismatch.alive()) {
        lines.add("    (copies of the kernels that came here along a shortest path do it right)");
      }
      int number = mismatch.alive() ? Math.max(0, mismatch.path().size() - MOST_STEPS) : 0;
      if (number > 0) {
        lines.add("    … " + Words.some(number, "step", "steps") + " before, see --json");
      }
      for (ActionInstance step : mismatch.path().subList(number, mismatch.path().size())) {
        lines.add("    " + ++number + "  " + action(step));
      }
      lines.add("    then  " + action);
    }
    states(mismatch, lines);
    return lines;
  }

  private static void states(Mismatch mismatch, List<String> lines) {
    if (!mismatch.before().isEmpty()) {
      lines.add("  state before");
      for (int i = 0; i < mismatch.variables().size(); i++) {
        lines.add("    " + mismatch.variables().get(i) + " = " + mismatch.before().get(i));
      }
    }
    boolean both = !mismatch.expected().isEmpty() && !mismatch.reached().isEmpty();
    if (both) {
      lines.add(
          "  state after    differs in "
              + (mismatch.differing().isEmpty()
                  ? "nothing that is shown"
                  : String.join(", ", mismatch.differing())));
      for (int i = 0; i < mismatch.variables().size(); i++) {
        String name = mismatch.variables().get(i);
        if (mismatch.differing().contains(name)) {
          lines.add("  * " + name + " = " + mismatch.expected().get(i) + "   in the model");
          String space = " ".repeat(name.length());
          lines.add("    " + space + " = " + mismatch.reached().get(i) + "   in the kernels");
        } else {
          lines.add("    " + name + " = " + mismatch.expected().get(i));
        }
      }
      return;
    }
    after("the model's state after", mismatch, mismatch.expected(), lines);
    if (mismatch.kind() != Mismatch.Kind.TWO_SUCCESSORS) {
      after("the kernels' state after", mismatch, mismatch.reached(), lines);
    }
  }

  private static void after(
      String head, Mismatch mismatch, List<Value> values, List<String> lines) {
    if (values.isEmpty()) {
      lines.add("  " + head + ": none");
      return;
    }
    lines.add("  " + head);
    for (int i = 0; i < mismatch.variables().size(); i++) {
      boolean changed =
          !mismatch.before().isEmpty() && !mismatch.before().get(i).equals(values.get(i));
      lines.add((changed ? "  * " : "    ") + mismatch.variables().get(i) + " = " + values.get(i));
    }
  }

  private static String what(Mismatch mismatch) {
    return switch (mismatch.kind()) {
      case INITIAL_STATE -> "the kernels do not start where the model starts";
      case REFUSED -> "the model takes it, the kernel refuses it";
      case ABSENT -> "the model takes it, and the network's twin has nothing of the kind";
      case TAKEN -> "the model does not allow it, the kernel takes it";
      case THREW -> "the kernel neither takes nor refuses it, but fails";
      case OTHER_STATE -> "both take it, and arrive at different states";
      case OTHER_MESSAGES -> "both arrive at one state, and the messages are others";
      case BROKEN -> "both arrive at one state, but what the kernels keep beside it is wrong";
      case REFUSED_BUT_CHANGED -> "the kernel refuses it, and yet something has changed";
      case TWO_SUCCESSORS -> "the model has two successors for it: a choice hides in the action";
    };
  }

  /** An action instance as TLA+ writes it. */
  static String action(ActionInstance action) {
    return action.arguments().isEmpty()
        ? action.name()
        : action.name()
            + "("
            + String.join(", ", action.arguments().stream().map(Value::toString).toList())
            + ")";
  }
}
