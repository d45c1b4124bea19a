package dev.sluice.scenario;

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
      int distance = isBeginning ? 1 : distance(wanted, known);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
