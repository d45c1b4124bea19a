package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.RedMarker;
import dev.sluice.fabric.Lab.Arrival;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds in every fabric, whatever is sent through it. */
class FabricProperties {
  private static final long[] GBPS = {100, 400, 800};

  /**
   * A fabric and its traffic, all drawn from the seed but for what shrinks.
   *
   * @param alike whether hosts keep time and links are alike, so that frames meet in one picosecond
   */
  private record World(
      long seed,
      int shape,
      int frames,
      int bufferFrames,
      boolean marks,
      boolean trims,
      boolean alike) {
    Topology topology() {
      RandomStream chance = new RandomStreams(seed).stream("topology");
      SwitchSpec kind = new SwitchSpec(chance.below(500_000), seed % 3 != 0);
      BaseRtt.Link[] host = new BaseRtt.Link[16];
      for (int i = 0; i < host.length; i++) {
        host[i] = Topologies.link(GBPS[(int) chance.below(3)], chance.below(30));
      }
      if (alike) {
        Arrays.fill(host, host[0]);
      }
      BaseRtt.Link edge = Topologies.link(GBPS[(int) chance.below(3)], chance.below(30));
      BaseRtt.Link core = Topologies.link(GBPS[(int) chance.below(3)], chance.below(100));
      return switch (shape) {
        case 0 -> Topologies.star(6, i -> host[i], kind);
        case 1 -> Topologies.leafSpine(3, 2, 2, i -> host[i], core, kind);
        default -> Topologies.fatTree(4, i -> host[i], edge, core, kind);
      };
    }

    /**
     * The same with a link that nothing goes over, put in anywhere: to a host, or to a switch
     * behind which there is nothing, whose name comes before or after others'. Hosts have their
     * addresses in the order in which they are built, and frames carry them; so a new host is the
     * last one.
     */
    Topology withIdleLink() {
      Topology plain = topology();
      RandomStream chance = new RandomStreams(seed).stream("idle");
      String name = List.of("a", "host-00", "idle", "zz").get((int) chance.below(4));
      boolean isHost = chance.below(2) == 0;
      int nodesBefore = isHost ? plain.nodes() : (int) chance.below(plain.nodes() + 1L);
      int linksBefore = (int) chance.below(plain.links() + 1L);
      boolean leadsThere = chance.below(2) == 0;
      int at;
      do {
        at = (int) chance.below(plain.nodes());
      } while (plain.isHost(at));
      Topology.Builder builder = Topology.builder();
      int[] built = new int[plain.nodes()];
      int idle = -1;
      for (int node = 0; node <= built.length; node++) {
        if (node == nodesBefore) {
          idle = isHost ? builder.host(name) : builder.addSwitch(name, plain.switchSpec(at));
        }
        if (node < built.length) {
          built[node] =
              plain.isHost(node)
                  ? builder.host(plain.name(node))
                  : builder.addSwitch(plain.name(node), plain.switchSpec(node));
        }
      }
      for (int link = 0; link <= plain.links(); link++) {
        if (link == linksBefore) {
          builder.link(leadsThere ? built[at] : idle, leadsThere ? idle : built[at], plain.link(0));
        }
        if (link < plain.links()) {
          int port = 2 * link;
          builder.link(built[plain.portFrom(port)], built[plain.portTo(port)], plain.link(port));
        }
      }
      return builder.build();
    }

    FabricRules rules() {
      long bytes = bufferFrames * 5_000L;
      Optional<PortRole> role =
          marks ? Optional.of(new RedMarker(2_000, 20_000, 1L << 31)) : Optional.empty();
      PortRules.Queue plain = PortRules.Queue.plain(bytes / 2);
      PortRules ports =
          new PortRules(bytes, List.of(plain, plain, new PortRules.Queue(bytes, trims, role)));
      return new FabricRules() {
        @Override
        public PortRules port(Topology topology, int port) {
          return FabricRules.everywhere(ports).port(topology, port);
        }

        @Override
        public long sharedBufferBytes(Topology topology, int node) {
          return seed % 2 == 0 ? PortRules.UNLIMITED : 3 * bytes / 2;
        }
      };
    }

    /** Bursts from all hosts, at distances that let queues come and go. */
    void traffic(Lab lab, int hosts) {
      RandomStream chance = new RandomStreams(seed).stream("traffic");
      long atPs = 0;
      for (int i = 0; i < frames; i++) {
        int from = (int) chance.below(hosts);
        int to = chance.below(3) == 0 ? (int) chance.below(hosts) : 0;
        int drawn = 64 + (int) chance.below(4_000);
        int bytes = alike ? 1_000 + drawn / 1_000 * 1_000 : drawn;
        int dscp = chance.below(5) == 0 ? TrafficClasses.DSCP_CONTROL : TrafficClasses.DSCP_DATA;
        int ecn = (int) chance.below(3);
        int entropy = (int) chance.below(3) * 7_919;
        atPs += chance.below(4) == 0 ? chance.below(300_000) : 0;
        atPs -= alike ? atPs % 80_000 : 0;
        if (from != to) {
          lab.at(atPs, () -> lab.send(from, to, bytes, dscp, ecn, entropy));
        }
      }
    }
  }

  @Provide
  Arbitrary<World> worlds() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 1_000_000),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 300),
            Arbitraries.integers().between(2, 20),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(World::new);
  }

  private record Run(Lab lab, Inspector inspector) {}

  private static Run run(World world, boolean punctual) {
    Topology topology = world.topology();
    Lab lab = new Lab(topology, world.rules(), punctual, world.seed());
    Inspector inspector = new Inspector(lab.fabric, world.rules());
    lab.fabric.observe(punctual ? inspector : null);
    world.traffic(lab, topology.hosts());
    lab.runToTheEnd();
    return new Run(lab, inspector);
  }

  @Property(seed = "3001", tries = 300, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RTT-2", "RCM-2"})
  void portsKeepTheirRules(@ForAll("worlds") World world) {
    Run run = run(world, true);
    assertThat(run.inspector.wrong).isEmpty();
    FabricCounts counts = run.lab.fabric.counts();
    assertThat(counts.delivered() + counts.dropped()).isEqualTo(counts.sent());
    assertThat(counts.inFlight()).isZero();
    assertThat(run.lab.arrivals).hasSize((int) counts.delivered());
    assertThat(run.lab.fabric.packets().used()).isZero();
    for (int port = 0; port < run.lab.fabric.topology().ports(); port++) {
      assertThat(run.lab.fabric.heldBytes(port)).isZero();
    }
    assertThat(run.inspector.marks).isEqualTo((int) counts.marked());
  }

  @Property(seed = "3002", tries = 200, edgeCases = EdgeCasesMode.NONE)
  void framesOfOneFlowClassAndEntropyStayInOrder(@ForAll("worlds") World world) {
    Run run = run(world, true);
    Map<List<Integer>, Integer> last = new HashMap<>();
    Map<Integer, List<Integer>> flowOf = flows(world, run.lab.fabric.topology().hosts());
    for (Arrival arrival : run.lab.arrivals) {
      if (!arrival.trimmed()) {
        Integer before = last.put(flowOf.get(arrival.tag()), arrival.tag());
        assertThat(before == null || before < arrival.tag()).isTrue();
      }
    }
  }

  /** What the traffic draws once more: who sends what to whom, by tag. */
  private static Map<Integer, List<Integer>> flows(World world, int hosts) {
    RandomStream chance = new RandomStreams(world.seed).stream("traffic");
    Map<Integer, List<Integer>> flows = new HashMap<>();
    for (int i = 0; i < world.frames; i++) {
      int from = (int) chance.below(hosts);
      int to = chance.below(3) == 0 ? (int) chance.below(hosts) : 0;
      chance.below(4_000);
      int urgent = chance.below(5) == 0 ? 1 : 0;
      chance.below(3);
      int entropy = (int) chance.below(3);
      if (chance.below(4) == 0) {
        chance.below(300_000);
      }
      if (from != to) {
        flows.put(flows.size(), List.of(from, to, urgent, entropy));
      }
    }
    return flows;
  }

  @Property(seed = "3003", tries = 150, edgeCases = EdgeCasesMode.NONE)
  void oneSeedIsOneRunWatchedOrNot(@ForAll("worlds") World world) {
    Run first = run(world, true);
    Run second = run(world, true);
    Run unwatched = run(world, false);
    assertThat(second.inspector.digest).isEqualTo(first.inspector.digest);
    assertThat(second.lab.loop.firedEvents()).isEqualTo(first.lab.loop.firedEvents());
    assertThat(unwatched.lab.arrivals).isEqualTo(first.lab.arrivals);
    assertThat(unwatched.lab.fabric.counts()).isEqualTo(first.lab.fabric.counts());
    assertThat(unwatched.lab.loop.firedEvents()).isLessThanOrEqualTo(first.lab.loop.firedEvents());
  }

  @Property(seed = "3004", tries = 150, edgeCases = EdgeCasesMode.NONE)
  void anIdleLinkMovesNobodysDrawsAndNobodysTurn(@ForAll("worlds") World world) {
    List<List<Arrival>> results = new ArrayList<>();
    int hosts = world.topology().hosts();
    for (Topology topology : List.of(world.topology(), world.withIdleLink())) {
      Lab lab = new Lab(topology, world.rules(), true, world.seed());
      for (int host = 0; host < hosts; host++) {
        lab.fabric.disturb(
            topology.hostPort(host), new LinkFaults(0, 0, 0, LinkFaults.CERTAIN / 8, 100_000));
      }
      world.traffic(lab, hosts);
      lab.runToTheEnd();
      results.add(lab.arrivals);
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
  }

  @Property(seed = "3005", tries = 200, edgeCases = EdgeCasesMode.NONE)
  void everyFrameIsAccountedForUnderFaults(
      @ForAll("worlds") World world, @ForAll @IntRange(min = 1, max = 500_000) int latestPs) {
    Lab watched = disturbed(world, latestPs, true);
    Inspector inspector = new Inspector(watched.fabric, world.rules());
    inspector.isDisturbed = true;
    watched.fabric.observe(inspector);
    for (long bound = 1; watched.loop.run(Lab.FOREVER, bound) != RunEnd.IDLE; bound++) {
      FabricCounts counts = watched.fabric.counts();
      assertThat(counts.inFlight()).isEqualTo(watched.fabric.packets().used());
    }
    assertThat(inspector.wrong).isEmpty();
    FabricCounts counts = watched.fabric.counts();
    assertThat(counts.inFlight()).isZero();
    assertThat(counts.delivered() + counts.dropped()).isEqualTo(counts.sent() + counts.repeated());
    assertThat(watched.arrivals).hasSize((int) counts.delivered());
    for (int port = 0; port < watched.fabric.topology().ports(); port++) {
      assertThat(watched.fabric.heldBytes(port)).isZero();
    }
    Lab unwatched = disturbed(world, latestPs, false);
    unwatched.runToTheEnd();
    assertThat(unwatched.arrivals).isEqualTo(watched.arrivals);
    assertThat(unwatched.fabric.counts()).isEqualTo(counts);
  }

  /** Every third port faulty, a link that goes down and up, and routes that follow. */
  private static Lab disturbed(World world, int latestPs, boolean punctual) {
    Topology topology = world.topology();
    Lab lab = new Lab(topology, world.rules(), punctual, world.seed());
    for (int port = 0; port < topology.ports(); port += 3) {
      long rare = LinkFaults.CERTAIN / 16;
      lab.fabric.disturb(port, new LinkFaults(rare, rare, rare, rare, latestPs));
    }
    int link = (int) (world.seed() % topology.links());
    lab.at(500_000, () -> lab.fabric.setLink(link, false));
    lab.at(2_000_000, () -> lab.fabric.setLink(link, true));
    lab.at(700_000, lab.fabric::computeRoutes);
    lab.at(2_500_000, lab.fabric::computeRoutes);
    world.traffic(lab, topology.hosts());
    return lab;
  }

  /** Answers what it gets, pulled, each answer saying how much had been delivered when it began. */
  private static final class Echo implements HostSide {
    private final Lab lab;
    private final int host;
    private final List<String> said;
    private int delivered;
    private int owed;

    Echo(Lab lab, int host, List<String> said) {
      this.lab = lab;
      this.host = host;
      this.said = said;
    }

    @Override
    public void deliver(int packet, long atPs) {
      delivered++;
      owed++;
      lab.fabric.ready(host);
    }

    @Override
    public int pull(long atPs, int paused) {
      if (owed == 0) {
        return Packets.NONE;
      }
      owed--;
      said.add(host + " at " + atPs + " knows " + delivered);
      return lab.make(host, 0, 3_000, 0, Ecn.ECT_0, delivered);
    }
  }

  @Property(seed = "3008", tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aPulledHostSendsByWhatItKnewThen(@ForAll("worlds") World world) {
    List<List<String>> results = new ArrayList<>();
    for (boolean punctual : new boolean[] {true, false}) {
      Topology topology = world.topology();
      Lab lab = new Lab(topology, world.rules(), punctual, world.seed());
      List<String> said = new ArrayList<>();
      for (int host = 1; host < topology.hosts(); host++) {
        lab.fabric.attach(host, new Echo(lab, host, said));
      }
      RandomStream chance = new RandomStreams(world.seed()).stream("traffic");
      for (int i = 0; i < world.frames(); i++) {
        int to = 1 + (int) chance.below(topology.hosts() - 1L);
        int bytes = 64 + (int) chance.below(1_000);
        lab.at(chance.below(20_000_000), () -> lab.data(0, to, bytes));
      }
      lab.runToTheEnd();
      said.sort(null);
      said.add(lab.arrivals.size() + " answers");
      results.add(said);
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
  }

  /** A line of switches between two hosts, every piece different. */
  private record Line(List<BaseRtt.Link> links, List<Long> latencies) {
    Topology topology() {
      Topology.Builder builder = Topology.builder();
      int before = builder.host("near");
      for (int i = 0; i < latencies.size(); i++) {
        int next = builder.addSwitch("switch-" + i, SwitchSpec.cutThrough(latencies.get(i)));
        builder.link(before, next, links.get(i));
        before = next;
      }
      builder.link(before, builder.host("far"), links.get(links.size() - 1));
      return builder.build();
    }
  }

  @Provide
  Arbitrary<Line> lines() {
    Arbitrary<BaseRtt.Link> link =
        Combinators.combine(
                Arbitraries.of(25L, 100L, 200L, 400L, 800L),
                Arbitraries.longs().between(0, 100_000),
                Arbitraries.longs().between(0, 200_000))
            .as((gbps, mm, fec) -> new BaseRtt.Link(gbps * 1_000_000_000L, mm, fec));
    return link.list()
        .ofMinSize(1)
        .ofMaxSize(7)
        .flatMap(
            links ->
                Arbitraries.longs()
                    .between(0, 500_000)
                    .list()
                    .ofSize(links.size() - 1)
                    .map(latencies -> new Line(links, latencies)));
  }

  @Property(seed = "3006", tries = 500, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RTT-2", "RTT-6", "RTT-7"})
  void anUnloadedRoundTripIsAtMostTheBaseRtt(
      @ForAll("lines") Line line,
      @ForAll @IntRange(min = 1, max = 9_216) int dataBytes,
      @ForAll @IntRange(min = 1, max = 9_216) int ackBytes,
      @ForAll @IntRange(max = 2_000_000) int commitPs) {
    int mtu = 9_216;
    BaseRtt.Path path = LongestPath.between(line.topology(), 0, 1, mtu);
    assertThat(path).isEqualTo(new BaseRtt.Path(line.links(), line.latencies()));
    long base = BaseRtt.oneWay(path, mtu).roundTripPs(commitPs);
    assertThat(roundTripPs(line, mtu, mtu, commitPs)).as("full frames").isEqualTo(base);
    assertThat(roundTripPs(line, dataBytes, ackBytes, commitPs))
        .isLessThanOrEqualTo(base)
        .isLessThanOrEqualTo(BaseRtt.configBaseRttPs(base));
  }

  private static long roundTripPs(Line line, int dataBytes, int ackBytes, long commitPs) {
    Lab lab = new Lab(line.topology(), Lab.open(), false, 1);
    lab.fabric.attach(1, (packet, atPs) -> lab.at(atPs + commitPs, () -> lab.data(1, 0, ackBytes)));
    lab.at(1_000_000, () -> lab.data(0, 1, dataBytes));
    lab.runToTheEnd();
    return lab.arrivals.get(0).atPs() - 1_000_000;
  }

  @Property(seed = "3007", tries = 100, edgeCases = EdgeCasesMode.NONE)
  @Requirement("RTT-7")
  void noPairOfHostsIsSlowerThanTheLongestPath(
      @ForAll @IntRange(max = 1_000_000) int seed,
      @ForAll @IntRange(max = 2) int shape,
      @ForAll @IntRange(min = 64, max = 4_096) int bytes) {
    long cutThrough = 3L * seed + 1; // every third seed stores frames
    Topology topology = new World(cutThrough, shape, 1, 20, false, false, false).topology();
    long longest = BaseRtt.oneWay(LongestPath.of(topology, 4_096), 4_096).totalPs();
    long slowest = 0;
    for (int from = 0; from < topology.hosts(); from++) {
      for (int to = 0; to < topology.hosts(); to++) {
        if (from != to) {
          Lab lab = new Lab(topology, Lab.open(), false, seed);
          lab.data(from, to, 4_096);
          lab.runToTheEnd();
          slowest = Math.max(slowest, lab.arrivals.get(0).atPs());
        }
      }
    }
    assertThat(slowest).as("all paths of a pair are alike in these").isEqualTo(longest);
    Lab shorter = new Lab(topology, Lab.open(), false, seed);
    shorter.send(0, 1, bytes, 0, Ecn.ECT_0, seed & 0xFFFF);
    shorter.runToTheEnd();
    assertThat(shorter.arrivals.get(0).atPs()).isLessThanOrEqualTo(longest);
  }
}
