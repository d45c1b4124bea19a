package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The search for the slowest path finds what a walk over all paths finds, with far fewer steps. */
@Requirement("RTT-7")
class LongestPathProperties {
  private static final long[] GBPS = {25, 100, 400, 800};
  private static final int FRAME = 4_222;

  /** Walks every path that the routes offer, from every host to every other. */
  private static final class Walk {
    private final Topology topology;
    private final Routes routes;

    /** Whether a switch that stores frames was on the way to a target. */
    private boolean stores;

    Walk(Topology topology) {
      this.topology = topology;
      boolean[] up = new boolean[topology.ports()];
      Arrays.fill(up, true);
      routes = new Routes(topology, up);
    }

    /** The longest delay; −1 if no two hosts reach each other. */
    long longest() {
      long longest = -1;
      for (int from = 0; from < topology.hosts(); from++) {
        for (int to = 0; to < topology.hosts(); to++) {
          if (from != to) {
            longest = Math.max(longest, between(from, to));
          }
        }
      }
      return longest;
    }

    long between(int from, int to) {
      return extend(List.of(), List.of(), false, topology.hostPort(from), to);
    }

    private long extend(
        List<BaseRtt.Link> links, List<Long> latencies, boolean stored, int port, int to) {
      List<BaseRtt.Link> farther = new ArrayList<>(links);
      farther.add(topology.link(port));
      int node = topology.portTo(port);
      if (topology.isHost(node)) {
        stores |= stored && topology.hostOf(node) == to;
        return topology.hostOf(node) == to
            ? BaseRtt.oneWay(new BaseRtt.Path(farther, latencies), FRAME).totalPs()
            : -1;
      }
      boolean storedSince = stored || !topology.switchSpec(node).cutThrough();
      List<Long> later = new ArrayList<>(latencies);
      later.add(topology.switchSpec(node).latencyPs());
      if (routes.isLastSwitch(node, to)) {
        return extend(farther, later, storedSince, routes.lastPort(to), to);
      }
      long longest = -1;
      int first = routes.first(node, to);
      for (int i = first; i < routes.end(first); i++) {
        longest = Math.max(longest, extend(farther, later, storedSince, routes.port(i), to));
      }
      return longest;
    }

    /** The first host that host 0 does not reach; −1 if there is none. */
    int firstUnreached() {
      return IntStream.range(1, topology.hosts())
          .filter(host -> between(0, host) < 0)
          .findFirst()
          .orElse(-1);
    }
  }

  /** Links of few kinds, so that many are alike and some paths are equally slow. */
  private static IntFunction<BaseRtt.Link> links(RandomStream chance, int kinds) {
    BaseRtt.Link[] kind = new BaseRtt.Link[kinds];
    for (int i = 0; i < kinds; i++) {
      long rate = GBPS[(int) chance.below(GBPS.length)] * 1_000_000_000L;
      kind[i] = new BaseRtt.Link(rate, 1_000 * chance.below(60), 50_000 * chance.below(4));
    }
    return any -> kind[(int) chance.below(kinds)];
  }

  /** Anything: parallel links, rings, islands, switches without hosts, hosts back to back. */
  private static Topology custom(RandomStream chance, IntFunction<BaseRtt.Link> links) {
    Topology.Builder builder = Topology.builder();
    int[] switches = new int[1 + (int) chance.below(9)];
    int kinds = 1 + (int) chance.below(2);
    boolean mayStore = chance.below(10) == 0;
    for (int i = 0; i < switches.length; i++) {
      SwitchSpec kind =
          new SwitchSpec(
              300_000 + 100_000 * chance.below(kinds), !mayStore || chance.below(6) != 0);
      switches[i] = builder.addSwitch("switch-" + i, kind);
    }
    long many = chance.below(3 * switches.length);
    for (int i = 0; i < many && switches.length > 1; i++) {
      int from = (int) chance.below(switches.length);
      int to = (from + 1 + (int) chance.below(switches.length - 1)) % switches.length;
      builder.link(switches[from], switches[to], links.apply(i));
    }
    long hosts = 2 + chance.below(8);
    long homes = 1 + chance.below(switches.length);
    for (int i = 0; i < hosts; i++) {
      builder.link(builder.host("host-" + i), switches[(int) chance.below(homes)], links.apply(i));
    }
    if (chance.below(8) == 0) {
      builder.link(builder.host("host-a"), builder.host("host-b"), links.apply(0));
    }
    return builder.build();
  }

  /** Leaves and spines of which some links are down, as if they had never been. */
  private static Topology damaged(RandomStream chance, IntFunction<BaseRtt.Link> links) {
    Topology.Builder builder = Topology.builder();
    SwitchSpec kind = SwitchSpec.cutThrough(400_000);
    BaseRtt.Link core = links.apply(0);
    int[] spines = new int[2 + (int) chance.below(3)];
    for (int i = 0; i < spines.length; i++) {
      spines[i] = builder.addSwitch("spine-" + i, kind);
    }
    int leaves = 2 + (int) chance.below(4);
    for (int i = 0; i < leaves; i++) {
      int leaf = builder.addSwitch("leaf-" + i, kind);
      for (int spine : spines) {
        if (chance.below(4) != 0) {
          builder.link(leaf, spine, core);
        }
      }
      for (int host = 0; host < 2; host++) {
        builder.link(builder.host("host-" + i + "-" + host), leaf, links.apply(host));
      }
    }
    return builder.build();
  }

  private static Topology topology(int seed, int shape) {
    RandomStream chance = new RandomStreams(seed).stream("topology");
    IntFunction<BaseRtt.Link> links = links(chance, 1 + (int) chance.below(4));
    SwitchSpec kind = SwitchSpec.cutThrough(chance.below(500_000));
    return switch (shape) {
      case 0 -> Topologies.star(2 + (int) chance.below(6), links, kind);
      case 1 ->
          Topologies.leafSpine(
              1 + (int) chance.below(4),
              1 + (int) chance.below(4),
              1 + (int) chance.below(4),
              links,
              links.apply(0),
              kind);
      case 2 ->
          Topologies.fatTree(
              2 + 2 * (int) chance.below(2), links, links.apply(0), links.apply(0), kind);
      case 3 -> damaged(chance, links);
      default -> custom(chance, links);
    };
  }

  @Property(seed = "3008", tries = 3_000, edgeCases = EdgeCasesMode.NONE)
  void theSlowestPathIsThatOfAWalkOverAll(
      @ForAll @IntRange(max = 10_000_000) int seed, @ForAll @IntRange(max = 9) int shape) {
    Topology topology = topology(seed, shape);
    Walk walk = new Walk(topology);
    long longest = walk.longest();
    if (walk.stores) {
      assertThatThrownBy(() -> LongestPath.of(topology, FRAME)).hasMessageContaining("stores");
    } else if (longest < 0) {
      assertThatThrownBy(() -> LongestPath.of(topology, FRAME)).hasMessageContaining("no two");
    } else {
      assertThat(delayPs(LongestPath.of(topology, FRAME))).isEqualTo(longest);
    }
  }

  @Property(seed = "3009", tries = 500, edgeCases = EdgeCasesMode.NONE)
  void soIsThatBetweenTwoHosts(
      @ForAll @IntRange(max = 10_000_000) int seed, @ForAll @IntRange(max = 9) int shape) {
    Topology topology = topology(seed, shape);
    assertThat(LongestPath.firstUnreached(topology)).isEqualTo(new Walk(topology).firstUnreached());
    for (int to = 1; to < topology.hosts(); to++) {
      int target = to;
      Walk walk = new Walk(topology);
      long longest = walk.between(0, to);
      if (walk.stores) {
        assertThatThrownBy(() -> LongestPath.between(topology, 0, target, FRAME))
            .hasMessageContaining("stores");
      } else {
        BaseRtt.Path path = LongestPath.between(topology, 0, to, FRAME);
        assertThat(path == null ? -1 : delayPs(path)).isEqualTo(longest);
      }
    }
  }

  private static long delayPs(BaseRtt.Path path) {
    return BaseRtt.oneWay(path, FRAME).totalPs();
  }

  /** The third of three alike need not be searched; but its hosts are the only pair. */
  @Example
  void theSlowestPathMayBeBetweenHostsOfASwitchThatIsLeftOut() {
    Topology.Builder builder = Topology.builder();
    for (int i = 0; i < 3; i++) {
      int island = builder.addSwitch("island-" + i, SwitchSpec.cutThrough(400_000));
      for (int host = 0; host < (i < 2 ? 1 : 2); host++) {
        builder.link(builder.host("host-" + i + "-" + host), island, Topologies.link(100, 5));
      }
    }
    Topology topology = builder.build();
    assertThat(delayPs(LongestPath.of(topology, FRAME))).isEqualTo(new Walk(topology).longest());
    assertThat(LongestPath.firstUnreached(topology)).isEqualTo(1);
  }

  /** A search of every pair would take eight times as many steps a host with twice the radix. */
  @Example
  void itTakesNoMoreStepsForAHostOfALargerFabric() {
    BaseRtt.Link host = Topologies.link(100, 5);
    BaseRtt.Link edge = Topologies.link(400, 10);
    BaseRtt.Link core = Topologies.link(800, 50);
    SwitchSpec kind = SwitchSpec.cutThrough(400_000);
    IntFunction<BaseRtt.Link> same = any -> host;
    IntFunction<BaseRtt.Link> mixed = any -> any % 3 == 0 ? edge : host;
    for (IntFunction<BaseRtt.Link> hosts : List.of(same, mixed)) {
      assertStepsGrowWithHosts(
          Topologies.fatTree(8, hosts, edge, core, kind),
          Topologies.fatTree(16, hosts, edge, core, kind),
          Topologies.fatTree(40, hosts, edge, core, kind));
      assertStepsGrowWithHosts(
          Topologies.leafSpine(8, 8, 8, hosts, core, kind),
          Topologies.leafSpine(16, 16, 16, hosts, core, kind),
          Topologies.leafSpine(128, 64, 128, hosts, core, kind));
      assertStepsGrowWithHosts(
          Topologies.star(65, hosts, kind),
          Topologies.star(513, hosts, kind),
          Topologies.star(Topologies.LARGEST_STAR, hosts, kind));
    }
  }

  private static void assertStepsGrowWithHosts(Topology small, Topology... larger) {
    long some = LongestPath.search(small, FRAME).steps();
    for (Topology topology : larger) {
      assertThat(LongestPath.search(topology, FRAME).steps() * small.hosts())
          .as(topology.hosts() + " hosts")
          .isLessThanOrEqualTo(some * topology.hosts() * 3 / 2);
    }
  }
}
