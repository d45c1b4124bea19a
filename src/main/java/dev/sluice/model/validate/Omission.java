package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What other systems may leave out of their logs, done to a log that tells everything. */
public enum Omission {
  /** No events of role target: initiators log, and nobody else. */
  TARGETS(Omitted.TARGET + ": only initiators log.") {
    @Override
    public Optional<LogEvent> left(LogEvent event) {
      return event.isOfTarget() ? Optional.empty() : Optional.of(event);
    }
  },

  /** No values of variables, but the few that nothing else tells: what happened, and to whom. */
  VALUES(Omitted.VALUES + ": but for a PDC's Start_PSN and what a sender knows to be in memory.") {
    @Override
    public Optional<LogEvent> left(LogEvent event) {
      String needed =
          switch (event.spec() + "." + event.action()) {
            case "PdcHandshake.Open" -> "source";
            case "CreditConservation.Learn" -> "acked";
            default -> "";
          };
      Map<String, LogValue> kept = new TreeMap<>(event.variables());
      kept.keySet().retainAll(List.of(needed));
      return Optional.of(event.telling(kept));
    }
  };

  private final String sentence;

  Omission(String sentence) {
    this.sentence = sentence;
  }

  /** What is left of an event, if anything. */
  public abstract Optional<LogEvent> left(LogEvent event);

  /** The log without what this leaves out, which its header says. */
  public EventLog of(EventLog log) {
    List<String> omits = new ArrayList<>(log.header().omits());
    omits.add(sentence);
    return new EventLog(log.header().omitting(omits), List.of())
        .with(log.events().stream().flatMap(event -> left(event).stream()).toList());
  }
}
