package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.by;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.keepsWithin;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.refused;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.host.load.LoadCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of topology and queues. A packet of 4,218 B goes one way and an acknowledgment of 98 B
 * the other, 4,316 B in all, and a byte takes 80 ps at 100G: so what a key adds to the completion
 * time of a flow of one packet is known beforehand.
 */
final class TopologyKeyRows {
  private static final long BOTH_FRAMES = 4_218 + 98;

  /** Instead of 25 or 5 m: 100 m more, 500 ns. */
  private static final long FIBRE_PS = 500_000;

  private TopologyKeyRows() {}

  private static String one(String topology, int to) {
    return """
        [topology]
        kind = "%s"
        [[flow]]
        from = 0
        to = %d
        size = "4096B"
        """
        .formatted(topology, to);
  }

  private static final String STAR = one("star", 1);
  private static final String LEAVES = one("two-leaves", 2);
  private static final String SPINES = one("leaf-spine", 15);
  private static final String TREE = one("fat-tree", 15).replace("[[flow]]", "radix = 4\n[[flow]]");

  private static final String MANY_SPINES = SPINES.replace("4096B", "400KB");

  private static final String CUSTOM =
      """
      [topology]
      kind = "custom"
      [[switch]]
      name = "s"
      [[host]]
      name = "a"
      [[host]]
      name = "b"
      [[link]]
      from = "a"
      to = "s"
      [[link]]
      from = "b"
      to = "s"
      [[flow]]
      from = "a"
      to = "b"
      size = "4096B"
      """;

  /** Two hosts on a ring of three switches. */
  private static final String RING =
      """
      [topology]
      kind = "custom"
      [[switch]]
      name = "s0"
      [[switch]]
      name = "s1"
      [[switch]]
      name = "s2"
      [[host]]
      name = "a"
      [[host]]
      name = "b"
      [[link]]
      from = "a"
      to = "s0"
      [[link]]
      from = "b"
      to = "s2"
      [[link]]
      from = "s0"
      to = "s1"
      [[link]]
      from = "s1"
      to = "s2"
      [[link]]
      from = "s2"
      to = "s0"
      [[route]]
      path = ["a", "s0", "s2", "b"]
      [[flow]]
      from = "a"
      to = "b"
      size = "4096B"
      """;

  /** Queues by %s, whose numbers data, and acknowledgments with trimmed packets, have. */
  private static String own(String key, String data, String control) {
    return """
        [nic]
        rto = "100us"
        [queues]
        [[queue]]
        name = "data"
        %1$s = %2$s
        [[queue]]
        name = "rest"
        %1$s = "others"
        quantum = "2KB"
        [[queue]]
        name = "control"
        %1$s = %3$s
        [[workload]]
        kind = "incast"
        size = "200KB"
        [[load]]
        from = 9
        to = 8
        rate = "5G"
        for = "100us"
        """
        .formatted(key, data, control);
  }

  private static final String OWN = own("dscp", "0", "[46, 18, 20]");
  private static final String BY_TAG =
      own("pcp", "0", "[5, 2]").replace("[queues]", "[queues]\nselect-by = \"pcp\"");

  /** Three frames meet at one port: one goes at once, the second finds nothing before it. */
  private static final String MEETING =
      """
      [topology]
      hosts = 5
      [[queue]]
      name = "control"
      dscp = 46
      [[queue]]
      name = "rest"
      dscp = "others"
      [[flow]]
      from = 4
      to = 3
      size = "4096B"
      start = "50us"
      """
          + meeting(0)
          + meeting(1)
          + meeting(2);

  private static String meeting(int from) {
    return """
        [[load]]
        from = %d
        to = 3
        rate = "1G"
        start = "%dps"
        for = "1us"
        ecn = "ect0"
        """
        .formatted(from, from);
  }

  private static final String INCAST =
      """
      [nic]
      rto = "100us"
      [queues]
      [[workload]]
      kind = "incast"
      size = "200KB"
      """;

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    topology(rows);
    nodes(rows);
    queues(rows);
    ownQueues(rows);
    return rows;
  }

  private static KeyRow slower(String id, String value, String base, String promise, long morePs) {
    return of(id, value, base, promise, Seen::fctPs, by(morePs));
  }

  private static KeyRow hosts(String id, String value, String base, long before, long after) {
    return of(
        id,
        value,
        base,
        "hosts " + before + " to " + after,
        seen -> seen.scenario.topology().hosts(),
        goes(before, after));
  }

  private static void topology(List<KeyRow> rows) {
    rows.add(
        of("topology.kind=two-leaves", "two-leaves", STAR, "2 for 1", Seen::switches, goes(1, 2)));
    rows.add(
        of("topology.kind=leaf-spine", "leaf-spine", STAR, "8 for 1", Seen::switches, goes(1, 8)));
    rows.add(
        of("topology.kind=fat-tree", "fat-tree", STAR, "80 for 1", Seen::switches, goes(1, 80)));
    rows.add(refused("topology.kind=custom", "custom", STAR, "hosts: 0; allowed: 2 or more"));

    rows.add(slower("topology/star.fec", "250ns", STAR, "two links", 2 * 2 * 100_000));
    rows.add(slower("topology/star.switch-latency", "900ns", STAR, "a switch", 2 * 500_000));
    rows.add(slower("topology/star.length", "125m", STAR, "two links", 2 * 2 * FIBRE_PS));
    rows.add(slower("topology/star.rate", "50G", STAR, "80 ps a byte", 80 * BOTH_FRAMES));
    rows.add(hosts("topology/star.hosts", "7", STAR, 2, 7));

    rows.add(
        refused(
            "topology/two-leaves.fec", "250ns", LEAVES, "150ns; a custom topology may have any"));
    rows.add(
        slower(
            "topology/two-leaves.switch-latency",
            "900ns",
            LEAVES,
            "two switches",
            2 * 2 * 500_000));
    rows.add(slower("topology/two-leaves.length", "105m", LEAVES, "two links", 2 * 2 * FIBRE_PS));
    rows.add(slower("topology/two-leaves.core-length", "140m", LEAVES, "a link", 2 * FIBRE_PS));

    rows.add(slower("topology/leaf-spine.fec", "250ns", SPINES, "four links", 2 * 4 * 100_000));
    rows.add(
        slower(
            "topology/leaf-spine.switch-latency", "900ns", SPINES, "3 switches", 2 * 3 * 500_000));
    rows.add(hosts("topology/leaf-spine.leaves", "6", SPINES, 16, 24));
    rows.add(hosts("topology/leaf-spine.hosts-per-leaf", "8", SPINES, 16, 32));
    rows.add(
        of(
            "topology/leaf-spine.spines",
            "2",
            MANY_SPINES,
            "data goes over as many",
            seen -> seen.linksUsed("leaf-0>spine-"),
            goes(4, 2)));
    rows.add(
        slower(
            "topology/leaf-spine.rate",
            "50G",
            SPINES,
            "the first switch waits for a frame that the last spreads out",
            2 * 80 * BOTH_FRAMES));
    rows.add(slower("topology/leaf-spine.length", "105m", SPINES, "two links", 2 * 2 * FIBRE_PS));
    rows.add(
        slower(
            "topology/leaf-spine.core-rate",
            "400G",
            SPINES,
            "the first switch waits for a frame",
            60 * BOTH_FRAMES));
    rows.add(slower("topology/leaf-spine.core-length", "120m", SPINES, "two", 2 * 2 * FIBRE_PS));

    rows.add(slower("topology/fat-tree.fec", "250ns", TREE, "six links", 2 * 6 * 100_000));
    rows.add(
        slower("topology/fat-tree.switch-latency", "900ns", TREE, "5 switches", 2 * 5 * 500_000));
    rows.add(hosts("topology/fat-tree.radix", "8", TREE, 16, 128));
    rows.add(slower("topology/fat-tree.rate", "50G", TREE, "both ends", 2 * 80 * BOTH_FRAMES));
    rows.add(slower("topology/fat-tree.length", "105m", TREE, "two links", 2 * 2 * FIBRE_PS));
    rows.add(
        slower(
            "topology/fat-tree.edge-rate", "400G", TREE, "both pods wait", 2 * 60 * BOTH_FRAMES));
    rows.add(slower("topology/fat-tree.edge-length", "110m", TREE, "two links", 2 * 2 * FIBRE_PS));
    rows.add(slower("topology/fat-tree.core-rate", "400G", TREE, "one waits", 60 * BOTH_FRAMES));
    rows.add(slower("topology/fat-tree.core-length", "110m", TREE, "two links", 2 * 2 * FIBRE_PS));

    rows.add(slower("topology/custom.fec", "250ns", CUSTOM, "two links", 2 * 2 * 100_000));
    rows.add(slower("topology/custom.switch-latency", "900ns", CUSTOM, "a switch", 2 * 500_000));
  }

  private static void nodes(List<KeyRow> rows) {
    rows.add(refused("host.name", "b", CUSTOM, "two nodes are called b"));
    rows.add(refused("switch.name", "t", CUSTOM, "no node is called s"));
    rows.add(slower("switch.latency", "900ns", CUSTOM, "a switch", 2 * 500_000));
    rows.add(refused("link.from", "b", CUSTOM, "host a has 0 links"));
    rows.add(refused("link.to", "b", CUSTOM, "host b has 2 links"));
    rows.add(slower("link.rate", "50G", CUSTOM, "80 ps a byte", 80 * BOTH_FRAMES));
    rows.add(slower("link.length", "105m", CUSTOM, "a link", 2 * FIBRE_PS));
    rows.add(slower("link.fec", "250ns", CUSTOM, "a link", 2 * 100_000));
    // 5 m, error correction and a switch more, on the way of the data alone
    rows.add(
        slower(
            "route.path",
            "[s0, s1, s2, b]",
            RING,
            "a link and a switch",
            25_000 + 150_000 + 400_000));
  }

  private static long marked(Seen seen) {
    return seen.figures.frames().marked();
  }

  private static long trimmed(Seen seen) {
    return seen.figures.frames().trimmed();
  }

  private static long peak(Seen seen) {
    return seen.figures.peakQueueBytes();
  }

  private static QueueResult queue(Seen seen, int number) {
    return seen.figures.queues().get(number);
  }

  private static LoadCounts load(Seen seen, int number) {
    return seen.figures.loads().get(number).counts();
  }

  private static String with(String base, String lines) {
    return base.replaceFirst("(name = \"data\")", "$1\n" + lines);
  }

  private static void ownQueues(List<KeyRow> rows) {
    rows.add(refused("queues.select-by=pcp", "pcp", OWN, "queue[0].dscp chooses nothing"));
    rows.add(
        of(
            "queues.count-ingress=true",
            "true",
            INCAST,
            "the most of it",
            s -> s.figures.ingressPeak().bytes(),
            (before, after) -> before == -1 && after >= 4_218));
    rows.add(of("queue.name", "bulky", OWN, "so", s -> queue(s, 0).name().length(), goes(4, 5)));
    rows.add(
        of("queue.dscp", "[0, 8]", OWN, "the load, too", s -> queue(s, 1).peakBytes(), vanishes()));
    rows.add(refused("queue.dscp=others", "others", OWN, "two queues take all others"));
    rows.add(
        of("queue.pcp", "[0, 1]", BY_TAG, "it, too", s -> queue(s, 1).peakBytes(), vanishes()));
    rows.add(refused("queue.pcp=others", "others", BY_TAG, "two queues take all others"));
    for (String key : List.of("rank", "quantum")) {
      rows.add(
          of(
              "queue." + key,
              key.equals("rank") ? "1" : "2KB",
              OWN,
              "the load does not wait for all data",
              s -> load(s, 0).longestPs(),
              (before, after) -> 4 * after < before));
    }
    rows.add(
        of(
            "queue.limit",
            "30KB",
            OWN,
            "it holds no more",
            s -> queue(s, 0).peakBytes(),
            keepsWithin(30_000)));
    rows.add(of("queue.ecn-min", "1B", OWN, "marks", s -> queue(s, 0).marked(), appears()));
    rows.add(of("queue.ecn-min=auto", "auto", OWN, "marks", s -> queue(s, 0).marked(), appears()));
    rows.add(
        of(
            "queue.ecn-max",
            "1B",
            with(OWN, "ecn-min = \"1B\"\necn-max = \"1GB\""),
            "all that waits is marked",
            s -> queue(s, 0).marked(),
            (before, after) -> after > 200 && after > 20 * before));
    rows.add(
        of(
            "queue.ecn-chance",
            "1%",
            with(OWN, "ecn-min = \"1B\"\necn-max = \"500KB\""),
            "a hundredth of the marks, of longer queues",
            s -> queue(s, 0).marked(),
            (before, after) -> 10 * after < before));
    rows.add(
        of(
            "queue.ecn-at=dequeue",
            "dequeue",
            MEETING.replace(
                "name = \"control\"\ndscp = 46",
                "name = \"a\"\ndscp = [0, 8]\necn-min = \"1B\"\necn-max = \"1B\""),
            "the second frame leaves one behind",
            s -> 10 * load(s, 1).markedFrames() + load(s, 2).markedFrames(),
            goes(1, 10)));
    String credit = "cc = \"rccc\"\n" + with(OWN, "ecn-min = \"1B\"");
    rows.add(
        of("queue.last-hop-ecn=on", "on", credit, "RCCC's", s -> queue(s, 0).marked(), appears()));
    rows.add(
        of(
            "queue.last-hop-ecn=off",
            "off",
            with(OWN, "ecn-min = \"1B\""),
            "no marks",
            s -> queue(s, 0).marked(),
            vanishes()));
    rows.add(
        of(
            "queue.not-ect-limit",
            "20KB",
            OWN.replace("dscp = 0", "dscp = [0, 8]"),
            "the load is dropped, and no data",
            s ->
                1_000 * queue(s, 0).dropped()
                    - 999 * (load(s, 0).sentFrames() - load(s, 0).deliveredFrames()),
            (before, after) -> before == 0 && after > 0 && after < 82));
    rows.add(
        of(
            "queue.not-ect-limit=auto",
            "auto",
            OWN.replace("dscp = 0", "dscp = [0, 8]"),
            "the load is dropped from 2 BDP on",
            s -> queue(s, 0).dropped(),
            appears()));
    rows.add(of("queue.trim", "20KB", OWN, "headers instead", s -> trimmed(s), appears()));
    rows.add(of("queue.trim=auto", "auto", OWN, "at 1.5 BDP", s -> trimmed(s), appears()));
  }

  private static void queues(List<KeyRow> rows) {
    String credit = "cc = \"rccc\"\n" + INCAST;
    String late = INCAST.replace("[queues]", "[queues]\necn-min = \"1B\"\necn-max = \"1GB\"");
    for (String limit : List.of("buffer", "shared-buffer", "last-hop-queue")) {
      rows.add(
          of(
              "queues." + limit,
              "30KB",
              INCAST,
              "it holds no more",
              s -> peak(s),
              keepsWithin(30_000)));
    }
    rows.add(
        of("queues.ecn-min", "1GB", INCAST, "no queue is so long", s -> marked(s), vanishes()));
    rows.add(of("queues.ecn-min=off", "off", INCAST, "no marks", s -> marked(s), vanishes()));
    rows.add(
        of(
            "queues.ecn-max",
            "1B",
            late,
            "all that waits is marked, and not as few as one in a thousand",
            s -> marked(s),
            (before, after) -> after > 300 && after > 20 * before));
    rows.add(of("queues.last-hop-ecn=on", "on", credit, "RCCC's, too", s -> marked(s), appears()));
    rows.add(of("queues.last-hop-ecn=off", "off", INCAST, "no marks", s -> marked(s), vanishes()));
    rows.add(of("queues.trim", "20KB", INCAST, "headers instead", s -> trimmed(s), appears()));
    rows.add(of("queues.trim=auto", "auto", INCAST, "at 1.5 BDP", s -> trimmed(s), appears()));
    rows.add(
        of(
            "topology/star.rate",
            "[400G, 100G]",
            STAR,
            "a list is gone through in turn",
            seen ->
                seen.scenario.topology().hostRateBps(0) - seen.scenario.topology().hostRateBps(1),
            is(300_000_000_000L)));
  }
}
