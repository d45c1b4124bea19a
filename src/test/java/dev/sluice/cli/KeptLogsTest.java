package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Has TLC accept the kept logs whose behaviours {@code KeptBehavioursTest} holds. */
class KeptLogsTest {
  private static final Path KEPT = Path.of("src/test/resources/dev/sluice/model/validate/kept");

  private static Stream<String> logs() throws Exception {
    try (Stream<Path> files = Files.list(KEPT)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".log"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void aKeptLogIsAccepted(String name) throws Exception {
    EventLog log = EventLog.read(KEPT.resolve(name));
    String spec = name.substring(0, name.indexOf('-'));
    Projection through =
        Systems.projections().stream().filter(each -> each.spec().equals(spec)).findAny().get();
    List<Judged> judged = SpecJudges.pool().through(through, judge -> judge.judge(log));
    assertThat(judged).as("behaviours").isNotEmpty();
    for (Judged each : judged) {
      assertThat(each.isAccepted())
          .as("%s is accepted: %s %s", each.behaviour().key(), each.verdict(), each.why())
          .isTrue();
    }
  }
}
