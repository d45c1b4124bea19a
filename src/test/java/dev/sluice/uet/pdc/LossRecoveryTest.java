package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

@Requirement("UET-9")
class LossRecoveryTest {
  private final LossRecovery recovery = new LossRecovery();
  private final TreeSet<Long> flying = new TreeSet<>();
  private final List<Long> givenUp = new ArrayList<>();
  private long sent;

  private final LossRecovery.Packets packets =
      new LossRecovery.Packets() {
        @Override
        public boolean isFlying(long packet) {
          return flying.contains(packet);
        }

        @Override
        public void giveUp(long packet) {
          assertThat(flying.remove(packet)).isTrue();
          givenUp.add(packet);
        }
      };

  private void fly(long... all) {
    for (long packet : all) {
      flying.add(packet);
    }
  }

  /** So many packets have left. */
  private void send(long packets) {
    for (; sent < packets; sent++) {
      assertThat(recovery.transmit(sent)).isNull();
    }
  }

  /** An acknowledgment of all before one; five packets tell of a loss, four are given up. */
  private List<Long> ack(long cack, long sent, int count) {
    givenUp.clear();
    send(sent);
    String refused = recovery.receiveAck(cack, cack, count, false, 5, 4, packets);
    assertThat(refused).isNull();
    assertThat(recovery.broken()).isNull();
    return List.copyOf(givenUp);
  }

  @Test
  void theThresholdIsOneAndAHalfWindowsOfWholePackets() {
    // 1.5 * 112,500 = 168,750 = 40 * 4,160 + 2,350
    assertThat(LossRecovery.threshold(112_500, 225_000, 4160)).isEqualTo(40);
    // 112,500 = 27 * 4,160 + 180
    assertThat(LossRecovery.threshold(112_500, 112_500, 4160)).isEqualTo(27);
    assertThat(LossRecovery.threshold(4160, 112_500, 4160)).isEqualTo(5);
    assertThat(LossRecovery.window(112_500, 4160)).isEqualTo(27);
    assertThat(LossRecovery.window(4159, 4160)).isEqualTo(1);
  }

  @Test
  void fewerThanTheThresholdAreNoLoss() {
    fly(3);
    assertThat(ack(3, 8, 4)).isEmpty();
    assertThat(recovery.recovering()).isFalse();
    assertThat(ack(3, 9, 5)).containsExactly(3L);
    assertThat(recovery.recovering()).isTrue();
    assertThat(recovery.point()).isEqualTo(9);
  }

  @Test
  void aCountThatIsNotComputedIsNone() {
    fly(3);
    assertThat(ack(3, 9, LossRecovery.NOT_COMPUTED)).isEmpty();
    assertThat(recovery.recovering()).isFalse();
  }

  @Test
  void aCountOfMoreThanAreOutTellsNothing() {
    fly(3);
    assertThat(ack(3, 9, 6)).isEmpty(); // 4 to 8 are five
    assertThat(ack(9, 9, 5)).isEmpty();
    assertThat(recovery.recovering()).isFalse();
  }

  @Test
  void aWindowsWorthIsGivenUpAtATimeAndEachPacketOnce() {
    fly(3, 5, 6, 7, 9);
    assertThat(ack(3, 13, 5)).containsExactly(3L, 5L, 6L);
    assertThat(ack(3, 13, 6)).isEmpty();
    assertThat(recovery.retransmit(3)).isNull();
    fly(3);
    assertThat(recovery.again(3)).isTrue();
    assertThat(ack(3, 13, 7)).isEmpty(); // it is out again
    flying.remove(3L);
    assertThat(ack(5, 13, 6)).containsExactly(7L);
  }

  @Test
  void whatIsSentLaterIsLeftAlone() {
    fly(3, 8);
    assertThat(ack(3, 10, 5)).containsExactly(3L);
    fly(10, 11);
    assertThat(ack(8, 12, 1)).containsExactly(8L);
    assertThat(ack(9, 12, 0)).isEmpty();
    assertThat(ack(10, 12, 0)).isEmpty();
    assertThat(recovery.recovering()).isFalse();
    assertThat(recovery.point()).isZero();
  }

  @Test
  void anEndMayBeABeginning() {
    fly(3);
    assertThat(ack(3, 10, 5)).containsExactly(3L);
    recovery.retransmit(3);
    fly(10);
    assertThat(ack(10, 17, 6)).containsExactly(10L);
    assertThat(recovery.point()).isEqualTo(17);
    assertThat(recovery.again(10)).isFalse();
  }

  @Test
  void noneBeginsWhileSomethingWaits() {
    fly(3);
    send(9);
    recovery.receiveAck(3, 3, 5, true, 5, 4, packets);
    assertThat(recovery.recovering()).isFalse();
    assertThat(givenUp).isEmpty();
  }

  @Test
  void aCountThatComesLateTellsNothing() {
    fly(7);
    send(9);
    recovery.receiveAck(1, 7, 6, false, 5, 4, packets);
    assertThat(recovery.recovering()).isFalse();
    assertThat(ack(7, 14, 6)).containsExactly(7L);
    fly(8);
    send(14);
    recovery.receiveAck(1, 7, 6, false, 5, 4, packets);
    assertThat(givenUp).containsExactly(7L);
  }

  @Test
  void whatCannotBeChangesNothing() {
    fly(3);
    send(3);
    assertThat(recovery.receiveAck(4, 3, 5, false, 5, 4, packets))
        .isEqualTo("4 acknowledged now, 3 in all, of 3 that have left");
    assertThat(recovery.receiveAck(4, 4, 5, false, 5, 4, packets)).isNotNull();
    assertThat(recovery.transmit(2)).isNotNull();
    assertThat(recovery.transmit(4)).isNotNull();
    assertThat(recovery.retransmit(-1)).isNotNull();
    assertThat(recovery.retransmit(3)).isEqualTo("packet 3 again, and 3 have left");
    assertThat(recovery.timeout(2, packets)).isNotNull();
    assertThat(recovery).hasToString("no recovery");
    assertThat(givenUp).isEmpty();
  }

  /** A target may tell any count; what is given up is out, is missing, and within a window. */
  @Test
  void noCountHasMoreGivenUpThanAWindowOfWhatIsOut() {
    for (int count = 0; count <= LossRecovery.NOT_COMPUTED; count++) {
      LossRecovery other = new LossRecovery();
      flying.clear();
      givenUp.clear();
      fly(3, 4, 6, 8, 9, 11);
      for (long packet = 0; packet < 12; packet++) {
        assertThat(other.transmit(packet)).isNull();
      }
      assertThat(other.receiveAck(3, 3, count, false, 5, 4, packets)).isNull();
      // of the nine that are out, eight at most are beyond the missing one; 3 to 6 are the window
      if (count >= 5 && count <= 8) {
        assertThat(givenUp).as("count %d", count).containsExactly(3L, 4L, 6L);
      } else {
        assertThat(givenUp).as("count %d", count).isEmpty();
        assertThat(other.recovering()).isFalse();
      }
      assertThat(other.broken()).isNull();
    }
  }

  @Test
  void anAcknowledgmentOfWhatHasNotLeftIsRefusedInARecoveryToo() {
    fly(3, 5);
    assertThat(ack(3, 10, 5)).containsExactly(3L, 5L);
    String before = recovery.toString();
    flying.add(5L);
    givenUp.clear();
    for (long acked : new long[] {11, 12, 1L << 32}) {
      assertThat(recovery.receiveAck(3, acked, 5, false, 5, 4, packets)).isNotBlank();
      assertThat(recovery.receiveAck(acked, acked, 5, false, 5, 4, packets)).isNotBlank();
    }
    assertThat(recovery.receiveAck(5, 4, 5, false, 5, 4, packets)).isNotBlank();
    assertThat(recovery).hasToString(before);
    assertThat(recovery.point()).isEqualTo(10);
    assertThat(givenUp).isEmpty();
  }

  @Test
  void marksBeyondAWordAreKeptAndCopied() {
    fly(130);
    assertThat(ack(0, 131, 5)).isEmpty();
    recovery.retransmit(130);
    LossRecovery copy = recovery.copy();
    recovery.retransmit(64);
    assertThat(copy.again(130)).isTrue();
    assertThat(copy.again(64)).isFalse();
    assertThat(recovery.again(64)).isTrue();
    assertThat(ack(129, 131, 1)).isEmpty();
    assertThat(copy).hasToString("a recovery up to packet 131");
  }

  /** 64 packets are one word of marks, to the last bit of it. */
  @Test
  void oneWordIsEnoughForAsManyPacketsAsItHasBits() {
    fly(7);
    assertThat(ack(7, 7 + 64, 5)).containsExactly(7L);
    assertThat(recovery.broken()).isNull();
    assertThat(recovery.retransmit(7)).isNull();
    assertThat(recovery.retransmit(7 + 63)).isNull();
    assertThat(recovery.again(7)).isTrue();
    assertThat(recovery.again(7 + 63)).isTrue();
    assertThat(recovery.again(7 + 64)).isFalse();
    assertThat(recovery.again(6)).isFalse();
  }

  @Test
  void aListenerHearsOfEachActionWhenItIsDoneAndOfNoRefusal() {
    List<String> heard = new ArrayList<>();
    recovery.tell(
        (kernel, action, told) ->
            heard.add(action.name() + List.of(told) + kernel.recovering() + givenUp));
    send(2);
    assertThat(recovery.transmit(5)).isNotNull();
    assertThat(recovery.retransmit(2)).isNotNull();
    assertThat(recovery.timeout(0, packets)).isNotNull();
    fly(0);
    assertThat(recovery.timeout(0, packets)).isNull();
    assertThat(recovery.retransmit(0)).isNull();
    assertThat(heard)
        .containsExactly(
            "Transmit[0]false[]",
            "Transmit[1]false[]",
            "Timeout[0]false[0]",
            "Retransmit[0]false[0]");
    recovery.tell(null);
    send(8);
    heard.clear();
    recovery.tell(
        (kernel, action, told) ->
            heard.add(action.name() + List.of(told) + kernel.recovering() + givenUp));
    fly(0);
    assertThat(ack(0, 8, 5)).containsExactly(0L);
    recovery.receiveAck(0, 9, 0, false, 5, 4, packets);
    assertThat(heard).containsExactly("ReceiveAck[0, 0, 5, 5, 4]true[0]");
  }
}
