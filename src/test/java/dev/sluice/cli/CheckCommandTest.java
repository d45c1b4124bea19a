package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Toy;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice check}, as a user meets it. */
class CheckCommandTest {
  @TempDir Path folder;
  private Project project;

  @AfterEach
  void nothingTemporaryIsLeft() throws IOException {
    if (project != null) {
      assertThat(project.temporary()).isEmptyDirectory();
    }
  }

  @Test
  void theResultIsATableAndTheSameBytesEachTime() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("check", "--jobs", "2")).isEqualTo(0);
    String first = project.out();
    assertThat(first)
        .isEqualTo(
            """
                model             outcome                               states  depth  transitions  replayed  alive
            -------------------------------------------------------------------------------------------------------
            ok  Relay/trace       holds                                     32      7           74  none [1]
            ok  Relay/fault_late  caught by SeenWasSentInv in 2 states
            ok  Relay actions     3 of 3 witnessed
            [1] not replayed: the toy has no kernel

            ok    vacuity: every part of 1 claim is exercised, of 1 part of 1 claim

            AS EXPECTED: 2 of 2 models as expected
            """);
    assertThat(project.err()).contains("Relay/fault_late").containsPattern("2 models in [0-9.]+ s");
    assertThat(project.run("check", "--jobs", "1")).isEqualTo(0);
    assertThat(project.out()).isEqualTo(first);
  }

  @Test
  void whatIsPrintedOfAControlIsWhatTlcIsGiven() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("check", "Relay/fault_late", "--print-cfg")).isEqualTo(0);
    String printed = project.out();
    assertThat(printed)
        .isEqualTo(
            """
            \\* Relay/fault_late, made of its row in spec/models.toml on trace.
            \\* A token is counted before it is sent.
            SPECIFICATION Spec
            CHECK_DEADLOCK FALSE
            CONSTANTS
                Last = 3
                Send <- SendLate
            INVARIANT SeenWasSentInv
            """);

    ModelTable table = ModelTable.load(project.root());
    Model control = table.models().get(1);
    List<String> command =
        new ModelCheck(new Tlc(TlcJar.shipped()), table.library())
            .check(
                control,
                new ModelCheck.Limits(1, 512, 60, true, true, false),
                Files.createDirectory(folder.resolve("run")),
                graph -> {},
                far -> {},
                phase -> {})
            .run()
            .command();
    String given = command.get(command.indexOf("-config") + 1);
    assertThat(control.rootModule().resolveSibling(given)).content().isEqualTo(printed);
  }

  @Test
  void whatIsKeptOfAControlRunsByItself() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    Path kept = folder.resolve("kept/here");
    assertThat(project.run("check", "Relay/fault_late", "--out", kept.toString())).isEqualTo(0);
    assertThat(project.out()).contains("caught by SeenWasSentInv in 2 states");
    assertThat(project.err()).contains("--config " + kept.resolve("MCRelay_fault_late.cfg"));
    assertThat(kept)
        .isDirectoryContaining("glob:**/MCRelay_fault_late.cfg")
        .isDirectoryContaining("glob:**/Relay.tla");

    Path alone = Files.move(kept, folder.resolve("alone"));
    Verdict verdict =
        Toy.run(
                folder,
                alone.resolve("RelayFaults.tla"),
                alone.resolve("MCRelay_fault_late.cfg"),
                1,
                60)
            .verdict();
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Violated.class,
            violated -> {
              assertThat(violated.property()).isEqualTo("SeenWasSentInv");
              assertThat(violated.counterexample().steps()).hasSize(2);
            });
  }

  @Test
  void aConfigurationIsShownOfOneModelOfTheTable() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("check", "Relay/trace", "--print-cfg")).isEqualTo(0);
    assertThat(project.out()).contains("INVARIANTS TypeOK SeenWasSentInv\n");
    assertThat(project.run("check", "--print-cfg")).isEqualTo(2);
    assertThat(project.err()).contains("goes with one model; this selects 2");
    String module = Toy.folder().resolve("Relay.tla").toString();
    assertThat(project.run("check", module, "--print-cfg")).isEqualTo(2);
    assertThat(project.err()).contains("go with models of the table");
    Path full = Files.createDirectory(folder.resolve("full"));
    Files.writeString(full.resolve("note"), "mine");
    assertThat(project.run("check", "Relay/trace", "--out", full.toString())).isEqualTo(2);
    assertThat(project.err()).contains("is not empty; name a new folder");
  }

  @Test
  void aDriftFailsAndNamesBothNumbers() throws Exception {
    project = Project.of(folder, Project.HOLDS.replace("states = 32", "states = 33"));
    assertThat(project.run("check", "Relay/trace")).isEqualTo(1);
    assertThat(project.out())
        .contains("FAIL  Relay/trace")
        .contains("  Relay/trace: 32 distinct states, and spec/models.toml:1 pins 33\n")
        .endsWith("FAILED: 0 of 1 model as expected\n");
  }

  @Test
  void whatAnEditorLeavesBesideASpecificationIsNoPartOfIt() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path spec = project.root().resolve("spec");
    Path left = Files.createDirectories(spec.resolve("models/MCRelay.toolbox/Model_1"));
    Files.copy(spec.resolve("Relay.tla"), left.resolve("Relay.tla"));
    assertThat(project.run("check", "Relay/trace")).as(project.err()).isEqualTo(0);
    Files.copy(spec.resolve("Relay.tla"), spec.resolve("models/Relay.tla"));
    assertThat(project.run("check", "Relay/trace")).isEqualTo(2);
    assertThat(project.err()).contains("two modules under spec/ are called Relay: one in ");
  }

  @Test
  void anUnknownModelIsBadInputAndTheNearestIsNamed() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    assertThat(project.run("check", "Relay/trac")).isEqualTo(2);
    assertThat(project.err()).contains("there is no model Relay/trac; did you mean Relay/trace?");
    assertThat(project.run("check", "Rely")).isEqualTo(2);
    assertThat(project.err()).contains("did you mean Relay?");
    assertThat(project.out()).isEmpty();
  }

  @Test
  void aPatternThatMatchesNothingDecidesNothing() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    assertThat(project.run("check", "Credit*")).isEqualTo(3);
    assertThat(project.err()).contains("nothing selected: no model matches Credit*");
  }

  @Test
  void anEmptyTableDecidesNothing() throws Exception {
    project = Project.of(folder, "");
    assertThat(project.run("check")).isEqualTo(3);
    assertThat(project.err()).contains("nothing selected");
  }

  @Test
  void aMistypedOptionIsWrongUsage() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    assertThat(project.run("check", "--wokers", "2")).isEqualTo(2);
    assertThat(project.err()).contains("did you mean --workers?").contains("sluice check --help");
    assertThat(project.run("check", "--heap", "lots")).isEqualTo(2);
    assertThat(project.err()).contains("'lots' is not an amount of memory");
    assertThat(project.run("check", "--config", "a.cfg")).isEqualTo(2);
    assertThat(project.err()).contains("--config goes with exactly one FILE.tla");
    assertThat(project.run("chek")).isEqualTo(2);
    assertThat(project.err()).contains("did you mean check, or");
    assertThat(project.run()).isEqualTo(2);
  }

  @Test
  void aTableThatCannotBeReadIsBadInputWithItsLine() throws Exception {
    project = Project.of(folder, "[[model]]\nmodule = \n");
    assertThat(project.run("check")).isEqualTo(2);
    assertThat(project.err()).contains("models.toml:2: not TOML");
  }

  @Test
  void aJarThatIsNoTlcIsBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path jar = Files.writeString(folder.resolve("tla2tools.jar"), "no");
    assertThat(project.run("check", "--tla2tools", jar.toString())).isEqualTo(2);
    assertThat(project.err()).contains("is not a jar");
  }

  @Test
  void aTemporaryFolderThatIsNotThereIsBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Files.delete(project.temporary());
    assertThat(project.run("check")).isEqualTo(2);
    assertThat(project.err()).contains("point TMPDIR to a folder that can be written to");
    Files.createDirectory(project.temporary());
  }

  @Test
  void aModuleOfTheUsersOwnIsCheckedAndNothingIsWrittenBesideIt() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path own = Files.createDirectory(folder.resolve("own specs"));
    Files.copy(Toy.folder().resolve("Relay.tla"), own.resolve("Relay.tla"));
    Files.copy(Toy.folder().resolve("Relay.cfg"), own.resolve("Relay.cfg"));
    Files.copy(Toy.folder().resolve("Relay_ends.cfg"), own.resolve("Ends.cfg"));
    assertThat(project.run("check", own.resolve("Relay.tla").toString())).isEqualTo(0);
    assertThat(project.out()).containsPattern("ok  Relay/Relay.cfg  holds +32 +7 +74");
    Path itf = folder.resolve("end.itf.json");
    int code =
        project.run(
            "check",
            own.resolve("Relay.tla").toString(),
            "--config",
            own.resolve("Ends.cfg").toString(),
            "--itf",
            itf.toString());
    assertThat(code).isEqualTo(1);
    assertThat(project.out()).contains("FAIL  Relay/Ends.cfg  deadlocks in 7 states");
    try (Stream<Path> files = Files.list(own)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("Relay.tla", "Relay.cfg", "Ends.cfg");
    }
    ItfTrace trace = ItfReader.read(itf, ItfReader.Expected.ANY);
    assertThat(trace.states().get(1).step().orElseThrow().action()).isEqualTo("Send");
  }

  @Test
  void aModuleWithoutConfigurationIsBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path module = Files.copy(Toy.folder().resolve("Relay.tla"), folder.resolve("Relay.tla"));
    assertThat(project.run("check", module.toString())).isEqualTo(2);
    assertThat(project.err()).contains("there is no configuration").contains("Relay.cfg");
    assertThat(project.run("check", folder.resolve("Nowhere.tla").toString())).isEqualTo(2);
    assertThat(project.err()).contains("there is no file");
  }

  @Test
  void aModuleThatDoesNotParseIsBadInputWithFileLineAndColumn() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path module = write("Sem.tla", "---- MODULE Sem ----\nVARIABLE x\nInit == x = y\n====\n");
    write("Sem.cfg", "INIT Init\nNEXT Init\n");
    assertThat(project.run("check", module.toString())).isEqualTo(2);
    assertThat(project.out()).contains(module + ":3:13: Unknown operator: `y'.");
  }

  @Test
  void aContradictoryConfigurationIsBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path module = Files.copy(Toy.folder().resolve("Relay.tla"), folder.resolve("Relay.tla"));
    write("Relay.cfg", "CONSTANT Last = 3\nSPECIFICATION Spec\nINIT Init\n");
    assertThat(project.run("check", module.toString())).isEqualTo(2);
    assertThat(project.out()).contains("BAD  Relay/Relay.cfg").contains("BAD INPUT: ");
  }

  @Test
  void whatIsCutShortDecidesNothingAndSaysWhatRanOut() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    Path module =
        write(
            "Long.tla",
            "---- MODULE Long ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
                + "Next == x' = x + 1\n====\n");
    write("Long.cfg", "INIT Init\nNEXT Next\n");
    assertThat(project.run("check", module.toString(), "--timeout", "2s")).isEqualTo(3);
    assertThat(project.out()).contains("still searching after 2 s").contains("--timeout");
    assertThat(project.run("check", module.toString(), "--heap", "1m")).isEqualTo(3);
    assertThat(project.out()).contains("Too small maximum heap");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
