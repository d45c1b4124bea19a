package dev.sluice.requirement;

import java.util.Collection;
import java.util.Locale;

/**
 * How far one word is from another. It stands in this room because every room that guesses what was
 * meant may import it; what counts as near, each decides for itself.
 */
public final class EditDistance {
  private EditDistance() {}

  /** How many letters must be put in, left out, or replaced; upper and lower case differ. */
  public static int between(String from, String to) {
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

  /**
   * The candidate that was probably meant, or {@code ""}: the fewest letters apart, and of several
   * the one that begins most alike. One of which no letter is the same was not meant.
   */
  public static String nearest(String typed, Collection<String> candidates) {
    String best = "";
    String wanted = typed.toLowerCase(Locale.ROOT);
    int least = Math.min(Math.max(3, typed.length() / 3), Math.max(1, typed.length() - 1)) + 1;
    int alike = 0;
    for (String candidate : candidates) {
      String known = candidate.toLowerCase(Locale.ROOT);
      int distance = between(wanted, known);
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
