package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.NotEctLimit;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LDCP over links that lose, damage, repeat and reorder, through a queue that marks, drops early
 * and overflows, with receives that are missing and acknowledgments that wait: whatever comes,
 * kernels refuse nothing that their hosts ask, and everything is delivered once.
 */
class LdcpLossyTest {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;
  private static final long ONE = 4_096;
  private static final long BASE_RTT = 2 * RoceLab.US;
  private static final Op[] OPS = {Op.WRITE, Op.SEND, Op.WRITE_IMM, Op.ATOMIC, Op.READ};

  private static LdcpSender.Params sender(RandomStream chance, long rtoPs) {
    long iw = 1 + chance.below(24);
    return new LdcpSender.Params(
        new PawaParams(
            ONE,
            1 + chance.below(ONE),
            1 + chance.below(ONE),
            ONE >> 1 + chance.below(4),
            (iw + 1 + chance.below(64)) * ONE,
            true,
            BASE_RTT,
            64 * BASE_RTT,
            chance.below(2) == 0 ? TimerRtt.BASE : TimerRtt.MEASURED),
        new FastStart.Params(
            iw,
            TailOf.values()[(int) chance.below(2)],
            RoundEnd.values()[(int) chance.below(3)],
            BASE_RTT,
            rtoPs),
        chance.below(4) == 0);
  }

  private static RoceLab lab(long seed, RandomStream chance, boolean punctual) {
    Topology topology = Topologies.star(5, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
    RoceParams basis =
        RoceParams.usual().with(1_024, 64).retrying(5, 7, 7).receiving(2, 3 * RoceLab.US, 1);
    LdcpSender.Params sender = sender(chance, basis.timeoutPs());
    LdcpAcks acks =
        new LdcpAcks(
            true,
            new AckPolicy.Params(1 + chance.below(4), chance.below(2) == 0),
            chance.below(2) * RoceLab.US);
    PortRules.Queue queue =
        PortRules.Queue.of(
            30_000, new NotEctLimit(12_000, RedMarker.perMillion(4_000, 20_000, 500_000)));
    PortRules marking = new PortRules(PortRules.UNLIMITED, List.of(queue, queue, queue));
    RoceLab lab =
        new RoceLab(
            topology,
            (of, port) -> of.isHost(of.portFrom(port)) ? PortRules.unlimited(3) : marking,
            basis.counting(-1, 1).acknowledging(acks).by(LdcpSender.windows(rate -> sender)),
            seed,
            punctual);
    for (int port = 0; port < topology.ports(); port++) {
      lab.fabric.disturb(
          port,
          new LinkFaults(
              OF_A_HUNDRED / 4,
              OF_A_HUNDRED / 8,
              OF_A_HUNDRED / 4,
              OF_A_HUNDRED / 4,
              2 * RoceLab.US));
    }
    return lab;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  @Requirement({"LDCP-4", "LDCP-7", "LDCP-10", "LDCP-11", "LDCP-12", "LDCP-15", "LDCP-19"})
  void everythingComesOnceWhateverHappens(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("test");
    RoceLab lab = lab(seed, chance, seed % 2 == 0);
    long[] bytes = new long[40];
    Op[] ops = new Op[bytes.length];
    for (int flow = 0; flow < bytes.length; flow++) {
      int source = (int) chance.below(5);
      int destination = (source + 1 + (int) chance.below(4)) % 5;
      ops[flow] = OPS[(int) chance.below(OPS.length)];
      bytes[flow] = ops[flow] == Op.ATOMIC ? 8 : 1 + chance.below(40_000);
      long start = chance.below(200 * RoceLab.US);
      lab.nics.ask(ops[flow], source, destination, (int) chance.below(2), bytes[flow], start);
    }
    assertThat(lab.runToRest()).as(lab.nics.describe()).isTrue();
    assertThat(lab.again).isPositive();
    for (int flow = 0; flow < bytes.length; flow++) {
      if (lab.nics.ending(flow) == Completion.DONE && ops[flow] != Op.ATOMIC) {
        assertThat(lab.delivered.get(flow)).as("flow %d", flow).isEqualTo(bytes[flow]);
      }
      assertThat(lab.nics.ending(flow)).as("flow %d", flow).isEqualTo(Completion.DONE);
    }
  }
}
