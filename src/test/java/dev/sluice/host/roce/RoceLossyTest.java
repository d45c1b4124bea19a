package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that lose, damage, repeat and reorder, and buffers that overflow. */
class RoceLossyTest {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  @Requirement({"RC-3", "RC-7", "RC-8", "RC-9", "RC-14"})
  void everythingComesOnceWhateverTheLinksDo(long seed) {
    Topology topology = Topologies.star(5, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
    RoceParams params =
        RoceParams.usual().with(1_024, 64).retrying(4, 7, 7).receiving(2, 3 * RoceLab.US, 1);
    RoceLab lab = new RoceLab(topology, (of, port) -> PortRules.unlimited(3), params, seed);
    for (int port = 0; port < topology.ports(); port++) {
      lab.fabric.disturb(
          port,
          new LinkFaults(
              OF_A_HUNDRED / 2,
              OF_A_HUNDRED / 4,
              OF_A_HUNDRED / 2,
              OF_A_HUNDRED / 2,
              2 * RoceLab.US));
    }
    RandomStream chance = new RandomStreams(seed).stream("test");
    long[] bytes = new long[60];
    Op[] ops = new Op[60];
    for (int flow = 0; flow < 60; flow++) {
      int source = (int) chance.below(5);
      int destination = (source + 1 + (int) chance.below(4)) % 5;
      ops[flow] = Op.values()[(int) chance.below(Op.values().length)];
      bytes[flow] = ops[flow] == Op.ATOMIC ? 8 : 1 + chance.below(40_000);
      long start = chance.below(200 * RoceLab.US);
      lab.nics.ask(ops[flow], source, destination, (int) chance.below(3), bytes[flow], start);
    }
    assertThat(lab.runToRest()).as(lab.nics.describe()).isTrue();
    assertThat(lab.again).isPositive();
    for (int flow = 0; flow < 60; flow++) {
      assertThat(lab.nics.ending(flow)).as("flow %d", flow).isEqualTo(Completion.DONE);
      if (ops[flow] != Op.ATOMIC) {
        assertThat(lab.delivered.get(flow)).as("flow %d", flow).isEqualTo(bytes[flow]);
      }
    }
  }

  /** 100 kB of buffer hold 24 packets; go-back-N throws away what is behind each one lost. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  @Requirement({"RC-6", "RC-7", "RC-14"})
  void anIncastOnASmallBufferEnds(int senders) {
    Topology topology = Topologies.star(senders + 1, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
    PortRules.Queue small = PortRules.Queue.plain(100_000);
    PortRules rules = new PortRules(PortRules.UNLIMITED, java.util.List.of(small, small, small));
    RoceParams params = RoceParams.usual().with(4_096, 64).retrying(6, 7, 7);
    RoceLab lab = new RoceLab(topology, (of, port) -> rules, params, 1);
    for (int sender = 1; sender <= senders; sender++) {
      lab.nics.ask(Op.WRITE, sender, 0, 1, 1_000_000, 0);
    }
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.completedFlows()).as(lab.nics.describe()).isEqualTo(senders);
    assertThat(lab.again).isPositive();
    assertThat(lab.delivered.values()).containsOnly(1_000_000L);
  }
}
