package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of a window in the stable stage, at full size. */
class PawaWindowTest {
  private static final long ONE = 4_096;
  private static final long RTT_PS = 8_000_000;

  private static PawaParams params(boolean floor, TimerRtt timer) {
    return new PawaParams(ONE, ONE, ONE, ONE / 16, 1L << 30, floor, RTT_PS, 8 * RTT_PS, timer);
  }

  private static PawaWindow window(long cw, boolean floor) {
    return new PawaWindow(params(floor, TimerRtt.BASE), cw, 0);
  }

  private static void send(PawaWindow window, long packets) {
    for (int i = 0; i < packets; i++) {
      assertThat(window.transmit(0, ecn -> {})).isNull();
    }
  }

  /** cw 100, alpha 1, 100 clean ACKs: + 0.995, of which 0.995 · 4,096 = 4,075.5 parts. */
  @Test
  @Requirement("LDCP-18")
  void aCleanRoundAddsAboutAlpha() {
    PawaWindow window = window(100 * ONE, true);
    send(window, 100);
    for (int i = 0; i < 100; i++) {
      assertThat(window.receiveAck(1, false, RTT_PS)).isNull();
    }
    assertThat(window.cw() - 100 * ONE).isBetween(4_074L, 4_077L);
  }

  /** In the largest window a step is a part in 64 of a part, and none of it gets lost. */
  @Test
  @Requirement("LDCP-4")
  void theLargestWindowGrowsByWhatIsCarried() {
    PawaWindow window = window((1L << 30) - 10_000, true);
    send(window, 6_400);
    for (int i = 0; i < 6_400; i++) {
      assertThat(window.receiveAck(1, false, RTT_PS)).isNull();
    }
    assertThat(window.cw() - (1L << 30) + 10_000).isBetween(100L, 101L);
  }

  /** Five clean packets in one ACK count five times: 5 · 4,096² ÷ 409,600 = 204.8. */
  @Test
  @Requirement("LDCP-5")
  void anAckForSeveralStepsAsOften() {
    PawaWindow window = window(100 * ONE, true);
    send(window, 10);
    assertThat(window.receiveAck(5, false, RTT_PS)).isNull();
    assertThat(window.cw()).isEqualTo(100 * ONE + 204);
    assertThat(window.rest()).isEqualTo(5 * ONE * ONE - 204 * 100 * ONE);
    assertThat(window.receiveAck(5, true, RTT_PS)).isNull();
    assertThat(window.cw()).isEqualTo(95 * ONE + 204);
    assertThat(window.rest()).isZero();
  }

  /** cw 1, beta 1, ECE: 0; cw 2, n 4: −2. In the mended reading gamma stays. */
  @Test
  @Requirement({"FIND-10", "LDCP-6"})
  void asPublishedNothingBoundsACrossing() {
    PawaWindow zero = window(ONE, false);
    send(zero, 1);
    assertThat(zero.receiveAck(1, true, RTT_PS)).isNull();
    assertThat(zero.cw()).isZero();
    assertThat(zero.notBeforePs(0)).isEqualTo(SenderRole.NEVER_PS);

    PawaWindow mended = window(ONE, true);
    send(mended, 1);
    assertThat(mended.receiveAck(1, true, RTT_PS)).isNull();
    assertThat(mended.cw()).isEqualTo(ONE / 16);
    assertThat(mended.notBeforePs(0)).isEqualTo(16 * RTT_PS);
  }

  /** cw 2, n 4, beta 1: −2. The timer has sent more than the window would let in flight. */
  @Test
  @Requirement("FIND-10")
  void asPublishedADelayedAckTakesAWindowBelowZero() {
    for (boolean floor : new boolean[] {false, true}) {
      PawaParams params =
          new PawaParams(ONE, ONE, ONE, ONE / 4, 1L << 30, floor, RTT_PS, RTT_PS, TimerRtt.BASE);
      PawaWindow window = new PawaWindow(params, 3 * ONE / 4, 0);
      for (int i = 0; i < 6; i++) {
        assertThat(window.transmit(2 * i * RTT_PS, ecn -> {})).isNull();
      }
      assertThat(window.receiveAck(1, false, RTT_PS)).isNull();
      assertThat(window.receiveAck(1, false, RTT_PS)).isNull();
      assertThat(window.cw()).isEqualTo(2 * ONE);
      assertThat(window.receiveAck(4, true, RTT_PS)).isNull();
      assertThat(window.cw()).isEqualTo(floor ? ONE / 4 : -2 * ONE);
    }
  }

  /** gamma 1/16, k marks in a row from cw < 1: max(1/16, cw / 2^k). */
  @Test
  @Requirement("LDCP-6")
  void theLadderDownIsExact() {
    PawaWindow window = window(ONE - 1, true);
    List<Long> ladder = new ArrayList<>();
    for (int k = 0; k < 6; k++) {
      assertThat(window.transmit((k + 1) * 16 * RTT_PS, ecn -> {})).isNull();
      assertThat(window.receiveAck(1, true, RTT_PS)).isNull();
      ladder.add(window.cw());
    }
    assertThat(ladder).containsExactly(2_047L, 1_023L, 511L, 256L, 256L, 256L);
  }

  /** At a quarter of a packet one leaves every four round trips, whatever is in flight. */
  @Test
  @Requirement("LDCP-7")
  void belowOnePacketATimerClocks() {
    PawaWindow window = window(ONE / 4, true);
    assertThat(window.transmit(0, ecn -> {})).isNull();
    assertThat(window.transmit(4 * RTT_PS - 1, ecn -> {}))
        .isEqualTo("the timer runs until 32000000 ps");
    assertThat(window.transmit(4 * RTT_PS, ecn -> {})).isNull();
    assertThat(window.inFlight()).isEqualTo(2);
    assertThat(window.receiveAck(1, false, 3 * RTT_PS)).isNull();
    assertThat(window.notBeforePs(5 * RTT_PS))
        .as("5/16 of a packet, from the last one on")
        .isEqualTo(4 * RTT_PS + RTT_PS * 16 / 5);
  }

  @Test
  @Requirement("LDCP-7")
  void theMeasuredRoundTripClocksWhereItIsAskedFor() {
    PawaWindow window = new PawaWindow(params(true, TimerRtt.MEASURED), ONE / 2, 0);
    assertThat(window.transmit(0, ecn -> {})).isNull();
    assertThat(window.receiveAck(1, true, 3 * RTT_PS)).isNull();
    assertThat(window.notBeforePs(1)).isEqualTo(4 * 3 * RTT_PS);
    assertThat(window.transmit(12 * RTT_PS, ecn -> {})).isNull();
    assertThat(window.receiveAck(1, true, 100 * RTT_PS)).isNull();
    assertThat(window.notBeforePs(1)).isEqualTo(12 * RTT_PS + 8 * 8 * RTT_PS);
  }

  @Test
  void whatIsRefusedChangesNothing() {
    PawaWindow window = window(2 * ONE + 1, true);
    send(window, 2);
    assertThat(window.transmit(0, ecn -> {}))
        .isEqualTo("a window of 8193 parts of a packet has 2 packets in flight");
    assertThat(window.receiveAck(3, true, RTT_PS))
        .isEqualTo("an acknowledgment for 3 of 2 packets in flight");
    assertThat(window.receiveAck(0, true, RTT_PS)).isNotNull();
    assertThat(window).hasToString("cw 8193, 2 in flight");
    assertThat(window.broken()).isNull();
  }

  @Test
  @Requirement({"LDCP-9", "LDCP-10"})
  void whatIsLostIsSentAgain() {
    PawaWindow window = window(8 * ONE, true);
    assertThat(window.goBack()).isEqualTo("nothing is in flight");
    send(window, 8);
    assertThat(window.receiveAck(1, false, RTT_PS)).isNull();
    long cw = window.cw(); // 8 + 1/8
    assertThat(cw).isEqualTo(8 * ONE + ONE / 8);
    assertThat(window.goBack()).isNull();
    assertThat(window.inFlight()).isZero();
    assertThat(window.cw()).isEqualTo(cw);
    send(window, 8);
    assertThat(window.timeout()).isNull();
    assertThat(window.cw()).isEqualTo(ONE);
    assertThat(window.rest()).isZero();
    send(window, 1);
    assertThat(window.notBeforePs(0)).isEqualTo(SenderRole.NEVER_PS);
  }

  /** Silence is no reason to send more: an eighth of a packet stays an eighth. */
  @Test
  @Requirement({"LDCP-4", "LDCP-10"})
  void aTimeoutNeverRaisesTheWindow() {
    for (long cw : new long[] {ONE / 8, ONE - 1, ONE, ONE + 1, 3 * ONE}) {
      PawaWindow window = window(cw, true);
      assertThat(window.timeout()).isEqualTo("nothing is in flight");
      assertThat(window.cw()).isEqualTo(cw);
      send(window, 1);
      assertThat(window.timeout()).isNull();
      assertThat(window.cw()).as("of " + cw).isEqualTo(cw < 4_096 ? cw : 4_096);
      assertThat(window.inFlight()).isZero();
    }
  }

  @Test
  @Requirement("LDCP-10")
  void fastStartLeavesItsWindowAndWhatIsInFlight() {
    FastStart first =
        new FastStart(new FastStart.Params(4, TailOf.MESSAGE, RoundEnd.IW_SENT, RTT_PS, 0), false);
    for (int packet = 0; packet < 4; packet++) {
      assertThat(first.transmit(0, false, true, (psn, ecn) -> {})).isNull();
    }
    assertThat(first.receiveAck(RTT_PS, false, 2)).isNull();
    for (int packet = 0; packet < 2; packet++) {
      assertThat(first.transmit(RTT_PS, false, true, (psn, ecn) -> {})).isNull();
    }
    assertThat(first.receiveAck(RTT_PS, false, 4)).isNull();
    PawaWindow window = PawaWindow.after(first, params(true, TimerRtt.BASE), RTT_PS);
    assertThat(window.cw()).isEqualTo(4 * ONE);
    assertThat(window.inFlight()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaWindow(params(true, TimerRtt.BASE), ONE, 2, 0));
  }

  @Test
  @Requirement({"LDCP-4", "LDCP-6"})
  void whatIsOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaParams(4, 5, 4, 1, 8, true, 1, 1, TimerRtt.BASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaParams(4, 4, 0, 1, 8, true, 1, 1, TimerRtt.BASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaParams(4, 4, 4, 4, 8, true, 1, 1, TimerRtt.BASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaParams(4, 4, 4, 1, 7, true, 1, 1, TimerRtt.BASE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PawaParams(4, 4, 4, 1, 8, true, 2, 1, TimerRtt.BASE));
    assertThatIllegalArgumentException().isThrownBy(() -> window(255, true));
    assertThatIllegalArgumentException().isThrownBy(() -> new AckPolicy.Params(0, true));
  }

  /** Three clean packets wait as a marked one comes. */
  @Test
  @Requirement({"LDCP-2", "LDCP-3", "FIND-20"})
  void cleanPacketsThatWaitAreToldFirstOrCountAsMarked() {
    for (boolean cleanFirst : new boolean[] {true, false}) {
      AckPolicy policy = new AckPolicy(new AckPolicy.Params(8, cleanFirst));
      List<String> acks = new ArrayList<>();
      AckPolicy.Sink sink = (n, ece) -> acks.add(n + (ece ? " with ECE" : ""));
      for (int i = 0; i < 3; i++) {
        assertThat(policy.receive(false, true, sink)).isNull();
      }
      assertThat(policy.held()).isEqualTo(3);
      assertThat(policy.receive(true, true, sink)).isNull();
      assertThat(acks).isEqualTo(cleanFirst ? List.of("3", "1 with ECE") : List.of("4 with ECE"));
      assertThat(policy.flush(sink)).isEqualTo("nothing waits");
    }
  }

  /** Of 65,537 packets in flight, 65,536 may share an acknowledgment. */
  @Test
  @Requirement("LDCP-5")
  void noAckStandsForMorePacketsThanOneMay() {
    PawaWindow window = window(1L << 30, true);
    send(window, 65_537);
    assertThat(window.receiveAck(65_537, false, RTT_PS))
        .isEqualTo("an acknowledgment for 65537 of 65537 packets in flight");
    assertThat(window.receiveAck(65_536, false, RTT_PS)).isNull();
    assertThat(window.inFlight()).isEqualTo(1);
  }
}
