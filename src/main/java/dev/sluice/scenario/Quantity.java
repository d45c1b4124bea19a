package dev.sluice.scenario;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a number with a unit stands for, exactly: a decimal that does not come out whole in the
 * smallest unit is none.
 */
public enum Quantity {
  /** Bytes; a kilobyte is 1,000, a kibibyte 1,024. */
  SIZE(
      "B",
      "a size such as \"20MB\" or \"4KiB\" (B, KB, MB, GB, KiB, MiB, GiB)",
      units("B", 0, "KB", 3, "kB", 3, "MB", 6, "GB", 9, "TB", 12),
      Map.of("KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30)),
  /** Bits per second. */
  RATE(
      "bit/s",
      "a rate such as \"100G\" or \"400Gb/s\" (M, G, T)",
      units("M", 6, "G", 9, "T", 12, "Mb/s", 6, "Gb/s", 9, "Tb/s", 12, "bit/s", 0),
      Map.of()),
  /** Picoseconds. */
  TIME(
      "ps",
      "a time such as \"6us\" or \"400ns\" (ps, ns, us, ms, s)",
      units("ps", 0, "ns", 3, "us", 6, "µs", 6, "ms", 9, "s", 12),
      Map.of()),
  /** Millimetres. */
  LENGTH(
      "mm",
      "a length such as \"50m\" (mm, m, km)",
      units("mm", 0, "m", 3, "km", 6),
      Map.of("cm", 10L));

  private static final Pattern FORM = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,12})?) ?([^\\d\\s]+)");

  /** A probability, as the links' faults count it. */
  private static final BigDecimal CERTAIN = BigDecimal.valueOf(1L << 32);

  private static final Pattern CHANCE =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,12})?)(%?)|(\\d{1,9})/(\\d{1,12})");

  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?) ?%");

  /** A hundred percent, in thousandths of one. */
  static final long ALL = 100_000;

  private final String smallest;
  private final String allowed;
  private final Map<String, Long> factors;

  Quantity(String smallest, String allowed, Map<String, Long> decimal, Map<String, Long> others) {
    this.smallest = smallest;
    this.allowed = allowed;
    this.factors = new LinkedHashMap<>(decimal);
    this.factors.putAll(others);
  }

  private static Map<String, Long> units(Object... namesAndPowers) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int i = 0; i < namesAndPowers.length; i += 2) {
      long factor = 1;
      for (int power = (Integer) namesAndPowers[i + 1]; power > 0; power--) {
        factor *= 10;
      }
      units.put((String) namesAndPowers[i], factor);
    }
    return units;
  }

  /** The number of smallest units, or empty if the text is none of this kind. */
  public OptionalLong parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    Long factor = factors.get(matcher.group(2));
    if (factor == null) {
      return OptionalLong.empty();
    }
    try {
      BigDecimal number = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor));
      return OptionalLong.of(number.longValueExact());
    } catch (ArithmeticException notWholeOrTooLarge) {
      return OptionalLong.empty();
    }
  }

  /** What would be one. */
  public String allowed() {
    return allowed;
  }

  /** The smallest unit's name. */
  String smallest() {
    return smallest;
  }

  /** A number of smallest units, in the largest decimal unit in which it is whole. */
  public String print(long value) {
    String unit = smallest;
    long best = 1;
    for (Map.Entry<String, Long> each : factors.entrySet()) {
      long factor = each.getValue();
      boolean decimal = Long.toString(factor).matches("1(000)*");
      if (decimal && value != 0 && value % factor == 0 && factor > best) {
        unit = each.getKey();
        best = factor;
      }
    }
    return value / best + (this == RATE && best > 1 ? unit.charAt(0) + "" : unit);
  }

  /** Thousandths of a percent, from 1 up to 100 %; empty for anything else. */
  static Optional<Object> percent(String text) {
    Matcher matcher = PERCENT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long thousandths = new BigDecimal(matcher.group(1)).movePointRight(3).longValueExact();
    return thousandths > 0 && thousandths <= ALL ? Optional.of(thousandths) : Optional.empty();
  }

  /**
   * A probability such as {@code 0.1%}, {@code 0.001} or {@code 1/1000} in units of 2⁻³², rounded
   * toward zero; empty if it is none.
   */
  static OptionalLong chance(String text) {
    Matcher matcher = CHANCE.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    BigDecimal above;
    BigDecimal below;
    if (matcher.group(1) != null) {
      above = new BigDecimal(matcher.group(1));
      below = BigDecimal.valueOf(matcher.group(2).isEmpty() ? 1 : 100);
    } else {
      above = new BigDecimal(matcher.group(3));
      below = new BigDecimal(matcher.group(4));
    }
    if (below.signum() == 0 || above.compareTo(below) > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(above.multiply(CERTAIN).divideToIntegralValue(below).longValueExact());
  }
}
