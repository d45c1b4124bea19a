package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as a citation, on a small tree planted in a folder of its own. */
class CitationsTest {
  private static final Catalogue CATALOGUE = Catalogue.load(Path.of(""));

  @TempDir Path root;

  @BeforeEach
  void plantNothing() throws IOException {
    write("spec/planted.toml", "");
  }

  @Test
  void actionsAreFoundBehindTheChoicesThatNextIsMadeOf() throws IOException {
    write(
        "spec/uet/Foo.tla",
        """
        ---- MODULE Foo ----
        Grant(s) == x' = x + s \\* RCCC-6
        Pause == UNCHANGED x \\* RCCC-7
        Free == x = 0 \\* RCCC-8
        Step == Pause \\/ \\E s \\in 1 .. 2 : Grant(s)
        Next == Step
        ====
        """);

    assertThat(cited())
        .contains(
            "RCCC-6 ACTION Foo!Grant spec/uet/Foo.tla:2",
            "RCCC-7 ACTION Foo!Pause spec/uet/Foo.tla:3")
        .doesNotContain("RCCC-8 ACTION Foo!Free spec/uet/Foo.tla:4");
  }

  @Test
  void definitionsCiteOnTheirLineAndDirectlyAbove() throws IOException {
    write(
        "spec/uet/Foo.tla",
        """
        -------------------------------- MODULE Foo --------------------------------
        (* Models  RCCC-1 RCCC-2 *)
        (* further RCCC-3        *)
        EXTENDS Naturals
        VARIABLES x

        \\* RCCC-4
        \\* and RCCC-5: two of them.
        Grant(s) == \\* RCCC-6
            x' = x + s   \\* RCCC-7 is no citation of Grant's

        \\* RCCC-8 stands apart

        Helper(f(_), a,
               b) == "no (* comment RCCC-9"   \\* RCCC-10

        Next == \\E s \\in Range : Grant(s)
        Range == 1 .. 2   \\* RCCC-11
        SumInv == x >= 0   \\* RCCC-12
        (* RCCC-13 *)
        ServedProp == <>(x = 1)
        WitnessGrant == [][~ \\E s \\in Range : Grant(s)]_x   \\* RCCC-14
        ASSUME RangeAssumption == Range # {}   \\* RCCC-15
        =============================================================================
        """);

    assertThat(cited())
        .containsExactly(
            "RCCC-12 INVARIANT Foo!SumInv spec/uet/Foo.tla:19",
            "RCCC-13 PROPERTY Foo!ServedProp spec/uet/Foo.tla:21",
            "RCCC-4 ACTION Foo!Grant spec/uet/Foo.tla:9",
            "RCCC-5 ACTION Foo!Grant spec/uet/Foo.tla:9",
            "RCCC-6 ACTION Foo!Grant spec/uet/Foo.tla:9",
            "RCCC-14 WITNESS Foo!WitnessGrant spec/uet/Foo.tla:22",
            "RCCC-10 OPERATOR Foo!Helper spec/uet/Foo.tla:14",
            "RCCC-11 OPERATOR Foo!Range spec/uet/Foo.tla:18",
            "RCCC-15 OPERATOR Foo!RangeAssumption spec/uet/Foo.tla:23",
            "RCCC-1 MODULE Foo spec/uet/Foo.tla:2",
            "RCCC-2 MODULE Foo spec/uet/Foo.tla:2",
            "RCCC-3 MODULE Foo spec/uet/Foo.tla:3");
    assertThat(problems()).isEmpty();
  }

  /** Each row is held against what it speaks of; one that does not fit plants nothing. */
  @Test
  void aPlantedDeviationThatDoesNotFitIsAProblemAndPlantsNothing() throws IOException {
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nGoodInv == TRUE \\* RCCC-5\nOwnInv == TRUE\n====\n");
    write("spec/uet/models/MCFoo_trace.cfg", "INVARIANT GoodInv OwnInv\n");
    write(
        "spec/models.toml",
        """
        [[model]]
        module = "Foo"
        name = "trace"

        [[control]]
        module = "Foo"
        name = "fault_good"
        catches = "GoodInv"

        [[control]]
        module = "Foo"
        name = "fault_own"
        catches = "OwnInv"
        """);
    write("src/main/java/dev/sluice/Foo.java", "class Foo {\n  int one = 1, two = 1;\n}\n");
    write(
        "src/test/java/dev/sluice/FooTest.java",
        "class FooTest {\n  @Requirement(\"RCCC-6\")\n  void one() {}\n  void two() {}\n}\n");
    String source = "src/main/java/dev/sluice/Foo.java";
    write(
        "spec/planted.toml",
        control("RCCC-5", "Foo/fault_good")
            + control("RCCC-5", "Foo/fault_god")
            + control("RCCC-5", "Foo/fault_own")
            + source("RCCC-6", source, "one = 1", "dev.sluice.FooTest#one")
            + source("RCCC-6", source, "= 1", "dev.sluice.FooTest#one")
            + source("RCCC-6", source, "one = 2", "dev.sluice.FooTest#one")
            + source("RCCC-6", "src/main/java/dev/sluice/No.java", "1", "dev.sluice.FooTest#one")
            + source("RCCC-6", source, "one = 1", "dev.sluice.FooTest#two")
            + source("RCCC-7", source, "one = 1", "dev.sluice.FooTest#one")
            + source("RCCC-6", source, "one = 1", "FooTest")
            + "[[planted]]\nid = \"RCCC-6\"\nsource = \"a\"\n"
            + "[[planted]]\nid = \"RCCC-6\"\ncontrl = \"a\"\n");

    assertThat(Citations.scan(root).planted())
        .extracting(Planted::name)
        .containsExactly("Foo/fault_good", "dev.sluice.FooTest#one");
    String test = "spec/planted.toml:%d: dev.sluice.FooTest#%s is no test cited for %s; ";
    assertThat(problems())
        .hasSize(10)
        .satisfiesExactlyInAnyOrder(
            begins("spec/planted.toml:4: there is no control Foo/fault_god; did you mean Foo/"),
            begins("spec/planted.toml:7: Foo/fault_own is caught by OwnInv, which is no check"),
            begins("spec/planted.toml:17: what is to be found for RCCC-6 stands in " + source),
            begins("spec/planted.toml:24: what is to be found for RCCC-6 stands in " + source),
            begins("spec/planted.toml:31: src/main/java/dev/sluice/No.java is no source in"),
            begins(test.formatted(38, "two", "RCCC-6")),
            begins(test.formatted(45, "one", "RCCC-7")),
            begins("spec/planted.toml:52: `test` is a class and its method, as in "),
            begins("spec/planted.toml:59: needs a text as its `find`; a row like this has find,"),
            begins("spec/planted.toml:62: has a field `contrl`; a row like this has find, id"));

    write("spec/planted.toml", "[[planted]]\nid = \n");
    assertThat(problems()).singleElement().satisfies(begins("spec/planted.toml:2: is no TOML: "));
    write("spec/planted.toml", "[[plantd]]\nid = \"RCCC-6\"\n");
    assertThat(problems())
        .singleElement()
        .satisfies(begins("spec/planted.toml:1: `plantd` is nothing that this table has; "));
  }

  private static ThrowingConsumer<String> begins(String with) {
    return problem -> assertThat(problem).startsWith(with);
  }

  private static String control(String id, String control) {
    return "[[planted]]\nid = \"%s\"\ncontrol = \"%s\"\n".formatted(id, control);
  }

  private static String source(String id, String source, String find, String test) {
    return "[[planted]]\nid = \"%s\"\nsays = \"x\"\nsource = \"%s\"\nfind = \"%s\"\n"
            .formatted(id, source, find)
        + "replace = \"\"\ntest = \"%s\"\n".formatted(test);
  }

  @Test
  void twinsOfFaultsStandForNothing() throws IOException {
    write("spec/uet/Foo.tla", "---- MODULE Foo ----\nNext == Grant\nGrant == TRUE\n====\n");
    write(
        "spec/uet/models/FooFaults.tla",
        "---- MODULE FooFaults ----\nEXTENDS Foo\nGrantInv == TRUE \\* RCCC-5\n====\n");

    assertThat(cited()).isEmpty();
  }

  @Test
  void anActionOfASharedModuleIsOneWhereAModuleStepsByIt() throws IOException {
    write("spec/lib/Net.tla", "---- MODULE Net ----\nLose(m) == TRUE \\* PDC-5\n====\n");
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nN == INSTANCE Net\nNext == \\E m \\in S : N!Lose(m)\n====\n");

    assertThat(cited()).containsExactly("PDC-5 ACTION Net!Lose spec/lib/Net.tla:2");
  }

  @Test
  void aPropertyIsACheckOnceAModelThatMustHoldListsIt() throws IOException {
    write(
        "spec/uet/Foo.tla",
        """
        ---- MODULE Foo ----
        AInv == TRUE \\* RCCC-1
        BInv == TRUE \\* RCCC-2
        CProp == TRUE \\* RCCC-3
        ====
        """);
    model("holds", "none: no kernel", "INVARIANTS TypeOK AInv \\* BInv\nPROPERTY CProp\n");
    Path table = root.resolve("spec/models.toml");
    String control = "[[control]]\nmodule = \"Foo\"\nname = \"fault\"\ncatches = \"BInv\"\n";
    Files.writeString(table, Files.readString(table) + control);
    write("spec/uet/models/MCFoo_fault.cfg", "INVARIANT BInv\n");

    assertThat(checks()).containsExactly("Foo!AInv", "Foo!CProp");
  }

  /** Gives properties the names of operators; the model's list tells them apart. */
  @Test
  void theListOfAModelDecidesWhereTheNameSaysNothing() throws IOException {
    write(
        "spec/uet/Foo.tla",
        """
        ---- MODULE Foo ----
        TypeOK == TRUE \\* RCCC-1
        Served == TRUE \\* RCCC-2
        Bound == TRUE \\* RCCC-3
        ====
        """);
    write(
        "spec/uet/Bar.tla",
        "---- MODULE Bar ----\nTypeOK == TRUE \\* RCCC-4\nServed == TRUE \\* RCCC-5\n====\n");
    model("holds", "none: no kernel", "INVARIANT TypeOK\nPROPERTY Served\n");

    assertThat(cited())
        .containsExactlyInAnyOrder(
            "RCCC-1 INVARIANT Foo!TypeOK spec/uet/Foo.tla:2",
            "RCCC-2 PROPERTY Foo!Served spec/uet/Foo.tla:3",
            "RCCC-3 OPERATOR Foo!Bound spec/uet/Foo.tla:4",
            "RCCC-4 OPERATOR Bar!TypeOK spec/uet/Bar.tla:2",
            "RCCC-5 OPERATOR Bar!Served spec/uet/Bar.tla:3");
    assertThat(checks()).containsExactlyInAnyOrder("Foo!Served", "Foo!TypeOK");
  }

  @Test
  void anActionIsACheckOnceAModelOfItsModuleIsReplayed() throws IOException {
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nGrant == TRUE \\* RCCC-1\nNext == Grant\n====\n");
    model("none", "none: refinement only", "");
    assertThat(checks()).isEmpty();

    model("trace", "Foo", "");
    assertThat(checks()).containsExactly("Foo!Grant");
  }

  @Test
  void aModelStandsForTheFindingThatItShows() throws IOException {
    write(
        "spec/uet/models.toml",
        """
        [[model]]
        module = "Foo"
        name = "trace"
        finding = "FIND-2"

        [[control]]
        module = "Foo"
        name = "find_1"
        on = "trace"
        catches = "AInv"
        finding = "FIND-1"
        says = "What RCCC-99 says is left out."
        """);

    assertThat(cited())
        .containsExactly(
            "FIND-2 MODEL Foo/trace spec/uet/models.toml:1",
            "FIND-1 MODEL Foo/find_1 spec/uet/models.toml:6");
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("spec/uet/models.toml:12: RCCC-99 is not in the catalogue");
  }

  @Test
  void annotationsCiteOnTypesMembersAndAcrossLines() throws IOException {
    write(
        "src/main/java/dev/sluice/cc/rccc/Spender.java",
        """
        package dev.sluice.cc.rccc;

        import dev.sluice.requirement.Requirement;

        /** Not a citation: {@code @Requirement("RCCC-1")}, but RCCC-2 must exist. */
        @Requirement("RCCC-3")
        public final class Spender {
          /* @Requirement("RCCC-4") */
          private static final String TEXT = "@Requirement(\\"RCCC-5\\")";

          @Requirement({
            "RCCC-6", // the sum
            "RCCC-7"
          })
          @SuppressWarnings({"a", "b"})
          public static <T extends Comparable<T>> String learn(State state, T signal) {
            if (state == null) { return null; }
            return new Object() { int x = 1; }.hashCode() == 0 ? null : null;
          }

          public record Params(@Deprecated long slice) {
            @Requirement("RCCC-8")
            public Params {
            }

            @Requirement(value = "RCCC-9")
            static final long SLICE = 1;
          }

          @Requirement("RCCC-10")
          enum Kind { A, B }
        }
        """);

    assertThat(cited())
        .containsExactly(
            "RCCC-3 KERNEL Spender src/main/java/dev/sluice/cc/rccc/Spender.java:6",
            "RCCC-6 KERNEL Spender.learn src/main/java/dev/sluice/cc/rccc/Spender.java:12",
            "RCCC-7 KERNEL Spender.learn src/main/java/dev/sluice/cc/rccc/Spender.java:13",
            "RCCC-8 KERNEL Spender.Params.Params src/main/java/dev/sluice/cc/rccc/Spender.java:22",
            "RCCC-9 KERNEL Spender.Params.SLICE src/main/java/dev/sluice/cc/rccc/Spender.java:26",
            "RCCC-10 KERNEL Spender.Kind src/main/java/dev/sluice/cc/rccc/Spender.java:30");
  }

  @Test
  void onlyWhatTheBuildRunsIsATest() throws IOException {
    write(
        "src/test/java/dev/sluice/ATest.java",
        "class ATest {\n @Requirement(\"D1\") void a() {}\n}\n");
    write(
        "src/test/java/dev/sluice/AProperties.java", "@Requirement(\"D2\") class AProperties {}\n");
    write("src/test/java/dev/sluice/Helper.java", "@Requirement(\"D3\") class Helper {}\n");
    write("src/main/java/dev/sluice/wire/Codec.java", "@Requirement(\"D4\") class Codec {}\n");

    assertThat(cited())
        .containsExactly(
            "D2 TEST AProperties src/test/java/dev/sluice/AProperties.java:1",
            "D1 TEST ATest.a src/test/java/dev/sluice/ATest.java:2",
            "D4 CODE Codec src/main/java/dev/sluice/wire/Codec.java:1",
            "D3 CODE Helper src/test/java/dev/sluice/Helper.java:1");
    assertThat(checks()).containsExactly("AProperties", "ATest.a");
  }

  @Test
  void anUnknownIdIsAProblemWhereverItStands() throws IOException {
    write("spec/uet/Foo.tla", "---- MODULE Foo ----\nA == 1 \\* RCCC-81 X99\n====\n");
    write("spec/uet/models/FooFaults.tla", "---- MODULE FooFaults ----\n\\* RCC-5 CCC-16\n====\n");
    write("spec/FINDINGS.md", "# Findings\n\n## FIND-77 — a title\n");
    write(
        "src/main/java/dev/sluice/A.java",
        "/** See PDC-99. */\n@Requirement(\"RCCC5\") class A {}\n");
    write(
        "src/test/java/dev/sluice/ATest.java",
        "class ATest {\n @Requirement(\"D15\") void a() {}\n}\n");
    Files.writeString(root.resolve("spec/models.toml"), "[[model]]\nfinding = \"FIND-99\"\n");

    assertThat(problems())
        .containsExactly(
            "spec/FINDINGS.md:3: FIND-77 is not in the catalogue, so nobody knows what is meant;"
                + " did you mean FIND-7? A new row goes into spec/requirements/",
            "spec/models.toml:2: FIND-99 is not in the catalogue, so nobody knows what is meant;"
                + " did you mean FIND-9? A new row goes into spec/requirements/",
            "spec/uet/Foo.tla:2: RCCC-81 is not in the catalogue, so nobody knows what is meant;"
                + " did you mean RCCC-1? A new row goes into spec/requirements/",
            "spec/uet/Foo.tla:2: X99 is not in the catalogue, so nobody knows what is meant;"
                + " did you mean X9? A new row goes into spec/requirements/",
            "spec/uet/models/FooFaults.tla:2: CCC-16 is not in the catalogue, so nobody knows what"
                + " is meant; did you mean CCC-1? A new row goes into spec/requirements/",
            "src/main/java/dev/sluice/A.java:1: PDC-99 is not in the catalogue, so nobody knows"
                + " what is meant; did you mean PDC-9? A new row goes into spec/requirements/",
            "src/main/java/dev/sluice/A.java:2: RCCC5 is not in the catalogue, so nobody knows what"
                + " is meant; did you mean RCCC-5? A new row goes into spec/requirements/",
            "src/test/java/dev/sluice/ATest.java:2: D15 is not in the catalogue, so nobody knows"
                + " what is meant; did you mean D1? A new row goes into spec/requirements/");
  }

  @Test
  void rangesAreReadInAHeaderAndRefusedAtADefinition() throws IOException {
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\n\\* CCC-3 ... CCC-5, D1…3\nEXTENDS Naturals\nAInv == 1 \\* PDC-1 … PDC-3\n====\n");

    assertThat(cited())
        .filteredOn(text -> text.contains("MODULE"))
        .extracting(text -> text.substring(0, text.indexOf(' ')))
        .containsExactly("CCC-3", "CCC-4", "CCC-5", "D1", "D2", "D3");
    assertThat(problems())
        .containsExactly(
            "spec/uet/Foo.tla:4: a range begins at PDC-1, but what stands for a row says so by its"
                + " id; write every one out");
  }

  @Test
  void anAnnotationWritesItsIdsOut() throws IOException {
    write(
        "src/main/java/dev/sluice/A.java",
        "class A {\n  @Requirement(Ids.RCCC_5)\n  void a() {}\n  @Requirement(\"RCCC-\" + \"5\") int b;\n}\n");

    assertThat(problems())
        .anySatisfy(
            text ->
                assertThat(text)
                    .isEqualTo(
                        "src/main/java/dev/sluice/A.java:2: @Requirement must write its ids out as"
                            + " texts, or a search does not find them"))
        .anySatisfy(text -> assertThat(text).startsWith("src/main/java/dev/sluice/A.java:4:"));
  }

  @Test
  void anUnknownIdIsSeenOnEveryPage() throws IOException {
    List<String> pages = List.of("README.md", "docs/deep/page.md", "spec/README.md");
    for (String page : pages) {
      write(page, "It keeps RCCC-5,\nand RCCC-99.\n");
    }

    assertThat(problems())
        .extracting(text -> text.substring(0, text.indexOf(" is not in the catalogue")))
        .containsExactlyInAnyOrderElementsOf(
            pages.stream().map(page -> page + ":2: RCCC-99").toList());
  }

  @Test
  void anUnknownIdIsSeenInAConfiguration() throws IOException {
    write("spec/uet/models/MCFoo_trace.cfg", "\\* Shows RCCC-99.\nINVARIANT AInv\n");

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("spec/uet/models/MCFoo_trace.cfg:1: RCCC-99 is not in the catalogue");
  }

  @Test
  void theCitationsOfARowAreThoseOfNoOther() throws IOException {
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nAInv == TRUE \\* RCCC-1 RCCC-2\nBInv == TRUE \\* RCCC-2\n====\n");

    assertThat(Citations.scan(root).of("RCCC-1"))
        .extracting(Citation::name)
        .containsExactly("Foo!AInv");
    assertThat(Citations.scan(root).of("RCCC-2")).hasSize(2);
    assertThat(Citations.scan(root).of("RCCC-3")).isEmpty();
  }

  @Test
  void anActionOfTheSameNameInAnotherModuleIsAnother() throws IOException {
    write("spec/lib/Net.tla", "---- MODULE Net ----\nGrant == TRUE \\* PDC-5\n====\n");
    write("spec/lib/Bag.tla", "---- MODULE Bag ----\n====\n");
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nEXTENDS Bag\nGrant == TRUE \\* RCCC-1\nNext == Grant\n====\n");
    write("spec/models.toml", "[[model]]\nmodule = \"Foo\"\nname = \"trace\"\nreplay = \"Foo\"\n");

    assertThat(cited())
        .as("Foo steps by its own Grant, and Net takes no step")
        .containsExactly(
            "RCCC-1 ACTION Foo!Grant spec/uet/Foo.tla:3",
            "PDC-5 OPERATOR Net!Grant spec/lib/Net.tla:2");
    assertThat(checks()).as("checks").containsExactly("Foo!Grant");
  }

  @Test
  void aPropertyOfTheSameNameInAnotherModuleIsAnother() throws IOException {
    write("spec/lib/Base.tla", "---- MODULE Base ----\nAInv == TRUE \\* RCCC-3\n====\n");
    write(
        "spec/uet/Foo.tla", "---- MODULE Foo ----\nEXTENDS Base\nBInv == TRUE \\* RCCC-1\n====\n");
    write(
        "spec/uet/Net.tla",
        "---- MODULE Net ----\nAInv == TRUE \\* PDC-4\nBInv == TRUE \\* PDC-5\nServed == TRUE \\* PDC-6\n====\n");
    model("holds", "none: no kernel", "INVARIANTS AInv BInv Served\n");

    assertThat(checks())
        .as("a model of Foo lists AInv, BInv and Served, and no model of Net does")
        .containsExactlyInAnyOrder("Foo!BInv", "Base!AInv");
    assertThat(cited())
        .as("kinds of Net's properties")
        .contains("PDC-6 OPERATOR Net!Served spec/uet/Net.tla:4");
  }

  /** Has two modules step by an action, and a model of one of the two replayed. */
  @Test
  void anActionIsACheckIfAnyModuleThatStepsByItIsReplayed() throws IOException {
    write("spec/lib/Net.tla", "---- MODULE Net ----\nLose(m) == TRUE \\* PDC-5\n====\n");
    for (String module : List.of("Foo", "Zoo")) {
      write(
          "spec/uet/" + module + ".tla",
          "---- MODULE %s ----\nN == INSTANCE Net\nNext == \\E m \\in S : N!Lose(m)\n====\n"
              .formatted(module));
    }
    assertThat(checks()).as("checks if neither is replayed").isEmpty();
    model("trace", "Foo", "");
    assertThat(checks()).as("checks if Foo is replayed").containsExactly("Net!Lose");
  }

  @Test
  void aModelRestsOnModulesAtAnyDepth() throws IOException {
    write("spec/lib/Base.tla", "---- MODULE Base ----\nAInv == TRUE \\* RCCC-3\n====\n");
    write("spec/lib/Middle.tla", "---- MODULE Middle ----\nEXTENDS Base\n====\n");
    write("spec/uet/Foo.tla", "---- MODULE Foo ----\nEXTENDS Middle\n====\n");
    model("holds", "none: no kernel", "INVARIANT AInv\n");

    assertThat(checks()).as("checks").containsExactly("Base!AInv");
  }

  @Test
  void anActionThatChangesNothingIsNoChoiceOfOthers() throws IOException {
    write(
        "spec/uet/Foo.tla",
        "---- MODULE Foo ----\nIdle == Guard /\\ UNCHANGED x \\* RCCC-1\nGuard == TRUE \\* RCCC-2\nNext == Idle\n====\n");

    assertThat(cited())
        .containsExactly(
            "RCCC-1 ACTION Foo!Idle spec/uet/Foo.tla:2",
            "RCCC-2 OPERATOR Foo!Guard spec/uet/Foo.tla:3");
  }

  @Test
  void aRangeIsOfOneFamily() throws IOException {
    write("spec/uet/Foo.tla", "---- MODULE Foo ----\n\\* CCC-3 … PDC-5\nEXTENDS Naturals\n====\n");

    assertThat(cited())
        .containsExactly(
            "CCC-3 MODULE Foo spec/uet/Foo.tla:2", "PDC-5 MODULE Foo spec/uet/Foo.tla:2");
  }

  @Test
  void kernelsAreThoseOfAlgorithmsAndOfUet() throws IOException {
    for (String folder : List.of("cc/rcm", "uet/pdc", "wire", "ccx")) {
      write(
          "src/main/java/dev/sluice/" + folder + "/A.java", "@Requirement(\"PDC-1\") class A {}\n");
    }
    assertThat(cited())
        .containsExactly(
            "PDC-1 KERNEL A src/main/java/dev/sluice/cc/rcm/A.java:1",
            "PDC-1 KERNEL A src/main/java/dev/sluice/uet/pdc/A.java:1",
            "PDC-1 CODE A src/main/java/dev/sluice/ccx/A.java:1",
            "PDC-1 CODE A src/main/java/dev/sluice/wire/A.java:1");
  }

  @Test
  void versionsAndLongerWordsAreNoIds() throws IOException {
    write(
        "spec/README.md", "UET-1.0 and uet-1.0, XRCCC-99, RCCC-99a, PRE-RCCC-99, X99 in prose.\n");

    assertThat(problems()).isEmpty();
  }

  @Test
  void anEmptyProjectCitesNothing() {
    assertThat(cited()).isEmpty();
    assertThat(problems()).isEmpty();
  }

  private void model(String name, String replay, String config) throws IOException {
    write("spec/uet/models/MCFoo_" + name + ".cfg", config);
    Path table = root.resolve("spec/models.toml");
    String before = Files.exists(table) ? Files.readString(table) : "";
    Files.writeString(
        table,
        before
            + "[[model]]\nmodule = \"Foo\"\nname = \"%s\"\nreplay = \"%s\"\n"
                .formatted(name, replay));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> cited() {
    return Citations.scan(root).all().stream()
        .map(c -> c.id() + " " + c.kind() + " " + c.name() + " " + c.place())
        .toList();
  }

  private List<String> checks() {
    return Citations.scan(root).all().stream()
        .filter(Citation::checks)
        .map(Citation::name)
        .distinct()
        .toList();
  }

  private List<String> problems() {
    return Citations.scan(root).problems(CATALOGUE).stream().map(Problem::toString).toList();
  }
}
