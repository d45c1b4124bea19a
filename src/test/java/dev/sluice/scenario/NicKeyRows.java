package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.by;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.keepsWithin;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.refused;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.units.Bytes;
import java.util.ArrayList;
import java.util.List;

/** The keys of the NICs. A full packet has 4,096 B of payload, and counts for 4,204 B. */
final class NicKeyRows {
  /** 100 packets from one host to another. */
  private static final String FLOW =
      """
      cc = "nscc"
      [nic]
      [[flow]]
      from = 0
      to = 1
      size = "409600B"
      """;

  private static final String DOCUMENTS = "profile = \"source-documents\"\n" + FLOW;
  private static final String CREDIT = FLOW.replace("nscc", "rccc");
  private static final String DOCUMENTS_CREDIT = DOCUMENTS.replace("nscc", "rccc");
  private static final String ONE = FLOW.replace("409600B", "4096B");

  private static final String INCAST =
      """
      cc = "nscc"
      [nic]
      [[workload]]
      kind = "incast"
      size = "200KB"
      """;

  /**
   * The first windows alone, 295,260 B, do not fit into the buffer: packets are lost whatever the
   * windows do later.
   */
  private static final String FIRST_WINDOWS_DROPPED =
      INCAST.replace("200KB", "400KB").replace("[nic]", "[queues]\nbuffer = \"200KB\"\n[nic]");

  private static final String DOCUMENTS_INCAST = "profile = \"source-documents\"\n" + INCAST;

  /** The whole first burst is lost. */
  private static final String LOST =
      FLOW
          + """
          [[fault]]
          link = "host-0>switch-0"
          loss = "100%"
          for = "10us"
          """;

  /** After the first answers nothing comes back for long. */
  private static final String MUTE =
      CREDIT
          + """
          [[fault]]
          link = "switch-0>host-0"
          loss = "100%"
          at = "4us"
          for = "20ms"
          """;

  private static final String SPINES =
      """
      cc = "nscc"
      [topology]
      kind = "leaf-spine"
      [nic]
      [[flow]]
      from = 0
      to = 15
      size = "400KB"
      """;

  private static final String OUTCAST =
      """
      [nic]
      [[workload]]
      kind = "outcast"
      size = "20KB"
      """;

  private NicKeyRows() {}

  private static String with(String base, String... lines) {
    return base.replace("[nic]", "[nic]\n" + String.join("\n", lines));
  }

  private static long baseRtt(Seen seen) {
    return seen.scenario.nic().baseRttPs();
  }

  private static long packets(Seen seen) {
    return seen.figures.dataPackets();
  }

  private static long maxWnd(Seen seen) {
    return seen.configured("maxWnd");
  }

  private static long burst(Seen seen) {
    return seen.closeup.burstPackets();
  }

  private static long burstBytes(Seen seen) {
    return seen.closeup.burstBytes();
  }

  private static long size(Seen seen) {
    return seen.arguments("CccLifecycle", "Send", "size").max().orElse(0);
  }

  private static long firstDelay(Seen seen) {
    return seen.windows("avgDelay").filter(delay -> delay > 0).findFirst().orElse(0);
  }

  private static long spines(Seen seen) {
    return seen.linksUsed("leaf-0>spine-");
  }

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    window(rows);
    credit(rows);
    timers(rows);
    ids(rows);
    return rows;
  }

  private static void window(List<KeyRow> rows) {
    String rtt = with(DOCUMENTS_INCAST, "window-signals = \"rtt\"");
    String patient = with(DOCUMENTS_INCAST, "theta = \"400us\"");
    rows.add(of("nic.mtu", "2048", FLOW, "twice the packets", s -> packets(s), goes(100, 200)));
    rows.add(
        of(
            "nic.packet-overhead",
            "0B",
            FLOW,
            "payload alone counts",
            s -> size(s),
            goes(4204, 4096)));
    rows.add(of("nic.base-rtt", "20us", FLOW, "1.5 BDP of it", s -> maxWnd(s), is(375_000)));
    rows.add(
        of(
            "nic.base-rtt=exact",
            "exact",
            CREDIT,
            "1,287.76 there, 957.84 back, 100 ns in all: up to 19 × 128, not to 3,000 ns",
            s -> baseRtt(s),
            goes(3_000_000, 19 * 128_000)));
    rows.add(
        of(
            "nic.base-rtt=microseconds",
            "microseconds",
            FLOW,
            "2,675.52 ns in all with a full packet back: up to 3 us, not to 19 × 128 ns",
            s -> baseRtt(s),
            goes(19 * 128_000, 3_000_000)));
    rows.add(of("nic.max-window", "300", FLOW, "3 BDP", s -> maxWnd(s), goes(45_600, 91_200)));
    rows.add(of("nic.initial-window", "8408B", FLOW, "two packets", s -> burst(s), is(2)));
    rows.add(
        of(
            "nic.scaling-factor",
            "512",
            with(DOCUMENTS, "mtu = 7378", "base-rtt = \"6us\"", "ack-bytes = \"0B\""),
            "150,000 B ÷ 1,024 and ÷ 512",
            s -> s.closeup.firstStep(),
            goes(Bytes.ofWhole(150_000) / 1_024, Bytes.ofWhole(150_000) / 512)));
    rows.add(
        of("nic.theta", "400us", rtt, "no delay is so long", s -> s.closeup.falls(), vanishes()));
    rows.add(
        of(
            "nic.delay-weight",
            "16",
            INCAST,
            "the first delay, which is the average, moves it by a sixteenth",
            s -> firstDelay(s),
            (before, after) -> before > 1_000 && Math.abs(before - 16 * after) < 16));
    rows.add(
        of(
            "nic.window-signals=rtt",
            "rtt",
            patient,
            "marks do not lower it",
            s -> s.closeup.falls(),
            vanishes()));
    rows.add(
        of(
            "nic.window-rules=published",
            "published",
            with(FLOW, "initial-window = \"8408B\""),
            "room for two is room for one (FIND-4)",
            s -> burst(s),
            goes(2, 1)));
    rows.add(
        of(
            "nic.mp-range",
            "128",
            FLOW.replace("nscc", "none").replace("409600B", "6MB")
                + "[topology]\nkind = \"star\"\nlength = \"20km\"\n",
            "so many are out before the first answer",
            s -> burst(s),
            goes(1_024, 128)));
    rows.add(of("nic.entropy=sticky", "sticky", SPINES, "one path", s -> spines(s), goes(4, 1)));
    rows.add(
        of(
            "nic.entropy=sprayed",
            "sprayed",
            "profile = \"source-documents\"\n" + SPINES,
            "all paths",
            s -> spines(s),
            goes(1, 4)));
    rows.add(of("nic.entropies", "1", SPINES, "one value, one path", s -> spines(s), goes(4, 1)));
  }

  /** How much is granted at a time, at most: less where the demand or the window ends. */
  private static long grant(Seen seen) {
    long[] granted = seen.variables("CreditConservation", "Grant", "granted").toArray();
    long most = 0;
    for (int i = 1; i < granted.length; i++) {
      most = Math.max(most, granted[i] - granted[i - 1]);
    }
    return most;
  }

  private static long granted(Seen seen) {
    return seen.variables("CreditConservation", "Grant", "granted").max().orElse(0);
  }

  private static void credit(List<KeyRow> rows) {
    rows.add(
        of(
            "nic.initial-credit",
            "25088B",
            CREDIT,
            "as many whole packets as it holds: 12,544 and 25,088 B",
            s -> burst(s),
            goes(2, 5)));
    rows.add(
        of(
            "nic.credit-window",
            "20000B",
            DOCUMENTS_CREDIT,
            "no more is out",
            s -> s.mostCreditOut(),
            keepsWithin(20_000)));
    rows.add(
        of(
            "nic.credit-cap",
            "110000B",
            with(DOCUMENTS_INCAST.replace("nscc", "rccc")),
            "no more is out to all of them, their initial credit of 100,000 B counted",
            s -> s.mostCreditOut(),
            keepsWithin(110_000)));
    rows.add(
        of(
            "nic.credit-target=backlog",
            "backlog",
            DOCUMENTS_CREDIT,
            "more is granted than is ever sent (FIND-25)",
            s -> granted(s),
            (before, after) -> before == 409_600 && after > 409_600));
    rows.add(
        of(
            "nic.packets=saved",
            "saved",
            DOCUMENTS_CREDIT,
            "3 whole packets of 12,500 B",
            s -> burstBytes(s),
            goes(12_500, 12_288)));
    rows.add(
        of(
            "nic.slice",
            "3us",
            CREDIT,
            "the link is divided so often",
            s -> s.leastApartPs("CreditConservation", "Slice"),
            goes(1_000_000, 3_000_000)));
    rows.add(
        of(
            "nic.grant",
            "32768B",
            CREDIT,
            "so much at a time",
            s -> grant(s),
            goes(16_384, 32_768)));
    rows.add(
        of(
            "nic.grant-share",
            "50",
            CREDIT.replace("409600B", "4MB"),
            "half the link",
            s -> s.figures.goodputBps(),
            (before, after) -> before > 90_000_000_000L && after < 50_000_000_000L));
  }

  private static void timers(List<KeyRow> rows) {
    rows.add(of("nic.commit", "1100ns", ONE, "that much later", Seen::fctPs, by(1_000_000)));
    rows.add(of("nic.context", "2us", ONE, "that much later", Seen::fctPs, by(2_000_000)));
    rows.add(
        of(
            "nic.ack-bytes",
            "0B",
            FLOW.replace("nscc", "none"),
            "an acknowledgment for each packet, and not for four",
            s -> s.count("CccLifecycle", "Acknowledge"),
            goes(25, 100)));
    rows.add(
        of(
            "nic.rto",
            "200us",
            LOST,
            "the first is sent again that much earlier",
            s -> s.firstPs("PdcHandshake", "Retransmit"),
            (before, after) -> before < 1_010_000_000 && before - after == 800_000_000));
    rows.add(
        of(
            "nic.ask",
            "300us",
            MUTE,
            "the second request comes twice that after the first",
            s -> s.leastApartPs("CreditConservation", "Ask"),
            goes(2_000_000_000, 600_000_000)));
    rows.add(
        of(
            "nic.lifetime",
            "100us",
            ONE,
            "the PDC closes that much earlier",
            s -> s.firstPs("PdcHandshake", "Close"),
            by(-400_000_000)));
    rows.add(
        of(
            "nic.unanswered=all",
            "all",
            LOST.replace("nscc", "none").replace("409600B", "40960B"),
            "more of the ten than the first goes again before its answer comes",
            s -> s.beforeAnswer("PdcHandshake", "Retransmit"),
            (before, after) -> before == 1 && after >= 5));
    String trimmed =
        """
        cc = "rccc"
        profile = "source-documents"
        until = "1ms"
        [topology]
        kind = "star"
        [queues]
        trim = "auto"
        [[workload]]
        kind = "incast"
        senders = 32
        size = "40KB"
        """;
    rows.add(
        of(
            "nic.hold-back=steady",
            "steady",
            trimmed,
            "more",
            s -> s.figures.frames().trimmed(),
            MORE));
    rows.add(
        of("nic.hold-back=off", "off", trimmed, "more", s -> s.figures.frames().trimmed(), MORE));
    rows.add(
        of(
            "nic.rto-from=sending",
            "sending",
            FIRST_WINDOWS_DROPPED,
            "what is lost last is sent again earlier: 31 us of a timeout of a millisecond",
            s -> s.figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow(),
            (before, after) -> after > 1_000_000_000 && after < before - 20_000_000));
    rows.add(
        of(
            "nic.gaps=on",
            "on",
            LOST.replace("for = \"10us\"", "at = \"6us\"\nfor = \"400ns\""),
            "a loss in the middle costs round trips, and no timeout of a millisecond",
            Seen::fctPs,
            (before, after) -> before > 1_000_000_000 && after < 50_000_000));
  }

  private static void ids(List<KeyRow> rows) {
    rows.add(of("nic.pdc-pool", "3", OUTCAST, "at a time", s -> s.mostOpen("host-0"), goes(8, 3)));
    rows.add(of("nic.pdc-ids", "100", ONE, "100 more", s -> s.closeup.spdcid(), by(100)));
    rows.add(of("nic.ccc-ids", "100", ONE, "100 more", s -> s.closeup.cccId(), by(100)));
    rows.add(
        refused(
            "nic.packets=cut",
            "cut",
            with(DOCUMENTS_CREDIT, "packet-overhead = \"100B\""),
            "packets are cut to credit only where credit counts data alone"));
  }
}
