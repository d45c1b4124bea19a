package dev.sluice.model.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.TlcConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quick lane of this project, and the counts that it is computed from. */
class QuickLaneTest {
  private static ModelTable table;
  private static ModelCounts counts;
  private static List<Model> all;
  private static Set<String> lane;

  @TempDir Path folder;

  @BeforeAll
  static void read() throws Exception {
    table = ModelTable.load(Path.of(""));
    counts = ModelCounts.read(Path.of(""));
    all = table.models().stream().filter(model -> model.lane() != Lane.FULL).toList();
    lane = QuickLane.of(table, counts).keySet();
  }

  @Test
  void everyModelAndControlHasItsCountsAndTheyAddUpToThePinnedTransitions() {
    Set<String> models =
        all.stream().filter(Model::mustHold).map(Model::id).collect(Collectors.toSet());
    Set<String> controls =
        all.stream().filter(m -> !m.mustHold()).map(Model::id).collect(Collectors.toSet());
    assertThat(counts.kinds().keySet()).hasSizeGreaterThan(200).isEqualTo(models);
    assertThat(counts.controlStates().keySet()).hasSizeGreaterThan(1000).isEqualTo(controls);
    for (Model model : all) {
      if (model.mustHold()) {
        assertThat(counts.kinds().get(model.id()).values().stream().mapToInt(n -> n).sum())
            .as(model.id())
            .isEqualTo(model.transitions());
      }
    }
  }

  @Test
  void everyKindAndEveryClaimOccursInIt() {
    List<Model> chosen = chosen();
    assertThat(chosen.size()).isBetween(50, 150);
    assertThat(kinds(chosen, false)).hasSizeGreaterThan(800).isEqualTo(kinds(all, false));
    assertThat(kinds(chosen, true)).isEqualTo(kinds(all, true));
    assertThat(claims(chosen)).hasSizeGreaterThan(300).isEqualTo(claims(all));
  }

  @Test
  void withoutAnyModelButATraceModelSomethingIsMissing() {
    List<Model> chosen = chosen();
    int tried = 0;
    for (Model model : chosen) {
      if (!model.name().equals("trace")) {
        List<Model> others = new ArrayList<>(chosen);
        others.remove(model);
        boolean complete =
            kinds(others, false).equals(kinds(all, false))
                && kinds(others, true).equals(kinds(all, true))
                && claims(others).equals(claims(all));
        assertThat(complete).as("complete without " + model.id()).isFalse();
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(30);
  }

  @Test
  void everySpecificationHasItsTraceModelInIt() {
    assertThat(all.stream().filter(m -> m.name().equals("trace")).map(Model::id).toList())
        .hasSizeGreaterThan(15)
        .allMatch(lane::contains);
  }

  @Test
  void everyClaimThatAControlCatchesHasOneControlInItAndItIsTheQuickest() {
    Map<String, List<Model>> byClaim =
        all.stream()
            .filter(model -> !model.mustHold())
            .collect(Collectors.groupingBy(model -> model.module() + "." + model.expect()));
    assertThat(byClaim).hasSizeGreaterThan(500);
    byClaim.forEach(
        (claim, controls) -> {
          List<Model> taken = controls.stream().filter(c -> lane.contains(c.id())).toList();
          assertThat(taken).as(claim).hasSize(1);
          long least = controls.stream().mapToLong(QuickLaneTest::states).min().orElseThrow();
          assertThat(states(taken.get(0))).as(claim).isEqualTo(least);
        });
  }

  private static long states(Model control) {
    return counts.controlStates().get(control.id());
  }

  @Test
  void withoutCountsEverythingBelongsToIt() throws IOException {
    assertThat(QuickLane.of(table, ModelCounts.NONE)).hasSize(all.size());
  }

  @Test
  void anElementThatHasNoCountsYetBelongsToIt() throws IOException {
    TreeMap<String, SortedMap<String, Integer>> kinds = new TreeMap<>(counts.kinds());
    TreeMap<String, Long> controls = new TreeMap<>(counts.controlStates());
    String model =
        all.stream()
            .filter(m -> m.mustHold() && !lane.contains(m.id()))
            .findFirst()
            .orElseThrow()
            .id();
    String control =
        all.stream()
            .filter(m -> !m.mustHold() && !lane.contains(m.id()))
            .findFirst()
            .orElseThrow()
            .id();
    kinds.remove(model);
    controls.remove(control);
    assertThat(QuickLane.of(table, new ModelCounts(kinds, controls)))
        .containsEntry(model, "has no counts yet")
        .containsEntry(control, "has no count yet");
  }

  @Test
  void theFileIsReadAsItWasWrittenAndIsTheOneThatIsKept() throws IOException {
    Files.createDirectories(folder.resolve("spec"));
    counts.write(folder);
    assertThat(ModelCounts.read(folder)).isEqualTo(counts);
    assertThat(folder.resolve(ModelCounts.FILE)).hasSameTextualContentAs(Path.of(ModelCounts.FILE));
  }

  @Test
  void aBrokenFileIsRefusedWithASentence() throws IOException {
    Path file = Files.createDirectories(folder.resolve("spec")).resolve("counts.json");
    Files.writeString(file, "{\"format\": \"sluice-counts/0\"}");
    assertThatThrownBy(() -> ModelCounts.read(folder)).hasMessageContaining("format is not");
    Files.writeString(file, "{");
    assertThatThrownBy(() -> ModelCounts.read(folder)).hasMessageContaining("is no JSON");
    Files.writeString(
        file,
        "{\"format\": \"sluice-counts/1\", \"kinds\": {}, \"models\": {\"A/b\": {\"0123\": 1}}}");
    assertThatThrownBy(() -> ModelCounts.read(folder))
        .hasMessageContaining("A/b has the kind \"0123\"");
  }

  @Test
  void aCountThatDiffersIsNamed() {
    TreeMap<String, SortedMap<String, Integer>> kinds = new TreeMap<>(counts.kinds());
    String model = kinds.firstKey();
    String kind = kinds.get(model).firstKey();
    TreeMap<String, Integer> changed = new TreeMap<>(kinds.get(model));
    changed.merge(kind, 1, Integer::sum);
    TreeMap<String, SortedMap<String, Integer>> one = new TreeMap<>(Map.of(model, changed));
    ModelCounts found = new ModelCounts(one, new TreeMap<>());
    Set<String> ids = all.stream().map(Model::id).collect(Collectors.toSet());
    assertThat(counts.differences(found, ids))
        .singleElement()
        .asString()
        .startsWith(model + ": " + changed.get(kind) + " transitions of the kind \"" + kind);
    assertThat(counts.differences(ModelCounts.NONE, ids)).isEmpty();
    ids.remove(model);
    assertThat(counts.differences(ModelCounts.NONE, ids))
        .containsExactly(model + ": spec/counts.json counts it, and no table of models has it");
  }

  private static List<Model> chosen() {
    return all.stream().filter(m -> m.mustHold() && lane.contains(m.id())).toList();
  }

  private static Set<String> kinds(List<Model> models, boolean replayed) {
    Set<String> found = new HashSet<>();
    for (Model model : models) {
      if (model.mustHold() && (model.replayed() || !replayed)) {
        for (String kind : counts.kinds().get(model.id()).keySet()) {
          String action = kind.substring(0, kind.indexOf(':'));
          for (String change : kind.substring(kind.indexOf(':') + 1).split(",")) {
            found.add(model.module() + "." + action + change.strip());
          }
        }
      }
    }
    return found;
  }

  private static Set<String> claims(List<Model> models) {
    Set<String> found = new HashSet<>();
    for (Model model : models) {
      if (model.mustHold()) {
        try {
          TlcConfig config = model.config().read();
          config.invariants().forEach(name -> found.add(model.module() + "." + name));
          config.properties().forEach(name -> found.add(model.module() + "." + name));
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
    return found;
  }
}
