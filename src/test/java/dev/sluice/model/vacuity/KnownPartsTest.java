package dev.sluice.model.vacuity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.probe.ClaimPart;
import dev.sluice.model.tlc.probe.Probe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A specification whose vacuous parts are known: one of each kind, beside one that is exercised.
 */
class KnownPartsTest {
  private static final Path PARTS =
      Path.of("src/test/resources/vacuity/Parts.tla").toAbsolutePath();

  @TempDir Path scratch;

  @Test
  void everyVacuousPartIsFoundAndNoOther() throws Exception {
    TlcRun run = Searched.search(scratch, PARTS, Reporting.GRAPH_AND_PARTS, 1);
    assertThat(run.verdict()).isInstanceOf(Verdict.Holds.class);
    LaneParts lane = new LaneParts(Path.of(""), List.of());
    lane.add(Searched.model(PARTS, "all"), run.graph());
    assertThat(lane.never().stream().map(part -> part.name().phrase()).toList())
        .containsExactlyInAnyOrder(
            "Parts: BothInv, both: level = 4 <=> spare",
            "Parts: CaseInv, branch: spare",
            "Parts: DisjunctInv, disjunct: level = 7",
            "Parts: EachProp, consequent: l = 1",
            "Parts: IfInv, branch: spare",
            "Parts: ImplicationInv, antecedent: level = 2",
            "Parts: NamedInv, antecedent: l = level",
            "Parts: NamedInv, disjunct: l = 3",
            "Parts: NeedlessInv, antecedent: spare = FALSE",
            "Parts: NeitherInv, neither: level \\in 0 .. 3 <=> ~ spare",
            "Parts: NestedInv, condition: level = 3",
            "Parts: NestedInv, consequent: level = 9",
            "Parts: NeverHoldsInv, antecedent: level = 4",
            "Parts: NeverHoldsInv, consequent: ~ spare",
            "Parts: NeverReachesProp, leads-to: level = 4",
            "Parts: NoneInv, body: l = level",
            "Parts: NothingInv, body: l < level",
            "Parts: SomethingInv, disjunct: l # level",
            "Parts: SomewhereProp, disjunct: level = 8",
            "Parts: Spec, fairness: SF_vars(SpareOn)",
            "Parts: StillProp, step: spare",
            "Parts: SwitchProp, disjunct: Toggle");
    assertThat(parts(run).stream().filter(ClaimPart::failed).map(ClaimPart::claim).toList())
        .as("without its guard the claim has no value in one state, which is a violation")
        .containsExactly("GuardedInv");
  }

  private static List<ClaimPart> parts(TlcRun run) throws Exception {
    return ClaimPart.read(Files.readAllLines(run.graph().resolve(Probe.PARTS_FILE)));
  }

  /**
   * Shows that the parts do not depend on the number of threads, and the graph does not depend on
   * them.
   */
  @Test
  void theGraphIsTheSameWithAndWithoutThem() throws Exception {
    TlcRun plain = Searched.search(scratch, PARTS, Reporting.GRAPH, 1);
    TlcRun one = Searched.search(scratch, PARTS, Reporting.GRAPH_AND_PARTS, 1);
    TlcRun four = Searched.search(scratch, PARTS, Reporting.GRAPH_AND_PARTS, 4);
    assertThat(one.distinct()).isEqualTo(plain.distinct());
    assertThat(one.generated()).isEqualTo(plain.generated());
    assertThat(one.depth()).isEqualTo(plain.depth());
    assertThat(segments(plain)).hasSizeGreaterThan(1);
    for (String segment : segments(plain)) {
      assertThat(one.graph().resolve(segment))
          .hasSameBinaryContentAs(plain.graph().resolve(segment));
    }
    assertThat(parts(four)).isEqualTo(parts(one));
  }

  private static List<String> segments(TlcRun run) throws Exception {
    try (Stream<Path> files = Files.list(run.graph())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("segment-"))
          .sorted()
          .toList();
    }
  }

  /** Shows that one model is enough, and that the marks stand below the part. */
  @Test
  void aPartIsExercisedIfOneModelExercisesIt() throws Exception {
    TlcRun run = Searched.search(scratch, PARTS, Reporting.GRAPH_AND_PARTS, 1);
    LaneParts lane = new LaneParts(Path.of(""), List.of());
    lane.add(Searched.model(PARTS, "all"), run.graph());
    List<VacuousPart> before = lane.never();
    VacuousPart found =
        before.stream()
            .filter(part -> part.name().claim().equals("DisjunctInv"))
            .findFirst()
            .orElseThrow();
    assertThat(found.marked())
        .containsExactly(
            "DisjunctInv == level < 2 \\/ level > 1 \\/ level = 7", " ".repeat(41) + "^".repeat(9));

    Path file = run.graph().resolve(Probe.PARTS_FILE);
    List<String> lines =
        Files.readAllLines(file).stream()
            .map(line -> line.startsWith("DisjunctInv") ? line.replace("false", "true") : line)
            .toList();
    Files.write(file, lines);
    lane.add(Searched.model(PARTS, "other"), run.graph());
    assertThat(lane.never()).hasSize(before.size() - 1).doesNotContain(found);
  }
}
