package dev.sluice.cc.pfc;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * The headroom of a lane at which nothing is ever lost: all that can still come once it has passed
 * its threshold.
 *
 * <p>The link is full as that happens. The pause frame waits behind the port's own frame, is sent,
 * crosses the cable and is heeded; meanwhile the line carries what it can, and what was on the
 * cable comes. The largest frame of the class may have begun as the pause is heeded. The argument
 * stands in {@code spec/README.md}, the model is {@code spec/rcm/PfcLossless.tla}.
 *
 * <p>A size is what a frame takes of the line, gap and preamble included, and is counted the same
 * in the buffer. What is not a whole number of bytes is rounded once, at the end, toward zero: a
 * frame begins at a whole byte of a full line, so a part of one begins nothing.
 *
 * @param rateBps of the link, above 0
 * @param cablePs from one end of the cable to the other
 * @param interfacePs what both ends' interfaces add to both ways in all, and what lies between the
 *     moment at which a frame comes and that at which it counts
 * @param responseQuanta from a pause frame's arrival until it is heeded, each 512 bit times
 * @param ownBytes the largest frame of any class that the pausing port sends
 * @param frameBytes the largest frame of the lossless class
 * @param pauseBytes a pause frame
 * @param clockMillionths by how much the peer's clock may be faster
 * @param countsLastBit whether a frame counts with its last bit, and not with its first
 * @param cellBytes of the cells of the buffer; 1 where there are none
 * @param leastBytes the smallest frame of the lossless class, above 0
 */
@Requirement("PFC-6")
public record Headroom(
    long rateBps,
    long cablePs,
    long interfacePs,
    long responseQuanta,
    long ownBytes,
    long frameBytes,
    long pauseBytes,
    long clockMillionths,
    boolean countsLastBit,
    long cellBytes,
    long leastBytes) {
  /** A pause frame on the line: 64 octets with its check sequence, preamble and gap. */
  public static final long PAUSE_BYTES = 84;

  /** A quantum on the line: 512 bit times. */
  public static final long QUANTUM_BYTES = 64;

  private static final long PS_BITS_PER_BYTE = 8_000_000_000_000L;
  private static final long MILLION = 1_000_000;

  /**
   * @throws IllegalArgumentException if one is out of its range; its message has them all
   */
  public Headroom {
    if (rateBps < 1
        || cablePs < 0
        || interfacePs < 0
        || responseQuanta < 0
        || ownBytes < pauseBytes
        || pauseBytes < 1
        || leastBytes < 1
        || frameBytes < leastBytes
        || clockMillionths < 0
        || cellBytes < 1) {
      throw new IllegalArgumentException(
          ("a headroom at %d b/s, with %d ps of cable, %d ps of interfaces and %d quanta to heed;"
                  + " an own frame of %d B, a pause frame of %d B, others of %d to %d B;"
                  + " a clock faster by %d millionths, cells of %d B")
              .formatted(
                  rateBps,
                  cablePs,
                  interfacePs,
                  responseQuanta,
                  ownBytes,
                  pauseBytes,
                  leastBytes,
                  frameBytes,
                  clockMillionths,
                  cellBytes));
    }
  }

  /** Frames that count with their first bit, whole clocks and no cells. */
  public static Headroom of(
      long rateBps, long cablePs, long responseQuanta, long ownBytes, long frameBytes) {
    return new Headroom(
        rateBps,
        cablePs,
        0,
        responseQuanta,
        Math.max(ownBytes, PAUSE_BYTES),
        frameBytes,
        PAUSE_BYTES,
        0,
        false,
        1,
        frameBytes);
  }

  /** The same with what interfaces add to both ways in all. */
  public Headroom interfaces(long ps) {
    return new Headroom(
        rateBps,
        cablePs,
        ps,
        responseQuanta,
        ownBytes,
        frameBytes,
        pauseBytes,
        clockMillionths,
        countsLastBit,
        cellBytes,
        leastBytes);
  }

  /** The same with another cable. */
  public Headroom cable(long ps) {
    return new Headroom(
        rateBps,
        ps,
        interfacePs,
        responseQuanta,
        ownBytes,
        frameBytes,
        pauseBytes,
        clockMillionths,
        countsLastBit,
        cellBytes,
        leastBytes);
  }

  /** What the line carries in a time, whole bytes. */
  private long carries(long ps) {
    return FixedPoint.mulDiv(ps, rateBps, PS_BITS_PER_BYTE);
  }

  /** What the line carries while both ways are crossed, interfaces included. */
  public long cableBytes() {
    return carries(Math.addExact(Math.multiplyExact(2, cablePs), interfacePs));
  }

  /** What the line carries until the peer heeds. */
  public long responseBytes() {
    return Math.multiplyExact(responseQuanta, QUANTUM_BYTES);
  }

  /** What the line carries from the moment at which the threshold is passed. */
  private long lineBytes() {
    return Math.addExact(
        Math.addExact(ownBytes, pauseBytes), Math.addExact(cableBytes(), responseBytes()));
  }

  /** What a faster clock of the peer adds. */
  public long clockBytes() {
    long parts = Math.multiplyExact(lineBytes(), clockMillionths);
    return (parts + MILLION - 1) / MILLION;
  }

  /** The frame that passes the threshold, where it has left the line by then. */
  public long countedBytes() {
    return countsLastBit ? frameBytes : 0;
  }

  /** What cells waste that are not filled. */
  public long cellsBytes() {
    long line = Math.addExact(lineBytes(), clockBytes());
    long frames = (line + leastBytes - 1) / leastBytes + (countsLastBit ? 2 : 1);
    return Math.multiplyExact(frames, cellBytes - 1);
  }

  /**
   * The headroom, in bytes.
   *
   * @throws ArithmeticException if it does not fit a long
   */
  public long bytes() {
    long sum = Math.addExact(Math.addExact(lineBytes(), clockBytes()), frameBytes);
    return Math.addExact(sum, Math.addExact(countedBytes(), cellsBytes()));
  }

  /**
   * The longest cable for which a headroom is enough.
   *
   * @return picoseconds from end to end; −1 if it is not enough for any
   */
  public long longestCablePs(long headroomBytes) {
    if (cable(0).bytes() > headroomBytes) {
      return -1;
    }
    long enough = 0;
    long much = 1;
    while (much < Long.MAX_VALUE / 4 / rateBps * 1000 && cable(much).bytes() <= headroomBytes) {
      enough = much;
      much *= 2;
    }
    while (much - enough > 1) {
      long middle = enough + (much - enough) / 2;
      if (cable(middle).bytes() <= headroomBytes) {
        enough = middle;
      } else {
        much = middle;
      }
    }
    return enough;
  }

  /**
   * How long after an XOFF has left the next one is due, at most, so that the pause does not run
   * out: it may wait behind a full frame, and be heeded as late as the peer may.
   *
   * @param pauseQuanta that an XOFF asks for
   * @return picoseconds; below 1 if the pause is too short to be repeated in time
   */
  @Requirement("PFC-5")
  public long refreshAfterPs(long pauseQuanta) {
    long pause = time(Math.multiplyExact(pauseQuanta, QUANTUM_BYTES));
    long faster = (Math.multiplyExact(pause / 1000, clockMillionths) + 999) / 1000;
    return pause - faster - time(ownBytes) - time(responseBytes()) - 1;
  }

  private long time(long bytes) {
    return FixedPoint.mulDiv(bytes, PS_BITS_PER_BYTE, rateBps);
  }

  /** The response of a port of this rate by public tables, in quanta; −1 if they have none. */
  public static long responseQuanta(long rateBps) {
    return switch ((int) (rateBps / 1_000_000_000)) {
      case 10 -> 67;
      case 25 -> 80;
      case 40 -> 118;
      case 100 -> 394;
      case 200 -> 453;
      case 400, 800 -> 905;
      default -> -1;
    };
  }
}
