package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Specification;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.Projection;
import dev.sluice.trace.LogEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runs that {@code verify --full} has TLC judge. */
class LoggedRunsTest {
  /**
   * What a kernel can do happens in one of them, and the log of a specification of it tells that;
   * but for what no log can tell.
   */
  @Test
  void inTheseRunsEveryActionHappens() {
    Map<String, Set<String>> told =
        Stream.of(RecordedLogs.logs(), RecordedLogs.logsOfRoce())
            .flatMap(logs -> logs.values().stream())
            .flatMap(log -> log.events().stream())
            .collect(
                Collectors.groupingBy(
                    LogEvent::spec, Collectors.mapping(LogEvent::action, Collectors.toSet())));
    Map<String, Boolean> happens = new TreeMap<>();
    for (Projection projection : Systems.projections()) {
      Specification specification = Systems.specification(projection.spec()).orElseThrow();
      Set<String> its = told.getOrDefault(projection.spec(), Set.of());
      for (Face<?> face : specification.faces()) {
        for (Action action : face.actions()) {
          boolean is =
              action.by() == By.INTERNAL
                  || its.contains(action.name())
                  || projection.untold().containsKey(action.name());
          happens.merge(face.kernel() + "." + action.name(), is, Boolean::logicalOr);
        }
      }
    }
    assertThat(happens).hasSizeGreaterThan(80).doesNotContainValue(false);
  }
}
