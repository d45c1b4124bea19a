package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Ecn;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whose turn it is among eight classes in any ranks, strict or with quanta, by what is told. */
class RankProperties {
  private static final int CLASSES = 8;
  private static final int LARGEST = 4_000;

  private record Port(int[] rank, long[] quantum) {
    static Port of(RandomStream chance) {
      Port port = new Port(new int[CLASSES], new long[CLASSES]);
      for (int i = 0; i < CLASSES; i++) {
        port.rank[i] = (int) chance.below(3);
        port.quantum[i] = chance.below(3) == 0 ? 0 : 100 + chance.below(8_000);
      }
      return port;
    }

    PortRules rules() {
      List<PortRules.Queue> queues = new ArrayList<>();
      for (int i = 0; i < CLASSES; i++) {
        queues.add(PortRules.Queue.plain(PortRules.UNLIMITED).ranked(rank[i]).sharing(quantum[i]));
      }
      return new PortRules(PortRules.UNLIMITED, queues);
    }

    /** Whether a frame of one class may go while one of the other waits. */
    boolean mayGoBefore(int one, int other) {
      if (rank[one] != rank[other]) {
        return rank[one] < rank[other];
      }
      return quantum[other] > 0 || quantum[one] == 0 && one <= other;
    }
  }

  /** At the first host's port: what waits, and what two classes have sent while both did. */
  private static final class Watch implements FabricObserver {
    private final Port port;
    private final Packets packets;
    private final long[] waiting = new long[CLASSES];
    private final long[] sent = new long[CLASSES];

    /** For each two classes what both had sent when both began to wait. */
    private final Map<Integer, List<long[]>> both = new HashMap<>();

    private final List<String> wrong = new ArrayList<>();

    Watch(Port port, Packets packets) {
      this.port = port;
      this.packets = packets;
    }

    @Override
    public void enqueued(long atPs, int number, int packet, int trafficClass, long queueBytes) {
      if (number == 0) {
        waiting[trafficClass] += packets.frameBytes(packet);
      }
    }

    @Override
    public void dequeued(long atPs, int number, int packet, int trafficClass, long queueBytes) {
      if (number != 0) {
        return;
      }
      for (int other = 0; other < CLASSES; other++) {
        if (waiting[other] > 0 && !port.mayGoBefore(trafficClass, other)) {
          wrong.add("class %d goes before class %d".formatted(trafficClass, other));
        }
      }
      for (int a = 0; a < CLASSES; a++) {
        for (int b = a + 1; b < CLASSES; b++) {
          if (port.rank[a] == port.rank[b] && port.quantum[a] > 0 && port.quantum[b] > 0) {
            compare(a, b);
          }
        }
      }
      waiting[trafficClass] -= packets.frameBytes(packet);
      sent[trafficClass] += packets.frameBytes(packet);
    }

    /** Over every stretch in which both wait. */
    private void compare(int a, int b) {
      int pair = CLASSES * a + b;
      if (waiting[a] == 0 || waiting[b] == 0) {
        both.remove(pair);
        return;
      }
      List<long[]> since = both.computeIfAbsent(pair, first -> new ArrayList<>());
      since.add(new long[] {sent[a], sent[b]});
      long qa = port.quantum[a];
      long qb = port.quantum[b];
      for (long[] from : since) {
        long apart = Math.abs((sent[a] - from[0]) * qb - (sent[b] - from[1]) * qa);
        if (apart > qa * qb + LARGEST * (qa + qb)) {
          wrong.add("classes %d and %d: %d".formatted(a, b, apart));
        }
      }
    }
  }

  /**
   * Frames of all classes come and go, a host's port waits for none: each goes when nothing that is
   * more urgent waits, and those that share a rank send as their quanta are, whoever interrupts.
   */
  @Property(seed = "3301", tries = 200, edgeCases = EdgeCasesMode.NONE)
  @Requirement("RCM-9")
  void whoGoesFirstIsAsRanksAndQuantaSay(
      @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(min = 1, max = 4) int busy) {
    RandomStream chance = new RandomStreams(seed).stream("ranks");
    Port port = Port.of(chance);
    Lab lab =
        new Lab(
            Topologies.star(2, i -> Topologies.link(100, 1), SwitchSpec.cutThrough(0)),
            new TrafficClasses(CLASSES, TrafficClasses.selectors(), Set.of(), 1, 2),
            (topology, number) -> port.rules(),
            true,
            seed);
    Watch watch = new Watch(port, lab.fabric.packets());
    lab.fabric.observe(watch);
    long atPs = 0;
    for (int i = 0; i < 150; i++) {
      int bytes = 64 + (int) chance.below(LARGEST - 63);
      int dscp = 8 * (int) chance.below(CLASSES);
      lab.at(atPs, () -> lab.send(0, 1, bytes, dscp, Ecn.NOT_ECT, 0));
      atPs += chance.below(LARGEST * 160L / busy);
    }
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSize(150);
    assertThat(watch.wrong).isEmpty();
    assertThat(watch.waiting).containsOnly(0);
  }
}
