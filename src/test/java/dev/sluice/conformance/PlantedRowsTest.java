package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.PlantedRows.Planted;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.house.Whole;
import dev.sluice.requirement.Catalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plants a mistake against the rule of each requirement that a run counts, and sees it found. */
class PlantedRowsTest {
  private static final PlantedRows ROWS = PlantedRows.read();

  /** Mistakes that a build plays. */
  private static final int FEW = 14;

  private static final int SEEDS = 12;
  private static final int STEPS = 60;

  @TempDir Path folder;

  static List<Player> players() {
    return Players.all();
  }

  static List<Planted> planted() {
    return Whole.drawn(ROWS.planted(), FEW);
  }

  /** Returns the requirements that a run of a role counts. */
  private static Set<String> counted(Player player) {
    Set<String> all = new TreeSet<>();
    player.role().actions().forEach(action -> all.addAll(player.requirements(action)));
    return all;
  }

  @ParameterizedTest
  @MethodSource("players")
  void eachRequirementOfARoleHasAMistakeOrAReason(Player player) {
    String role = player.role().name();
    assertThat(counted(player))
        .as("requirements that a run of %s counts", role)
        .containsExactlyInAnyOrderElementsOf(ROWS.shown(role));
    assertThat(player.play().unshown())
        .as("requirements that no case of %s shows", role)
        .containsExactlyInAnyOrderElementsOf(ROWS.unshown(role));
  }

  @Test
  void theTableNamesRolesAndRequirements() {
    Catalogue catalogue = Catalogue.load(Path.of(""));
    List<String> roles = Players.all().stream().map(each -> each.role().name()).toList();
    Set<String> mistakes = new TreeSet<>();
    for (Planted each : ROWS.planted()) {
      assertThat(roles).contains(each.role());
      assertThat(catalogue.row(each.id())).as(each.id()).isPresent();
      assertThat(mistakes.add(each.role() + ": " + each.says())).as(each + " stands once").isTrue();
    }
    for (PlantedRows.Unshown each : ROWS.unshown()) {
      assertThat(roles).contains(each.role());
      assertThat(catalogue.row(each.id())).as(each.id()).isPresent();
      assertThat(each.needs()).as(each.id()).isNotBlank();
    }
  }

  @ParameterizedTest
  @MethodSource("planted")
  void aMistakeFailsItsRequirement(Planted planted) throws Exception {
    Player player = Players.of(planted.role()).orElseThrow();
    List<Case> cases = new ArrayList<>(CaseRunner.plan(player, 1, SEEDS, STEPS));
    cases.addAll(player.seedless());
    try (CaseRunner runner = new CaseRunner(planted.starter(folder), "test", "0123456789ab")) {
      assertFound(runner, planted, planted.state(), planted.one(cases), true);
      if (planted.isOnTheWire()) {
        assertFound(runner, planted, planted.wire(), planted.one(cases), false);
      } else if (Whole.IS_ASKED) {
        for (Case each : cases) {
          assertFound(runner, planted, CaseVerdict.PASS.name(), each, false);
        }
      }
    }
  }

  private static void assertFound(
      CaseRunner runner, Planted planted, String verdict, Case one, boolean state)
      throws Exception {
    runner.declaration();
    runner.judge(state);
    Result result = runner.play(one);
    assertThat(result.verdict().name())
        .as("%s in %s, state judged: %s; %s", planted, one.name(), state, result.sentence())
        .isEqualTo(verdict);
    if (result.verdict().isFailure()) {
      assertThat(result.outcome().requirements())
          .as("requirements that %s counts as failed", one.name())
          .contains(planted.id());
      if (!result.latestRequirements().contains(planted.id())) {
        System.out.printf("%s, state judged: %s; the failure does not cite it%n", planted, state);
      }
    }
  }
}
