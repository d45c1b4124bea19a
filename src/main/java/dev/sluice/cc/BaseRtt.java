package dev.sluice.cc;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The round-trip time of an empty fabric, computed from rates, lengths and latencies.
 *
 * <p>All in whole picoseconds, and exact: a rate is one at which a byte takes a whole number of
 * them, a length is in millimetres of 5 ps each. The one rounding is the last step, up to whole
 * microseconds.
 */
public final class BaseRtt {
  /** What light needs for a metre of fibre. */
  public static final long PS_PER_METRE = 5_000;

  /** An RS(544,514) symbol. */
  public static final int FEC_SYMBOL_BITS = 10;

  /** Symbols of data in an RS(544,514) codeword. */
  public static final int FEC_DATA_SYMBOLS = 514;

  /** Symbols of parity in an RS(544,514) codeword. */
  public static final int FEC_PARITY_SYMBOLS = 30;

  /** The delay configured for each link by default. */
  public static final long FEC_PS = 150_000;

  private static final long PS_PER_MM = PS_PER_METRE / 1_000;
  private static final long BIT_PS_PER_SECOND = 8_000_000_000_000L;
  private static final long PS_PER_MICROSECOND = 1_000_000;
  private static final long FINE_PS = 128_000;

  private BaseRtt() {}

  /**
   * One link of a path.
   *
   * @param rateBps bits in a second; must divide 8·10¹², so that a byte takes whole picoseconds
   * @param lengthMm millimetres of fibre
   * @param fecPs delay of the error correction at its far end
   */
  public record Link(long rateBps, long lengthMm, long fecPs) {
    public Link {
      psPerByte(rateBps);
      if (lengthMm < 0 || fecPs < 0) {
        throw new IllegalArgumentException(
            "a link of " + lengthMm + " mm with " + fecPs + " ps of error correction");
      }
    }
  }

  /**
   * A way from one host to another.
   *
   * @param links in the order in which a frame meets them
   * @param switchLatencyPs the cut-through latency of the switch after each link but the last
   */
  public record Path(List<Link> links, List<Long> switchLatencyPs) {
    public Path {
      links = List.copyOf(links);
      switchLatencyPs = List.copyOf(switchLatencyPs);
      if (links.isEmpty() || switchLatencyPs.size() != links.size() - 1) {
        throw new IllegalArgumentException(
            links.size() + " links joined by " + switchLatencyPs.size() + " switches");
      }
      if (switchLatencyPs.stream().anyMatch(latency -> latency < 0)) {
        throw new IllegalArgumentException("a switch latency is negative: " + switchLatencyPs);
      }
    }

    /** The same way back. */
    public Path reversed() {
      return new Path(backwards(links), backwards(switchLatencyPs));
    }

    private static <T> List<T> backwards(List<T> list) {
      ArrayList<T> result = new ArrayList<>(list);
      Collections.reverse(result);
      return result;
    }
  }

  /**
   * The four parts of a one-way delay.
   *
   * @param serializationPs putting the frame on the way
   * @param propagationPs all fibre
   * @param switchingPs all switches
   * @param fecPs all links' error correction
   */
  @Requirement("RTT-6")
  public record OneWay(long serializationPs, long propagationPs, long switchingPs, long fecPs) {
    public OneWay {
      if (serializationPs < 0 || propagationPs < 0 || switchingPs < 0 || fecPs < 0) {
        throw new IllegalArgumentException(
            "a delay is negative: " + List.of(serializationPs, propagationPs, switchingPs, fecPs));
      }
    }

    /** First bit in to last bit out. */
    public long totalPs() {
      return Math.addExact(
          Math.addExact(serializationPs, propagationPs), Math.addExact(switchingPs, fecPs));
    }

    /** There and back, and the commit to memory that comes before the acknowledgment. */
    public long roundTripPs(long commitPs) {
      return Math.addExact(Math.multiplyExact(2, totalPs()), commitPs);
    }
  }

  /** How long a byte is on a link of this rate, in whole picoseconds. */
  public static long psPerByte(long rateBps) {
    if (rateBps <= 0 || BIT_PS_PER_SECOND % rateBps != 0) {
      throw new IllegalArgumentException(
          "a byte does not take a whole number of picoseconds at " + rateBps + " bit/s");
    }
    return BIT_PS_PER_SECOND / rateBps;
  }

  /** How long a frame is on a link: its bits over the link's rate. */
  @Requirement("RTT-1")
  public static long serializationPs(long frameBytes, long rateBps) {
    return Math.multiplyExact(frameBytes, psPerByte(rateBps));
  }

  /**
   * What putting the frame on its way adds to the one-way delay of a cut-through path.
   *
   * <p>On links of one rate that is one serialization, however many switches there are; likewise
   * where rates only rise or only fall, with the slowest link's. A switch towards a faster link
   * starts late enough that the last bit never leaves before it arrives, which costs the difference
   * of the two serializations. So a slow link, a faster one and again a slow one cost more than the
   * slowest alone: the frame, whole at the second switch, is spread out again. The sum is the same
   * in both directions.
   */
  @Requirement("RTT-2")
  public static long serializationPs(Path path, long frameBytes) {
    long total = 0;
    long before = 0;
    for (Link link : path.links()) {
      long here = serializationPs(frameBytes, link.rateBps());
      total = Math.addExact(total, Math.max(0, before - here));
      before = here;
    }
    return Math.addExact(total, before);
  }

  /** How long light is in the fibre. */
  @Requirement("RTT-3")
  public static long propagationPs(long lengthMm) {
    return Math.multiplyExact(lengthMm, PS_PER_MM);
  }

  /** How long a number of equal switches takes. */
  @Requirement("RTT-4")
  public static long switchingPs(int switches, long latencyPs) {
    return Math.multiplyExact(switches, latencyPs);
  }

  /** Bits of an RS(544,514) codeword, data and parity. */
  @Requirement("RTT-5")
  public static int codewordBits() {
    return (FEC_DATA_SYMBOLS + FEC_PARITY_SYMBOLS) * FEC_SYMBOL_BITS;
  }

  /** How long a codeword takes to collect at a rate; less than the delay that is configured. */
  @Requirement("RTT-5")
  public static long codewordPs(long rateBps) {
    return serializationPs(codewordBits() / 8, rateBps);
  }

  /** The one-way delay of a frame over an empty path. */
  @Requirement("RTT-6")
  public static OneWay oneWay(Path path, long frameBytes) {
    long lengthMm = 0;
    long fecPs = 0;
    for (Link link : path.links()) {
      lengthMm = Math.addExact(lengthMm, link.lengthMm());
      fecPs = Math.addExact(fecPs, link.fecPs());
    }
    long switching = 0;
    for (long latency : path.switchLatencyPs()) {
      switching = Math.addExact(switching, latency);
    }
    return new OneWay(serializationPs(path, frameBytes), propagationPs(lengthMm), switching, fecPs);
  }

  /** The safe whole number that is configured: the round trip, rounded up to microseconds. */
  @Requirement({"RTT-6", "RTT-7"})
  public static long configBaseRttUs(long roundTripPs) {
    return Math.addExact(roundTripPs, PS_PER_MICROSECOND - 1) / PS_PER_MICROSECOND;
  }

  /** The same in picoseconds. */
  public static long configBaseRttPs(long roundTripPs) {
    return configBaseRttUs(roundTripPs) * PS_PER_MICROSECOND;
  }

  /** A packet there and its acknowledgment back, over an empty path; the commit is not in it. */
  public static long acknowledgedPs(Path path, long frameBytes, long ackBytes) {
    return Math.addExact(
        oneWay(path, frameBytes).totalPs(), oneWay(path.reversed(), ackBytes).totalPs());
  }

  /**
   * What public UE 1.0.x configures: the round trip of a full packet over the longest path, with
   * nothing else under way, kept to 128 ns. No sample of that path lies below by more than its
   * rounding; a margin that is wider is taken up by each context as its luck has it.
   *
   * @param path the longest
   * @param frameBytes of a full packet
   * @param ackBytes of the frame of its acknowledgment
   * @param commitPs how long memory takes to commit a packet
   * @return in picoseconds, rounded up
   */
  @Requirement("UET-2")
  public static long fineBaseRttPs(Path path, long frameBytes, long ackBytes, long commitPs) {
    long roundTrip = Math.addExact(acknowledgedPs(path, frameBytes, ackBytes), commitPs);
    return Math.addExact(roundTrip, FINE_PS - 1) / FINE_PS * FINE_PS;
  }
}
