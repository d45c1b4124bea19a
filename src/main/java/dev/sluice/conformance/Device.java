package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A state in which an implementation may be, as its specification has it. It is changed in place.
 *
 * <p>All times are picoseconds of virtual time.
 */
public interface Device {
  /** The time of a step that never comes: that of the kernels' timers, too. */
  long NEVER_PS = Long.MAX_VALUE;

  /** The variable of the roles with a pace that tells how long ago the last packet was sent. */
  String SINCE_SENT = "sinceSent";

  /**
   * Parts of the unit of a variable in which a device keeps it that may have a grain. The rounding
   * of the specification is then far below the grain.
   */
  int PARTS = 1 << 10;

  /** Returns a copy that shares nothing with this one. */
  Device copy();

  /**
   * Returns a copy in which variables have other values, each as near to its value as the range of
   * the variable allows in this state.
   *
   * @param values those of variables that may have a grain, see {@link Player.Play#grained}, in
   *     {@link #PARTS}
   */
  default Device with(Map<String, Long> values) {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("no variable of this role can have a grain");
    }
    return copy();
  }

  /**
   * Returns the most units by which a step of this device rounds a variable that may have a grain;
   * 0 if the device keeps these variables in {@link #PARTS}.
   */
  default long roundingUnits() {
    return 0;
  }

  /**
   * Returns the variables that the last step has computed. If the device rounds, some of these may
   * have kept their values only because of that.
   */
  default Set<String> computed() {
    return Set.of();
  }

  /**
   * Returns the values of variables that may have a grain at which another rule begins, in {@link
   * #PARTS}, by name.
   */
  default Map<String, Set<Long>> borders() {
    return Map.of();
  }

  /**
   * Takes the first part of an event if an implementation may round a variable that may have a
   * grain between this part and the rest. {@link #event} takes the rest then.
   */
  default void begin(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {}

  /** Returns when the next timer runs out; {@link #NEVER_PS} if none runs. */
  default long timerPs() {
    return NEVER_PS;
  }

  /**
   * Returns the steps of timers that can be taken at a time. Each must be taken at the time at
   * which it is due, in any order among themselves.
   */
  default List<Step> timers(long nowPs) {
    return List.of();
  }

  /**
   * Returns the steps that the implementation may take by itself, now or at any later time, and
   * that matter to an event. A step may be taken as late as an event, or variables, depend on it.
   *
   * @param action the action of the event that comes now
   */
  default List<Step> choices(long nowPs, String action, Map<String, LogValue> message) {
    return List.of();
  }

  /**
   * Returns the state in which the choices are made that values of variables tell: steps that the
   * implementation may have taken by itself, and values that are its own, such as the id of a
   * context. Choices that these values do not tell, or that are not allowed, stay open.
   *
   * @param told the variables that a reply shows
   */
  default Device settled(long nowPs, Map<String, LogValue> told) {
    return this;
  }

  /** Returns the variables that are sets: replies list their members in any order. */
  default Set<String> sets() {
    return Set.of();
  }

  /**
   * Returns the variables that grow with time, and that stop where they change nothing. An
   * implementation may let them go on.
   */
  default Set<String> ages() {
    return Set.of();
  }

  /**
   * Returns all that tells this state from others besides variables, timers and departures; of
   * times, how long ago they were.
   */
  default Object hidden(long nowPs) {
    return List.of();
  }

  /**
   * A step that the implementation takes by itself.
   *
   * @param action the action of the specification
   * @param take takes it in a device in the state from which the step was offered
   */
  record Step(String action, Consumer<Device> take) {
    /** Returns the step as a function of a device, which it changes. */
    Function<Device, Boolean> taking() {
      return device -> {
        take.accept(device);
        return true;
      };
    }
  }

  /**
   * Why a departure is not allowed.
   *
   * @param isEarly whether it would be allowed later
   * @param sentence the reason
   */
  record Objection(boolean isEarly, String sentence) {
    /** Objects to a departure in place of the only one that may leave. */
    public static Objection only(String action, Map<String, LogValue> message) {
      return new Objection(
          false, "only %s with %s may leave".formatted(action, ShownValues.of(message)));
    }
  }

  /**
   * Takes an event.
   *
   * @return why the specification refuses it in this state, which then stays; null if it does not
   */
  String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message);

  /**
   * Returns from when on a packet of the backlog may leave, if nothing else happens before; {@link
   * #NEVER_PS} if none may.
   */
  long notBeforePs(long nowPs);

  /**
   * Takes a departure: one that is due, or a packet of the backlog.
   *
   * @return why this state does not allow it, which then stays; empty if it does
   */
  Optional<Objection> leaves(Departure departure);

  /** Returns a departure that must be the next, at the present time; empty if none must. */
  default Optional<Departure> due() {
    return Optional.empty();
  }

  /**
   * Returns the departures that may come next, if they do not leave too early: the one that is due,
   * or packets of the backlog.
   */
  default List<Departure> offers(long nowPs) {
    return due().map(List::of).orElse(List.of());
  }

  /** Returns the variables at a time. */
  Map<String, LogValue> shown(long nowPs);
}
