package dev.sluice.cli;

import dev.sluice.cli.FiguresPage.Figure;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Figures of LDCP as literals, each with its arithmetic and a command that prints it: written into
 * {@code docs/figures.md}. No source has any.
 */
class LdcpFiguresPageTest {
  /** Shorter than they are written: three milliseconds are observed. */
  private static final String SHORT =
      " --set ldcp.observe-from=1ms --set ldcp.observe-until=4ms --set expect.fairness='>=0.9'";

  private static Figure atRest(int flows, String size, String max, String chance, String sum) {
    String command =
        "ldcp-incast --senders %d --size %s%s --set topology.hosts=%d --set queue[0].ecn-max=%s --set queue[0].ecn-chance=%s"
            .formatted(flows, size, SHORT, flows + 1, max, chance);
    return new Figure(
        "%d windows at rest: q*, and the mean".formatted(flows),
        sum,
        command,
        "ok  ldcp-queue-off <= 0.05");
  }

  private static final String LONE_RATE =
      "ldcp-rate-incast --senders 1 --size 409600B --set ldcp-rate.initial-window=auto"
          + " --set expect.cnps=0 --set expect.goodput='>70G'";

  private static final List<Figure> ALL =
      List.of(
          new Figure(
              "The closed form of two windows",
              "q² + q (2 + 100 - 20) - 20 (2 + 100) - 80/0.2 x 2 = 0: q = 26.24",
              "ldcp-incast --senders 2 --size 32MB"
                  + SHORT
                  + " --set topology.hosts=3 --set queue[0].ecn-max=111400B --set queue[0].ecn-chance=20%",
              "closed form q* 29,230 B = 26.24 packets"),
          atRest(2, "32MB", "111400B", "20%", "q* 26.24 packets of 1,114 B, 29,230 B; within 5 %"),
          atRest(
              8,
              "8MB",
              "111400B",
              "20%",
              "q² + q (8 + 80) - 20 x 108 - 400 x 8 = 0: q* 41.42; within 5 %"),
          new Figure(
              "Sixteen windows at rest, 15 ms of them",
              "q² + q (16 + 80) - 20 x 116 - 360 x 16 = 0: q* 53.90; within 5 %",
              "ldcp-incast",
              "ok  ldcp-queue-off <= 0.05"),
          new Figure(
              "A message of a BDP on an idle path",
              "8,912,000 + 99 x 89,120 + 16 x 80 = 17,736,160 ps",
              "ldcp-first-round --senders 1 --set expect.fct-max=17736160ps --set expect.naks=0",
              "ok  fct-max = "),
          new Figure(
              "One of four BDPs: it does not stop after the first round trip",
              "8,912,000 + 399 x 89,120 + 16 x 80 = 44,472,160 ps",
              "ldcp-first-round --senders 1 --size 409600B --set expect.fct-max=44472160ps"
                  + " --set expect.naks=0",
              "ok  fct-max = "),
          new Figure(
              "Sixteen initial windows at once: dropped, none of them ECN-capable",
              "about 15 x 100 - 100 = 1,400",
              "ldcp-first-round",
              "ok  drops < 1500"),
          new Figure(
              "… and the longest queue",
              "K and sixteen tails, 116 x 1,114 B = 129,224 B",
              "ldcp-first-round",
              "ok  peak-queue <= 129224B"),
          new Figure(
              "Four windows at rest lose nothing to eight newcomers",
              "capable frames dropped: 0",
              "ldcp-churn",
              "ok  capable-drops = 0"),
          new Figure(
              "… which hold the queue at K, on the ramp of marks: what is marked meanwhile",
              "p(50) = 20 % x (50 - 20) / (100 - 20) = 7.5 %",
              "ldcp-churn",
              "ok  ldcp-marked <= 0.075"),
          new Figure(
              "… and at K_max, where all is marked that finds K",
              "p(100) = 1: more than 100 of the four's 132 packets, and some of those before and behind",
              "ldcp-churn --set queue[0].not-ect-limit=111400B --set ldcp.observe-from=1018us"
                  + " --set expect.ldcp-marked='>=0.75' --set expect.goodput='>55G'",
              "ok  ldcp-marked >= 0.75"),
          new Figure(
              "One response of a READ is lost: what is sent again of it",
              "the one, and a BDP of 100 that is in flight behind it",
              "ldcp-read-loss --set flow[1].start=200us --set expect.retransmissions=101",
              "ok  retransmissions = 101"),
          new Figure(
              "… and of WRITEs behind the READ, which are there already",
              "all that have left in 50,140 ns, 562 at the most: 663 with those",
              "ldcp-read-loss",
              "ok  retransmissions <= 663"),
          new Figure(
              "A thousand windows below one packet: the mean queue is bounded",
              "1,000 / 16 = 62.5 packets a round trip, of 100",
              "ldcp-thousand",
              "ok  ldcp-queue < 300KB"),
          new Figure(
              "The same with a floor of one packet: it stands",
              "at least 0.9 x (1,000 - 100) = 810 packets, 902,340 B",
              "ldcp-thousand --set ldcp.gamma=4095/4096 --set ldcp.timer-rtt=measured --size 40KiB"
                  + " --set ldcp.observe-until=3ms --set expect.ldcp-queue='>=902340B'"
                  + " --set expect.ldcp-window='<1.1' --set expect.peak-queue='<2MB'",
              "ok  ldcp-queue >= 902340B"),
          new Figure(
              "Eight rates at rest: half of the frames find less than q* and a tenth",
              "q² + 80 q - 5,200 = 0: q* 42.46 packets of 1,106 B, 46,963 B; x 1.1 = 51,660 B",
              "ldcp-rate-incast",
              "ok  queue-p50 < 51660B"),
          new Figure(
              "A message of four BDPs at the rate of the link, with a request in each of five round"
                  + " trips before it is sent",
              "8,848,000 + 399 x 88,480 + 16 x 80 + 5 x 86 x 80 = 44,187,200 ps, and 100 x 0.14 ps by"
                  + " which the rate of the first round trip is rounded down",
              LONE_RATE + " --set expect.fct-max=44187214ps",
              "ok  fct-max = "),
          new Figure(
              "Eight rates of a link each at once: until the first CNP is there the queue grows by"
                  + " seven BDPs",
              "7 x 100 x 1,106 B = 774,200 B, and more",
              "ldcp-rate-incast --size 1MB --set ldcp-rate.initial-window=auto"
                  + " --set expect.peak-queue='>=774200B' --set expect.queue-p50='<4MB'"
                  + " --set expect.queue-p99='<8MB' --set expect.goodput='>10G'"
                  + " --set expect.fairness='>0.5'",
              "ok  peak-queue >= 774200B"));

  @Test
  @Requirement({
    "LDCP-6", "LDCP-7", "LDCP-8", "LDCP-9", "LDCP-11", "LDCP-12", "LDCP-13", "LDCP-14", "LDCP-17"
  })
  void everyFigureIsPrinted() throws IOException {
    FiguresPage.hold("ldcp", ALL, LdcpFiguresPageTest.class);
  }
}
