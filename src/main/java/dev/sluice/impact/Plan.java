package dev.sluice.impact;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Choice of checks that fit into a time.
 *
 * <p>The nearest come first, and of these the quickest. A check that does not fit is left out, and
 * a later one that fits is taken.
 *
 * @param chosen checks to run, in this order
 * @param leftOut checks that do not fit
 */
public record Plan(List<Candidate> chosen, List<Candidate> leftOut) {
  public Plan {
    chosen = List.copyOf(chosen);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Chooses among some checks that run one after another.
   *
   * @param seconds the available time
   */
  public static Plan fit(List<Candidate> candidates, double seconds) {
    List<Candidate> inOrder = new ArrayList<>(candidates);
    inOrder.sort(
        Comparator.comparingInt(Candidate::distance).thenComparingDouble(Candidate::seconds));
    List<Candidate> chosen = new ArrayList<>();
    List<Candidate> leftOut = new ArrayList<>();
    double left = seconds;
    for (Candidate each : inOrder) {
      if (each.seconds() <= left) {
        chosen.add(each);
        left -= each.seconds();
      } else {
        leftOut.add(each);
      }
    }
    return new Plan(chosen, leftOut);
  }
}
