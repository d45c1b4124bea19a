package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.requirement.Coverage;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run does not show, said as plainly as what it shows: bounds, lanes left out, models that
 * no kernel replays, rows of the catalogue that nothing checks.
 */
final class NotShown {
  private NotShown() {}

  /**
   * The points, a sentence each.
   *
   * @param results what was run
   * @param table every model there is
   * @param coverage the catalogue's rows, or {@code null} where they could not be read
   */
  static List<String> points(List<Done> results, List<Model> table, Coverage coverage) {
    List<String> points = new ArrayList<>();
    points.add(
        "Models are finite: what holds below holds for the constants stated there, and for no"
            + " others.");
    for (Done done : results) {
      if (done.result().states() >= 0) {
        points.add(done.model().id() + ": shown only for " + constants(done) + ".");
      }
    }
    for (Done done : results) {
      if (done.result().states() >= 0 && !done.model().whyNotReplayed().isEmpty()) {
        points.add(
            done.model().id() + ": no kernel replays it: " + done.model().whyNotReplayed() + ".");
      }
    }
    undecided(results, points);
    leftOut(results, table, points);
    if (coverage == null) {
      points.add("It is not known which requirements are open.");
    } else {
      coverage.lines().stream()
          .filter(Coverage.Line::open)
          .forEach(
              line ->
                  points.add(line.row().id() + ": nothing checks it yet: " + line.row().title()));
      coverage.lines().stream()
          .filter(line -> line.state() == Coverage.State.CITED)
          .forEach(
              line ->
                  points.add(
                      line.row().id()
                          + ": no planted deviation is known to turn what checks it red: "
                          + line.row().title()));
    }
    return points;
  }

  private static String constants(Done done) {
    Map<String, Value> constants = done.result().constants();
    List<String> all = new ArrayList<>();
    constants.forEach((name, value) -> all.add(name + " = " + value));
    return all.isEmpty() ? "its own definitions; it has no constants" : String.join(", ", all);
  }

  private static void undecided(List<Done> results, List<String> points) {
    for (Done done : results) {
      if (done.status() == Status.NOT_DECIDED || done.status() == Status.INTERRUPTED) {
        points.add(done.model().id() + ": nothing is decided (" + done.result().outcome() + ").");
      }
    }
  }

  private static void leftOut(List<Done> results, List<Model> table, List<String> points) {
    List<Model> run = results.stream().map(Done::model).toList();
    Map<Lane, List<String>> left = new TreeMap<>();
    for (Model model : table) {
      if (!run.contains(model)) {
        left.computeIfAbsent(model.lane(), lane -> new ArrayList<>()).add(model.id());
      }
    }
    left.forEach(
        (lane, ids) ->
            points.add(
                "Not run, of lane "
                    + lane.key()
                    + ": "
                    + String.join(", ", ids)
                    + (lane == Lane.FULL ? "; --full runs them." : "; --all runs them.")));
  }
}
