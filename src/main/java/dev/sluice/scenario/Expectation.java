package dev.sluice.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run must come out with.
 *
 * @param metric the figure
 * @param comparison how it compares with the bound
 * @param bound in the metric's unit; {@link #ALL} for as many as there are
 */
public record Expectation(Metric metric, Comparison comparison, long bound) {
  /** As many as there are. */
  public static final long ALL = -1;

  /** How a figure may compare with a bound. */
  public enum Comparison {
    /** No more. */
    AT_MOST("<="),
    /** No less. */
    AT_LEAST(">="),
    /** Less. */
    BELOW("<"),
    /** More. */
    ABOVE(">"),
    /** The same. */
    EQUAL("=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    /** Its sign. */
    public String sign() {
      return sign;
    }

    private boolean holds(int compared) {
      return switch (this) {
        case AT_MOST -> compared <= 0;
        case AT_LEAST -> compared >= 0;
        case BELOW -> compared < 0;
        case ABOVE -> compared > 0;
        case EQUAL -> compared == 0;
      };
    }
  }

  /**
   * Whether a value meets it; −1, which stands for a missing figure, meets nothing.
   *
   * @param all what {@link #ALL} stands for
   */
  public boolean isMetBy(long value, long all) {
    return value >= 0 && comparison.holds(Long.compare(value, bound == ALL ? all : bound));
  }

  /** As it would be written in a scenario. */
  @Override
  public String toString() {
    String value = bound == ALL ? "all" : metric.print(bound);
    return metric.key() + " " + comparison.sign() + " " + value;
  }

  /** What may stand behind a metric's name. */
  static Kind kind(Metric metric) {
    String value =
        switch (metric.unit()) {
          case COUNT -> "a number such as 0";
          case FLOWS -> "a number, or \"all\"";
          case SIZE -> Quantity.SIZE.allowed();
          case RATE -> Quantity.RATE.allowed();
          case TIME -> Quantity.TIME.allowed();
          case FRACTION -> "a number from 0 to 1 such as \"0.99\"";
          case RATIO -> "a number such as \"2.5\"";
        };
    String type =
        switch (metric.unit()) {
          case COUNT, FLOWS -> "number";
          case FRACTION -> "fraction";
          default -> metric.unit().name().toLowerCase(java.util.Locale.ROOT);
        };
    return new Kind(
        type,
        metric.unit() == Metric.Unit.FLOWS ? "`all`, or a number" : "",
        value + ", with <=, >=, < or > before it where it need not be met exactly",
        metric.unit() == Metric.Unit.FLOWS ? List.of("all") : List.of(),
        node -> read(metric, node).map(expectation -> expectation));
  }

  private static Optional<Expectation> read(Metric metric, JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0) {
      return switch (metric.unit()) {
        case COUNT, FLOWS, SIZE ->
            Optional.of(new Expectation(metric, Comparison.EQUAL, node.longValue()));
        case FRACTION ->
            node.longValue() <= 1
                ? Optional.of(
                    new Expectation(metric, Comparison.EQUAL, 1_000_000 * node.longValue()))
                : Optional.empty();
        default -> Optional.empty();
      };
    }
    if (!node.isTextual()) {
      return Optional.empty();
    }
    String text = node.textValue().strip();
    Comparison comparison = Comparison.EQUAL;
    for (Comparison each : Comparison.values()) {
      if (text.startsWith(each.sign())) {
        comparison = each;
        text = text.substring(each.sign().length()).strip();
        break;
      }
    }
    OptionalLong bound = value(metric, text);
    return bound.isPresent()
        ? Optional.of(new Expectation(metric, comparison, bound.getAsLong()))
        : Optional.empty();
  }

  private static OptionalLong value(Metric metric, String text) {
    boolean isMillionths =
        metric.unit() == Metric.Unit.FRACTION || metric.unit() == Metric.Unit.RATIO;
    if (text.matches("\\d{1,18}") && !isMillionths) {
      return switch (metric.unit()) {
        case COUNT, FLOWS, SIZE -> OptionalLong.of(Long.parseLong(text));
        default -> OptionalLong.empty();
      };
    }
    return switch (metric.unit()) {
      case FLOWS -> text.equals("all") ? OptionalLong.of(ALL) : OptionalLong.empty();
      case SIZE -> Quantity.SIZE.parse(text);
      case RATE -> Quantity.RATE.parse(text);
      case TIME -> Quantity.TIME.parse(text);
      case FRACTION ->
          text.matches("0(\\.\\d{1,6})?|1(\\.0{1,6})?")
              ? OptionalLong.of(new BigDecimal(text).movePointRight(6).longValueExact())
              : OptionalLong.empty();
      case RATIO ->
          text.matches("\\d{1,9}(\\.\\d{1,6})?")
              ? OptionalLong.of(new BigDecimal(text).movePointRight(6).longValueExact())
              : OptionalLong.empty();
      case COUNT -> OptionalLong.empty();
    };
  }
}
