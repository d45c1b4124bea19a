package dev.sluice.model.tlc;

import dev.sluice.trace.Counterexample;
import java.util.List;

/** What became of one run of TLC. */
public sealed interface Verdict {

  /** The whole reachable state space was searched, and everything asked for holds. */
  record Holds() implements Verdict {}

  /**
   * Something does not hold.
   *
   * @param kind what kind of thing
   * @param property its name; where TLC does not say, the only one it can be, or {@code ""}
   * @param sentence the same as a sentence
   * @param counterexample the behaviour that shows it; without steps for an assumption
   * @param further the other violations, of TLC's flag {@code -continue}
   */
  record Violated(
      Kind kind,
      String property,
      String sentence,
      Counterexample counterexample,
      List<Violated> further)
      implements Verdict {
    public Violated {
      further = List.copyOf(further);
    }

    /** A single violation. */
    public Violated(Kind kind, String property, String sentence, Counterexample counterexample) {
      this(kind, property, sentence, counterexample, List.of());
    }

    /** Returns this violation as the first of several. */
    Violated with(List<Violated> others) {
      return new Violated(kind, property, sentence, counterexample, others);
    }

    /** Returns this violation with the number of times that TLC reports it. */
    Violated times(long times) {
      return times == 1
          ? this
          : new Violated(
              kind,
              property,
              sentence + "; TLC reports it " + times + " times",
              counterexample,
              further);
    }
  }

  /**
   * The specification or its configuration cannot be checked as it stands.
   *
   * @param what one sentence
   * @param details TLC's own words, with file, line and column where it gives them
   * @param behaviour the behaviour at whose end it could not be evaluated; without steps where it
   *     did not come so far
   */
  record BadInput(String what, List<String> details, Counterexample behaviour) implements Verdict {
    public BadInput {
      details = List.copyOf(details);
    }
  }

  /**
   * The search was ended because it had found as many states as it might, and nothing wrong.
   *
   * @param states how many it might find
   */
  record Spent(long states) implements Verdict {}

  /**
   * The run ended before its end: time, memory, disk, a signal, or a crash of TLC itself.
   *
   * @param why one sentence: what ran out, and what to do next
   * @param broken whether the machine is to blame, so that the same run comes to something else
   *     where that is in order
   */
  record NotDecided(String why, boolean broken) implements Verdict {}

  /** Kinds of things that can be violated. */
  enum Kind {
    INVARIANT("invariant"),
    ACTION_PROPERTY("action property"),
    LIVENESS("temporal property"),
    DEADLOCK("deadlock"),
    ASSERTION("assertion"),
    ASSUMPTION("assumption"),
    POSTCONDITION("postcondition");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The kind in words, as a report prints it. */
    public String words() {
      return words;
    }
  }
}
