package dev.sluice.model.validate;

import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The constants that a header tells of one specification, by what they are. What is not told has no
 * value here; whether a value will do is for the specification's assumptions to say.
 */
final class HeaderConstants {
  private final EventLog log;
  private final String spec;

  HeaderConstants(EventLog log, String spec) {
    this.log = log;
    this.spec = spec;
  }

  /**
   * A number.
   *
   * @throws BadLog if it is told and is none
   */
  Optional<Long> number(String name) throws BadLog {
    Optional<LogValue> told = log.constant(spec, name);
    return told.isEmpty() ? Optional.empty() : Optional.of(number(name, told.get()));
  }

  /** A number, or another one where it is not told. */
  long number(String name, long otherwise) throws BadLog {
    return number(name).orElse(otherwise);
  }

  /**
   * A number that may differ from host to host.
   *
   * @throws BadLog if it is told and is none, or not for this host
   */
  Optional<Long> number(String name, String host) throws BadLog {
    Optional<LogValue> told = log.constant(spec, name);
    if (told.isPresent() && told.get() instanceof LogValue.Fields each) {
      LogValue own = each.fields().get(host);
      if (own == null) {
        throw BadLog.header(
            "constants.%s.%s tells nothing of %s; it tells of %s"
                .formatted(spec, name, host, String.join(", ", each.fields().keySet())));
      }
      return Optional.of(number(name + "." + host, own));
    }
    return number(name);
  }

  /**
   * Several numbers in a row.
   *
   * @throws BadLog if it is told and is not so many of them
   */
  Optional<List<Long>> numbers(String name, int count) throws BadLog {
    Optional<LogValue> told = log.constant(spec, name);
    if (told.isEmpty()) {
      return Optional.empty();
    }
    if (!(told.get() instanceof LogValue.Items items) || items.items().size() != count) {
      throw isNot(name, "a list of " + count + " numbers");
    }
    List<Long> numbers = new ArrayList<>();
    for (LogValue item : items.items()) {
      numbers.add(number(name, item));
    }
    return Optional.of(numbers);
  }

  /**
   * A truth value.
   *
   * @throws BadLog if it is told and is none
   */
  boolean truth(String name, boolean otherwise) throws BadLog {
    LogValue told = log.constant(spec, name).orElse(LogValue.of(otherwise));
    if (told instanceof LogValue.Truth truth) {
      return truth.value();
    }
    throw isNot(name, "true or false");
  }

  private long number(String name, LogValue value) throws BadLog {
    if (value instanceof LogValue.Num number) {
      return number.value();
    }
    throw isNot(name, "a number");
  }

  private BadLog isNot(String name, String what) {
    return BadLog.header("constants.%s.%s is not %s".formatted(spec, name, what));
  }
}
