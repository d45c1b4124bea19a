package dev.sluice.host.roce;

import dev.sluice.host.WireSum;
import dev.sluice.host.roce.RoceRuns.Planned;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs whose logs are judged, and what is on the wire of each. Nobody else looks on, so that
 * what goes wrong in a run goes wrong in a NIC.
 */
final class RoceWireRuns {
  private static final Map<String, Planned> RUNS = new LinkedHashMap<>();

  static {
    RUNS.putAll(RoceRuns.plans());
    RUNS.putAll(RcmRuns.plans());
    RUNS.putAll(LdcpRuns.plans());
    RUNS.put("LDCP: marks among clean packets that wait", LdcpRuns.MIXED);
    RUNS.putAll(LdcpRateRuns.plans());
    RUNS.putAll(HpccRuns.plans());
  }

  private RoceWireRuns() {}

  /** Their names: what another loader's class is asked for. */
  static List<String> runs() {
    return List.copyOf(RUNS.keySet());
  }

  /** What one run has on the wire; or how it fails. */
  static String wire(String run) {
    try {
      Planned plan = RUNS.get(run);
      RoceLab lab = plan.lab();
      WireSum wire = WireSum.of(lab.fabric);
      RoceRuns.ask(lab, plan.faults(), plan.asked());
      plan.run(lab);
      return wire.toString();
    } catch (RuntimeException e) {
      return "fails: " + e;
    }
  }
}
