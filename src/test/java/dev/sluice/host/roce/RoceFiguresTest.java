package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections over one switch, in numbers: 100 Gb/s are 80 ps a byte, a link takes 200 ns (10 m,
 * FEC), the switch 400 ns. A frame has 38 B beside its IP packet; 20 B of IP, 8 of UDP, 12 of the
 * base header and 4 of the invariant CRC are 44 B, with the RETH of a first or only packet 60 B.
 */
class RoceFiguresTest {
  private static final long WAY = 200_000 + 400_000 + 200_000;

  /** A frame that carries nothing but an AETH of 4 B: 38 + 44 + 4 = 86 B. */
  private static final long ACK = 86 * 80;

  @Test
  @Requirement({"RC-4", "RC-15"})
  void aWriteOfOnePacketTakesItsTwoFramesAndTheWayTwice() {
    assertThat(RoceSystem.ACK_FRAME_BYTES).isEqualTo(86);
    RoceLab lab = RoceLab.star(2, RoceParams.usual());
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 4_096, 0);
    assertThat(lab.runToRest()).isTrue();
    long frame = (38 + 60 + 4_096) * 80; // 335,520 ps
    assertThat(lab.nics.completedPs(flow)).isEqualTo(frame + WAY + ACK + WAY);
    assertThat(lab.said).containsExactly("0 DONE", "ACK after " + (frame + WAY + ACK + WAY));
  }

  /** 20,000,000 B: 4,882 whole packets and one of 3,328 B, the first with a RETH. */
  @Test
  @Requirement({"RC-1", "RC-15"})
  void aLongWriteGoesAtTheRateOfTheLink() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual());
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 20_000_000, 0);
    assertThat(lab.runToRest()).isTrue();
    long bytes = 20_000_000 + 4_883L * (38 + 44) + 16;
    assertThat(lab.nics.completedPs(flow)).isEqualTo(bytes * 80 + WAY + ACK + WAY);
    assertThat(lab.sent).isEqualTo(4_883);
    assertThat(lab.again).isZero();
    assertThat(lab.delivered).containsEntry(flow, 20_000_000L);
  }

  /** The request is one frame of 98 B; a response has 82 B of headers, the ends an AETH besides. */
  @Test
  @Requirement({"RC-1", "RC-9"})
  void aReadIsAskedForOnceAndComesAtTheRateOfTheLink() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual());
    int flow = lab.nics.ask(Op.READ, 0, 1, 1, 20_000_000, 0);
    assertThat(lab.runToRest()).isTrue();
    long request = (38 + 60) * 80;
    long bytes = 20_000_000 + 4_883L * (38 + 44) + 2 * 4;
    assertThat(lab.nics.completedPs(flow)).isEqualTo(request + WAY + bytes * 80 + WAY);
    assertThat(lab.delivered).containsEntry(flow, 20_000_000L);
  }

  @Test
  @Requirement("RC-15")
  void paddingTakesItsTimeToo() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual());
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 101, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.completedPs(flow)).isEqualTo((38 + 60 + 101 + 3) * 80 + WAY + ACK + WAY);
  }

  @Test
  @Requirement("RC-8")
  void atomicsAreExecutedInTheirOrder() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual());
    for (int i = 0; i < 40; i++) {
      lab.nics.ask(Op.ATOMIC, 0, 1, 1, 8, 0);
    }
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(40);
    assertThat(lab.said).filteredOn(said -> said.startsWith("ATOMIC")).hasSize(40);
  }

  /** Code 1 is 10 us; a receive is posted 35 us after the message before it has come. */
  @Test
  @Requirement("RC-11")
  void aSendWaitsForItsReceiveAsLongAsTheNakSays() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual().receiving(1, 35 * RoceLab.US, 1));
    lab.nics.ask(Op.SEND, 0, 1, 1, 100, 0);
    int second = lab.nics.ask(Op.SEND, 0, 1, 1, 100, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.said)
        .filteredOn(said -> !said.startsWith("ACK"))
        .containsExactly("0 DONE", "RNR", "RNR", "RNR", "RNR", "1 DONE");
    assertThat(lab.nics.completedPs(second)).isBetween(40 * RoceLab.US, 50 * RoceLab.US);
  }

  @Test
  @Requirement({"RC-11", "RC-13"})
  void withoutAReceiveTheConnectionFailsWhenItsRetriesAreUsedUp() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual().receiving(0, 0, 1).retrying(8, 7, 2));
    lab.nics.ask(Op.SEND, 0, 1, 1, 100, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 2, 100, 0); // on a connection of its own
    int late = lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 100 * RoceLab.US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.said).contains("0 FAILED", "1 FLUSHED", "2 DONE");
    assertThat(lab.nics.ending(late)).isEqualTo(Completion.FLUSHED);
  }

  /**
   * 4.096 us x 2^4 = 65.536 us; the link behind the switch is down for good, and there are two
   * retries.
   */
  @Test
  @Requirement({"RC-12", "RC-13"})
  void aDeadLinkIsToldAfterAllTimeouts() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual().retrying(4, 2, 7));
    lab.fabric.setLink(1, false);
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.ending(flow)).isEqualTo(Completion.FAILED);
    assertThat(lab.timeouts).isEqualTo(3);
    assertThat(lab.loop.nowPs()).isBetween(3 * 65_536_000L, 3 * 65_536_000L + RoceLab.US);
  }

  /**
   * The timer rings in the middle of a long WRITE, and packets that have begun meanwhile, which a
   * late fabric has not asked for yet, do not put it off: nothing was acknowledged for its time.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Requirement("RC-12")
  void packetsThatLeaveDoNotPutTheTimerOff(boolean punctual) {
    Topology topology = Topologies.star(2, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
    RoceParams params = RoceParams.usual().retrying(4, 2, 7);
    RoceLab lab = new RoceLab(topology, (of, port) -> PortRules.unlimited(3), params, 1, punctual);
    lab.fabric.setLink(1, false);
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 20_000_000, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.ending(flow)).isEqualTo(Completion.FAILED);
    assertThat(lab.lastEndPs).isEqualTo(3 * 65_536_000L);
  }

  /** A packet of 1,024 B and its frame are 1,106 B, which are 221.2 ns at 40 Gb/s. */
  @Test
  void noFlowIsFasterThanItsPace() {
    RoceLab lab =
        RoceLab.star(
            2, RoceParams.usual().with(1_024, 8_192).by(rate -> new Paced(40_000_000_000L)));
    int flow = lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024_000, 0);
    assertThat(lab.runToRest()).isTrue();
    List<Long> sent = lab.sentPs;
    assertThat(sent).hasSize(1_000);
    for (int i = 1; i < 1_000; i++) {
      assertThat(sent.get(i) - sent.get(0)).isEqualTo(221_200L * i);
    }
    assertThat(lab.nics.completedPs(flow)).isGreaterThan(999 * 221_200L);
  }

  /** Spaces packets out, each by its frame's time at a rate. */
  private static final class Paced implements SenderRole {
    private final long rateBps;
    private long freePs;

    Paced(long rateBps) {
      this.rateBps = rateBps;
    }

    @Override
    public long cwnd() {
      return UNBOUNDED;
    }

    @Override
    public long notBeforePs(long nowPs) {
      return Math.max(freePs, nowPs);
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      freePs = nowPs + (bytes + 82) * 8 * 1_000 / (rateBps / 1_000_000_000);
    }
  }

  @Test
  void whatCannotBeAskedForIsRefused() {
    RoceLab lab = RoceLab.star(2, RoceParams.usual().with(256, 64));
    assertThatIllegalArgumentException().isThrownBy(() -> lab.nics.ask(Op.WRITE, 0, 0, 1, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> lab.nics.ask(Op.WRITE, 0, 1, 1, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> lab.nics.ask(Op.ATOMIC, 0, 1, 1, 9, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.nics.ask(Op.READ, 0, 1, 1, 65 * 256, 0))
        .withMessage("READ of 65 packets, and a window of 64 PSNs");
    assertThatIllegalArgumentException().isThrownBy(() -> RoceParams.usual().with(1_500, 64));
  }
}
