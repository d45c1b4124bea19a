package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Ecn;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Routes through topologies of any shape: frames follow them, arrive, and are never too late. */
class RouteProperties {
  private static final int BYTES = 2_000;

  /** Switches in a ring with some links across, a host or two on each, and routes drawn. */
  private static final class World {
    final Topology topology;
    final Map<List<Integer>, Integer> next = new HashMap<>(); // by switch and host's node

    World(long seed, int switches, boolean routes) {
      RandomStream chance = new RandomStreams(seed).stream("world");
      Topology.Builder builder = Topology.builder();
      List<List<Integer>> neighbours = new ArrayList<>();
      for (int i = 0; i < switches; i++) {
        builder.addSwitch("s" + i, SwitchSpec.cutThrough(100_000 + chance.below(400_000)));
        neighbours.add(new ArrayList<>());
      }
      for (int i = 0; i < switches; i++) {
        join(builder, neighbours, i, (i + 1) % switches, link(chance));
      }
      for (long i = chance.below(3); i > 0; i--) {
        int one = (int) chance.below(switches);
        int other = (one + 1 + (int) chance.below(switches - 1)) % switches;
        join(builder, neighbours, one, other, link(chance));
      }
      Map<Integer, Integer> switchOf = new HashMap<>();
      for (int i = 0; i < switches; i++) {
        for (long j = 1 + chance.below(2); j > 0; j--) {
          int host = builder.host("h" + switchOf.size());
          builder.link(host, i, link(chance));
          switchOf.put(host, i);
        }
      }
      for (int i = 0; routes && i < 6; i++) {
        int host = switches + (int) chance.below(switchOf.size());
        draw(builder, chance, neighbours, host, switchOf.get(host));
      }
      topology = builder.build();
    }

    private static BaseRtt.Link link(RandomStream chance) {
      long[] gbps = {100, 200, 400};
      return Topologies.link(gbps[(int) chance.below(3)], chance.below(50));
    }

    private static void join(
        Topology.Builder builder,
        List<List<Integer>> neighbours,
        int one,
        int other,
        BaseRtt.Link link) {
      builder.link(one, other, link);
      neighbours.get(one).add(other);
      neighbours.get(other).add(one);
    }

    /** A walk that comes to no switch twice, if it gets to the host and no other route objects. */
    private void draw(
        Topology.Builder builder,
        RandomStream chance,
        List<List<Integer>> neighbours,
        int host,
        int last) {
      List<Integer> way = new ArrayList<>();
      int at = (int) chance.below(neighbours.size());
      while (at != last) {
        way.add(at);
        List<Integer> onward =
            neighbours.get(at).stream().filter(other -> !way.contains(other)).toList();
        if (onward.isEmpty()) {
          return;
        }
        at = onward.get((int) chance.below(onward.size()));
      }
      way.add(last);
      way.add(host);
      for (int i = 0; i + 1 < way.size(); i++) {
        Integer other = next.get(List.of(way.get(i), host));
        if (other != null && !other.equals(way.get(i + 1))) {
          return;
        }
      }
      builder.route(way);
      for (int i = 0; i + 1 < way.size(); i++) {
        next.put(List.of(way.get(i), host), way.get(i + 1));
      }
    }
  }

  private static long delayPs(BaseRtt.Path path) {
    return BaseRtt.oneWay(path, BYTES).totalPs();
  }

  /**
   * One frame at a time, between all hosts and by several entropy values: it goes on from each
   * switch as the route says, if there is one, arrives, and takes no longer than the slowest path.
   */
  @Property(seed = "3401", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement("RTT-7")
  void framesFollowRoutesAndArrive(
      @ForAll @IntRange(max = 1_000_000) int seed,
      @ForAll @IntRange(min = 3, max = 7) int switches) {
    World world = new World(seed, switches, true);
    Topology topology = world.topology;
    Lab lab = new Lab(topology, Lab.open());
    int[] to = new int[1];
    List<String> wrong = new ArrayList<>();
    lab.fabric.observe(
        new FabricObserver() {
          @Override
          public void dequeued(long atPs, int port, int packet, int trafficClass, long bytes) {
            Integer next = world.next.get(List.of(topology.portFrom(port), to[0]));
            if (next != null && next != topology.portTo(port)) {
              wrong.add(topology.portName(port) + " towards " + topology.name(to[0]));
            }
          }
        });
    long slowest = 0;
    int sent = 0;
    for (int from = 0; from < topology.hosts(); from++) {
      for (int host = 0; host < topology.hosts(); host++) {
        for (int entropy = 0; from != host && entropy < 4; entropy++) {
          to[0] = topology.portFrom(topology.hostPort(host));
          long began = lab.loop.nowPs();
          lab.send(from, host, BYTES, 0, Ecn.ECT_0, 7_919 * entropy);
          lab.runToTheEnd();
          assertThat(lab.arrivals).hasSize(++sent);
          long took = lab.arrivals.get(sent - 1).atPs() - began;
          slowest = Math.max(slowest, took);
          assertThat(took)
              .isLessThanOrEqualTo(delayPs(LongestPath.between(topology, from, host, BYTES)));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(slowest).isLessThanOrEqualTo(delayPs(LongestPath.of(topology, BYTES)));
  }

  /** Without routes, what walks along all ways finds what the search without walks finds. */
  @Property(seed = "3402", tries = 100, edgeCases = EdgeCasesMode.NONE)
  @Requirement("RTT-7")
  void withoutRoutesBothSearchesAgree(
      @ForAll @IntRange(max = 1_000_000) int seed,
      @ForAll @IntRange(min = 3, max = 9) int switches) {
    Topology topology = new World(seed, switches, false).topology;
    assertThat(topology.hasRoutes()).isFalse();
    BaseRtt.Path walked = new RoutedPath(topology, BYTES).slowest();
    assertThat(delayPs(walked)).isEqualTo(delayPs(LongestPath.of(topology, BYTES)));
  }
}
