package dev.sluice.model;

import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reasons for which TLC's answer does not decide whether a property holds: the search draws values
 * at random; or, of a temporal property, the configuration merges states or cuts off steps, or TLC
 * ignores a constant.
 */
final class Doubts {
  /** Warning about temporal properties if behaviours were drawn at random; takes their names. */
  static final String DRAWN =
      "PROPERTY %s: in a behaviour drawn at random TLC finds a violation only if it returns to a"
          + " state of its own; check temporal properties without --simulate";

  private final TlcConfig config;
  private final TlcRun run;

  Doubts(TlcConfig config, TlcRun run) {
    this.config = config;
    this.run = run;
  }

  /**
   * Returns the reason for which properties may be false although TLC found no violation; empty if
   * there is none.
   *
   * @param transitions those that are part of the graph that was searched
   */
  Optional<String> ofHolding(long transitions) {
    if (!run.drawn().isEmpty()) {
      return Optional.of(
          "no violation was found, but TLC draws values at random by "
              + String.join(", ", run.drawn())
              + " and searches only the drawn ones; to search all of them, let the variable range"
              + " over the whole set, as in x' \\in S");
    }
    if (!run.liveness()) {
      return Optional.empty();
    }
    if (config.merges()) {
      return undecided(
          "under " + merging() + " TLC may miss violations; check it without " + merging());
    }
    long steps = run.generated() - run.initials();
    if (!config.cuts() || run.initials() >= 0 && steps == transitions) {
      return Optional.empty(); // a constraint that cuts off nothing changes nothing
    }
    return undecided(
        cutting()
            + " cut off "
            + (run.initials() < 0
                ? "states"
                : String.format(Locale.ROOT, "%,d of %,d steps", steps - transitions, steps))
            + ", and a behaviour that takes one is not searched; bound the model by guards of its"
            + " actions, or check the property without "
            + cutting());
  }

  /** Returns the reason for which a behaviour that TLC shows may not be one; empty if none. */
  Optional<String> ofViolation(Kind kind) {
    if (kind == Kind.LIVENESS && run.ignoredConstant()) {
      return undecided(
          "this TLC ignores constants in temporal properties, such as FALSE ~> P and <>TRUE, so that"
              + " the behaviour that it shows may satisfy the property"
              + " (https://github.com/tlaplus/tlaplus/issues/604); leave the constant out, or name a"
              + " tla2tools.jar from v1.8.0 on with --tla2tools");
    }
    if (kind == Kind.LIVENESS && !run.drawn().isEmpty()) {
      return undecided(
          "TLC draws values at random by "
              + String.join(", ", run.drawn())
              + ", so that an action that fairness asks for may be missing from the steps that it"
              + " has searched; let the variable range over the whole set, as in x' \\in S");
    }
    return kind == Kind.LIVENESS && config.merges()
        ? undecided(
            "under "
                + merging()
                + " the behaviour that TLC shows may have a step that the specification does not"
                + " have, or be one that its fairness rules out; check the property without "
                + merging())
        : Optional.empty();
  }

  private Optional<String> undecided(String because) {
    return Optional.of(
        "PROPERTY " + String.join(", ", config.properties()) + " is not decided: " + because);
  }

  private String merging() {
    return among("SYMMETRY", "VIEW");
  }

  private String cutting() {
    return among("CONSTRAINT", "ACTION_CONSTRAINT");
  }

  private String among(String... keywords) {
    List<String> used = new ArrayList<>(List.of(keywords));
    used.retainAll(config.reductions());
    return String.join(" and ", used);
  }
}
