package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Profile;
import dev.sluice.cc.RedMarker;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Whatever the fabric, the rates, the work and the faults: all arrives once, and all ends. */
class NicProperties {
  private static final long[] GBPS = {100, 200, 400};

  private static Topology topology(int shape, RandomStream chance) {
    BaseRtt.Link[] links = new BaseRtt.Link[32];
    for (int i = 0; i < links.length; i++) {
      links[i] = Topologies.link(GBPS[(int) chance.below(3)], 1 + chance.below(50));
    }
    return switch (shape) {
      case 0 -> Topologies.star(6, i -> links[i], NicLab.SWITCH);
      case 1 -> Topologies.leafSpine(2, 2, 3, i -> links[i], links[31], NicLab.SWITCH);
      case 2 -> Topologies.twoLeaves(10, 20, NicLab.SWITCH);
      default -> Topologies.fatTree(4, i -> links[i], links[30], links[31], NicLab.SWITCH);
    };
  }

  private static FabricRules rules(RandomStream chance, boolean trims) {
    PortRules.Queue plain = PortRules.Queue.plain(1_000_000);
    PortRules.Queue data =
        PortRules.Queue.of(
            30_000 + chance.below(200_000), RedMarker.perMillion(10_000, 60_000, 500_000));
    return FabricRules.everywhere(
        new PortRules(PortRules.UNLIMITED, List.of(plain, plain, trims ? data.trimming() : data)));
  }

  @Property(tries = 250, seed = "20260105")
  @Requirement({
    "PDC-5", "PDC-11", "CCC-11", "CCC-12", "NSCC-2", "RCCC-5", "RCCC-6", "RCCC-15", "UET-1", "UET-4"
  })
  void allArrivesOnceAndAllEnds(
      @ForAll @IntRange(max = 3) int shape,
      @ForAll Profile profile,
      @ForAll CongestionControl control,
      @ForAll boolean trims,
      @ForAll @IntRange(min = 1, max = 25) int flows,
      @ForAll @LongRange(max = LinkFaults.CERTAIN / 25) long faults,
      @ForAll @LongRange(min = 1, max = 1_000_000) long seed) {
    RandomStream chance = new RandomStreams(seed).stream("test");
    NicParams params =
        LossyTest.params(profile, control)
            .with()
            .trimming(trims)
            .commitPs(chance.below(2) * chance.below(2 * NicLab.US))
            .contextPs(chance.below(2) * chance.below(2 * NicLab.US))
            .mtuBytes(256 << (int) chance.below(6))
            .grant(4_096 << chance.below(3))
            .initialCredit(12_544)
            .ackTriggerBytes((int) chance.below(20_000))
            .lifetimePs(200 * NicLab.US)
            .rtoPs(250 * NicLab.US)
            .build();
    NicLab lab =
        new NicLab(topology(shape, chance), rules(chance, trims), params, FaultPoints.NONE, seed);
    int hosts = lab.fabric.topology().hosts();
    for (int port = 0; port < lab.fabric.topology().ports(); port++) {
      lab.fabric.disturb(
          port, new LinkFaults(faults / 2, faults / 2, faults, faults, 5 * NicLab.US));
    }
    for (int flow = 0; flow < flows; flow++) {
      int source = (int) chance.below(hosts);
      int destination =
          chance.below(2) == 0 && source != 0
              ? 0
              : (source + 1 + (int) chance.below(hosts - 1)) % hosts;
      boolean reads = chance.below(5) == 0;
      lab.judge.slack += reads ? 200 : 0;
      NicLab.Post post = reads ? lab.nics::read : lab.nics::write;
      post.flow(
          source,
          destination,
          (int) chance.below(3),
          (int) chance.below(2),
          1 + chance.below(60_000),
          chance.below(300 * NicLab.US));
    }
    boolean rests = lab.runToRest(3_000_000);
    assertThat(rests).as(() -> "comes to rest, but for\n" + lab.nics.describe()).isTrue();
    assertThat(lab.judge.wrong).isEmpty();
    for (int flow = 0; flow < flows; flow++) {
      assertThat(lab.judge.isWhole(flow)).as("flow %d", flow).isTrue();
    }
    assertThat(lab.nics.completedFlows()).isEqualTo(flows);
    assertThat(lab.nics.isAtRest()).as("everything is released").isTrue();
    assertThat(lab.fabric.packets().used()).isZero();
  }
}
