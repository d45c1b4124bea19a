package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Nack;
import dev.sluice.uet.pdc.Packet.Syn;
import org.junit.jupiter.api.Test;

/** Where the ends of PDCs have their limits, and what they say of themselves. */
class EndsTest {
  private static final Initiator.Params SOURCE =
      new Initiator.Params(1, 1L << 32, 4, 8, 10, 20, false);
  private static final Target.Params TARGET = new Target.Params(1L << 32, 8, 30);
  private static final Initiator.Job JOB = new Initiator.Job(0, 3, 7, 100, 2);
  private static final int PDC = 1;

  private final Asked asked = new Asked();

  private static Syn syn(long fa, int spdcid, long offset) {
    return new Syn(fa, 0, spdcid, 100 + offset, offset, 7);
  }

  private static void taken(String refused) {
    assertThat(refused).isNull();
  }

  private static Initiator opened(int pdcs) {
    Initiator initiator = new Initiator(SOURCE, pdcs);
    taken(initiator.open(JOB, PDC));
    return initiator;
  }

  @Test
  @Requirement({"PDC-3", "PDC-5"})
  void windowsAndModuliArePositiveAndTimesMayBeNothing() {
    assertThat(new Initiator.Params(1, 1, 1, 1, 0, 0, false).idSafety()).isZero();
    for (long[] of :
        new long[][] {{0, 1, 1, 0, 0}, {1, 0, 1, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, -1, 0}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Initiator.Params(1, of[0], of[1], of[2], of[3], of[4], false));
    }
    assertThat(new Target.Params(1, 1, 0).memory()).isZero();
    for (long[] of : new long[][] {{0, 1, 0}, {1, 0, 0}, {1, 1, -1}}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Target.Params(of[0], of[1], of[2]));
    }
  }

  @Test
  @Requirement({"PDC-1", "PDC-11"})
  void anEndIsAtRestWhileEveryIdIsFree() {
    Initiator initiator = new Initiator(SOURCE, 2);
    assertThat(initiator.isAtRest()).isTrue();
    assertThat(initiator.free()).isEqualTo(2);
    taken(initiator.open(JOB, PDC));
    assertThat(initiator.isAtRest()).isFalse();
    assertThat(initiator.free()).isEqualTo(1);
    Target target = new Target(TARGET, 2, 1);
    assertThat(target.isAtRest()).isTrue();
    taken(target.admit(syn(1, 1, 0), PDC, asked));
    assertThat(target.isAtRest()).isFalse();
  }

  @Test
  @Requirement("PDC-6")
  void aSynWithinTheWindowIsAdmittedAndOneBeyondIsNot() {
    Target target = new Target(TARGET, 2, 2);
    String before = target.toString();
    assertThat(target.admit(syn(1, 1, 8), PDC, asked)).isNotBlank();
    assertThat(target).hasToString(before);
    assertThat(asked.since()).isEmpty();
    taken(target.admit(syn(1, 1, 7), PDC, asked));
    assertThat(target.knows(new PdcKey(1, 1))).isTrue();
  }

  @Test
  @Requirement("PDC-4")
  void anInitiatorIsAdmittedWhileThereIsAPdcAndACccForItsFlow() {
    Target target = new Target(TARGET, 2, 1);
    Target.Flow one = new Target.Flow(1, 0);
    Target.Flow other = new Target.Flow(2, 0);
    assertThat(target.canAdmit(other)).isTrue();
    taken(target.admit(syn(1, 1, 0), 1, asked));
    assertThat(target.canAdmit(one)).as("its flow has a CCC").isTrue();
    assertThat(target.canAdmit(other)).as("no CCC is left").isFalse();
    asked.since();
    taken(target.refuse(syn(2, 1, 0), asked));
    assertThat(asked.since()).containsExactly(new Nack(2, 1, Code.NO_CCC, 100));
    taken(target.admit(syn(1, 2, 0), 2, asked));
    assertThat(target.canAdmit(one)).as("no PDC is left").isFalse();
    asked.since();
    taken(target.refuse(syn(1, 3, 0), asked));
    assertThat(asked.since()).containsExactly(new Nack(1, 3, Code.NO_PDC, 100));
  }

  @Test
  @Requirement({"PDC-3", "PDC-6"})
  void anAcknowledgmentOfNothingTellsTheTargetsIdAndFreesNothing() {
    Initiator initiator = opened(1);
    taken(initiator.transmit(PDC, asked));
    asked.since();
    taken(initiator.receiveAck(9, PDC, 100, asked));
    SourcePdc pdc = initiator.source(PDC);
    assertThat(pdc.dpdcid()).isEqualTo(9);
    assertThat(pdc.acked()).isZero();
    assertThat(asked.since()).isEmpty();
    taken(initiator.receiveAck(9, PDC, 101, asked));
    assertThat(pdc.acked()).isEqualTo(1);
    assertThat(asked.since()).containsExactly(new Asked.InFlight(3, -1));
  }

  @Test
  void whatIsNotThereIsRefusedWithAReason() {
    Initiator initiator = opened(1);
    assertThat(initiator.release(PDC, 99)).isNotBlank();
    assertThat(initiator.retransmit(PDC, 0, asked)).isNotBlank();
    assertThat(initiator.repeatClose(PDC, asked)).isNotBlank();
    Target target = new Target(TARGET, 1, 1);
    assertThat(target.receiveSyn(syn(1, 1, 0), asked)).isNotBlank();
    assertThat(target.forget(new PdcKey(1, 1), 99)).isNotBlank();
    assertThat(asked.since()).isEmpty();
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextTellsEveryVariable() {
    Initiator initiator = opened(2);
    taken(initiator.transmit(PDC, asked));
    taken(initiator.receiveAck(9, PDC, 100, asked));
    assertThat(initiator)
        .hasToString(
            "{1=SourcePdc 1 for 7 on 3: ESTABLISHED, dpdcid 9, start 100, work 2, sent 1, acked 0}");
    KeySet keys = new KeySet();
    keys.add(new PdcKey(1, 2));
    assertThat(keys).hasToString("[65538]"); // 1 · 2^16 + 2
  }

  /** What an end keeps beside its variables is wrong only after a fault; then it says what is. */
  @Test
  void theySayWhatIsWrongWithThem() {
    for (int pdcs = 1; pdcs <= 2; pdcs++) {
      Initiator initiator = opened(pdcs);
      assertThat(initiator.broken()).isNull();
      SourcePdc.FACE.variable("acked").writer().set(initiator.source(PDC), 0, 1);
      assertThat(initiator.broken()).isEqualTo("PDC 1: 1 acknowledged of 0 sent of 2");
      SourcePdc.FACE.variable("acked").writer().set(initiator.source(PDC), 0, -1);
      assertThat(initiator.broken()).isEqualTo("PDC 1: -1 acknowledged of 0 sent of 2");
      SourcePdc.FACE.variable("acked").writer().set(initiator.source(PDC), 0, 0);
      SourcePdc.FACE.variable("sent").writer().set(initiator.source(PDC), 0, 3);
      assertThat(initiator.broken()).isEqualTo("PDC 1: 0 acknowledged of 3 sent of 2");
    }
    Initiator learnt = opened(1);
    taken(learnt.transmit(PDC, asked));
    taken(learnt.receiveAck(9, PDC, 101, asked));
    assertThat(learnt.broken()).isNull();
    SourcePdc.FACE.variable("dpdcid").writer().set(learnt.source(PDC), 0, 0);
    assertThat(learnt.broken()).isEqualTo("PDC 1: target's id 0 while ESTABLISHED");

    Target target = new Target(TARGET, 2, 2);
    taken(target.admit(syn(1, 1, 0), 1, asked));
    assertThat(target.broken()).isNull();
    Target counts = target.copy();
    counts.context().put(1, new Target.Context(new Target.Flow(1, 0), 2));
    assertThat(counts.broken()).isEqualTo("CCC 1 counts 2 PDCs, and has 1");
    Target more = target.copy();
    more.context().put(2, new Target.Context(new Target.Flow(2, 0), 1));
    assertThat(more.broken()).isEqualTo("CCC 2 counts 1 PDCs, and has 0");
    target.target().put(2, target.target().get(1));
    assertThat(target.broken()).isEqualTo("PDC 1 stands at id 2");
  }
}
