package dev.sluice.model.validate;

import java.util.Comparator;

/** How names are sorted: as text, but for numbers in them. */
final class NameOrder {
  /** {@code host-2/1} comes before {@code host-10/1}. */
  static final Comparator<String> IN_ORDER = NameOrder::compare;

  private NameOrder() {}

  private static int compare(String left, String right) {
    int i = 0;
    int j = 0;
    while (i < left.length() && j < right.length()) {
      int iEnd = digits(left, i);
      int jEnd = digits(right, j);
      int order;
      if (iEnd > i && jEnd > j) {
        String mine = left.substring(i, iEnd).replaceFirst("^0+(?=.)", "");
        String its = right.substring(j, jEnd).replaceFirst("^0+(?=.)", "");
        order = mine.length() - its.length();
        order = order != 0 ? order : mine.compareTo(its);
      } else {
        iEnd = i + 1;
        jEnd = j + 1;
        order = left.charAt(i) - right.charAt(j);
      }
      if (order != 0) {
        return order;
      }
      i = iEnd;
      j = jEnd;
    }
    int rest = left.length() - i - (right.length() - j);
    return rest != 0 ? rest : left.compareTo(right);
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }
}
