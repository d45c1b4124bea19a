package dev.sluice.requirement;

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
}
