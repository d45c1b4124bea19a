package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the numbers of a telemetry record count, which the draft leaves open: units of time, of
 * transmitted bytes and of queue length, and the codes of Speed. Switches and hosts of a fabric
 * have to agree on them.
 *
 * <p>A record is 64 bits: Speed (4), Timestamp (24), txBytes (20) and Queue Length (16), the first
 * in the highest bits. Timestamp and txBytes are counters that wrap; Queue Length stops at its
 * largest value. All are cut to whole units toward zero.
 *
 * @param tickPs one of Timestamp, in picoseconds, from 1
 * @param txUnitBytes one of txBytes, in bytes, from 1
 * @param queueUnitBytes one of Queue Length, in bytes, from 1
 * @param sojournUnitPs one of how long a packet waited, in picoseconds, where that stands in the
 *     place of Queue Length; 0 where Queue Length does
 * @param speedsMbps the speed of each code from 0 on, in Mb/s; 0 where no speed has that code
 */
@Requirement("HPCC-7")
public record TelemetryUnits(
    long tickPs, long txUnitBytes, long queueUnitBytes, long sojournUnitPs, List<Long> speedsMbps) {
  /** Bits of Timestamp. */
  public static final int TIME_BITS = 24;

  /** Bits of txBytes. */
  public static final int TX_BITS = 20;

  /** Bits of Queue Length. */
  public static final int QUEUE_BITS = 16;

  /** How many codes Speed can have. */
  public static final int CODES = 16;

  private static final int TIME_AT = TX_BITS + QUEUE_BITS;
  private static final int SPEED_AT = TIME_AT + TIME_BITS;
  private static final long TIME_MODULUS = 1L << TIME_BITS;
  private static final long TX_MODULUS = 1L << TX_BITS;
  private static final long QUEUE_MOST = (1L << QUEUE_BITS) - 1;

  /**
   * @throws IllegalArgumentException if a unit is below 1, there are no codes or too many, or a
   *     speed has two
   */
  public TelemetryUnits {
    speedsMbps = List.copyOf(speedsMbps);
    if (tickPs < 1 || txUnitBytes < 1 || queueUnitBytes < 1 || sojournUnitPs < 0) {
      throw new IllegalArgumentException(
          "units of %d ps, %d B and %d B".formatted(tickPs, txUnitBytes, queueUnitBytes));
    }
    if (speedsMbps.isEmpty() || speedsMbps.size() > CODES) {
      throw new IllegalArgumentException(
          speedsMbps.size() + " codes of Speed, of which 4 bits hold 1 to " + CODES);
    }
    List<Long> used = speedsMbps.stream().filter(speed -> speed != 0).toList();
    if (used.stream().distinct().count() != used.size()
        || used.stream().anyMatch(speed -> speed < 0)) {
      throw new IllegalArgumentException("speeds that are no list of codes: " + speedsMbps);
    }
  }

  /**
   * Units of records that have a queue's length.
   *
   * @throws IllegalArgumentException if a unit is below 1, there are no codes or too many, or a
   *     speed has two
   */
  public TelemetryUnits(long tickPs, long txUnitBytes, long queueUnitBytes, List<Long> speedsMbps) {
    this(tickPs, txUnitBytes, queueUnitBytes, 0, speedsMbps);
  }

  /**
   * The same where records have the time that a packet has waited in place of the queue's length.
   *
   * @param unitPs in picoseconds, from 1
   * @throws IllegalArgumentException if it is below 1
   */
  @Requirement("HPCC-14")
  public TelemetryUnits withSojourn(long unitPs) {
    if (unitPs < 1) {
      throw new IllegalArgumentException("a wait in units of " + unitPs + " ps");
    }
    return new TelemetryUnits(tickPs, txUnitBytes, queueUnitBytes, unitPs, speedsMbps);
  }

  /** Whether records have the time that a packet has waited in place of the queue's length. */
  public boolean hasSojourn() {
    return sojournUnitPs > 0;
  }

  /**
   * The code of a speed.
   *
   * @param mbps in Mb/s
   * @throws IllegalArgumentException if it has none: whoever configures a port hears of it, and no
   *     packet carries another port's code
   */
  public int code(long mbps) {
    int code = mbps == 0 ? -1 : speedsMbps.indexOf(mbps);
    if (code < 0) {
      throw new IllegalArgumentException(
          "a port of %d Mb/s has no code of Speed; there are %s"
              .formatted(
                  mbps,
                  speedsMbps.stream()
                      .filter(speed -> speed != 0)
                      .map(String::valueOf)
                      .collect(Collectors.joining(", "))));
    }
    return code;
  }

  /** Whether a speed in Mb/s has a code. */
  public boolean hasCode(long mbps) {
    return mbps > 0 && speedsMbps.contains(mbps);
  }

  /**
   * The record of a port at one instant.
   *
   * @param speed its {@link #code}
   * @param nowPs the instant
   * @param sentBytes what it has sent until then, in all
   * @param waits how many bytes wait in it then, or how many picoseconds the packet has waited
   */
  @Requirement({"HPCC-1", "HPCC-7", "HPCC-14"})
  public long record(int speed, long nowPs, long sentBytes, long waits) {
    return (long) speed << SPEED_AT
        | (nowPs / tickPs & TIME_MODULUS - 1) << TIME_AT
        | (sentBytes / txUnitBytes & TX_MODULUS - 1) << QUEUE_BITS
        | Math.min(waits / (hasSojourn() ? sojournUnitPs : queueUnitBytes), QUEUE_MOST);
  }

  /** The code of Speed in a record. */
  public static int speed(long record) {
    return (int) (record >>> SPEED_AT);
  }

  /** The Timestamp of a record, in ticks. */
  public static int timestamp(long record) {
    return (int) (record >>> TIME_AT & TIME_MODULUS - 1);
  }

  /** The txBytes of a record, in units. */
  public static int txBytes(long record) {
    return (int) (record >>> QUEUE_BITS & TX_MODULUS - 1);
  }

  /** The Queue Length of a record, in units. */
  public static int queueLength(long record) {
    return (int) (record & QUEUE_MOST);
  }

  /** The speed of a record's port in Mb/s; 0 if no speed has its code. */
  public long mbps(long record) {
    int code = speed(record);
    return code < speedsMbps.size() ? speedsMbps.get(code) : 0;
  }

  /**
   * Ticks from one record of a port to a later one. Half a turn of the counter or more means that
   * the second is the older one, and counts as 0: nothing can be measured between them.
   */
  @Requirement("HPCC-7")
  public static long ticks(long before, long now) {
    long ahead = timestamp(now) - timestamp(before) & TIME_MODULUS - 1;
    return ahead < TIME_MODULUS - ahead ? ahead : 0;
  }

  /** Bytes that a port has sent from one record to a later one, less than a turn of the counter. */
  @Requirement("HPCC-7")
  public long sentBytes(long before, long now) {
    return (txBytes(now) - txBytes(before) & TX_MODULUS - 1) * txUnitBytes;
  }

  /** Bytes that wait, of a record; of one at the field's largest value, at least so many. */
  public long queueBytes(long record) {
    return queueLength(record) * queueUnitBytes;
  }

  /**
   * How long a packet waited, of a record; of one at the field's largest value, at least so long.
   */
  @Requirement("HPCC-14")
  public long sojournPs(long record) {
    return queueLength(record) * sojournUnitPs;
  }

  /** How long Timestamp takes to come back, in picoseconds. */
  public long timePeriodPs() {
    return TIME_MODULUS * tickPs;
  }

  /** After how many bytes txBytes comes back. */
  public long txPeriodBytes() {
    return TX_MODULUS * txUnitBytes;
  }

  /** The largest queue that Queue Length tells apart from a longer one, in bytes. */
  public long queueMostBytes() {
    return (QUEUE_MOST + 1) * queueUnitBytes - 1;
  }

  /**
   * The same codes and units with bytes and speeds times a factor: what another domain is told of
   * records that pass its border as they are. It reads every queue, count and bandwidth times that
   * factor, and so the same U, while none of the amounts is the real one. Times are the same.
   *
   * @param factor from 1
   * @throws IllegalArgumentException if it is below 1
   * @throws ArithmeticException if a speed or a unit is beyond 64 bits then
   */
  @Requirement("HPCC-22")
  public TelemetryUnits scaled(long factor) {
    if (factor < 1) {
      throw new IllegalArgumentException("telemetry times " + factor);
    }
    return new TelemetryUnits(
        tickPs,
        Math.multiplyExact(txUnitBytes, factor),
        Math.multiplyExact(queueUnitBytes, factor),
        sojournUnitPs,
        speedsMbps.stream().map(speed -> Math.multiplyExact(speed, factor)).toList());
  }
}
