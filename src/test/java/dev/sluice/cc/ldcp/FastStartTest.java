package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.Stage;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first round trip at full size: a BDP of 100 packets. */
class FastStartTest {
  private static final long RTT_PS = 8_000_000;
  private static final long RTO_PS = 400_000_000;

  private static FastStart start(RoundEnd end) {
    return new FastStart(new FastStart.Params(100, TailOf.MESSAGE, end, RTT_PS, RTO_PS), false);
  }

  /** Sends until it is refused, or a message of so many packets has left; which are capable. */
  private static List<Long> capable(FastStart sender, long nowPs, long length) {
    List<Long> capable = new ArrayList<>();
    while (sender.next() < length
        && sender.transmit(
                nowPs,
                sender.next() + 1 == length,
                sender.next() + 1 < length,
                (psn, ecn) -> {
                  if (ecn == Ecn.ECT_0) {
                    capable.add(psn);
                  }
                })
            == null) {}
    return capable;
  }

  /**
   * Four messages: three of one packet and one of two; another packet is posted behind all but the
   * last.
   */
  @ParameterizedTest
  @CsvSource({"MESSAGE, '0, 1, 2, 4'", "POSTED, 4"})
  @Requirement({"LDCP-9", "FIND-28"})
  void aBurstOfShortMessagesHasOneTailForAllThatIsPosted(TailOf tailOf, String expected) {
    FastStart sender =
        new FastStart(new FastStart.Params(100, tailOf, RoundEnd.IW_SENT, RTT_PS, RTO_PS), false);
    List<Long> capable = new ArrayList<>();
    for (int psn = 0; psn < 5; psn++) {
      sender.transmit(
          0,
          psn != 3,
          psn < 4,
          (number, ecn) -> {
            if (ecn == Ecn.ECT_0) {
              capable.add(number);
            }
          });
    }
    assertThat(capable.toString()).isEqualTo("[" + expected + "]");
  }

  /** The IW-th packet shows what is missing before it, whatever is posted behind it. */
  @Test
  @Requirement({"LDCP-9", "FIND-28"})
  void theLastPacketOfTheInitialWindowIsATailThoughMoreIsPosted() {
    FastStart sender =
        new FastStart(
            new FastStart.Params(2, TailOf.POSTED, RoundEnd.IW_SENT, RTT_PS, RTO_PS), false);
    assertThat(sender.transmit(0, true, true, (psn, ecn) -> assertThat(ecn).isZero())).isNull();
    assertThat(sender.transmit(0, true, true, (psn, ecn) -> assertThat(ecn).isEqualTo(Ecn.ECT_0)))
        .isNull();
  }

  @Test
  @Requirement({"LDCP-8", "LDCP-9"})
  void onlyTheLastPacketOfTheFirstRoundTripIsCapable() {
    FastStart longer = start(RoundEnd.IW_SENT);
    assertThat(capable(longer, 0, 1_000)).containsExactly(99L);
    assertThat(longer.next()).isEqualTo(100);
    FastStart shorter = start(RoundEnd.IW_SENT);
    assertThat(capable(shorter, 0, 30)).containsExactly(29L);
    assertThat(shorter.next()).isEqualTo(30);
  }

  /** All of a BDP is acknowledged after two round trips, in which sending never stops. */
  @Test
  @Requirement({"LDCP-10", "LDCP-11"})
  void sendingGoesOnAndTheWindowIsIw() {
    FastStart sender = start(RoundEnd.IW_SENT);
    capable(sender, 0, 1_000);
    for (long acked = 1; acked <= 100; acked++) {
      assertThat(sender.stage()).isEqualTo(Stage.FAST);
      assertThat(sender.receiveAck(RTT_PS + acked, false, acked)).isNull();
      assertThat(capable(sender, RTT_PS + acked, 1_000)).containsExactly(99 + acked);
    }
    assertThat(sender.stage()).isEqualTo(Stage.STABLE);
    assertThat(sender.cw()).isEqualTo(100);
    assertThat(sender.next()).isEqualTo(200);
  }

  /** 37 packets have come in order as the loss of the next one is told of. */
  @Test
  @Requirement("LDCP-10")
  void aLossLeavesWhatHadComeInOrder() {
    FastStart sender = start(RoundEnd.IW_SENT);
    capable(sender, 0, 1_000);
    for (long acked = 1; acked <= 30; acked++) {
      assertThat(sender.receiveAck(RTT_PS, false, acked)).isNull();
    }
    assertThat(sender.receiveAck(RTT_PS, true, 37)).isNull();
    assertThat(sender.stage()).isEqualTo(Stage.STABLE);
    assertThat(sender.cw()).isEqualTo(37);
    assertThat(capable(sender, RTT_PS, 1_000)).hasSize(37).startsWith(37L);
    assertThat(sender.receiveAck(RTT_PS, true, 40)).isNull();
    assertThat(sender.cw()).as("a loss of the stable stage").isEqualTo(37);
    assertThat(sender.next()).isEqualTo(40);
  }

  @Test
  @Requirement({"LDCP-10", "FIND-10"})
  void theLossOfTheFirstPacketLeavesOne() {
    FastStart sender = start(RoundEnd.IW_SENT);
    capable(sender, 0, 1_000);
    assertThat(sender.receiveAck(RTT_PS, true, 0)).isNull();
    assertThat(sender.cw()).isEqualTo(1);
    assertThat(capable(sender, RTT_PS, 1_000)).containsExactly(0L);
  }

  @Test
  @Requirement({"LDCP-9", "FIND-10"})
  void aTailThatIsLostIsSentAgainByTheTimeout() {
    FastStart sender = start(RoundEnd.IW_SENT);
    assertThat(sender.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(sender.timeout(0)).isEqualTo("no timer runs");
    capable(sender, 0, 30);
    assertThat(sender.receiveAck(RTT_PS, false, 29)).isNull();
    assertThat(sender.timeout(RTO_PS)).isEqualTo("the timer runs until 408000000 ps");
    assertThat(sender.timeout(RTT_PS + RTO_PS)).isNull();
    assertThat(sender.cw()).isEqualTo(29);
    assertThat(capable(sender, RTT_PS + RTO_PS, 30)).containsExactly(29L);
    assertThat(sender.timeout(RTT_PS + 2 * RTO_PS)).isNull();
    assertThat(sender.cw()).as("in the stable stage").isEqualTo(1);
  }

  /** What is left of IW when the first ACK, or the base round trip, is there. */
  @Test
  @Requirement("LDCP-11")
  void otherReadingsOfTheFirstRoundTripSendTheRestCapable() {
    long from = 10 * RTT_PS;
    for (RoundEnd end : RoundEnd.values()) {
      FastStart sender = start(end);
      for (int i = 0; i < 10; i++) {
        assertThat(sender.transmit(from, false, true, (psn, ecn) -> assertThat(ecn).isZero()))
            .isNull();
      }
      assertThat(sender.receiveAck(from + RTT_PS, false, 1)).isNull();
      assertThat(capable(sender, from + RTT_PS, 1_000)).hasSize(end == RoundEnd.IW_SENT ? 2 : 91);
    }
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastStart.Params(0, TailOf.MESSAGE, RoundEnd.IW_SENT, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastStart.Params(1, TailOf.MESSAGE, RoundEnd.IW_SENT, 1, -1));
    FastStart sender = start(RoundEnd.IW_SENT);
    assertThat(sender.receiveAck(0, false, -1)).isEqualTo("an acknowledgment of -1 packets");
    capable(sender, 0, 1_000);
    assertThat(sender.transmit(0, false, true, (psn, ecn) -> {}))
        .isEqualTo("100 packets are in flight, of 100");
    assertThat(sender).hasToString("FAST, cw 0, packets 0 to 100");
    assertThat(sender.receiveAck(0, false, 3)).isNull();
    capable(sender, 0, 1_000);
    assertThat(sender.transmit(0, false, true, (psn, ecn) -> {}))
        .isEqualTo("100 packets are in flight, of 100");
    assertThat(sender.broken()).isNull();
  }

  @Test
  @Requirement("LDCP-9")
  void withoutATimeoutNoTimerRuns() {
    FastStart sender =
        new FastStart(new FastStart.Params(4, TailOf.MESSAGE, RoundEnd.IW_SENT, RTT_PS, 0), false);
    capable(sender, 0, 4);
    assertThat(sender.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(sender.timeout(RTO_PS)).isEqualTo("no timer runs");
  }
}
