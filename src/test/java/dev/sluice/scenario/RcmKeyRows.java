package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.LESS;
import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** The keys of RoCEv2 congestion management. */
final class RcmKeyRows {
  /** Two senders into one link of 40 Gb/s, which marks. */
  private static final String TWO =
      """
      [topology]
      kind = "star"
      hosts = 3
      rate = "40G"
      [queues]
      ecn-min = "5KB"
      ecn-max = "200KB"
      [roce]
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "2MB"
      """;

  private static final String RCM = TWO.replace("mtu", "cc = \"rcm\"\nmtu");

  /** Where the target rises from the first rise on, by time and by bytes. */
  private static final String STEPS =
      RCM + "[rcm]\nfast-steps = 0\nrise-bytes = \"50KB\"\nstep = \"100M\"\n";

  /**
   * Where the second rise has the target rise, long after the link is idle for part of the time.
   */
  private static final String SLOW =
      RCM + "[rcm]\nfast-steps = 1\nrise-timer = \"150us\"\nrise-bytes = 0\nstep = \"4G\"\n";

  /** Where alpha falls each microsecond. */
  private static final String FALLING = RCM + "[rcm]\nalpha-timer = \"1us\"\n";

  private static final ToLongFunction<Seen> CNPS = s -> s.figures.roce().cnpsSent();
  private static final ToLongFunction<Seen> LEAST = s -> s.figures.roce().leastRateBps();

  private RcmKeyRows() {}

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    rows.add(of("roce.cc=rcm", "rcm", TWO, "marks are answered", CNPS, appears()));
    points(rows);
    cnps(rows);
    cuts(rows);
    rises(rows);
    return rows;
  }

  private static void points(List<KeyRow> rows) {
    rows.add(
        of(
            "rcm.profile=connectx-firmware",
            "connectx-firmware",
            RCM,
            "an interval of 4 us, and not 50",
            CNPS,
            (before, after) -> after > 5 * before));
    rows.add(
        of(
            "rcm.profile=ns3-rdma-sample",
            "ns3-rdma-sample",
            RCM,
            "rises each 60 us, and not 55",
            Seen::fctPs,
            MORE));
    rows.add(
        of(
            "rcm.profile=hpcc-artifact-timers",
            "hpcc-artifact-timers",
            RCM,
            "no cut below 1 Gb/s, and a CNP for each mark",
            s -> s.figures.roce().cnpsSent() - s.figures.frames().marked(),
            (before, after) -> before < 0 && after == 0));
    rows.add(of("rcm.notify=false", "false", RCM, "none is answered", CNPS, vanishes()));
    rows.add(
        of(
            "rcm.react=false",
            "false",
            RCM,
            "no rate is less than the link's",
            LEAST,
            (before, after) -> before <= 20_000_000_000L && after == 40_000_000_000L));
  }

  private static long cnps(Seen seen, Predicate<RoceCapture.Frame> such) {
    return RoceCapture.of(seen.scenario).stream()
        .filter(frame -> frame.opcode() == Opcode.CNP && such.test(frame))
        .count();
  }

  private static void cnps(List<KeyRow> rows) {
    rows.add(of("rcm.cnp-interval", "5us", RCM, "more of them, while there are marks", CNPS, MORE));
    rows.add(
        of(
            "rcm.cnp-answers=next-mark",
            "next-mark",
            RCM,
            "no CNP is for a mark that lies behind, and the queue empties",
            CNPS,
            LESS));
    rows.add(
        of(
            "rcm.cnp-ecn=ect0",
            "ect0",
            RCM,
            "CNPs have it",
            s -> cnps(s, frame -> frame.ecn() == Ecn.ECT_0),
            appears()));
    rows.add(
        of(
            "rcm.cnp-ecn=not-ect",
            "not-ect",
            RCM,
            "CNPs have it",
            s -> cnps(s, frame -> frame.ecn() == Ecn.NOT_ECT),
            appears()));
    rows.add(
        of(
            "rcm.cnp-dscp",
            "16",
            RCM,
            "CNPs have it",
            s -> cnps(s, frame -> frame.dscp() == 16),
            appears()));
  }

  private static void cuts(List<KeyRow> rows) {
    rows.add(of("rcm.min-rate", "15G", RCM, "it is the least", LEAST, is(15_000_000_000L)));
    rows.add(of("rcm.cut", "3/4", RCM, "a quarter is left at first", LEAST, LESS));
    rows.add(of("rcm.g", "1/2", FALLING, "alpha halves each microsecond", LEAST, MORE));
    rows.add(of("rcm.initial-alpha", "1/2", RCM, "a quarter off at first", LEAST, MORE));
    rows.add(of("rcm.alpha-timer", "1us", RCM, "alpha falls the faster", LEAST, MORE));
    rows.add(of("rcm.cut-gap", "1ms", RCM, "one cut in a millisecond", LEAST, MORE));
    rows.add(
        of(
            "rcm.clamp=after-time",
            "after-time",
            RCM,
            "after a second cut the target is still the line rate",
            Seen::fctPs,
            LESS));
    rows.add(
        of(
            "rcm.clamp=always",
            "always",
            RCM.replace("[[workload]]", "[rcm]\nclamp = \"after-time\"\n[[workload]]"),
            "each cut takes the target down",
            Seen::fctPs,
            MORE));
  }

  private static void rises(List<KeyRow> rows) {
    rows.add(
        of("rcm.rise=step", "step", RCM, "40 Mb/s at a time, not half way", Seen::fctPs, MORE));
    rows.add(of("rcm.rise-timer", "10us", RCM, "it rises the faster", Seen::fctPs, LESS));
    rows.add(of("rcm.rise-bytes", "20KB", RCM, "so it does by bytes", Seen::fctPs, LESS));
    rows.add(of("rcm.rise-after=both", "both", RCM, "10 MB are never sent", Seen::fctPs, MORE));
    rows.add(of("rcm.fast-steps", "0", RCM, "the target rises at once", Seen::fctPs, LESS));
    rows.add(of("rcm.step", "2G", STEPS, "the target rises by more", Seen::fctPs, LESS));
    rows.add(of("rcm.hyper-step", "4G", STEPS, "and by more each time", Seen::fctPs, LESS));
    rows.add(
        of(
            "rcm.counts-first=true",
            "true",
            SLOW,
            "the first rise takes the target up already",
            Seen::fctPs,
            LESS));
  }
}
