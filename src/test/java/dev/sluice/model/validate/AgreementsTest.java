package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.LogMutations;
import dev.sluice.cli.RecordedLogs;
import dev.sluice.house.Golden;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.Agreement.Kind;
import dev.sluice.model.validate.Agreement.Side;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Logs in which two specifications tell of one thing. */
class AgreementsTest {
  private static final List<String> SPECS =
      Systems.projections().stream().map(Projection::spec).toList();

  private static Map<String, EventLog> logs() {
    Map<String, EventLog> all = new LinkedHashMap<>(RecordedLogs.logs());
    all.putAll(RecordedLogs.logsOfRoce());
    return all;
  }

  private static Agreements of(EventLog log) {
    return Agreements.of(log, SPECS);
  }

  @Test
  void theRunningSystemTellsOneStory() {
    Map<Agreement, Long> compared = new HashMap<>();
    logs()
        .forEach(
            (name, log) -> {
              Agreements agreements = of(log);
              assertThat(agreements.found()).as(name).isEmpty();
              agreements
                  .compared()
                  .forEach((each, times) -> compared.merge(each, times, Long::sum));
            });
    assertThat(Agreements.ALL)
        .allSatisfy(each -> assertThat(compared.get(each)).as(each.what()).isGreaterThan(30));
  }

  // ---------------------------------------------------------------- one thing set apart

  @TestFactory
  Stream<DynamicTest> ofEachAgreementEachSideIsHeld() {
    return Agreements.ALL.stream()
        .flatMap(
            each ->
                each.sides().stream()
                    .map(
                        side ->
                            DynamicTest.dynamicTest(
                                each.what() + ", " + side.spec(), () -> isHeld(each, side))));
  }

  private static void isHeld(Agreement each, Side side) {
    String name = Recorded.WHERE.get(each);
    EventLog log = logs().get(name);
    List<LogEvent> its =
        log.events().stream().filter(event -> isOne(log, each, side, event)).toList();
    LogEvent event = its.get(its.size() / 2);
    for (Agreement.Place place : side.values()) {
      EventLog wrong = log.with(more(event, place));
      assertThat(of(wrong).found())
          .as("%s: event %d tells another %s", name, event.number(), place)
          .extracting(Agreements.Disagreement::what)
          .contains(each.what());
    }
    boolean isPart =
        each.kind() != Kind.SAME_STEPS && side == each.sides().get(0); // the others may have more
    if (!each.isVariable() && !isPart) {
      List<LogEvent> others = new ArrayList<>(log.events());
      others.remove(event);
      assertThat(of(log.with(others)).found())
          .as("%s: event %d is missing", name, event.number())
          .extracting(Agreements.Disagreement::what)
          .contains(each.what());
    }
  }

  /** Duplicates an event: two of the one side need two counterparts. */
  @TestFactory
  Stream<DynamicTest> eachEventNeedsACounterpartOfItsOwn() {
    return Agreements.ALL.stream()
        .filter(each -> !each.isVariable())
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.what() + ", " + each.sides().get(0).spec(), () -> isAlone(each)));
  }

  private static void isAlone(Agreement each) {
    String name = Recorded.WHERE.get(each);
    EventLog log = logs().get(name);
    Side side = each.sides().get(0);
    LogEvent event =
        log.events().stream().filter(one -> isOne(log, each, side, one)).findFirst().orElseThrow();
    List<LogEvent> twice = new ArrayList<>(log.events());
    twice.add(twice.indexOf(event) + 1, event);
    assertThat(of(log.with(twice)).found())
        .as("%s: event %d, %s, is told twice", name, event.number(), event.action())
        .extracting(Agreements.Disagreement::what)
        .contains(each.what());
  }

  /** The shortest log in which each agreement is compared some times. */
  private static final class Recorded {
    private static final int SOME = 8;
    static final Map<Agreement, String> WHERE = new HashMap<>();

    static {
      logs().entrySet().stream()
          .sorted(Comparator.comparingInt(log -> -log.getValue().events().size()))
          .forEach(
              log ->
                  of(log.getValue())
                      .compared()
                      .forEach(
                          (each, times) -> {
                            if (times >= SOME) {
                              WHERE.put(each, log.getKey());
                            }
                          }));
    }
  }

  /** Returns whether an event is of a side, and the one that its instant is compared by. */
  private static boolean isOne(EventLog log, Agreement each, Side side, LogEvent event) {
    if (!side.has(event) || side.of(event).stream().anyMatch(Optional::isEmpty)) {
      return false;
    }
    List<LogEvent> instant =
        log.events().stream()
            .filter(other -> other.atPs() == event.atPs() && end(other).equals(end(event)))
            .toList();
    return each.isVariable()
        ? instant.stream().noneMatch(o -> o.number() > event.number() && side.has(o))
        : each.kind() == Kind.FIRST_WITHIN_OTHERS
            ? instant.stream().filter(each.sides().get(0)::has).count() == 1
            : each.sides().stream()
                .allMatch(other -> instant.stream().filter(other::has).count() == 1);
  }

  private static String end(LogEvent event) {
    return event.at() + event.instance().map(of -> of.role() + of.flow()).orElse("");
  }

  /** Returns an event with one unit more at a place, found without the judge's own reading. */
  private static LogEvent more(LogEvent event, Agreement.Place place) {
    List<String> path = place.path();
    Map<String, LogValue> in = new LinkedHashMap<>(event.arguments());
    Map<String, LogValue> st = new LinkedHashMap<>(event.variables());
    Map<String, LogValue> msg = new LinkedHashMap<>(event.message());
    Map<String, LogValue> part = Map.of("in", in, "st", st, "msg", msg).get(place.part());
    part.computeIfPresent(
        path.get(0), (name, told) -> more(told, path.subList(1, path.size()), place.unit()));
    return LogMutations.withMessage(
        LogMutations.withVariables(LogMutations.withArguments(event, in), st), msg);
  }

  private static LogValue more(LogValue value, List<String> path, long by) {
    if (value instanceof LogValue.Items items) {
      return new LogValue.Items(List.of(more(items.items().get(0), path, by)));
    }
    if (path.isEmpty()) {
      return LogValue.of(((LogValue.Num) value).value() + by);
    }
    Map<String, LogValue> fields = new LinkedHashMap<>(((LogValue.Fields) value).fields());
    fields.computeIfPresent(
        path.get(0), (name, told) -> more(told, path.subList(1, path.size()), by));
    return new LogValue.Fields(fields);
  }

  // ---------------------------------------------------------------- what is not compared

  private static EventLog deaf() {
    EventLog log = RecordedLogs.logsOfRoce().get("hpcc-incast");
    LogEvent heard =
        log.events().stream()
            .filter(event -> event.spec().equals("HpccWindow"))
            .filter(event -> event.arguments().get("u") instanceof LogValue.Num u && u.value() > 0)
            .findFirst()
            .orElseThrow();
    Map<String, LogValue> deaf = new HashMap<>(heard.arguments());
    deaf.put("u", LogValue.of(-1));
    return log.with(LogMutations.withArguments(heard, deaf));
  }

  /** Makes case 82. */
  @Test
  void aWindowThatIsNotToldOfItsTelemetryDisagrees() {
    assertThat(of(deaf()).found())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.what()).isEqualTo("measured U");
              assertThat(found.told().get(0)).startsWith("TelemetryRecords, event ");
              assertThat(found.told().get(1))
                  .startsWith("HpccWindow, event ")
                  .contains("in.u = -1");
            });
  }

  @Test
  void oneSpecificationAloneHasNobodyToDisagreeWith() {
    assertThat(Agreements.of(deaf(), List.of("HpccWindow", "RcTransport")).found()).isEmpty();
  }

  @Test
  void eventsThatAreLeftOutInWordsAreNotMissed() {
    EventLog log = RecordedLogs.logs().get("growth");
    List<LogEvent> some =
        log.events().stream().filter(event -> !event.action().equals("Acknowledge")).toList();
    String what = "packets are acknowledged";
    assertThat(of(log.with(some)).found()).isEmpty(); // Acknowledge is the part of the others
    List<LogEvent> others =
        log.events().stream()
            .filter(event -> !(event.spec() + event.action()).equals("NsccWindowAck"))
            .toList();
    assertThat(of(log.with(others)).found())
        .extracting(Agreements.Disagreement::what)
        .contains(what);
    LogHeader saying =
        log.header().omitting(List.of("NsccWindow.Ack: the algorithm is in hardware."));
    assertThat(of(new EventLog(saying, log.with(others).events())).found())
        .extracting(Agreements.Disagreement::what)
        .doesNotContain(what);
  }

  /** Cuts a log behind the first of two events of one instant. */
  @Test
  void theLastInstantOfACrashedWriterIsNotCompared() {
    EventLog log = RecordedLogs.logs().get("growth");
    int at = 0;
    while (!log.events().get(at).action().equals("Transmit")) {
      at++;
    }
    List<LogEvent> cut = log.events().subList(0, at + 1);
    assertThat(of(log.with(cut)).found()).isNotEmpty();
    LogExtent extent = new LogExtent(Optional.of("line 9 is incomplete"), 9, BigInteger.ZERO);
    assertThat(of(new EventLog(log.header(), cut, extent)).found()).isEmpty();
  }

  @Test
  void anEndOutsideOfASpecificationIsComparedNoMore() {
    EventLog log = deaf();
    List<LogEvent> others = new ArrayList<>();
    for (LogEvent event : log.events()) {
      others.add(
          new LogEvent(
              event.number(),
              event.atPs(),
              event.at(),
              event.spec(),
              event.action(),
              event.instance(),
              event.arguments(),
              event.variables(),
              event.given(),
              event.message(),
              event.spec().equals("TelemetryRecords")));
    }
    assertThat(of(log.with(others)).found()).isEmpty();
  }

  // ---------------------------------------------------------------- the list is whole

  /** Pairs that say which PDC it is, and not how much of anything there is. */
  private static final Set<String> IDS =
      Set.of(
          "CccLifecycle st.pdc.ccc = PdcHandshake st.target.pdcid",
          "CccLifecycle st.pdc.remote = PdcHandshake st.target.spdcid");

  /**
   * Looks for variables of two specifications that are equal at the end of each instant of the
   * recorded logs, with many values. Each such pair is one thing, and is compared.
   */
  @Test
  void eachQuantityOfTwoSpecificationsIsCompared() {
    Equal pairs = new Equal();
    logs().values().forEach(pairs::count);
    Set<String> equal = pairs.often();
    Set<String> compared = new TreeSet<>(IDS);
    for (Agreement each : Agreements.ALL) {
      if (each.isVariable()) {
        for (Side one : each.sides()) {
          for (Side other : each.sides()) {
            compared.add(one.spec() + " " + place(one) + " = " + other.spec() + " " + place(other));
          }
        }
      }
    }
    assertThat(equal).hasSizeGreaterThanOrEqualTo(6).isSubsetOf(compared);
  }

  /** Steps that CccScheduling takes by itself; each event names the next of them. */
  private static final Set<String> OWN =
      Set.of(
          "CccScheduling.Nscc", "CccScheduling.Rccc", "CccScheduling.Settle", "CccScheduling.Mark");

  /**
   * Looks for steps that always come together with a step of another specification, in all recorded
   * logs. Each such pair is one occurrence, and is compared, if need be by way of others.
   */
  @Test
  void eachStepOfTwoSpecificationsIsCompared() {
    Together together = new Together();
    logs().values().forEach(together::count);
    Set<List<String>> always = together.always();
    assertThat(always).as("pairs of steps").hasSizeGreaterThan(30);
    always.removeIf(pair -> pair.stream().anyMatch(OWN::contains));
    Set<List<String>> compared = compared();
    assertThat(always)
        .as("steps that always come together, and nothing compares")
        .isSubsetOf(compared);
  }

  /** Returns pairs of steps: where the first is, the second is, too. */
  private static Set<List<String>> compared() {
    Map<String, Set<String>> within = new TreeMap<>();
    for (Agreement each : Agreements.ALL) {
      Side one = each.sides().get(0);
      if (each.kind() == Kind.SAME_STEPS || each.kind() == Kind.FIRST_WITHIN_SECOND) {
        Side other = each.sides().get(1);
        steps(one)
            .forEach(s -> within.computeIfAbsent(s, n -> new TreeSet<>()).addAll(steps(other)));
        if (each.kind() == Kind.SAME_STEPS) {
          steps(other)
              .forEach(s -> within.computeIfAbsent(s, n -> new TreeSet<>()).addAll(steps(one)));
        }
      }
    }
    Set<List<String>> pairs = new HashSet<>();
    for (String from : within.keySet()) {
      List<String> reached = new ArrayList<>(List.of(from));
      for (int i = 0; i < reached.size(); i++) {
        for (String next : within.getOrDefault(reached.get(i), Set.of())) {
          pairs.add(List.of(from, next));
          if (!reached.contains(next)) {
            reached.add(next);
          }
        }
      }
    }
    return pairs;
  }

  private static List<String> steps(Side side) {
    return side.actions().stream().map(action -> side.spec() + "." + action).toList();
  }

  /** Steps of two specifications, by how often the one came at the time of the other. */
  private static final class Together {
    private static final int OFTEN = 400; // more than there are flows: what begins one is left out

    private final Map<String, Integer> times = new TreeMap<>();
    private final Map<String, Integer> together = new TreeMap<>();

    void count(EventLog log) {
      Map<String, Set<String>> told = new HashMap<>();
      Map<String, Map<String, Integer>> instants = new LinkedHashMap<>();
      for (LogEvent event : log.events()) {
        if (event.instance().isPresent()) {
          told.computeIfAbsent(end(event), none -> new TreeSet<>()).add(event.spec());
          instants
              .computeIfAbsent(end(event) + "@" + event.atPs(), none -> new TreeMap<>())
              .merge(event.spec() + "." + event.action(), 1, Integer::sum);
        }
      }
      instants.forEach(
          (instant, steps) ->
              steps.forEach(
                  (step, count) -> {
                    for (String spec : told.get(instant.substring(0, instant.indexOf('@')))) {
                      times.merge(step + " in " + spec, 1, Integer::sum);
                    }
                    steps.forEach(
                        (other, its) -> {
                          if (its >= count) {
                            together.merge(step + " in " + other, 1, Integer::sum);
                          }
                        });
                  }));
    }

    Set<List<String>> always() {
      Set<List<String>> pairs = new HashSet<>();
      together.forEach(
          (pair, count) -> {
            List<String> two = List.of(pair.split(" in "));
            String spec = two.get(1).substring(0, two.get(1).indexOf('.'));
            if (!two.get(0).startsWith(spec + ".")
                && count >= OFTEN
                && count.equals(times.get(two.get(0) + " in " + spec))) {
              pairs.add(two);
            }
          });
      return pairs;
    }
  }

  private static String place(Side side) {
    Agreement.Place place = side.values().get(0);
    return place.part() + "." + String.join(".", place.path());
  }

  /** Pairs of numbers in variables, by how often they were compared and equal. */
  private static final class Equal {
    private static final int MOST = 1_000;
    private static final int OFTEN = 100;
    private static final int MANY = 8;

    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final int[][] unequal = new int[MOST][MOST];
    private final int[][] times = new int[MOST][MOST];
    private final Map<Integer, Set<Long>> values = new HashMap<>();

    /** One end of a flow. */
    private static final class End {
      private final Map<Integer, Long> latest = new HashMap<>();
      private final Set<Integer> fresh = new HashSet<>();
      private long nowPs = -1;
    }

    void count(EventLog log) {
      Map<String, End> ends = new HashMap<>();
      for (LogEvent event : log.events()) {
        if (event.instance().isPresent()) {
          LogInstance of = event.instance().get();
          String key = event.at() + of.role() + of.flow();
          count(ends.computeIfAbsent(key, none -> new End()), event);
        }
      }
    }

    private void count(End end, LogEvent event) {
      if (end.nowPs != event.atPs()) {
        end.nowPs = event.atPs();
        for (int one : end.fresh) {
          end.latest.forEach((other, value) -> count(one, end.latest.get(one), other, value));
        }
        end.fresh.clear();
      }
      Map<String, Long> told = new TreeMap<>();
      event
          .variables()
          .forEach((name, value) -> numbers(event.spec() + " st." + name, value, told));
      told.forEach(
          (name, value) -> {
            int id = ids.computeIfAbsent(name, none -> ids.size());
            if (id == names.size()) {
              names.add(name);
            }
            end.latest.put(id, value);
            end.fresh.add(id);
          });
    }

    private void count(int one, long mine, int other, long its) {
      times[one][other]++;
      if (mine != its) {
        unequal[one][other]++;
      } else if (unequal[one][other] == 0) {
        values.computeIfAbsent(one * MOST + other, none -> new HashSet<>()).add(its);
      }
    }

    Set<String> often() {
      Set<String> pairs = new TreeSet<>();
      for (int one = 0; one < names.size(); one++) {
        for (int other = 0; other < names.size(); other++) {
          String left = names.get(one);
          String right = names.get(other);
          boolean isOfTwo = !left.startsWith(right.substring(0, right.indexOf(' ') + 1));
          int often = times[one][other] + times[other][one];
          int many = values.getOrDefault(one * MOST + other, Set.of()).size();
          if (isOfTwo
              && left.compareTo(right) < 0
              && unequal[one][other] + unequal[other][one] == 0
              && often >= OFTEN
              && many >= MANY) {
            pairs.add(left + " = " + right);
          }
        }
      }
      return pairs;
    }
  }

  private static void numbers(String path, LogValue value, Map<String, Long> into) {
    if (value instanceof LogValue.Num number) {
      into.put(path, number.value());
    } else if (value instanceof LogValue.Fields record) {
      record.fields().forEach((name, each) -> numbers(path + "." + name, each, into));
    } else if (value instanceof LogValue.Items items && items.items().size() == 1) {
      numbers(path, items.items().get(0), into);
    }
  }

  // ---------------------------------------------------------------- the page

  @Test
  void thePageListsAllThatIsCompared() throws IOException {
    Path page = Path.of("docs/validation.md");
    String text = Files.readString(page);
    String begin = "<!-- begin agreements -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end agreements -->");
    StringBuilder table =
        new StringBuilder("| the same | told by | and by | |\n|---|---|---|---|\n");
    for (Agreement each : Agreements.ALL) {
      List<Side> sides = each.sides();
      table.append("| ").append(each.what()).append(each.given().map(g -> whose(g)).orElse(""));
      table.append(" | ").append(side(sides.get(0))).append(" | ");
      table.append(
          sides.subList(1, sides.size()).stream()
              .map(AgreementsTest::side)
              .collect(Collectors.joining("; ")));
      table.append(" | ").append(how(each.kind())).append(" |\n");
    }
    Golden.hold(page, text.substring(0, from) + table + text.substring(to), AgreementsTest.class);
  }

  private static String whose(Agreement.Given given) {
    return ", where %s is %s".formatted(given.name(), given.value());
  }

  private static String side(Side side) {
    String values =
        side.values().stream().map(Agreement.Place::toString).collect(Collectors.joining("`, `"));
    return side.spec()
        + (side.actions().isEmpty() ? "" : " " + String.join(", ", side.actions()))
        + side.word().map(word -> ", " + word.argument() + " " + word.word()).orElse("")
        + (values.isEmpty() ? "" : ": `" + values + "`");
  }

  private static String how(Kind kind) {
    return switch (kind) {
      case SAME_STEPS -> "each event has its counterpart";
      case FIRST_WITHIN_SECOND -> "each event on the left has its counterpart";
      case FIRST_WITHIN_OTHERS -> "each event on the left has its counterpart in one of the others";
      case SAME_VALUE -> "at the end of each instant";
      case SAME_VALUE_OF_PDC -> "at the end of each instant, for each PDC";
    };
  }

  /** Leaves out the first of several values on one side, and changes a later one. */
  @Test
  void aLaterValueIsComparedIfTheFirstIsNotTold() {
    Set<String> tried = new TreeSet<>();
    for (Agreement each : Agreements.ALL) {
      Side side = each.sides().get(0);
      if (side.values().size() < 2) {
        continue;
      }
      EventLog log = logs().get(Recorded.WHERE.get(each));
      List<LogEvent> its =
          log.events().stream().filter(event -> isOne(log, each, side, event)).toList();
      LogEvent event = its.get(its.size() / 2);
      LogEvent untold = without(event, side.values().get(0));
      assertThat(of(log.with(untold)).found())
          .as("event %d does not tell %s", event.number(), side.values().get(0))
          .isEmpty();
      for (Agreement.Place later : side.values().subList(1, side.values().size())) {
        tried.add(each.what() + ": " + later);
        assertThat(of(log.with(more(untold, later))).found())
            .as("event %d tells another %s, without the first", event.number(), later)
            .extracting(Agreements.Disagreement::what)
            .contains(each.what());
      }
    }
    assertThat(tried).as("later values of agreements").hasSizeGreaterThan(1);
  }

  /** Returns an event without the value at a place of its variables. */
  private static LogEvent without(LogEvent event, Agreement.Place place) {
    assertThat(place.part()).as("part of %s", place).isEqualTo("st");
    Map<String, LogValue> st = new LinkedHashMap<>(event.variables());
    st.computeIfPresent(place.path().get(0), (name, told) -> without(told, place.path().get(1)));
    return LogMutations.withVariables(event, st);
  }

  private static LogValue without(LogValue told, String field) {
    if (told instanceof LogValue.Items items) {
      return new LogValue.Items(List.of(without(items.items().get(0), field)));
    }
    Map<String, LogValue> fields = new LinkedHashMap<>(((LogValue.Fields) told).fields());
    fields.remove(field);
    return new LogValue.Fields(fields);
  }
}
