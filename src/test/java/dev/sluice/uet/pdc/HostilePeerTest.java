package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Asked.Ended;
import dev.sluice.uet.pdc.Asked.InFlight;
import dev.sluice.uet.pdc.Asked.Written;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every message that an end of a PDC takes, as a peer might send it that keeps to no rule: what is
 * out of place changes nothing and is answered by nothing, or by a NACK.
 *
 * <p>The sources of this project never send most of this, so that no run shows it.
 */
class HostilePeerTest {
  private static final long FA = 1;
  private static final int CLASS = 0;
  private static final int SPDCID = 3;
  private static final int PDC = 2;
  private static final int CCC = 5;
  private static final long JOB = 7;
  private static final int MP_RANGE = 8;
  private static final long LIFE = 10;

  /** Three before the wrap: packet 3 has the PSN 0. */
  private static final long START = Psn.WIRE_MODULUS - 3;

  private static final PdcKey KEY = new PdcKey(FA, SPDCID);
  private static final int[] NOBODYS_IDS = {Integer.MIN_VALUE, -1, 0, 4, 5, Integer.MAX_VALUE};

  private final Asked asked = new Asked();

  private static long psn(long packet) {
    return Psn.at(START, packet, Psn.WIRE_MODULUS);
  }

  private static Syn syn(long packet) {
    return new Syn(FA, CLASS, SPDCID, psn(packet), packet, JOB);
  }

  /** All that can be seen of an end, which is sound. */
  private static String seen(Target target) {
    assertThat(target.broken()).isNull();
    return target + ", " + target.target().free() + " and " + target.context().free() + " free";
  }

  private static String seen(Initiator initiator) {
    assertThat(initiator.broken()).isNull();
    return initiator + ", " + initiator.free() + " free";
  }

  private List<Object> effects(String refused) {
    assertThat(refused).isNull();
    return asked.since();
  }

  // ---------------------------------------------------------------- at the target

  /** Of four PDCs and two CCCs one is taken, by packet 0. */
  private Target admitted(long memory) {
    Target target = new Target(new Target.Params(Psn.WIRE_MODULUS, MP_RANGE, memory), 4, 2);
    assertThat(effects(target.admit(syn(0), PDC, asked))).hasSize(2);
    return target;
  }

  private Target admitted() {
    return admitted(0);
  }

  private List<Object> request(Target target, long packet) {
    return effects(target.receiveRequest(FA, SPDCID, PDC, psn(packet), JOB, asked));
  }

  private static AckCc allBefore(long packet) {
    return new AckCc(FA, PDC, SPDCID, psn(packet));
  }

  @Test
  @Requirement({"PDC-5", "PDC-6"})
  void aRequestExactlyMpRangeAheadIsNotTakenAndTheOneBeforeItIs() {
    Target target = admitted(); // packet 1 is awaited
    String before = seen(target);
    for (long beyond : new long[] {MP_RANGE + 1, MP_RANGE + 2, 4_096, 1L << 31, -1, -2}) {
      assertThat(request(target, beyond)).as("packet %d", beyond).isEmpty();
      assertThat(seen(target)).as("packet %d", beyond).isEqualTo(before);
    }
    assertThat(request(target, MP_RANGE))
        .containsExactly(new Written(KEY, JOB, MP_RANGE), allBefore(1));
    for (long packet = 1; packet < MP_RANGE; packet++) {
      request(target, packet);
    }
    assertThat(target.target().get(PDC).got().awaited()).isEqualTo(MP_RANGE + 1);
    String all = seen(target);
    assertThat(request(target, 2 * MP_RANGE + 1)).isEmpty();
    assertThat(seen(target)).isEqualTo(all);
    assertThat(request(target, 2 * MP_RANGE)).hasSize(2);
  }

  @Test
  @Requirement({"PDC-5", "PDC-6"})
  void aSynOfAKnownInitiatorExactlyMpRangeAheadIsNotTakenAndTheOneBeforeItIs() {
    Target target = admitted();
    String before = seen(target);
    for (long beyond : new long[] {MP_RANGE + 1, 4_095}) {
      assertThat(effects(target.receiveSyn(syn(beyond), asked))).isEmpty();
      assertThat(seen(target)).isEqualTo(before);
    }
    assertThat(effects(target.receiveSyn(syn(MP_RANGE), asked)))
        .containsExactly(new Written(KEY, JOB, MP_RANGE), allBefore(1));
  }

  @Test
  @Requirement("PDC-5")
  void aSynThatTellsAnotherFirstPsnIsNotTaken() {
    Target target = admitted();
    String before = seen(target);
    for (long other : new long[] {1, -1, 65_536, 1L << 31}) {
      Syn moved = new Syn(FA, CLASS, SPDCID, psn(1 + other), 1, JOB);
      assertThat(effects(target.receiveSyn(moved, asked))).as("%d away", other).isEmpty();
      assertThat(seen(target)).isEqualTo(before);
    }
    Syn otherClass = new Syn(FA, CLASS + 1, SPDCID, psn(0), 0, JOB);
    assertThat(target.admit(otherClass, PDC + 1, asked))
        .as("in another class it is the same initiator")
        .isNotBlank();
    assertThat(seen(target)).isEqualTo(before);
    assertThat(asked.since()).isEmpty();
  }

  @Test
  @Requirement({"PDC-4", "PDC-6"})
  void aFirstSynMpRangeAheadOrMoreTakesNoPdcAndNoCcc() {
    Target target = new Target(new Target.Params(Psn.WIRE_MODULUS, MP_RANGE, 0), 4, 2);
    String before = seen(target);
    for (long offset : new long[] {MP_RANGE, MP_RANGE + 1, 4_095}) {
      assertThat(target.admit(syn(offset), PDC, asked)).isNotBlank();
      assertThat(seen(target)).isEqualTo(before);
      assertThat(asked.since()).isEmpty();
    }
    assertThat(effects(target.admit(syn(MP_RANGE - 1), PDC, asked))).hasSize(2);
  }

  @Test
  @Requirement("PDC-6")
  void aRequestForNobodysPdcIsAnsweredSo() {
    Target target = admitted();
    String before = seen(target);
    for (int id : NOBODYS_IDS) {
      assertThat(effects(target.receiveRequest(FA, SPDCID, id, psn(1), JOB, asked)))
          .as("PDC %d", id)
          .containsExactly(new Nack(FA, SPDCID, Code.UNKNOWN, psn(1)));
    }
    assertThat(effects(target.receiveRequest(FA + 1, SPDCID, PDC, psn(1), JOB, asked)))
        .as("another endpoint's")
        .containsExactly(new Nack(FA + 1, SPDCID, Code.MISMATCH, psn(1)));
    assertThat(effects(target.receiveRequest(FA, SPDCID + 1, PDC, psn(1), JOB, asked)))
        .as("another PDC's of the same endpoint")
        .containsExactly(new Nack(FA, SPDCID + 1, Code.MISMATCH, psn(1)));
    assertThat(seen(target)).isEqualTo(before);
  }

  @Test
  @Requirement("PDC-5")
  void aRepeatedPacketIsAcknowledgedAndNotWrittenAgain() {
    Target target = admitted();
    request(target, 3);
    String before = seen(target);
    for (int again = 0; again < 3; again++) {
      assertThat(request(target, 3)).containsExactly(allBefore(1));
      assertThat(request(target, 0)).containsExactly(allBefore(1));
      assertThat(effects(target.receiveSyn(syn(0), asked))).containsExactly(allBefore(1));
      assertThat(effects(target.receiveSyn(syn(3), asked))).containsExactly(allBefore(1));
    }
    assertThat(seen(target)).isEqualTo(before);
  }

  private static CloseCommand close(long packet) {
    return new CloseCommand(FA, SPDCID, PDC, psn(packet));
  }

  @Test
  @Requirement("PDC-11")
  void aCloseIsNotTakenWhileEarlyPacketsAreHeld() {
    Target target = admitted();
    request(target, 2);
    request(target, MP_RANGE);
    String before = seen(target);
    for (long packet = -1; packet <= MP_RANGE + 2; packet++) {
      assertThat(effects(target.receiveClose(close(packet), asked)))
          .as("a Close with the PSN of packet %d, while 1 is missing", packet)
          .isEmpty();
      assertThat(seen(target)).isEqualTo(before);
    }
    for (long packet = 1; packet < MP_RANGE; packet++) {
      request(target, packet);
    }
    assertThat(effects(target.receiveClose(close(MP_RANGE + 1), asked)))
        .as("all is there")
        .containsExactly(new AckCc(FA, PDC, SPDCID, psn(MP_RANGE + 2)));
    assertThat(target.isAtRest()).isTrue();
  }

  @Test
  @Requirement("PDC-11")
  void aCloseIsNotTakenBeforeTheFirstPacketHasCome() {
    Target target = new Target(new Target.Params(Psn.WIRE_MODULUS, MP_RANGE, 0), 4, 2);
    effects(target.admit(syn(1), PDC, asked));
    String before = seen(target);
    assertThat(effects(target.receiveClose(close(0), asked))).isEmpty();
    assertThat(effects(target.receiveClose(close(1), asked))).isEmpty();
    assertThat(seen(target)).isEqualTo(before);
  }

  @Test
  @Requirement("PDC-11")
  void aCloseOfAnyOtherPsnThanTheNextIsNotTaken() {
    Target target = admitted();
    request(target, 1);
    String before = seen(target);
    for (long packet : new long[] {-1, 0, 1, 3, 4, MP_RANGE, 1L << 31}) {
      assertThat(effects(target.receiveClose(close(packet), asked))).isEmpty();
      assertThat(seen(target)).as("packet %d", packet).isEqualTo(before);
    }
  }

  @Test
  @Requirement({"PDC-6", "PDC-11"})
  void aCloseOfAStrangerEndsNothing() {
    Target target = admitted();
    String before = seen(target);
    for (int id : NOBODYS_IDS) {
      assertThat(effects(target.receiveClose(new CloseCommand(FA, SPDCID, id, psn(1)), asked)))
          .containsExactly(new Nack(FA, SPDCID, Code.UNKNOWN, psn(1)));
    }
    assertThat(effects(target.receiveClose(new CloseCommand(FA + 1, SPDCID, PDC, psn(1)), asked)))
        .containsExactly(new Nack(FA + 1, SPDCID, Code.MISMATCH, psn(1)));
    assertThat(effects(target.receiveClose(new CloseCommand(FA, SPDCID + 1, PDC, psn(1)), asked)))
        .containsExactly(new Nack(FA, SPDCID + 1, Code.MISMATCH, psn(1)));
    assertThat(seen(target)).isEqualTo(before);
  }

  @Test
  @Requirement({"PDC-5", "PDC-11"})
  void whatComesAfterTheCloseOpensNothing() {
    for (long memory : new long[] {0, LIFE}) {
      Target target = admitted(memory);
      effects(target.receiveClose(close(1), asked));
      String closed = seen(target);
      for (int again = 0; again < 2; again++) {
        assertThat(effects(target.receiveClose(close(1), asked)))
            .containsExactly(new Nack(FA, SPDCID, Code.UNKNOWN, psn(1)));
        assertThat(request(target, 1)).containsExactly(new Nack(FA, SPDCID, Code.UNKNOWN, psn(1)));
      }
      if (memory > 0) {
        assertThat(effects(target.receiveSyn(syn(0), asked))).as("it is remembered").isEmpty();
      }
      assertThat(seen(target)).isEqualTo(closed);
    }
  }

  @Test
  @Requirement("PDC-4")
  void oneWhoOpensAllPdcsKeepsNothingBackForItself() {
    Target target = new Target(new Target.Params(Psn.WIRE_MODULUS, MP_RANGE, 0), 2, 1);
    effects(target.admit(syn(0), 1, asked));
    effects(target.admit(new Syn(FA, CLASS, SPDCID + 1, 9, 9 % MP_RANGE, JOB), 2, asked));
    String full = seen(target);
    for (int id = SPDCID + 2; id < SPDCID + 50; id++) {
      Syn more = new Syn(FA, CLASS, id, id, 0, JOB);
      assertThat(target.admit(more, 1, asked)).isNotBlank();
      assertThat(effects(target.refuse(more, asked)))
          .containsExactly(new Nack(FA, id, Code.NO_PDC, id));
    }
    assertThat(seen(target)).isEqualTo(full);
  }

  // ---------------------------------------------------------------- at the initiator

  private static final int TARGET_PDC = 9;

  /** Of four ids one is in use, for three packets, all of which are sent. */
  private Initiator sent() {
    Initiator.Params params =
        new Initiator.Params(FA, Psn.WIRE_MODULUS, 4, MP_RANGE, LIFE, LIFE, false);
    Initiator initiator = new Initiator(params, 4);
    assertThat(initiator.open(new Initiator.Job(CLASS, CCC, JOB, START, 3), SPDCID)).isNull();
    for (int packet = 0; packet < 3; packet++) {
      assertThat(initiator.transmit(SPDCID, asked)).isNull();
    }
    asked.since();
    return initiator;
  }

  private List<Object> ack(Initiator initiator, int from, long packets) {
    return effects(initiator.receiveAck(from, SPDCID, psn(packets), asked));
  }

  private Initiator established() {
    Initiator initiator = sent();
    assertThat(ack(initiator, TARGET_PDC, 1)).containsExactly(new InFlight(CCC, -1));
    return initiator;
  }

  private Initiator closing() {
    Initiator initiator = established();
    ack(initiator, TARGET_PDC, 3);
    assertThat(effects(initiator.close(SPDCID, LIFE, asked))).hasSize(1);
    return initiator;
  }

  /** An initiator in each phase of its PDC's life, and one whose id rests. */
  private List<Initiator> all() {
    Initiator resting = closing();
    ack(resting, TARGET_PDC, 4);
    assertThat(resting.resting(SPDCID)).isTrue();
    return new ArrayList<>(List.of(sent(), established(), closing(), resting));
  }

  @Test
  @Requirement({"PDC-3", "PDC-6", "PDC-10"})
  void anAcknowledgmentOfWhatWasNeverSentChangesNothing() {
    for (Initiator initiator : all()) {
      String before = seen(initiator);
      for (long packets : new long[] {5, 6, MP_RANGE, 4_096, 1L << 31, -1, -2}) {
        assertThat(ack(initiator, TARGET_PDC, packets)).as("%d packets", packets).isEmpty();
        assertThat(seen(initiator)).isEqualTo(before);
      }
    }
    Initiator open = established();
    String before = seen(open);
    assertThat(ack(open, TARGET_PDC, 4)).as("one more than was sent").isEmpty();
    assertThat(seen(open)).isEqualTo(before);
    assertThat(ack(open, TARGET_PDC, 3)).containsExactly(new InFlight(CCC, -2));
  }

  @Test
  @Requirement({"PDC-1", "PDC-6"})
  void aTargetWithoutAnIdIsNoneThatCanBeLearnt() {
    Initiator initiator = sent();
    String before = seen(initiator);
    assertThat(ack(initiator, 0, 1)).isEmpty();
    assertThat(seen(initiator)).isEqualTo(before);
    assertThat(initiator.source(SPDCID).isOwn(0, psn(1))).isFalse();
    assertThat(ack(initiator, TARGET_PDC, 1)).hasSize(1);
  }

  @Test
  @Requirement({"PDC-6", "PDC-11"})
  void anAcknowledgmentOfAnotherTargetPdcChangesNothing() {
    for (Initiator initiator : List.of(established(), closing())) {
      String before = seen(initiator);
      for (int from : new int[] {0, 1, TARGET_PDC - 1, TARGET_PDC + 1, 0xFFFF}) {
        for (long packets = 0; packets <= 5; packets++) {
          assertThat(ack(initiator, from, packets)).isEmpty();
          assertThat(seen(initiator)).isEqualTo(before);
        }
      }
    }
  }

  @Test
  @Requirement("PDC-6")
  void anAcknowledgmentForNobodysPdcChangesNothing() {
    for (Initiator initiator : all()) {
      String before = seen(initiator);
      for (int id : NOBODYS_IDS) {
        assertThat(effects(initiator.receiveAck(TARGET_PDC, id, psn(1), asked))).isEmpty();
        assertThat(effects(initiator.receiveNack(id, Code.UNKNOWN, psn(3), asked))).isEmpty();
        assertThat(seen(initiator)).isEqualTo(before);
      }
    }
  }

  @Test
  @Requirement({"PDC-3", "PDC-6"})
  void whatIsAcknowledgedStaysSo() {
    Initiator initiator = established();
    ack(initiator, TARGET_PDC, 2);
    String before = seen(initiator);
    for (long packets = 0; packets <= 2; packets++) {
      assertThat(ack(initiator, TARGET_PDC, packets)).isEmpty();
      assertThat(seen(initiator)).isEqualTo(before);
    }
  }

  @Test
  @Requirement("PDC-11")
  void onlyTheAcknowledgmentOfTheCloseEndsAPdc() {
    Initiator early = established();
    ack(early, TARGET_PDC, 3);
    String done = seen(early);
    assertThat(ack(early, TARGET_PDC, 4)).as("no Close was sent").isEmpty();
    assertThat(seen(early)).isEqualTo(done);
    Initiator initiator = closing();
    String before = seen(initiator);
    for (long packets : new long[] {0, 1, 2, 3, 5}) {
      assertThat(ack(initiator, TARGET_PDC, packets)).isEmpty();
      assertThat(seen(initiator)).as("%d packets", packets).isEqualTo(before);
    }
    assertThat(ack(initiator, TARGET_PDC, 4)).contains(new Ended(SPDCID, JOB));
    String ended = seen(initiator);
    assertThat(ack(initiator, TARGET_PDC, 4)).as("twice").isEmpty();
    assertThat(seen(initiator)).isEqualTo(ended);
  }

  @Test
  @Requirement({"PDC-10", "PDC-11"})
  void onlyANackOfTheCloseEndsAPdc() {
    for (Initiator initiator : List.of(sent(), established())) {
      String before = seen(initiator);
      for (Code code : Code.values()) {
        for (long packet = -1; packet <= 4; packet++) {
          assertThat(effects(initiator.receiveNack(SPDCID, code, psn(packet), asked))).isEmpty();
          assertThat(seen(initiator)).isEqualTo(before);
        }
      }
    }
    Initiator initiator = closing();
    String before = seen(initiator);
    for (Code code : Code.values()) {
      boolean gone = code == Code.UNKNOWN || code == Code.MISMATCH;
      for (long packet = -1; packet <= 4; packet++) {
        if (!gone || packet != 3) {
          assertThat(effects(initiator.receiveNack(SPDCID, code, psn(packet), asked)))
              .as("%s of packet %d", code, packet)
              .isEmpty();
          assertThat(seen(initiator)).isEqualTo(before);
        }
      }
    }
    for (Code code : List.of(Code.UNKNOWN, Code.MISMATCH)) {
      Initiator other = closing();
      assertThat(effects(other.receiveNack(SPDCID, code, psn(3), asked)))
          .contains(new Ended(SPDCID, JOB));
    }
  }

  @Test
  @Requirement("PDC-6")
  void requestsGoToTheTargetThatWasLearntFirst() {
    Initiator initiator = established();
    ack(initiator, TARGET_PDC + 1, 2);
    assertThat(effects(initiator.retransmit(SPDCID, 1, asked)))
        .containsExactly(new Request(FA, SPDCID, TARGET_PDC, psn(1), JOB));
  }
}
