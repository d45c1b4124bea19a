package dev.sluice.scenario;

import dev.sluice.fabric.FabricCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures made by hand: flows and counts are stated, nothing is run. */
final class MadeFigures {
  /** The end of a flow that was not completed. */
  static final long NEVER = -1;

  private final List<FlowResult> flows = new ArrayList<>();
  private long leastPs;
  private long dataPackets;
  private long retransmissions;
  private long leastRttPs = -1;
  private long greatestRttPs = -1;
  private PortQueue busiest = PortQueue.NONE;
  private PortQueue longest = PortQueue.NONE;
  private List<LoadResult> loads = List.of();
  private List<PauseResult> pauses = List.of();
  private long unmarkedXoffs = -1;
  private LdcpResult ldcp = LdcpResult.NONE;
  private HpccResult hpcc = HpccResult.NONE;

  /** Adds a flow that takes 10 us alone. */
  MadeFigures flow(long bytes, long startPs, long endPs) {
    return flow(bytes, startPs, endPs, 10_000_000);
  }

  MadeFigures flow(long bytes, long startPs, long endPs, long idealPs) {
    flows.add(new FlowResult(new PlannedFlow(0, 1, bytes, startPs), endPs, -1, idealPs));
    return this;
  }

  MadeFigures leastPs(long ps) {
    leastPs = ps;
    return this;
  }

  MadeFigures packets(long sent, long again) {
    dataPackets = sent;
    retransmissions = again;
    return this;
  }

  MadeFigures loads(LoadResult... all) {
    loads = List.of(all);
    return this;
  }

  MadeFigures pauses(PauseMeter meter) {
    pauses = meter.results();
    unmarkedXoffs = meter.unmarkedXoffs();
    return this;
  }

  MadeFigures ldcp(LdcpResult result) {
    ldcp = result;
    return this;
  }

  MadeFigures hpcc(HpccResult result) {
    hpcc = result;
    return this;
  }

  /** Takes queues, packets and round trips from a meter. */
  MadeFigures meter(Meter meter) {
    busiest = meter.busiest(false);
    longest = meter.longest(busiest);
    leastRttPs = meter.leastRttPs();
    greatestRttPs = meter.greatestRttPs();
    return packets(meter.dataPackets(), meter.retransmissions());
  }

  long value(Metric metric) {
    return figures().value(metric);
  }

  Figures figures() {
    return new Figures(
        flows,
        leastPs,
        new FabricCounts(0, 0, 0, 0, 0, 0, 0),
        Map.of(),
        dataPackets,
        retransmissions,
        0,
        leastRttPs,
        greatestRttPs,
        busiest,
        longest,
        PortQueue.NONE,
        List.of(),
        loads,
        IngressPeak.NONE,
        pauses,
        List.of(),
        Optional.empty(),
        unmarkedXoffs,
        RoceResult.NONE,
        ldcp,
        hpcc,
        0,
        0,
        true,
        List.of());
  }
}
