package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.by;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The keys of RoCEv2: of its NICs, and of flows that it carries. */
final class RoceKeyRows {
  /** One hundred packets of 4,096 B; of frames 4,178 B, the first 4,194 B. */
  private static final String FLOW =
      """
      until = "5ms"
      [topology]
      kind = "star"
      hosts = 4
      [roce]
      timeout = 4
      [[flow]]
      transport = "roce"
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
      transport = "roce"
      kind = "%s"
      size = "8B"
      """;

  private static final String FAULT =
      """
      [[fault]]
      link = "host-0>switch-0"
      loss = "100%"
      """;

  private RoceKeyRows() {}

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    nic(rows);
    timers(rows);
    String uet = FLOW.replace("transport = \"roce\"\n", "");
    carrier(rows, "flow", uet, FLOW.replace("409600B", "8B"));
    for (String kind : List.of("incast", "outcast", "permutation", "many-to-many")) {
      String pattern = PATTERN.formatted(kind);
      carrier(rows, "workload/" + kind, pattern.replace("transport = \"roce\"\n", ""), pattern);
    }
    for (String kind : List.of("drawn", "file")) {
      String own = kind.equals("drawn") ? "sizes = \"word.cdf\"\nflows = 8" : "path = \"two.csv\"";
      String pattern = PATTERN.formatted(kind).replace("size = \"8B\"", own);
      carrier(rows, "workload/" + kind, pattern.replace("transport = \"roce\"\n", ""), pattern);
    }
    rows.removeIf(row -> row.id().equals("flow.operation=read")); // TrafficKeyRows has it
    return rows;
  }

  /** How many frames of a run's capture are such. */
  private static long frames(Seen seen, Predicate<RoceCapture.Frame> such) {
    return RoceCapture.of(seen.scenario).stream().filter(such).count();
  }

  private static void nic(List<KeyRow> rows) {
    String roce = FLOW.replace("timeout = 4\n", "");
    String reads = FLOW.replace("409600B", "4096B").replace("from", "operation = \"read\"\nfrom");
    String two = reads + reads.substring(reads.indexOf("[[flow]]"));
    String waiting =
        FLOW
            + FLOW.substring(FLOW.indexOf("[[flow]]")).replace("from = 0", "from = 2")
            + """
            [[queue]]
            name = "own"
            dscp = 16
            [[queue]]
            name = "rest"
            dscp = "others"
            """;
    rows.add(of("roce.mtu", "1024", FLOW, "packets", s -> s.figures.dataPackets(), goes(100, 400)));
    rows.add(
        of(
            "roce.ip=ipv6",
            "ipv6",
            FLOW,
            "20 B more in each of 101 frames that come one after the other",
            Seen::fctPs,
            by(101 * 20 * 80)));
    rows.add(
        of(
            "roce.dscp",
            "16",
            waiting,
            "where frames wait",
            s -> s.figures.queues().get(0).peakBytes(),
            appears()));
    rows.add(
        of(
            "roce.window",
            "1",
            FLOW,
            "an acknowledgment for each",
            s -> s.figures.roce().acknowledgments(),
            goes(7, 100)));
    rows.add(
        of(
            "roce.ack-every",
            "4",
            FLOW,
            "after each four",
            s -> s.figures.roce().acknowledgments(),
            goes(7, 25)));
    rows.add(
        of(
            "roce.depth",
            "1",
            two,
            "the second READ waits for the first: a way there and back",
            Seen::fctPs,
            (before, after) -> after - before >= 2 * 950_000 && after < 2 * before));
    rows.add(
        of(
            "roce.first-psn",
            "16777214",
            roce,
            "the first packet has it",
            s ->
                RoceCapture.of(s.scenario).stream()
                    .filter(frame -> frame.opcode() == Opcode.WRITE_FIRST)
                    .mapToLong(RoceCapture.Frame::psn)
                    .findFirst()
                    .orElseThrow(),
            (before, after) -> before != after && after == 16_777_214));
    rows.add(
        of(
            "roce.rate",
            "10G",
            FLOW,
            "the last of 100 begins after 99 at 800 ps a byte, and not 80",
            Seen::fctPs,
            by((99 * 4_178 + 16) * 720L)));
  }

  private static void timers(List<KeyRow> rows) {
    String lost = FLOW.replace("409600B", "8B") + FAULT + "for = \"10us\"\n";
    String dead = FLOW.replace("409600B", "8B").replace("timeout = 4", "timeout = 1") + FAULT;
    String send = FLOW.replace("409600B", "8B").replace("from", "operation = \"send\"\nfrom");
    String sends =
        send.replace("timeout = 4", "receives = 1\nrepost = \"35us\"")
            + send.substring(send.indexOf("[[flow]]"));
    String none = send.replace("timeout = 4", "receives = 0");
    rows.add(
        of(
            "roce.timeout",
            "5",
            lost,
            "what was lost is sent again 65.536 us later",
            Seen::fctPs,
            by(65_536_000)));
    rows.add(
        of(
            "roce.retries",
            "2",
            dead,
            "two more, and the timer once more",
            s -> s.figures.roce().timeouts(),
            goes(8, 3)));
    rows.add(
        of("roce.rnr-retries", "2", none, "given up", s -> s.figures.roce().failed(), goes(0, 1)));
    rows.add(
        of(
            "roce.rnr-timer",
            "4",
            sends,
            "35 us are three times 10 and a round trip of 2, and once 40",
            s -> s.figures.roce().rnrNaks(),
            goes(3, 1)));
    rows.add(
        of("roce.receives", "2", sends, "one each", s -> s.figures.roce().rnrNaks(), vanishes()));
    rows.add(
        of("roce.repost", "0us", sends, "at once", s -> s.figures.roce().rnrNaks(), vanishes()));
  }

  /** What a flow, or a pattern, says of how it is carried, beside a base that RoCEv2 carries. */
  private static void carrier(List<KeyRow> rows, String table, String uet, String roce) {
    rows.add(
        of(
            table + ".transport=roce",
            "roce",
            uet,
            "a connection carries it",
            s -> s.figures.roce().flows(),
            (before, after) -> before == 0 && after == flows(roce)));
    Map<String, Set<Integer>> opcodes =
        Map.of(
            "write-immediate", Set.of(Opcode.WRITE_ONLY_WITH_IMMEDIATE),
            "send", Set.of(Opcode.SEND_ONLY),
            "send-immediate", Set.of(Opcode.SEND_ONLY_WITH_IMMEDIATE),
            "read", Set.of(Opcode.READ_REQUEST),
            "atomic", Set.of(Opcode.FETCH_ADD));
    opcodes.forEach(
        (word, of) ->
            rows.add(
                of(
                    table + ".operation=" + word,
                    word,
                    roce,
                    "a request at either end, for each flow",
                    s -> frames(s, frame -> of.contains(frame.opcode())),
                    (before, after) -> before == 0 && after == 2 * flows(roce))));
    rows.add(
        of(
            table + ".dscp",
            "16",
            roce,
            "requests and acknowledgments have it",
            s -> frames(s, frame -> frame.dscp() == 16),
            (before, after) -> before == 0 && after == 4 * flows(roce)));
    rows.add(
        of(
            table + ".selected=false",
            "false",
            roce,
            "no request is capable of a mark",
            s ->
                frames(
                    s, frame -> frame.opcode() != Opcode.ACKNOWLEDGE && frame.ecn() == Ecn.ECT_0),
            (before, after) -> before == 2 * flows(roce) && after == 0));
  }

  /** How many flows a base has. */
  private static long flows(String base) {
    try {
      return KeyRow.read(base, Map.of()).flows().size();
    } catch (BadScenario e) {
      throw new IllegalStateException(e);
    }
  }
}
