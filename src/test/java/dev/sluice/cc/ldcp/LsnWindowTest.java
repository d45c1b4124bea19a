package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LSNs at full size: 2^32 of them, packets of 4,096 bytes, and a BDP of 150,000. */
class LsnWindowTest {
  private static final LsnParams PARAMS =
      new LsnParams(LsnParams.MODULUS_32, 150_000, 4_096, 16, 3);

  /** Seven bytes before LSNs begin anew. */
  private static final long LATE = (1L << 32) - 7;

  private final LsnTold told = new LsnTold();

  /** 36 · 4,096 = 147,456, and one more packet would make 151,552. */
  @Test
  @Requirement("LDCP-12")
  void theWindowCountsBytesWhateverPacketsTheyAreIn() {
    LsnWindow requests = new LsnWindow(PARAMS, 0);
    for (int i = 0; i < 36; i++) {
      assertThat(requests.transmit(4_096, 150_000, told)).isNull();
    }
    assertThat(requests.inFlight()).isEqualTo(147_456);
    assertThat(requests.transmit(4_096, 1L << 40, told))
        .isEqualTo("147456 B are in flight, and 4096 B do not fit into a window of 150000 B");
    assertThat(requests.transmit(2_544, 150_000, told)).isNull();
    assertThat(requests.transmit(1, 150_000, told)).isNotNull();
    assertThat(requests.receiveAck(false, 4_096, told)).isNull();
    assertThat(requests.transmit(4_096, 75_000, told)).as("a window that was cut").isNotNull();
    assertThat(requests.transmit(4_096, 150_000, told)).isNull();
    assertThat(requests.inFlight()).isEqualTo(150_000);
  }

  /** A READ of a gigabyte takes 16 bytes of the window, and an LSN that nothing else has. */
  @Test
  @Requirement({"LDCP-12", "LDCP-19"})
  void aReadOccupiesItsHeaderAndNotWhatItAsksFor() {
    assertThat(PARAMS.extent(true, 1 << 30)).isEqualTo(16);
    assertThat(PARAMS.extent(false, 0)).as("an empty SEND").isEqualTo(16);
    assertThat(PARAMS.extent(false, 8)).as("an ATOMIC with 8 bytes").isEqualTo(8);
    assertThat(PARAMS.cut(10_000)).isEqualTo(4_096);
    assertThat(PARAMS.cut(1_808)).isEqualTo(1_808);
    LsnWindow requests = new LsnWindow(PARAMS, 0);
    assertThat(requests.transmit(0, 150_000, told))
        .isEqualTo("a packet of 0 B has no LSN of its own");
    assertThat(requests.next()).isZero();
  }

  @Test
  @Requirement("LDCP-12")
  void lsnsWrap() {
    LsnWindow requests = new LsnWindow(PARAMS, LATE);
    assertThat(requests.transmit(4_096, 150_000, told)).isNull();
    assertThat(requests.transmit(16, 150_000, told)).isNull();
    assertThat(told.since()).containsExactly("send 4294967289 4096", "send 4089 16");
    LsnReceiver at = new LsnReceiver(PARAMS, LATE);
    assertThat(at.receive(4_089, 16, false, told)).isNull();
    assertThat(at.receive(LATE, 4_096, false, told)).isNull();
    assertThat(at.receive(LATE, 4_096, false, told)).isNull();
    assertThat(told.since()).containsExactly("missing 4294967289", "take", "ack 4089", "ack 4089");
    assertThat(requests.receiveAck(true, LATE, told)).isNull();
    assertThat(requests.transmit(4_096, 150_000, told)).isNull();
    assertThat(requests.receiveAck(false, 4_105, told)).isNull();
    assertThat(told.since()).containsExactly("freed 0", "send 4294967289 4096 again", "freed 4112");
    assertThat(requests.next()).as("nothing that is acknowledged is sent again").isEqualTo(4_105);
  }

  /** Three packets have left; the second is missing, and an older NAK comes late. */
  @Test
  @Requirement("LDCP-12")
  void aNakAcknowledgesAndGoesBackUnlessItIsOld() {
    LsnWindow requests = new LsnWindow(PARAMS, 100);
    for (int i = 0; i < 3; i++) {
      requests.transmit(1_000, 150_000, told);
    }
    told.since();
    assertThat(requests.receiveAck(true, 1_100, told)).isNull();
    assertThat(requests.sendsAgain()).isTrue();
    assertThat(requests.inFlight()).isZero();
    assertThat(requests.unacknowledged()).isEqualTo(2_000);
    assertThat(requests.transmit(2_001, 150_000, told))
        .isEqualTo("a packet of 2001 B goes beyond what was sent before");
    assertThat(requests.transmit(1_000, 150_000, told)).isNull();
    assertThat(requests.receiveAck(true, 100, told)).isNull();
    assertThat(requests.receiveAck(false, 100, told)).isNull();
    assertThat(requests.receiveAck(true, 3_101, told)).as("of what was not sent").isNull();
    assertThat(requests).hasToString("LSN 1100 to 2100, 3100 sent");
    assertThat(requests.timeout()).isNull();
    assertThat(requests).hasToString("LSN 1100 to 1100, 3100 sent");
    assertThat(requests.receiveAck(false, 3_100, told)).isNull();
    assertThat(requests.timeout()).isEqualTo("all is acknowledged");
    assertThat(told.since())
        .containsExactly(
            "freed 1000", "send 1100 1000 again", "freed 0", "freed 0", "freed 0", "freed 2000");
    assertThat(requests.receiveAck(false, 1L << 32, told))
        .isEqualTo("LSN 4294967296 of 4294967296");
  }

  @Test
  @Requirement({"LDCP-2", "LDCP-12", "LDCP-19"})
  void whoIsBusyMergesAcknowledgmentsAndWhoIsNotAnswersEachPacket() {
    LsnReceiver at = new LsnReceiver(PARAMS, 0);
    assertThat(at.receive(0, 1_000, false, told)).isNull();
    assertThat(at.receive(1_000, 1_000, true, told)).isNull();
    assertThat(at.receive(2_000, 1_000, true, told)).isNull();
    assertThat(at.owes()).isTrue();
    assertThat(at.flush(told)).isNull();
    assertThat(at.flush(told)).isEqualTo("nothing waits");
    assertThat(at.receive(3_000, 1_000, true, told)).isNull();
    assertThat(at.receive(0, 1_000, true, told)).as("what has come before").isNull();
    assertThat(at.owes()).isFalse();
    assertThat(told.since())
        .containsExactly("take", "ack 1000", "take", "take", "ack 3000", "take", "ack 4000");
    assertThat(at.receive(4_000, 0, false, told)).isNotNull();
    assertThat(at.receive(-1, 1, false, told)).isNotNull();
    assertThat(at.expected()).isEqualTo(4_000);
  }

  @Test
  @Requirement("LDCP-12")
  void aGapIsToldOfOnce() {
    LsnReceiver at = new LsnReceiver(PARAMS, 0);
    assertThat(at.receive(1_000, 1_000, true, told)).isNull();
    assertThat(at.receive(2_000, 1_000, false, told)).isNull();
    assertThat(at.told()).isTrue();
    assertThat(at.receive(0, 1_000, false, told)).isNull();
    assertThat(at.receive(2_000, 1_000, false, told)).isNull();
    assertThat(told.since()).containsExactly("missing 0", "take", "ack 1000", "missing 1000");
  }

  @Test
  @Requirement("LDCP-12")
  void aReadIsRepeatedForAGapOrAfterSilenceUnlessAllHasCome() {
    ReadRepeat reads = new ReadRepeat();
    assertThat(reads.askAgain()).isEqualTo("no response is missing");
    reads.asked(10_000);
    assertThat(reads.missing()).isEqualTo(10_000);
    reads.missed();
    assertThat(reads.again()).isTrue();
    assertThat(reads.askAgain()).isEqualTo("a READ is to be repeated anyway");
    reads.repeated();
    reads.came(4_096);
    assertThat(reads.askAgain()).isNull();
    reads.came(5_904);
    assertThat(reads.again()).as("all has come meanwhile").isFalse();
    assertThat(reads.missing()).isZero();
    assertThat(reads.broken()).isNull();
  }

  /** 2^18 LSNs: half of them are 131,072. */
  @Test
  @Requirement("LDCP-12")
  void thereAreEnoughLsnsForTheWindowAndForWhatOvertakes() {
    assertThat(new LsnParams(1 << 18, 131_072, 4_096, 16, 0).window()).isEqualTo(131_072);
    for (LsnParamsOf wrong :
        List.<LsnParamsOf>of(
            () -> new LsnParams(1 << 18, 131_073, 4_096, 16, 0),
            () -> new LsnParams(1 << 18, 131_072, 4_096, 16, 1),
            () -> new LsnParams(12, 4, 1, 1, 2),
            () -> new LsnParams(1L << 33, 150_000, 4_096, 16, 0),
            () -> new LsnParams(1L << 32, 4_095, 4_096, 16, 0),
            () -> new LsnParams(1L << 32, 150_000, 4_096, 0, 0),
            () -> new LsnParams(1L << 32, 150_000, 0, 16, 0),
            () -> new LsnParams(1L << 32, 150_000, 4_096, 16, -1))) {
      assertThatIllegalArgumentException().isThrownBy(wrong::make);
    }
    assertThat(new LsnParams(13, 4, 1, 1, 2).modulus()).isEqualTo(13);
    assertThatIllegalArgumentException().isThrownBy(() -> new LsnWindow(PARAMS, 1L << 32));
    assertThatIllegalArgumentException().isThrownBy(() -> new LsnReceiver(PARAMS, -1));
  }

  private interface LsnParamsOf {
    LsnParams make();
  }

  /** Half of all LSNs ahead is behind: what is old, and what is early. */
  @Test
  @Requirement("LDCP-12")
  void halfOfAllLsnsAheadIsOld() {
    LsnReceiver at = new LsnReceiver(PARAMS, 5);
    assertThat(at.isOld(5 + (1L << 31))).isTrue();
    assertThat(at.isOld(4 + (1L << 31))).isFalse();
    assertThat(at.receive(5 + (1L << 31), 1, false, told)).isNull();
    assertThat(at.receive(4 + (1L << 31), 1, false, told)).isNull();
    assertThat(told.since()).containsExactly("ack 5", "missing 5");
  }

  @Test
  @Requirement("LDCP-12")
  void aPacketMayFillTheWindow() {
    LsnReceiver at = new LsnReceiver(PARAMS, 0);
    assertThat(at.receive(0, 150_001, false, told))
        .isEqualTo("a packet of 150001 B at LSN 0 of 4294967296");
    assertThat(at.receive(0, 150_000, false, told)).isNull();
    assertThat(at.expected()).isEqualTo(150_000);
  }
}
