package dev.sluice.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What may stand behind a key of a scenario file: how it is read, and how a user is told.
 *
 * @param type in a word or two, for the documentation
 * @param range which values, for the documentation
 * @param allowed the same for a refusal
 * @param words the words among the values, for guessing what was meant
 * @param reads the value, a Long, Boolean, String or List of these; empty where it is none
 */
record Kind(
    String type,
    String range,
    String allowed,
    List<String> words,
    Function<JsonNode, Optional<Object>> reads) {

  /** One of some words. */
  static Kind choice(String... words) {
    List<String> all = List.of(words);
    return new Kind(
        "word",
        "`" + String.join("`, `", all) + "`",
        String.join(", ", all),
        all,
        node ->
            node.isTextual() && all.contains(node.textValue())
                ? Optional.of(node.textValue())
                : Optional.empty());
  }

  /** Yes or no. */
  static Kind truth() {
    return new Kind(
        "truth value",
        "`true`, `false`",
        "true, false",
        List.of("true", "false"),
        node -> node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty());
  }

  /** Any text. */
  static Kind text() {
    return new Kind(
        "text",
        "one line",
        "a text in quotes, one line",
        List.of(),
        node ->
            node.isTextual() && node.textValue().codePoints().noneMatch(Character::isISOControl)
                ? Optional.of(node.textValue())
                : Optional.empty());
  }

  /** Any value, as it is written. */
  static Kind word() {
    return new Kind(
        "value",
        "what the key allows",
        "a value of the key",
        List.of(),
        node -> node.isValueNode() ? Optional.of(node.asText()) : Optional.empty());
  }

  /** A host, by its name or its number. */
  static Kind host() {
    return new Kind(
        "host",
        "a name or a number of the topology",
        "a host's name or number",
        List.of(),
        node ->
            node.isTextual()
                ? Optional.of(node.textValue())
                : node.isIntegralNumber() && node.canConvertToLong()
                    ? Optional.of(node.asText())
                    : Optional.empty());
  }

  /** A whole number. */
  static Kind count(long least, long most) {
    String range = grouped(least) + " … " + grouped(most);
    return new Kind(
        "number",
        range,
        "a whole number from " + least + " to " + most,
        List.of(),
        node ->
            node.isIntegralNumber()
                    && node.canConvertToLong()
                    && node.longValue() >= least
                    && node.longValue() <= most
                ? Optional.of(node.longValue())
                : Optional.empty());
  }

  /** A power of two. */
  static Kind powerOfTwo(long least, long most) {
    Kind any = count(least, most);
    return new Kind(
        any.type,
        any.range + ", a power of two",
        "a power of two from " + least + " to " + most,
        any.words,
        node -> any.reads.apply(node).filter(number -> Long.bitCount((Long) number) == 1));
  }

  /** A number with a unit; sizes may be given as a plain number of bytes. */
  static Kind of(Quantity quantity, String least, String most) {
    long low = quantity.parse(least).orElseThrow();
    long high = quantity.parse(most).orElseThrow();
    return new Kind(
        quantity.name().toLowerCase(java.util.Locale.ROOT),
        least + " … " + most,
        quantity.allowed() + ", from " + least + " to " + most,
        List.of(),
        node -> {
          OptionalLong value = OptionalLong.empty();
          if (node.isTextual()) {
            value = quantity.parse(node.textValue());
          } else if (quantity == Quantity.SIZE
              && node.isIntegralNumber()
              && node.canConvertToLong()) {
            value = OptionalLong.of(node.longValue());
          }
          return value.isPresent() && value.getAsLong() >= low && value.getAsLong() <= high
              ? Optional.of(value.getAsLong())
              : Optional.empty();
        });
  }

  /** A link's rate: one at which a byte takes a whole number of picoseconds. */
  static Kind rate() {
    Kind any = of(Quantity.RATE, "1G", "1600G");
    return new Kind(
        any.type,
        any.range + ", a byte taking whole picoseconds",
        any.allowed + ", at which a byte takes a whole number of picoseconds",
        any.words,
        node -> any.reads.apply(node).filter(rate -> 8_000_000_000_000L % (Long) rate == 0));
  }

  /** A probability. */
  static Kind chance() {
    return new Kind(
        "chance",
        "`\"0\"` … `\"100%\"`",
        "a chance such as \"0.1%\", \"0.001\" or \"1/1000\", at most 1",
        List.of(),
        node -> {
          if (!node.isTextual() && !node.isIntegralNumber()) {
            return Optional.empty();
          }
          OptionalLong of32 = Quantity.chance(node.asText());
          return of32.isPresent() ? Optional.of(of32.getAsLong()) : Optional.empty();
        });
  }

  /** A percentage above nothing, in thousandths of one percent. */
  static Kind percent() {
    return new Kind(
        "percentage",
        "`\"0.001%\"` … `\"100%\"`",
        "a percentage such as \"50%\" or \"7.5%\", at most 100%",
        List.of(),
        node -> node.isTextual() ? Quantity.percent(node.textValue()) : Optional.empty());
  }

  /** One of these, or several in turn. */
  static Kind oneOrMore(Kind each) {
    return new Kind(
        each.type + ", or a list of them",
        each.range,
        each.allowed + ", or a list of them",
        each.words,
        node -> {
          List<Object> values = new ArrayList<>();
          for (JsonNode one : node.isArray() ? node : List.of(node)) {
            Optional<Object> value = each.reads.apply(one);
            if (value.isEmpty()) {
              return Optional.empty();
            }
            values.add(value.get());
          }
          return values.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(values));
        });
  }

  /** This, or a word of its own, such as {@code auto}. */
  Kind or(String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return new Kind(
        type,
        range + ", `" + word + "`",
        allowed + ", or " + word,
        List.copyOf(more),
        node ->
            node.isTextual() && node.textValue().equals(word)
                ? Optional.of(word)
                : reads.apply(node));
  }

  private static String grouped(long number) {
    return String.format(java.util.Locale.ROOT, "%,d", number);
  }
}
