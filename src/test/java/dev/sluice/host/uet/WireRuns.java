package dev.sluice.host.uet;

import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.WireSum;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Small systems in which all happens that NICs can do, and what is on the wire of each: the octets
 * of every frame, its payload's place, when it begins, and at which host. Nobody else looks on, so
 * that what goes wrong in a run goes wrong in a NIC.
 */
final class WireRuns {
  private static final long PERCENT = LinkFaults.CERTAIN / 100;
  private static final long LAST_PS = 500 * NicLab.US;
  private static final int MOST_EVENTS = 30_000;

  private WireRuns() {}

  /** One of the systems. */
  enum Run {
    /** Credit and windows as in the source documents, in acknowledgments, on links that lose. */
    DOCUMENTS(LossyTest.params(Profile.SOURCE_DOCUMENTS, CongestionControl.NSCC_AND_RCCC), 2),
    /** The same, and marks. */
    DOCUMENTS_MARKED(LossyTest.params(Profile.SOURCE_DOCUMENTS, CongestionControl.NSCC), 0),
    /** Credit alone, on links that lose. */
    CREDIT(LossyTest.params(Profile.UET_1_0, CongestionControl.RCCC), 3),
    /** Windows and credit, in messages of its own, on links that lose. */
    BOTH(LossyTest.params(Profile.UET_1_0, CongestionControl.NSCC_AND_RCCC), 3),
    /** Windows, with marks and what is trimmed. */
    TRIMMED(
        LossyTest.params(Profile.UET_1_0, CongestionControl.NSCC)
            .with()
            .trimming(true)
            .entropies(8)
            .build(),
        0),
    /** Windows of few and short packets, which tell of losses by what comes after them. */
    GAPS(
        LossyTest.params(Profile.UET_1_0, CongestionControl.NSCC)
            .with()
            .mtuBytes(512)
            .maxWnd(20, 100)
            .gaps(true)
            .build(),
        3),
    /** Few ids, for many PDCs; what the target says is a backlog, and credit is capped. */
    FEW_IDS(
        LossyTest.params(Profile.SOURCE_DOCUMENTS, CongestionControl.RCCC)
            .with()
            .pdcPool(2)
            .targetSays(CreditParams.TargetSays.BACKLOG)
            .build(),
        2);

    private final NicParams params;
    private final int lossPercent;

    Run(NicParams params, int lossPercent) {
      this.params = params;
      this.lossPercent = lossPercent;
    }

    /** What is on the wire; or how the run fails. */
    String wire() {
      try {
        return happen();
      } catch (RuntimeException e) {
        return "fails: " + e;
      }
    }

    private String happen() {
      EventLoop loop = new EventLoop();
      RandomStreams streams = new RandomStreams(1);
      Fabric fabric =
          new Fabric(
              Topologies.star(4, host -> NicLab.HUNDRED, NicLab.SWITCH),
              new FabricConfig(
                  new UetHeaderFormat(),
                  TrafficClasses.standard(),
                  rules(loop),
                  NicSystem.FRAME_OVERHEAD_BYTES,
                  true),
              NicSystem.packets(),
              loop,
              streams);
      WireSum wire = WireSum.of(fabric);
      NicSystem nics = new NicSystem(fabric, loop, streams, params);
      for (int port = 0; port < fabric.topology().ports() && lossPercent > 0; port++) {
        fabric.disturb(
            port,
            new LinkFaults(
                lossPercent * PERCENT, PERCENT, 2 * PERCENT, 3 * PERCENT, 5 * NicLab.US));
      }
      RandomStream chance = streams.stream("flows");
      for (int flow = 0; flow < 10; flow++) {
        int source = (int) chance.below(3);
        nics.write(
            source,
            3,
            1 + flow % 2,
            0,
            1 + chance.below(60_000),
            flow < 7 ? chance.below(20 * NicLab.US) : 300 * NicLab.US + chance.below(NicLab.US));
      }
      nics.read(3, 0, 1, 0, 20_000, 0);
      loop.run(LAST_PS, MOST_EVENTS);
      return wire.toString();
    }

    private FabricRules rules(EventLoop loop) {
      PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
      PortRules.Queue data = plain;
      if (this == TRIMMED) {
        data = PortRules.Queue.plain(20_000).trimming();
      } else if (this == DOCUMENTS_MARKED) {
        data =
            new PortRules.Queue(
                PortRules.UNLIMITED,
                false,
                Optional.of(
                    (queue, free, frame, ecn, draw) ->
                        queue > 30_000 || loop.nowPs() % 7 == 0
                            ? PortVerdict.MARK
                            : PortVerdict.PASS));
      }
      return FabricRules.everywhere(
          new PortRules(PortRules.UNLIMITED, List.of(plain, plain, data)));
    }
  }

  /** Their names: what another loader's class is asked for. */
  static List<String> runs() {
    return Arrays.stream(Run.values()).map(Run::name).toList();
  }

  /** What one run has on the wire. */
  static String wire(String run) {
    return Run.valueOf(run).wire();
  }
}
