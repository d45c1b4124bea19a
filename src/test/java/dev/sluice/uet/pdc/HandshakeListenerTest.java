package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Syn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What both ends tell a listener: each action once, when it has been taken and before the host is
 * asked for anything; of what is refused, and of what changes nothing, nothing.
 */
class HandshakeListenerTest {
  private static final int PDC = 1;
  private static final long FA = 5;
  private static final Initiator.Params SOURCE =
      new Initiator.Params(FA, 1L << 32, 4, 8, 10, 20, false);
  private static final Initiator.Job JOB = new Initiator.Job(0, 3, 7, 100, 2);
  private static final Target.Params TARGET = new Target.Params(1L << 32, 8, 30);

  private final Asked asked = new Asked();

  private static void taken(String refused) {
    assertThat(refused).isNull();
  }

  private static void refused(String refused) {
    assertThat(refused).isNotBlank();
  }

  /** Of each action: its name, how many packets are sent and acknowledged, and what came along. */
  private List<List<Object>> heard(Initiator initiator) {
    List<List<Object>> heard = new ArrayList<>();
    initiator.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(initiator);
          assertThat(asked.since()).as("before %s", action).isEmpty();
          assertThat(Initiator.FACE.actions()).contains(action);
          assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
          SourcePdc pdc = kernel.source(PDC);
          List<Object> one = new ArrayList<>(List.of(action.name()));
          one.add(pdc == null ? "none" : pdc.sent() + "/" + pdc.acked());
          one.addAll(List.of(arguments));
          heard.add(one);
        });
    return heard;
  }

  private static Initiator opened() {
    Initiator initiator = new Initiator(SOURCE, 1);
    taken(initiator.open(JOB, PDC));
    return initiator;
  }

  @Test
  @Requirement({"PDC-2", "PDC-3", "PDC-6", "PDC-11"})
  void anInitiatorTellsWhatItDoesFromItsFirstPacketToTheReleaseOfItsId() {
    Initiator initiator = new Initiator(SOURCE, 1);
    List<List<Object>> heard = heard(initiator);
    taken(initiator.open(JOB, PDC));
    refused(initiator.open(JOB, PDC));
    taken(initiator.transmit(PDC, asked));
    asked.since();
    taken(initiator.retransmit(PDC, 0, asked));
    asked.since();
    taken(initiator.receiveNack(PDC, Code.NO_PDC, 100, asked)); // sent again like a lost one
    taken(initiator.receiveAck(9, PDC, 100, asked));
    taken(initiator.receiveAck(9, PDC, 100, asked)); // nothing new
    taken(initiator.transmit(PDC, asked));
    asked.since();
    refused(initiator.transmit(PDC, asked));
    taken(initiator.retransmit(PDC, 1, asked));
    asked.since();
    refused(initiator.retransmit(PDC, 2, asked));
    refused(initiator.close(PDC, 10, asked));
    taken(initiator.receiveAck(9, PDC, 102, asked));
    asked.since();
    taken(initiator.receiveAck(8, PDC, 102, asked)); // another's
    refused(initiator.close(PDC, 9, asked));
    refused(initiator.repeatClose(PDC, asked));
    taken(initiator.close(PDC, 10, asked));
    asked.since();
    taken(initiator.repeatClose(PDC, asked));
    asked.since();
    taken(initiator.receiveAck(9, PDC, 102, asked));
    taken(initiator.receiveAck(9, PDC, 103, asked));
    asked.since();
    taken(initiator.receiveAck(9, PDC, 103, asked)); // it has ended
    taken(initiator.receiveNack(PDC, Code.UNKNOWN, 102, asked));
    refused(initiator.release(PDC, 19));
    taken(initiator.release(PDC, 20));
    assertThat(heard)
        .containsExactly(
            List.of("Open", "0/0", PDC),
            List.of("Transmit", "1/0", PDC, 1, true, 2L),
            List.of("Retransmit", "1/0", PDC, 0L, true),
            List.of("ReceiveAck", "1/0", PDC, 9, 100L, 0L, false),
            List.of("Transmit", "2/0", PDC, 1, false, 2L),
            List.of("Retransmit", "2/0", PDC, 1L, false),
            List.of("ReceiveAck", "2/2", PDC, 9, 102L, -2L, false),
            List.of("Close", "2/2", PDC, 2L),
            List.of("RepeatClose", "2/2", PDC),
            List.of("ReceiveAck", "2/2", PDC, 9, 102L, 0L, false),
            List.of("ReceiveAck", "none", PDC, 9, 103L, 0L, true),
            List.of("Release", "none", PDC));
  }

  @Test
  @Requirement({"PDC-10", "PDC-11"})
  void anInitiatorTellsOfANackOfItsClose() {
    Initiator initiator = opened();
    taken(initiator.transmit(PDC, asked));
    taken(initiator.transmit(PDC, asked));
    taken(initiator.receiveAck(9, PDC, 102, asked));
    taken(initiator.close(PDC, 10, asked));
    asked.since();
    List<List<Object>> heard = heard(initiator);
    taken(initiator.receiveNack(PDC, Code.NO_PDC, 102, asked));
    taken(initiator.receiveNack(PDC, Code.MISMATCH, 102, asked));
    assertThat(initiator.resting(PDC)).isTrue();
    assertThat(heard)
        .containsExactly(
            List.of("ReceiveNack", "2/2", PDC, "NO_PDC", 102L, false),
            List.of("ReceiveNack", "none", PDC, "MISMATCH", 102L, true));
  }

  @Test
  void nobodyHearsOfACopyNorAfterTheEnd() {
    Initiator initiator = opened();
    List<List<Object>> heard = heard(initiator);
    taken(initiator.copy().transmit(PDC, asked));
    initiator.tell(null);
    taken(initiator.transmit(PDC, asked));
    Target target = new Target(TARGET, 2, 1);
    List<List<Object>> ofTarget = heard(target);
    taken(target.copy().admit(syn(1, 0), 1, asked));
    target.tell(null);
    taken(target.admit(syn(1, 0), 1, asked));
    assertThat(heard).isEmpty();
    assertThat(ofTarget).isEmpty();
  }

  private static Syn syn(int spdcid, long offset) {
    return new Syn(FA, 6, spdcid, 100 + offset, offset, 7);
  }

  /** Of each action: its name, what its first PDC awaits, and what came along. */
  private List<List<Object>> heard(Target target) {
    List<List<Object>> heard = new ArrayList<>();
    target.tell(
        (kernel, action, arguments) -> {
          assertThat(kernel).isSameAs(target);
          assertThat(asked.since()).as("before %s", action).isEmpty();
          assertThat(Target.FACE.actions()).contains(action);
          assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
          TargetPdc pdc = kernel.target().get(PDC);
          List<Object> one = new ArrayList<>(List.of(action.name()));
          one.add(pdc == null ? -1L : pdc.got().awaited());
          one.addAll(List.of(arguments));
          heard.add(one);
        });
    return heard;
  }

  @Test
  @Requirement({"PDC-4", "PDC-5", "PDC-6", "PDC-11"})
  void aTargetTellsWhatItTakesAndWhoseItIs() {
    Target target = new Target(TARGET, 1, 1);
    List<List<Object>> heard = heard(target);
    refused(target.receiveSyn(syn(1, 0), asked));
    refused(target.refuse(syn(1, 0), asked));
    taken(target.admit(syn(1, 0), PDC, asked));
    asked.since();
    refused(target.admit(syn(1, 0), PDC, asked));
    refused(target.refuse(syn(1, 0), asked));
    taken(target.refuse(syn(2, 3), asked));
    asked.since();
    taken(target.receiveSyn(syn(1, 1), asked));
    asked.since();
    taken(target.receiveSyn(new Syn(FA, 6, 1, 100, 1, 7), asked)); // of another Start_PSN
    taken(target.receiveRequest(FA, 1, PDC, 102, 7, asked));
    asked.since();
    taken(target.receiveRequest(FA, 1, PDC, 111, 7, asked)); // out of range
    taken(target.receiveRequest(FA, 2, PDC, 103, 7, asked)); // another's
    asked.since();
    taken(target.receiveClose(new CloseCommand(FA, 1, PDC, 104), asked)); // early
    taken(target.receiveClose(new CloseCommand(FA, 1, PDC, 103), asked));
    asked.since();
    taken(target.receiveClose(new CloseCommand(FA, 1, PDC, 103), asked));
    asked.since();
    taken(target.receiveSyn(syn(1, 0), asked)); // remembered
    refused(target.forget(new PdcKey(FA, 1), 29));
    taken(target.forget(new PdcKey(FA, 1), 30));
    assertThat(heard)
        .containsExactly(
            List.of("Admit", 1L, PDC, FA, 6, 1, 100L, 0L),
            List.of("Refuse", 1L, FA, 6, 2, 103L, 3L),
            List.of("ReceiveSyn", 2L, PDC, FA, 1, 101L, 1L),
            List.of("ReceiveSyn", 2L, PDC, FA, 1, 100L, 1L),
            List.of("ReceiveRequest", 3L, PDC, FA, 1, PDC, 102L),
            List.of("ReceiveRequest", 3L, PDC, FA, 1, PDC, 111L),
            List.of("ReceiveRequest", 3L, 0, FA, 2, PDC, 103L),
            List.of("ReceiveClose", 3L, PDC, FA, 1, PDC, 104L),
            List.of("ReceiveClose", -1L, PDC, FA, 1, PDC, 103L),
            List.of("ReceiveClose", -1L, 0, FA, 1, PDC, 103L),
            List.of("ReceiveSyn", -1L, 0, FA, 1, 100L, 0L),
            List.of("Forget", -1L, FA, 1));
  }
}
