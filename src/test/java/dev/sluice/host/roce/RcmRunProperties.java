package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.pfc.Headroom;
import dev.sluice.cc.pfc.PauseThreshold;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PausePlan;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.Addresses;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
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
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** What holds of notification and reaction points in any run, seen on the links alone. */
class RcmRunProperties {
  private static final int TRIES = 60;
  private static final int LOW = 2;
  private static final long US = RoceLab.US;

  /** The longest frame, which may have begun just before a CNP is to leave. */
  private static final int FRAME = 1_024 + 98;

  private static final long FRAME_PS = FRAME * 80;
  private static final int RESPONSE_QUANTA = 394;

  /** A CNP takes no more than half of that over four links without faults. */
  private static final long LATE_PS = 5 * US;

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

  private static Topology topology(long which) {
    return switch ((int) which) {
      case 0 -> Topologies.star(5, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
      case 1 ->
          Topologies.leafSpine(2, 2, 3, host -> RoceLab.HUNDRED, RoceLab.HUNDRED, RoceLab.SWITCH);
      default ->
          Topologies.leafSpine(3, 1, 2, host -> RoceLab.HUNDRED, RoceLab.HUNDRED, RoceLab.SWITCH);
    };
  }

  /**
   * How switches pause. What the headroom has room for besides the bound: frames that links repeat,
   * and those that they bring late.
   */
  private static PausePlan pauses(long thresholdBytes, int quanta, long latestPs) {
    BaseRtt.Link link = RoceLab.HUNDRED;
    long oneWayPs = BaseRtt.propagationPs(link.lengthMm()) + link.fecPs();
    long bound =
        Headroom.of(link.rateBps(), oneWayPs, RESPONSE_QUANTA, FRAME, FRAME)
            .interfaces(400_000)
            .bytes();
    return new PausePlan(
        false,
        1 << LOW,
        PauseThreshold.of(thresholdBytes),
        2 * FRAME,
        2 * (bound + latestPs / 80 + FRAME),
        quanta,
        FRAME,
        RESPONSE_QUANTA * 64 * 80L);
  }

  /** The same at every port of switches. */
  private record Rules(PortRules switches, Optional<PausePlan> plan) implements FabricRules {
    @Override
    public PortRules port(Topology topology, int port) {
      return topology.isHost(topology.portFrom(port)) ? PortRules.unlimited(3) : switches;
    }

    @Override
    public Optional<PausePlan> pauses(Topology topology, int port) {
      return plan;
    }
  }

  /** What was seen of a run. */
  private static final class Run implements FabricObserver {
    final long interval;
    final List<Watched> roles = new ArrayList<>();
    final Map<Long, List<Long>> cnps = new HashMap<>();
    final Set<Integer> marked = new HashSet<>();
    final boolean pauses;
    final List<DropReason> drops = new ArrayList<>();

    /** What each port was told last, and in which classes it is paused. */
    final Map<Integer, Integer> told = new HashMap<>();

    final Map<Integer, Integer> paused = new HashMap<>();
    private final Map<Integer, Long> underWay = new HashMap<>();
    int xoffs;
    int lostCnps;
    int lateCnps;
    int repeatedCnps;
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
      Topology topology = topology(chance.below(3));
      pauses = chance.below(2) == 0;
      long from = chance.below(40_000);
      RedMarker marker =
          RedMarker.perMillion(from, from + chance.below(100_000), chance.below(1_000_000));
      long limit = 200_000 + chance.below(2_000_000);
      PortRules.Queue marks = PortRules.Queue.of(pauses ? PortRules.UNLIMITED : limit, marker);
      long latestPs = (1 + chance.below(40)) * US;
      int quanta = 500 << chance.below(8);
      PausePlan plan = pauses(10_000 + chance.below(60_000), quanta, latestPs);
      lab =
          new RoceLab(
              topology,
              new Rules(
                  new PortRules(PortRules.UNLIMITED, List.of(marks, marks, marks)),
                  pauses ? Optional.of(plan) : Optional.empty()),
              params,
              seed);
      lab.fabric.observe(this);
      long fault = LinkFaults.CERTAIN / 1_000 * chance.below(4);
      // what the first host, into which most send, sends: CNPs and acknowledgments, and some data
      long often = LinkFaults.CERTAIN / 100 * chance.below(8);
      for (int port = 0; port < topology.ports(); port++) {
        long each = port == topology.hostPort(0) ? Math.max(often, fault) : fault;
        lab.fabric.disturb(port, new LinkFaults(each, each, each, each, latestPs));
      }
      int hosts = topology.hosts();
      int flows = 2 + (int) chance.below(8);
      for (int flow = 0; flow < flows; flow++) {
        int to = chance.below(2) == 0 ? 0 : (int) chance.below(hosts);
        int source = (to + 1 + (int) chance.below(hosts - 1)) % hosts;
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
        underWay.put(packet, atPs);
      }
    }

    private boolean isCnp(int packet) {
      Packets packets = lab.fabric.packets();
      return Bth.opcode(packets.octets(), packets.at(packet) + 28) == Opcode.CNP;
    }

    @Override
    public void dropped(long atPs, int port, int packet, DropReason why) {
      drops.add(why);
      lostCnps += isCnp(packet) ? 1 : 0;
      underWay.remove(packet);
    }

    @Override
    public void delivered(long atPs, int host, int packet) {
      if (isCnp(packet)) {
        Long sentPs = underWay.remove(packet);
        repeatedCnps += sentPs == null ? 1 : 0;
        lateCnps += sentPs != null && atPs - sentPs > LATE_PS ? 1 : 0;
      }
    }

    @Override
    public void toldToPause(long atPs, int port, int classes, int[] quanta) {
      if ((classes & 1 << LOW) != 0) {
        told.put(port, quanta[LOW]);
        xoffs += quanta[LOW] > 0 ? 1 : 0;
      }
    }

    @Override
    public void paused(long atPs, int port, int classes) {
      paused.put(port, classes);
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
  @Requirement({"RC-8", "RCM-11"})
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

  /**
   * Where switches pause and have room for what comes meanwhile, nothing is lost but on links that
   * lose; and no pause lasts for ever, whatever becomes of CNPs: frames go up and then down.
   */
  @Property(tries = TRIES, seed = "18")
  @Requirement({"PFC-6", "PFC-7", "PFC-8", "RCM-7"})
  void nothingIsLostButOnLinksAndEveryPauseEnds(@ForAll @LongRange(min = 1) long seed) {
    Run run = new Run(seed);
    assertThat(run.lab.runToRest()).as(run.lab.nics.describe()).isTrue();
    if (run.pauses) {
      assertThat(run.drops).allMatch(why -> why == DropReason.LOST || why == DropReason.DAMAGED);
    }
    assertThat(run.told.values()).as("the last that was told").allMatch(quanta -> quanta == 0);
    assertThat(run.paused.values()).as("paused in the end").allMatch(classes -> classes == 0);
  }

  /** The draw has what the properties are about. */
  @Example
  void runsHaveMarksAndNotificationsAndQueuePairsWithout() {
    int notified = 0;
    int unmarked = 0;
    int several = 0;
    int pausing = 0;
    int lost = 0;
    int late = 0;
    int repeated = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Run run = new Run(seed);
      assertThat(run.lab.runToRest()).isTrue();
      notified += run.cnps.isEmpty() ? 0 : 1;
      several += run.cnps.values().stream().anyMatch(times -> times.size() > 2) ? 1 : 0;
      pausing += run.xoffs > 0 ? 1 : 0;
      lost += run.lostCnps;
      late += run.lateCnps;
      repeated += run.repeatedCnps;
      unmarked += run.marked.size() < run.roles.size() / 2 && !run.marked.contains(-1) ? 1 : 0;
    }
    assertThat(notified).isGreaterThan(10);
    assertThat(several).isGreaterThan(5);
    assertThat(unmarked).isGreaterThan(3);
    assertThat(pausing).isGreaterThan(3);
    assertThat(List.of(lost, late, repeated)).as("CNPs").allMatch(count -> count > 10);
  }
}
