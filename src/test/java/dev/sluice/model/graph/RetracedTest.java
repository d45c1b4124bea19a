package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arguments of a counterexample's steps, which TLC does not print. */
class RetracedTest {
  private static ActionInstance send(int token) {
    return new ActionInstance("Send", List.of("n"), List.of(Value.of(token)), "");
  }

  private static Counterexample printed(int steps) {
    List<Counterexample.Step> all = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      String action = i == 0 ? "Init" : "Send";
      all.add(new Counterexample.Step(action, List.of(), "", Map.of("next", Value.of(i))));
    }
    return new Counterexample(all, Counterexample.End.STATE, 0);
  }

  @Test
  void eachStepFromTheFirstToTheLastHasItsArguments() {
    Retraced retraced =
        new Retraced(
            List.of("next"),
            Map.of(),
            List.of(List.of(send(1)), List.of(send(2)), List.of(send(3))));
    List<Counterexample.Step> filled = retraced.fill(printed(3)).steps();
    assertThat(filled.get(0).arguments()).as("arguments of the initial state").isEmpty();
    for (int i = 1; i <= 3; i++) {
      assertThat(filled.get(i).arguments())
          .as("arguments of step %d of 3", i)
          .containsExactly(Value.field("n", Value.of(i)));
    }
  }

  @Test
  void stepsBeyondThoseThatWereRetracedHaveNone() {
    Retraced retraced = new Retraced(List.of("next"), Map.of(), List.of(List.of(send(1))));
    List<Counterexample.Step> filled = retraced.fill(printed(2)).steps();
    assertThat(filled.get(1).arguments()).as("arguments of step 1").isNotEmpty();
    assertThat(filled.get(2).arguments()).as("arguments of step 2").isEmpty();
  }

  @Test
  void ofSeveralInstancesTheFirstOfTheActionCounts() {
    ActionInstance lose = new ActionInstance("Lose", List.of("n"), List.of(Value.of(0)), "");
    Retraced retraced =
        new Retraced(List.of("next"), Map.of(), List.of(List.of(lose, send(9), send(2))));
    assertThat(retraced.fill(printed(1)).steps().get(1).arguments())
        .as("arguments of Send")
        .containsExactly(Value.field("n", Value.of(2)));
  }

  /** Fills in a state with a variable of an ALIAS, and one whose run declared no variables. */
  @Test
  void aVariableThatTheRunDidNotDeclareKeepsItsValueBehindTheOthers() {
    Map<String, Value> state = Map.of("sum", Value.of(7), "next", Value.of(1), "wire", Value.of(2));
    Counterexample printed =
        new Counterexample(
            List.of(new Counterexample.Step("Init", List.of(), "", state)),
            Counterexample.End.STATE,
            0);
    Map<String, Value> filled =
        new Retraced(List.of("wire", "next", "gone"), Map.of(), List.of())
            .fill(printed)
            .steps()
            .get(0)
            .state();
    assertThat(filled).as("values of the state").isEqualTo(state);
    assertThat(filled.keySet())
        .as("variables in the order in which they are shown")
        .containsExactly("wire", "next", "sum");
    assertThat(new Retraced(List.of(), Map.of(), List.of()).fill(printed).steps().get(0).state())
        .as("values of a state whose run declared no variables")
        .isEqualTo(state);
  }

  @Test
  void anActionIsFoundByItsWholeName() {
    ActionInstance other = new ActionInstance("SendAll", List.of("n"), List.of(Value.of(0)), "");
    Retraced retraced =
        new Retraced(List.of("next"), Map.of(), List.of(List.of(other), List.of(other, send(9))));
    List<Counterexample.Step> filled = retraced.fill(printed(2)).steps();
    assertThat(filled.get(1).arguments()).as("arguments of Send, if SendAll led there").isEmpty();
    assertThat(filled.get(2).arguments())
        .as("arguments of Send")
        .containsExactly(Value.field("n", Value.of(9)));
  }

  @Test
  void aBehaviourGoesBackToTheSameState() {
    Counterexample loop = new Counterexample(printed(2).steps(), Counterexample.End.LOOP, 2);
    Counterexample filled = new Retraced(List.of("next"), Map.of(), List.of()).fill(loop);
    assertThat(filled.end()).as("end").isEqualTo(Counterexample.End.LOOP);
    assertThat(filled.backTo()).as("state to which it goes back").isEqualTo(2);
  }

  @Test
  void allStepsAreRead(@TempDir Path folder) throws Exception {
    Files.write(
        folder.resolve("behaviour"),
        new Octets()
            .variables("next", "wire")
            .constant("Last", 3)
            .step("Send", 1)
            .step("Send", 2)
            .end(0)
            .octets());
    Retraced retraced = Retraced.read(folder);
    assertThat(retraced.variables()).as("variables").containsExactly("next", "wire");
    assertThat(retraced.constants()).as("constants").isEqualTo(Map.of("Last", Value.of(3)));
    assertThat(retraced.steps())
        .as("arguments of the instance of each step")
        .extracting(each -> each.get(0).arguments())
        .containsExactly(List.of(Value.of(1)), List.of(Value.of(2)));
    assertThat(Retraced.read(folder.resolve("none")).steps()).as("steps without a file").isEmpty();
  }
}
