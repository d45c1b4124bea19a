package dev.sluice.trace;

/**
 * Takes the events of a run, each under the name of the action of the specification that it is.
 *
 * <p>An event is told in one go: what happened, its arguments, the variables that it changed with
 * their new values, the end. Names are those of the specification, letter for letter, so that a log
 * can be held against it. Nothing that is handed over is kept, and numbers are not boxed.
 *
 * <pre>{@code
 * if (log != null) {
 *   log.event(nowPs, "host-0", "CreditConservation", "Learn")
 *       .argument("s", "host-0").argument("total", 25_000)
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

  /** An argument of the action. */
  EventSink argument(String name, long value);

  /** An argument of the action. */
  EventSink argument(String name, String value);

  /** An argument of the action. */
  EventSink argument(String name, boolean value);

  /** An argument of the action that consists of parts. */
  EventSink argument(String name, LogValue value);

  /** A variable that the action changed, after all arguments: its new value. */
  EventSink variable(String name, long value);

  /** A variable that the action changed, after all arguments: its new value. */
  EventSink variable(String name, String value);

  /** A variable that the action changed, after all arguments: its new value. */
  EventSink variable(String name, boolean value);

  /** A variable that the action changed and that consists of parts. */
  EventSink variable(String name, LogValue value);

  /** Ends the event. */
  void end();
}
