package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.model.validate.Compared;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Step;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The runs of the system that {@code verify} has judged: each must be a behaviour to its end. */
class LogCoverageTest {
  private static final Accepted ACCEPTED = new Accepted(1, 1, Set.of(), new TreeMap<>());

  private static Judged judged(LogVerdict verdict, Optional<Unjudged> rest) {
    Value event = Value.rec(Value.field("do", Value.of("Learn")));
    Step step = new Step(12, 0, "host-0", "Learn", false, event);
    return new Judged(
        "Rccc",
        new Behaviour("host-0", Map.of(), List.of(step), 1, rest),
        verdict,
        new Compared(0, 0, new TreeSet<>(), new TreeSet<>(), new TreeSet<>()));
  }

  @Test
  void aRunThatIsAcceptedToItsEndIsNoProblem() {
    assertThat(LogCoverage.problem("incast", judged(ACCEPTED, Optional.empty()))).isEmpty();
  }

  @Test
  void aRunThatIsJudgedInPartIsAProblem() {
    Optional<Unjudged> rest = Optional.of(new Unjudged(13, 2, "it tells no size"));
    assertThat(LogCoverage.problem("incast", judged(ACCEPTED, rest)))
        .as("accepted up to event 12 of 14")
        .contains("incast, Rccc: not judged from event 13: it tells no size");
  }

  @Test
  void aRunThatIsRejectedOrNotDecidedIsAProblem() {
    Rejected rejected = new Rejected(0, "", 1, Map.of(), Optional.empty(), List.of());
    assertThat(LogCoverage.problem("incast", judged(rejected, Optional.empty())))
        .contains("incast, Rccc: rejected at event 12");
    Undecided undecided = new Undecided(0, "a number is too wide");
    assertThat(LogCoverage.problem("incast", judged(undecided, Optional.empty())))
        .contains("incast, Rccc: not judged: a number is too wide");
  }
}
