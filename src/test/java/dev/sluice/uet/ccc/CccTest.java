package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.Ccc.Params;
import dev.sluice.uet.ccc.Ccc.Phase;
import dev.sluice.uet.ccc.Ccc.State;
import org.junit.jupiter.api.Test;

/** One context's life, with the figures of the published example: 100 Gb/s, 6.0 µs. */
class CccTest {
  private static final long HUNDRED_GBPS = 100_000_000_000L;
  private static final Params PARAMS =
      new Params(0, 6_000_000, 3, 2, 75_000, InitialLimit.BDP, true);
  private static final Flow FLOW = new Flow(0, 1, 0);

  private static State configured(State state) {
    return accepted(Ccc.configure(state, PARAMS, HUNDRED_GBPS, HUNDRED_GBPS));
  }

  private static State bound(State state) {
    return accepted(Ccc.bind(state, PARAMS));
  }

  private static State ready() {
    return accepted(Ccc.makeReady(bound(configured(State.idle(FLOW)))));
  }

  private static State accepted(Outcome<State> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return outcome.next();
  }

  private static void refused(Outcome<State> outcome, State given) {
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(outcome.next()).isSameAs(given);
  }

  @Test
  @Requirement("CCC-3")
  void aNewContextIsIdleWithoutWindowOrLimit() {
    assertThat(State.idle(FLOW)).isEqualTo(new State(Phase.IDLE, FLOW, 0, 0, 0, 0));
  }

  @Test
  @Requirement({"CCC-4", "NSCC-2", "NSCC-3"})
  void itIsConfiguredWithOneBdpAndOneAndAHalf() {
    State state = configured(State.idle(FLOW));
    assertThat(state.cwnd()).isEqualTo(75_000);
    assertThat(state.maxWnd()).isEqualTo(112_500);
  }

  @Test
  @Requirement("NSCC-3")
  void aSmallerFirstWindowIsTakenAndOneAboveTheLimitIsRefused() {
    State idle = State.idle(FLOW);
    assertThat(first(10_000, InitialLimit.BDP)).isEqualTo(10_000);
    assertThat(first(75_000, InitialLimit.BDP)).isEqualTo(75_000);
    assertThat(first(0, InitialLimit.BDP)).isEqualTo(75_000);
    refused(configure(idle, 75_001, InitialLimit.BDP), idle);
    assertThat(first(75_001, InitialLimit.MAX_WND)).isEqualTo(75_001);
    assertThat(first(112_500, InitialLimit.MAX_WND)).isEqualTo(112_500);
    assertThat(first(0, InitialLimit.MAX_WND)).isEqualTo(112_500);
    refused(configure(idle, 112_501, InitialLimit.MAX_WND), idle);
  }

  private static Outcome<State> configure(State idle, long initialCwnd, InitialLimit limit) {
    Params params = new Params(0, 6_000_000, 3, 2, initialCwnd, limit, true);
    return Ccc.configure(idle, params, HUNDRED_GBPS, HUNDRED_GBPS);
  }

  private static long first(long initialCwnd, InitialLimit limit) {
    return accepted(configure(State.idle(FLOW), initialCwnd, limit)).cwnd();
  }

  @Test
  @Requirement({"CCC-4", "CCC-5"})
  void configuredAndBoundInEitherOrderThenReady() {
    State one = accepted(Ccc.makeReady(bound(configured(State.idle(FLOW)))));
    State other = accepted(Ccc.makeReady(configured(bound(State.idle(FLOW)))));
    assertThat(one).isEqualTo(other);
    assertThat(one.phase()).isEqualTo(Phase.READY);
  }

  @Test
  @Requirement("CCC-4")
  void boundAfterConfiguredOnlyWhereThatIsTheOrder() {
    Params strict = new Params(0, 6_000_000, 3, 2, 75_000, InitialLimit.BDP, false);
    State idle = State.idle(FLOW);
    refused(Ccc.bind(idle, strict), idle);
    State configured = configured(State.idle(FLOW));
    assertThat(Ccc.bind(configured, strict)).isInstanceOf(Outcome.Accepted.class);
  }

  @Test
  @Requirement("CCC-5")
  void notReadyWithoutBoth() {
    State configured = configured(State.idle(FLOW));
    State bound = bound(State.idle(FLOW));
    refused(Ccc.makeReady(configured), configured);
    refused(Ccc.makeReady(bound), bound);
    State ready = ready();
    refused(Ccc.makeReady(ready), ready);
  }

  @Test
  @Requirement("CCC-6")
  void noDataBeforeReady() {
    State almost = bound(configured(State.idle(FLOW)));
    refused(Ccc.send(almost, 1), almost);
    assertThat(accepted(Ccc.send(ready(), 1)).inflight()).isEqualTo(1);
  }

  @Test
  @Requirement("CCC-5")
  void aSignalBeforeReadyChangesNothing() {
    State almost = bound(configured(State.idle(FLOW)));
    assertThat(accepted(Ccc.signal(almost, PARAMS, 10_000))).isSameAs(almost);
    assertThat(accepted(Ccc.signal(ready(), PARAMS, 10_000)).cwnd()).isEqualTo(10_000);
  }

  @Test
  @Requirement("CCC-5")
  void aTargetDoesNotAnswerBeforeReady() {
    State almost = bound(configured(State.idle(FLOW)));
    refused(Ccc.receive(almost, 1), almost);
    assertThat(Ccc.receive(ready(), 4096))
        .isEqualTo(Outcome.accepted(ready(), new Ccc.AckSent(4096)));
  }

  @Test
  @Requirement("NSCC-2")
  void theWindowNeverPassesMaxWnd() {
    assertThat(accepted(Ccc.signal(ready(), PARAMS, 1_000_000)).cwnd()).isEqualTo(112_500);
  }

  @Test
  @Requirement("CCC-12")
  void theWindowBoundsWhatIsInFlightToTheByte() {
    State full = accepted(Ccc.send(ready(), 75_000));
    refused(Ccc.send(full, 1), full);
    State room = accepted(Ccc.acknowledge(full, 4096));
    assertThat(room.room()).isEqualTo(4096);
    refused(Ccc.send(room, 4097), room);
    assertThat(accepted(Ccc.send(room, 4096))).isEqualTo(full);
  }

  @Test
  @Requirement("CCC-12")
  void aWindowThatShrinksMayLeaveMoreInFlight() {
    State full = accepted(Ccc.send(ready(), 75_000));
    State shrunk = accepted(Ccc.signal(full, PARAMS, 30_000));
    assertThat(shrunk.inflight()).isEqualTo(75_000);
    assertThat(shrunk.room()).isEqualTo(-45_000);
    refused(Ccc.send(shrunk, 1), shrunk);
    State drained = accepted(Ccc.acknowledge(shrunk, 45_001));
    assertThat(accepted(Ccc.send(drained, 1)).inflight()).isEqualTo(30_000);
  }

  @Test
  @Requirement("CCC-11")
  void itIsDesertedWhenTheLastOfTwoPdcsHasLeft() {
    State two = bound(ready());
    State one = accepted(Ccc.leave(two));
    assertThat(one.isDeserted()).isFalse();
    State none = accepted(Ccc.leave(one));
    assertThat(none.isDeserted()).isTrue();
    refused(Ccc.leave(none), none);
  }
}
