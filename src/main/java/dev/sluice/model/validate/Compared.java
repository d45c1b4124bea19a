package dev.sluice.model.validate;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How much of a specification a log has told, as far as it was judged.
 *
 * @param compared how many values of variables the log told and the judge compared
 * @param values how many there would have been, had each event told all that its host knows
 * @param untold variables that no event told
 * @param unseen actions of which there was no event
 * @param missing those of the untold variables that some event should have told
 */
public record Compared(
    long compared,
    long values,
    SortedSet<String> untold,
    SortedSet<String> unseen,
    SortedSet<String> missing) {
  public Compared {
    untold = Collections.unmodifiableSortedSet(new TreeSet<>(untold));
    unseen = Collections.unmodifiableSortedSet(new TreeSet<>(unseen));
    missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
  }

  /** That of several behaviours of one specification; of none, nothing. */
  public static Compared of(Collection<Judged> behaviours) {
    long compared = 0;
    long values = 0;
    SortedSet<String> untold = null;
    SortedSet<String> unseen = null;
    SortedSet<String> missing = new TreeSet<>();
    for (Judged each : behaviours) {
      Compared one = each.coverage();
      compared += one.compared;
      values += one.values;
      untold = common(untold, one.untold);
      unseen = common(unseen, one.unseen);
      missing.addAll(one.missing);
    }
    untold = untold == null ? new TreeSet<>() : untold;
    unseen = unseen == null ? new TreeSet<>() : unseen;
    missing.retainAll(untold);
    return new Compared(compared, values, untold, unseen, missing);
  }

  private static SortedSet<String> common(SortedSet<String> so, SortedSet<String> one) {
    SortedSet<String> both = new TreeSet<>(one);
    if (so != null) {
      both.retainAll(so);
    }
    return both;
  }

  /** Whether nothing was compared, though there was something to compare. */
  public boolean isNothing() {
    return compared == 0 && values > 0;
  }

  /** How many of a hundred values were compared, rounded down; 100 where there are none. */
  public int percent() {
    return values == 0 ? 100 : (int) (compared * 100 / values);
  }
}
