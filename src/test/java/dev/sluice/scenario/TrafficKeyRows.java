package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.by;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.keepsWithin;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.refused;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.fabric.DropReason;
import dev.sluice.host.load.LoadCounts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of the whole run, of who sends what to whom, of what goes wrong, and of sweeps. */
final class TrafficKeyRows {
  private static final String FLOW =
      """
      cc = "nscc"
      [topology]
      kind = "star"
      hosts = 4
      [nic]
      initial-window = "8408B"
      [[flow]]
      from = 0
      to = 1
      size = "409600B"
      """;

  private static final String PATTERN =
      """
      [topology]
      kind = "star"
      hosts = 9
      [[workload]]
      kind = "%s"
      size = "8192B"
      """;

  /** A fault on a link that nobody uses, and what it does happens hardly ever. */
  private static final String FAULT =
      """
      [topology]
      kind = "star"
      hosts = 3
      [nic]
      rto = "50us"
      [[flow]]
      from = 0
      to = 1
      size = "409600B"
      [[fault]]
      link = "host-0>switch-0"
      loss = "1/4294967296"
      """;

  private static final String LOST = FAULT.replace("1/4294967296", "100%") + "for = \"10us\"\n";

  private TrafficKeyRows() {}

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    top(rows);
    workload(rows);
    flow(rows);
    load(rows);
    fault(rows);
    sweep(rows);
    return rows;
  }

  /** 1 with a window of NSCC, and 2 with credit. */
  private static long control(Seen seen) {
    return (seen.has("NsccWindow") ? 1 : 0) + (seen.has("CreditConservation") ? 2 : 0);
  }

  private static long burst(Seen seen) {
    return seen.closeup.burstPackets();
  }

  private static void top(List<KeyRow> rows) {
    rows.add(of("title", "four", FLOW, "its length", s -> s.scenario.title().length(), goes(0, 4)));
    rows.add(
        of(
            "profile=source-documents",
            "source-documents",
            FLOW,
            "a packet counts for its payload",
            s -> s.arguments("CccLifecycle", "Send", "size").max().orElse(0),
            goes(4_204, 4_096)));
    rows.add(
        of(
            "cc=none",
            "none",
            FLOW,
            "it goes on until the first answer",
            s -> burst(s),
            goes(2, 10)));
    rows.add(
        of(
            "cc=window",
            "window",
            FLOW,
            "a window that does not move",
            s -> s.count("CccLifecycle", "Signal"),
            vanishes()));
    rows.add(of("cc=rccc", "rccc", FLOW, "credit alone", s -> control(s), goes(1, 2)));
    rows.add(of("cc=both", "both", FLOW, "credit too", s -> control(s), goes(1, 3)));
    rows.add(
        of(
            "seed",
            "2",
            PATTERN.formatted("permutation"),
            "another permutation",
            s ->
                s.scenario.flows().stream()
                    .mapToLong(PlannedFlow::to)
                    .reduce(0, (a, b) -> 9 * a + b),
            (before, after) -> before != after));
    rows.add(
        of(
            "until",
            "20us",
            FLOW,
            "it ends then, and the flow is not completed",
            s -> s.figures.endPs() + s.figures.completed(),
            is(20_000_000)));
  }

  private static long begun(Seen seen) {
    return seen.count("CccLifecycle", "Post");
  }

  private static long firstPost(Seen seen) {
    return seen.firstPs("CccLifecycle", "Post");
  }

  private static long lastPost(Seen seen) {
    return seen.lastPs("CccLifecycle", "Post");
  }

  private static long packets(Seen seen) {
    return seen.figures.dataPackets();
  }

  private static long targets(Seen seen) {
    return seen.scenario.flows().stream().map(PlannedFlow::to).distinct().count();
  }

  private static void workload(List<KeyRow> rows) {
    String incast = PATTERN.formatted("incast");
    String outcast = PATTERN.formatted("outcast");
    String permutation = PATTERN.formatted("permutation");
    String many = PATTERN.formatted("many-to-many");
    rows.add(
        of(
            "workload.kind=incast",
            "incast",
            permutation,
            "one target",
            s -> targets(s),
            goes(9, 1)));
    rows.add(
        of(
            "workload.kind=outcast",
            "outcast",
            permutation,
            "one source",
            s -> s.askers(),
            goes(9, 1)));
    rows.add(
        of(
            "workload.kind=permutation",
            "permutation",
            incast,
            "each",
            s -> targets(s),
            goes(1, 9)));
    rows.add(
        of("workload.kind=many-to-many", "many-to-many", incast, "64", s -> begun(s), goes(8, 64)));

    rows.add(of("workload/incast.senders", "5", incast, "so many", s -> s.askers(), goes(8, 5)));
    rows.add(
        of(
            "workload/incast.target",
            "3",
            incast,
            "that one",
            s -> s.scenario.flows().get(0).to(),
            goes(8, 3)));
    rows.add(of("workload/incast.messages", "3", incast, "thrice", s -> begun(s), goes(8, 24)));
    rows.add(
        of("workload/outcast.receivers", "5", outcast, "so many", s -> targets(s), goes(8, 5)));
    rows.add(
        of(
            "workload/outcast.source",
            "host-3",
            outcast,
            "that one",
            s -> s.scenario.flows().get(0).from(),
            goes(0, 3)));
    rows.add(
        of("workload/permutation.hosts", "6", permutation, "so many", s -> begun(s), goes(9, 6)));
    rows.add(of("workload/many-to-many.hosts", "2", many, "so many", s -> targets(s), goes(9, 2)));
    rows.add(of("workload/many-to-many.flows", "7", many, "so many", s -> begun(s), goes(64, 7)));
    rows.add(
        of(
            "workload/many-to-many.over",
            "10us",
            many,
            "all begin within",
            s -> lastPost(s),
            keepsWithin(10_000_000)));
    for (Map.Entry<String, String> each :
        Map.of("incast", incast, "outcast", outcast, "permutation", permutation).entrySet()) {
      String id = "workload/" + each.getKey();
      long last = each.getKey().equals("permutation") ? 8 : 7;
      rows.add(
          of(
              id + ".stagger",
              "3us",
              each.getValue(),
              "the last begins so many times later",
              s -> lastPost(s),
              goes(0, last * 3_000_000)));
      rows.add(
          of(id + ".start", "7us", each.getValue(), "then", s -> firstPost(s), goes(0, 7_000_000)));
      rows.add(
          of(
              id + ".size",
              "16384B",
              each.getValue(),
              "twice the packets",
              s -> packets(s),
              goes(2 * (last + 1), 4 * (last + 1))));
    }
    drawn(rows);
    rows.add(
        of("workload/many-to-many.start", "7us", many, "later", s -> firstPost(s), by(7_000_000)));
    rows.add(
        of(
            "workload/many-to-many.size",
            "16384B",
            many,
            "double",
            s -> packets(s),
            goes(128, 256)));
  }

  /**
   * Flows of 8,192 B that nine hosts of 100 Gb/s have at half a load: one in 65,536 bit / 450 Gb/s,
   * 146 ns, in the mean.
   */
  private static void drawn(List<KeyRow> rows) {
    String plain =
        "until = \"20us\"\n" + PATTERN.formatted("incast").replace("size = \"8192B\"\n", "");
    String drawn =
        PATTERN
            .formatted("drawn")
            .replace("size = \"8192B\"", "sizes = \"packets.cdf\"\nflows = 8");
    String file = PATTERN.formatted("file").replace("size = \"8192B\"", "path = \"two.csv\"");
    rows.add(
        of(
            "workload.kind=drawn",
            "drawn",
            plain,
            "as many as are usual",
            s -> s.scenario.flows().size(),
            goes(8, 1_000)));
    rows.add(
        refused(
            "workload.kind=file", "file", plain, "workload[0].path is missing; allowed: a text"));
    String id = "workload/drawn.";
    rows.add(of(id + "sizes", "word.cdf", drawn, "a packet", s -> packets(s), goes(16, 8)));
    rows.add(
        of(
            id + "load",
            "5%",
            drawn,
            "all begin ten times later, but for what was rounded",
            s -> lastPost(s),
            (before, after) -> after >= 10 * before && after < 10 * before + 10));
    rows.add(of(id + "flows", "7", drawn, "so many", s -> begun(s), goes(8, 7)));
    rows.add(
        of(id + "for", "400ns", drawn, "all begin within", s -> lastPost(s), keepsWithin(400_000)));
    rows.add(
        of(
            id + "hosts",
            "2",
            drawn,
            "so many",
            s -> targets(s),
            (before, after) -> before > 2 && after == 2));
    rows.add(
        of(
            id + "connections=shared",
            "shared",
            drawn.replace("flows = 8", "flows = 8\nhosts = 2"),
            "two PDCs in place of eight",
            s -> s.count("PdcHandshake", "Open"),
            goes(8, 2)));
    rows.add(of(id + "start", "7us", drawn, "later", s -> firstPost(s), by(7_000_000)));
    rows.add(
        of(
            "workload/file.path",
            "three.csv",
            file,
            "its flows",
            s -> s.scenario.flows().size(),
            goes(2, 3)));
    rows.add(
        of(
            "workload/file.connections=shared",
            "shared",
            file,
            "one PDC in place of two",
            s -> s.count("PdcHandshake", "Open"),
            goes(2, 1)));
  }

  private static long transmitted(Seen seen, String host) {
    return seen.events("PdcHandshake", "Transmit").filter(e -> e.at().equals(host)).count();
  }

  private static void flow(List<KeyRow> rows) {
    String two = FLOW + "[[flow]]\nfrom = 0\nto = 1\n";
    rows.add(of("flow.from", "2", FLOW, "data", s -> transmitted(s, "host-2"), goes(0, 100)));
    rows.add(
        of("flow.to", "host-3", FLOW, "there", s -> s.linksUsed("switch-0>host-3"), goes(0, 1)));
    rows.add(
        of(
            "flow.operation=read",
            "read",
            FLOW,
            "data come from the other host",
            s -> transmitted(s, "host-1"),
            goes(0, 100)));
    rows.add(of("flow.size", "8192B", FLOW, "two packets", s -> packets(s), goes(100, 2)));
    rows.add(of("flow.start", "7us", FLOW, "then", s -> firstPost(s), goes(0, 7_000_000)));
    rows.add(
        of(
            "flow.class",
            "3",
            two,
            "a context each, at either end",
            s -> s.count("CccLifecycle", "Create"),
            goes(2, 4)));
    rows.add(
        of(
            "flow.job",
            "5",
            two,
            "a PDC each, in one context",
            s -> 10 * s.count("PdcHandshake", "Open") + s.count("CccLifecycle", "Create"),
            goes(12, 22)));
  }

  private static LoadCounts load(Seen seen) {
    return seen.figures.loads().get(0).counts();
  }

  /** TCP segments in a capture of the run: Ethernet's type, version and size, protocol. */
  private static long segments(Seen seen) {
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    try {
      Run.of(seen.scenario, new Run.Recording(false, null, capture, 64, null, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] octets = capture.toByteArray();
    long segments = 0;
    for (int i = 0; i + 11 < octets.length; i++) {
      boolean isIp = octets[i] == 8 && octets[i + 1] == 0 && octets[i + 2] == 0x45;
      segments += isIp && octets[i + 11] == 6 ? 1 : 0;
    }
    return segments;
  }

  /** A frame of 1,538 B at 10 Gb/s takes 1,230,400 ps: in 20 us frames 0 to 16 begin. */
  private static void load(List<KeyRow> rows) {
    String load = FLOW + "[[load]]\nfrom = 2\nto = 1\nfor = \"20us\"\n";
    String pausing = load + "on = \"1s\"\noff = \"5us\"\n";
    rows.add(of("load.from", "3", load, "there", s -> s.linksUsed("host-3>"), goes(0, 1)));
    rows.add(of("load.to", "3", load, "there", s -> s.linksUsed("switch-0>host-3"), goes(0, 1)));
    rows.add(
        of(
            "load.protocol=tcp",
            "tcp",
            load,
            "17 segments at either end",
            s -> segments(s),
            goes(0, 34)));
    rows.add(of("load.rate", "20G", load, "twice", s -> load(s).deliveredFrames(), goes(17, 33)));
    rows.add(of("load.size", "769B", load, "twice", s -> load(s).sentFrames(), goes(17, 33)));
    rows.add(of("load.for", "40us", load, "twice", s -> load(s).sentFrames(), goes(17, 33)));
    // of 20 us 10 are left, frames 0 to 8; then 5, frames 0 to 4
    rows.add(of("load.on", "5us", pausing, "half", s -> load(s).sentFrames(), goes(17, 9)));
    rows.add(
        of(
            "load.off",
            "15us",
            load + "on = \"5us\"\noff = \"0us\"\n",
            "a quarter",
            s -> load(s).sentFrames(),
            goes(17, 5)));
    rows.add(
        of(
            "load.start",
            "7us",
            load.replace("20us", "2ms"),
            "the end of all",
            s -> s.figures.endPs(),
            by(7_000_000)));
    String waiting =
        load.replace("for =", "rate = \"90G\"\nfor =")
            + """
            [[queue]]
            name = "marking"
            dscp = [%s]
            ecn-min = "1B"
            ecn-max = "1B"
            [[queue]]
            name = "rest"
            dscp = "others"
            """;
    rows.add(
        of(
            "load.dscp",
            "16",
            waiting.formatted("16"),
            "where it waits for a packet of data",
            s -> s.figures.queues().get(0).peakBytes(),
            appears()));
    for (String capable : List.of("ect0", "ect1")) {
      rows.add(
          of(
              "load.ecn=" + capable,
              capable,
              waiting.formatted("0, 8"),
              "it may be marked",
              s -> load(s).markedFrames(),
              appears()));
    }
  }

  private static long dropped(Seen seen, DropReason why) {
    return seen.figures.drops().getOrDefault(why, 0L);
  }

  private static long dropped(Seen seen) {
    return seen.figures.frames().dropped();
  }

  private static void fault(List<KeyRow> rows) {
    String elsewhere = LOST.replace("host-0>", "host-2>");
    String late = FAULT.replace("loss = \"1/4294967296\"", "reordering = \"20%\"");
    String down = FAULT + "down = true\nfor = \"300us\"\n";
    String rerouted =
        """
        [topology]
        kind = "leaf-spine"
        leaves = 2
        spines = 2
        [nic]
        rto = "50us"
        [[flow]]
        from = 0
        to = 4
        size = "409600B"
        [[fault]]
        link = "spine-0~leaf-1"
        down = true
        """;
    rows.add(
        of("fault.link", "host-0>switch-0", elsewhere, "of the flow", s -> dropped(s), appears()));
    rows.add(of("fault.loss", "10%", FAULT, "lost", s -> dropped(s, DropReason.LOST), appears()));
    rows.add(
        of(
            "fault.corruption",
            "10%",
            FAULT,
            "damaged",
            s -> dropped(s, DropReason.DAMAGED),
            appears()));
    rows.add(
        of(
            "fault.repetition",
            "10%",
            FAULT,
            "twice",
            s -> s.figures.frames().repeated(),
            appears()));
    rows.add(of("fault.reordering", "10%", FAULT, "overtaken", s -> s.overtaken(), appears()));
    rows.add(
        of(
            "fault.late",
            "40us",
            late,
            "a round trip is longer by no more",
            s -> s.figures.greatestRttPs(),
            (before, after) -> after > before + 10_000_000 && after <= before + 40_000_000));
    rows.add(
        of("fault.down=true", "true", FAULT, "no way", s -> s.figures.completed(), goes(1, 0)));
    rows.add(
        of("fault.at", "900us", LOST, "nothing is under way then", s -> dropped(s), vanishes()));
    rows.add(
        of(
            "fault.for",
            "600us",
            down,
            "it goes on when the link is up",
            Seen::fctPs,
            (before, after) -> before > 300_000_000 && after - before == 300_000_000));
    rows.add(
        of(
            "fault.reroute",
            "5us",
            rerouted,
            "nothing is lost from then on",
            s -> dropped(s),
            (before, after) -> after > 0 && 4 * after < 3 * before));
  }

  /** What a sweep's last value makes of the flows. */
  private static long swept(Seen seen) {
    Sweep sweep = seen.scenario.sweep().orElseThrow();
    try {
      String last = sweep.values().get(sweep.values().size() - 1);
      Scenario each =
          Scenario.read("swept", "swept", PATTERN.formatted("incast"), Map.of(sweep.path(), last));
      return each.demandBytes();
    } catch (BadScenario e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sweep(List<KeyRow> rows) {
    String base =
        PATTERN.formatted("incast") + "[sweep]\nkey = \"workload[0].senders\"\nvalues = [1, 2]\n";
    rows.add(
        of(
            "sweep.key",
            "workload[0].size",
            base,
            "2 B of eight, for two of 8,192 B",
            s -> swept(s),
            goes(2 * 8_192, 8 * 2)));
    rows.add(
        of(
            "sweep.values",
            "[3, 4]",
            base,
            "four senders",
            s -> swept(s),
            goes(2 * 8_192, 4 * 8_192)));
  }
}
