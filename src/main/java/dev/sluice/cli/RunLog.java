package dev.sluice.cli;

import dev.sluice.fabric.Topology;
import dev.sluice.nic.NicParams;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventLogReader;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The first line of a run's log: units, constants, and what is not in it. */
final class RunLog {
  private static final Map<String, List<String>> BYTES =
      Map.of(
          "CccLifecycle",
          List.of("todo", "flight", "inflight", "size", "window", "cwnd", "maxWnd"),
          "CreditConservation",
          List.of(
              "queue",
              "backlog",
              "credit",
              "authorised",
              "spent",
              "acked",
              "wanted",
              "granted",
              "accrued",
              "arrived",
              "committed",
              "remainder",
              "budget"));

  private RunLog() {}

  static LogHeader header(Scenario scenario) {
    return new LogHeader(
        "sluice",
        Sluice.Version.number(),
        scenario.nic().profile().label(),
        scenario.seed(),
        scenario.digest(),
        units(),
        constants(scenario),
        omits(scenario));
  }

  private static Map<String, String> units() {
    Map<String, String> units = new TreeMap<>();
    BYTES.forEach((spec, names) -> names.forEach(name -> units.put(spec + "." + name, "B")));
    units.put("CreditConservation.wire", "Quantum, modulo Modulus");
    units.put("NsccWindow.cwnd", "2^-9 B");
    units.put("NsccWindow.maxWnd", "2^-9 B");
    units.put("NsccWindow.inflight", "B");
    units.put("NsccWindow.size", "B");
    units.put("NsccWindow.received", "B");
    units.put("NsccWindow.rtt", "ps");
    units.put("NsccWindow.baseRtt", "ps");
    units.put("NsccWindow.avgDelay", "ps");
    units.put("NsccWindow.t", "ps");
    units.put("PdcHandshake.sent", "packet");
    units.put("PdcHandshake.acked", "packet");
    units.put("PdcHandshake.awaited", "packet");
    units.put("PdcHandshake.work", "packet");
    return units;
  }

  private static Map<String, LogValue> constants(Scenario scenario) {
    NicParams nic = scenario.nic();
    boolean whole = nic.isSourceDocuments();
    Map<String, LogValue> nics = new LinkedHashMap<>();
    nics.put("cc", LogValue.of(scenario.control()));
    nics.put("mtuBytes", LogValue.of(nic.mtuBytes()));
    nics.put("baseRttPs", LogValue.of(nic.baseRttPs()));
    nics.put("commitPs", LogValue.of(nic.commitPs()));
    nics.put("mpRange", LogValue.of(nic.mpRange()));
    nics.put("rtoPs", LogValue.of(nic.rtoPs()));
    nics.put("slicePs", LogValue.of(nic.slicePs()));
    nics.put("grantShare", items(nic.grantNumerator(), nic.grantDenominator()));
    Map<String, LogValue> life = new LinkedHashMap<>();
    life.put("BaseRtt", LogValue.of(nic.baseRttPs()));
    life.put("MaxWndFactor", items(nic.maxWndNumerator(), nic.maxWndDenominator()));
    life.put("Mtu", LogValue.of(nic.mtuBytes()));
    Topology topology = scenario.topology();
    if (topology.hosts() <= EventLogReader.MAX_MEMBERS) {
      Map<String, LogValue> rates = new LinkedHashMap<>();
      for (int host = 0; host < topology.hosts(); host++) {
        long rate = topology.link(topology.hostPort(host)).rateBps();
        rates.put(topology.name(topology.hostNode(host)), LogValue.of(rate));
      }
      life.put("LinkSpeed", new LogValue.Fields(rates));
    }
    Map<String, LogValue> credit = new LinkedHashMap<>();
    credit.put("Profile", LogValue.of(nic.profile().label()));
    credit.put("Quantum", LogValue.of(whole ? 1 : 256));
    credit.put("Modulus", LogValue.of(1 << 24));
    credit.put("InitialCredit", LogValue.of(nic.initialCreditBytes()));
    return Map.of(
        "Nic",
        new LogValue.Fields(nics),
        "CccLifecycle",
        new LogValue.Fields(life),
        "CreditConservation",
        new LogValue.Fields(credit));
  }

  private static LogValue items(long first, long second) {
    return new LogValue.Items(List.of(LogValue.of(first), LogValue.of(second)));
  }

  private static List<String> omits(Scenario scenario) {
    List<String> omits = new ArrayList<>();
    omits.add(
        "Links, switches and queues: which frames they lose, repeat or mark is in a capture.");
    omits.add("Variables that an action leaves as they were.");
    omits.add("The network's own variables of the specifications, such as messages under way.");
    if (scenario.topology().hosts() > EventLogReader.MAX_MEMBERS) {
      omits.add("The constant LinkSpeed: there are too many hosts.");
    }
    return omits;
  }
}
