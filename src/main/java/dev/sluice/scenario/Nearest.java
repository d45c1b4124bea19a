package dev.sluice.scenario;

import dev.sluice.requirement.EditDistance;
import java.util.Collection;
import java.util.Locale;

/** The word that was probably meant. */
final class Nearest {
  private Nearest() {}

  /** The candidate with the fewest letters to change, or {@code ""} if all are far off. */
  static String of(String typed, Collection<String> candidates) {
    String best = "";
    int least = Math.max(2, typed.length() / 3) + 1;
    for (String candidate : candidates) {
      String wanted = typed.toLowerCase(Locale.ROOT);
      String known = candidate.toLowerCase(Locale.ROOT);
      boolean isBeginning = wanted.length() > 1 && known.startsWith(wanted);
      int distance = isBeginning ? 1 : EditDistance.between(wanted, known);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }
}
