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
      "(?:RTT|CCC|NSCC|PDC|RCCC|RC|PFC|LDCP|RCM|HPCC|UET|FIND)-[0-9]+|[XD][1-9][0-9]?";

  /** An id standing alone: neither part of a longer word or number, nor of another id. */
  private static final Pattern IN_TEXT =
      Pattern.compile("(?<![A-Za-z0-9_.\\\\-])(?:" + ID + ")(?![A-Za-z0-9_]|\\.[0-9])");

  private static final Pattern WHOLE = Pattern.compile(ID);

  /** What makes a range of two ids, {@code RCCC-1 … RCCC-9}; the second may be a mere number. */
  private static final Pattern RANGE_END =
      Pattern.compile("\\s*(?:\\.\\.\\.?|…|–)\\s*((?:[A-Z]+-)?[0-9]+|[XD][0-9]+)(?![A-Za-z0-9_])");

  static boolean looksLikeOne(String text) {
    return WHOLE.matcher(text).matches();
  }

  /**
   * An id found in running text.
   *
   * @param id the id
   * @param last the number at which a range that begins here ends; −1 if none begins
   */
  record Found(String id, int last) {
    boolean opensRange() {
      return last >= 0;
    }

    /** The ids of the range; the one id if none begins here. */
    List<String> written() {
      List<String> ids = new ArrayList<>();
      for (int n = number(id); n <= Math.max(last, number(id)); n++) {
        ids.add(prefix(id) + n);
      }
      return ids;
    }
  }

  /** The ids that stand in a text, in order. */
  static List<Found> in(String text) {
    if (!hasDigit(text)) {
      return List.of(); // most lines; an id has a number
    }
    List<Found> found = new ArrayList<>();
    Matcher matcher = IN_TEXT.matcher(text);
    while (matcher.find()) {
      String id = matcher.group();
      Matcher end = RANGE_END.matcher(text).region(matcher.end(), text.length());
      boolean range =
          end.lookingAt()
              && (prefix(end.group(1)).isEmpty() || prefix(end.group(1)).equals(prefix(id)));
      found.add(new Found(id, range ? number(end.group(1)) : -1));
    }
    return found;
  }

  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
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

  /**
   * The known name that is fewest edits away; among several one that begins alike, and then the
   * first.
   */
  static String nearest(String name, Collection<String> known) {
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      String upper = name.toUpperCase(Locale.ROOT);
      int distance =
          2 * EditDistance.between(upper, candidate)
              + (prefix(upper).equals(prefix(candidate)) ? 0 : 1);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }
}
