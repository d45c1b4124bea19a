package dev.sluice.host.roce.connection;

import dev.sluice.host.Host;
import dev.sluice.kernel.Action;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Transitions of one specification, of the queue pairs of one NIC. Their kernels tell of each;
 * whose they are, and what they are configured with, is added by whoever extends this.
 *
 * <p>What each event tells is written down in {@code docs/eventlog.md}. Nothing is gathered while
 * nobody listens.
 */
public abstract class ConnectionLog {
  protected final Host host;
  private final String spec;
  private EventSink sink;

  /**
   * A log to which nobody listens.
   *
   * @param spec the specification's name
   */
  protected ConnectionLog(Host host, String spec) {
    this.host = host;
    this.spec = spec;
  }

  /** Tells of all queue pairs that are made from now on; null for nobody. */
  public final void to(EventSink listener) {
    sink = listener;
  }

  /** Whether somebody listens. */
  protected final boolean isHeard() {
    return sink != null;
  }

  /** The connection of a queue pair here that asks. */
  protected final LogInstance asking(QueuePair here) {
    return LogInstance.connection(
        LogInstance.SOURCE, host.name(), here.number(), host.nameOf(here.peer()), here.peerQp());
  }

  /** The connection of a queue pair here that answers. */
  protected final LogInstance answering(QueuePair here) {
    return LogInstance.connection(
        LogInstance.TARGET, host.nameOf(here.peer()), here.peerQp(), host.name(), here.number());
  }

  /** The time. */
  protected final long nowPs() {
    return host.nowPs();
  }

  /** Begins an event of now. */
  protected final EventSink begin(String action, LogInstance of) {
    return sink.event(nowPs(), host.name(), spec, action).instance(of);
  }

  /**
   * Hears of a kernel of one connection, whose first event says what it is configured with, too.
   */
  protected abstract static class Listening {
    /** Whose it is. */
    protected final LogInstance of;

    private boolean isConfigured;

    protected Listening(LogInstance of) {
      this.of = of;
    }

    /** Whether the event in hand is the first one; asked once of each. */
    protected final boolean isFirst() {
      boolean isFirst = !isConfigured;
      isConfigured = true;
      return isFirst;
    }
  }

  /** Some of what an action has told its sink, by their names there. */
  protected static LogValue.Fields message(
      Action action, Object[] arguments, Iterable<String> names) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    for (String name : names) {
      fields.put(name, Told.effect(name, action, arguments));
    }
    return new LogValue.Fields(fields);
  }
}
