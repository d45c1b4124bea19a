package dev.sluice.cli;

import dev.sluice.cli.FiguresPage.Figure;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Frames, completion times and goodput of RoCEv2 as literals, each with its arithmetic and a
 * command that prints it: written into {@code docs/figures.md}.
 */
class RoceFiguresPageTest {
  /** An exact completion time, which the command expects. */
  private static Figure fct(String what, String sum, long ps, String command) {
    String whole = command + " --set expect.fct-max=" + ps + "ps";
    return new Figure(what, sum + " = " + grouped(ps) + " ps", whole, "ok  fct-max = ");
  }

  private static String grouped(long number) {
    return String.format(java.util.Locale.ROOT, "%,d", number);
  }

  private static final long WAY = 950_000;

  private static final List<Figure> ALL =
      List.of(
          new Figure(
              "Packets of 20,000,000 B",
              "4,882 x 4,096 + 3,328",
              "roce-write",
              "packets     4,883 of data, 0 of them sent again"),
          new Figure(
              "Acknowledgments of them",
              "4,883 / 16 = 305, and one at the end",
              "roce-write",
              "306 acknowledgments, NAKs 0"),
          fct(
              "A WRITE of 20,000,000 B, 80 ps a byte",
              "(20,000,000 + 4,883 x 82 + 16) x 80 + 950,000 + 86 x 80 + 950,000",
              (20_000_000 + 4_883 * 82 + 16) * 80L + WAY + 86 * 80 + WAY,
              "roce-write"),
          new Figure(
              "Its goodput",
              "160,000,000 bit / 1,633,940,640 ps",
              "roce-write",
              "goodput     97.923 Gb/s in all"),
          fct(
              "The same over IPv6, 20 B more in 4,883 frames and the last acknowledgment",
              "1,633,940,640 + 4,884 x 20 x 80",
              1_633_940_640L + 4_884 * 20 * 80,
              "roce-write --set roce.ip=ipv6"),
          fct(
              "The same with a path MTU of 256 B: 78,125 packets",
              "(20,000,000 + 78,125 x 82 + 16) x 80 + 950,000 + 86 x 80 + 950,000",
              (20_000_000 + 78_125 * 82 + 16) * 80L + WAY + 86 * 80 + WAY,
              "roce-write --set roce.mtu=256"),
          fct(
              "A READ of as much: one request, no acknowledgment",
              "98 x 80 + 950,000 + (20,000,000 + 4,883 x 82 + 2 x 4) x 80 + 950,000",
              98 * 80 + WAY + (20_000_000 + 4_883 * 82 + 8) * 80L + WAY,
              "roce-read"),
          fct(
              "A flow alone at 40 Gb/s on the wire, 200 ps a byte, 10,000 packets of 1,024 B",
              "(10,240,000 + 10,000 x 82 + 16) x 200 + 950,000 + 86 x 200 + 950,000",
              (10_240_000 + 10_000 * 82 + 16) * 200L + WAY + 86 * 200 + WAY,
              "roce-alone"),
          fct(
              "The same spaced out to 25 Gb/s: the last begins after 11,058,910 B at 320 ps",
              "(9,999 x 1,106 + 16) x 320 + 1,106 x 200 + 950,000 + 86 x 200 + 950,000",
              (9_999 * 1_106 + 16) * 320L + 1_106 * 200 + WAY + 86 * 200 + WAY,
              "roce-alone --set roce.rate=25G"),
          fct(
              "To 30 Gb/s, where a byte takes 266 2/3 ps: what does not divide is rounded up once",
              "(9,999 x 1,106 + 16) x 800 / 3 + 1,106 x 200 + 950,000 + 86 x 200 + 950,000",
              ((9_999 * 1_106 + 16) * 800L + 2) / 3 + 1_106 * 200 + WAY + 86 * 200 + WAY,
              "roce-alone --set roce.rate=30G"),
          fct(
              "Eight WRITEs of 1,000,000 B into one link: the last of them",
              "8 x (1,000,000 + 245 x 82 + 16) x 80 + 950,000 + 86 x 80 + 950,000",
              8 * (1_000_000 + 245 * 82 + 16) * 80L + WAY + 86 * 80 + WAY,
              "roce-incast"),
          new Figure(
              "Their goodput",
              "64,000,000 bit / 654,774,720 ps",
              "roce-incast",
              "goodput     97.744 Gb/s in all"),
          new Figure(
              "Frames of data of 128 WRITEs of 2,000,000 B",
              "128 x (488 + 1)",
              "roce-permutation",
              "packets     62,592 of data, 0 of them sent again"),
          new Figure(
              "Their acknowledgments",
              "128 x (489 / 16 = 30, and one at the end)",
              "roce-permutation",
              "3,968 acknowledgments"),
          new Figure(
              "RoCEv2 and UET, 2 x 2,000,000 B each, share 100 Gb/s",
              "more than 94 Gb/s of payload, alike within 1 %",
              "roce-beside-uet --set expect.fairness='>=0.999'",
              "ok  fairness >= 0.999"),
          fct(
              "The flow alone at 40 Gb/s where congestion is managed: nothing is marked or held back",
              "(10,240,000 + 10,000 x 82 + 16) x 200 + 950,000 + 86 x 200 + 950,000",
              (10_240_000 + 10_000 * 82 + 16) * 200L + WAY + 86 * 200 + WAY,
              "roce-alone --set roce.cc=rcm"),
          new Figure(
              "Two flows at 40 Gb/s, managed: what 99 of 100 frames find at the switch",
              "less than Kmax, 200,000 B",
              "rcm-two-flows",
              "ok  queue-p99 < 200KB"),
          new Figure(
              "The same where nobody reacts: both windows stand there, but for what is under way",
              "2 x 8,192 x 1,106 B = 18.12 MB at the most",
              "rcm-two-flows --set rcm.react=false --set expect.queue-p99='>=18MB'"
                  + " --set expect.flow-goodput-max='>=20G'",
              "ok  queue-p99 >= 18MB"),
          new Figure(
              "Sixty WRITEs of 500,000 B, managed, into 4,000,000 B of buffer",
              "4,000,000 B / (59 x 12.5 B/ns) = 5.4 us until it is full: packets are lost",
              "rcm-incast",
              "ok  drops > 0"),
          new Figure(
              "The same where nobody reacts: more than twice as many are sent again",
              "2 x 25,348 and more",
              "rcm-incast --set rcm.react=false --set expect.retransmissions='>50696'",
              "ok  retransmissions > 50696"),
          new Figure(
              "The same with pause, of lanes of 20,000 B: nothing is lost",
              "sixty lanes, each of 20,000 B and its headroom, fit into 4,000,000 B",
              "rcm-incast --set pause.lossless=roce --set pause.threshold=20KB --set expect.drops=0"
                  + " --set expect.peak-queue='<3.6MB'",
              "ok  drops = 0"),
          new Figure(
              "A victim at 40 Gb/s whose link is shared with one of five senders, by pause alone",
              "less than a fifth of 40 Gb/s: 8 x 1,024 / 1,106 = 7.41 Gb/s, and a tenth",
              "victim --set roce.cc=none --set expect.cnps=0 --set expect.flow-goodput-max='<=8.1G'",
              "ok  flow-goodput-max <= 8100M"),
          new Figure(
              "The same, managed",
              "what the fifth leaves: 32 x 1,024 / 1,106 = 29.63 Gb/s once it is reached; 100 MB take"
                  + " no longer than 40 ms",
              "victim",
              "ok  flow-goodput-max >= 20G"),
          new Figure(
              "… with the fifth of g's link that each sender has in the end",
              "8 x 1,024 / 1,106 = 7.41 Gb/s, from far less in the beginning on",
              "victim",
              "ok  flow-goodput-min >= 6500M"),
          new Figure(
              "Within one switch, by pause alone: all that the host sends is held up",
              "less than a fifth, 7.41 Gb/s, and a tenth",
              "victim-switch --set roce.cc=none --set expect.cnps=0"
                  + " --set expect.flow-goodput-max='<=8.1G'",
              "ok  flow-goodput-max <= 8100M"),
          new Figure(
              "The same, managed",
              "29.63 Gb/s, and what the flow to the others' target leaves while it has less",
              "victim-switch",
              "ok  flow-goodput-max >= 28G"),
          new Figure(
              "Marks from 21,755 B on, lanes of up to half of 6,265,600 B: the mark comes first",
              "8 x 6,265,600 / (8 x 32 x 9) = 21,755.6 B",
              "ecn-before-pfc",
              "ok  xoffs-unmarked = 0"),
          new Figure(
              "An equal share for each lane: the pause comes first",
              "6,265,600 / (8 x 32) = 24,475 B < 4 x 21,755 B",
              "ecn-before-pfc --set pause.threshold=24475B --set expect.marks=0"
                  + " --set expect.xoffs-unmarked='>0'",
              "ok  xoffs-unmarked > 0"),
          new Figure(
              "TCP at 20 Gb/s with a quarter of the link by quantum, beside a paused incast",
              "1.073 us alone, and a frame and a turn of the others: less than 2.3 us",
              "rcm-isolation",
              "ok  load-delay-max < 2300ns"),
          new Figure(
              "… of which nothing is lost",
              "1 ms at 20 Gb/s of frames of 1,538 B: 1,626",
              "rcm-isolation",
              "1,626 frames sent, 1,626 came"));

  @Test
  @Requirement({"RC-1", "RC-4", "RC-15", "RCM-7", "RCM-8", "RCM-9", "PFC-9"})
  void everyFigureIsPrinted() throws IOException {
    FiguresPage.hold("roce", ALL, RoceFiguresPageTest.class);
  }
}
