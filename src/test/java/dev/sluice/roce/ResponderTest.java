package dev.sluice.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** What a responder executes, and what it says, with the numbers of the wire. */
class ResponderTest {
  private static final long MODULUS = 16_777_216; // 2^24

  private final Peer user = new Peer();

  private static RequestPacket packet(Op op, long psn, boolean first, boolean last, boolean ack) {
    return new RequestPacket(op, psn, 1, first, last, ack);
  }

  private static RequestPacket only(Op op, long psn) {
    return packet(op, psn, true, true, true);
  }

  private static RequestPacket read(long psn, long span) {
    return new RequestPacket(Op.READ, psn, span, true, true, false);
  }

  private void takes(Responder responder, RequestPacket packet) {
    assertThat(responder.receive(packet, true, user)).isNull();
    assertThat(responder.broken()).isNull();
  }

  @Test
  @Requirement({"RC-1", "RC-3", "RC-4", "RC-5"})
  void executesWhatIsExpectedAndCountsMessages() {
    Responder responder = new Responder(MODULUS, 0xFFFFFE, 0, 2);
    takes(responder, packet(Op.WRITE, 0xFFFFFE, true, false, false));
    takes(responder, packet(Op.WRITE, 0xFFFFFF, false, false, false));
    assertThat(user.answers()).as("nobody asked for one").isEmpty();
    takes(responder, packet(Op.WRITE, 0, false, true, true));
    assertThat(user.answers()).containsExactly("ACK 0, MSN 1");
    takes(responder, read(1, 4_883));
    assertThat(user.answers()).containsExactly("read 4883 from 1, MSN 2");
    assertThat(responder.epsn()).isEqualTo(4_884);
    assertThat(user.executed).hasSize(4);
  }

  @Test
  @Requirement("RC-5")
  void theMsnWraps() {
    Responder responder = new Responder(MODULUS, 0, 0, 1);
    for (int message = 0; message < MODULUS - 1; message++) {
      responder.receive(packet(Op.WRITE, message, true, true, false), true, user);
      user.executed.clear();
    }
    assertThat(responder.msn()).isEqualTo(0xFFFFFF);
    takes(responder, only(Op.WRITE, 0xFFFFFF));
    assertThat(user.answers()).containsExactly("ACK ffffff, MSN 0");
  }

  /** Ahead by 2^23 - 1 at most: from 0x000001 on, 0x800000 is, and 0x800001 is a duplicate. */
  @Test
  @Requirement({"RC-2", "RC-6", "RC-8"})
  void halfOfThePsnsIsAheadAndTheOtherHalfDuplicates() {
    Responder responder = new Responder(MODULUS, 0x000001, 0, 1);
    takes(responder, only(Op.WRITE, 0x800001));
    assertThat(user.answers()).containsExactly("ACK 0, MSN 0");
    takes(responder, only(Op.WRITE, 0x800000));
    assertThat(user.answers()).containsExactly("NAK 1, MSN 0");
    assertThat(user.executed).isEmpty();
  }

  @Test
  @Requirement("RC-6")
  void tellsOfAGapOnceAndOfTheNextOneAgain() {
    Responder responder = new Responder(MODULUS, 5, 0, 1);
    takes(responder, only(Op.WRITE, 6));
    takes(responder, only(Op.WRITE, 7));
    takes(responder, only(Op.WRITE, 8));
    assertThat(user.answers()).containsExactly("NAK 5, MSN 0");
    takes(responder, only(Op.WRITE, 5));
    takes(responder, only(Op.WRITE, 7));
    assertThat(user.answers()).containsExactly("ACK 5, MSN 1", "NAK 6, MSN 1");
  }

  @Test
  @Requirement("RC-8")
  void duplicatesAreAnsweredAndNotExecuted() {
    Responder responder = new Responder(MODULUS, 0, 2, 3);
    takes(responder, packet(Op.SEND, 0, true, true, false));
    takes(responder, only(Op.ATOMIC, 1));
    assertThat(responder.saved()).isEqualTo(1);
    takes(responder, only(Op.ATOMIC, 2));
    takes(responder, only(Op.ATOMIC, 3));
    takes(responder, only(Op.ATOMIC, 4));
    takes(responder, read(5, 3));
    assertThat(user.answers())
        .containsExactly(
            "atomic 1, MSN 2: 1",
            "atomic 2, MSN 3: 2",
            "atomic 3, MSN 4: 3",
            "atomic 4, MSN 5: 4",
            "read 3 from 5, MSN 6");
    assertThat(user.executed).hasSize(6);
    takes(responder, packet(Op.SEND, 0, true, true, false));
    assertThat(user.answers()).as("of the last PSN executed").containsExactly("ACK 7, MSN 6");
    takes(responder, only(Op.ATOMIC, 2));
    takes(responder, only(Op.ATOMIC, 4));
    takes(responder, only(Op.ATOMIC, 3));
    takes(responder, only(Op.ATOMIC, 1));
    assertThat(user.answers())
        .as("three results are kept, and not the one of 1")
        .containsExactly("atomic 2, MSN 6: 2", "atomic 4, MSN 6: 4", "atomic 3, MSN 6: 3");
    takes(responder, new RequestPacket(Op.READ, 6, 2, false, true, false));
    assertThat(user.answers()).containsExactly("read 2 from 6, MSN 6");
    assertThat(user.executed).hasSize(6);
    assertThat(responder.receives()).isEqualTo(1);
    assertThat(responder.refused()).isFalse();
  }

  @Test
  @Requirement("RC-11")
  void aSendWaitsForAReceiveWithItsFirstPacketAndImmediateDataWithTheLast() {
    Responder responder = new Responder(MODULUS, 0, 0, 1);
    takes(responder, packet(Op.WRITE_IMM, 0, true, false, false));
    takes(responder, packet(Op.WRITE_IMM, 1, false, true, true));
    assertThat(user.answers()).containsExactly("RNR 1, MSN 0");
    takes(responder, packet(Op.SEND, 2, true, false, false));
    assertThat(user.answers()).as("it has been told").isEmpty();
    assertThat(responder.postReceive()).isNull();
    takes(responder, packet(Op.WRITE_IMM, 1, false, true, true));
    takes(responder, packet(Op.SEND, 2, true, false, false));
    assertThat(user.answers()).containsExactly("ACK 1, MSN 1", "RNR 2, MSN 1");
    assertThat(responder.postReceive()).isNull();
    takes(responder, packet(Op.SEND, 2, true, false, false));
    takes(responder, packet(Op.SEND, 3, false, true, true));
    assertThat(user.answers()).containsExactly("ACK 3, MSN 2");
    assertThat(responder.receives()).isZero();
  }

  @Test
  @Requirement("RC-16")
  void whatIsNotAllowedIsRefusedAndNothingIsSaidAfterwards() {
    Responder responder = new Responder(MODULUS, 0, 1, 1);
    takes(responder, only(Op.SEND, 0));
    responder.receive(packet(Op.WRITE, 1, true, false, false), false, user);
    assertThat(user.answers()).containsExactly("ACK 0, MSN 1", "REFUSED 1, MSN 1");
    takes(responder, packet(Op.WRITE, 1, true, false, true));
    takes(responder, only(Op.SEND, 0));
    takes(responder, only(Op.WRITE, 9));
    assertThat(user.answers()).isEmpty();
    assertThat(user.executed).hasSize(1);
    assertThat(responder.refused()).isTrue();
  }

  @Test
  void whatCannotBeAResponderIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Responder(MODULUS, -1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Responder(MODULUS, MODULUS, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Responder(0, 0, 0, 1));
    assertThat(new Responder(1, 0, 0, 1)).hasToString("PSN 0 expected, 0 messages");
    assertThatIllegalArgumentException().isThrownBy(() -> new Responder(MODULUS, 0, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Responder(MODULUS, 0, 0, 0));
  }

  /** Three results are kept, of five; which ones, and what is found again of each. */
  @Test
  @Requirement({"RC-8", "RC-10"})
  void theLatestResultsAreFoundAgain() {
    Responder responder = new Responder(MODULUS, 5, 0, 3);
    takes(responder, only(Op.ATOMIC, 0));
    assertThat(user.answers()).as("no result of such a PSN").isEmpty();
    for (int psn = 5; psn < 10; psn++) {
      takes(responder, only(Op.ATOMIC, psn));
    }
    assertThat(responder.keeps()).isEqualTo(3);
    assertThat(responder.saved()).isEqualTo(3);
    user.answers();
    for (int place = 0; place < 3; place++) {
      assertThat(responder.savedPsn(place)).isEqualTo(9 - place);
      assertThat(responder.savedValue(place)).isEqualTo(4 - place);
    }
    for (int psn = 5; psn < 10; psn++) {
      takes(responder, only(Op.ATOMIC, psn));
    }
    assertThat(user.answers())
        .containsExactly("atomic 7, MSN 5: 2", "atomic 8, MSN 5: 3", "atomic 9, MSN 5: 4");
  }
}
