package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.RedMarker;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What switches hold by link and class agrees, whenever one looks, with what they hold at all. */
class IngressProperties {
  private static final int CLASSES = 3;

  private record World(long seed, int frames, boolean shared) implements FabricRules {
    Topology topology() {
      RandomStream chance = new RandomStreams(seed).stream("topology");
      long[] gbps = {100, 400, 800};
      SwitchSpec kind = new SwitchSpec(chance.below(500_000), seed % 3 != 0);
      BaseRtt.Link core = Topologies.link(gbps[(int) chance.below(3)], chance.below(100));
      return Topologies.leafSpine(
          2, 2, 3, i -> Topologies.link(gbps[i % (int) (1 + seed % 3)], 5 + i), core, kind);
    }

    @Override
    public PortRules port(Topology topology, int port) {
      PortRules.Queue plain = PortRules.Queue.plain(30_000);
      PortRules.Queue low =
          new PortRules.Queue(30_000, true, Optional.of(RedMarker.step(10_000))).sharing(2_000);
      return topology.isHost(topology.portFrom(port))
          ? PortRules.unlimited(CLASSES)
          : new PortRules(40_000, List.of(plain, plain.sharing(1_000), low));
    }

    @Override
    public long sharedBufferBytes(Topology topology, int node) {
      return shared ? 60_000 : PortRules.UNLIMITED;
    }

    /** All but the first switch. */
    @Override
    public boolean countsIngress(Topology topology, int node) {
      return !topology.name(node).equals("spine-0");
    }

    void traffic(Lab lab, boolean disturbed) {
      Topology topology = lab.fabric.topology();
      RandomStream chance = new RandomStreams(seed).stream("traffic");
      long atPs = 0;
      for (int i = 0; i < frames; i++) {
        int from = (int) chance.below(topology.hosts());
        int to = chance.below(2) == 0 ? (int) chance.below(topology.hosts()) : 0;
        int bytes = 64 + (int) chance.below(4_000);
        int dscp = new int[] {0, 0, 18, 46}[(int) chance.below(4)];
        atPs += chance.below(3) == 0 ? chance.below(200_000) : 0;
        if (from != to) {
          lab.at(atPs, () -> lab.send(from, to, bytes, dscp, 2, bytes));
        }
      }
      if (disturbed) {
        long rare = LinkFaults.CERTAIN / 16;
        for (int port = 0; port < topology.ports(); port += 3) {
          lab.fabric.disturb(port, new LinkFaults(rare, rare, rare, rare, 400_000));
        }
        int link = (int) (seed % topology.links());
        lab.at(500_000, () -> lab.fabric.setLink(link, false));
        lab.at(900_000, () -> lab.fabric.setLink(link, true));
      }
    }
  }

  /** The bytes that a frame takes until its last bit has left. */
  private record Held(long untilPs, int port, int trafficClass, int bytes) {}

  /** Keeps books of its own, by what is told of queues alone. */
  private static final class Books implements FabricObserver {
    private final Topology topology;
    private final Packets packets;
    private final World world;
    private final int[] cameBy = new int[10_000];
    private final List<Deque<Held>> leaving = new ArrayList<>();
    private final long[][] held;
    private final long[][] told;
    private final List<String> wrong = new ArrayList<>();

    Books(Fabric fabric, World world) {
      topology = fabric.topology();
      packets = fabric.packets();
      this.world = world;
      held = new long[topology.ports()][CLASSES];
      told = new long[topology.ports()][CLASSES];
      for (int port = 0; port < topology.ports(); port++) {
        leaving.add(new ArrayDeque<>());
      }
    }

    boolean counts(int node) {
      return !topology.isHost(node) && world.countsIngress(topology, node);
    }

    void settle(long nowPs) {
      for (Deque<Held> frames : leaving) {
        while (!frames.isEmpty() && frames.peek().untilPs <= nowPs) {
          Held gone = frames.poll();
          held[gone.port][gone.trafficClass] -= gone.bytes;
        }
      }
    }

    @Override
    public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
      if (counts(topology.portFrom(port))) {
        held[cameBy[packet]][trafficClass] += packets.frameBytes(packet);
      }
    }

    @Override
    public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
      if (counts(topology.portFrom(port))) {
        int bytes = packets.frameBytes(packet);
        long untilPs = atPs + BaseRtt.serializationPs(bytes, topology.link(port).rateBps());
        leaving.get(port).add(new Held(untilPs, cameBy[packet], trafficClass, bytes));
      }
      cameBy[packet] = port;
    }

    @Override
    public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
      told[port][trafficClass] = bytes;
      if (bytes < 0) {
        wrong.add("%d B of port %d".formatted(bytes, port));
      }
    }
  }

  private static long sum(Fabric fabric, int node) {
    Topology topology = fabric.topology();
    long sum = 0;
    for (int port : topology.portsOf(node)) {
      sum += fabric.heldBytes(port);
    }
    return sum;
  }

  private static long ingress(Fabric fabric, int node) {
    long sum = 0;
    for (int port : fabric.topology().portsOf(node)) {
      for (int each = 0; each < CLASSES; each++) {
        sum += fabric.ingressBytes(port ^ 1, each);
      }
    }
    return sum;
  }

  private static Lab lab(World world, boolean punctual) {
    return new Lab(world.topology(), world, punctual, world.seed());
  }

  /** At 200 moments: lane by lane what the books say, what was told last, and in all the buffer. */
  @Property(seed = "3101", tries = 60, edgeCases = EdgeCasesMode.NONE)
  void eachLaneIsWhatCameByItAndHasNotLeft(
      @ForAll @IntRange(max = 1_000_000) int seed,
      @ForAll @IntRange(min = 1, max = 200) int frames,
      @ForAll boolean shared,
      @ForAll boolean punctual) {
    World world = new World(seed, frames, shared);
    Lab lab = lab(world, punctual);
    Books books = new Books(lab.fabric, world);
    lab.fabric.observe(books);
    world.traffic(lab, false);
    RandomStream chance = new RandomStreams(seed).stream("looks");
    for (int i = 0; i < 200; i++) {
      lab.at(chance.below(4_000_000), () -> compare(lab, books));
    }
    lab.runToTheEnd();
    compare(lab, books);
    assertThat(books.wrong).isEmpty();
    for (long[] port : books.told) {
      assertThat(port).containsOnly(0);
    }
  }

  private static void compare(Lab lab, Books books) {
    Topology topology = lab.fabric.topology();
    for (int node = 0; node < topology.nodes(); node++) {
      if (books.counts(node)) {
        assertThat(ingress(lab.fabric, node)).isEqualTo(sum(lab.fabric, node));
        books.settle(lab.loop.nowPs());
        for (int port : topology.portsOf(node)) {
          for (int each = 0; each < CLASSES; each++) {
            long held = lab.fabric.ingressBytes(port ^ 1, each);
            assertThat(held).isEqualTo(books.held[port ^ 1][each]);
            assertThat(held).as("told").isEqualTo(books.told[port ^ 1][each]);
          }
        }
      }
    }
  }

  /** The same where frames are lost, repeated and overtaken, and a link goes down: in all. */
  @Property(seed = "3102", tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theSumIsTheBufferWhateverGoesWrong(
      @ForAll @IntRange(max = 1_000_000) int seed, @ForAll boolean punctual) {
    World world = new World(seed, 200, seed % 2 == 0);
    Lab lab = lab(world, punctual);
    world.traffic(lab, true);
    Topology topology = lab.fabric.topology();
    long[] most = new long[1];
    for (int i = 0; i < 100; i++) {
      lab.at(
          i * 40_000L,
          () -> {
            for (int node = 0; node < topology.nodes(); node++) {
              if (!topology.isHost(node) && world.countsIngress(topology, node)) {
                long held = ingress(lab.fabric, node);
                assertThat(held).isEqualTo(sum(lab.fabric, node));
                most[0] = Math.max(most[0], held);
              }
            }
          });
    }
    lab.runToTheEnd();
    assertThat(most[0]).as("something was held").isPositive();
  }

  /** Counting changes nothing of what happens. */
  @Property(seed = "3103", tries = 40, edgeCases = EdgeCasesMode.NONE)
  void countingChangesNothing(@ForAll @IntRange(max = 1_000_000) int seed) {
    World world = new World(seed, 150, seed % 2 == 0);
    Lab counted = lab(world, false);
    world.traffic(counted, true);
    counted.runToTheEnd();
    FabricRules plain =
        new FabricRules() {
          @Override
          public PortRules port(Topology topology, int port) {
            return world.port(topology, port);
          }

          @Override
          public long sharedBufferBytes(Topology topology, int node) {
            return world.sharedBufferBytes(topology, node);
          }
        };
    Lab uncounted = new Lab(world.topology(), plain, false, seed);
    world.traffic(uncounted, true);
    uncounted.runToTheEnd();
    assertThat(counted.arrivals).isEqualTo(uncounted.arrivals);
    assertThat(counted.fabric.counts()).isEqualTo(uncounted.fabric.counts());
  }
}
