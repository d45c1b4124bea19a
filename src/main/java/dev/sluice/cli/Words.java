package dev.sluice.cli;

import dev.sluice.requirement.EditDistance;
import java.util.Collection;
import java.util.Locale;

/** Numbers and names, as all commands print them: the same in every locale. */
final class Words {
  private Words() {}

  /** A count with its thousands set apart. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A duration in seconds, to a tenth. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
  }

  /** A count with its noun. */
  static String some(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /**
   * The candidate that was probably meant, or {@code ""}: the fewest letters apart, and of several
   * the one that begins most alike.
   */
  static String nearest(String typed, Collection<String> candidates) {
    String best = "";
    String wanted = typed.toLowerCase(Locale.ROOT);
    int least = Math.max(3, typed.length() / 3) + 1;
    int alike = 0;
    for (String candidate : candidates) {
      String known = candidate.toLowerCase(Locale.ROOT);
      int distance = EditDistance.between(wanted, known);
      int begins = begins(wanted, known);
      if (distance < least || distance == least && begins > alike && !best.isEmpty()) {
        least = distance;
        alike = begins;
        best = candidate;
      }
    }
    return best;
  }

  private static int begins(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return same;
  }
}
