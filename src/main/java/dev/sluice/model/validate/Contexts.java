package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether the events of all specifications are of contexts that the log has seen created: of that
 * flow, at that end, with that id. A log that leaves the events of an end's CCC Manager out says
 * nothing of them.
 */
final class Contexts {
  private static final LogValue NO_PDC = LogValue.of(0);

  private Contexts() {}

  /**
   * Looks through a log.
   *
   * @param begins the actions that create a context, each as {@code Module.Action}
   * @throws BadLog for the first event of a context that was not created before it
   */
  static void check(EventLog log, Set<String> begins) throws BadLog {
    Set<String> managed = new HashSet<>();
    for (LogEvent event : log.events()) {
      if (creates(event, begins)) {
        managed.add(event.instance().orElseThrow().role());
      }
    }
    if (managed.isEmpty()) {
      return;
    }
    Map<String, Integer> ids = new HashMap<>();
    for (LogEvent event : log.events()) {
      LogInstance of = event.instance().orElse(null);
      if (of == null || of.life() == 0 || !managed.contains(of.role())) {
        continue;
      }
      String whose = of.role() + " " + of.flow() + " " + of.life();
      if (creates(event, begins)) {
        ids.putIfAbsent(whose, of.ccc());
      } else if (!ids.containsKey(whose)) {
        throw BadLog.of(
            event,
            "is of life %d of the CCC of %s at its %s, which no event has created"
                .formatted(of.life(), of.flow(), of.role()));
      }
    }
  }

  private static boolean creates(LogEvent event, Set<String> begins) {
    return event.instance().isPresent() && begins.contains(event.spec() + "." + event.action());
  }

  /**
   * Holds the id of the PDC whose event it is against those in its arguments and in its message.
   *
   * @throws BadLog if one of them is another PDC of the end that acts
   */
  static void hasItsPdc(LogEvent event, LogInstance of) throws BadLog {
    LogValue own = LogValue.of(of.pdc());
    LogValue named = event.arguments().get("p");
    if (of.role().equals(LogInstance.SOURCE) && named != null && !named.equals(own)) {
      throw BadLog.of(event, "has another PDC in of.pdc than in in.p");
    }
    LogValue opened = event.arguments().get("t");
    if (opened != null && !opened.equals(own)) {
      throw BadLog.of(event, "has another PDC in of.pdc than in in.t");
    }
    LogValue addressed =
        event.arguments().get("m") instanceof LogValue.Fields message
            ? message.fields().getOrDefault("dpdcid", NO_PDC)
            : NO_PDC;
    if (of.pdc() != 0 && !addressed.equals(NO_PDC) && !addressed.equals(own)) {
      throw BadLog.of(event, "has another PDC in of.pdc than in in.m.dpdcid");
    }
  }
}
