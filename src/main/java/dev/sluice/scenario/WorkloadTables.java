package dev.sluice.scenario;

import dev.sluice.cc.Ecn;
import dev.sluice.fabric.Topology;
import dev.sluice.host.load.Load;
import dev.sluice.host.load.OpenLoop;
import dev.sluice.host.roce.RoceSystem;
import dev.sluice.host.roce.Verb;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The tables of a scenario that say who sends what to whom. */
final class WorkloadTables {
  private final ScenarioReader reader;
  private final Map<String, List<Section>> sections;
  private final Topology topology;
  private final RandomStreams streams;
  private final Map<String, Integer> hostNumbers = new HashMap<>();
  private RoceTables roce;

  /** How many flows are drawn where nothing says so. */
  private static final long USUAL_FLOWS = 1_000;

  /** The bits of a byte, times the picoseconds of a second. */
  private static final BigInteger BITS_PS = BigInteger.valueOf(8_000_000_000_000L);

  /** What all flows of the pattern in hand ask for, and how they are treated. */
  private Verb verb;

  private Optional<Service> service;

  WorkloadTables(
      ScenarioReader reader,
      Map<String, List<Section>> sections,
      Topology topology,
      RandomStreams streams) {
    this.reader = reader;
    this.sections = sections;
    this.topology = topology;
    this.streams = streams;
    for (int host = 0; host < topology.hosts(); host++) {
      hostNumbers.put(topology.hostName(host), host);
    }
  }

  /** All flows, in the order in which they begin. */
  List<PlannedFlow> flows(RoceTables tables) {
    roce = tables;
    List<PlannedFlow> flows = new ArrayList<>();
    int number = 0;
    for (Section pattern : sections.get("workload")) {
      String name = "workload/" + number++;
      String kind = pattern.text("kind");
      verb = roce.verb(pattern);
      if (kind.equals("drawn")) {
        drawn(pattern, name, flows);
        continue;
      }
      if (kind.equals("file")) {
        listed(pattern, flows);
        continue;
      }
      RandomStream chance = streams.stream(name);
      service = roce.service(pattern);
      switch (kind) {
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
              roce.bytes(each),
              each.number("start"),
              (int) each.number("class"),
              (int) each.number("job"),
              roce.verb(each),
              roce.service(each)));
    }
    if (sections.get("workload").isEmpty() && sections.get("flow").isEmpty()) {
      reader.complain("workload", "there is no flow", "a [[workload]] or a [[flow]]", "");
    }
    flows.sort(
        Comparator.comparingLong(PlannedFlow::startPs)); // stable: those of a time keep their order
    return flows;
  }

  /** All open-loop sources, in the order of the file. */
  List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    long[] ratesBps = new long[topology.hosts()];
    Map<Integer, String> tooMuch = new TreeMap<>(); // by host: the rate that its link cannot carry
    if (sections.get("load").size() > OpenLoop.MOST) {
      reader.complain(
          "load",
          "there are " + sections.get("load").size() + " loads",
          "at most " + OpenLoop.MOST,
          "");
      return loads;
    }
    for (Section each : sections.get("load")) {
      int from = host(each, "from");
      int to = host(each, "to");
      if (from < 0 || to < 0) {
        continue;
      }
      if (from == to) {
        reader.complain(each.at("to"), "a load from a host to itself", "another host", "");
        continue;
      }
      if (each.is("on", "always") && each.number("off") > 0) {
        reader.complain(each.at("off"), each.at("off") + " belongs to on", "0us, or on", "");
      }
      if (!each.is("on", "always") && !each.given().contains("off")) {
        reader.complain(each.at("on"), each.at("on") + " belongs to off", "always, or off", "");
      }
      long linkBps = topology.hostRateBps(from);
      boolean wasTooMuch = ratesBps[from] > linkBps;
      ratesBps[from] += each.number("rate");
      if (ratesBps[from] > linkBps && !wasTooMuch) {
        tooMuch.put(from, each.at("rate"));
      }
      loads.add(
          new Load(
              from,
              to,
              each.is("protocol", "tcp"),
              each.number("rate"),
              (int) each.number("size"),
              (int) each.number("dscp"),
              each.is("ecn", "ect0") ? Ecn.ECT_0 : each.is("ecn", "ect1") ? Ecn.ECT_1 : Ecn.NOT_ECT,
              each.number("start"),
              each.number("for"),
              each.number("on", Load.ALWAYS),
              each.number("off")));
    }
    tooMuch.forEach(
        (host, path) ->
            reader.complain(
                path,
                "%s is to send %s in all over a link of %s"
                    .formatted(
                        topology.hostName(host),
                        Quantity.RATE.print(ratesBps[host]),
                        Quantity.RATE.print(topology.hostRateBps(host))),
                "no more than the link carries",
                ""));
    return loads;
  }

  private void incast(Section pattern, List<PlannedFlow> flows) {
    int senders = (int) pattern.number("senders");
    int target =
        pattern.is("target", "auto")
            ? Math.min(senders, topology.hosts() - 1)
            : host(pattern, "target");
    List<Integer> others = others(pattern, "senders", senders, target);
    long messages = pattern.number("messages");
    if (messages * others.size() > FlowFile.MOST) {
      long most = FlowFile.MOST / others.size();
      reader.complain(
          pattern.at("messages"),
          messages + " messages of each of " + others.size() + " senders are too many",
          "at most " + most,
          Long.toString(most));
      messages = 1;
    }
    for (int i = 0; i < others.size(); i++) {
      for (long left = messages; left > 0; left--) {
        flows.add(plain(others.get(i), target, pattern, i));
      }
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
      flows.add(flow(from, other < from ? other : other + 1, pattern, start));
    }
  }

  // ---------------------------------------------------------------- flows of many sizes

  /**
   * Flows of drawn sizes between drawn hosts at drawn times. Sizes, hosts and times have a stream
   * each, so that another load has the same flows come earlier or later, and other hosts the same
   * sizes at other times.
   */
  private void drawn(Section pattern, String name, List<PlannedFlow> flows) {
    SizeDistribution sizes = sizes(pattern);
    int hosts = hosts(pattern);
    if (sizes == null) {
      return;
    }
    service = roce.service(pattern, moved(sizes.largest()), "sizes");
    long slowestBps =
        IntStream.range(0, hosts).mapToLong(topology::hostRateBps).min().orElseThrow();
    // mean bytes × 8 bit × 10^12 ps/s over hosts × rate × load: the mean is over 2 ALL, the load
    // in units of which 100 % has Quantity.ALL
    BigInteger above = sizes.mean().multiply(BITS_PS).multiply(BigInteger.valueOf(Quantity.ALL));
    BigInteger below =
        BigInteger.valueOf(2 * SizeDistribution.ALL)
            .multiply(BigInteger.valueOf(slowestBps))
            .multiply(BigInteger.valueOf(hosts * pattern.number("load")));
    Arrivals arrivals = new Arrivals(streams.stream(name + "/arrivals"), above, below);
    RandomStream size = streams.stream(name + "/sizes");
    RandomStream pair = streams.stream(name + "/pairs");
    long forPs = pattern.number("for", Long.MAX_VALUE);
    long most = pattern.number("flows", pattern.is("for", "ever") ? USUAL_FLOWS : FlowFile.MOST);
    long left = most;
    long afterPs = arrivals.next();
    for (; left > 0 && afterPs < Math.min(forPs, FlowFile.LATEST_PS); left--) {
      int from = (int) pair.below(hosts);
      int other = (int) pair.below(hosts - 1L);
      int to = other < from ? other : other + 1;
      long startPs = pattern.number("start") + afterPs;
      flows.add(one(pattern, from, to, sizes.draw(size), startPs, flows.size()));
      afterPs = arrivals.next();
    }
    if (left == most) {
      reader.complain(
          pattern.at("for"),
          "no flow begins in " + Quantity.TIME.print(forPs),
          "a longer time, a greater load, or smaller sizes",
          "");
    } else if (left == 0
        && pattern.is("flows", "auto")
        && afterPs < forPs
        && !pattern.is("for", "ever")) {
      reader.complain(
          pattern.at("for"),
          "more than " + FlowFile.MOST + " flows begin in " + Quantity.TIME.print(forPs),
          "a shorter time, or a smaller load",
          "");
    }
  }

  /** The distribution that a pattern names; null with a complaint. */
  private SizeDistribution sizes(Section pattern) {
    String name = pattern.text("sizes");
    NamedFile file =
        SizeDistribution.ready(name)
            .map(text -> new NamedFile(name, text, ""))
            .orElseGet(() -> named(pattern, "sizes", SizeDistribution.NAMES));
    try {
      return file == null ? null : SizeDistribution.of(file.text());
    } catch (BadLine bad) {
      reader.complain(file, bad);
      return null;
    }
  }

  /** A file that stands at a key, where a word of these may stand, too; null with a complaint. */
  private NamedFile named(Section pattern, String key, List<String> words) {
    String name = pattern.text(key);
    if (name.isBlank() || !words.isEmpty() && !name.matches(".*[./\\\\].*")) {
      reader.complain(
          pattern.at(key),
          pattern.at(key) + " is \"" + BadLine.shown(name) + "\"",
          words.isEmpty()
              ? "a file's name"
              : String.join(", ", words) + ", or a file's name, with a dot in it",
          Nearest.of(name, words));
      return null;
    }
    return reader.named(pattern.at(key), name);
  }

  /** The flows of a file. */
  private void listed(Section pattern, List<PlannedFlow> flows) {
    NamedFile file = named(pattern, "path", List.of());
    if (file == null) {
      return;
    }
    List<FlowFile.Entry> entries;
    try {
      entries = FlowFile.read(file.text(), topology.hosts());
    } catch (BadLine bad) {
      reader.complain(file, bad);
      return;
    }
    long largest = entries.stream().mapToLong(FlowFile.Entry::bytes).max().orElseThrow();
    service = roce.service(pattern, moved(largest), "path");
    boolean isRead = verb == Verb.READ; // data go from the host that is asked
    for (FlowFile.Entry each : entries) {
      int from = isRead ? each.to() : each.from();
      int to = isRead ? each.from() : each.to();
      flows.add(one(pattern, from, to, each.bytes(), each.startPs(), flows.size()));
    }
  }

  /** What a flow moves for which so much was drawn, or stands in a file: an ATOMIC its word. */
  private long moved(long bytes) {
    return verb == Verb.ATOMIC ? RoceSystem.ATOMIC_BYTES : bytes;
  }

  /** A flow of one size among many; one with a connection of its own has a job of its own. */
  private PlannedFlow one(Section pattern, int from, int to, long bytes, long startPs, int number) {
    int job = pattern.is("connections", "own") ? number + 1 : 0;
    return new PlannedFlow(from, to, moved(bytes), startPs, 0, job, verb, service);
  }

  // ---------------------------------------------------------------- flows alike

  private PlannedFlow plain(int from, int to, Section pattern, int number) {
    long later = Math.multiplyExact(pattern.number("stagger"), number);
    return flow(from, to, pattern, Math.addExact(pattern.number("start"), later));
  }

  private PlannedFlow flow(int from, int to, Section pattern, long startPs) {
    return new PlannedFlow(from, to, roce.bytes(pattern), startPs, 0, 0, verb, service);
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
}
