package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.RedMarker;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** What holds of notification and reaction points in any run, seen on the links alone. */
class RcmRunProperties {
  private static final int TRIES = 60;
  private static final int HOSTS = 5;

  /** The longest frame, which may have begun just before a CNP is to leave. */
  private static final long FRAME_PS = (1_024 + 98) * 80;

  /** Sees the least rate that a reaction point comes to. */
  private static final class Watched implements SenderRole {
    final Reaction point;
    final long line;
    long least;

    Watched(SenderRole point, long line) {
      this.point = (Reaction) point;
      this.line = line;
      least = line;
    }

    private void look() {
      least = Math.min(least, point.rateBps());
    }

    @Override
    public long cwnd() {
      return point.cwnd();
    }

    @Override
    public long notBeforePs(long nowPs) {
      return point.notBeforePs(nowPs);
    }

    @Override
    public void onFrame(long nowPs, long frameBytes) {
      point.onFrame(nowPs, frameBytes);
      look();
    }

    @Override
    public void onNotification(long nowPs) {
      point.onNotification(nowPs);
      look();
    }

    @Override
    public long timerPs() {
      return point.timerPs();
    }

    @Override
    public void onTimer(long nowPs) {
      point.onTimer(nowPs);
      look();
    }
  }

  /** What was seen of a run. */
  private static final class Run implements FabricObserver {
    final long interval;
    final List<Watched> roles = new ArrayList<>();
    final Map<Long, List<Long>> cnps = new HashMap<>();
    final Set<Integer> marked = new HashSet<>();
    RoceLab lab;

    Run(long seed) {
      RandomStream chance = new RandomStreams(seed).stream("run");
      interval = chance.below(2) == 0 ? 0 : (1 + chance.below(60)) * RoceLab.US;
      RcmProfile profile = RcmProfile.values()[(int) chance.below(4)];
      NotificationPoint.Params notification =
          new NotificationPoint.Params(
              interval, Answers.values()[(int) chance.below(2)], (int) chance.below(3));
      RoceParams params =
          RoceParams.usual()
              .with(1_024, 256)
              .retrying(15, 7, 7) // far longer than a packet takes at the least rate
              .noticing(Notices.sent(notification))
              .by(
                  rate -> {
                    SenderRole point = Reaction.points(profile::reaction, true).apply(rate);
                    roles.add(new Watched(point, rate));
                    return roles.get(roles.size() - 1);
                  });
      Topology topology = Topologies.star(HOSTS, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
      long from = chance.below(40_000);
      RedMarker marker =
          RedMarker.perMillion(from, from + chance.below(100_000), chance.below(1_000_000));
      PortRules.Queue marks = PortRules.Queue.of(200_000 + chance.below(2_000_000), marker);
      PortRules rules = new PortRules(PortRules.UNLIMITED, List.of(marks, marks, marks));
      lab =
          new RoceLab(
              topology,
              (of, port) -> of.isHost(of.portFrom(port)) ? PortRules.unlimited(3) : rules,
              params,
              seed);
      lab.fabric.observe(this);
      long fault = LinkFaults.CERTAIN / 1_000 * chance.below(4);
      for (int port = 0; port < topology.ports(); port++) {
        lab.fabric.disturb(port, new LinkFaults(fault, fault, fault, fault, RoceLab.US));
      }
      int flows = 2 + (int) chance.below(8);
      for (int flow = 0; flow < flows; flow++) {
        int to = chance.below(2) == 0 ? 0 : (int) chance.below(HOSTS);
        int source = (to + 1 + (int) chance.below(HOSTS - 1)) % HOSTS;
        Verb verb = chance.below(4) == 0 ? Verb.READ : Verb.WRITE;
        // one after the other, each with a connection of its own: their roles come in this order
        lab.nics.ask(
            verb,
            new Service(26, false, true),
            source,
            to,
            flow,
            1 + chance.below(verb == Verb.READ ? 200_000 : 400_000),
            flow * RoceLab.US / 3);
      }
    }

    @Override
    public void dequeued(long atPs, int port, int packet, int of, long queueBytes) {
      Topology topology = lab.fabric.topology();
      Packets packets = lab.fabric.packets();
      byte[] octets = packets.octets();
      int ip = packets.at(packet);
      if (topology.isHost(topology.portFrom(port)) && Bth.opcode(octets, ip + 28) == Opcode.CNP) {
        long from = Addresses.source(octets, ip);
        long to = Addresses.destination(octets, ip);
        long queuePair = Bth.destinationQp(octets, ip + 28);
        cnps.computeIfAbsent(from << 48 | to << 32 | queuePair, any -> new ArrayList<>()).add(atPs);
      }
    }

    @Override
    public void marked(long atPs, int port, int packet, long queueBytes) {
      Packets packets = lab.fabric.packets();
      if (packets.payloadBytes(packet) > 0) {
        marked.add(packets.payloadRegion(packet));
      } else if (Bth.opcode(packets.octets(), packets.at(packet) + 28) == Opcode.READ_REQUEST) {
        marked.add(-1); // whose, its header says; nobody asks
      }
    }
  }

  /** Two CNPs for one queue pair leave an interval apart, but for a frame that is on the link. */
  @Property(tries = TRIES, seed = "18")
  @Requirement("RCM-3")
  void neverTwoNotificationsWithinOneInterval(@ForAll @LongRange(min = 1) long seed) {
    Run run = new Run(seed);
    assertThat(run.lab.runToRest()).as(run.lab.nics.describe()).isTrue();
    for (List<Long> times : run.cnps.values()) {
      for (int i = 1; i < times.size(); i++) {
        assertThat(times.get(i) - times.get(i - 1)).isGreaterThanOrEqualTo(run.interval - FRAME_PS);
      }
    }
  }

  /** A queue pair of whose packets none was marked is never cut; all rates are the line's again. */
  @Property(tries = TRIES, seed = "18")
  @Requirement({"RCM-5", "RCM-6"})
  void aQueuePairWithoutMarksIsNeverCut(@ForAll @LongRange(min = 1) long seed) {
    Run run = new Run(seed);
    assertThat(run.lab.runToRest()).as(run.lab.nics.describe()).isTrue();
    for (int flow = 0; flow < run.roles.size() / 2; flow++) {
      if (!run.marked.contains(flow) && !run.marked.contains(-1)) {
        assertThat(run.roles.get(2 * flow).least).isEqualTo(run.roles.get(2 * flow).line);
        assertThat(run.roles.get(2 * flow + 1).least).isEqualTo(run.roles.get(2 * flow + 1).line);
      }
    }
    for (Watched role : run.roles) {
      assertThat(role.point.rateBps()).isEqualTo(role.line);
    }
  }

  /** Marked or not, each flow's bytes come once. */
  @Property(tries = TRIES, seed = "18")
  @Requirement("RCM-11")
  void everyByteComesOnce(@ForAll @LongRange(min = 1) long seed) {
    Run run = new Run(seed);
    Map<Integer, Long> bytes = new HashMap<>();
    run.lab.nics.observe(
        new RoceObserver() {
          @Override
          public void flowBegun(long atPs, int flow, int source, int to, long of) {
            bytes.put(flow, of);
          }

          @Override
          public void packetDelivered(long atPs, int host, int flow, int of, boolean marked) {
            bytes.merge(flow, (long) -of, Long::sum);
          }
        });
    assertThat(run.lab.runToRest()).as(run.lab.nics.describe()).isTrue();
    assertThat(bytes.values()).containsOnly(0L);
  }

  /** The draw has what the properties are about. */
  @Example
  void runsHaveMarksAndNotificationsAndQueuePairsWithout() {
    int notified = 0;
    int unmarked = 0;
    int several = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Run run = new Run(seed);
      assertThat(run.lab.runToRest()).isTrue();
      notified += run.cnps.isEmpty() ? 0 : 1;
      several += run.cnps.values().stream().anyMatch(times -> times.size() > 2) ? 1 : 0;
      unmarked += run.marked.size() < run.roles.size() / 2 && !run.marked.contains(-1) ? 1 : 0;
    }
    assertThat(notified).isGreaterThan(10);
    assertThat(several).isGreaterThan(5);
    assertThat(unmarked).isGreaterThan(3);
  }
}
