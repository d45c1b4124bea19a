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

  /** Returns a duration for an estimate: "about 40 s", "about 3 min". */
  static String about(long nanos) {
    long seconds = Math.round(nanos / 1e9);
    if (seconds >= 90) {
      return "about " + Math.round(seconds / 60.0) + " min";
    }
    long rounded = seconds <= 10 ? Math.max(1, seconds) : (seconds + 4) / 5 * 5;
    return "about " + rounded + " s";
  }

  /** A count with its noun. */
  static String some(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /** The candidate that was probably meant, or {@code ""}. */
  static String nearest(String typed, Collection<String> candidates) {
    return EditDistance.nearest(typed, candidates);
  }
}
