package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.TelemetryWriter;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccReturn;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.telemetry.RoceTelemetry;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Receivers that count the flows of their link, in whole runs: the N that they tell is the number
 * of flows of the frames that have been handed to the host. Frames are looked at here as they come
 * out of the fabric, and all of them are kept.
 */
class CountedFlowsProperties {
  private static final TelemetryFormat FORMAT = new TelemetryFormat(50_000, 5, true, false);
  private static final int HOSTS = 4;
  private static final int MTU = 1_024;

  /** A frame of data that has come to a queue pair. */
  private record Came(long atPs, int queuePair) {}

  /** N, as a receiver has told, and how many flows there are by the frames. */
  private record Step(long atPs, String receiver, boolean isLastFullest, long told, long flows) {
    boolean isRight() {
      return told == (isLastFullest ? flows : HpccWindow.ABSENT);
    }
  }

  private static HpccEnds ends(long silencePs) {
    return new HpccEnds(
        true,
        FORMAT,
        HpccRuns.COARSE,
        100_000,
        1,
        false,
        HpccReturn.WHOLE,
        0,
        true,
        100,
        silencePs,
        rate -> HpccParams.defaults(rate, 100, MTU + 150, 1 << 24));
  }

  /** A run over two leaves and two spines. */
  private static RoceLab lab(HpccEnds ends, long seed) {
    Topology topology =
        Topologies.leafSpine(2, 2, 2, host -> RoceLab.HUNDRED, RoceLab.HUNDRED, RoceLab.SWITCH);
    RoceLab lab =
        new RoceLab(
            topology,
            (of, port) -> of.isHost(of.portFrom(port)) ? PortRules.unlimited(3) : stamps(of, port),
            RoceParams.usual().with(MTU, 256).counting(0, 1).retrying(4, 7, 7).telling(ends),
            seed);
    for (int port = 0; port < topology.ports(); port++) {
      lab.fabric.disturb(
          port,
          new LinkFaults(
              LinkFaults.CERTAIN / 200,
              0,
              LinkFaults.CERTAIN / 200,
              LinkFaults.CERTAIN / 100,
              RoceLab.US));
    }
    return lab;
  }

  private static PortRules stamps(Topology of, int port) {
    PortRules.Queue queue =
        PortRules.Queue.plain(PortRules.UNLIMITED)
            .leaving(
                new TelemetryWriter(
                    FORMAT, -1, HpccRuns.COARSE, 1 + of.portFrom(port), List.of(100_000L)));
    return new PortRules(PortRules.UNLIMITED, List.of(queue, queue, queue));
  }

  private static boolean isReadResponse(int opcode) {
    return opcode >= Opcode.READ_RESPONSE_FIRST && opcode <= Opcode.READ_RESPONSE_ONLY;
  }

  /** What has come to each host, and what receivers have told by then. */
  private static final class Watch {
    private final long silencePs;
    private final List<List<Came>> came = new ArrayList<>();
    private final Map<String, Boolean> isLastFullest = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    Watch(long silencePs) {
      this.silencePs = silencePs;
      for (int host = 0; host < HOSTS; host++) {
        came.add(new ArrayList<>());
      }
    }

    void watch(RoceLab lab) {
      lab.fabric.observe(
          new FabricObserver() {
            @Override
            public void delivered(long atPs, int host, int packet) {
              byte[] octets = lab.fabric.packets().octets();
              int ip = lab.fabric.packets().at(packet);
              boolean isStamped = RoceTelemetry.isOne(FORMAT, octets, ip);
              int bth = isStamped ? RoceTelemetry.bth(FORMAT, octets, ip) : ip + 20 + Udp.SIZE;
              int opcode = Bth.opcode(octets, bth);
              if (!Opcode.isResponse(opcode) || isReadResponse(opcode)) {
                came.get(host).add(new Came(atPs, Bth.destinationQp(octets, bth)));
              }
            }
          });
      lab.nics.log(new EventCollector(this::tells, null));
    }

    /** An event: the records of a packet are told before what is made of them. */
    private void tells(LogEvent event) {
      if (!event.action().equals("Receive")) {
        return;
      }
      String receiver = event.at() + " " + event.instance().orElseThrow().destinationQp();
      if (event.spec().equals(Hpcc.RECORDS.name())) {
        Map<String, LogValue> end = ((LogValue.Fields) event.variables().get("r")).fields();
        isLastFullest.put(receiver, end.get("fullest").equals(end.get("nHop")));
      } else if (event.spec().equals(Hpcc.WINDOW.name())) {
        int host = Integer.parseInt(event.at().replaceFirst("host-", ""));
        steps.add(
            new Step(
                event.atPs(),
                receiver,
                isLastFullest.getOrDefault(receiver, false),
                ((LogValue.Num) ((LogValue.Fields) event.variables().get("r")).fields().get("n"))
                    .value(),
                flows(host, event.atPs())));
      }
    }

    /** Queue pairs that something has come to less than the silence ago. */
    private long flows(int host, long nowPs) {
      return came.get(host).stream()
          .filter(frame -> frame.atPs > nowPs - silencePs)
          .map(Came::queuePair)
          .distinct()
          .count();
    }
  }

  /** What receivers have told in a run in which flows come and go. */
  private static List<Step> run(long seed, Predicate<Op> kinds) {
    SplittableRandom chance = new SplittableRandom(seed);
    Watch watched = new Watch((5 + chance.nextInt(40)) * RoceLab.US);
    RoceLab lab = lab(ends(watched.silencePs), seed);
    watched.watch(lab);
    List<Op> ops = List.of(Op.WRITE, Op.SEND, Op.READ, Op.ATOMIC).stream().filter(kinds).toList();
    for (int flow = 0; flow < 14; flow++) {
      Op op = ops.get(chance.nextInt(ops.size()));
      int other = 1 + chance.nextInt(HOSTS - 1);
      boolean isRead = op == Op.READ;
      long bytes = op == Op.ATOMIC ? 8 : 1 + chance.nextInt(30_000);
      long start = chance.nextInt(150) * RoceLab.US;
      lab.nics.ask(op, isRead ? 0 : other, isRead ? other : 0, chance.nextInt(2), bytes, start);
    }
    assertThat(lab.runToRest()).isTrue();
    return watched.steps;
  }

  /** Each step of each receiver, in runs of WRITEs, of READs, and of all kinds of requests. */
  @Property(seed = "17", tries = 12)
  @Requirement({"HPCC-6", "HPCC-17"})
  void aStepIsOfAsManyFlowsAsFramesAreOf(@ForAll long seed) {
    int[] fallen = {0};
    for (Predicate<Op> kinds :
        List.<Predicate<Op>>of(op -> op == Op.WRITE, op -> op == Op.READ, op -> true)) {
      List<Step> steps = run(seed, kinds);
      assertThat(steps.stream().filter(step -> !step.isRight()).limit(3)).isEmpty();
      assertThat(steps.stream().filter(Step::isLastFullest).map(Step::told).distinct())
          .hasSizeGreaterThan(1);
      for (int i = 1; i < steps.size(); i++) {
        fallen[0] += steps.get(i).flows < steps.get(i - 1).flows ? 1 : 0;
      }
    }
    assertThat(fallen[0]).as("times that a flow was silent for too long").isPositive();
  }
}
