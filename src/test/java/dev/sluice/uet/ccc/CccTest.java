package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.Ccc.Params;
import dev.sluice.uet.ccc.Ccc.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** One context's life, with the figures of the published example: 100 Gb/s, 6.0 µs. */
class CccTest {
  private static final long HUNDRED_GBPS = 100_000_000_000L;
  private static final Params PARAMS =
      new Params(0, 6_000_000, 3, 2, 75_000, InitialLimit.BDP, true);
  private static final Flow FLOW = new Flow(0, 1, 0);

  private final Ccc ccc = new Ccc(PARAMS, FLOW);

  private static void taken(String refused) {
    assertThat(refused).isNull();
  }

  private static void refused(Ccc ccc, Function<Ccc, String> call) {
    String before = ccc.toString();
    assertThat(call.apply(ccc)).isNotBlank();
    assertThat(ccc).hasToString(before);
  }

  private Ccc configured() {
    taken(ccc.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    return ccc;
  }

  private Ccc ready() {
    configured();
    taken(ccc.bind());
    taken(ccc.makeReady());
    return ccc;
  }

  @Test
  @Requirement("CCC-3")
  void aNewContextIsIdleWithoutWindowOrLimit() {
    assertThat(ccc).hasToString("IDLE " + FLOW + ", window 0 of 0, in flight 0, PDCs 0");
  }

  @Test
  @Requirement({"CCC-4", "NSCC-2", "NSCC-3"})
  void itIsConfiguredWithOneBdpAndOneAndAHalf() {
    configured();
    assertThat(ccc.cwnd()).isEqualTo(75_000);
    assertThat(ccc.maxWnd()).isEqualTo(112_500);
    refused(ccc, again -> again.configure(HUNDRED_GBPS, HUNDRED_GBPS));
  }

  @Test
  @Requirement("NSCC-3")
  void aSmallerFirstWindowIsTakenAndOneAboveTheLimitIsRefused() {
    assertThat(first(10_000, InitialLimit.BDP)).isEqualTo(10_000);
    assertThat(first(75_000, InitialLimit.BDP)).isEqualTo(75_000);
    assertThat(first(0, InitialLimit.BDP)).isEqualTo(75_000);
    tooLarge(75_001, InitialLimit.BDP);
    assertThat(first(75_001, InitialLimit.MAX_WND)).isEqualTo(75_001);
    assertThat(first(112_500, InitialLimit.MAX_WND)).isEqualTo(112_500);
    assertThat(first(0, InitialLimit.MAX_WND)).isEqualTo(112_500);
    tooLarge(112_501, InitialLimit.MAX_WND);
  }

  private static Ccc with(long initialCwnd, InitialLimit limit, boolean bindFirst) {
    return new Ccc(new Params(0, 6_000_000, 3, 2, initialCwnd, limit, bindFirst), FLOW);
  }

  private static long first(long initialCwnd, InitialLimit limit) {
    Ccc idle = with(initialCwnd, limit, true);
    taken(idle.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    return idle.cwnd();
  }

  private static void tooLarge(long initialCwnd, InitialLimit limit) {
    Ccc idle = with(initialCwnd, limit, true);
    refused(idle, each -> each.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    assertThat(idle.configure(HUNDRED_GBPS, HUNDRED_GBPS))
        .isEqualTo("a first window above " + limit.label());
  }

  @Test
  @Requirement({"CCC-4", "CCC-5"})
  void configuredAndBoundInEitherOrderThenReady() {
    Ccc other = new Ccc(PARAMS, FLOW);
    taken(other.bind());
    taken(other.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    taken(other.makeReady());
    assertThat(other).hasToString(ready().toString());
    assertThat(other.phase()).isEqualTo(Phase.READY);
  }

  @Test
  @Requirement("CCC-4")
  void boundAfterConfiguredOnlyWhereThatIsTheOrder() {
    Ccc strict = with(75_000, InitialLimit.BDP, false);
    refused(strict, Ccc::bind);
    taken(strict.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    taken(strict.bind());
    assertThat(strict.pdcs()).isEqualTo(1);
  }

  @Test
  @Requirement("CCC-5")
  void notReadyWithoutBoth() {
    Ccc bound = new Ccc(PARAMS, FLOW);
    taken(bound.bind());
    refused(bound, Ccc::makeReady);
    refused(configured(), Ccc::makeReady);
    taken(ccc.bind());
    taken(ccc.makeReady());
    refused(ccc, Ccc::makeReady);
  }

  @Test
  @Requirement("CCC-6")
  void noDataBeforeReady() {
    configured();
    taken(ccc.bind());
    refused(ccc, almost -> almost.send(1));
    taken(ccc.makeReady());
    taken(ccc.send(1));
    assertThat(ccc.inflight()).isEqualTo(1);
  }

  @Test
  @Requirement("CCC-5")
  void aSignalBeforeReadyChangesNothing() {
    configured();
    taken(ccc.bind());
    String almost = ccc.toString();
    taken(ccc.signal(10_000));
    assertThat(ccc).hasToString(almost);
    taken(ccc.makeReady());
    taken(ccc.signal(10_000));
    assertThat(ccc.cwnd()).isEqualTo(10_000);
  }

  @Test
  @Requirement({"CCC-5", "CCC-7"})
  void noSignalMovesTheWindowOfATarget() {
    Ccc target = new Ccc(PARAMS, new Flow(1, 0, 0));
    refused(target, each -> each.signal(10_000));
    assertThatThrownBy(() -> ccc.signal(0)).hasMessageContaining("never has room: 0");
  }

  @Test
  @Requirement("CCC-5")
  void aTargetDoesNotAnswerBeforeReady() {
    List<Long> acks = new ArrayList<>();
    configured();
    taken(ccc.bind());
    refused(ccc, almost -> almost.receive(1, acks::add));
    taken(ccc.makeReady());
    taken(ccc.receive(4096, acks::add));
    assertThat(acks).containsExactly(4096L);
  }

  @Test
  @Requirement("NSCC-2")
  void theWindowNeverPassesMaxWnd() {
    taken(ready().signal(1_000_000));
    assertThat(ccc.cwnd()).isEqualTo(112_500);
  }

  @Test
  @Requirement("CCC-12")
  void theWindowBoundsWhatIsInFlightToTheByte() {
    taken(ready().send(75_000));
    refused(ccc, full -> full.send(1));
    taken(ccc.acknowledge(4096));
    refused(ccc, room -> room.send(4097));
    taken(ccc.send(4096));
    assertThat(ccc.inflight()).isEqualTo(75_000);
    refused(ccc, full -> full.acknowledge(75_001));
  }

  @Test
  @Requirement("CCC-12")
  void aWindowThatShrinksMayLeaveMoreInFlight() {
    taken(ready().send(75_000));
    taken(ccc.signal(30_000));
    assertThat(ccc.inflight()).isEqualTo(75_000);
    refused(ccc, shrunk -> shrunk.send(1));
    taken(ccc.acknowledge(45_001));
    taken(ccc.send(1));
    assertThat(ccc.inflight()).isEqualTo(30_000);
  }

  /** A full window, all of it lost: it is sent again, and nothing beside it. */
  @Test
  @Requirement("CCC-12")
  void whatIsGivenUpIsNotInFlight() {
    taken(ready().send(75_000));
    refused(ccc, full -> full.giveUp(75_001));
    taken(ccc.giveUp(70_000));
    assertThat(ccc.inflight()).isEqualTo(5_000);
    refused(ccc, room -> room.send(70_001));
    taken(ccc.send(70_000));
    refused(ccc, full -> full.send(1));
  }

  @Test
  @Requirement("CCC-11")
  void itIsDesertedWhenTheLastOfTwoPdcsHasLeft() {
    taken(ready().bind());
    taken(ccc.leave());
    assertThat(ccc.isDeserted()).isFalse();
    taken(ccc.leave());
    assertThat(ccc.isDeserted()).isTrue();
    refused(ccc, Ccc::leave);
  }

  @Test
  @Requirement("CCC-12")
  void aCopyGoesItsOwnWay() {
    taken(ready().send(1000));
    Ccc copy = ccc.copy();
    assertThat(copy).hasToString(ccc.toString());
    String before = copy.toString();
    taken(ccc.send(1));
    taken(ccc.bind());
    taken(ccc.signal(20_000));
    assertThat(copy).hasToString(before);
    refused(copy, each -> each.send(74_001));
    taken(copy.send(74_000));
  }

  @Test
  @Requirement({"NSCC-2", "NSCC-3"})
  void timesAndFactorsArePositiveAndAFirstWindowMayBeLeftOpen() {
    assertThat(new Params(0, 1, 1, 1, 0, InitialLimit.BDP, true).initialCwnd()).isZero();
    for (long[] of : new long[][] {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 0}, {1, 1, 1, -1}}) {
      assertThatThrownBy(() -> new Params(0, of[0], of[1], of[2], of[3], InitialLimit.BDP, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("positive");
    }
  }

  @Test
  @Requirement({"NSCC-3", "X14"})
  void aLimitOfTheFirstWindowIsReadByItsName() {
    for (InitialLimit limit : InitialLimit.values()) {
      assertThat(limit.label()).isNotBlank();
      assertThat(InitialLimit.of(limit.label())).isEqualTo(limit);
    }
    assertThatThrownBy(() -> InitialLimit.of("none")).hasMessageContaining("none");
  }
}
