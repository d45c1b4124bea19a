package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.TelemetryWriter;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccReturn;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HPCC++ over links that lose, damage, repeat and reorder, with windows that are smaller than what
 * is asked for, and receives that are missing: whatever comes, kernels refuse nothing that their
 * hosts ask, and everything is delivered once.
 */
class HpccLossyTest {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;
  private static final int MTU = 1_024;
  private static final Op[] OPS = {Op.WRITE, Op.SEND, Op.WRITE_IMM, Op.ATOMIC, Op.READ};

  /** A window of so many packets, which leave within a microsecond each. */
  private static HpccParams window(long packets) {
    HpccParams usual = HpccParams.defaults(100_000_000_000L, 4, MTU + 150, 1 << 24);
    return new HpccParams(
        usual.one(),
        usual.eta(),
        usual.maxU(),
        usual.maxStage(),
        HpccReaction.BOTH,
        HpccDeparture.FITS,
        packets * RoceLab.US,
        packets * usual.size(),
        usual.wai(),
        usual.size() / 2,
        true,
        usual.size(),
        usual.modulus());
  }

  private static HpccEnds ends(
      long packets, long every, boolean byProbe, HpccReturn returned, boolean atReceiver) {
    return new HpccEnds(
        true,
        new TelemetryFormat(50_000, 5, true, false),
        HpccRuns.COARSE,
        100_000,
        every,
        byProbe,
        returned,
        returned == HpccReturn.NOTIFICATION ? 50_001 : 0,
        atReceiver,
        0,
        0,
        rate -> window(packets));
  }

  /**
   * The result of an ATOMIC is lost, and so are the responses to the READ behind it, of which four
   * fill their window. Asked for again, the result does not wait for responses that the requester
   * takes behind it alone.
   */
  @Test
  @Requirement({"HPCC-23", "RC-8"})
  void aResultThatIsAskedForAgainGoesBeforeResponsesBehindIt() {
    HpccEnds ends = ends(4, 1, false, HpccReturn.WHOLE, false);
    RoceLab lab = RoceLab.star(3, RoceParams.usual().with(MTU, 8_192).counting(0, 1).telling(ends));
    lab.nics.ask(Op.ATOMIC, 0, 1, 1, 8, 0);
    lab.nics.ask(Op.READ, 0, 1, 1, 20 * MTU, 0);
    lab.fabric.disturb(2, LinkFaults.loss(1L << 32));
    lab.loop.at(10 * RoceLab.US, s -> lab.fabric.disturb(2, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.ending(0)).isEqualTo(Completion.DONE);
    assertThat(lab.nics.ending(1)).isEqualTo(Completion.DONE);
    assertThat(lab.lastEndPs).isLessThan(2 * RoceParams.usual().timeoutPs());
    assertThat(lab.delivered.get(1)).isEqualTo(20 * MTU);
  }

  /**
   * @param most packets in a window
   * @param loss of a link, of a thousand frames
   */
  private static RoceLab lab(long seed, RandomStream chance, long most, long loss) {
    Topology topology = Topologies.star(5, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
    boolean byProbe = chance.below(4) == 0;
    HpccReturn[] ways =
        byProbe
            ? HpccReturn.values()
            : new HpccReturn[] {HpccReturn.WHOLE, HpccReturn.NOTIFICATION};
    HpccReturn returned = ways[(int) chance.below(ways.length)];
    HpccEnds ends =
        ends(
            1 + chance.below(most),
            byProbe ? 1 : 1 + chance.below(3),
            byProbe,
            returned,
            !byProbe && returned == HpccReturn.WHOLE && chance.below(2) == 0);
    PortRules.Queue stamping =
        PortRules.Queue.plain(PortRules.UNLIMITED)
            .leaving(new TelemetryWriter(ends.format(), -1, ends.units(), 1, List.of(100_000L)));
    PortRules stamps = new PortRules(PortRules.UNLIMITED, List.of(stamping, stamping, stamping));
    RoceLab lab =
        new RoceLab(
            topology,
            (of, port) -> of.isHost(of.portFrom(port)) ? PortRules.unlimited(3) : stamps,
            RoceParams.usual()
                .with(MTU, 64)
                .retrying(5, 7, 7)
                .receiving(2, 3 * RoceLab.US, 1)
                .counting(-1, 1)
                .telling(ends),
            seed,
            seed % 2 == 0);
    for (int port = 0; port < topology.ports(); port++) {
      lab.fabric.disturb(
          port,
          new LinkFaults(
              LinkFaults.CERTAIN / 1_000 * loss,
              OF_A_HUNDRED / 8,
              OF_A_HUNDRED / 4,
              OF_A_HUNDRED / 4,
              2 * RoceLab.US));
    }
    return lab;
  }

  /**
   * Requests between hosts, of some kinds.
   *
   * @param hosts of five that take part
   */
  private static void comesOnce(RoceLab lab, RandomStream chance, List<Op> kinds, int hosts) {
    long[] bytes = new long[40];
    Op[] ops = new Op[bytes.length];
    for (int flow = 0; flow < bytes.length; flow++) {
      int source = (int) chance.below(hosts);
      int destination = (source + 1 + (int) chance.below(hosts - 1)) % hosts;
      ops[flow] = kinds.get((int) chance.below(kinds.size()));
      bytes[flow] = ops[flow] == Op.ATOMIC ? 8 : 1 + chance.below(40_000);
      long start = chance.below(200 * RoceLab.US);
      lab.nics.ask(ops[flow], source, destination, (int) chance.below(2), bytes[flow], start);
    }
    assertThat(lab.runToRest()).as(lab.nics.describe()).isTrue();
    assertThat(lab.again).isPositive();
    for (int flow = 0; flow < bytes.length; flow++) {
      if (ops[flow] != Op.ATOMIC) {
        assertThat(lab.delivered.get(flow)).as("flow %d", flow).isEqualTo(bytes[flow]);
      }
      assertThat(lab.nics.ending(flow)).as("flow %d", flow).isEqualTo(Completion.DONE);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  @Requirement({"HPCC-4", "HPCC-9", "HPCC-10", "HPCC-11", "HPCC-12", "HPCC-23"})
  void everythingComesOnceWhateverHappens(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("test");
    comesOnce(lab(seed, chance, 24, 2), chance, List.of(OPS), 5);
  }

  /** READs and ATOMICs between two hosts, and windows of responses that one READ fills. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  @Requirement({"HPCC-10", "HPCC-23", "RC-8"})
  void resultsComeHoweverFullAWindowOfResponsesIs(long seed) {
    RandomStream chance = new RandomStreams(seed).stream("test");
    comesOnce(lab(seed, chance, 4, 10), chance, List.of(Op.READ, Op.ATOMIC), 2);
  }
}
