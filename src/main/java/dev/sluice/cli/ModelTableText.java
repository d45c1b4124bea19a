package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The table of what came of each model: what people read first, and often the only thing.
 *
 * <p>A specification's models come together, in the order of its table. Its controls take one line,
 * unless one of them was not caught, or each was asked for. A line says how many of its actions
 * fire somewhere.
 */
final class ModelTableText {
  private final Terminal terminal;
  private final boolean eachControl;
  private final boolean whole;
  private final boolean seconds;
  private boolean replays = true;
  private final NotReplayed notReplayed = new NotReplayed();

  /**
   * A printer.
   *
   * @param eachControl whether every control has a line of its own
   * @param whole whether all models of a specification are here, so that an action that none of
   *     them witnesses is a failure even where no kernel replays it
   */
  ModelTableText(Terminal terminal, boolean eachControl, boolean whole) {
    this.terminal = terminal;
    this.whole = whole;
    this.eachControl = eachControl;
    this.seconds = terminal.outIsTerminal();
  }

  /** The table, and the notes beneath it. */
  List<String> lines(List<Done> all) {
    // Kernels replay no specification of somebody else's.
    replays = !all.stream().allMatch(done -> done.model().isOwn());
    List<String> heads =
        new ArrayList<>(List.of("", "model", "outcome", ">states", ">depth", ">transitions"));
    if (replays) {
      heads.add(">replayed");
      heads.add(">alive");
    }
    if (seconds) {
      heads.add(">seconds");
    }
    TextTable table = new TextTable(heads.toArray(String[]::new));
    bySpecification(all).forEach((module, models) -> specification(table, module, models));
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(notReplayed.lines());
    return lines;
  }

  /** The results by specification, each in the order given. */
  static Map<String, List<Done>> bySpecification(List<Done> all) {
    Map<String, List<Done>> groups = new LinkedHashMap<>();
    for (Done done : all) {
      groups.computeIfAbsent(done.model().module(), module -> new ArrayList<>()).add(done);
    }
    return groups;
  }

  private void specification(TextTable table, String module, List<Done> models) {
    List<Done> controls =
        models.stream().filter(done -> done.model().lane() == Lane.CONTROL).toList();
    for (Done done : models) {
      boolean control = done.model().lane() == Lane.CONTROL;
      if (!control || eachControl || done.status() != Status.AS_EXPECTED) {
        add(table, cells(done), done.status(), done.nanos());
      }
    }
    if (controls.size() > 1 || controls.size() == 1 && !eachControl) {
      long caught = controls.stream().filter(done -> done.status() == Status.AS_EXPECTED).count();
      Status worst = worst(controls);
      add(
          table,
          cells(worst, module + " controls", caught + " of " + controls.size() + " caught"),
          worst,
          controls.stream().mapToLong(Done::nanos).sum());
    }
    Map<String, Integer> actions = actions(models);
    if (!actions.isEmpty()) {
      long fire = actions.values().stream().filter(count -> count > 0).count();
      boolean all = fire == actions.size();
      boolean replayed =
          models.stream()
              .filter(done -> done.model().lane() == Lane.TRACE)
              .anyMatch(done -> done.result().replay() != null);
      Status status = all || !whole && !replayed ? Status.AS_EXPECTED : Status.FAILED;
      add(
          table,
          cells(status, module + " actions", fire + " of " + actions.size() + " witnessed"),
          status,
          -1);
    }
  }

  private void add(TextTable table, List<String> cells, Status status, long nanos) {
    List<String> all = new ArrayList<>(replays ? cells : cells.subList(0, cells.size() - 2));
    if (seconds) {
      all.add(nanos <= 0 ? "" : Words.seconds(nanos));
    }
    table.row(all, paint(status), 0);
  }

  private UnaryOperator<String> paint(Status status) {
    return switch (status) {
      case AS_EXPECTED -> terminal::good;
      case NOT_DECIDED, INTERRUPTED -> terminal::doubtful;
      default -> terminal::bad;
    };
  }

  private static List<String> cells(Status status, String name, String outcome) {
    return List.of(mark(status), name, outcome, "", "", "", "", "");
  }

  private List<String> cells(Done done) {
    ModelResult result = done.result();
    String outcome = result.outcome();
    boolean isOne =
        !(result.verdict() instanceof Verdict.Violated violated) || violated.further().isEmpty();
    if (result.length() >= 0 && isOne) {
      outcome += " in " + Words.some(result.length(), "state", "states");
    }
    return List.of(
        mark(result.status()),
        done.model().id(),
        outcome,
        number(result.states()),
        number(result.depth()),
        number(result.transitions()),
        replayed(done),
        alive(done));
  }

  private static String number(int count) {
    return count < 0 ? "" : Words.count(count);
  }

  private String replayed(Done done) {
    if (done.result().replay() != null) {
      return Words.count(done.result().replay().replayed());
    }
    return done.model().whyNotReplayed().isEmpty() ? "" : notReplayed.cell(done.model());
  }

  /** Transitions that living kernels walked. */
  private static String alive(Done done) {
    return done.result().replay() == null ? "" : Words.count(done.result().replay().walked());
  }

  /**
   * Transitions by action name over all models of a specification. A model that begins at the
   * module of faulty twins has other actions in the place of some, which are no witnesses, nor
   * looked for.
   */
  static Map<String, Integer> actions(List<Done> models) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Done done : models) {
      boolean hasTwins = done.model().rootModule().getFileName().toString().endsWith("Faults.tla");
      if (done.result().states() >= 0 && !hasTwins) {
        done.result()
            .actionCounts()
            .forEach((name, count) -> counts.merge(name, count, Integer::sum));
      }
    }
    return counts;
  }

  /** The worst of all. */
  static Status worst(List<Done> all) {
    return all.stream().map(Done::status).reduce(Status.AS_EXPECTED, Status::or);
  }

  /** A status in one short word. */
  static String mark(Status status) {
    return switch (status) {
      case AS_EXPECTED -> "ok";
      case NOT_DECIDED -> "OPEN";
      case FAILED -> "FAIL";
      case BAD_INPUT -> "BAD";
      case INTERRUPTED -> "CUT";
      case FAULT -> "FAULT";
    };
  }
}
