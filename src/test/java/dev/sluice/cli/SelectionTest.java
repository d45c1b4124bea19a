package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Configuration;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which models a name stands for. */
class SelectionTest {
  private static final ModelTable TABLE =
      new ModelTable(
          Path.of("."),
          List.of(
              model("Ccc", "trace", Lane.TRACE),
              model("Ccc", "full", Lane.FULL),
              model("Pdc", "trace", Lane.TRACE),
              model("Pdc", "fault_a", Lane.CONTROL),
              model("Whole", "full", Lane.FULL)),
          List.of());

  @Test
  void noNameMeansAllButTheFullLane() throws Exception {
    assertThat(ids(false)).containsExactly("Ccc/trace", "Pdc/trace", "Pdc/fault_a");
    assertThat(ids(true)).hasSize(5);
  }

  @Test
  void aModuleMeansItsModelsAndANameTheOneModelWhateverItsLane() throws Exception {
    assertThat(ids(false, "Ccc")).containsExactly("Ccc/trace");
    assertThat(ids(true, "Ccc")).containsExactly("Ccc/trace", "Ccc/full");
    assertThat(ids(false, "Ccc/full")).containsExactly("Ccc/full");
  }

  @Test
  void aPatternIsMatchedAgainstModulesOrAgainstWholeNames() throws Exception {
    assertThat(ids(false, "?cc")).containsExactly("Ccc/trace");
    assertThat(ids(false, "*/trace")).containsExactly("Ccc/trace", "Pdc/trace");
    assertThat(ids(false, "Pdc/fault_*", "Ccc")).containsExactly("Ccc/trace", "Pdc/fault_a");
  }

  @Test
  void whatStandsForNothingIsRefused() {
    assertThatThrownBy(() -> ids(false, "Pcd"))
        .hasMessageContaining("there is no model Pcd; did you mean Pdc?");
    assertThatThrownBy(() -> ids(false, "Whole"))
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("full lane; add --full");
  }

  @Test
  void theNearestNameIsTheOneThatBeginsAlike() {
    assertThat(Words.nearest("RCC-5", List.of("CCC-5", "RCCC-5"))).isEqualTo("RCCC-5");
    assertThat(Words.nearest("verfiy", List.of("traces", "verify"))).isEqualTo("verify");
    assertThat(Words.nearest("nothing of the kind", List.of("verify"))).isEmpty();
  }

  private static List<String> ids(boolean full, String... names) throws Refusal {
    return Selection.of(TABLE, List.of(names), full).stream().map(Model::id).toList();
  }

  private static Model model(String module, String name, Lane lane) {
    return new Model(
        module,
        name,
        Path.of("m.tla"),
        Configuration.of(Path.of("m.cfg")),
        lane,
        lane == Lane.CONTROL ? "Inv" : "ok",
        -1,
        -1,
        -1,
        0,
        -1,
        "none: a test",
        "",
        "",
        "");
  }
}
