package dev.sluice.requirement;

import java.util.Comparator;

/**
 * One place that cites a row.
 *
 * @param id the row cited
 * @param kind what it is that cites
 * @param name what it is called: {@code CreditConservation!Learn}, {@code CreditSpender.learn},
 *     {@code PdcHandshake/find_1_ghost}
 * @param place where it stands
 * @param lacking why it is no check although its kind could be one; empty where it is, or where its
 *     kind never is
 */
public record Citation(String id, Kind kind, String name, Place place, String lacking)
    implements Comparable<Citation> {
  private static final Comparator<Citation> ORDER =
      Comparator.comparing(Citation::kind)
          .thenComparing(Citation::place)
          .thenComparing(Citation::name)
          .thenComparing(Citation::id);

  /** What cites, in the order in which it is shown. */
  public enum Kind {
    /** A TLA+ state predicate; a check once a model that must hold lists it. */
    INVARIANT(true),
    /** A TLA+ temporal formula; a check once a model that must hold lists it. */
    PROPERTY(true),
    /** A TLA+ action; a check once a model of its module is replayed. */
    ACTION(true),
    /** A Java kernel. It is what is checked, so it is no check itself. */
    KERNEL(false),
    /** A Java test; always a check. */
    TEST(true),
    /** A model or control whose row names a finding; always a check. */
    MODEL(true),
    /** A TLA+ predicate that is false on purpose, to show that something is reached. */
    WITNESS(false),
    /** Any other TLA+ definition. */
    OPERATOR(false),
    /** A module's header comment: what the module is about. */
    MODULE(false),
    /** Java that is neither kernel nor test. */
    CODE(false);

    private final boolean canCheck;

    Kind(boolean canCheck) {
      this.canCheck = canCheck;
    }
  }

  /** True if this place checks the row that it cites. */
  public boolean checks() {
    return kind.canCheck && lacking.isEmpty();
  }

  @Override
  public int compareTo(Citation other) {
    return ORDER.compare(this, other);
  }
}
