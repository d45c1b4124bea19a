package dev.sluice.scenario;

import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Topology;
import dev.sluice.host.load.Load;
import dev.sluice.host.uet.NicParams;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.wire.ip.Vlan;
import dev.sluice.wire.roce.LdcpHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes a scenario of its tables, and complains where they do not go together. */
final class ScenarioBuilder {
  private static final LinkFaults HARMLESS = new LinkFaults(0, 0, 0, 0, 0);

  private final ScenarioReader reader;
  private final Map<String, List<Section>> sections;
  private final Section top;
  private Topology topology;

  ScenarioBuilder(ScenarioReader reader, Map<String, List<Section>> sections) {
    this.reader = reader;
    this.sections = sections;
    this.top = sections.get("").get(0);
  }

  /** The scenario; with complaints, null. */
  Scenario build(String name, Map<String, String> changes, Supplier<String> digest) {
    topology = new TopologyTables(reader, sections).topology();
    if (topology == null) {
      return null;
    }
    RandomStreams streams = new RandomStreams(top.number("seed"));
    WorkloadTables workload = new WorkloadTables(reader, sections, topology, streams);
    RoceTables roce = new RoceTables(reader, sections, topology);
    roce.refuse(topology);
    List<PlannedFlow> flows = workload.flows(roce);
    List<Load> loads = workload.loads();
    List<Fault> faults = faults();
    NicTables nics = new NicTables(reader, sections, topology);
    NicParams nic = nics.nic();
    if (nic == null) {
      return null;
    }
    QueueTables tables = new QueueTables(reader, sections);
    int tag = tables.areTagged() ? Vlan.SIZE : 0;
    int frameBytes = tag + largestFrame(nic, roce, flows);
    frameBytes = Math.max(frameBytes, loads.stream().mapToInt(Load::frameBytes).max().orElse(0));
    QueueRules queues = tables.rules(nic, topology, frameBytes);
    if (queues == null) {
      return null;
    }
    Optional<LdcpPlan> plan = roce.plan(topology);
    Optional<HpccPlan> hpcc = roce.hpccPlan(topology);
    queues = queues.telling(hpcc.map(HpccPlan::rule));
    List<Expectation> expectations =
        sections.get("expect").get(0).values().values().stream()
            .map(Expectation.class::cast)
            .toList();
    for (Expectation each : expectations) {
      boolean isThere =
          switch (each.metric().needs()) {
            case NOTHING -> true;
            case LOADS -> !loads.isEmpty();
            case INGRESS -> queues.countsIngress();
            case PAUSES -> queues.pause().isPresent();
            case ROCE -> flows.stream().anyMatch(PlannedFlow::isRoce);
            case LDCP -> plan.isPresent();
            case HPCC -> hpcc.isPresent();
          };
      if (!isThere) {
        reader.complain(
            "expect." + each.metric().key(),
            "expect." + each.metric().key() + " is of nothing in this run",
            each.metric().needs().says(),
            "");
      }
    }
    Scenario scenario =
        new Scenario(
            name,
            top.text("title"),
            top.text("cc"),
            top.number("seed"),
            top.number("until"),
            topology,
            queues,
            nic,
            roce.params(),
            plan,
            hpcc,
            nics.ids("pdc-ids"),
            nics.ids("ccc-ids"),
            flows,
            loads,
            faults,
            expectations,
            sweep(),
            changes,
            digest.get());
    try {
      Run.assemble(scenario, new EventLoop(), false);
    } catch (IllegalArgumentException e) {
      reader.complain("nic", "such NICs are not possible: " + e.getMessage(), "", "");
    }
    return scenario;
  }

  /** The largest frame of a flow on a link, all counted but for a tag. */
  private static int largestFrame(NicParams nic, RoceTables roce, List<PlannedFlow> flows) {
    boolean isUet = !flows.stream().allMatch(PlannedFlow::isRoce);
    boolean isRoce = flows.stream().anyMatch(PlannedFlow::isRoce);
    int beside = roce.params().acks().areEchoed() ? LdcpHeader.SIZE : 0;
    beside += roce.params().hpcc().octets();
    return Math.max(
        isUet ? nic.mtuBytes() + Scenario.HEADER_BYTES : 0,
        isRoce ? roce.params().mtu() + Scenario.ROCE_HEADER_BYTES + beside : 0);
  }

  private Optional<Sweep> sweep() {
    Section sweep = sections.get("sweep").get(0);
    if (sweep.has("key") != sweep.has("values")) {
      String given = sweep.has("key") ? "sweep.key" : "sweep.values";
      reader.complain(given, "a sweep has a key and its values", "key and values", "");
    }
    if (!sweep.has("key") || !sweep.has("values")) {
      return Optional.empty();
    }
    List<String> values =
        ((List<?>) sweep.values().get("values")).stream().map(String::valueOf).toList();
    if (values.size() > Sweep.MOST_VALUES) {
      reader.complain(
          "sweep.values",
          String.format(Locale.ROOT, "sweep.values has %,d values", values.size()),
          String.format(Locale.ROOT, "1 to %,d values", Sweep.MOST_VALUES),
          "");
    }
    String key = sweep.text("key");
    if (key.equals("sweep") || key.startsWith("sweep.")) {
      reader.complain("sweep.key", "sweep.key is " + key, "a key of what is run", "");
    }
    return Optional.of(new Sweep(key, values));
  }

  // ---------------------------------------------------------------- faults

  private List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    for (Section each : sections.get("fault")) {
      List<Integer> ports = ports(each);
      long from = each.number("at");
      long to = each.is("for", "ever") ? Long.MAX_VALUE : Math.addExact(from, each.number("for"));
      boolean down = each.truth("down");
      LinkFaults disturbance = HARMLESS;
      if (each.number("loss") + each.number("corruption") + each.number("repetition") > 0
          || each.number("reordering") > 0) {
        disturbance =
            new LinkFaults(
                each.number("loss"),
                each.number("corruption"),
                each.number("repetition"),
                each.number("reordering"),
                each.number("reordering") > 0 ? each.number("late") : 0);
      } else if (!down && !each.truth("storm")) {
        reader.complain(
            each.path(),
            each.path() + " does nothing",
            "loss, corruption, repetition, reordering, down = true, or storm = true",
            "");
      }
      if (each.truth("storm") && sections.get("pause").get(0).is("lossless", "off")) {
        reader.complain(
            each.at("storm"),
            each.at("storm") + " has no effect where no queue is lossless",
            "pause.lossless beside it",
            "");
      }
      if (!down && !each.is("reroute", "never")) {
        reader.complain(
            each.at("reroute"),
            each.at("reroute") + " has no effect on a link that is up",
            "never, or down = true beside it",
            "");
      }
      Set<Integer> links = new TreeSet<>();
      if (down) {
        ports.forEach(port -> links.add(port >> 1));
      }
      faults.add(
          new Fault(
              disturbance.equals(HARMLESS) ? List.of() : ports,
              disturbance,
              List.copyOf(links),
              each.truth("storm") ? ports : List.of(),
              from,
              to,
              each.number("reroute", -1)));
    }
    return faults;
  }

  private List<Integer> ports(Section fault) {
    String link = fault.text("link").replace(" ", "");
    if (link.equals("*")) {
      return IntStream.range(0, topology.ports()).boxed().toList();
    }
    Map<String, List<Integer>> names = new HashMap<>();
    for (int port = 0; port < topology.ports(); port++) {
      names.computeIfAbsent(topology.portName(port), name -> new ArrayList<>()).add(port);
    }
    boolean both = link.contains("~");
    String there = link.replace('~', '>');
    List<Integer> found = new ArrayList<>(names.getOrDefault(there, List.of()));
    if (both) {
      List<Integer> back = found.stream().map(port -> port ^ 1).toList();
      found.addAll(back);
    }
    if (found.isEmpty()) {
      List<String> known = names.keySet().stream().sorted().toList();
      String nearest = Nearest.of(there, known);
      reader.complain(
          fault.at("link"),
          "no link is called " + link.replaceAll("\\p{Cntrl}", "?"),
          some(known) + ", or with ~ for both directions, or *",
          both ? nearest.replace('>', '~') : nearest);
    }
    return found;
  }

  /** The first of many names. */
  static String some(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(12, names.size())));
    return names.size() > 12 ? shown + ", … (" + names.size() + " in all)" : shown;
  }
}
