package dev.sluice.cli;

import dev.sluice.scenario.Metric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Quantities for people: three decimals of a fitting unit, rounded half up, the same everywhere.
 */
final class Amounts {
  private static final String[] TIMES = {"ps", "ns", "us", "ms", "s"};
  private static final String[] RATES = {"bit/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"};

  private Amounts() {}

  /** A time. */
  static String time(long ps) {
    return scaled(ps, TIMES);
  }

  /** A rate. */
  static String rate(long bps) {
    return scaled(bps, RATES);
  }

  /** A size, in bytes. */
  static String size(long bytes) {
    return Words.count(bytes) + " B";
  }

  /** Millionths of one. */
  static String fraction(long millionths) {
    return BigDecimal.valueOf(millionths, 6).toPlainString();
  }

  /** The same with two decimals below ten, one below a hundred, and none above; rounded half up. */
  static String ratio(long millionths) {
    BigDecimal value = BigDecimal.valueOf(millionths, 6);
    for (int decimals = 2; decimals > 0; decimals--) {
      BigDecimal rounded = value.setScale(decimals, RoundingMode.HALF_UP);
      if (rounded.precision() <= 3) {
        return rounded.toPlainString();
      }
    }
    return Words.count(value.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  /** A figure of a run; a dash where there is none. */
  static String of(Metric metric, long value) {
    if (value < 0) {
      return "-";
    }
    return switch (metric.unit()) {
      case COUNT, FLOWS -> Words.count(value);
      case SIZE -> size(value);
      case RATE -> rate(value);
      case TIME -> time(value);
      case FRACTION, RATIO -> fraction(value);
    };
  }

  private static String scaled(long value, String[] units) {
    int unit = 0;
    long one = 1;
    while (unit < units.length - 1 && value / one >= 1_000) {
      unit++;
      one *= 1_000;
    }
    if (unit == 0) {
      return value + " " + units[0];
    }
    BigDecimal shown =
        BigDecimal.valueOf(value).divide(BigDecimal.valueOf(one), 3, RoundingMode.HALF_UP);
    return String.format(Locale.ROOT, "%s %s", shown.toPlainString(), units[unit]);
  }
}
