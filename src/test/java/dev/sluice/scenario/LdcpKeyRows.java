package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.LESS;
import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The keys of LDCP. */
final class LdcpKeyRows {
  /** Two senders into one link of 100 Gb/s, whose BDP is 22.4 packets. */
  private static final String TWO =
      """
      until = "5ms"
      [topology]
      kind = "star"
      [[queue]]
      name = "ldcp"
      dscp = "others"
      ecn-min = "20KB"
      ecn-max = "100KB"
      ecn-chance = "50%"
      [roce]
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "1MB"
      """;

  private static final String LDCP = TWO.replace("mtu", "cc = \"ldcp\"\nmtu");

  /** One sender of 64 packets over an idle path. */
  private static final String LONE =
      LDCP.replace("senders = 2", "senders = 1").replace("1MB", "65536B");

  /** Sixty-four senders, of which each frame is marked that waits. */
  private static final String MANY =
      LDCP.replace("20KB", "1B")
          .replace("100KB", "1B")
          .replace("50%", "100%")
          .replace("senders = 2", "senders = 64")
          .replace("1MB", "20KB")
          .replace("[[workload]]", "[ldcp]\ninitial-window = 1\n[[workload]]");

  private static final ToLongFunction<Seen> WINDOW = s -> s.figures.ldcp().windowMillionths();
  private static final ToLongFunction<Seen> QUEUE = s -> s.figures.ldcp().queueBytes();
  private static final ToLongFunction<Seen> ACKS = s -> s.figures.roce().acknowledgments();

  private LdcpKeyRows() {}

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    rows.add(of("roce.cc=ldcp", "ldcp", TWO, "each packet is acknowledged", ACKS, MORE));
    windows(rows);
    belowOne(rows);
    firstRound(rows);
    acknowledgments(rows);
    rows.add(
        of(
            "ldcp.observe-from",
            "40us",
            LDCP,
            "without the time until the first packet is there",
            s -> s.figures.ldcp().loadMillionths(),
            MORE));
    rows.add(
        of(
            "ldcp.observe-until",
            "20us",
            LDCP,
            "of 20 us the first is idle",
            s -> s.figures.ldcp().loadMillionths(),
            LESS));
    return rows;
  }

  private static void windows(List<KeyRow> rows) {
    rows.add(of("ldcp.alpha", "1/8", LDCP, "an eighth in a round", WINDOW, LESS));
    rows.add(of("ldcp.beta", "1/8", LDCP, "an eighth with a mark", WINDOW, MORE));
    rows.add(
        of(
            "ldcp.max-window",
            "12",
            LDCP.replace("[[workload]]", "[ldcp]\ninitial-window = 12\n[[workload]]"),
            "no window is larger",
            WINDOW,
            (before, after) -> before > 12_000_000 && after > 10_000_000 && after <= 12_000_000));
  }

  private static void belowOne(List<KeyRow> rows) {
    String measured = MANY.replace("[ldcp]", "[ldcp]\ntimer-rtt = \"measured\"");
    rows.add(of("ldcp.gamma", "1/2", MANY, "no window is less", QUEUE, MORE));
    rows.add(
        of(
            "ldcp.floor=false",
            "false",
            MANY,
            "a window of nothing stays there",
            s -> s.figures.completed(),
            (before, after) -> before == 64 && after < 64));
    rows.add(
        of(
            "ldcp.timer-rtt=measured",
            "measured",
            MANY.replace("[ldcp]", "[ldcp]\ngamma = \"1/2\""),
            "the longer the queue, the longer they wait",
            QUEUE,
            LESS));
    rows.add(
        of(
            "ldcp.max-rtt",
            "1998ns",
            measured.replace("[ldcp]", "[ldcp]\ngamma = \"1/2\""),
            "no longer than without a queue",
            QUEUE,
            MORE));
  }

  /** Data that is not ECN-capable, as it was sent. */
  private static long incapable(Seen seen) {
    return RoceCapture.of(seen.scenario).stream()
            .filter(frame -> frame.opcode() != Opcode.ACKNOWLEDGE && frame.ecn() == Ecn.NOT_ECT)
            .count()
        / 2;
  }

  private static void firstRound(List<KeyRow> rows) {
    String all = LONE.replace("[[workload]]", "[ldcp]\ninitial-window = 64\n[[workload]]");
    rows.add(
        of(
            "ldcp.base-rtt",
            "1us",
            LONE,
            "a BDP of 12 packets, and not 23",
            LdcpKeyRows::incapable,
            goes(22, 11)));
    rows.add(
        of(
            "ldcp.initial-window",
            "10",
            LONE,
            "all of it but the last packet",
            LdcpKeyRows::incapable,
            goes(22, 9)));
    rows.add(
        of(
            "ldcp.begins=stable",
            "stable",
            LONE,
            "none at all",
            LdcpKeyRows::incapable,
            vanishes()));
    rows.add(
        of(
            "ldcp.tail-of=posted",
            "posted",
            LONE.replace("65536B\"", "1024B\"\nmessages = 64"),
            "an initial window, without its first packet, which is alone as it leaves, and its last",
            LdcpKeyRows::incapable,
            goes(0, 21)));
    rows.add(
        of(
            "ldcp.round-end=first-ack",
            "first-ack",
            all,
            "what leaves in 1,997,920 ps, at 89,120 ps each",
            LdcpKeyRows::incapable,
            goes(63, 23)));
    rows.add(
        of(
            "ldcp.round-end=base-rtt",
            "base-rtt",
            all,
            "the same",
            LdcpKeyRows::incapable,
            goes(63, 23)));
  }

  private static void acknowledgments(List<KeyRow> rows) {
    String gap = LDCP.replace("[[workload]]", "[ldcp]\nack-gap = \"1us\"\n[[workload]]");
    String four = LDCP.replace("[[workload]]", "[ldcp]\nack-up-to = 4\n[[workload]]");
    String both = gap.replace("[ldcp]", "[ldcp]\nack-up-to = 4");
    rows.add(of("ldcp.ack-up-to", "4", gap, "fewer of them", ACKS, LESS));
    rows.add(of("ldcp.ack-gap", "1us", four, "fewer of them", ACKS, LESS));
    rows.add(
        of(
            "ldcp.clean-first=false",
            "false",
            both,
            "where clean packets wait, a mark has one acknowledgment, and not two",
            ACKS,
            LESS));
  }
}
