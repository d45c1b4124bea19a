package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The matrix over a small tree: one kernel, one test, one module, one finding. */
class CoverageTest {
  private static final Catalogue CATALOGUE = Catalogue.load(Path.of(""));

  @TempDir Path root;
  private Coverage coverage;

  @BeforeEach
  void plant() throws IOException {
    write(
        "spec/uet/Foo.tla",
        """
        ---- MODULE Foo ----
        Learn(s) == TRUE \\* RCCC-5
        Next == \\E s \\in {1} : Learn(s)
        GoodInv == TRUE \\* RCCC-5 RCCC-6 FIND-19 FIND-9
        LooseInv == TRUE \\* RCCC-7
        ====
        """);
    write("spec/uet/models/MCFoo_trace.cfg", "INVARIANT GoodInv\n");
    write(
        "spec/models.toml",
        """
        [[model]]
        module = "Foo"
        name = "trace"
        replay = "Foo"

        [[control]]
        module = "Foo"
        name = "find_9"
        on = "trace"
        catches = "GoodInv"
        finding = "FIND-9"
        """);
    write(
        "src/main/java/dev/sluice/cc/rccc/CreditSpender.java",
        "class CreditSpender {\n  @Requirement({\"RCCC-5\", \"RCCC-8\"})\n  void learn() {}\n}\n");
    write(
        "src/test/java/dev/sluice/cc/rccc/CreditSpenderTest.java",
        "class CreditSpenderTest {\n  @Requirement(\"RCCC-5\")\n  void aTotalIsNoStep() {}\n}\n");
    write("src/main/java/dev/sluice/Foo.java", "class Foo {\n  int one = 1;\n}\n");
    write(
        "spec/planted.toml",
        """
        [[planted]]
        id = "FIND-9"
        control = "Foo/find_9"

        [[planted]]
        id = "RCCC-5"
        says = "one is two"
        source = "src/main/java/dev/sluice/Foo.java"
        find = 'one = 1;'
        replace = 'one = 2;'
        test = "dev.sluice.cc.rccc.CreditSpenderTest#aTotalIsNoStep"
        """);
    coverage = Coverage.of(CATALOGUE, Citations.scan(root));
  }

  @Test
  void propertyActionKernelAndTestAreCounted() {
    Coverage.Line line = coverage.line("rccc-5").orElseThrow();

    assertThat(line.properties()).isEqualTo(1);
    assertThat(line.count(Citation.Kind.ACTION)).isEqualTo(1);
    assertThat(line.count(Citation.Kind.KERNEL)).isEqualTo(1);
    assertThat(line.count(Citation.Kind.TEST)).isEqualTo(1);
    assertThat(line.open()).isFalse();
  }

  @Test
  void aKernelAloneLeavesTheRowOpen() {
    assertThat(coverage.line("RCCC-8").orElseThrow().open()).isTrue();
  }

  @Test
  void aPropertyThatNoModelListsLeavesTheRowOpen() {
    assertThat(coverage.line("RCCC-7").orElseThrow().open()).isTrue();
    assertThat(coverage.line("RCCC-7").orElseThrow().properties())
        .as("properties that stand for RCCC-7: no model lists the one that cites it")
        .isZero();
  }

  /** Gives the row that a planted test checks the control of another row, too. */
  @Test
  void aRowWithAControlAndATestIsCheckedByVerify() {
    Coverage.Line tested = coverage.line("RCCC-5").orElseThrow();
    assertThat(tested.state()).as("state by a test").isEqualTo(Coverage.State.CHECKED_BY_TESTS);
    List<Planted> both = new ArrayList<>(tested.planted());
    both.addAll(coverage.line("FIND-9").orElseThrow().planted());
    assertThat(new Coverage.Line(tested.row(), tested.citations(), both).state())
        .as("state by a test and a control")
        .isEqualTo(Coverage.State.CHECKED_BY_VERIFY);
  }

  @Test
  void onlyAModelClosesASuspicion() {
    assertThat(coverage.line("FIND-19").orElseThrow().open()).isTrue();
    assertThat(coverage.line("FIND-9").orElseThrow().open()).isFalse();
  }

  @Test
  void aTestClosesNoSuspicion() throws IOException {
    write(
        "src/test/java/dev/sluice/HoleTest.java",
        "@Requirement({\"FIND-19\", \"RCCC-8\"}) class HoleTest {}\n");
    Coverage tested = Coverage.of(CATALOGUE, Citations.scan(root));
    assertThat(tested.line("FIND-19").orElseThrow().open()).as("FIND-19 is open").isTrue();
    assertThat(tested.line("RCCC-8").orElseThrow().open()).as("RCCC-8 is open").isFalse();
  }

  @Test
  void theClosingSentenceCountsAllRows() {
    assertThat(coverage.closing())
        .isEqualTo(
            "230 requirements: 2 checked (1 by sluice verify, 1 by tests), 1 cited, 227 open");
    assertThat(coverage.onlyOpen().lines()).hasSize(227);
    Coverage credit =
        new Coverage(
            coverage.lines().stream().filter(line -> line.row().family().equals("rccc")).toList());
    assertThat(credit.closing())
        .isEqualTo("18 requirements: 1 checked (0 by sluice verify, 1 by tests), 1 cited, 16 open");
  }

  @Test
  void aCommandSaysWhatItHasCheckedItself() {
    assertThat(coverage.closing(Set.of("Foo/find_9", "Foo/trace")))
        .isEqualTo(
            "230 requirements: 2 checked, 1 of them by this command and 1 by what it has not run;"
                + " 1 cited, 227 open");
    assertThat(coverage.closing(Set.of("Foo/trace", "Foo/another")))
        .as("others were run, and its control was not")
        .isEqualTo(
            "230 requirements: 2 checked, 0 of them by this command and 2 by what it has not run;"
                + " 1 cited, 227 open");
    assertThat(coverage.closing(Set.of()))
        .isEqualTo(
            "230 requirements: 2 checked, 0 of them by this command and 2 by what it has not run;"
                + " 1 cited, 227 open");
  }

  /** Plants a deviation of FIND-19, which stays open: no row of a model names it as its finding. */
  @Test
  void aCommandHasNotCheckedAnOpenRowWhoseDeviationItCatches() throws IOException {
    Path table = root.resolve("spec/planted.toml");
    String before = Files.readString(table);
    Files.writeString(
        table, before + "\n[[planted]]\nid = \"FIND-19\"\ncontrol = \"Foo/find_9\"\n");
    Coverage more = Coverage.of(CATALOGUE, Citations.scan(root));

    assertThat(more.line("FIND-19").orElseThrow().planted())
        .as("deviations planted for FIND-19")
        .hasSize(1);
    assertThat(more.line("FIND-19").orElseThrow().state())
        .as("state of FIND-19")
        .isEqualTo(Coverage.State.OPEN);
    assertThat(more.closing(Set.of("Foo/find_9")))
        .as("FIND-9 is checked by this command, and FIND-19 is not")
        .contains(" 2 checked, 1 of them by this command and 1 by what it has not run;");
  }

  @Test
  void aRowIsCheckedByWhoHasBeenSeenToNoticeADeviation() {
    assertThat(state("FIND-9")).isEqualTo(Coverage.State.CHECKED_BY_VERIFY);
    assertThat(state("RCCC-5")).isEqualTo(Coverage.State.CHECKED_BY_TESTS);
    assertThat(state("RCCC-6")).isEqualTo(Coverage.State.CITED);
    assertThat(state("RCCC-7")).isEqualTo(Coverage.State.OPEN);
    assertThat(Coverage.detail(coverage.line("RCCC-5").orElseThrow(), 100))
        .contains("Planted deviations that turn a check red\n    one is two\n")
        .contains("dev.sluice.cc.rccc.CreditSpenderTest#aTotalIsNoStep");
    assertThat(Coverage.detail(coverage.line("FIND-9").orElseThrow(), 100))
        .contains("    control Foo/find_9\n      spec/planted.toml:1\n");
    assertThat(Coverage.detail(coverage.line("RCCC-6").orElseThrow(), 100))
        .contains("Cited: no deviation is known that turns one of these checks red.");
  }

  @Test
  void invariantsAndPropertiesCountTogether() {
    Row row = coverage.line("RCCC-6").orElseThrow().row();
    Place place = new Place("spec/uet/Foo.tla", 4);
    List<Citation> two =
        List.of(
            new Citation("RCCC-6", Citation.Kind.INVARIANT, "Foo!GoodInv", place, ""),
            new Citation("RCCC-6", Citation.Kind.PROPERTY, "Foo!GoodProp", place, ""));
    assertThat(new Coverage.Line(row, two, List.of()).properties()).isEqualTo(2);
  }

  @Test
  void theReportHasTheNotesOfARow() {
    Coverage.Line noted =
        coverage.lines().stream().filter(line -> !line.row().notes().isEmpty()).findFirst().get();
    Note note = noted.row().notes().get(0);
    assertThat(Coverage.entry(noted).notes().get(0).about()).isEqualTo(note.about());
  }

  private Coverage.State state(String id) {
    return coverage.line(id).orElseThrow().state();
  }

  @Test
  void aTableOf80ColumnsIsNoWider() {
    assertThat(coverage.table(80).lines())
        .hasSize(1 + 230 + 11)
        .allSatisfy(line -> assertThat(line.codePointCount(0, line.length())).isLessThan(81))
        .contains(
            "id       requirement                            prop  act kern test modl  red by",
            "RCCC-5   Credit is cumulative; the step is…        1    1    1    1    ·  tests",
            "RCCC-6   The sender never transmits more than…     1    ·    ·    ·    ·  cited",
            "RCCC-8   Authorised bytes leave the global…        ·    ·    1    ·    ·  open",
            "FIND-9   The last lost packet can never be…        1    ·    ·    ·    1  verify");
  }

  @Test
  void at120ColumnsNoTitleIsShortened() {
    assertThat(coverage.table(120)).doesNotContain("…");
  }

  @Test
  void theFamiliesAreSummedUp() {
    assertThat(coverage.summary().lines())
        .contains(
            "family   rows  with a property  action  kernel  test  model   verify  tests  cited   open",
            "rccc       18                2       1       2     1      0        0      1      1     16",
            "find       40                2       0       0     0      1        1      0      0     39",
            "all       230                4       1       2     1      1        1      1      1    227");
  }

  @Test
  void aRowInFullNamesEveryPlace() {
    String text = Coverage.detail(coverage.line("RCCC-5").orElseThrow(), 100);

    assertThat(text)
        .startsWith("RCCC-5  Credit is cumulative; the step is received minus local\n")
        .contains(
            "Source    Ultra Ethernet: Receiver Credit-based Congestion Control (RCCC), 5 Feb")
        .contains("Figure    25,000 − 12,500 = 12,500 B")
        .contains("Derived: ")
        .contains("Foo!GoodInv")
        .contains("spec/uet/Foo.tla:4")
        .contains("spec/uet/Foo.tla:2")
        .contains("src/main/java/dev/sluice/cc/rccc/CreditSpender.java:2")
        .contains("src/test/java/dev/sluice/cc/rccc/CreditSpenderTest.java:2");
    assertThat(text.lines())
        .allSatisfy(line -> assertThat(line.codePointCount(0, line.length())).isLessThan(101));
  }

  @Test
  void whatIsNoCheckSaysWhy() {
    assertThat(Coverage.detail(coverage.line("RCCC-7").orElseThrow(), 80))
        .contains("(no model that must hold lists it)")
        .contains("Open: no property of a model that holds, no replayed action, and no test.");
    assertThat(Coverage.detail(coverage.line("FIND-19").orElseThrow(), 80))
        .contains("Open: no row of a model or control names it as its finding.");
  }

  @Test
  void theReportIsPlainJson() throws IOException {
    var json = new ObjectMapper().valueToTree(coverage.report());

    assertThat(json.path("requirements")).hasSize(230);
    assertThat(json.path("total").path("open").asInt()).isEqualTo(227);
    var row = json.path("requirements").path(8 + 15 + 13 + 12 + 4);
    assertThat(row.path("id").asText()).isEqualTo("RCCC-5");
    assertThat(row.path("standing").asText()).isEqualTo("stated");
    assertThat(row.path("places").path(0).path("kind").asText()).isEqualTo("invariant");
    assertThat(row.path("places").path(0).path("check").asBoolean()).isTrue();
    assertThat(row.path("open").asBoolean()).isFalse();
    assertThat(row.path("state").asText()).isEqualTo("tests");
    assertThat(row.path("planted").path(0).path("says").asText()).isEqualTo("one is two");
    assertThat(row.path("planted").path(0).path("control").asText()).isEmpty();
    assertThat(json.path("total").path("verify").asInt()).isEqualTo(1);
    assertThat(json.path("total").path("cited").asInt()).isEqualTo(1);
  }

  @Test
  void twoRunsGiveTheSameBytes() {
    assertThat(Coverage.of(CATALOGUE, Citations.scan(root)).table(100))
        .isEqualTo(coverage.table(100));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
