package dev.sluice.requirement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an id is spelt: a family and a number, {@code RCCC-5}; conflicts and defects of the public
 * material have a letter and a number, {@code X16}, {@code D14}.
 */
final class Ids {
  private Ids() {}

  private static final String ID =
      "(?:RTT|CCC|NSCC|PDC|RCCC|LDCP|RCM|HPCC|UET|FIND)-[0-9]+|[XD][1-9][0-9]?";

  /** An id standing alone: neither part of a longer word or number, nor of another id. */
  private static final Pattern IN_TEXT =
      Pattern.compile("(?<![A-Za-z0-9_.\\\\-])(?:" + ID + ")(?![A-Za-z0-9_])");

  private static final Pattern WHOLE = Pattern.compile(ID);

  private static final Pattern BETWEEN_RANGE_ENDS =
      Pattern.compile("\\s*(?:\\.\\.\\.?|…|–|—|-|to|through|until)\\s*");

  static boolean looksLikeOne(String text) {
    return WHOLE.matcher(text).matches();
  }

  /** An id found in running text; {@code opensRange} if a range to another id starts there. */
  record Found(String id, boolean opensRange) {}

  /** The ids that stand in a text, in order. */
  static List<Found> in(String text) {
    List<Found> found = new ArrayList<>();
    Matcher matcher = IN_TEXT.matcher(text);
    String last = null;
    int lastEnd = 0;
    while (matcher.find()) {
      if (last != null) {
        boolean range =
            BETWEEN_RANGE_ENDS.matcher(text.substring(lastEnd, matcher.start())).matches()
                && prefix(last).equals(prefix(matcher.group()));
        found.add(new Found(last, range));
      }
      last = matcher.group();
      lastEnd = matcher.end();
    }
    if (last != null) {
      found.add(
          new Found(last, text.substring(lastEnd).matches("(?s)(?:\\.\\.\\.?|…|–)\\s*[0-9].*")));
    }
    return found;
  }

  /** The part before the number, with the hyphen where there is one. */
  static String prefix(String id) {
    return id.replaceFirst("[0-9]+$", "");
  }

  /** The number; −1 where there is none. */
  static int number(String id) {
    String digits = id.substring(prefix(id).length());
    return digits.isEmpty() || digits.length() > 6 ? -1 : Integer.parseInt(digits);
  }

  /** Of the names known, the one fewest edits away; the first of them where several are. */
  static String nearest(String name, Collection<String> known) {
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(name.toUpperCase(Locale.ROOT), candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
