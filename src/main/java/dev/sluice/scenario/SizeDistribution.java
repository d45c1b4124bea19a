package dev.sluice.scenario;

import dev.sluice.sim.RandomStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large flows are: points of a cumulative distribution, between which sizes are spread evenly.
 *
 * <p>Its text has a point a line: a size in bytes, and how many percent of the flows are no larger.
 * Neither falls, and the last line has 100. What the first line has above 0 percent are flows of
 * just that size, as are those of a line that repeats the size before it.
 *
 * <p>All is whole numbers: shares in units of 10⁻⁹ percent, what is written beyond that left out.
 */
final class SizeDistribution {
  /** The distributions that come with Sluice. */
  static final List<String> NAMES = List.of("websearch");

  /** All flows, in units of 10⁻⁹ percent. */
  static final long ALL = 100_000_000_000L;

  /** What the length field of a request can say, bytes. */
  static final long MOST_BYTES = 4_000_000_000L;

  private static final int MOST_POINTS = 100_000;
  private static final int DECIMALS = 9;
  private static final String POINT = "a size in bytes and a cumulative percentage: 10000 15";
  private static final Pattern FORM =
      Pattern.compile("(\\S+?)(?:\\s*[,;]\\s*|\\s+)(\\S+?)\\s*%?", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(?:\\.\\d{1,40})?");

  private final long[] sizes;
  private final long[] shares;

  private SizeDistribution(List<long[]> points) {
    sizes = points.stream().mapToLong(point -> point[0]).toArray();
    shares = points.stream().mapToLong(point -> point[1]).toArray();
  }

  /** The text of one that comes with Sluice; empty if there is none of that name. */
  static Optional<String> ready(String name) {
    if (!NAMES.contains(name)) {
      return Optional.empty();
    }
    try (InputStream in = SizeDistribution.class.getResourceAsStream(name + ".cdf")) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads one.
   *
   * @throws BadLine with the first line that is wrong
   */
  static SizeDistribution of(String text) throws BadLine {
    List<long[]> points = new ArrayList<>();
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      String point = line.replaceFirst("^\uFEFF", "").replaceFirst("#.*", "").strip();
      if (!point.isEmpty()) {
        points.add(point(point, number, points));
      }
      if (points.size() > MOST_POINTS) {
        throw new BadLine(number, "more than " + MOST_POINTS + " points", "fewer");
      }
    }
    if (points.isEmpty()) {
      throw new BadLine(0, "no point of a distribution stands in it", POINT);
    }
    long last = points.get(points.size() - 1)[1];
    if (last < ALL) {
      boolean areFractions = last == ALL / 100;
      throw new BadLine(
          number,
          "the distribution ends at " + percent(last) + " %",
          areFractions
              ? "percent, and no fractions: 100 in the last line"
              : "100 in the last line");
    }
    return new SizeDistribution(points);
  }

  private static long[] point(String line, int number, List<long[]> before) throws BadLine {
    Matcher form = FORM.matcher(line);
    if (!form.matches()) {
      throw new BadLine(
          number, "\"" + BadLine.shown(line) + "\" is no point of a distribution", POINT);
    }
    long bytes = bytes(form.group(1), number);
    long share = share(form.group(2), number);
    if (bytes == 0 && share > 0) {
      throw new BadLine(
          number,
          "the size is 0 for " + percent(share) + " % of the flows",
          "1 B or more; 0 with 0 %, as where sizes begin");
    }
    if (!before.isEmpty()) {
      long[] last = before.get(before.size() - 1);
      if (bytes < last[0]) {
        throw new BadLine(
            number, "the size falls from " + last[0] + " to " + bytes, "sizes in rising order");
      }
      if (share < last[1]) {
        throw new BadLine(
            number,
            "the percentage falls from " + percent(last[1]) + " to " + percent(share),
            "how many percent of the flows are no larger: cumulative");
      }
    }
    return new long[] {bytes, share};
  }

  private static long bytes(String text, int number) throws BadLine {
    if (text.matches("\\d{19,}")) {
      throw new BadLine(
          number,
          "the size " + BadLine.shown(text) + " has " + text.length() + " digits",
          "at most " + Quantity.SIZE.print(MOST_BYTES));
    }
    long bytes =
        text.matches("\\d{1,18}") ? Long.parseLong(text) : Quantity.SIZE.parse(text).orElse(-1);
    if (bytes < 0) {
      throw new BadLine(
          number, "\"" + BadLine.shown(text) + "\" is no size", Quantity.SIZE.allowed());
    }
    if (bytes > MOST_BYTES) {
      throw new BadLine(
          number, "the size is " + bytes, "at most " + Quantity.SIZE.print(MOST_BYTES));
    }
    return bytes;
  }

  private static long share(String text, int number) throws BadLine {
    String allowed = "a number from 0 to 100, such as 97.5";
    if (!PERCENT.matcher(text).matches()) {
      throw new BadLine(number, "\"" + BadLine.shown(text) + "\" is no percentage", allowed);
    }
    BigDecimal units = new BigDecimal(text).scaleByPowerOfTen(DECIMALS);
    if (units.compareTo(BigDecimal.valueOf(ALL)) > 0) {
      throw new BadLine(number, "the percentage is " + text, allowed);
    }
    return units.setScale(0, RoundingMode.DOWN).longValueExact();
  }

  private static String percent(long share) {
    return BigDecimal.valueOf(share, DECIMALS).stripTrailingZeros().toPlainString();
  }

  /** The largest size, bytes. */
  long largest() {
    return sizes[sizes.length - 1];
  }

  /**
   * The mean size, as a multiple of 1 B over 2 {@link #ALL}: the middle of each two points, by the
   * share of flows between them. Draws are whole bytes, rounded up, and so less than 1 B more.
   */
  BigInteger mean() {
    BigInteger sum = product(2 * sizes[0], shares[0]);
    for (int i = 1; i < sizes.length; i++) {
      sum = sum.add(product(sizes[i - 1] + sizes[i], shares[i] - shares[i - 1]));
    }
    return sum;
  }

  private static BigInteger product(long one, long other) {
    return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
  }

  /** The size of the next flow, 1 B or more. */
  long draw(RandomStream chance) {
    long drawn = chance.below(ALL);
    int above = 0; // the first point whose share is more than what was drawn
    int end = shares.length - 1;
    while (above < end) {
      int middle = (above + end) >>> 1;
      if (shares[middle] > drawn) {
        end = middle;
      } else {
        above = middle + 1;
      }
    }
    if (above == 0 || sizes[above] == sizes[above - 1]) {
      return sizes[above];
    }
    long from = sizes[above - 1];
    long share = shares[above] - shares[above - 1];
    return from
        + 1
        + product(drawn - shares[above - 1], sizes[above] - from)
            .divide(BigInteger.valueOf(share))
            .longValueExact();
  }
}
