package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.AckCc;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.PdcEffect.Ended;
import dev.sluice.uet.pdc.PdcEffect.InFlight;
import dev.sluice.uet.pdc.PdcEffect.Sent;
import dev.sluice.uet.pdc.PdcEffect.SourceClockRestarted;
import dev.sluice.uet.pdc.PdcEffect.TargetClockRestarted;
import dev.sluice.uet.pdc.PdcEffect.Written;
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
      new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 1_024, L, L);
  private static final Target.Params TARGET = new Target.Params(Psn.WIRE_MODULUS, 1_024, 0);
  private static final Initiator.Job JOB = new Initiator.Job(TC_LOW, SOURCE_CCC, WRITE, START, 2);

  private static final Syn FIRST = new Syn(FA, TC_LOW, SPDCID, START, 0, WRITE);
  private static final Syn SECOND = new Syn(FA, TC_LOW, SPDCID, 0, 1, WRITE);
  private static final AckCc LEARNT = new AckCc(FA, TARGET_PDC, SPDCID, 0);

  private static Initiator.State opened() {
    return Initiator.open(Initiator.State.ofPool(POOL), JOB, SPDCID).next();
  }

  private static Initiator.State bothSent() {
    return Initiator.transmit(Initiator.transmit(opened(), SOURCE, SPDCID).next(), SOURCE, SPDCID)
        .next();
  }

  private static Initiator.State allAcknowledged() {
    return Initiator.receiveAck(bothSent(), SOURCE, new AckCc(FA, TARGET_PDC, SPDCID, 1)).next();
  }

  private static Initiator.State closing() {
    return Initiator.close(allAcknowledged(), SOURCE, SPDCID, L).next();
  }

  /** A target whose least free CCC is 0xB1, those before it being others'. */
  private static Target.State target() {
    Target.State state = Target.State.ofPools(POOL, 0xFF);
    for (int ccc = 1; ccc < TARGET_CCC; ccc++) {
      Syn other = new Syn(FA + ccc, TC_LOW, 1, 0, 0, 0);
      state = Target.admit(state, TARGET, other, ccc).next();
    }
    return state;
  }

  private static Target.State admitted() {
    return Target.admit(target(), TARGET, FIRST, TARGET_PDC).next();
  }

  private static Target.State bothReceived() {
    return Target.receiveSyn(admitted(), TARGET, SECOND).next();
  }

  private static List<Effect> effects(Outcome<?> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted<?>) outcome).effects();
  }

  private static void assertRefused(Outcome<?> outcome, Object given) {
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(outcome.next()).isSameAs(given);
  }

  private static void assertNothing(Outcome<?> outcome, Object given) {
    assertThat(effects(outcome)).isEmpty();
    assertThat(outcome.next()).isSameAs(given);
  }

  @Test
  @Requirement({"PDC-1", "PDC-2"})
  void anInitiatorTakesSpdcid4001AndDoesNotKnowItsTarget() {
    SourcePdc.State pdc = opened().pdc(SPDCID);
    assertThat(pdc.spdcid()).isEqualTo(0x4001);
    assertThat(pdc.dpdcid()).isZero();
    assertThat(pdc.ccc()).isEqualTo(0xA1);
    assertThat(pdc.phase()).isEqualTo(SourcePdc.Phase.CREATING);
  }

  @Test
  @Requirement("PDC-1")
  void idZeroIsNeverHandedOut() {
    Initiator.State empty = Initiator.State.ofPool(POOL);
    assertRefused(Initiator.open(empty, JOB, 0), empty);
    assertRefused(Initiator.open(empty, JOB, POOL + 1), empty);
    Target.State target = target();
    assertRefused(Target.admit(target, TARGET, FIRST, 0), target);
    assertThat(Initiator.State.ofPool(1).slots().leastFree()).isEqualTo(1);
    assertThat(Initiator.open(Initiator.State.ofPool(1), JOB, 1).next().slots().leastFree())
        .as("0 stands for none: the pool is used up, and does not wrap")
        .isZero();
  }

  @Test
  @Requirement("PDC-1")
  void anIdInUseIsNotTakenAgain() {
    Initiator.State opened = opened();
    assertRefused(Initiator.open(opened, JOB, SPDCID), opened);
    Target.State admitted = admitted();
    Syn stranger = new Syn(FA, TC_LOW, SPDCID + 1, 0, 0, 0);
    assertRefused(Target.admit(admitted, TARGET, stranger, TARGET_PDC), admitted);
  }

  @Test
  @Requirement({"PDC-2", "PDC-3"})
  void everyRequestBeforeTheFirstAckCarriesSynAndItsOffset() {
    Outcome<Initiator.State> first = Initiator.transmit(opened(), SOURCE, SPDCID);
    assertThat(effects(first))
        .containsExactly(
            new InFlight(SOURCE_CCC, 1), new SourceClockRestarted(SPDCID), new Sent(FIRST));
    assertThat(effects(Initiator.transmit(first.next(), SOURCE, SPDCID)))
        .as("PSN 4,294,967,295 + 1 is 0")
        .contains(new Sent(SECOND));
    assertThat(effects(Initiator.retransmit(bothSent(), SOURCE, SPDCID, 0)))
        .containsExactly(new SourceClockRestarted(SPDCID), new Sent(FIRST));
  }

  @Test
  @Requirement({"PDC-4", "PDC-6"})
  void theTargetAllocatesPdc4011AndCccB1AndAnswersWithItsOwnId() {
    Outcome<Target.State> outcome = Target.admit(target(), TARGET, FIRST, TARGET_PDC);
    TargetPdc.State pdc = outcome.next().pdcs().get(TARGET_PDC);
    assertThat(pdc.key()).isEqualTo(new PdcKey(FA, SPDCID));
    assertThat(pdc.start()).isEqualTo(START);
    assertThat(pdc.cccid()).isEqualTo(0xB1);
    assertThat(effects(outcome))
        .containsExactly(new Written(new PdcKey(FA, SPDCID), WRITE, 0), new Sent(LEARNT));
  }

  @Test
  @Requirement({"PDC-2", "PDC-4"})
  void anyOfTheSynPacketsMayArriveFirstAndTellsStartPsn() {
    Outcome<Target.State> outcome = Target.admit(target(), TARGET, SECOND, TARGET_PDC);
    assertThat(outcome.next().pdcs().get(TARGET_PDC).start()).isEqualTo(START);
    assertThat(effects(outcome))
        .as("nothing is received in order yet")
        .contains(new Sent(new AckCc(FA, TARGET_PDC, SPDCID, START)));
  }

  @Test
  @Requirement("PDC-5")
  void aRepeatedSynMakesNoSecondPdcAndWritesNothing() {
    Target.State admitted = admitted();
    assertRefused(Target.admit(admitted, TARGET, FIRST, TARGET_PDC + 1), admitted);
    Outcome<Target.State> again = Target.receiveSyn(admitted, TARGET, FIRST);
    assertThat(again.next()).isSameAs(admitted);
    assertThat(effects(again)).containsExactly(new Sent(LEARNT));
  }

  @Test
  @Requirement("PDC-5")
  void aSynOfAnotherStartPsnChangesNothing() {
    Target.State admitted = admitted();
    Syn stale = new Syn(FA, TC_LOW, SPDCID, START - 65_536, 0, WRITE - 1);
    assertNothing(Target.receiveSyn(admitted, TARGET, stale), admitted);
  }

  @Test
  @Requirement("PDC-4")
  void aSynThatCannotBeServedIsRefusedAndLeavesNothingBehind() {
    Target.State full = Target.admit(Target.State.ofPools(1, 1), TARGET, FIRST, 1).next();
    Syn other = new Syn(FA + 1, TC_LOW, SPDCID, 5, 0, 0);
    Outcome<Target.State> refused = Target.refuse(full, other);
    assertThat(refused.next()).isSameAs(full);
    assertThat(effects(refused))
        .containsExactly(new Sent(new Nack(FA + 1, SPDCID, Code.NO_PDC, 5)));
    assertThat(Code.NO_PDC.wire()).isEqualTo(0x04);
  }

  @Test
  @Requirement({"PDC-4", "PDC-5"})
  void aSynWithoutACccToGiveDoesNotKeepThePdc() {
    Target.State one = Target.admit(Target.State.ofPools(2, 1), TARGET, FIRST, 1).next();
    Syn otherClass = new Syn(FA, TC_LOW + 1, SPDCID + 1, 5, 0, 0);
    assertRefused(Target.admit(one, TARGET, otherClass, 2), one);
    Outcome<Target.State> refused = Target.refuse(one, otherClass);
    assertThat(refused.next().pdcs().free()).isEqualTo(1);
    assertThat(effects(refused))
        .containsExactly(new Sent(new Nack(FA, SPDCID + 1, Code.NO_CCC, 5)));
    Syn sameClass = new Syn(FA, TC_LOW, SPDCID + 1, 5, 0, 0);
    assertThat(Target.admit(one, TARGET, sameClass, 2).next().contexts().get(1).pdcs())
        .as("two PDCs of one flow share its CCC")
        .isEqualTo(2);
    assertRefused(Target.refuse(one, sameClass), one);
  }

  @Test
  @Requirement({"PDC-3", "PDC-6", "PDC-10"})
  void theFirstAckEndsSynAndItsSpdcidIsUsedFromThenOn() {
    Outcome<Initiator.State> learnt = Initiator.receiveAck(bothSent(), SOURCE, LEARNT);
    SourcePdc.State pdc = learnt.next().pdc(SPDCID);
    assertThat(pdc.phase()).isEqualTo(SourcePdc.Phase.ESTABLISHED);
    assertThat(pdc.dpdcid()).isEqualTo(0x4011);
    assertThat(effects(learnt))
        .as("one packet is acknowledged, and leaves the CCC 0xA1")
        .containsExactly(new InFlight(SOURCE_CCC, -1));
    assertThat(effects(Initiator.retransmit(learnt.next(), SOURCE, SPDCID, 1)))
        .as("first sent with SYN, now without")
        .containsExactly(new Sent(new Request(FA, SPDCID, TARGET_PDC, 0, WRITE)));
  }

  @Test
  @Requirement({"PDC-3", "PDC-6"})
  void aLateRepeatedOrForeignAckChangesNothing() {
    Initiator.State done = allAcknowledged();
    assertNothing(Initiator.receiveAck(done, SOURCE, LEARNT), done);
    assertNothing(
        Initiator.receiveAck(done, SOURCE, new AckCc(FA, TARGET_PDC + 1, SPDCID, 1)), done);
    assertNothing(
        Initiator.receiveAck(done, SOURCE, new AckCc(FA, TARGET_PDC, SPDCID + 1, 1)), done);
    Initiator.State opened = opened();
    assertNothing(
        Initiator.receiveAck(opened, SOURCE, new AckCc(FA, TARGET_PDC, SPDCID, START - 65_536)),
        opened);
  }

  @Test
  @Requirement("PDC-3")
  void theSynWindowHoldsTheNextPacketBack() {
    Initiator.Params narrow = new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 32_640, L, L);
    Initiator.Job large = new Initiator.Job(TC_LOW, SOURCE_CCC, WRITE, START, 5_000);
    Initiator.State state = Initiator.open(Initiator.State.ofPool(1), large, 1).next();
    for (int packet = 0; packet < 4_096; packet++) {
      state = Initiator.transmit(state, narrow, 1).next();
    }
    assertRefused(Initiator.transmit(state, narrow, 1), state);
    Initiator.State learnt =
        Initiator.receiveAck(state, narrow, new AckCc(FA, TARGET_PDC, 1, START)).next();
    assertThat(effects(Initiator.transmit(learnt, narrow, 1)))
        .as("the 4,097th packet waited for the target's id; its PSN is 4,095")
        .contains(new Sent(new Request(FA, 1, TARGET_PDC, 4_095, WRITE)));
  }

  @Test
  @Requirement("PDC-3")
  void noMoreThanMpRangeIsOutstanding() {
    Initiator.Params narrow = new Initiator.Params(FA, Psn.WIRE_MODULUS, 4_096, 1, L, L);
    Initiator.State one = Initiator.transmit(opened(), narrow, SPDCID).next();
    assertRefused(Initiator.transmit(one, narrow, SPDCID), one);
  }

  @Test
  @Requirement("PDC-11")
  void closeWaitsForEveryAcknowledgmentAndForTheLastSynToBeGone() {
    Initiator.State learnt = Initiator.receiveAck(bothSent(), SOURCE, LEARNT).next();
    assertRefused(Initiator.close(learnt, SOURCE, SPDCID, L), learnt);
    Initiator.State done = allAcknowledged();
    assertRefused(Initiator.close(done, SOURCE, SPDCID, L - 1), done);
    assertThat(effects(Initiator.close(done, SOURCE, SPDCID, L)))
        .as("the Close has the PSN after the last packet's")
        .containsExactly(new Sent(new CloseCommand(FA, SPDCID, TARGET_PDC, 1)));
    Initiator.State closing = closing();
    assertRefused(Initiator.close(closing, SOURCE, SPDCID, L), closing);
    assertRefused(Initiator.transmit(closing, SOURCE, SPDCID), closing);
    assertRefused(Initiator.retransmit(closing, SOURCE, SPDCID, 1), closing);
  }

  @Test
  @Requirement("PDC-11")
  void closeFreesTheTargetsPdcAndItsCccWithTheLastPdc() {
    CloseCommand close = new CloseCommand(FA, SPDCID, TARGET_PDC, 1);
    Target.State early = admitted();
    assertNothing(Target.receiveClose(early, TARGET, close), early);
    Outcome<Target.State> closed = Target.receiveClose(bothReceived(), TARGET, close);
    assertThat(effects(closed)).containsExactly(new Sent(new AckCc(FA, TARGET_PDC, SPDCID, 2)));
    assertThat(closed.next()).isEqualTo(target());
  }

  @Test
  @Requirement({"PDC-5", "PDC-11"})
  void anEndedPdcsIdRestsBeforeItIsFree() {
    Outcome<Initiator.State> ended =
        Initiator.receiveAck(closing(), SOURCE, new AckCc(FA, TARGET_PDC, SPDCID, 2));
    assertThat(effects(ended))
        .containsExactly(new SourceClockRestarted(SPDCID), new Ended(SPDCID, WRITE));
    Initiator.State resting = ended.next();
    assertThat(resting.rests(SPDCID)).isTrue();
    assertRefused(Initiator.open(resting, JOB, SPDCID), resting);
    assertRefused(Initiator.release(resting, SOURCE, SPDCID, L - 1), resting);
    assertThat(Initiator.release(resting, SOURCE, SPDCID, L).next())
        .isEqualTo(Initiator.State.ofPool(POOL));
  }

  @Test
  @Requirement("PDC-11")
  void aLostAcknowledgmentOfTheCloseIsMadeUpForByANack() {
    Outcome<Target.State> again =
        Target.receiveClose(target(), TARGET, new CloseCommand(FA, SPDCID, TARGET_PDC, 1));
    Nack unknown = new Nack(FA, SPDCID, Code.UNKNOWN, 1);
    assertThat(effects(again)).containsExactly(new Sent(unknown));
    assertThat(Code.UNKNOWN.wire()).isEqualTo(0x0E);
    assertThat(effects(Initiator.receiveNack(closing(), SOURCE, unknown)))
        .contains(new Ended(SPDCID, WRITE));
    Initiator.State closing = closing();
    assertNothing(
        Initiator.receiveNack(closing, SOURCE, new Nack(FA, SPDCID, Code.UNKNOWN, 0)), closing);
    assertNothing(
        Initiator.receiveNack(closing, SOURCE, new Nack(FA, SPDCID, Code.NO_PDC, 1)), closing);
    assertThat(effects(Initiator.repeatClose(closing, SOURCE, SPDCID)))
        .containsExactly(new Sent(new CloseCommand(FA, SPDCID, TARGET_PDC, 1)));
  }

  @Test
  @Requirement("PDC-6")
  void aPacketForAPdcThatIsAnothersByNowIsAnsweredSo() {
    Syn stranger = new Syn(FA + 1, TC_LOW, SPDCID, START, 0, 0);
    Target.State taken = Target.admit(Target.State.ofPools(POOL, 1), TARGET, stranger, 9).next();
    Request late = new Request(FA, SPDCID, 9, START, WRITE);
    Outcome<Target.State> outcome = Target.receiveRequest(taken, TARGET, late);
    assertThat(outcome.next()).isSameAs(taken);
    assertThat(effects(outcome))
        .containsExactly(new Sent(new Nack(FA, SPDCID, Code.MISMATCH, START)));
    assertThat(Code.MISMATCH.wire()).isEqualTo(0x0F);
  }

  @Test
  @Requirement("PDC-5")
  void aTargetWithMemoryTakesNoSynOfAClosedPdc() {
    Target.Params remembering = new Target.Params(Psn.WIRE_MODULUS, 1_024, L);
    PdcKey key = new PdcKey(FA, SPDCID);
    Outcome<Target.State> closed =
        Target.receiveClose(
            bothReceived(), remembering, new CloseCommand(FA, SPDCID, TARGET_PDC, 1));
    assertThat(effects(closed)).startsWith(new TargetClockRestarted(key));
    Target.State remembers = closed.next();
    assertThat(remembers.knows(key)).isTrue();
    assertNothing(Target.receiveSyn(remembers, remembering, FIRST), remembers);
    assertRefused(Target.admit(remembers, remembering, FIRST, TARGET_PDC), remembers);
    assertRefused(Target.refuse(remembers, FIRST), remembers);
    assertRefused(Target.forget(remembers, remembering, key, L - 1), remembers);
    assertThat(Target.forget(remembers, remembering, key, L).next()).isEqualTo(target());
  }

  @Test
  @Requirement("PDC-4")
  void twoFabricAddressesMayUseTheSameSpdcid() {
    Target.State admitted = admitted();
    Syn other = new Syn(FA + 1_000, TC_LOW, SPDCID, START, 0, 0);
    Target.State both = Target.admit(admitted, TARGET, other, TARGET_PDC + 1).next();
    assertThat(both.pdcs().find(new PdcKey(FA, SPDCID))).isEqualTo(TARGET_PDC);
    assertThat(both.pdcs().find(new PdcKey(FA + 1_000, SPDCID))).isEqualTo(TARGET_PDC + 1);
    assertThat(both.pdcs().get(TARGET_PDC + 1).cccid()).isNotEqualTo(TARGET_CCC);
  }
}
