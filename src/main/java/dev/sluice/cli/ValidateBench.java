package dev.sluice.cli;

import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** How long it takes to judge logs of one sender and one target, by length. */
final class ValidateBench {
  /** Lengths of the logs, in events of one specification. */
  static final int[] LENGTHS = {1_000, 3_000, 10_000, 30_000, 100_000, 300_000};

  /** A log of so many events is to be judged within this time, TLC's start included. */
  static final int MIDDLE = 30_000;

  static final double MIDDLE_SECONDS = 5;

  /** Likewise one that leaves things out. */
  static final double MIDDLE_SECONDS_OMITTED = 15;

  /** Of so many bytes that are sent at least one event comes, where a log is to measure with. */
  private static final int BYTES_AN_EVENT = 4_400;

  private static final String UET =
      """
      cc = "both"
      nic.gaps = "on"
      topology.hosts = 2
      [[flow]]
      from = 0
      to = 1
      size = %d
      """;

  private static final String ROCE =
      """
      roce.cc = "CC"
      topology.hosts = 2
      [[flow]]
      transport = "roce"
      from = 0
      to = 1
      size = %d
      """;

  /** What one sender and one target do, told how many bytes. */
  private static final List<String> SCENARIOS =
      List.of(
          UET,
          ROCE.replace("CC", "none"),
          ROCE.replace("CC", "rcm"),
          ROCE.replace("CC", "ldcp"),
          ROCE.replace("CC", "ldcp-rate"),
          ROCE.replace("CC", "hpcc"));

  /** Events beyond those that are judged, as a behaviour may leave out the last ones. */
  private static final int SPARE = 1_000;

  private final Validation validation;
  private final Scratch scratch;
  private final LongSupplier nanos;

  ValidateBench(Validation validation, Scratch scratch, LongSupplier nanos) {
    this.validation = validation;
    this.scratch = scratch;
    this.nanos = nanos;
  }

  /**
   * What was measured of one specification.
   *
   * @param nanos for each length, as far as the log goes
   * @param fromStart for {@link #MIDDLE} events, TLC's start included; −1 if there are fewer
   */
  record Curve(String spec, List<Long> nanos, long fromStart) {}

  /**
   * By specification the first scenario whose logs grow long enough to measure it with. It has none
   * of which those of one sender and one target tell little, however much is sent.
   */
  static Map<String, String> scenarios() throws BadScenario, IOException {
    Map<String, String> bySpec = new TreeMap<>();
    for (String text : SCENARIOS) {
      Map<String, Integer> counts = new TreeMap<>();
      run(scenario(text, SPARE), event -> counts.merge(event.spec(), 1, Integer::sum));
      counts.forEach(
          (spec, count) -> {
            if (count >= SPARE) {
              bySpec.putIfAbsent(spec, text);
            }
          });
    }
    return bySpec;
  }

  /**
   * Measures one specification.
   *
   * @param text the scenario, told how many bytes are sent
   * @param longest no log has more events
   */
  Curve measure(String text, Projection projection, Optional<Omission> omission, int longest)
      throws BadScenario, BadLog, IOException, InterruptedException {
    Behaviour whole = behaviour(text, projection, omission, longest);
    long fromStart = -1;
    if (longest >= MIDDLE) {
      long begun = nanos.getAsLong();
      try (JudgePool pool = validation.pool(Housing.BRIEF, 1, scratch.folder())) {
        accepted(pool.through(projection, judge -> judge.verdict(prefix(whole, MIDDLE))));
      }
      fromStart = nanos.getAsLong() - begun;
    }
    try (JudgePool pool = validation.pool(Housing.LONG, 1, scratch.folder())) {
      List<Long> warm = pool.through(projection, judge -> lengths(judge, whole, longest));
      return new Curve(projection.spec(), warm, fromStart);
    }
  }

  private List<Long> lengths(SpecJudge judge, Behaviour whole, int longest) throws IOException {
    List<Long> all = new ArrayList<>();
    accepted(judge.verdict(prefix(whole, Math.min(longest, LENGTHS[2])))); // warms up
    for (int length : LENGTHS) {
      if (length <= longest) {
        long begun = nanos.getAsLong();
        accepted(judge.verdict(prefix(whole, length)));
        all.add(nanos.getAsLong() - begun);
      }
    }
    return all;
  }

  private static void accepted(LogVerdict judged) {
    if (!(judged instanceof LogVerdict.Accepted)) {
      throw new IllegalStateException("the log to measure with is not accepted: " + judged);
    }
  }

  /** The first events of a behaviour; what is implied before an event comes with it. */
  private static Behaviour prefix(Behaviour whole, int events) {
    int steps = 0;
    int told = 0;
    while (told < events) {
      if (!whole.steps().get(steps++).isImplied()) {
        told++;
      }
    }
    return new Behaviour(
        whole.key(), whole.constants(), whole.steps().subList(0, steps), told, Optional.empty());
  }

  /** The longest behaviour in a log of at least so many events. */
  static Behaviour behaviour(
      String text, Projection projection, Optional<Omission> omission, int longest)
      throws BadScenario, BadLog, IOException {
    int asked = longest + SPARE;
    Scenario scenario = scenario(text, asked);
    List<LogEvent> events = new ArrayList<>();
    int[] count = {0};
    run(
        scenario,
        event -> {
          boolean mine = event.spec().equals(projection.spec());
          if (omission.isPresent() && omission.get().left(event).isEmpty()) {
            return;
          }
          if (mine ? count[0] < asked : event.action().equals("Configure")) {
            events.add(event.numbered(events.size() + 1));
            count[0] += mine ? 1 : 0;
          }
        });
    EventLog whole = new EventLog(RunLog.header(scenario), events);
    EventLog log = omission.isPresent() ? omission.get().of(whole) : whole;
    return projection.behaviours(log).stream()
        .max(Comparator.comparingLong(Behaviour::events))
        .orElseThrow();
  }

  /** So much is sent that so many events come of it, where a log is to measure with. */
  private static Scenario scenario(String text, int asked) throws BadScenario {
    String toml = text.formatted((long) asked * BYTES_AN_EVENT);
    return Scenario.read("bench", "bench.toml", toml, Map.of());
  }

  private static void run(Scenario scenario, Consumer<LogEvent> events) throws IOException {
    Run.of(scenario, new Run.Recording(false, new EventCollector(events, null), null, null));
  }
}
