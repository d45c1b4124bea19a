package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One event of a behaviour, as a log module takes it.
 *
 * @param number of the log's event that it comes from
 * @param atPs when that was, in picoseconds
 * @param at which host acted
 * @param action name of the action
 * @param isImplied whether the log does not tell it: time that has passed before an event, say
 * @param event what the module's {@code LogNext} is given: a record of {@code n}, {@code do},
 *     {@code at}, {@code of}, {@code in}, {@code st}, {@code given} and {@code msg}, the last five
 *     empty where nothing is told
 */
public record Step(
    long number, long atPs, String at, String action, boolean isImplied, Value event) {

  /**
   * An event as it stands in the log.
   *
   * @throws ArithmeticException if a number is too wide for TLC
   */
  public static Step of(LogEvent event) {
    return of(
        event,
        record(event.arguments()),
        record(event.variables()),
        record(event.given()),
        record(event.message()));
  }

  /** An event with other arguments, variables, constants or fields than the log's. */
  public static Step of(LogEvent event, Value in, Value st, Value given, Value msg) {
    return new Step(
        event.number(),
        event.atPs(),
        event.at(),
        event.action(),
        false,
        whole(event, event.action(), in, st, given, msg));
  }

  /** A step before an event that the log does not tell, but implies: time that has passed, say. */
  public static Step implied(LogEvent before, String action, Value in) {
    Value none = Value.EMPTY_SEQ;
    return new Step(
        before.number(),
        before.atPs(),
        before.at(),
        action,
        true,
        whole(before, action, in, none, none, none));
  }

  /** The same step, where the log implies it and does not tell it. */
  public Step asImplied() {
    return new Step(number, atPs, at, action, true, event);
  }

  /** Whether it tells this variable. */
  boolean tells(String variable) {
    return part("st") instanceof Value.Rec told && told.get(variable) != null;
  }

  /** The id of the PDC whose event it is; 0 if it is about none. */
  int pdc() {
    return part("of") instanceof Value.Rec of && of.get("pdc") instanceof Value.Int id
        ? id.value()
        : 0;
  }

  private Value part(String name) {
    return event instanceof Value.Rec whole ? whole.get(name) : event;
  }

  private static Value whole(
      LogEvent event, String action, Value in, Value st, Value given, Value msg) {
    List<Value.Field> of = new ArrayList<>();
    event
        .instance()
        .ifPresent(
            instance -> {
              of.add(Value.field("role", Value.of(instance.role())));
              of.add(Value.field("source", Value.of(instance.source())));
              of.add(Value.field("destination", Value.of(instance.destination())));
              of.add(Value.field("class", Value.of(instance.trafficClass())));
              of.add(Value.field("ccc", Value.of(instance.ccc())));
              of.add(Value.field("life", Value.of(instance.life())));
              of.add(Value.field("pdc", Value.of(instance.pdc())));
              of.add(Value.field("sourceQp", Value.of(instance.sourceQp())));
              of.add(Value.field("destinationQp", Value.of(instance.destinationQp())));
            });
    return Value.rec(
        Value.field("n", Value.of((int) Math.min(event.number(), Integer.MAX_VALUE))),
        Value.field("do", Value.of(action)),
        Value.field("at", Value.of(event.at())),
        Value.field("of", of.isEmpty() ? Value.EMPTY_SEQ : new Value.Rec(of)),
        Value.field("in", in),
        Value.field("st", st),
        Value.field("given", given),
        Value.field("msg", msg));
  }

  /**
   * Named values as a record; without any the empty one, whose domain is empty.
   *
   * @throws ArithmeticException if a number is too wide for TLC
   */
  public static Value record(Map<String, LogValue> values) {
    Map<String, Value> fields = new TreeMap<>();
    values.forEach((name, value) -> fields.put(name, exact(name, value)));
    return fields(fields);
  }

  /** Named values as a record; without any the empty one, whose domain is empty. */
  static Value fields(Map<String, Value> values) {
    List<Value.Field> fields = new ArrayList<>();
    values.forEach((name, value) -> fields.add(Value.field(name, value)));
    return fields.isEmpty() ? Value.EMPTY_SEQ : new Value.Rec(fields);
  }

  /** A number among named values; 0 if there is none of this name. */
  static long number(Map<String, LogValue> values, String name) {
    return values.get(name) instanceof LogValue.Num number ? number.value() : 0;
  }

  /** A string among named values; empty if there is none of this name. */
  static String text(Map<String, LogValue> values, String name) {
    return values.get(name) instanceof LogValue.Str text ? text.value() : "";
  }

  /**
   * A value of the log as one of TLA+.
   *
   * @throws ArithmeticException if a number in it is too wide for TLC
   */
  public static Value exact(String name, LogValue value) {
    return value
        .toTlc()
        .orElseThrow(() -> new ArithmeticException(name + " holds a number beyond 32 bits"));
  }
}
