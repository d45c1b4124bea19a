package dev.sluice.scenario;

import dev.sluice.cc.FixedRate;
import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.roce.RoceParams;
import dev.sluice.host.roce.RoceSystem;
import dev.sluice.host.roce.Verb;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccSending;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.wire.ip.Vlan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** What a scenario says of RoCEv2: how its NICs are configured, and which flows it carries. */
final class RoceTables {
  private final ScenarioReader reader;
  private final Section roce;
  private final Section rcm;
  private final Section ldcpTable;
  private final LdcpTables ldcp;
  private final Section rateTable;
  private final LdcpRateTables rate;
  private final Section hpccTable;
  private final HpccTables hpcc;
  private final boolean areTrimmed;

  RoceTables(ScenarioReader reader, Map<String, List<Section>> sections, Topology topology) {
    this.reader = reader;
    roce = sections.get("roce").get(0);
    rcm = sections.get("rcm").get(0);
    QueueTables queues = new QueueTables(reader, sections);
    areTrimmed = queues.trim();
    ldcpTable = sections.get("ldcp").get(0);
    int tag = queues.areTagged() ? Vlan.SIZE : 0;
    ldcp =
        new LdcpTables(
            ldcpTable,
            topology,
            tag + RoceSystem.frameBytes(isIpv6(), (int) roce.number("mtu"), true),
            tag + RoceSystem.ackFrameBytes(isIpv6(), true));
    rateTable = sections.get(LdcpRateKeys.NAME).get(0);
    rate =
        new LdcpRateTables(
            rateTable,
            topology,
            tag + RoceSystem.frameBytes(isIpv6(), (int) roce.number("mtu"), false),
            tag + RoceSystem.ackFrameBytes(isIpv6(), false));
    hpccTable = sections.get("hpcc").get(0);
    hpcc = new HpccTables(hpccTable, topology, isIpv6(), (int) roce.number("mtu"), tag);
  }

  /** How all NICs are configured. */
  RoceParams params() {
    return new RoceParams(
        (int) roce.number("mtu"),
        roce.number("window"),
        asksForEach() ? 1 : (int) roce.number("ack-every"),
        (int) roce.number("depth"),
        (int) roce.number("retries"),
        (int) roce.number("rnr-retries"),
        (int) roce.number("timeout"),
        (int) roce.number("rnr-timer"),
        roce.number("receives"),
        roce.number("repost"),
        (int) roce.number("first-psn", -1),
        new Service((int) roce.number("dscp"), isIpv6(), true),
        algorithm(),
        notices(),
        hasLdcp() ? ldcp.acks() : LdcpAcks.NONE,
        hasHpcc() ? hpcc.ends() : HpccEnds.NONE);
  }

  private Notices notices() {
    if (hasRate()) {
      return rate.notices();
    }
    return hasRcm() ? new RcmTables(rcm).notices() : Notices.NONE;
  }

  /** Whether the algorithm has each packet acknowledged. */
  private boolean asksForEach() {
    return hasLdcp() || hasHpcc() && !hpcc.isNotified();
  }

  private boolean isIpv6() {
    return roce.is("ip", "ipv6");
  }

  private boolean hasRcm() {
    return roce.is("cc", "rcm");
  }

  private boolean hasLdcp() {
    return roce.is("cc", "ldcp");
  }

  private boolean hasRate() {
    return roce.is("cc", LdcpRateKeys.NAME);
  }

  private boolean hasHpcc() {
    return roce.is("cc", "hpcc");
  }

  /** How long nothing must have been acknowledged until all is sent again. */
  private long timeoutPs() {
    return RoceParams.usual().retrying((int) roce.number("timeout"), 0, 0).timeoutPs();
  }

  /** What a run of LDCP is held against; empty without, and where it is not possible. */
  Optional<LdcpPlan> plan(Topology topology) {
    int dscp = (int) roce.number("dscp");
    try {
      return hasLdcp()
          ? Optional.of(ldcp.plan(topology.hostRateBps(0), timeoutPs(), dscp))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // and has been refused
    }
  }

  /** The same of HPCC++. */
  Optional<HpccPlan> hpccPlan(Topology topology) {
    try {
      return hasHpcc()
          ? Optional.of(hpcc.plan(topology.hostRateBps(0), (int) roce.number("dscp")))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // and has been refused
    }
  }

  /** Refuses keys that change nothing, and algorithms that are not possible at this rate. */
  void refuse(Topology topology) {
    if (!hasRcm()) {
      belongsTo(rcm, "rcm");
    }
    if (!hasLdcp()) {
      belongsTo(ldcpTable, "ldcp");
    }
    if (!hasRate()) {
      belongsTo(rateTable, LdcpRateKeys.NAME);
    }
    if (!hasHpcc()) {
      belongsTo(hpccTable, "hpcc");
    }
    if (asksForEach() && roce.given().contains("ack-every")) {
      reader.complain(
          roce.at("ack-every"),
          "roce.ack-every belongs to another roce.cc: %s asks for each acknowledgment"
              .formatted(hasLdcp() ? "LDCP" : "HPCC++"),
          hasLdcp() ? "ldcp.ack-up-to and ldcp.ack-gap" : "hpcc.header-every",
          "");
    }
    if (hasRcm() && rcm.given().contains("cut")) {
      Stream.of("g", "initial-alpha", "alpha-timer")
          .filter(rcm.given()::contains)
          .forEach(
              key ->
                  reader.complain(
                      rcm.at(key),
                      rcm.at(key) + " has no effect with rcm.cut, which replaces alpha",
                      "one of the two",
                      ""));
    }
    if (roce.is("cc", "none")) {
      return;
    }
    String name = roce.text("cc");
    String such = hasRcm() ? "reaction points" : hasRate() ? "rates" : "windows";
    String whose = hasRcm() ? "RCM" : hasHpcc() ? "HPCC++" : "LDCP";
    String own =
        "%s has %s of its own".formatted(whose, hasRcm() || hasRate() ? "rates" : "windows");
    if (!roce.is("rate", "line")) {
      reader.complain(roce.at("rate"), "roce.rate belongs to roce.cc none: " + own, "line", "");
    }
    try {
      for (int host = 0; host < topology.hosts(); host++) {
        algorithm().apply(topology.hostRateBps(host));
      }
      if (hasHpcc()) {
        hpcc.refuse();
      }
      for (int node = 0; hasHpcc() && node < topology.nodes(); node++) {
        if (!topology.isHost(node)) {
          hpcc.rule().at(topology, node, PortRules.Queue.plain(PortRules.UNLIMITED));
        }
      }
    } catch (IllegalArgumentException e) {
      reader.complain(name, "such " + such + " are not possible: " + e.getMessage(), "", "");
    }
  }

  private void belongsTo(Section table, String name) {
    table.given().stream()
        .sorted()
        .forEach(
            key ->
                reader.complain(
                    table.at(key),
                    table.at(key) + " belongs to roce.cc " + name,
                    "roce.cc = \"" + name + "\"",
                    ""));
  }

  /** What holds back the flows that are selected for congestion control. */
  private LongFunction<SenderRole> algorithm() {
    long fixed = roce.number("rate", 0);
    if (hasRcm()) {
      RcmTables tables = new RcmTables(rcm);
      return Reaction.points(tables::reaction, tables.reacts());
    }
    if (hasLdcp()) {
      long rtoPs = timeoutPs();
      return LdcpSender.windows(line -> ldcp.sender(line, rtoPs));
    }
    if (hasRate()) {
      return LdcpRate.rates(rate::sender);
    }
    if (hasHpcc()) {
      return HpccSending.windows(hpcc.ends());
    }
    return fixed == 0
        ? line -> SenderRole.fixed(SenderRole.UNBOUNDED)
        : line -> new FixedRate(Math.min(fixed, line));
  }

  /** How many bytes a flow, or each flow of a pattern, moves: an ATOMIC its word. */
  long bytes(Section flow) {
    return verb(flow) == Verb.ATOMIC ? RoceSystem.ATOMIC_BYTES : flow.number("size");
  }

  /** What a flow, or each flow of a pattern, asks for. */
  Verb verb(Section flow) {
    return Verb.valueOf(flow.text("operation").toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * How the frames of a flow, or of each flow of a pattern, are treated; empty where it is UET's.
   */
  Optional<Service> service(Section flow) {
    return service(flow, bytes(flow), "size");
  }

  /**
   * The same of a pattern whose flows differ in size.
   *
   * @param bytes of the largest
   * @param key that says so
   */
  Optional<Service> service(Section flow, long bytes, String key) {
    Verb verb = verb(flow);
    if (flow.is("transport", "uet")) {
      refuseRoce(flow, verb);
      return Optional.empty();
    }
    if (flow.has("class") && flow.number("class") != 0) {
      reader.complain(
          flow.at("class"), flow.at("class") + " belongs to transport uet", "0, and a dscp", "");
    }
    if (bytes > RoceSystem.LARGEST) {
      String most = Quantity.SIZE.print(RoceSystem.LARGEST);
      reader.complain(flow.at(key), "a message of " + bytes + " B", "at most " + most, "");
    }
    long packets = params().packets(bytes);
    if (verb == Verb.READ && packets > roce.number("window")) {
      reader.complain(
          flow.at(key),
          "a READ of %d packets, where %d PSNs may be out"
              .formatted(packets, roce.number("window")),
          "a smaller size, or a larger roce.window or roce.mtu",
          "");
    }
    long dscp = flow.number("dscp", roce.number("dscp"));
    if (areTrimmed && dscp == TrafficClasses.DSCP_DATA) {
      reader.complain(
          flow.is("dscp", "auto") ? "roce.dscp" : flow.at("dscp"),
          "frames of RoCEv2 with DSCP " + dscp + " would be trimmed, and they cannot be",
          "another DSCP, or queues that trim nothing",
          "");
    }
    return Optional.of(new Service((int) dscp, isIpv6(), flow.truth("selected")));
  }

  /** UET has no other verbs here, and its NICs' rules say what is selected. */
  private void refuseRoce(Section flow, Verb verb) {
    if (verb != Verb.WRITE && verb != Verb.READ) {
      reader.complain(
          flow.at("operation"),
          flow.at("operation") + " is " + flow.text("operation") + ", and UET carries it",
          "write, read; or transport = \"roce\"",
          "");
    }
    if (!flow.is("dscp", "auto")) {
      reader.complain(flow.at("dscp"), flow.at("dscp") + " belongs to transport roce", "auto", "");
    }
    if (!flow.truth("selected")) {
      reader.complain(
          flow.at("selected"), flow.at("selected") + " belongs to transport roce", "true", "");
    }
  }
}
