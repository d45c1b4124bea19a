package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.sluice.fabric.PauseRuns;
import dev.sluice.host.roce.HpccRuns;
import dev.sluice.host.roce.LdcpRateRuns;
import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.host.roce.RcmRuns;
import dev.sluice.host.roce.RoceRuns;
import dev.sluice.house.Golden;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.SpecNames;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.requirement.Citation;
import dev.sluice.requirement.Citations;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.EventLogReader;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogSchema;
import dev.sluice.trace.LogValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The event log speaks the language of the specifications: every event of every scenario is an
 * action with that action's arguments, and tells variables of its specification, all by the names
 * that TLC's own parser reads there. {@code docs/eventlog.md} has every one of them; its examples
 * are taken from these runs, and written anew by {@code mvn test -Dtest=EventLogPageTest
 * -Dsluice.pages=write}.
 */
class EventLogPageTest {
  private static final Path PAGE = Path.of("docs/eventlog.md");
  private static final Pattern EXAMPLES =
      Pattern.compile(
          "(<!-- begin examples [^>]*-->\\n)(.*?)(<!-- end examples -->)", Pattern.DOTALL);
  private static final List<String> SPECS =
      Systems.projections().stream().map(Projection::spec).toList();

  /** An event's specification and action. */
  private static final Pattern KIND = Pattern.compile("\"spec\":\"\\w+\",\"do\":\"\\w+\"");

  /** Those whose other variables are those of a PDC. */
  private static final Set<String> OF_PDCS = Set.of("CccLifecycle", "PdcHandshake", "LossRecovery");

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(LogSchema.text());

  /** What is known of one action: all names that its events tell. */
  private static final class Known {
    private final Set<String> arguments = new LinkedHashSet<>();
    private final Set<String> variables = new LinkedHashSet<>();
    private final Set<String> given = new LinkedHashSet<>();
    private final Set<String> message = new LinkedHashSet<>();
    private boolean isOutside;
    private String example = "";
    private long count;
  }

  private static final Map<String, Known> SEEN = new TreeMap<>();

  /** By specification, the fields of each record that was told, by the record's name. */
  private static final Map<String, Map<String, Set<String>>> RECORDS = new TreeMap<>();

  private static final List<String> WRONG = new ArrayList<>();
  private static long lineCount;

  @BeforeAll
  static void runEverything() throws Exception {
    SEEN.clear();
    RECORDS.clear();
    WRONG.clear();
    for (Scenario scenario : LoggedRuns.scenarios()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      EventLogWriter writer = new EventLogWriter(out, RunLog.header(scenario));
      Run.of(scenario, new Run.Recording(false, writer, null, null));
      writer.finish();
      record(scenario.name(), out);
    }
    Map<String, EventLog> ofRoce = new LinkedHashMap<>(RoceRuns.logs());
    ofRoce.putAll(RcmRuns.logs());
    ofRoce.putAll(LdcpRuns.logs());
    ofRoce.putAll(LdcpRateRuns.logs());
    ofRoce.putAll(HpccRuns.logs());
    for (Map.Entry<String, EventLog> log : ofRoce.entrySet()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      log.getValue().write(out);
      record(log.getKey(), out);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PauseRuns.Fault.REFRESH_TOO_LATE.log(false).write(out);
    record("pauses that are repeated", out);
  }

  private static void record(String run, ByteArrayOutputStream out) throws IOException, BadTrace {
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    ObjectMapper json = new ObjectMapper();
    Set<String> kinds = new HashSet<>();
    for (String line : lines) {
      Matcher event = KIND.matcher(line);
      // A build holds the first event of each action in each run against the schema.
      if (!kinds.add(event.find() ? event.group() : line) && !Whole.IS_ASKED) {
        continue;
      }
      if (WRONG.size() < 20 && !SCHEMA.validate(json.readTree(line)).isEmpty()) {
        WRONG.add(run + ": " + SCHEMA.validate(json.readTree(line)) + " " + line);
      }
    }
    LAST.clear();
    try (EventLogReader reader =
        EventLogReader.open("log", new ByteArrayInputStream(out.toByteArray()))) {
      int line = 1;
      for (Optional<LogEvent> next = reader.next(); next.isPresent(); next = reader.next()) {
        LogEvent event = next.get();
        Known known =
            SEEN.computeIfAbsent(event.spec() + "." + event.action(), action -> new Known());
        known.arguments.addAll(event.arguments().keySet());
        known.variables.addAll(event.variables().keySet());
        known.given.addAll(event.given().keySet());
        known.message.addAll(event.message().keySet());
        known.isOutside |= event.isOutside();
        for (Map<String, LogValue> told :
            List.of(event.arguments(), event.variables(), event.given(), event.message())) {
          told.forEach((name, value) -> fields(event.spec(), name, value));
        }
        known.count++;
        compare(run, event);
        String text = lines.get(line++);
        lineCount++;
        if (known.example.isEmpty()) {
          known.example = text;
        }
      }
      assertThat(reader.events()).as(run).isPositive();
    }
  }

  private static void fields(String spec, String name, LogValue value) {
    if (value instanceof LogValue.Items items) {
      items.items().forEach(item -> fields(spec, name, item));
    } else if (value instanceof LogValue.Fields record) {
      Set<String> known =
          RECORDS
              .computeIfAbsent(spec, fresh -> new TreeMap<>())
              .computeIfAbsent(name, fresh -> new TreeSet<>());
      known.addAll(record.fields().keySet());
      record.fields().forEach((field, inner) -> fields(spec, field, inner));
    }
  }

  /**
   * What the judge allows in a record is what NICs tell there, and what a header may tell is here.
   */
  @Test
  void theDeclaredRecordsAndConstantsAreThoseOfLogsAndOfThePage() throws IOException {
    String page = Files.readString(PAGE);
    for (Projection projection : Systems.projections()) {
      Map<String, Set<String>> declared = new TreeMap<>();
      projection.records().forEach((name, of) -> declared.put(name, new TreeSet<>(of)));
      assertThat(RECORDS.getOrDefault(projection.spec(), Map.of()))
          .as(projection.spec())
          .isEqualTo(declared);
      assertThat(names(projection.spec()).constants()).containsAll(projection.constants());
      String row =
          page.substring(page.indexOf("#### Constants that a header tells"))
              .lines()
              .filter(line -> line.startsWith("| " + projection.spec() + " |"))
              .findFirst()
              .orElse("");
      Set<String> listed = new TreeSet<>();
      Pattern.compile("`(\\w+)`").matcher(row).results().forEach(one -> listed.add(one.group(1)));
      assertThat(listed).as(projection.spec()).isEqualTo(new TreeSet<>(projection.constants()));
    }
  }

  /** The value of each variable that was told last, by whose it is. */
  private static final Map<String, LogValue> LAST = new HashMap<>();

  /** What events fix, for those who judge logs, beside constants of their specification. */
  private static final Map<String, Set<String>> OF_LOG_MODULES =
      Map.of(
          "PfcLossless",
          Set.of("PerByte", "Latency"),
          "PawaWindow",
          Set.of("Since"),
          "HpccWindow",
          Set.of("Begun"),
          "TelemetryRecords",
          Set.of("TimeUnit", "TxUnit", "QueueUnit", "WaitUnit", "Silence"));

  /** Variables that change as time goes by. */
  private static final Set<String> TIMES = Set.of("sourceClock", "left", "untilRefresh");

  private static final Set<String> DRIFTED = new TreeSet<>();
  private static long compared;

  /** Notes a variable that has changed since it was told last, and not by this action. */
  private static void compare(String run, LogEvent event) {
    Set<String> changed = names(event.spec()).changed().getOrDefault(event.action(), Set.of());
    for (Map.Entry<String, LogValue> told : event.variables().entrySet()) {
      LogValue before = LAST.put(whose(event, told.getKey()), told.getValue());
      boolean isTime = TIMES.contains(told.getKey());
      if (before != null && !event.isOutside() && !isTime && !changed.contains(told.getKey())) {
        compared++;
        if (!before.equals(told.getValue()) && DRIFTED.size() < 20) {
          DRIFTED.add(
              run
                  + ": "
                  + event.number()
                  + " "
                  + event.spec()
                  + "."
                  + event.action()
                  + " "
                  + told.getKey()
                  + " "
                  + before
                  + " -> "
                  + told.getValue());
        }
      }
    }
  }

  /** What a variable is a function of. */
  private static String whose(LogEvent event, String variable) {
    LogInstance of = event.instance().orElseThrow();
    String ccc = of.flow() + " " + of.role() + " " + of.ccc() + " " + of.life();
    String whose =
        switch (event.spec() + "." + variable) {
          case "CccLifecycle.request" -> event.arguments().get("r").toString();
          case "CccLifecycle.asked", "PdcHandshake.inflight", "PdcHandshake.context" ->
              of.flow() + of.role();
          case "CccLifecycle.ccc" -> ccc;
          case "CreditConservation.remainder",
              "CreditConservation.budget",
              "CreditConservation.lastSender" ->
              of.destination();
          default -> {
            if (of.isConnection()) {
              yield of.flow() + of.role();
            }
            yield OF_PDCS.contains(event.spec()) ? of.role() + of.pdc() : ccc;
          }
        };
    return event.at() + " " + event.spec() + "." + variable + " " + whose;
  }

  private static final Map<String, SpecNames> NAMES = new HashMap<>();

  private static SpecNames names(String spec) {
    return NAMES.computeIfAbsent(
        spec, name -> SpecNames.of(SpecFiles.module(name), Path.of("spec/lib")));
  }

  private static Map<String, Set<String>> actions;

  private static Map<String, Set<String>> actions() {
    if (actions == null) {
      actions = scanned();
    }
    return actions;
  }

  private static Map<String, Set<String>> scanned() {
    return Citations.scan(Path.of("")).all().stream()
        .filter(citation -> citation.kind() == Citation.Kind.ACTION)
        .map(Citation::name)
        .filter(name -> SPECS.contains(name.split("!")[0]))
        .collect(
            Collectors.groupingBy(
                name -> name.split("!")[0],
                Collectors.mapping(
                    name -> name.split("!")[1], Collectors.toCollection(TreeSet::new))));
  }

  @Test
  void everyLineConformsToTheSchema() {
    assertThat(lineCount).isGreaterThan(20_000);
    assertThat(WRONG).isEmpty();
  }

  @Test
  void everyEventIsAnActionWithItsArgumentsAndTellsVariablesOfItsSpecification() {
    Map<String, Set<String>> actions = actions();
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Known> seen : SEEN.entrySet()) {
      String spec = seen.getKey().split("\\.")[0];
      String action = seen.getKey().split("\\.")[1];
      assertThat(SPECS).contains(spec);
      SpecNames names = names(spec);
      Known known = seen.getValue();
      if (known.isOutside) {
        if (names.parameters().containsKey(action)) {
          wrong.add(seen.getKey() + " is said to be outside, and is defined");
        }
      } else if (!actions.get(spec).contains(action)) {
        wrong.add(seen.getKey() + " is no action");
      } else if (!isInOrder(known.arguments, names.parameters().get(action))) {
        wrong.add(
            seen.getKey()
                + known.arguments
                + ", and its parameters are "
                + names.parameters().get(action));
      }
      if (!names.variables().containsAll(known.variables)) {
        wrong.add(seen.getKey() + " tells " + known.variables + " of " + names.variables());
      }
      Set<String> constants = new TreeSet<>(names.constants());
      constants.addAll(OF_LOG_MODULES.getOrDefault(seen.getKey().split("\\.")[0], Set.of()));
      if (!constants.containsAll(known.given)) {
        wrong.add(seen.getKey() + " fixes " + known.given + " of " + names.constants());
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean isInOrder(Set<String> some, List<String> all) {
    List<String> rest = new ArrayList<>(all);
    rest.retainAll(some);
    return rest.equals(List.copyOf(some));
  }

  /**
   * Nothing happens between two events: a variable keeps the value that was told last until an
   * action that its specification lets change it.
   */
  @Test
  void noVariableChangesButByAnActionThatChangesIt() {
    assertThat(names("CccLifecycle").changed().get("Send"))
        .containsExactly("ccc", "data", "flight", "todo");
    assertThat(names("CreditConservation").changed().get("Commit"))
        .contains("granted", "budget")
        .doesNotContain("arrived");
    assertThat(compared).isGreaterThan(20_000);
    assertThat(DRIFTED).isEmpty();
  }

  @Test
  void thePageHasEveryActionOfEverySpecification() throws IOException {
    String page = Files.readString(PAGE);
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> spec : actions().entrySet()) {
      String part = part(page, spec.getKey());
      SpecNames names = names(spec.getKey());
      for (String action : spec.getValue()) {
        String call =
            "`"
                + action
                + (names.parameters().get(action).isEmpty()
                    ? ""
                    : "(" + String.join(", ", names.parameters().get(action)) + ")")
                + "`";
        String row =
            part.lines().filter(line -> line.startsWith("| " + call + " |")).findFirst().orElse("");
        if (row.isEmpty()) {
          wrong.add(spec.getKey() + " has no row | " + call + " |");
        } else if (row.contains("| no event") == SEEN.containsKey(spec.getKey() + "." + action)) {
          wrong.add("whether there is such an event: " + row);
        }
      }
      for (String variable : names.variables()) {
        if (!part.contains("`" + variable + "`")) {
          wrong.add(spec.getKey() + ": nothing is said of its variable " + variable);
        }
      }
      for (Map.Entry<String, Known> seen : SEEN.entrySet()) {
        if (seen.getValue().isOutside
            && seen.getKey().startsWith(spec.getKey())
            && !part.contains("`" + seen.getKey().split("\\.")[1] + "`")) {
          wrong.add(seen.getKey() + " is not on the page");
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String part(String page, String spec) {
    int from = page.indexOf("### " + spec);
    assertThat(from).as(spec).isPositive();
    int to = page.indexOf("\n### ", from + 1);
    int next = page.indexOf("\n## ", from + 1);
    return page.substring(
        from, Math.min(to < 0 ? page.length() : to, next < 0 ? page.length() : next));
  }

  @Test
  void itsExamplesAreReal() throws IOException {
    StringBuilder text = new StringBuilder("\n");
    for (String spec : SPECS) {
      text.append("**").append(spec).append("**\n\n```json\n");
      SEEN.forEach(
          (name, known) -> {
            if (name.startsWith(spec + ".")) {
              text.append(known.example).append('\n');
            }
          });
      text.append("```\n\n");
    }
    String page = Files.readString(PAGE);
    assertThat(EXAMPLES.matcher(page).results()).hasSize(1);
    String should =
        EXAMPLES
            .matcher(page)
            .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + text + found.group(3)));
    Golden.hold(PAGE, should, EventLogPageTest.class);
  }
}
