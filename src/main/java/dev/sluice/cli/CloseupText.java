package dev.sluice.cli;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Bdp;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.fabric.LongestPath;
import dev.sluice.host.Addresses;
import dev.sluice.host.uet.CongestionControl;
import dev.sluice.host.uet.NicParams;
import dev.sluice.scenario.Closeup;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.PlannedFlow;
import dev.sluice.scenario.Scenario;
import dev.sluice.units.Bytes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What {@code sluice run --closeup} prints besides: the sums behind base RTT, windows and credit,
 * and the first steps of the first flow's contexts. Every number is exact but where it is rounded
 * to so many decimals.
 */
final class CloseupText {
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
  private static final int MOST_LOADS = 8;

  private CloseupText() {}

  private static String row(String name, String value) {
    return String.format(Locale.ROOT, "  %-11s %s", name, value);
  }

  private static String exact(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, plain.scale()) + "f", plain);
  }

  private static String ns(long ps) {
    return exact(BigDecimal.valueOf(ps).divide(THOUSAND)) + " ns";
  }

  private static String us(long ps) {
    return exact(BigDecimal.valueOf(ps, 6)) + " us";
  }

  private static String gbps(long bps) {
    return exact(BigDecimal.valueOf(bps, 9)) + " Gb/s";
  }

  /** Units of 2⁻⁹ byte. */
  private static String bytes(long units) {
    return exact(BigDecimal.valueOf(units).divide(BigDecimal.valueOf(Bytes.UNITS)));
  }

  private static String n(long number) {
    return Words.count(number);
  }

  // ---------------------------------------------------------------- what is configured

  /** The sums behind what is configured. */
  static List<String> sums(Scenario scenario) {
    List<String> lines = new ArrayList<>();
    path(scenario, lines);
    windows(scenario, lines);
    if (scenario.nic().congestionControl().rccc()) {
      credit(scenario, lines);
    }
    return lines;
  }

  private static void path(Scenario scenario, List<String> lines) {
    NicParams nic = scenario.nic();
    int frame = scenario.frameBytes();
    BaseRtt.Path path = LongestPath.of(scenario.topology(), frame);
    BaseRtt.OneWay oneWay = BaseRtt.oneWay(path, frame);
    long rate = path.links().stream().mapToLong(BaseRtt.Link::rateBps).min().orElseThrow();
    long alone = BaseRtt.serializationPs(frame, rate);
    lines.add(
        row(
            "frame",
            n(frame)
                + " B = "
                + n(8L * frame)
                + " bit at "
                + gbps(rate)
                + ": "
                + ns(alone)
                + (alone == oneWay.serializationPs()
                    ? ""
                    : "; from slow to fast to slow " + ns(oneWay.serializationPs()))));
    long mm = path.links().stream().mapToLong(BaseRtt.Link::lengthMm).sum();
    lines.add(
        row(
            "fibre",
            exact(BigDecimal.valueOf(mm, 3)) + " m x 5 ns: " + ns(oneWay.propagationPs())));
    lines.add(
        row(
            "switching",
            Words.some(path.switchLatencyPs().size(), "switch", "switches")
                + each(path.switchLatencyPs())
                + ": "
                + ns(oneWay.switchingPs())));
    lines.add(
        row(
            "FEC",
            Words.some(path.links().size(), "link", "links")
                + each(path.links().stream().map(BaseRtt.Link::fecPs).toList())
                + ": "
                + ns(oneWay.fecPs())));
    int data = BaseRtt.FEC_DATA_SYMBOLS * BaseRtt.FEC_SYMBOL_BITS;
    int parity = BaseRtt.FEC_PARITY_SYMBOLS * BaseRtt.FEC_SYMBOL_BITS;
    lines.add(
        row(
            "codeword",
            n(data)
                + " + "
                + n(parity)
                + " = "
                + n(BaseRtt.codewordBits())
                + " bit, collected in "
                + ns(BaseRtt.codewordPs(100_000_000_000L))
                + " at 100 Gb/s, "
                + ns(BaseRtt.codewordPs(400_000_000_000L))
                + " at 400 Gb/s"));
    long round = oneWay.roundTripPs(nic.commitPs());
    lines.add(
        row(
            "round trip",
            "2 x "
                + ns(oneWay.totalPs())
                + " + "
                + ns(nic.commitPs())
                + " of commit = "
                + ns(round)
                + "; in whole microseconds "
                + BaseRtt.configBaseRttUs(round)
                + " us"));
    lines.add(row("base RTT", us(nic.baseRttPs())));
  }

  private static String each(List<Long> delays) {
    return delays.stream().distinct().count() == 1
        ? " x " + ns(delays.get(0))
        : " of " + delays.stream().map(CloseupText::ns).collect(Collectors.joining(" + "));
  }

  private static void windows(Scenario scenario, List<String> lines) {
    NicParams nic = scenario.nic();
    PlannedFlow first = scenario.flows().get(0);
    long rate =
        Math.min(
            scenario.topology().hostRateBps(first.from()),
            scenario.topology().hostRateBps(first.to()));
    long rtt = nic.baseRttPs();
    long bdp = Bdp.bytes(rate, rate, rtt);
    long bits = Bdp.bytes(rate, rate, rtt, 8, 1);
    lines.add(
        row(
            "BDP",
            gbps(rate)
                + " x "
                + us(rtt)
                + " = "
                + n(bits)
                + " bit = "
                + n(bdp)
                + " B; "
                + n(bits)
                + " bit in "
                + us(rtt)
                + " = "
                + gbps(rate)));
    long max = Bdp.bytes(rate, rate, rtt, nic.maxWndNumerator(), nic.maxWndDenominator());
    BigDecimal factor =
        BigDecimal.valueOf(nic.maxWndNumerator())
            .divide(BigDecimal.valueOf(nic.maxWndDenominator()), 2, RoundingMode.DOWN);
    lines.add(row("MaxWnd", n(bdp) + " B x " + exact(factor) + " = " + n(max) + " B"));
    CongestionControl cc = nic.congestionControl();
    if (nic.isSourceDocuments() && cc.nscc()) {
      long f = nic.scalingFactor();
      BigDecimal step = BigDecimal.valueOf(150_000).divide(BigDecimal.valueOf(f));
      lines.add(
          row(
              "step",
              "100 Gb/s x 12 us = 1,200,000 bit = 150,000 B; 150,000 / "
                  + f
                  + " = "
                  + exact(step)
                  + " B, shifted "
                  + step.toBigInteger()
                  + " B"));
      long theta = nic.thetaPs() == 0 ? rtt : nic.thetaPs();
      lines.add(
          row(
              "theta",
              "samples above "
                  + ns(rtt)
                  + " + "
                  + ns(theta)
                  + " = "
                  + ns(rtt + theta)
                  + " make the window fall"));
      lines.add(
          row(
              "signals",
              nic.signals() == Signals.BOTH
                  ? "marks make it fall, too, by a packet"
                  : "marks do not: round-trip times alone"));
    }
  }

  private static void credit(Scenario scenario, List<String> lines) {
    NicParams nic = scenario.nic();
    PlannedFlow first = scenario.flows().get(0);
    int target = first.destination();
    long rate = scenario.topology().hostRateBps(target);
    long slice = Bdp.bytes(rate, rate, nic.slicePs(), nic.grantNumerator(), nic.grantDenominator());
    long initial = nic.initialCreditBytes();
    long bdp = Bdp.bytes(rate, rate, nic.baseRttPs());
    lines.add(
        row(
            "unasked",
            n(initial)
                + " B"
                + (initial > 0 && bdp % initial == 0 ? " = " + n(bdp) + " / " + bdp / initial : "")
                + "; packets: "
                + packets(nic, initial)));
    lines.add(
        row(
            "slice",
            gbps(rate)
                + (nic.grantNumerator() == nic.grantDenominator()
                    ? ""
                    : " x " + nic.grantNumerator() + "/" + nic.grantDenominator())
                + " x "
                + us(nic.slicePs())
                + " = "
                + n(slice)
                + " B"));
    long senders =
        scenario.flows().stream()
            .filter(flow -> flow.destination() == target)
            .map(PlannedFlow::source)
            .distinct()
            .count();
    long share = slice / senders;
    lines.add(
        row(
            "share",
            n(slice)
                + " / "
                + senders
                + " = "
                + n(share)
                + " B, "
                + gbps(Math.multiplyExact(share, 8_000_000_000_000L / nic.slicePs()))
                + "; packets: "
                + packets(nic, share)));
    if (senders == 1) {
      long slices = (first.bytes() + slice - 1) / slice;
      lines.add(
          row(
              "slices",
              n(first.bytes())
                  + " / "
                  + n(slice)
                  + " = "
                  + n(slices)
                  + " slices = "
                  + Amounts.time(slices * nic.slicePs())));
    }
  }

  private static String packets(NicParams nic, long bytes) {
    long packet = nic.mtuBytes() + nic.overheadBytes();
    return bytes < packet
        ? n(bytes) + " < " + n(packet) + ", none is whole"
        : bytes / packet + " x " + n(packet) + " + " + n(bytes % packet);
  }

  // ---------------------------------------------------------------- what was seen

  /** What was seen. */
  static List<String> seen(Scenario scenario, Closeup closeup, Figures figures) {
    List<String> lines = new ArrayList<>();
    if (closeup.spdcid() != 0) {
      PlannedFlow first = scenario.flows().get(0);
      int address = Addresses.of(first.source());
      lines.add(
          row(
              "source",
              String.format(
                  Locale.ROOT,
                  "%s, FA %d.%d.%d.%d: SPDCID 0x%04X, CCC_ID 0x%02X, TC-Low; %s B to send",
                  closeup.source(),
                  address >>> 24,
                  address >> 16 & 0xFF,
                  address >> 8 & 0xFF,
                  address & 0xFF,
                  closeup.spdcid(),
                  closeup.cccId(),
                  n(closeup.demandBytes()))));
    }
    if (closeup.pdcid() != 0) {
      lines.add(
          row(
              "target",
              String.format(
                  Locale.ROOT,
                  "%s: PDC 0x%04X, CCC_ID 0x%02X",
                  closeup.target(),
                  closeup.pdcid(),
                  closeup.targetCccId())));
    }
    lines.add(
        row(
            "first burst",
            Words.some(closeup.burstPackets(), "packet", "packets")
                + ", "
                + n(closeup.burstBytes())
                + " B before the first answer"));
    if (!closeup.credits().first().isEmpty()) {
      lines.add(row("credit", course(closeup.credits())));
      lines.add(row("backlog", course(closeup.backlogs())));
      if (closeup.firstTarget() >= 0) {
        lines.add(
            row("asks for", "credit_target " + n(closeup.firstTarget()) + " in the first request"));
      }
    }
    if (scenario.nic().congestionControl().nscc()) {
      window(closeup, lines);
    }
    rtt(scenario, figures, lines);
    String name = "load";
    for (Closeup.Load load : closeup.loads(figures, MOST_LOADS)) {
      lines.add(
          row(
              name,
              load.name()
                  + " of "
                  + gbps(load.rateBps())
                  + ": "
                  + percent(load.meanBps(), load)
                  + " on average, "
                  + percent(load.highestBps(), load)
                  + " in its busiest "
                  + us(Closeup.LOAD_PS)));
      name = "";
    }
    return lines;
  }

  private static String percent(long bps, Closeup.Load load) {
    BigDecimal percent =
        BigDecimal.valueOf(bps)
            .multiply(BigDecimal.valueOf(100))
            .divide(BigDecimal.valueOf(load.rateBps()), 1, RoundingMode.HALF_UP);
    return Amounts.rate(bps) + " = " + percent.toPlainString() + " %";
  }

  private static String course(Closeup.Course course) {
    String first = course.first().stream().map(CloseupText::n).collect(Collectors.joining(", "));
    return first
        + (course.first().size() < Closeup.FIRST ? " B" : ", ..., " + n(course.last()) + " B");
  }

  private static void window(Closeup closeup, List<String> lines) {
    String first =
        closeup.windows().first().stream()
            .map(CloseupText::bytes)
            .collect(Collectors.joining(", "));
    lines.add(row("window", first + ", ..., " + bytes(closeup.windows().last()) + " B"));
    String steps =
        Words.some(closeup.rises(), "rise", "rises")
            + ", "
            + Words.some(closeup.falls(), "fall", "falls");
    if (closeup.rises() > 0) {
      steps += "; the first rise " + bytes(closeup.firstStep()) + " B";
    }
    if (closeup.leastApartPs() >= 0) {
      steps += "; " + us(closeup.leastApartPs()) + " to " + us(closeup.mostApartPs()) + " apart";
      if (closeup.leastApartPs() == closeup.mostApartPs()) {
        steps +=
            ": "
                + n(closeup.rises())
                + " x "
                + us(closeup.mostApartPs())
                + " = "
                + us(Math.multiplyExact(closeup.rises(), closeup.mostApartPs()));
      }
    }
    lines.add(row("", steps));
  }

  private static void rtt(Scenario scenario, Figures figures, List<String> lines) {
    if (figures.greatestRttPs() < 0) {
      lines.add(row("RTT", "no sample"));
      return;
    }
    long above = figures.greatestRttPs() - scenario.nic().baseRttPs();
    lines.add(
        row(
            "RTT",
            "samples "
                + ns(figures.leastRttPs())
                + " to "
                + ns(figures.greatestRttPs())
                + "; "
                + (above > 0 ? ns(above) + " above" : "none above")
                + " the base RTT"));
  }
}
