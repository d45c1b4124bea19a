package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The tables of a scenario that say which hosts and switches there are, and how they are linked.
 */
final class TopologyTables {
  private final ScenarioReader reader;
  private final Map<String, List<Section>> sections;
  private final Section shape;

  TopologyTables(ScenarioReader reader, Map<String, List<Section>> sections) {
    this.reader = reader;
    this.sections = sections;
    shape = sections.get("topology").get(0);
  }

  /** The topology; with complaints, null. */
  Topology topology() {
    String kind = shape.text("kind");
    if (!kind.equals("custom")) {
      for (String table : List.of("host", "switch", "link", "route")) {
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
    for (String table : List.of("flow", "load")) {
      for (Section flow : sections.get(table)) {
        most = Math.max(most, 1 + Math.max(asNumber(flow, "from"), asNumber(flow, "to")));
      }
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
      if (kind.equals("file")) {
        reader.complain(
            "topology.hosts",
            "topology.hosts is auto, and " + pattern.path() + " takes its hosts from a file",
            "how many there are",
            "");
      } else if (hosts == 0) {
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
    boolean isWhole = true;
    for (String table : List.of("switch", "host")) {
      for (Section each : sections.get(table)) {
        String name = each.text("name");
        if (nodes.containsKey(name)) {
          reader.complain(each.at("name"), "two nodes are called " + name, "", "");
          continue;
        }
        if (table.equals("host")) {
          hosts.put(name, each.path());
        }
        if (!name.matches("[A-Za-z0-9_.-]{1,64}")) {
          reader.complain(
              each.at("name"), "a node is called \"" + name + "\"", "letters, digits, - _ .", "");
          isWhole = false;
          nodes.put(name, -1); // known, so that nothing is said of links that name it
        } else if (table.equals("host")) {
          nodes.put(name, builder.host(name));
        } else {
          long latency = each.number("latency", shape.number("switch-latency"));
          nodes.put(name, builder.addSwitch(name, SwitchSpec.cutThrough(latency)));
        }
      }
    }
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
    if (!isWhole || !routes(builder, nodes)) {
      return null;
    }
    return connected(builder.build());
  }

  /** Adds the routes; answers whether they are ways through the topology. */
  private boolean routes(Topology.Builder builder, Map<String, Integer> nodes) {
    boolean areWays = true;
    for (Section each : sections.get("route")) {
      List<String> path =
          ((List<?>) each.values().get("path")).stream().map(String.class::cast).toList();
      boolean isKnown = true;
      for (String name : path) {
        if (!nodes.containsKey(name)) {
          isKnown = false;
          complainOfName(each.at("path"), name, nodes.keySet());
        }
      }
      areWays &= isKnown;
      if (isKnown) {
        try {
          builder.route(path.stream().map(nodes::get).toList());
        } catch (IllegalArgumentException e) {
          areWays = false;
          reader.complain(each.at("path"), e.getMessage(), "", "");
        }
      }
    }
    return areWays;
  }

  private Topology connected(Topology whole) {
    int host = LongestPath.firstUnreached(whole);
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

  private void complainOfName(String path, String name, Set<String> known) {
    List<String> names = known.stream().sorted().toList();
    reader.complain(
        path,
        "no node is called " + name.replaceAll("\\p{Cntrl}", "?"),
        ScenarioBuilder.some(names),
        Nearest.of(name, names));
  }
}
