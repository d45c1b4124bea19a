package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Bdp;
import dev.sluice.cc.Profile;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.uet.CongestionControl;
import dev.sluice.host.uet.NicParams;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Makes a scenario of its tables, and complains where they do not go together. */
final class ScenarioBuilder {
  /** Windows are kept in 2⁻⁹ byte; of longer paths their products do not fit. */
  private static final long LONGEST_RTT_PS = 500_000_000;

  private static final LinkFaults HARMLESS = new LinkFaults(0, 0, 0, 0, 0);

  private final ScenarioReader reader;
  private final Map<String, List<Section>> sections;
  private final Section top;
  private final Section shape;
  private final RandomStreams streams;
  private Topology topology;
  private Map<String, Integer> hostNumbers = Map.of();

  ScenarioBuilder(ScenarioReader reader, Map<String, List<Section>> sections) {
    this.reader = reader;
    this.sections = sections;
    this.top = sections.get("").get(0);
    this.shape = sections.get("topology").get(0);
    this.streams = new RandomStreams(top.number("seed"));
  }

  /** The scenario; with complaints, null. */
  Scenario build(String name, Map<String, String> changes, String digest) {
    topology = topology();
    if (topology == null) {
      return null;
    }
    hostNumbers = new HashMap<>();
    for (int host = 0; host < topology.hosts(); host++) {
      hostNumbers.put(topology.hostName(host), host);
    }
    List<PlannedFlow> flows = flows();
    List<Fault> faults = faults();
    NicParams nic = nic();
    if (nic == null) {
      return null;
    }
    List<Expectation> expectations =
        sections.get("expect").get(0).values().values().stream()
            .map(Expectation.class::cast)
            .toList();
    Scenario scenario =
        new Scenario(
            name,
            top.text("title"),
            top.text("cc"),
            top.number("seed"),
            top.number("until"),
            topology,
            queues(nic),
            nic,
            ids("pdc-ids"),
            ids("ccc-ids"),
            flows,
            faults,
            expectations,
            sweep(),
            changes,
            digest);
    try {
      Run.assemble(scenario, new EventLoop(), false);
    } catch (IllegalArgumentException e) {
      reader.complain("nic", "such NICs are not possible: " + e.getMessage(), "", "");
    }
    return scenario;
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
    return Optional.of(new Sweep(sweep.text("key"), values));
  }

  // ---------------------------------------------------------------- topology

  private Topology topology() {
    String kind = shape.text("kind");
    if (!kind.equals("custom")) {
      for (String table : List.of("host", "switch", "link")) {
        if (!sections.get(table).isEmpty()) {
          reader.complain(
              table, table + " belongs to a custom topology, and this is " + kind, "", "");
          return null;
        }
      }
    }
    SwitchSpec switches = SwitchSpec.cutThrough(shape.number("switch-latency"));
    return switch (kind) {
      case "star" -> {
        int hosts = shape.is("hosts", "auto") ? needed() : (int) shape.number("hosts");
        yield Topologies.star(hosts, hostLinks(), switches);
      }
      case "two-leaves" -> twoLeaves(switches);
      case "leaf-spine" ->
          Topologies.leafSpine(
              (int) shape.number("leaves"),
              (int) shape.number("spines"),
              (int) shape.number("hosts-per-leaf"),
              hostLinks(),
              link("core-rate", "core-length"),
              switches);
      case "fat-tree" -> fatTree(switches);
      default -> custom();
    };
  }

  private Topology twoLeaves(SwitchSpec switches) {
    if (shape.number("fec") != BaseRtt.FEC_PS) {
      reader.complain(
          "topology.fec",
          "topology.fec is " + Quantity.TIME.print(shape.number("fec")) + " for two-leaves",
          "150ns; a custom topology may have any",
          "");
    }
    return Topologies.twoLeaves(metres("length"), metres("core-length"), switches);
  }

  private Topology fatTree(SwitchSpec switches) {
    long radix = shape.number("radix");
    if (radix % 2 != 0) {
      reader.complain(
          "topology.radix",
          "topology.radix is " + radix,
          "an even number from 2 to 64",
          Long.toString(radix + 1));
      return null;
    }
    return Topologies.fatTree(
        (int) radix,
        hostLinks(),
        link("edge-rate", "edge-length"),
        link("core-rate", "core-length"),
        switches);
  }

  private long metres(String key) {
    long mm = shape.number(key);
    if (mm % 1_000 != 0) {
      reader.complain(
          "topology." + key,
          "topology." + key + " is " + mm + " mm",
          "whole metres",
          (mm + 500) / 1_000 + "m");
    }
    return mm / 1_000;
  }

  private BaseRtt.Link link(String rate, String length) {
    return new BaseRtt.Link(shape.number(rate), shape.number(length), shape.number("fec"));
  }

  private IntFunction<BaseRtt.Link> hostLinks() {
    List<Long> rates = shape.numbers("rate");
    long length = shape.number("length");
    long fec = shape.number("fec");
    return host -> new BaseRtt.Link(rates.get(host % rates.size()), length, fec);
  }

  /** How many hosts the workload needs, where the topology adapts to it. */
  private int needed() {
    long most = 2;
    for (Section flow : sections.get("flow")) {
      most = Math.max(most, 1 + Math.max(asNumber(flow, "from"), asNumber(flow, "to")));
    }
    for (Section pattern : sections.get("workload")) {
      String kind = pattern.text("kind");
      long hosts =
          switch (kind) {
            case "incast" ->
                Math.max(pattern.number("senders") + 1, 1 + asNumber(pattern, "target"));
            case "outcast" ->
                Math.max(pattern.number("receivers") + 1, 1 + asNumber(pattern, "source"));
            default -> pattern.number("hosts", 0);
          };
      if (hosts == 0) {
        reader.complain(
            pattern.at("hosts"),
            pattern.path() + " takes all hosts, and topology.hosts as many as the workload needs",
            "a number for one of the two",
            "");
      }
      most = Math.max(most, hosts);
    }
    if (most > Topologies.LARGEST_STAR) {
      reader.complain(
          "topology.hosts",
          "the workload needs " + most + " hosts",
          "a star of at most " + Topologies.LARGEST_STAR,
          "");
      most = 2;
    }
    return (int) most;
  }

  /** The number of a host that is called by number or by the name that a star gives it. */
  private static long asNumber(Section section, String key) {
    String text = section.text(key).replaceFirst("^host-", "");
    return text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
  }

  private Topology custom() {
    Topology.Builder builder = Topology.builder();
    Map<String, Integer> nodes = new HashMap<>();
    Map<String, String> hosts = new HashMap<>();
    Map<String, Integer> degrees = new HashMap<>();
    for (String table : List.of("switch", "host")) {
      for (Section each : sections.get(table)) {
        String name = each.text("name");
        if (nodes.containsKey(name)) {
          reader.complain(each.at("name"), "two nodes are called " + name, "", "");
          continue;
        }
        if (!name.matches("[A-Za-z0-9_.-]{1,64}")) {
          reader.complain(
              each.at("name"), "a node is called \"" + name + "\"", "letters, digits, - _ .", "");
        }
        if (table.equals("host")) {
          hosts.put(name, each.path());
          nodes.put(name, builder.host(name));
        } else {
          long latency = each.number("latency", shape.number("switch-latency"));
          nodes.put(name, builder.addSwitch(name, SwitchSpec.cutThrough(latency)));
        }
      }
    }
    boolean isWhole = true;
    for (Section each : sections.get("link")) {
      for (String end : List.of("from", "to")) {
        String name = each.text(end);
        degrees.merge(name, 1, Integer::sum);
        if (!nodes.containsKey(name)) {
          isWhole = false;
          complainOfName(each.at(end), name, nodes.keySet());
        }
      }
      if (isWhole && each.text("from").equals(each.text("to"))) {
        isWhole = false;
        reader.complain(each.at("to"), each.text("to") + " is linked with itself", "", "");
      }
      if (isWhole) {
        long fec = each.number("fec", shape.number("fec"));
        builder.link(
            nodes.get(each.text("from")),
            nodes.get(each.text("to")),
            new BaseRtt.Link(each.number("rate"), each.number("length"), fec));
      }
    }
    for (Map.Entry<String, String> host : hosts.entrySet()) {
      int degree = degrees.getOrDefault(host.getKey(), 0);
      if (degree != 1) {
        isWhole = false;
        reader.complain(
            host.getValue(), "host " + host.getKey() + " has " + degree + " links", "one", "");
      }
    }
    if (hosts.size() < 2) {
      isWhole = false;
      reader.complain("topology.kind", "hosts: " + hosts.size(), "2 or more", "");
    }
    if (!isWhole) {
      return null;
    }
    return connected(builder.build());
  }

  private Topology connected(Topology whole) {
    int host = LongestPath.firstUnreached(whole, Scenario.HEADER_BYTES);
    if (host < 0) {
      return whole;
    }
    reader.complain(
        "topology.kind",
        "no way leads from " + whole.hostName(0) + " to " + whole.hostName(host),
        "",
        "");
    return null;
  }

  // ---------------------------------------------------------------- workload

  private List<PlannedFlow> flows() {
    List<PlannedFlow> flows = new ArrayList<>();
    int number = 0;
    for (Section pattern : sections.get("workload")) {
      RandomStream chance = streams.stream("workload/" + number++);
      switch (pattern.text("kind")) {
        case "incast" -> incast(pattern, flows);
        case "outcast" -> outcast(pattern, flows);
        case "permutation" -> permutation(pattern, chance, flows);
        default -> manyToMany(pattern, chance, flows);
      }
    }
    for (Section each : sections.get("flow")) {
      int from = host(each, "from");
      int to = host(each, "to");
      if (from == to && from >= 0) {
        reader.complain(each.at("to"), "a flow from a host to itself", "another host", "");
      }
      flows.add(
          new PlannedFlow(
              from,
              to,
              each.number("size"),
              each.number("start"),
              (int) each.number("class"),
              (int) each.number("job"),
              each.is("operation", "read")));
    }
    if (flows.isEmpty()) {
      reader.complain("workload", "there is no flow", "a [[workload]] or a [[flow]]", "");
    }
    flows.sort(
        Comparator.comparingLong(PlannedFlow::startPs)); // stable: those of a time keep their order
    return flows;
  }

  private void incast(Section pattern, List<PlannedFlow> flows) {
    int senders = (int) pattern.number("senders");
    int target =
        pattern.is("target", "auto")
            ? Math.min(senders, topology.hosts() - 1)
            : host(pattern, "target");
    List<Integer> others = others(pattern, "senders", senders, target);
    for (int i = 0; i < others.size(); i++) {
      flows.add(plain(others.get(i), target, pattern, i));
    }
  }

  private void outcast(Section pattern, List<PlannedFlow> flows) {
    int receivers = (int) pattern.number("receivers");
    int source = host(pattern, "source");
    List<Integer> others = others(pattern, "receivers", receivers, source);
    for (int i = 0; i < others.size(); i++) {
      flows.add(plain(source, others.get(i), pattern, i));
    }
  }

  private List<Integer> others(Section pattern, String key, int count, int but) {
    if (count > topology.hosts() - 1) {
      reader.complain(
          pattern.at(key),
          pattern.at(key)
              + " is "
              + count
              + ", and the topology has "
              + topology.hosts()
              + " hosts",
          "at most " + (topology.hosts() - 1),
          Integer.toString(topology.hosts() - 1));
    }
    return IntStream.range(0, topology.hosts())
        .filter(host -> host != but)
        .limit(count)
        .boxed()
        .toList();
  }

  private int hosts(Section pattern) {
    int hosts = (int) pattern.number("hosts", topology.hosts());
    if (hosts > topology.hosts() || hosts < 2) {
      reader.complain(
          pattern.at("hosts"),
          pattern.at("hosts") + " is " + hosts + ", and the topology has " + topology.hosts(),
          "2 to " + topology.hosts(),
          Integer.toString(topology.hosts()));
      return 2;
    }
    return hosts;
  }

  /** One cycle through all hosts, drawn: nobody sends to itself (Sattolo's algorithm). */
  private void permutation(Section pattern, RandomStream chance, List<PlannedFlow> flows) {
    int[] to = IntStream.range(0, hosts(pattern)).toArray();
    for (int i = to.length - 1; i > 0; i--) {
      int j = (int) chance.below(i);
      int swapped = to[i];
      to[i] = to[j];
      to[j] = swapped;
    }
    for (int host = 0; host < to.length; host++) {
      flows.add(plain(host, to[host], pattern, host));
    }
  }

  private void manyToMany(Section pattern, RandomStream chance, List<PlannedFlow> flows) {
    int hosts = hosts(pattern);
    for (long i = pattern.number("flows"); i > 0; i--) {
      int from = (int) chance.below(hosts);
      int other = (int) chance.below(hosts - 1L);
      long start = Math.addExact(pattern.number("start"), chance.below(pattern.number("over")));
      flows.add(
          new PlannedFlow(from, other < from ? other : other + 1, pattern.number("size"), start));
    }
  }

  private static PlannedFlow plain(int from, int to, Section pattern, int number) {
    long later = Math.multiplyExact(pattern.number("stagger"), number);
    return new PlannedFlow(
        from, to, pattern.number("size"), Math.addExact(pattern.number("start"), later));
  }

  /** A host by name or number; −1 with a complaint. */
  private int host(Section section, String key) {
    String text = section.text(key);
    Integer named = hostNumbers.get(text);
    if (named != null) {
      return named;
    }
    if (text.matches("\\d{1,9}") && Integer.parseInt(text) < topology.hosts()) {
      return Integer.parseInt(text);
    }
    reader.complain(
        section.at(key),
        "no host is called " + text.replaceAll("\\p{Cntrl}", "?"),
        "0 to " + (topology.hosts() - 1) + ", or a name such as " + name(0) + " or " + name(1),
        Nearest.of(text, hostNumbers.keySet().stream().sorted().toList()));
    return -1;
  }

  private String name(int host) {
    return topology.hostName(host);
  }

  private void complainOfName(String path, String name, Set<String> known) {
    List<String> names = known.stream().sorted().toList();
    reader.complain(
        path,
        "no node is called " + name.replaceAll("\\p{Cntrl}", "?"),
        some(names),
        Nearest.of(name, names));
  }

  private static String some(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(12, names.size())));
    return names.size() > 12 ? shown + ", … (" + names.size() + " in all)" : shown;
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
      } else if (!down) {
        reader.complain(
            each.path(),
            each.path() + " does nothing",
            "loss, corruption, repetition, reordering, or down = true",
            "");
      }
      Set<Integer> links = new java.util.TreeSet<>();
      if (down) {
        ports.forEach(port -> links.add(port >> 1));
      }
      faults.add(
          new Fault(
              disturbance.equals(HARMLESS) ? List.of() : ports,
              disturbance,
              List.copyOf(links),
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

  // ---------------------------------------------------------------- NICs and queues

  private NicParams nic() {
    Section nic = sections.get("nic").get(0);
    boolean source = top.is("profile", Profile.SOURCE_DOCUMENTS.label());
    NicParams basis = source ? NicParams.sourceDocuments() : NicParams.uet10();
    int mtu = (int) nic.number("mtu");
    long commit = nic.number("commit");
    long mpRange = nic.number("mp-range");
    if (mpRange % 128 != 0) {
      reader.complain(
          "nic.mp-range",
          "nic.mp-range is " + mpRange,
          "a multiple of 128",
          Long.toString((mpRange + 64) / 128 * 128));
      return null;
    }
    long initialCredit = nic.number("initial-credit", basis.initialCreditBytes());
    int unit = CreditParams.UET_QUANTUM_BYTES;
    if (!source && initialCredit % unit != 0) {
      reader.complain(
          "nic.initial-credit",
          "nic.initial-credit is " + initialCredit + " B",
          "in uet-1.0 a multiple of " + unit + " B",
          (initialCredit + unit / 2) / unit * unit + "B");
    }
    long baseRtt = nic.number("base-rtt", 0);
    if (baseRtt == 0) {
      BaseRtt.Path path = LongestPath.of(topology, mtu + Scenario.HEADER_BYTES);
      baseRtt =
          BaseRtt.configBaseRttPs(
              BaseRtt.oneWay(path, mtu + Scenario.HEADER_BYTES).roundTripPs(commit));
    }
    if (!source) {
      for (String key : List.of("scaling-factor", "theta")) {
        if (!nic.is(key, "auto")) {
          reader.complain(
              "nic." + key, "nic." + key + " belongs to the profile source-documents", "auto", "");
        }
      }
    }
    if (!source) {
      for (String key : List.of("credit-target", "packets")) {
        if (nic.is(key, "backlog") || nic.is(key, "cut")) {
          String own = key.equals("packets") ? "auto" : "total";
          reader.complain(
              "nic." + key, "nic." + key + " belongs to the profile source-documents", own, "");
        }
      }
    }
    if (source && !nic.is("delay-weight", "auto")) {
      reader.complain(
          "nic.delay-weight", "nic.delay-weight belongs to the profile uet-1.0", "auto", "");
    }
    if (!source && nic.is("window-signals", "rtt")) {
      reader.complain(
          "nic.window-signals",
          "nic.window-signals rtt belongs to the profile source-documents",
          "both",
          "");
    }
    int overhead = (int) nic.number("packet-overhead", basis.overheadBytes());
    if (!isSound(nic, mtu + overhead, baseRtt, initialCredit)) {
      return null;
    }
    EntropyPolicy entropy =
        switch (nic.text("entropy")) {
          case "sticky" -> EntropyPolicy.STICKY;
          case "sprayed" -> EntropyPolicy.SPRAYED;
          default -> basis.entropy();
        };
    try {
      return basis
          .with()
          .congestionControl(control(top.text("cc")))
          .mtuBytes(mtu)
          .overheadBytes(overhead)
          .baseRttPs(baseRtt)
          .maxWnd(nic.number("max-window"), 100)
          .initialCwndBytes(nic.number("initial-window", basis.initialCwndBytes()))
          .scalingFactor(nic.number("scaling-factor", basis.scalingFactor()))
          .thetaPs(nic.number("theta", basis.thetaPs()))
          .delayWeight(nic.number("delay-weight", basis.delayWeight()))
          .signals(Signals.of(nic.text("window-signals")))
          .publishedWindow(nic.is("window-rules", "published"))
          .initialCredit(initialCredit)
          .creditWindowBytes(nic.number("credit-window", basis.creditWindowBytes()))
          .creditCapBytes(nic.number("credit-cap", 0))
          .slicePs(nic.number("slice"))
          .targetSays(CreditParams.TargetSays.of(nic.text("credit-target")))
          .packets(nic.is("packets", "auto") ? null : CreditParams.Packets.of(nic.text("packets")))
          .grant(nic.number("grant", source ? 0 : basis.grantBytes()))
          .grantShare(
              nic.number("grant-share", basis.grantNumerator()),
              nic.is("grant-share", "auto") ? basis.grantDenominator() : 100)
          .commitPs(commit)
          .contextPs(nic.number("context"))
          .pdcPool((int) nic.number("pdc-pool"))
          .ackTriggerBytes((int) nic.number("ack-bytes"))
          .rtoPs(nic.number("rto"))
          .askPs(nic.number("ask"))
          .lifetimePs(nic.number("lifetime"))
          .mpRange((int) mpRange)
          .firstAgain(nic.is("unanswered", "first"))
          .entropy(entropy)
          .entropies((int) nic.number("entropies"))
          .trimming(!sections.get("queues").get(0).is("trim", "off"))
          .build();
    } catch (IllegalArgumentException e) {
      reader.complain("nic", "such NICs are not possible: " + e.getMessage(), "", "");
      return null;
    }
  }

  /** What a NIC would find out too late: windows and credit that no packet fits into. */
  private boolean isSound(Section nic, long packet, long baseRtt, long initialCredit) {
    if (baseRtt > LONGEST_RTT_PS) {
      reader.complain(
          nic.has("base-rtt") && !nic.is("base-rtt", "auto") ? "nic.base-rtt" : "topology",
          "the base RTT is " + Quantity.TIME.print(baseRtt),
          "at most " + Quantity.TIME.print(LONGEST_RTT_PS),
          "");
      return false;
    }
    String cc = top.text("cc");
    long slowest = Long.MAX_VALUE;
    for (int host = 0; host < topology.hosts(); host++) {
      slowest = Math.min(slowest, topology.hostRateBps(host));
    }
    long largest = Bdp.bytes(slowest, slowest, baseRtt, nic.number("max-window"), 100);
    boolean uet = !top.is("profile", Profile.SOURCE_DOCUMENTS.label());
    boolean atMaxWnd = uet && control(cc).nscc();
    long most = Bdp.bytes(slowest, slowest, baseRtt);
    most = atMaxWnd ? largest : Math.min(most, largest);
    long initial = nic.number("initial-window", most);
    if (initial > most) {
      reader.complain(
          "nic.initial-window",
          "nic.initial-window is " + initial + " B",
          "at most "
              + (atMaxWnd ? "MaxWnd" : "one BDP")
              + " of the slowest host, at "
              + Quantity.RATE.print(slowest)
              + " and a base RTT of "
              + Quantity.TIME.print(baseRtt)
              + " "
              + most
              + " B",
          most + "B");
      return false;
    }
    if (!cc.equals("none") && Math.min(largest, initial) < packet) {
      reader.complain(
          initial < largest && nic.values().get("initial-window") instanceof Long
              ? "nic.initial-window"
              : "nic.base-rtt",
          "a window of "
              + Math.min(largest, initial)
              + " B, at "
              + Quantity.RATE.print(slowest)
              + " and a base RTT of "
              + Quantity.TIME.print(baseRtt)
              + ", holds no packet",
          "at least " + packet + " B; or a longer base RTT, or a smaller mtu",
          "");
      return false;
    }
    boolean credits = cc.equals("rccc") || cc.equals("both");
    if (credits && initialCredit < packet) {
      reader.complain(
          nic.is("initial-credit", "auto") ? "nic.mtu" : "nic.initial-credit",
          "an initial credit of " + initialCredit + " B lets no packet out",
          "an initial-credit of at least " + packet + " B, or a smaller mtu",
          "");
      return false;
    }
    return true;
  }

  private List<Integer> ids(String key) {
    return sections.get("nic").get(0).numbers(key).stream().map(Math::toIntExact).toList();
  }

  private static CongestionControl control(String word) {
    return switch (word) {
      case "none" -> CongestionControl.NONE;
      case "window" -> CongestionControl.FIXED_WINDOW;
      case "rccc" -> CongestionControl.RCCC;
      case "both" -> CongestionControl.NSCC_AND_RCCC;
      default -> CongestionControl.NSCC;
    };
  }

  private QueueRules queues(NicParams nic) {
    Section queues = sections.get("queues").get(0);
    boolean lastHop =
        queues.is("last-hop-ecn", "on")
            || queues.is("last-hop-ecn", "auto") && !nic.congestionControl().rccc();
    boolean ecn = !queues.is("ecn-min", "off");
    long min = queues.number("ecn-min", QueueRules.AUTO);
    long max = queues.number("ecn-max", QueueRules.AUTO);
    if (ecn && min != QueueRules.AUTO && max != QueueRules.AUTO && max < min) {
      reader.complain(
          "queues.ecn-max",
          "queues.ecn-max is " + max + " B, less than ecn-min",
          "at least " + min + " B",
          "");
    }
    if (!queues.is("trim", "off") && nic.congestionControl() == CongestionControl.NONE) {
      reader.complain(
          "queues.trim",
          "data is to be trimmed while cc is none: nothing slows the senders down, each trimmed"
              + " packet is sent again at once, and headers crowd out the data",
          "off; or another cc",
          "");
    }
    for (String key : List.of("ecn-min", "ecn-max")) {
      if (queues.number(key, 0) > 1L << 30) {
        reader.complain("queues." + key, "queues." + key + " is too large", "at most 1GiB", "1GiB");
      }
    }
    return new QueueRules(
        queues.number("buffer", PortRules.UNLIMITED),
        queues.number("shared-buffer", PortRules.UNLIMITED),
        queues.number("last-hop-queue", PortRules.UNLIMITED),
        ecn,
        min,
        max,
        lastHop,
        !queues.is("trim", "off"),
        queues.number("trim", QueueRules.AUTO),
        nic.baseRttPs());
  }
}
