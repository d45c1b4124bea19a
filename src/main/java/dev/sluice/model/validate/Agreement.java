package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One thing that several specifications tell at one end of a flow, so that a log must tell the same
 * in the words of each.
 *
 * @param what the thing, in words
 * @param kind how it is compared
 * @param sides of the specifications; two of them for steps, or one and those that divide it
 * @param given constant that an end must have fixed so
 */
record Agreement(String what, Kind kind, List<Side> sides, Optional<Given> given) {

  /**
   * A constant that the first event of an end fixes.
   *
   * @param spec specification of the event
   * @param name of the constant
   * @param value its value
   */
  record Given(String spec, String name, String value) {}

  /** Returns the same for ends alone that fix a constant so. */
  Agreement where(String spec, String name, String value) {
    return new Agreement(what, kind, sides, Optional.of(new Given(spec, name, value)));
  }

  /** How two sides are compared. */
  enum Kind {
    /** At each instant there are as many events on either side, with the same values in order. */
    SAME_STEPS,
    /** Each event on the first side has its counterpart; the second side may have more. */
    FIRST_WITHIN_SECOND,
    /** Each event on the first side has its counterpart on one of the others. */
    FIRST_WITHIN_OTHERS,
    /** A variable: at the end of each instant it has the same value on all sides. */
    SAME_VALUE,
    /** A variable of each PDC, which is compared likewise. */
    SAME_VALUE_OF_PDC
  }

  /**
   * The part of one specification.
   *
   * @param spec the specification
   * @param actions those that tell of it; all if empty
   * @param values places of its values in an event
   * @param word argument that its events have, if one is asked for
   */
  record Side(String spec, List<String> actions, List<Place> values, Optional<Word> word) {
    /** Returns a side without values. */
    static Side of(String spec, String... actions) {
      return new Side(spec, List.of(actions), List.of(), Optional.empty());
    }

    /** Returns the same with values: {@code in.size}, {@code st.window.cwnd - st.lost}. */
    Side telling(String... places) {
      return new Side(spec, actions, Arrays.stream(places).map(Place::of).toList(), word);
    }

    /** Returns the same without events whose argument is not this word. */
    Side where(String argument, String word) {
      return new Side(spec, actions, values, Optional.of(new Word(argument, word)));
    }

    /** Returns the same with its only value counted in units of so many. */
    Side inUnitsOf(long unit) {
      return withFirst(place -> place.inUnitsOf(unit));
    }

    /** Returns the same without events whose first value is lower. */
    Side ifAtLeast(long least) {
      return withFirst(place -> place.atLeast(least));
    }

    /** Returns the same with its only value counted modulo a number, as on the wire. */
    Side modulo(long modulus) {
      return withFirst(place -> place.modulo(modulus));
    }

    private Side withFirst(UnaryOperator<Place> change) {
      List<Place> others = new ArrayList<>(values);
      others.set(0, change.apply(others.get(0)));
      return new Side(spec, actions, others, word);
    }

    /** Returns whether an event is one of this side. */
    boolean has(LogEvent event) {
      return isOfAction(event) && values.stream().allMatch(place -> place.mayCount(event));
    }

    /** Returns whether an event is one of this side, even without a measurement. */
    boolean isOfAction(LogEvent event) {
      return event.spec().equals(spec)
          && (actions.isEmpty() || actions.contains(event.action()))
          && word.map(asked -> asked.isIn(event)).orElse(true);
    }

    /** Returns the values of an event; empty ones are not told. */
    List<Optional<LogValue>> of(LogEvent event) {
      return values.stream().map(place -> place.of(event)).toList();
    }
  }

  /**
   * An argument that tells events of one action apart.
   *
   * @param argument its name
   * @param word its value
   */
  record Word(String argument, String word) {
    private boolean isIn(LogEvent event) {
      return event.arguments().get(argument) instanceof LogValue.Str told
          && told.value().equals(word);
    }
  }

  /**
   * A place in events.
   *
   * @param part in, st or msg
   * @param path names from there
   * @param minus place of a number that is subtracted, if one is
   * @param unit size of the unit in which it is compared, in the log's own
   * @param modulus it is compared modulo this number
   * @param least an event with a lower number is none of its side
   */
  record Place(
      String part, List<String> path, Optional<Place> minus, long unit, long modulus, long least) {
    private static Place of(String text) {
      String[] terms = text.split(" - ", 2);
      List<String> names = List.of(terms[0].split("\\."));
      Optional<Place> minus = terms.length > 1 ? Optional.of(of(terms[1])) : Optional.empty();
      return new Place(
          names.get(0), names.subList(1, names.size()), minus, 1, Long.MAX_VALUE, Long.MIN_VALUE);
    }

    private Place inUnitsOf(long other) {
      return new Place(part, path, minus, other, modulus, least);
    }

    private Place modulo(long other) {
      return new Place(part, path, minus, unit, other, least);
    }

    private Place atLeast(long other) {
      return new Place(part, path, minus, unit, modulus, other);
    }

    private boolean mayCount(LogEvent event) {
      return !(raw(event) instanceof LogValue.Num number) || number.value() >= least;
    }

    private Optional<LogValue> of(LogEvent event) {
      LogValue raw = raw(event);
      if (!(raw instanceof LogValue.Num number)) {
        return Optional.ofNullable(raw);
      }
      if (minus.isEmpty()) {
        return Optional.of(LogValue.of(compared(number.value())));
      }
      return minus.get().raw(event) instanceof LogValue.Num other
          ? Optional.of(LogValue.of(compared(number.value() - other.value())))
          : Optional.empty();
    }

    private long compared(long value) {
      return Math.floorDiv(value, unit) % modulus;
    }

    private LogValue raw(LogEvent event) {
      Map<String, LogValue> from =
          switch (part) {
            case "in" -> event.arguments();
            case "st" -> event.variables();
            case "msg" -> event.message();
            default -> throw new IllegalStateException("no part of an event: " + part);
          };
      LogValue value = from.get(path.get(0));
      for (String name : path.subList(1, path.size())) {
        if (value instanceof LogValue.Items only && only.items().size() == 1) {
          value = only.items().get(0); // a record that is there, where there may be none
        }
        value = value instanceof LogValue.Fields record ? record.fields().get(name) : null;
      }
      return value;
    }

    @Override
    public String toString() {
      return part
          + "."
          + String.join(".", path)
          + minus.map(other -> " - " + other).orElse("")
          + (unit == 1 ? "" : " / " + unit);
    }
  }

  static Agreement same(String what, Side one, Side other) {
    return new Agreement(what, Kind.SAME_STEPS, List.of(one, other), Optional.empty());
  }

  static Agreement within(String what, Side part, Side whole) {
    return new Agreement(what, Kind.FIRST_WITHIN_SECOND, List.of(part, whole), Optional.empty());
  }

  static Agreement divided(String what, Side whole, Side... parts) {
    List<Side> sides = new ArrayList<>(List.of(whole));
    sides.addAll(List.of(parts));
    return new Agreement(what, Kind.FIRST_WITHIN_OTHERS, sides, Optional.empty());
  }

  static Agreement value(String what, Side... sides) {
    return new Agreement(what, Kind.SAME_VALUE, List.of(sides), Optional.empty());
  }

  static Agreement valueOfPdc(String what, Side... sides) {
    return new Agreement(what, Kind.SAME_VALUE_OF_PDC, List.of(sides), Optional.empty());
  }

  /** Returns whether it is about a variable, and not about events. */
  boolean isVariable() {
    return kind == Kind.SAME_VALUE || kind == Kind.SAME_VALUE_OF_PDC;
  }
}
