package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Asked.Ended;
import dev.sluice.uet.pdc.Asked.InFlight;
import dev.sluice.uet.pdc.Asked.SourceClockRestarted;
import dev.sluice.uet.pdc.Asked.TargetClockRestarted;
import dev.sluice.uet.pdc.Asked.Written;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The source document's own example, from the first SYN to the end of both PDCs. */
class HandshakeTest {
  private static final long FA = 10L << 24 | 1; // 10.0.0.1
  private static final int TC_LOW = 1;
  private static final int SPDCID = 0x4001;
  private static final int TARGET_PDC = 0x4011;
  private static final int SOURCE_CCC = 0xA1;
  private static final int TARGET_CCC = 0xB1;
  private static final int POOL = 0x4FFF;
  private static final long WRITE = 7;
  private static final long START = 4_294_967_295L; // the second packet's PSN is 0
  private static final long L = 1_000;

  private static final Initiator.Params SOURCE =
      new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 1_024, L, L, false);
  private static final Target.Params TARGET = new Target.Params(Psn.WIRE_MODULUS, 1_024, 0);
  private static final Initiator.Job JOB = new Initiator.Job(TC_LOW, SOURCE_CCC, WRITE, START, 2);

  private static final Syn FIRST = new Syn(FA, TC_LOW, SPDCID, START, 0, WRITE);
  private static final Syn SECOND = new Syn(FA, TC_LOW, SPDCID, 0, 1, WRITE);
  private static final AckCc LEARNT = new AckCc(FA, TARGET_PDC, SPDCID, 0);
  private static final CloseCommand CLOSE = new CloseCommand(FA, SPDCID, TARGET_PDC, 1);

  private final Asked asked = new Asked();

  private Initiator opened() {
    Initiator end = new Initiator(SOURCE, POOL);
    taken(end.open(JOB, SPDCID));
    return end;
  }

  private Initiator bothSent() {
    Initiator end = opened();
    taken(end.transmit(SPDCID, asked));
    taken(end.transmit(SPDCID, asked));
    asked.since();
    return end;
  }

  private Initiator allAcknowledged() {
    Initiator end = bothSent();
    taken(receive(end, new AckCc(FA, TARGET_PDC, SPDCID, 1)));
    asked.since();
    return end;
  }

  private Initiator closing() {
    Initiator end = allAcknowledged();
    taken(end.close(SPDCID, L, asked));
    asked.since();
    return end;
  }

  private String receive(Initiator end, AckCc ack) {
    return end.receiveAck(ack.spdcid(), ack.dpdcid(), ack.cack(), asked);
  }

  private String receive(Initiator end, Nack nack) {
    return end.receiveNack(nack.dpdcid(), nack.code(), nack.psn(), asked);
  }

  /** A target whose least free CCC is 0xB1, those before it being others'. */
  private Target target(Target.Params params) {
    Target target = new Target(params, POOL, 0xFF);
    for (int ccc = 1; ccc < TARGET_CCC; ccc++) {
      taken(target.admit(new Syn(FA + ccc, TC_LOW, 1, 0, 0, 0), ccc, asked));
    }
    asked.since();
    return target;
  }

  private Target target() {
    return target(TARGET);
  }

  private Target admitted(Target.Params params) {
    Target target = target(params);
    taken(target.admit(FIRST, TARGET_PDC, asked));
    asked.since();
    return target;
  }

  private Target admitted() {
    return admitted(TARGET);
  }

  private Target bothReceived(Target.Params params) {
    Target target = admitted(params);
    taken(target.receiveSyn(SECOND, asked));
    asked.since();
    return target;
  }

  /** A target with so many PDCs and CCCs, and this initiator at the first of both. */
  private Target ofOne(Syn syn, int pdcs, int cccs, int pdcid) {
    Target target = new Target(TARGET, pdcs, cccs);
    taken(target.admit(syn, pdcid, asked));
    asked.since();
    return target;
  }

  private static void taken(String refused) {
    assertThat(refused).isNull();
  }

  private List<Object> effects(String refused) {
    taken(refused);
    return asked.since();
  }

  /** All that can be seen of an end, and that it is sound. */
  private static String seen(Initiator end) {
    assertThat(end.broken()).isNull();
    return end + ", " + end.free() + " free";
  }

  private static String seen(Target target) {
    assertThat(target.broken()).isNull();
    return target + ", " + target.target().free() + " and " + target.context().free() + " free";
  }

  private void assertRefused(String refused, Object given, Object seen) {
    assertThat(refused).isNotBlank();
    assertThat(asked.since()).isEmpty();
    assertThat(given).isEqualTo(seen);
  }

  private void assertNothing(String refused, Object given, Object seen) {
    assertThat(effects(refused)).isEmpty();
    assertThat(given).isEqualTo(seen);
  }

  @Test
  @Requirement({"PDC-1", "PDC-2"})
  void anInitiatorTakesSpdcid4001AndDoesNotKnowItsTarget() {
    SourcePdc pdc = opened().source(SPDCID);
    assertThat(pdc.spdcid()).isEqualTo(0x4001);
    assertThat(pdc.dpdcid()).isZero();
    assertThat(pdc.ccc()).isEqualTo(0xA1);
    assertThat(pdc.phase()).isEqualTo(SourcePdc.Phase.CREATING);
  }

  @Test
  @Requirement("PDC-1")
  void idZeroIsNeverHandedOut() {
    Initiator empty = new Initiator(SOURCE, POOL);
    String nothing = seen(empty);
    assertRefused(empty.open(JOB, 0), seen(empty), nothing);
    assertRefused(empty.open(JOB, POOL + 1), seen(empty), nothing);
    Target target = target();
    String before = seen(target);
    assertRefused(target.admit(FIRST, 0, asked), seen(target), before);
    Initiator one = new Initiator(SOURCE, 1);
    assertThat(one.leastFree()).isEqualTo(1);
    taken(one.open(JOB, 1));
    assertThat(one.leastFree())
        .as("0 stands for none: the pool is used up, and does not wrap")
        .isZero();
  }

  @Test
  @Requirement("PDC-1")
  void anIdInUseIsNotTakenAgain() {
    Initiator opened = opened();
    String before = seen(opened);
    assertRefused(opened.open(JOB, SPDCID), seen(opened), before);
    Target admitted = admitted();
    String one = seen(admitted);
    Syn stranger = new Syn(FA, TC_LOW, SPDCID + 1, 0, 0, 0);
    assertRefused(admitted.admit(stranger, TARGET_PDC, asked), seen(admitted), one);
  }

  @Test
  @Requirement({"PDC-2", "PDC-3"})
  void everyRequestBeforeTheFirstAckCarriesSynAndItsOffset() {
    Initiator end = opened();
    assertThat(effects(end.transmit(SPDCID, asked)))
        .containsExactly(new InFlight(SOURCE_CCC, 1), new SourceClockRestarted(SPDCID), FIRST);
    assertThat(effects(end.transmit(SPDCID, asked)))
        .as("PSN 4,294,967,295 + 1 is 0")
        .contains(SECOND);
    assertThat(effects(end.retransmit(SPDCID, 0, asked)))
        .containsExactly(new SourceClockRestarted(SPDCID), FIRST);
  }

  @Test
  @Requirement({"PDC-4", "PDC-6"})
  void theTargetAllocatesPdc4011AndCccB1AndAnswersWithItsOwnId() {
    Target target = target();
    assertThat(effects(target.admit(FIRST, TARGET_PDC, asked)))
        .containsExactly(new Written(new PdcKey(FA, SPDCID), WRITE, 0), LEARNT);
    TargetPdc pdc = target.target().get(TARGET_PDC);
    assertThat(pdc.key()).isEqualTo(new PdcKey(FA, SPDCID));
    assertThat(pdc.start()).isEqualTo(START);
    assertThat(pdc.cccid()).isEqualTo(0xB1);
  }

  @Test
  @Requirement({"PDC-2", "PDC-4"})
  void anyOfTheSynPacketsMayArriveFirstAndTellsStartPsn() {
    Target target = target();
    assertThat(effects(target.admit(SECOND, TARGET_PDC, asked)))
        .as("nothing is received in order yet")
        .contains(new AckCc(FA, TARGET_PDC, SPDCID, START));
    assertThat(target.target().get(TARGET_PDC).start()).isEqualTo(START);
  }

  @Test
  @Requirement("PDC-5")
  void aRepeatedSynMakesNoSecondPdcAndWritesNothing() {
    Target admitted = admitted();
    String before = seen(admitted);
    assertRefused(admitted.admit(FIRST, TARGET_PDC + 1, asked), seen(admitted), before);
    assertThat(effects(admitted.receiveSyn(FIRST, asked))).containsExactly(LEARNT);
    assertThat(seen(admitted)).isEqualTo(before);
  }

  @Test
  @Requirement("PDC-5")
  void aSynOfAnotherStartPsnChangesNothing() {
    Target admitted = admitted();
    String before = seen(admitted);
    Syn stale = new Syn(FA, TC_LOW, SPDCID, START - 65_536, 0, WRITE - 1);
    assertNothing(admitted.receiveSyn(stale, asked), seen(admitted), before);
  }

  @Test
  @Requirement("PDC-4")
  void aSynThatCannotBeServedIsRefusedAndLeavesNothingBehind() {
    Target full = ofOne(FIRST, 1, 1, 1);
    String before = seen(full);
    Syn other = new Syn(FA + 1, TC_LOW, SPDCID, 5, 0, 0);
    assertThat(effects(full.refuse(other, asked)))
        .containsExactly(new Nack(FA + 1, SPDCID, Code.NO_PDC, 5));
    assertThat(seen(full)).isEqualTo(before);
    assertThat(Code.NO_PDC.wire()).isEqualTo(0x04);
  }

  @Test
  @Requirement({"PDC-4", "PDC-5", "D8"})
  void aSynWithoutACccToGiveDoesNotKeepThePdc() {
    Target one = ofOne(FIRST, 2, 1, 1);
    String before = seen(one);
    Syn otherClass = new Syn(FA, TC_LOW + 1, SPDCID + 1, 5, 0, 0);
    assertRefused(one.admit(otherClass, 2, asked), seen(one), before);
    assertThat(effects(one.refuse(otherClass, asked)))
        .containsExactly(new Nack(FA, SPDCID + 1, Code.NO_CCC, 5));
    assertThat(one.target().free()).isEqualTo(1);
    Syn sameClass = new Syn(FA, TC_LOW, SPDCID + 1, 5, 0, 0);
    assertRefused(one.refuse(sameClass, asked), seen(one), before);
    taken(one.admit(sameClass, 2, asked));
    assertThat(one.context().get(1).pdcs()).as("two PDCs of one flow share its CCC").isEqualTo(2);
  }

  @Test
  @Requirement({"PDC-3", "PDC-6", "PDC-10"})
  void theFirstAckEndsSynAndItsSpdcidIsUsedFromThenOn() {
    Initiator end = bothSent();
    assertThat(effects(receive(end, LEARNT)))
        .as("one packet is acknowledged, and leaves the CCC 0xA1")
        .containsExactly(new InFlight(SOURCE_CCC, -1));
    SourcePdc pdc = end.source(SPDCID);
    assertThat(pdc.phase()).isEqualTo(SourcePdc.Phase.ESTABLISHED);
    assertThat(pdc.dpdcid()).isEqualTo(0x4011);
    assertThat(effects(end.retransmit(SPDCID, 1, asked)))
        .as("first sent with SYN, now without")
        .containsExactly(new Request(FA, SPDCID, TARGET_PDC, 0, WRITE));
  }

  @Test
  @Requirement({"PDC-3", "PDC-6"})
  void aLateRepeatedOrForeignAckChangesNothing() {
    Initiator done = allAcknowledged();
    String before = seen(done);
    assertNothing(receive(done, LEARNT), seen(done), before);
    AckCc foreign = new AckCc(FA, TARGET_PDC + 1, SPDCID, 1);
    assertNothing(receive(done, foreign), seen(done), before);
    assertNothing(receive(done, new AckCc(FA, TARGET_PDC, SPDCID + 1, 1)), seen(done), before);
    assertThat(done.source(SPDCID).isOwn(TARGET_PDC, LEARNT.cack())).as("late").isTrue();
    assertThat(done.source(SPDCID).isOwn(TARGET_PDC + 1, LEARNT.cack())).as("foreign").isFalse();
    Initiator opened = opened();
    String unsent = seen(opened);
    AckCc stale = new AckCc(FA, TARGET_PDC, SPDCID, START - 65_536);
    assertNothing(receive(opened, stale), seen(opened), unsent);
  }

  @Test
  @Requirement("PDC-3")
  void theSynWindowHoldsTheNextPacketBack() {
    Initiator end =
        new Initiator(new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 32_640, L, L, false), 1);
    taken(end.open(new Initiator.Job(TC_LOW, SOURCE_CCC, WRITE, START, 5_000), 1));
    for (int packet = 0; packet < 4_096; packet++) {
      taken(end.transmit(1, asked));
    }
    asked.since();
    String before = seen(end);
    assertThat(end.source(1).mayTransmit()).isFalse();
    assertRefused(end.transmit(1, asked), seen(end), before);
    taken(receive(end, new AckCc(FA, TARGET_PDC, 1, START)));
    assertThat(effects(end.transmit(1, asked)))
        .as("the 4,097th packet waited for the target's id; its PSN is 4,095")
        .contains(new Request(FA, 1, TARGET_PDC, 4_095, WRITE));
  }

  @Test
  @Requirement({"PDC-3", "D2"})
  void noMoreThanMpRangeIsOutstanding() {
    Initiator narrow =
        new Initiator(new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 1, L, L, false), POOL);
    taken(narrow.open(JOB, SPDCID));
    taken(narrow.transmit(SPDCID, asked));
    asked.since();
    String one = seen(narrow);
    assertRefused(narrow.transmit(SPDCID, asked), seen(narrow), one);
  }

  /** Both packets are lost: the first asks again, the second once the target has answered. */
  @Test
  @Requirement("UET-8")
  void onePacketAsksAgainUntilTheTargetAnswers() {
    Initiator end =
        new Initiator(new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 1_024, L, L, true), POOL);
    taken(end.open(JOB, SPDCID));
    taken(end.transmit(SPDCID, asked));
    taken(end.transmit(SPDCID, asked));
    asked.since();
    String both = seen(end);
    assertThat(end.source(SPDCID).mayRetransmit(1)).isFalse();
    assertRefused(end.retransmit(SPDCID, 1, asked), seen(end), both);
    assertThat(effects(end.retransmit(SPDCID, 0, asked))).contains(FIRST);
    taken(receive(end, LEARNT));
    asked.since();
    assertThat(end.source(SPDCID).mayRetransmit(1)).isTrue();
    assertThat(effects(end.retransmit(SPDCID, 1, asked)))
        .containsExactly(new Request(FA, SPDCID, TARGET_PDC, 0, WRITE));
  }

  @Test
  @Requirement({"PDC-1", "CCC-1"})
  void aPdcTakesOnMoreWorkUntilItCloses() {
    Initiator done = allAcknowledged();
    taken(done.source(SPDCID).take(1));
    assertThat(effects(done.transmit(SPDCID, asked)))
        .containsExactly(
            new InFlight(SOURCE_CCC, 1), new Request(FA, SPDCID, TARGET_PDC, 1, WRITE));
    assertThat(done.source(SPDCID).take(0)).isNotBlank();
    Initiator closing = closing();
    String before = seen(closing);
    assertRefused(closing.source(SPDCID).take(1), seen(closing), before);
  }

  @Test
  @Requirement("PDC-11")
  void closeWaitsForEveryAcknowledgmentAndForTheLastSynToBeGone() {
    Initiator learnt = bothSent();
    taken(receive(learnt, LEARNT));
    asked.since();
    String one = seen(learnt);
    assertRefused(learnt.close(SPDCID, L, asked), seen(learnt), one);
    Initiator done = allAcknowledged();
    String all = seen(done);
    assertRefused(done.close(SPDCID, L - 1, asked), seen(done), all);
    assertThat(effects(done.close(SPDCID, L, asked)))
        .as("the Close has the PSN after the last packet's")
        .containsExactly(CLOSE);
    Initiator closing = closing();
    String before = seen(closing);
    assertRefused(closing.close(SPDCID, L, asked), seen(closing), before);
    assertRefused(closing.transmit(SPDCID, asked), seen(closing), before);
    assertRefused(closing.retransmit(SPDCID, 1, asked), seen(closing), before);
  }

  @Test
  @Requirement("PDC-11")
  void closeFreesTheTargetsPdcAndItsCccWithTheLastPdc() {
    Target early = admitted();
    String one = seen(early);
    assertNothing(early.receiveClose(CLOSE, asked), seen(early), one);
    Target closed = bothReceived(TARGET);
    assertThat(effects(closed.receiveClose(CLOSE, asked)))
        .containsExactly(new AckCc(FA, TARGET_PDC, SPDCID, 2));
    assertThat(seen(closed)).isEqualTo(seen(target()));
  }

  @Test
  @Requirement({"PDC-5", "PDC-11"})
  void anEndedPdcsIdRestsBeforeItIsFree() {
    Initiator end = closing();
    assertThat(effects(receive(end, new AckCc(FA, TARGET_PDC, SPDCID, 2))))
        .containsExactly(new SourceClockRestarted(SPDCID), new Ended(SPDCID, WRITE));
    assertThat(end.resting(SPDCID)).isTrue();
    String resting = seen(end);
    assertRefused(end.open(JOB, SPDCID), seen(end), resting);
    assertRefused(end.release(SPDCID, L - 1), seen(end), resting);
    taken(end.release(SPDCID, L));
    assertThat(end.isAtRest()).isTrue();
    assertThat(seen(end)).isEqualTo(seen(new Initiator(SOURCE, POOL)));
  }

  @Test
  @Requirement("PDC-11")
  void aLostAcknowledgmentOfTheCloseIsMadeUpForByANack() {
    Nack unknown = new Nack(FA, SPDCID, Code.UNKNOWN, 1);
    assertThat(effects(target().receiveClose(CLOSE, asked))).containsExactly(unknown);
    assertThat(Code.UNKNOWN.wire()).isEqualTo(0x0E);
    Initiator closing = closing();
    String before = seen(closing);
    assertNothing(receive(closing, new Nack(FA, SPDCID, Code.UNKNOWN, 0)), seen(closing), before);
    assertNothing(receive(closing, new Nack(FA, SPDCID, Code.NO_PDC, 1)), seen(closing), before);
    assertThat(effects(closing.repeatClose(SPDCID, asked))).containsExactly(CLOSE);
    assertThat(effects(receive(closing, unknown))).contains(new Ended(SPDCID, WRITE));
  }

  @Test
  @Requirement("PDC-6")
  void aPacketForAPdcThatIsAnothersByNowIsAnsweredSo() {
    Syn stranger = new Syn(FA + 1, TC_LOW, SPDCID, START, 0, 0);
    Target taken = ofOne(stranger, POOL, 1, 9);
    String before = seen(taken);
    assertThat(effects(taken.receiveRequest(FA, SPDCID, 9, START, WRITE, asked)))
        .containsExactly(new Nack(FA, SPDCID, Code.MISMATCH, START));
    assertThat(seen(taken)).isEqualTo(before);
    assertThat(Code.MISMATCH.wire()).isEqualTo(0x0F);
  }

  @Test
  @Requirement("PDC-5")
  void aTargetWithMemoryTakesNoSynOfAClosedPdc() {
    Target.Params remembering = new Target.Params(Psn.WIRE_MODULUS, 1_024, L);
    PdcKey key = new PdcKey(FA, SPDCID);
    Target target = bothReceived(remembering);
    assertThat(effects(target.receiveClose(CLOSE, asked)))
        .startsWith(new TargetClockRestarted(key));
    assertThat(target.knows(key)).isTrue();
    String before = seen(target);
    assertNothing(target.receiveSyn(FIRST, asked), seen(target), before);
    assertRefused(target.admit(FIRST, TARGET_PDC, asked), seen(target), before);
    assertRefused(target.refuse(FIRST, asked), seen(target), before);
    assertRefused(target.forget(key, L - 1), seen(target), before);
    taken(target.forget(key, L));
    assertThat(seen(target)).isEqualTo(seen(target(remembering)));
  }

  @Test
  @Requirement("PDC-4")
  void twoFabricAddressesMayUseTheSameSpdcid() {
    Target both = admitted();
    Syn other = new Syn(FA + 1_000, TC_LOW, SPDCID, START, 0, 0);
    taken(both.admit(other, TARGET_PDC + 1, asked));
    assertThat(both.target().find(new PdcKey(FA, SPDCID))).isEqualTo(TARGET_PDC);
    assertThat(both.target().find(new PdcKey(FA + 1_000, SPDCID))).isEqualTo(TARGET_PDC + 1);
    assertThat(both.target().get(TARGET_PDC + 1).cccid()).isNotEqualTo(TARGET_CCC);
  }

  @Test
  @Requirement({"PDC-5", "PDC-11"})
  void whatHappensToACopyDoesNotHappenToTheOriginal() {
    Initiator closing = closing();
    Target target = bothReceived(new Target.Params(Psn.WIRE_MODULUS, 1_024, L));
    String ofSource = seen(closing);
    String ofTarget = seen(target);
    Initiator copy = closing.copy();
    taken(receive(copy, new AckCc(FA, TARGET_PDC, SPDCID, 2)));
    taken(copy.open(JOB, 1));
    Target other = target.copy();
    taken(other.receiveRequest(FA, SPDCID, TARGET_PDC, 5, WRITE, asked));
    Target closed = target.copy();
    taken(closed.receiveClose(CLOSE, asked));
    assertThat(seen(copy)).isNotEqualTo(ofSource);
    assertThat(seen(other)).isNotEqualTo(ofTarget);
    assertThat(seen(closed)).isNotEqualTo(ofTarget);
    assertThat(seen(closing)).isEqualTo(ofSource);
    assertThat(seen(target)).isEqualTo(ofTarget);
  }
}
