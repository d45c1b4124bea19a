package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.LogMutations;
import dev.sluice.house.Golden;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the behaviours that are cut from kept logs, step by step, and the answer to each single
 * mistake in a log. {@code KeptLogsTest} has TLC accept the kept logs.
 *
 * <p>Each specification has a few short logs in {@code kept/}, in which most of its events occur.
 * {@code Module.steps.txt} has the tables of the projection, the messages, and the steps of each
 * log. A step shows only those parts that differ from the log. {@code Module.answers.txt} has the
 * answers: {@code same} behaviours, {@code other} ones by a digest, or the refusal.
 */
class KeptBehavioursTest {
  private static final Path KEPT = Path.of("src/test/resources/dev/sluice/model/validate/kept");

  private static final String FAULT = "FAULT ";

  /** More than TLC can hold. */
  private static final long WIDE = 1L << 40;

  /** Returns the kept logs of a specification, by their files' names. */
  static Map<String, EventLog> logs(String spec) throws Exception {
    Map<String, EventLog> logs = new TreeMap<>();
    try (Stream<Path> files = Files.list(KEPT)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(spec + "-") && name.endsWith(".log")) {
          logs.put(name, EventLog.read(file));
        }
      }
    }
    return logs;
  }

  private static void steps(String spec) throws Exception {
    Projection projection = ProjectedLogs.projection(spec);
    Map<String, EventLog> logs = logs(spec);
    assertThat(logs).as("kept logs of %s", spec).isNotEmpty();
    StringBuilder out = new StringBuilder(itself(projection, logs));
    for (Map.Entry<String, EventLog> each : logs.entrySet()) {
      out.append("\n== ").append(each.getKey()).append('\n');
      out.append(steps(projection, each.getValue())).append(messages(projection, each.getValue()));
    }
    hold(KEPT.resolve(spec + ".steps.txt"), out.toString());
  }

  private static void answers(String spec) throws Exception {
    Projection projection = ProjectedLogs.projection(spec);
    StringBuilder out = new StringBuilder();
    Set<String> tried = new HashSet<>();
    for (Map.Entry<String, EventLog> each : logs(spec).entrySet()) {
      EventLog log = each.getValue();
      out.append("== ").append(each.getKey()).append('\n');
      List<Behaviour> whole = projection.behaviours(log);
      wholes(log)
          .forEach(
              (what, other) ->
                  out.append("%s: %s\n".formatted(what, answer(projection, other, whole))));
      headers(log)
          .forEach(
              (what, other) -> {
                if (tried.add("header " + what)) {
                  String answer = answer(projection, other.get(), whole);
                  out.append("%s: %s\n".formatted(what, answer));
                }
              });
      for (LogEvent event : log.events()) {
        String of = event.action() + " " + role(event);
        Map<String, List<String>> answers = new LinkedHashMap<>();
        deviations(log, event)
            .forEach(
                (what, other) -> {
                  if (tried.add(of + " " + what.replaceAll("\\d+", "#"))) {
                    answers
                        .computeIfAbsent(
                            answer(projection, other.get(), whole), fresh -> new ArrayList<>())
                        .add(what);
                  }
                });
        if (!answers.isEmpty()) {
          out.append(event.number()).append(' ').append(of).append('\n');
          answers.forEach(
              (answer, what) ->
                  out.append("  %s: %s\n".formatted(String.join(", ", what), answer)));
        }
      }
    }
    assertThat(out.toString().lines().filter(line -> line.contains(FAULT)))
        .as("logs that end in a fault of Sluice itself")
        .isEmpty();
    hold(KEPT.resolve(spec + ".answers.txt"), out.toString());
  }

  // Mutants run whole methods, so that each specification has its own.

  @Test
  void eachSpecificationHasItsMethods() {
    List<String> methods =
        Stream.of(KeptBehavioursTest.class.getDeclaredMethods()).map(Method::getName).toList();
    for (Projection each : Systems.projections()) {
      assertThat(methods).contains("stepsOf" + each.spec(), "answersOf" + each.spec());
    }
  }

  @Test
  void stepsOfCccLifecycle() throws Exception {
    steps("CccLifecycle");
  }

  @Test
  void answersOfCccLifecycle() throws Exception {
    answers("CccLifecycle");
  }

  @Test
  void stepsOfPdcHandshake() throws Exception {
    steps("PdcHandshake");
  }

  @Test
  void answersOfPdcHandshake() throws Exception {
    answers("PdcHandshake");
  }

  @Test
  void stepsOfCreditConservation() throws Exception {
    steps("CreditConservation");
  }

  @Test
  void answersOfCreditConservation() throws Exception {
    answers("CreditConservation");
  }

  @Test
  void stepsOfNsccWindow() throws Exception {
    steps("NsccWindow");
  }

  @Test
  void answersOfNsccWindow() throws Exception {
    answers("NsccWindow");
  }

  @Test
  void stepsOfCccScheduling() throws Exception {
    steps("CccScheduling");
  }

  @Test
  void answersOfCccScheduling() throws Exception {
    answers("CccScheduling");
  }

  @Test
  void stepsOfLossRecovery() throws Exception {
    steps("LossRecovery");
  }

  @Test
  void answersOfLossRecovery() throws Exception {
    answers("LossRecovery");
  }

  @Test
  void stepsOfRcTransport() throws Exception {
    steps("RcTransport");
  }

  @Test
  void answersOfRcTransport() throws Exception {
    answers("RcTransport");
  }

  @Test
  void stepsOfPfcLossless() throws Exception {
    steps("PfcLossless");
  }

  @Test
  void answersOfPfcLossless() throws Exception {
    answers("PfcLossless");
  }

  @Test
  void stepsOfRcmLoop() throws Exception {
    steps("RcmLoop");
  }

  @Test
  void answersOfRcmLoop() throws Exception {
    answers("RcmLoop");
  }

  @Test
  void stepsOfFastStart() throws Exception {
    steps("FastStart");
  }

  @Test
  void answersOfFastStart() throws Exception {
    answers("FastStart");
  }

  @Test
  void stepsOfPawaWindow() throws Exception {
    steps("PawaWindow");
  }

  @Test
  void answersOfPawaWindow() throws Exception {
    answers("PawaWindow");
  }

  @Test
  void stepsOfEventRate() throws Exception {
    steps("EventRate");
  }

  @Test
  void answersOfEventRate() throws Exception {
    answers("EventRate");
  }

  @Test
  void stepsOfLsnSpace() throws Exception {
    steps("LsnSpace");
  }

  @Test
  void answersOfLsnSpace() throws Exception {
    answers("LsnSpace");
  }

  @Test
  void stepsOfHpccWindow() throws Exception {
    steps("HpccWindow");
  }

  @Test
  void answersOfHpccWindow() throws Exception {
    answers("HpccWindow");
  }

  @Test
  void stepsOfTelemetryRecords() throws Exception {
    steps("TelemetryRecords");
  }

  @Test
  void answersOfTelemetryRecords() throws Exception {
    answers("TelemetryRecords");
  }

  /**
   * Holds a file, and names its first line that differs: all of them may, which takes long to say.
   */
  private static void hold(Path file, String should) throws IOException {
    if (Golden.isWritten()) {
      Golden.hold(file, should, KeptBehavioursTest.class);
      return;
    }
    List<String> is = Files.readString(file).lines().toList();
    List<String> lines = should.lines().toList();
    for (int i = 0; i < Math.min(is.size(), lines.size()); i++) {
      assertThat(lines.get(i)).as("line %d of %s", i + 1, file).isEqualTo(is.get(i));
    }
    assertThat(lines).as("lines of %s", file).hasSameSizeAs(is);
  }

  // ---------------------------------------------------------------- what a projection says

  private static String itself(Projection projection, Map<String, EventLog> logs) {
    Set<String> actions = new TreeSet<>();
    logs.values().forEach(log -> log.events().forEach(event -> actions.add(event.action())));
    StringBuilder out = new StringBuilder();
    line(out, "constants", new TreeSet<>(projection.constants()));
    line(out, "implied", new TreeSet<>(projection.implied()));
    line(out, "network", new TreeSet<>(projection.network()));
    line(out, "records", new TreeMap<>(projection.records()));
    line(out, "added", new TreeSet<>(projection.added()));
    line(out, "begins", projection.begins().orElse("-"));
    line(out, "arrivals", new TreeSet<>(projection.arrivals()));
    line(out, "openings", new TreeSet<>(projection.openings()));
    line(out, "untold", new TreeMap<>(projection.untold()));
    line(out, "hardest", projection.hardest().map(Object::toString).orElse("-"));
    for (String action : actions) {
      line(out, action + " fixes", new TreeSet<>(projection.fixes(action)));
      line(out, action + " reads", new TreeSet<>(projection.reads(action)));
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String name, Object value) {
    out.append(name).append(": ").append(value).append('\n');
  }

  // ---------------------------------------------------------------- behaviours

  /** Returns the steps, with those of their parts that are not as the log tells them. */
  private static String steps(Projection projection, EventLog log) throws BadLog {
    StringBuilder out = new StringBuilder();
    Set<String> variables = new TreeSet<>();
    log.events().forEach(event -> variables.addAll(event.variables().keySet()));
    for (Behaviour behaviour : projection.behaviours(log)) {
      head(out, behaviour);
      for (Step step : behaviour.steps()) {
        LogEvent event = log.events().get((int) step.number() - 1);
        out.append("  ").append(step.number()).append(' ').append(step.action());
        out.append(step.isImplied() ? " (implied)" : "");
        Value.Rec told = (Value.Rec) step.event();
        if (step.isImplied()) {
          out.append(" in ").append(told.get("in"));
        } else {
          part(out, "in", told.get("in"), event.arguments());
          part(out, "st", told.get("st"), event.variables());
          part(out, "given", told.get("given"), event.given());
          part(out, "msg", told.get("msg"), event.message());
          Set<String> missing = new TreeSet<>(variables);
          missing.removeIf(each -> step.tells(each) || !projection.isMissing(each, step, log));
          out.append(missing.isEmpty() ? "" : " lacks " + missing);
        }
        out.append(step.atPs() == event.atPs() && step.at().equals(event.at()) ? "" : " elsewhere");
        out.append('\n');
      }
    }
    return out.toString();
  }

  private static void head(StringBuilder out, Behaviour behaviour) {
    out.append(behaviour.key()).append(": ").append(behaviour.constants());
    out.append(", ").append(behaviour.events()).append(" events");
    behaviour.unjudged().ifPresent(rest -> out.append(", ").append(rest));
    out.append('\n');
  }

  private static void part(
      StringBuilder out, String name, Value value, Map<String, LogValue> told) {
    boolean asTold = told.values().stream().allMatch(LogValue::fitsTlc);
    if (!asTold || !value.equals(Step.record(told))) {
      out.append(' ').append(name).append(' ').append(value);
    }
  }

  private static String messages(Projection projection, EventLog log) {
    StringBuilder out = new StringBuilder();
    Map<String, Traffic> hosts = new TreeMap<>();
    for (LogEvent event : log.events()) {
      Traffic traffic = hosts.computeIfAbsent(event.at(), fresh -> new Traffic());
      traffic.next();
      projection.traffic(event, traffic);
      for (Object each : traffic.departures()) {
        out.append("  ").append(event.number()).append(' ').append(each).append('\n');
      }
      for (Object each : traffic.arrivals()) {
        out.append("  ").append(event.number()).append(' ').append(each).append('\n');
      }
    }
    return out.toString();
  }

  // ---------------------------------------------------------------- answers

  private static String role(LogEvent event) {
    return event.instance().map(LogInstance::role).orElse("-");
  }

  private static String answer(Projection projection, EventLog log, List<Behaviour> whole) {
    try {
      List<Behaviour> others = SpecJudge.behaviours(projection, log);
      String text = differing(others, whole);
      return text.isEmpty() ? "same" : "other %08x%s".formatted(text.hashCode(), rest(others));
    } catch (BadLog refused) {
      return refused.getMessage();
    } catch (RuntimeException fault) {
      return FAULT + fault;
    }
  }

  private static String rest(List<Behaviour> behaviours) {
    List<Behaviour.Unjudged> rest =
        behaviours.stream().flatMap(each -> each.unjudged().stream()).toList();
    return rest.isEmpty() ? "" : " " + rest;
  }

  /** Returns the heads and steps that are not those of other behaviours. */
  private static String differing(List<Behaviour> behaviours, List<Behaviour> whole) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.max(behaviours.size(), whole.size()); i++) {
      if (i >= behaviours.size()) {
        out.append("one behaviour less\n");
        continue;
      }
      Behaviour mine = behaviours.get(i);
      boolean isThere = i < whole.size();
      if (isThere && mine.equals(whole.get(i))) {
        continue;
      }
      head(out, mine);
      List<Step> other = isThere ? whole.get(i).steps() : List.of();
      for (int at = 0; at < mine.steps().size(); at++) {
        if (at >= other.size() || !mine.steps().get(at).equals(other.get(at))) {
          out.append(mine.steps().get(at)).append('\n');
        }
      }
    }
    return out.toString();
  }

  /** Returns the log under a header that says another thing of it, by the mistake. */
  private static Map<String, EventLog> wholes(EventLog log) {
    LogHeader header = log.header();
    List<String> omits = new ArrayList<>(header.omits());
    omits.add("target: only sources write logs.");
    List<LogEvent> sources = log.events().stream().filter(event -> !event.isOfTarget()).toList();
    Map<String, EventLog> all = new LinkedHashMap<>();
    all.put("targets left out", new EventLog(header.omitting(omits), log.with(sources).events()));
    all.put("targets left out, and told", new EventLog(header.omitting(omits), log.events()));
    String profile = header.profile().equals("uet-1.0") ? "source-documents" : "uet-1.0";
    LogHeader other =
        new LogHeader(
            header.writer(),
            header.writerVersion(),
            profile,
            header.seed(),
            header.scenario(),
            header.units(),
            header.constants(),
            header.omits());
    all.put("other profile", new EventLog(other, log.events()));
    return all;
  }

  /** Returns the log with one constant of its header wrong, by the mistake. */
  private static Map<String, Supplier<EventLog>> headers(EventLog log) {
    Map<String, Supplier<EventLog>> all = new LinkedHashMap<>();
    log.header()
        .constants()
        .forEach(
            (spec, constants) ->
                others("constants." + spec, constants)
                    .forEach(
                        (what, other) ->
                            all.put(
                                what,
                                () ->
                                    new EventLog(
                                        log.header().telling(Map.of(spec, other)), log.events()))));
    return all;
  }

  /** Returns the log with one thing wrong, by the mistake. */
  private static Map<String, Supplier<EventLog>> deviations(EventLog log, LogEvent event) {
    Map<String, Supplier<EventLog>> all = new LinkedHashMap<>();
    List<LogEvent> fewer = new ArrayList<>(log.events());
    fewer.remove((int) event.number() - 1);
    all.put("left out", () -> log.with(fewer));
    values(all, log, event, "in", event.arguments(), Part.IN);
    values(all, log, event, "st", event.variables(), Part.ST);
    values(all, log, event, "given", event.given(), Part.GIVEN);
    values(all, log, event, "msg", event.message(), Part.MSG);
    Optional<LogEvent> fixing =
        log.events().stream()
            .filter(each -> each.number() < event.number() && !each.given().isEmpty())
            .filter(each -> each.action().equals(event.action()))
            .filter(each -> each.instance().equals(event.instance()))
            .findFirst();
    if (fixing.isPresent() && event.given().isEmpty()) {
      all.put("given again", () -> log.with(Part.GIVEN.of(event, fixing.get().given())));
    }
    all.put("of none", () -> log.with(turned(event, "of none")));
    event.instance().ifPresent(of -> instances(all, log, event, of));
    for (String name : List.of("at", "outside", "unknown")) {
      all.put(name, () -> log.with(turned(event, name)));
    }
    return all;
  }

  private static void instances(
      Map<String, Supplier<EventLog>> all, EventLog log, LogEvent event, LogInstance of) {
    String other = of.role().equals(LogInstance.SOURCE) ? LogInstance.TARGET : LogInstance.SOURCE;
    Map<String, LogInstance> others = new LinkedHashMap<>();
    others.put("other role", instance(of, other, of.life(), of.pdc(), of.destinationQp()));
    others.put("other life", instance(of, of.role(), of.life() + 1, of.pdc(), of.destinationQp()));
    others.put("other pdc", instance(of, of.role(), of.life(), of.pdc() + 1, of.destinationQp()));
    others.put("no pdc", instance(of, of.role(), of.life(), 0, of.destinationQp()));
    if (of.isConnection()) {
      others.put("other qp", instance(of, of.role(), of.life(), of.pdc(), of.destinationQp() + 9));
    }
    others.forEach((what, each) -> all.put(what, () -> log.with(event.of(each))));
  }

  private static LogInstance instance(LogInstance of, String role, int life, int pdc, int qp) {
    return new LogInstance(
        role,
        of.source(),
        of.destination(),
        of.trafficClass(),
        of.ccc(),
        life,
        pdc,
        of.sourceQp(),
        qp);
  }

  private static LogEvent turned(LogEvent e, String what) {
    return new LogEvent(
        e.number(),
        e.atPs(),
        what.equals("at") ? "elsewhere" : e.at(),
        e.spec(),
        what.equals("unknown") ? "Unknown" : e.action(),
        what.equals("of none") ? Optional.empty() : e.instance(),
        e.arguments(),
        e.variables(),
        e.given(),
        e.message(),
        what.equals("outside") || e.isOutside());
  }

  /** A part of an event. */
  private enum Part {
    IN,
    ST,
    GIVEN,
    MSG;

    LogEvent of(LogEvent e, Map<String, LogValue> values) {
      return switch (this) {
        case IN -> LogMutations.withArguments(e, values);
        case ST -> LogMutations.withVariables(e, values);
        case GIVEN -> LogMutations.withGiven(e, values);
        case MSG -> LogMutations.withMessage(e, values);
      };
    }
  }

  private static void values(
      Map<String, Supplier<EventLog>> all,
      EventLog log,
      LogEvent event,
      String name,
      Map<String, LogValue> values,
      Part part) {
    for (String each : values.keySet()) {
      Map<String, LogValue> fewer = new LinkedHashMap<>(values);
      fewer.remove(each);
      all.put(name + " without " + each, () -> log.with(part.of(event, fewer)));
      others(name + "." + each, values.get(each))
          .forEach(
              (what, other) -> {
                Map<String, LogValue> changed = new LinkedHashMap<>(values);
                changed.put(each, other);
                all.put(what, () -> log.with(part.of(event, changed)));
              });
    }
  }

  /** Returns values that may stand in the place of another, at every depth. */
  private static Map<String, LogValue> others(String path, LogValue value) {
    Map<String, LogValue> all = new LinkedHashMap<>();
    if (value instanceof LogValue.Num number) {
      all.put(path + " + 1", LogValue.of(number.value() + 1));
      all.put(path + " = 0", LogValue.of(0));
      all.put(path + " = -1", LogValue.of(-1));
      all.put(path + " is large", LogValue.of(Integer.MAX_VALUE));
      all.put(path + " is wide", LogValue.of(WIDE));
      all.put(path + " is low", LogValue.of(-WIDE));
      all.put(path + " is a text", LogValue.of("x"));
    } else if (value instanceof LogValue.Str) {
      all.put(path + " = x", LogValue.of("x"));
      all.put(path + " is a number", LogValue.of(7));
    } else if (value instanceof LogValue.Truth truth) {
      all.put(path + " is not", LogValue.of(!truth.value()));
      all.put(path + " is a number", LogValue.of(7));
    } else if (value instanceof LogValue.Items items) {
      all.put(path + " is empty", new LogValue.Items(List.of()));
      all.put(path + " is a number", LogValue.of(7));
      if (!items.items().isEmpty()) {
        inside(all, path + "[0]", items.items().get(0), inner -> first(items, inner));
      }
    } else if (value instanceof LogValue.Fields fields) {
      all.put(path + " is a number", LogValue.of(7));
      for (String name : fields.fields().keySet()) {
        Map<String, LogValue> fewer = new LinkedHashMap<>(fields.fields());
        fewer.remove(name);
        all.put(path + " without " + name, new LogValue.Fields(fewer));
        inside(all, path + "." + name, fields.fields().get(name), i -> field(fields, name, i));
      }
    }
    return all;
  }

  private static void inside(
      Map<String, LogValue> all, String path, LogValue value, Function<LogValue, LogValue> whole) {
    others(path, value).forEach((what, other) -> all.put(what, whole.apply(other)));
  }

  private static LogValue first(LogValue.Items items, LogValue other) {
    List<LogValue> all = new ArrayList<>(items.items());
    all.set(0, other);
    return new LogValue.Items(all);
  }

  private static LogValue field(LogValue.Fields fields, String name, LogValue other) {
    Map<String, LogValue> all = new LinkedHashMap<>(fields.fields());
    all.put(name, other);
    return new LogValue.Fields(all);
  }
}
