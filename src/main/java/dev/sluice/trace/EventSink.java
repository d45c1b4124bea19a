package dev.sluice.trace;

/**
 * Takes the events of a run, each under the name of the action of the specification that it is.
 *
 * <p>An event is told in one go: what happened, whose context it is, its arguments, the variables
 * of that context with their new values, what else it tells, the end. Names are those of the
 * specification, letter for letter, so that a log can be held against it. Nothing that is handed
 * over is kept. A plain value may be taken as it is, without a {@link LogValue} made of it: the
 * writer of a log allocates nothing.
 *
 * <pre>{@code
 * if (log != null) {
 *   log.event(nowPs, "host-0", "CreditConservation", "Learn")
 *       .instance(of).argument("s", "host-0").argument("total", 25_000)
 *       .variable("credit", 25_000).variable("backlog", 0)
 *       .end();
 * }
 * }</pre>
 *
 * <p>Whoever is not listened to holds null, as above, and so does not even gather what it would
 * say.
 */
public interface EventSink {
  /**
   * Begins an event.
   *
   * @param atPs when, in picoseconds; never before the event told last
   * @param at where: the name of a host, or of what in it acts
   * @param spec module of the specification that has the action, or the name of a part that has
   *     none
   * @param action the action
   */
  EventSink event(long atPs, String at, String spec, String action);

  /** Whose event it is; before everything else, and left out where there is only one context. */
  EventSink instance(LogInstance of);

  /** An argument of the action. */
  default EventSink argument(String name, long value) {
    return argument(name, LogValue.of(value));
  }

  /** An argument of the action. */
  default EventSink argument(String name, String value) {
    return argument(name, LogValue.of(value));
  }

  /** An argument of the action. */
  default EventSink argument(String name, boolean value) {
    return argument(name, LogValue.of(value));
  }

  /** An argument of the action that consists of parts. */
  EventSink argument(String name, LogValue value);

  /** A variable after the action; all of them come after all arguments. */
  default EventSink variable(String name, long value) {
    return variable(name, LogValue.of(value));
  }

  /** A variable after the action; all of them come after all arguments. */
  default EventSink variable(String name, String value) {
    return variable(name, LogValue.of(value));
  }

  /** A variable after the action; all of them come after all arguments. */
  default EventSink variable(String name, boolean value) {
    return variable(name, LogValue.of(value));
  }

  /** A variable after the action that consists of parts. */
  EventSink variable(String name, LogValue value);

  /**
   * A constant of the specification that this event fixes, or a part of one: what a request wants,
   * how a context is configured. After all variables; if there are several, one after the other.
   */
  EventSink given(String constant, LogValue value);

  /**
   * The message that the action takes or sends, field by field as on the wire, where it is no
   * argument of the action; after all variables.
   */
  EventSink message(LogValue.Fields fields);

  /**
   * Says that the specification leaves out what happened, and has no such action: from here on it
   * cannot judge this context.
   */
  EventSink outside();

  /** Ends the event. */
  void end();
}
