package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that ends before its end decides nothing. */
class EarlyEndTest {
  private static final String EARLY = "ended its search before its end, with ";

  @TempDir Path folder;
  private Project project;

  @BeforeEach
  void makeAProject() throws IOException {
    project = Project.of(folder, Project.HOLDS);
  }

  /** Writes a counter modulo 100 whose Stop is the expression, and a configuration. */
  private String counter(String stop, String config) throws IOException {
    Files.writeString(folder.resolve("Early.cfg"), "SPECIFICATION Spec\nINVARIANT Inv\n" + config);
    return Files.writeString(
            folder.resolve("Early.tla"),
            """
            ---- MODULE Early ----
            EXTENDS Naturals, TLC
            VARIABLE x
            Init == x = 0
            Next == x' = (x + 1) %% 100
            Spec == Init /\\ [][Next]_x
            Inv == x # 250
            Stop == %s
            ====
            """
                .formatted(stop))
        .toString();
  }

  private void undecided(int code) {
    assertThat(code).as(project.out()).isEqualTo(3);
    assertThat(project.out())
        .contains(EARLY)
        .contains(" distinct states found, 1 of them still on the queue")
        .contains("take that out, or bound the model by guards")
        .doesNotContain("HOLDS");
  }

  @Test
  void anInvariantEndsTheSearch() throws IOException {
    String early = counter("TLCSet(\"exit\", TLCGet(\"distinct\") > 10)", "INVARIANT Stop\n");
    undecided(project.run("check", early));
    undecided(project.run("check", early, "--json"));
    undecided(project.run("check", early, "--", "-continue"));
    assertThat(project.run("check", early, "--dump", folder.resolve("g.json").toString()))
        .isEqualTo(3);
    assertThat(folder.resolve("g.json")).doesNotExist();
  }

  @Test
  void aConstraintEndsTheSearchAtADepth() throws IOException {
    String exit = "TLCSet(\"exit\", TLCGet(\"%s\") > 10)";
    undecided(project.run("check", counter(exit.formatted("level"), "CONSTRAINT Stop\n")));
    undecided(project.run("check", counter(exit.formatted("diameter"), "CONSTRAINT Stop\n")));
  }

  @Test
  void severalWorkersEndEarly() throws IOException {
    String early = counter("TLCSet(\"exit\", TLCGet(\"distinct\") > 10)", "INVARIANT Stop\n");
    assertThat(project.run("check", early, "--workers", "2")).isEqualTo(3);
    assertThat(project.out()).contains("still on the queue");
  }

  /** Ends the search when the last state is found, whose steps TLC has not looked for. */
  @Test
  void allStatesAreFoundAndOneIsNotExplored() throws IOException {
    undecided(project.run("check", counter("TLCSet(\"exit\", x = 99)", "INVARIANT Stop\n")));
    String all = counter("TLCSet(\"exit\", FALSE)", "INVARIANT Stop\n");
    assertThat(project.run("check", all)).isEqualTo(0);
  }

  @Test
  void aPauseGoesOnAtOnce() throws IOException {
    String pausing = counter("TLCSet(\"pause\", TLCGet(\"distinct\") > 10)", "INVARIANT Stop\n");
    assertThat(project.run("check", pausing, "--timeout", "60s")).as(project.out()).isEqualTo(0);
    assertThat(project.out()).containsPattern("ok  Early/Early.cfg +holds +100 +100 +100\n");
  }

  @Test
  void temporalPropertiesAreCheckedHoweverOftenTlcLooks() throws IOException {
    String early = counter("<>(x = 250)", "PROPERTY Stop\n");
    for (String when : List.of("default", "final", "off")) {
      assertThat(project.run("check", early, "--", "-lncheck", when)).as(when).isEqualTo(1);
    }
  }

  @Test
  void flagsThatBoundASearchAreRefused() throws IOException {
    String early = counter("TRUE", "INVARIANT Stop\n");
    for (String flag : List.of("-depth", "-dfid", "-simulate", "-recover")) {
      assertThat(project.run("check", early, "--", flag, "5")).isEqualTo(2);
      assertThat(project.err()).contains(flag + " cannot be passed on to TLC");
    }
  }

  @Test
  void aHeapThatIsTooSmallDecidesNothing() throws IOException {
    Path large =
        Files.writeString(
            folder.resolve("Large.tla"),
            "---- MODULE Large ----\nEXTENDS Naturals, Sequences\nVARIABLE x\nInit == x = <<>>\n"
                + "Next == x' = x \\o [i \\in 1 .. 200000 |-> i]\nInv == TRUE\n====\n");
    Files.writeString(folder.resolve("Large.cfg"), "INIT Init\nNEXT Next\nINVARIANT Inv\n");
    assertThat(project.run("check", large.toString(), "--heap", "40m", "--timeout", "2m"))
        .as(project.out())
        .isEqualTo(3);
    assertThat(project.out()).contains("TLC ran out of memory with a heap of 40 MiB");
  }

  /** Ends the toy's search in the rows of a table, as a user's own table may. */
  @Test
  void theBatchLanesAreUndecided() throws IOException {
    project =
        Project.of(Files.createDirectories(folder.resolve("batch")), Project.HOLDS, Project.CAUGHT);
    Path module = project.root().resolve("spec/models/MCRelay.tla");
    Path config = project.root().resolve("spec/models/MCRelay_trace.cfg");
    Files.writeString(
        module,
        "---- MODULE MCRelay ----\nEXTENDS Relay, TLC\n"
            + "Stop == TLCSet(\"exit\", TLCGet(\"distinct\") > 3)\n====\n");
    Files.writeString(config, Files.readString(config) + "\nINVARIANT Stop\n");
    for (String[] command : new String[][] {{"check"}, {"check", "Relay"}}) {
      int code = project.run(command);
      assertThat(project.out()).contains("ended its search before its end");
      assertThat(code).as(String.join(" ", command) + project.out()).isEqualTo(3);
    }
    project.run("traces", "--check"); // with nothing kept
    assertThat(project.out()).containsPattern("OPEN  Relay/trace +not decided");
    project.run("verify"); // without a catalogue
    assertThat(project.out()).containsPattern("OPEN  Relay/trace +not decided");
    assertThat(project.run("mutate", "Relay", "--sample", "1")).isNotZero();
    assertThat(project.out() + project.err()).contains("ended its search before its end");
  }
}
