package dev.sluice.cli;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.pfc.Pfc;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.fabric.Topology;
import dev.sluice.host.uet.NicParams;
import dev.sluice.roce.Roce;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.JsonValues;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Psn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/** The first line of a run's log: units, constants, and what is not in it. */
final class RunLog {
  private RunLog() {}

  static LogHeader header(Scenario scenario) {
    return new LogHeader(
        "sluice",
        Sluice.version(),
        scenario.nic().profile().label(),
        scenario.seed(),
        scenario.digest(),
        units(scenario),
        scenario.hasUet() ? constants(scenario) : Map.of(),
        scenario.hasUet() ? omits(scenario) : List.of());
  }

  private static Map<String, String> units(Scenario scenario) {
    Map<String, String> units = new TreeMap<>();
    if (scenario.hasUet()) {
      units.putAll(Uet.PROTOCOL.units());
    }
    if (scenario.hasRoce()) {
      units.putAll(Roce.PROTOCOL.units());
      units.putAll(Rcm.PROTOCOL.units());
      if (scenario.ldcp().isPresent() || scenario.ldcpRate().isPresent()) {
        units.putAll(Ldcp.PROTOCOL.units());
      }
      scenario.hpcc().ifPresent(spoken -> units.putAll(Hpcc.PROTOCOL.units()));
    }
    if (scenario.queues().pause().isPresent()) {
      units.putAll(Pfc.PROTOCOL.units());
    }
    return units;
  }

  // ---------------------------------------------------------------- constants

  /** Those of UET; a connection of RoCEv2 tells its own with its first event. */
  private static Map<String, LogValue> constants(Scenario scenario) {
    NicParams nic = scenario.nic();
    long packet = nic.mtuBytes() + nic.overheadBytes();
    Map<String, LogValue> all = new TreeMap<>();
    Record life =
        new Record()
            .with("BaseRtt", nic.baseRttPs())
            .with("MaxWndFactor", items(nic.maxWndNumerator(), nic.maxWndDenominator()))
            .with("MinCwnd", packet)
            .with("Mtu", packet);
    life.with(
        "InitialCwnd",
        nic.initialCwndBytes() > 0
            ? LogValue.of(nic.initialCwndBytes())
            : LogValue.of("InitialLimit"));
    life.with("InitialLimit", nic.initialLimit().label());
    byHost(scenario, life, "LinkSpeed", rate -> rate);
    all.put(Uet.LIFE.name(), life.value());
    all.put(
        Uet.HANDSHAKE.name(),
        new Record()
            .with("TargetPdcs", nic.pdcPool())
            .with("TargetCccs", nic.targetCccs())
            .with("SynWindow", Psn.WIRE_SYN_WINDOW)
            .with("MpRange", nic.mpRange())
            .with("SynSafety", nic.lifetimePs())
            .with("IdSafety", nic.lifetimePs())
            .with("FirstAgain", nic.firstAgain())
            .value());
    if (nic.congestionControl().rccc()) {
      CreditParams params = nic.credit(scenario.topology().hostRateBps(0));
      Record credit =
          new Record()
              .with("Profile", nic.profile().label())
              .with("TargetSays", params.targetSays().label())
              .with("Packets", params.packets().label())
              .with("Quantum", params.quantumBytes())
              .with("Mtu", params.mtuBytes())
              .with("Header", params.headerBytes())
              .with("GrantUnits", params.grantBytes())
              .with("Separate", !nic.isSourceDocuments() && nic.congestionControl().nscc())
              .with("InitialCredit", params.initialCreditBytes())
              .with("Cap", params.capBytes())
              .with("Overshoot", params.overshootBytes())
              .with("Modulus", params.modulus());
      byHost(scenario, credit, "SliceBudget", rate -> nic.credit(rate).sliceBytes());
      byHost(scenario, credit, "Window", rate -> nic.credit(rate).windowBytes());
      all.put(Uet.CREDIT.name(), credit.value());
    }
    if (!nic.isSourceDocuments()) {
      SendPermission permission = nic.permission();
      all.put(
          Uet.SCHEDULING.name(),
          new Record()
              .with("Mtu", permission.mtu())
              .with("OwnSize", permission.ownSize())
              .with("Overdraft", permission.overdraft())
              .value());
    }
    if (nic.congestionControl().nscc()) {
      all.put(
          Uet.NSCC.name(),
          new Record()
              .with("Profile", nic.profile().label())
              .with("Signals", nic.signals().label())
              .value());
    }
    return all;
  }

  /** What follows from a host's link, as a function of hosts. */
  private static void byHost(Scenario scenario, Record into, String name, LongUnaryOperator of) {
    Topology topology = scenario.topology();
    if (topology.hosts() <= JsonValues.MAX_MEMBERS) {
      Map<String, LogValue> each = new LinkedHashMap<>();
      for (int host = 0; host < topology.hosts(); host++) {
        long value = of.applyAsLong(scenario.topology().hostRateBps(host));
        each.put(topology.hostName(host), LogValue.of(value));
      }
      into.with(name, new LogValue.Fields(each));
    }
  }

  private static LogValue items(long first, long second) {
    return new LogValue.Items(List.of(LogValue.of(first), LogValue.of(second)));
  }

  /** A record that is being put together. */
  private static final class Record {
    private final Map<String, LogValue> fields = new LinkedHashMap<>();

    private Record with(String name, LogValue value) {
      fields.put(name, value);
      return this;
    }

    private Record with(String name, long value) {
      return with(name, LogValue.of(value));
    }

    private Record with(String name, String value) {
      return with(name, LogValue.of(value));
    }

    private Record with(String name, boolean value) {
      return with(name, LogValue.of(value));
    }

    private LogValue value() {
      return new LogValue.Fields(fields);
    }
  }

  // ---------------------------------------------------------------- what is left out

  private static List<String> omits(Scenario scenario) {
    List<String> omits = new ArrayList<>();
    if (scenario.topology().hosts() > JsonValues.MAX_MEMBERS) {
      String why = ": there are too many hosts.";
      omits.add(Uet.LIFE.name() + ".LinkSpeed" + why);
      if (scenario.nic().congestionControl().rccc()) {
        omits.add(Uet.CREDIT.name() + ".SliceBudget" + why);
        omits.add(Uet.CREDIT.name() + ".Window" + why);
      }
    }
    return omits;
  }
}
