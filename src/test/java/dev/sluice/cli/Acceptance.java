package dev.sluice.cli;

import dev.sluice.house.Whole;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What judges say of logs that ought to be accepted. */
final class Acceptance {
  /** Without congestion control a window has no limit that TLC's integers hold. */
  private static final String WIDE = "beyond 32 bits";

  /** A log with more events of one specification than that is long. */
  private static final int LONG = 300;

  /** A build judges so many short ones, and a long one if these have fewer events than that. */
  private static final int SHORT_ONES = 2;

  private static final int ENOUGH = 150;

  private final List<String> wrong = new ArrayList<>();
  private long events;
  private long tooWide;

  /** Has all behaviours of these logs judged, by name. */
  static Acceptance of(SpecJudge judge, Map<String, EventLog> logs) throws BadLog, IOException {
    Acceptance all = new Acceptance();
    for (Map.Entry<String, EventLog> log : logs.entrySet()) {
      for (Judged judged : judge.judge(log.getValue())) {
        all.take(log.getKey(), judged);
      }
    }
    return all;
  }

  /** Takes one behaviour of a log. */
  void take(String log, Judged judged) {
    events += judged.behaviour().events();
    if (judged.isRejected()) {
      wrong.add(log + "\n" + String.join("\n", ValidationText.lines(judged)));
    } else if (judged.behaviour().unjudged().map(Unjudged::why).orElse("").endsWith(WIDE)) {
      tooWide += judged.behaviour().unjudged().orElseThrow().events();
    } else if (!judged.isAccepted()) {
      wrong.add(
          log
              + "\n"
              + judged.behaviour().key()
              + ": "
              + judged.verdict()
              + " "
              + judged.behaviour().unjudged());
    }
  }

  /** A text for each behaviour that is not accepted, though TLC holds its numbers. */
  List<String> wrong() {
    return wrong;
  }

  /** Events of all behaviours. */
  long events() {
    return events;
  }

  /** Events that were not judged, as they have numbers that TLC does not hold. */
  long tooWide() {
    return tooWide;
  }

  /**
   * The logs that a build has judged through a specification: of the short ones that have events of
   * it a few, and where these tell little one of the long ones, which have more of the same; all
   * where that is asked for.
   */
  static Map<String, EventLog> part(Projection projection, Map<String, EventLog> logs) {
    if (Whole.IS_ASKED) {
      return logs;
    }
    List<String> shortOnes = new ArrayList<>();
    List<String> longOnes = new ArrayList<>();
    logs.forEach(
        (name, log) -> {
          int events = log.of(projection.spec()).size();
          if (events > 0) {
            (events > LONG ? longOnes : shortOnes).add(name);
          }
        });
    Map<String, EventLog> part = new LinkedHashMap<>();
    Whole.drawn(shortOnes, SHORT_ONES).forEach(name -> part.put(name, logs.get(name)));
    int events = part.values().stream().mapToInt(log -> log.of(projection.spec()).size()).sum();
    if (events < ENOUGH) {
      Whole.drawn(longOnes, 1).forEach(name -> part.put(name, logs.get(name)));
    }
    return part;
  }
}
