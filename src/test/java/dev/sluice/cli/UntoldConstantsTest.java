package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A header tells the constants of a specification, or leaves each of them out in words. */
class UntoldConstantsTest {
  /** The header tells it in another place, too. */
  private static final String PROFILE = "Profile";

  static Stream<Projection> projections() {
    return Systems.projections().stream().filter(each -> !names(each).isEmpty());
  }

  /** Returns the constants that may not be left out without a word. */
  private static Set<String> names(Projection projection) {
    Set<String> names = new TreeSet<>(projection.constants());
    names.remove(PROFILE);
    names.removeAll(projection.implied());
    return names;
  }

  private static EventLog log(Projection projection) {
    Map<String, EventLog> logs = new LinkedHashMap<>(RecordedLogs.logs());
    logs.putAll(RecordedLogs.logsOfRoce());
    return logs.values().stream()
        .filter(log -> log.constants(projection.spec()).keySet().containsAll(names(projection)))
        .filter(log -> !log.of(projection.spec()).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static EventLog telling(EventLog log, String spec, Map<String, LogValue> constants) {
    Map<String, LogValue> all = new TreeMap<>(log.header().constants());
    if (constants.isEmpty()) {
      all.remove(spec);
    } else {
      all.put(spec, new LogValue.Fields(constants));
    }
    return new EventLog(log.header().telling(all), log.events());
  }

  @ParameterizedTest
  @MethodSource("projections")
  void aHeaderThatTellsNoneOrAllButOneIsRefused(Projection projection) throws Exception {
    SpecJudges.pool()
        .through(
            projection,
            judge -> {
              refuses(projection, judge);
              return true;
            });
  }

  private static void refuses(Projection projection, SpecJudge judge) throws IOException {
    EventLog log = log(projection);
    String spec = projection.spec();
    assertThat(refusal(judge, telling(log, spec, Map.of())))
        .as("a header without constants.%s", spec)
        .startsWith("the header's constants.%s do not tell ".formatted(spec));
    for (String name : names(projection)) {
      Map<String, LogValue> fewer = new TreeMap<>(log.constants(spec));
      fewer.remove(name);
      assertThat(refusal(judge, telling(log, spec, fewer)))
          .as("a header without constants.%s.%s", spec, name)
          .startsWith("the header's constants.%s do not tell %s;".formatted(spec, name));
      EventLog silent = telling(log, spec, fewer);
      String words = spec + "." + name + ": the writer does not know it.";
      EventLog saying = new EventLog(silent.header().omitting(List.of(words)), silent.events());
      assertThat(refusal(judge, saying))
          .as("a header that leaves %s.%s out in words", spec, name)
          .doesNotContain("do not tell");
    }
  }

  /** Returns the sentence with which a log is refused; empty if it is judged. */
  private static String refusal(SpecJudge judge, EventLog log) throws IOException {
    try {
      judge.judge(log);
      return "";
    } catch (BadLog refused) {
      return refused.getMessage();
    }
  }
}
