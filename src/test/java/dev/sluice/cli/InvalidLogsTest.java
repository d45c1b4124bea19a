package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.LogEnds;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
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
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Logs with one thing wrong, drawn over all specifications. All specifications judge each of them,
 * as in the command. An event is left out, repeated, moved or foreign, a value is another, or a
 * constant is not told. If a log is accepted, {@code docs/validation.md} has the reason.
 *
 * <p>A build draws one for each specification, {@code -Dsluice.all=true} 2,000, and {@code
 * -Dsluice.logs=300 -Dsluice.logs.seed=5} others.
 */
class InvalidLogsTest {
  private static final int LOGS = Integer.getInteger("sluice.logs", Whole.IS_ASKED ? 2_000 : 15);
  private static final int CONSTANTS = 6; // one in so many
  private static final long SEED = Long.getLong("sluice.logs.seed", 43);

  /** Longer logs are judged up to here. */
  private static final int LONGEST = 300;

  private final Map<EventLog, Boolean> isSound = new IdentityHashMap<>();

  /**
   * A log with one thing wrong.
   *
   * @param what specification, action and kind of mistake
   * @param where the event, in words
   */
  private record Invalid(String what, String where, EventLog log) {}

  @Test
  void oneThingWrongIsSeen() throws Exception {
    List<EventLog> beginnings = beginnings();
    Random random = new Random(SEED);
    List<Projection> specs = Systems.projections();
    Map<String, int[]> counts = new TreeMap<>();
    TreeMap<String, String> accepted = new TreeMap<>();
    for (int i = 0; i < LOGS; i++) {
      Projection spec = specs.get(i % specs.size());
      Invalid invalid = drawn(sound(beginnings, spec, random), spec, random);
      int[] count = counts.computeIfAbsent(spec.spec(), none -> new int[2]);
      count[0]++;
      if (isSeen(invalid.log)) {
        count[1]++;
      } else {
        accepted.put(invalid.what, invalid.where);
      }
    }
    assertThat(counts).hasSize(specs.size());
    counts.forEach(
        (spec, count) -> System.out.println(spec + ": " + count[1] + " of " + count[0] + " seen"));
    System.out.println("accepted: " + accepted.keySet());
    accepted.keySet().removeIf(LogValidationTest::isEquivalent);
    assertThat(accepted)
        .as(
            "accepted, and the page has no reason; -Dsluice.logs=%d -Dsluice.logs.seed=%d",
            LOGS, SEED)
        .isEmpty();
  }

  /** Returns the beginnings of recorded logs. */
  private static List<EventLog> beginnings() {
    Map<String, EventLog> logs = new LinkedHashMap<>(RecordedLogs.logs());
    logs.putAll(RecordedLogs.logsOfRoce());
    return logs.values().stream().map(InvalidLogsTest::beginning).toList();
  }

  /** Draws a beginning that is accepted when it is unmodified. */
  private EventLog sound(List<EventLog> beginnings, Projection spec, Random random)
      throws Exception {
    List<EventLog> its =
        new ArrayList<>(beginnings.stream().filter(log -> !places(log, spec).isEmpty()).toList());
    while (true) {
      EventLog log = its.remove(random.nextInt(its.size()));
      if (!isSound.containsKey(log)) {
        isSound.put(log, !isSeen(log));
      }
      if (isSound.get(log)) {
        return log;
      }
    }
  }

  private static EventLog beginning(EventLog log) {
    if (log.events().size() <= LONGEST) {
      return log;
    }
    long atPs = log.events().get(LONGEST).atPs();
    return prefix(
        log.header(), log.events().stream().filter(event -> event.atPs() < atPs).toList());
  }

  private static EventLog prefix(LogHeader header, List<LogEvent> events) {
    Optional<String> cut = Optional.of("it has no last line");
    return new EventLog(header, events, new LogExtent(cut, events.size(), BigInteger.ZERO));
  }

  private static Invalid drawn(EventLog log, Projection spec, Random random) {
    Map<String, LogValue> constants = log.constants(spec.spec());
    List<String> names = new ArrayList<>(constants.keySet());
    names.remove("Profile"); // the header tells it in another place, too
    names.removeAll(spec.implied());
    if (!names.isEmpty() && random.nextInt(CONSTANTS) == 0) {
      String name = names.get(random.nextInt(names.size()));
      return new Invalid(
          spec.spec() + " without " + name, "the header", without(log, spec.spec(), name));
    }
    List<Integer> places = places(log, spec);
    int at = places.get(random.nextInt(places.size()));
    List<LogMutations.Mutant> mutants = LogMutations.of(log, at, log.events().size());
    List<String> kinds =
        mutants.stream().map(LogMutations.Mutant::part).distinct().sorted().toList();
    String kind = kinds.get(random.nextInt(kinds.size()));
    mutants = mutants.stream().filter(mutant -> mutant.part().equals(kind)).toList();
    LogMutations.Mutant mutant = mutants.get(random.nextInt(mutants.size()));
    LogEvent event = log.events().get(at);
    boolean isAlone =
        log.of(spec.spec()).stream().filter(other -> isOfEnd(event, other)).count() == 1;
    String what =
        spec.spec()
            + "."
            + event.action()
            + " "
            + mutant.kind()
            + (isAlone && kind.equals("drop") ? ", the only event of its end" : "");
    return new Invalid(what, event.toString(), prefixLike(log, mutant.log()));
  }

  private static boolean isOfEnd(LogEvent event, LogEvent other) {
    return other.at().equals(event.at())
        && other.instance().map(LogInstance::flow).equals(event.instance().map(LogInstance::flow))
        && other.instance().map(LogInstance::role).equals(event.instance().map(LogInstance::role));
  }

  /** Returns the places of a specification's events that have a quarter of the log after them. */
  private static List<Integer> places(EventLog log, Projection spec) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < log.events().size() * 3 / 4; i++) {
      LogEvent event = log.events().get(i);
      if (event.spec().equals(spec.spec()) && !event.isOutside()) {
        places.add(i);
      }
    }
    return places;
  }

  private static EventLog prefixLike(EventLog sound, EventLog wrong) {
    return sound.extent().isPrefix() ? prefix(wrong.header(), wrong.events()) : wrong;
  }

  private static EventLog without(EventLog log, String spec, String name) {
    Map<String, LogValue> constants = new TreeMap<>(log.header().constants());
    Map<String, LogValue> told = new TreeMap<>(log.constants(spec));
    told.remove(name);
    constants.put(spec, new LogValue.Fields(told));
    return new EventLog(log.header().telling(constants), log.events(), log.extent());
  }

  private static boolean isSeen(EventLog log) throws Exception {
    try {
      LogEnds.check(log, Systems.projections());
      Systems.frame().check(log);
      return Validation.judge(log, Systems.projections(), SpecJudges.pool()).isRejected();
    } catch (BadLog refused) {
      return true;
    }
  }

  @Test
  void thePageNamesAllThatIsAccepted() throws IOException {
    Path page = Path.of("docs/validation.md");
    String text = Files.readString(page);
    String begin = "<!-- begin accepted -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end accepted -->");
    StringBuilder table = new StringBuilder("| one thing wrong | accepted, because |\n|---|---|\n");
    LogValidationTest.equivalents()
        .forEach(
            (pattern, why) ->
                table
                    .append("| `")
                    .append(pattern.toString().replace("\\", "").replace("|", "\\|"))
                    .append("` | ")
                    .append(why)
                    .append(" |\n"));
    Golden.hold(page, text.substring(0, from) + table + text.substring(to), InvalidLogsTest.class);
  }
}
