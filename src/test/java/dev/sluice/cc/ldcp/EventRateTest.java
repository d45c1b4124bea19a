package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.EventRate.Event;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.kernel.Action;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A NIC at full size: 4,096 parts a packet of 1,000 bytes, a BDP of 100 packets, which is 100 Gb/s
 * over a round trip of 8 us; rates count parts a microsecond, 512 of which are 1 Gb/s.
 */
class EventRateTest {
  private static final long ONE = 4_096;
  private static final long RTT_PS = 8_000_000;
  private static final long WAIT_PS = 64_000_000;
  private static final long PER_PS = 1_000_000;
  private static final long GBPS = 512;
  private static final int ECN_CE = 3;

  /** What the NIC was told. */
  private static final class Nic implements EventRate.Sink {
    private final List<Long> requests = new ArrayList<>();
    private final List<Long> rates = new ArrayList<>();

    @Override
    public void request(long number) {
      requests.add(number);
    }

    @Override
    public void pace(long rate) {
      rates.add(rate);
    }
  }

  private final Nic nic = new Nic();

  private static EventRate flow(long alpha, long beta, long start) {
    return new EventRate(
        new EventRate.Params(
            ONE, alpha, beta, ONE / 16, 256 * ONE, RTT_PS, WAIT_PS, PER_PS, 1 << 16),
        start);
  }

  private void roundTrip(EventRate flow, long fromPs, long toPs) {
    assertThat(flow.request(fromPs, nic)).isNull();
    assertThat(flow.receiveResponse(toPs, flow.number(), nic)).isNull();
  }

  @Test
  @Requirement("LDCP-13")
  void aBdpIsSentAtTheRateOfTheLink() {
    EventRate flow = flow(ONE, ONE, 100 * ONE);
    assertThat(flow.rate()).isEqualTo(100 * GBPS);
    assertThat(flow.rttPs()).isEqualTo(RTT_PS);
  }

  /** 101 packets in 16 us: 413,696 parts, of which 25,856 leave in a microsecond, 50.5 Gb/s. */
  @Test
  @Requirement("LDCP-13")
  void aResponseAddsAlphaAndMeasures() {
    EventRate flow = flow(ONE, ONE, 100 * ONE);
    roundTrip(flow, 0, 2 * RTT_PS);
    assertThat(flow.window()).isEqualTo(101 * ONE);
    assertThat(flow.rttPs()).isEqualTo(2 * RTT_PS);
    assertThat(nic.rates).containsExactly(25_856L);
    assertThat(nic.requests).containsExactly(0L);
    roundTrip(flow, 2 * RTT_PS, 2 * RTT_PS + RTT_PS / 2);
    assertThat(flow.rttPs()).as("none is shorter than without a queue").isEqualTo(RTT_PS);
    assertThat(nic.rates).as("102 packets in 8 us").containsExactly(25_856L, 102 * GBPS);
  }

  /** 100 packets less a half: 407,552 parts in 8 us. */
  @Test
  @Requirement("LDCP-13")
  void aCnpTakesBetaAtOnce() {
    EventRate flow = flow(ONE, ONE / 2, 100 * ONE);
    assertThat(flow.receiveCnp(nic)).isNull();
    assertThat(flow.window()).isEqualTo(407_552);
    assertThat(nic.rates).containsExactly(50_944L);
    for (int i = 0; i < 3; i++) {
      assertThat(flow.receiveCnp(nic)).isNull();
    }
    assertThat(flow.window()).as("each one counts").isEqualTo(98 * ONE);
  }

  /** A sixteenth of a packet in 64 us: 4 parts a microsecond, 7.8125 Mb/s. */
  @Test
  @Requirement("LDCP-13")
  void noRateIsZero() {
    EventRate flow = flow(1, ONE, ONE + 1);
    roundTrip(flow, 0, WAIT_PS);
    assertThat(flow.receiveCnp(nic)).isNull();
    assertThat(flow.receiveCnp(nic)).isNull();
    assertThat(flow.window()).isEqualTo(256);
    assertThat(flow.rate()).isEqualTo(4);
    assertThat(flow.broken()).isNull();
  }

  @Test
  @Requirement("LDCP-13")
  void theLargestWindowIsKept() {
    EventRate flow = flow(ONE, ONE, 256 * ONE - 1);
    roundTrip(flow, 0, RTT_PS);
    roundTrip(flow, RTT_PS, 2 * RTT_PS);
    assertThat(flow.window()).isEqualTo(256 * ONE);
    assertThat(flow.rate()).isEqualTo(256 * GBPS);
  }

  @Test
  @Requirement("LDCP-13")
  void oneRequestIsOutAtATime() {
    EventRate flow = flow(ONE, ONE, ONE);
    assertThat(flow.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(flow.timeout(0)).isEqualTo("no request is out");
    assertThat(flow.request(5, nic)).isNull();
    assertThat(flow.isOut()).isTrue();
    assertThat(flow.timerPs()).isEqualTo(5 + WAIT_PS);
    assertThat(flow.request(6, nic)).isEqualTo("request 0 is out");
    assertThat(flow.timeout(4 + WAIT_PS)).isEqualTo("request 0 is waited for until 64000005 ps");
    assertThat(nic.requests).containsExactly(0L);
  }

  /** The window is the same after a timeout, and after what comes of it too late, or twice. */
  @Test
  @Requirement("LDCP-13")
  void whatComesLateOrTwiceChangesNothing() {
    EventRate flow = flow(ONE, ONE, 100 * ONE);
    assertThat(flow.request(0, nic)).isNull();
    assertThat(flow.timeout(WAIT_PS)).isNull();
    assertThat(flow.receiveResponse(WAIT_PS, 0, nic)).as("none is out").isNull();
    assertThat(flow.request(WAIT_PS, nic)).isNull();
    assertThat(flow.receiveResponse(WAIT_PS + 1, 0, nic)).as("another is out").isNull();
    assertThat(flow.isOut()).isTrue();
    assertThat(flow.window()).isEqualTo(100 * ONE);
    assertThat(nic.rates).isEmpty();
    assertThat(flow.receiveResponse(WAIT_PS + RTT_PS, 1, nic)).isNull();
    assertThat(flow.receiveResponse(WAIT_PS + RTT_PS, 1, nic)).as("a second time").isNull();
    assertThat(flow.window()).isEqualTo(101 * ONE);
    assertThat(nic.requests).containsExactly(0L, 1L);
  }

  @Test
  @Requirement("LDCP-13")
  void numbersComeAgain() {
    EventRate flow = new EventRate(new EventRate.Params(4, 1, 1, 1, 9, 1, 2, 2, 3), 1);
    for (int i = 0; i < 4; i++) {
      roundTrip(flow, i, i + 1);
    }
    assertThat(nic.requests).containsExactly(0L, 1L, 2L, 0L);
    assertThat(flow.receiveResponse(9, 3, nic)).isEqualTo("a response to request 3 of 3");
    assertThat(flow.receiveResponse(9, -1, nic)).isEqualTo("a response to request -1 of 3");
  }

  @Test
  @Requirement("LDCP-19")
  void otherEventsChangeNothing() {
    EventRate flow = flow(ONE, ONE, 100 * ONE);
    assertThat(flow.request(0, nic)).isNull();
    String before = flow.toString();
    for (Event event : Event.values()) {
      assertThat(flow.otherEvent(event)).isNull();
    }
    assertThat(flow).hasToString(before);
    assertThat(before).isEqualTo("window 409600, rtt 8000000 ps, rate 51200");
    assertThat(flow.isOut()).isTrue();
    assertThat(nic.rates).isEmpty();
  }

  /**
   * What merged notifications cost. A receiver sends a CNP for each mark, or, as RoCEv2 lets it,
   * one in 50 us at most. Of 100 packets that are all marked, one in 80 ns, the first takes 100
   * betas in a round trip, and the second less than one.
   */
  @Test
  @Requirement({"LDCP-13", "RCM-3"})
  void marksThatAreMergedTakeBetaOnce() {
    assertThat(taken(0)).isEqualTo(100 * ONE / 16);
    assertThat(taken(50_000_000)).isEqualTo(ONE / 16);
  }

  private long taken(long intervalPs) {
    EventRate flow = flow(ONE / 16, ONE / 16, 100 * ONE);
    NotificationPoint receiver = receiver(intervalPs);
    for (int i = 0; i < 100; i++) {
      marked(receiver, flow, i * RTT_PS / 100);
    }
    return 100 * ONE - flow.window();
  }

  /**
   * With alpha and beta alike, round trips of 8 us, and a CNP in 50 us at most, 6.25 alphas come to
   * one beta: the window grows to its bound, though each packet is marked. With a beta of 6.25
   * alphas it stands.
   */
  @Test
  @Requirement({"LDCP-13", "RCM-3"})
  void aWindowGrowsThoughAllIsMarkedWhereNotificationsAreScarce() {
    assertThat(grown(64, 64)).as("64 CNPs against 400 responses").isEqualTo((400 - 64) * 64);
    assertThat(grown(64, 400)).isEqualTo(0);
  }

  /** Parts that a window grows by in 3.2 ms, of which each packet is marked. */
  private long grown(long alpha, long beta) {
    EventRate flow = flow(alpha, beta, 100 * ONE);
    NotificationPoint receiver = receiver(50_000_000);
    for (int round = 0; round < 400; round++) {
      assertThat(flow.request(round * RTT_PS, nic)).isNull();
      for (int i = 0; i < 100; i++) {
        marked(receiver, flow, round * RTT_PS + i * RTT_PS / 100);
      }
      assertThat(flow.receiveResponse((round + 1) * RTT_PS, flow.number(), nic)).isNull();
    }
    return flow.window() - 100 * ONE;
  }

  @Test
  @Requirement({"LDCP-4", "LDCP-13"})
  void whatDoesNotFitIsRefused() {
    for (long[] p :
        new long[][] {
          {0, 1, 1, 1, 2, 1, 2, 2, 2},
          {4, 0, 1, 1, 2, 1, 2, 2, 2},
          {4, 5, 1, 1, 2, 1, 2, 2, 2},
          {4, 1, 0, 1, 2, 1, 2, 2, 2},
          {4, 1, 5, 1, 2, 1, 2, 2, 2},
          {4, 1, 1, 0, 2, 1, 2, 2, 2},
          {4, 1, 1, 2, 2, 1, 2, 2, 2},
          {4, 1, 1, 1, 1L << 36 | 1, 1, 2, 2, 2},
          {4, 1, 1, 1, 2, 0, 2, 2, 2},
          {4, 1, 1, 1, 2, 2, 2, 2, 2},
          {4, 1, 1, 1 << 20, 1 << 21, 1, (1L << 40) + 1, 1 << 26, 2},
          {4, 1, 1, 1, 2, 1, 2, 1, 2},
          {4, 1, 1, 1, 2, 1, 2, 0, 2},
          {4, 1, 1, 1, 2, 1, 2, (1 << 26) + 1, 2},
          {4, 1, 1, 1, 2, 1, 2, 2, 1},
          {4, 1, 1, 1, 2, 1, 2, 2, (1L << 32) + 1}
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new EventRate.Params(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> flow(1, 1, 255));
    assertThatIllegalArgumentException().isThrownBy(() -> flow(1, 1, 256 * ONE + 1));
  }

  @Test
  @Requirement("LDCP-19")
  void aListenerHearsOfEachEvent() {
    List<String> heard = new ArrayList<>();
    EventRate flow = flow(ONE, ONE, ONE);
    flow.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    assertThat(flow.request(0, nic)).isNull();
    assertThat(flow.request(0, nic)).isNotNull();
    assertThat(flow.receiveResponse(RTT_PS, 7, nic)).isNull();
    assertThat(flow.timeout(WAIT_PS)).isNull();
    assertThat(flow.receiveCnp(nic)).isNull();
    assertThat(flow.otherEvent(Event.NACK)).isNull();
    assertThat(heard)
        .containsExactly(
            "Request[]", "ReceiveResponse[7]", "Timeout[]", "ReceiveCnp[]", "OtherEvent[NACK]");
    assertThat(EventRate.FACE.actions()).extracting(Action::name).hasSize(5);
  }

  /** Each request has its answer, with its number, be it a copy or not. */
  @Test
  @Requirement("LDCP-13")
  void eachRequestIsAnsweredWithItsNumber() {
    List<String> heard = new ArrayList<>();
    List<Long> answered = new ArrayList<>();
    RttResponder responder = new RttResponder();
    responder.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    for (long number : new long[] {7, 8, 7}) {
      assertThat(responder.respond(number, answered::add)).isNull();
    }
    assertThat(answered).containsExactly(7L, 8L, 7L);
    assertThat(heard).containsExactly("Respond[7]", "Respond[8]", "Respond[7]");
  }

  /** A receiver of RoCEv2 that answers marks with CNPs so far apart. */
  private static NotificationPoint receiver(long intervalPs) {
    return new NotificationPoint(
        new NotificationPoint.Params(intervalPs, NotificationPoint.Answers.NEXT_MARK, 1),
        1,
        true,
        0);
  }

  private void marked(NotificationPoint receiver, EventRate flow, long nowPs) {
    assertThat(
            receiver.receive(
                nowPs,
                0,
                ECN_CE,
                true,
                new NotificationPoint.Sink() {
                  @Override
                  public void sendCnp(long qp, int ecn) {
                    assertThat(flow.receiveCnp(nic)).isNull();
                  }

                  @Override
                  public void deliver() {
                    // the packet is not looked at
                  }
                }))
        .isNull();
  }
}
