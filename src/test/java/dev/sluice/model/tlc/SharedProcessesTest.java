package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.house.Waiting;
import dev.sluice.model.Model;
import dev.sluice.model.Rows;
import dev.sluice.model.Toy;
import dev.sluice.model.tlc.probe.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedProcessesTest {
  @TempDir Path scratch;
  private Tlc tlc;
  private int runs;

  @BeforeEach
  void open() throws IOException {
    tlc = new Tlc(TlcJar.shipped(), scratch);
  }

  @AfterEach
  void end() {
    tlc.rest();
    assertThat(children()).isEmpty();
  }

  @Test
  void aProcessServesOneRunAfterAnotherAndEachIsWhatItWouldBeAlone() throws Exception {
    for (int round = 0; round < 2; round++) {
      for (String config : List.of("Relay_late.cfg", "Relay_lossy.cfg", "Relay_latest.cfg")) {
        TlcRun shared = run("RelayFaults.tla", config, Housing.SHARED, 0);
        TlcRun alone = run("RelayFaults.tla", config, Housing.BRIEF, 0);
        assertThat(shared.verdict()).isEqualTo(alone.verdict());
        assertThat(shared.generated()).isEqualTo(alone.generated());
        assertThat(shared.exitCode()).isEqualTo(alone.exitCode());
        assertThat(shared.cpuNanos()).isPositive();
      }
      assertThat(children()).as("the one that waits for more").hasSize(1);
    }
  }

  @Test
  void theCommandOfARunIsTheOneThatMakesItAlone() throws Exception {
    TlcRun shared = run("RelayFaults.tla", "Relay_late.cfg", Housing.SHARED, 0);
    Process again =
        new ProcessBuilder(withFolder(shared.command(), scratch.resolve("again")))
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolve("again.out").toFile())
            .start();
    assertThat(again.waitFor()).isEqualTo(shared.exitCode()).isEqualTo(12);
  }

  @Test
  void aProcessServesOneModuleAfterAnother() throws Exception {
    run("RelayFaults.tla", "Relay_late.cfg", Housing.SHARED, 0);
    List<ProcessHandle> first = children();
    assertThat(run("Relay.tla", "Relay.cfg", Housing.SHARED, 0).verdict())
        .isEqualTo(new Verdict.Holds());
    assertThat(children()).isEqualTo(first);
  }

  @Test
  void aWarningIsPrintedInEachRun() throws Exception {
    Files.writeString(scratch.resolve("Typo.cfg"), "INIT Init\nNEXT Next\n");
    Path typo =
        Files.writeString(
            scratch.resolve("Typo.tla"),
            "---- MODULE Typo ----\nVARIABLE x\nInit == x = [a |-> 0]\n"
                + "Next == x' = [x EXCEPT !.b = 1]\n====\n");
    for (int round = 0; round < 3; round++) {
      TlcRequest request =
          new TlcRequest(
              typo,
              Configuration.of(scratch.resolve("Typo.cfg")),
              List.of(),
              1,
              256,
              0,
              Reporting.NOTHING,
              Housing.SHARED,
              TlcOptions.NONE);
      assertThat(run(request).warnings())
          .as("run %d", round)
          .singleElement()
          .asString()
          .startsWith(typo + ":4:15: The EXCEPT was applied to non-existing fields");
    }
    assertThat(children()).hasSize(1);
  }

  @Test
  void aModuleAndOneThatExtendsItMayShare() throws Exception {
    // The second brings names that the first did not have, and replaces one of them.
    assertThat(lodged("trace").verdict()).isEqualTo(new Verdict.Holds());
    assertThat(lodged("fault_early_data").verdict())
        .isInstanceOfSatisfying(
            Verdict.Violated.class,
            violated -> assertThat(violated.property()).isEqualTo("DataNeedsReadyInv"));
    assertThat(lodged("trace").distinct()).isEqualTo(420);
    assertThat(children()).hasSize(1);
  }

  /**
   * Of several lassos TLC finds one by the order in which a process has met the strings of the
   * specification; runs of other modules before it must not change it.
   */
  @Test
  void aLassoDoesNotDependOnTheRunsBefore() throws Exception {
    String control = "PawaWindow/fault_age_below";
    String alone = behaviour(run(request(control, Housing.BRIEF)));
    run(request("PawaWindow/trace", Housing.SHARED));
    run(request("FastStart/trace", Housing.SHARED));
    TlcRun shared = run(request(control, Housing.SHARED));
    assertThat(shared.exitCode()).isEqualTo(13);
    assertThat(behaviour(shared)).contains("rest |-> 0").isEqualTo(alone);
    run(request("PawaWindow/fault_waits_fewer", Housing.SHARED));
    assertThat(behaviour(run(request(control, Housing.SHARED)))).isEqualTo(alone);
    assertThat(children()).hasSize(1);
  }

  /** The states that TLC printed, as it printed them. */
  private static String behaviour(TlcRun run) throws IOException {
    return Files.readString(run.output())
        .lines()
        .filter(line -> line.startsWith("/\\ ") || line.matches("\\d+: .*"))
        .collect(java.util.stream.Collectors.joining("\n"));
  }

  /** SANY's result is kept; the second search of a module does not parse, unless it has changed. */
  @Test
  void aModuleIsParsedOnceUntilItChanges() throws Exception {
    Path module = scratch.resolve("Relay.tla");
    Files.copy(Toy.folder().resolve("Relay.tla"), module);
    Path config = Toy.folder().resolve("Relay.cfg");
    TlcRun first = run(module, config, Housing.SHARED, 0);
    TlcRun second = run(module, config, Housing.SHARED, 0);
    assertThat(second.verdict()).isEqualTo(new Verdict.Holds()).isEqualTo(first.verdict());
    assertThat(second.phases().wallNanos(Phase.SEARCH)).isPositive();
    assertThat(Files.readString(second.output()))
        .as("TLC's own words are the same")
        .contains("Parsing file " + module, "Semantic processing of module Relay");
    Files.writeString(module, Files.readString(module).replace("TypeOK ==", "TypeOK == FALSE /\\"));
    assertThat(run(module, config, Housing.SHARED, 0).verdict())
        .isInstanceOfSatisfying(
            Verdict.Violated.class,
            violated -> assertThat(violated.property()).isEqualTo("TypeOK"));
    assertThat(children()).hasSize(1);
  }

  private TlcRun lodged(String name) throws Exception {
    return run(request("CccLifecycle/" + name, Housing.SHARED));
  }

  private static TlcRequest request(String id, Housing housing) throws Exception {
    Path spec = Path.of("spec").toAbsolutePath();
    Model model = Rows.of(id);
    List<Path> library =
        List.of(
            spec.resolve("uet"),
            spec.resolve("ldcp"),
            spec.resolve("ldcp/models"),
            spec.resolve("lib"));
    return new TlcRequest(
        model.rootModule(),
        model.config(),
        library,
        1,
        512,
        60,
        Reporting.NOTHING,
        housing,
        TlcOptions.NONE);
  }

  @Test
  void aRunThatIsCutTakesItsProcessWithIt() throws Exception {
    run("RelayFaults.tla", "Relay_late.cfg", Housing.SHARED, 0);
    Path module = scratch.resolve("Endless.tla");
    Files.writeString(
        module,
        "---- MODULE Endless ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\n"
            + "Next == n' = (n + 1) % 100000000\nSpec == Init /\\ [][Next]_n\n====\n");
    Path config = scratch.resolve("Endless.cfg");
    Files.writeString(config, "SPECIFICATION Spec\n");
    TlcRun cut = run(module, config, Housing.SHARED, 2);
    assertThat(cut.verdict()).isInstanceOf(Verdict.NotDecided.class);
    assertThat(children()).isEmpty();
    assertThat(run("RelayFaults.tla", "Relay_late.cfg", Housing.SHARED, 0).verdict())
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void aSearchThatEndsInItsInitialStatesLeavesNothing() throws Exception {
    Path module = scratch.resolve("Wrong.tla");
    Files.writeString(
        module,
        "---- MODULE Wrong ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\n"
            + "Spec == Init /\\ [][n' = n + 1]_n\nPositiveInv == n > 0\n====\n");
    Path config = scratch.resolve("Wrong.cfg");
    Files.writeString(config, "SPECIFICATION Spec\nINVARIANT PositiveInv\n");
    run(module, config, Housing.SHARED, 0);
    Path threads = Path.of("/proc", children().get(0).pid() + "", "task");
    assumeThat(threads).as("where a system lists a process's threads").isDirectory();
    int before = entries(threads);
    for (int i = 0; i < 10; i++) {
      assertThat(run(module, config, Housing.SHARED, 0).verdict())
          .isInstanceOf(Verdict.Violated.class);
    }
    assertThat(children()).hasSize(1);
    Waiting.until(() -> entries(threads) < before + 10); // of the JVM's own one or two may come
  }

  private static int entries(Path folder) {
    return folder.toFile().list().length;
  }

  @Test
  void badInputIsToldAsItIsAlone() throws Exception {
    Path config = scratch.resolve("Wrong.cfg");
    Files.writeString(config, "SPECIFICATION Nothing\n");
    Path module = Toy.folder().resolve("Relay.tla");
    assertThat(run(module, config, Housing.SHARED, 0).verdict())
        .isInstanceOf(Verdict.BadInput.class)
        .isEqualTo(run(module, config, Housing.BRIEF, 0).verdict());
  }

  @Test
  void stoppedItLeavesNoProcessAndStartsNone() throws Exception {
    run("RelayFaults.tla", "Relay_late.cfg", Housing.SHARED, 0);
    tlc.stop();
    Waiting.until(() -> children().isEmpty()); // a killed process takes a moment to be gone
  }

  private TlcRun run(String module, String config, Housing housing, long seconds)
      throws IOException, InterruptedException {
    return run(Toy.folder().resolve(module), Toy.folder().resolve(config), housing, seconds);
  }

  private TlcRun run(Path module, Path config, Housing housing, long seconds)
      throws IOException, InterruptedException {
    return run(
        new TlcRequest(
            module,
            Configuration.of(config),
            List.of(),
            1,
            512,
            seconds,
            Reporting.NOTHING,
            housing,
            TlcOptions.NONE));
  }

  private TlcRun run(TlcRequest request) throws IOException, InterruptedException {
    return tlc.run(request, Files.createDirectory(scratch.resolve("run-" + runs++)), said -> {});
  }

  private static List<String> withFolder(List<String> command, Path folder) throws IOException {
    Files.createDirectories(folder);
    int probe = command.indexOf("dev.sluice.model.tlc.probe.Probe");
    return java.util.stream.IntStream.range(0, command.size())
        .mapToObj(i -> i == probe + 1 ? folder.toString() : command.get(i))
        .toList();
  }

  /** Those of this test; others run beside it. */
  private List<ProcessHandle> children() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(" serve"))
        .filter(child -> child.info().commandLine().orElse("").contains(scratch.toString()))
        .filter(ProcessHandle::isAlive)
        .toList();
  }
}
