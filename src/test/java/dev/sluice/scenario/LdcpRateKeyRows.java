package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.LESS;
import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.of;

import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.RttMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The keys of LDCP by rates. */
final class LdcpRateKeyRows {
  /** Two senders into one link of 100 Gb/s, whose BDP is 22.5 packets, over a queue that marks. */
  private static final String TWO =
      """
      until = "5ms"
      [topology]
      kind = "star"
      [[queue]]
      name = "cnp"
      dscp = 48
      [[queue]]
      name = "ldcp"
      dscp = "others"
      rank = 1
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

  private static final String RATE = TWO.replace("mtu", "cc = \"ldcp-rate\"\nmtu");

  /** One sender over a path that nobody marks, which begins slowly. */
  private static final String LONE =
      RATE.replace("senders = 2", "senders = 1")
          + "[ldcp-rate]\ninitial-window = 4\nmax-window = 64\n";

  private static final ToLongFunction<Seen> CNPS = s -> s.figures.roce().cnpsSent();
  private static final ToLongFunction<Seen> LEAST = s -> s.figures.roce().leastRateBps();

  private LdcpRateKeyRows() {}

  /** Requests to measure a round trip, as they were sent. */
  private static long requests(Seen seen) {
    return RoceCapture.of(seen.scenario).stream()
            .filter(frame -> frame.opcode() == RttMessage.REQUEST)
            .count()
        / 2;
  }

  private static long cnpsOfClass10(Seen seen) {
    return RoceCapture.of(seen.scenario).stream()
        .filter(frame -> frame.opcode() == Opcode.CNP && frame.dscp() == 10)
        .count();
  }

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    rows.add(of("roce.cc=ldcp-rate", "ldcp-rate", TWO, "marks are answered", CNPS, appears()));
    rows.add(of("ldcp-rate.alpha", "1/8", LONE, "a rate grows slowly", Seen::fctPs, MORE));
    rows.add(of("ldcp-rate.beta", "1/8", RATE, "an eighth with a CNP", LEAST, MORE));
    rows.add(
        of(
            "ldcp-rate.gamma",
            "1/2",
            RATE.replace("20KB", "1B").replace("100KB", "1B").replace("50%", "100%"),
            "no window is less",
            LEAST,
            MORE));
    rows.add(
        of(
            "ldcp-rate.max-window",
            "5",
            LONE,
            "no window is larger: 5 packets in a round trip",
            Seen::fctPs,
            MORE));
    rows.add(of("ldcp-rate.initial-window", "20", LONE, "a rate begins higher", Seen::fctPs, LESS));
    rows.add(
        of(
            "ldcp-rate.base-rtt",
            "8us",
            LONE,
            "a window takes four times as long",
            Seen::fctPs,
            MORE));
    rows.add(
        of(
            "ldcp-rate.response-time",
            "2100ns",
            RATE,
            "in a queue each response is late, and another request leaves",
            LdcpRateKeyRows::requests,
            MORE));
    rows.add(of("ldcp-rate.cnp-interval", "20us", RATE, "a CNP for several marks", CNPS, LESS));
    rows.add(
        of(
            "ldcp-rate.cnp-dscp",
            "10",
            RATE,
            "CNPs have it",
            LdcpRateKeyRows::cnpsOfClass10,
            appears()));
    return rows;
  }
}
