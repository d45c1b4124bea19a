package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Script.Ended;
import dev.sluice.house.Script.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The conclusions of {@code .ci/long}, with stand-ins for Maven, git, Java and Sluice. */
class CiLongTest {
  private static final String MUTANTS =
      "mutate PdcHandshake CccThreeState CccScheduling --sample 12 --seed 1 --fresh";
  private static final String NO_JAR =
      "upstream: SKIPPED, this machine has no upstream tla2tools.jar";
  private static final String NO_21 =
      "JDK 21: SKIPPED, this machine has neither this JDK nor a package openjdk-21-jdk-headless";

  @TempDir Path temp;
  private CiCheckout checkout;

  @BeforeEach
  void makeACheckout() throws IOException {
    checkout = new CiCheckout(temp);
  }

  @Test
  void everyStepRunsOnceAndTheTableIsKept() throws IOException {
    checkout.addJdk("25.0.3");
    Ended ended = checkout.runLong(List.of());
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(CiCheckout.steps(ended.out()))
        .containsExactly(
            "build: ok",
            "quick: ok",
            "tests: ok",
            "mutants: ok",
            NO_JAR,
            "JDK 17: SKIPPED, all other steps use it",
            NO_21,
            "JDK 25: ok",
            "full: ok");
    assertThat(ended.out()).contains("the same, byte for byte: ");
    assertThat(checkout.calls("called")).startsWith("verify", MUTANTS).endsWith("verify --full");
    assertThat(checkout.calls("maven")).hasSize(2);
    assertThat(checkout.calls("maven").get(0)).contains("-DskipTests").endsWith(" package");
    assertThat(checkout.calls("maven").get(1))
        .matches(".* surefire:test -Dtest=\\w+(,\\w+)+ -Dsluice.all=true");
    String kept = Files.readString(checkout.file("target/ci-long.txt"));
    assertThat(kept).startsWith("=== Steps of .ci/long, commit 1234567 of 2026-11-28\n");
    assertThat(CiCheckout.steps(kept)).isEqualTo(CiCheckout.steps(ended.out()));
    assertThat(ended.out()).endsWith(kept);
  }

  @Test
  void namedStepsRunInTheirOrder() throws IOException {
    Ended ended = checkout.runLong(List.of("full", "mutants"));
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(CiCheckout.steps(ended.out()))
        .containsExactly("build: ok", "mutants: ok", "full: ok");
    assertThat(checkout.calls("called")).containsExactly(MUTANTS, "verify --full");
  }

  @Test
  void anUnknownStepIsRefusedBeforeAnyWork() throws IOException {
    Ended ended = checkout.runLong(List.of("mutants", "mutant"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            ".ci/long: unknown step \"mutant\"."
                + " The steps are: quick, tests, mutants, upstream, jdks, full.\n");
    assertThat(checkout.calls("maven")).isEmpty();
    Ended help = checkout.runLong(List.of("--help"));
    assertThat(help.code()).isZero();
    assertThat(help.out()).startsWith("Usage: bash .ci/long [STEP...]\n");
    assertThat(checkout.calls("maven")).isEmpty();
  }

  @Test
  void everyStepCountsAndAllOthersStillRun() throws IOException {
    checkout.addJdk("25.0.3");
    Ended ended =
        checkout.runLong(
            List.of(),
            "FAILS=verify|verify --full|" + MUTANTS,
            "ALL_ENDS_WITH=1",
            "OTHER_JDK_SAYS=another result");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(CiCheckout.steps(ended.out()))
        .containsExactly(
            "build: ok",
            "quick: FAILED, exit 3",
            "tests: FAILED, exit 1",
            "mutants: FAILED, exit 3",
            NO_JAR,
            "JDK 17: SKIPPED, all other steps use it",
            NO_21,
            "JDK 25: FAILED, exit 1",
            "full: FAILED, exit 3");
    assertThat(checkout.runLong(List.of("quick"), "VERDICT=SOMETHING ELSE").code()).isEqualTo(1);
  }

  @Test
  void upstreamsTlcMustGiveTheOutputOfVerifyAll() throws IOException {
    String jar = Files.writeString(temp.resolve("tla2tools.jar"), "").toString(); // in HOME
    Ended ended = checkout.runLong(List.of("upstream"));
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(CiCheckout.steps(ended.out())).containsExactly("build: ok", "upstream: ok");
    assertThat(checkout.calls("called"))
        .containsExactly(
            "doctor --tla2tools " + jar,
            "verify --all",
            "doctor --tla2tools " + jar,
            "verify --all --tla2tools " + jar,
            "traces --check --tla2tools " + jar);
    Ended refused = checkout.runLong(List.of("upstream"), "FAILS=doctor --tla2tools " + jar);
    assertThat(CiCheckout.steps(refused.out()))
        .endsWith("upstream: SKIPPED, sluice doctor refuses " + jar);
    Ended other = checkout.runLong(List.of("upstream"), "OTHER_LINES=1 2 3");
    assertThat(CiCheckout.steps(other.out())).endsWith("upstream: FAILED, exit 1");
    assertThat(other.code()).isEqualTo(1);
  }

  @Test
  void stepsThatCannotRunFail() throws IOException {
    Ended late = checkout.runLong(List.of("quick", "full"), "SLUICE_CI_LONG_SECONDS=600");
    assertThat(late.code()).isEqualTo(1);
    assertThat(CiCheckout.steps(late.out())).startsWith("build: ok", "quick: ok").hasSize(3);
    assertThat(CiCheckout.steps(late.out()).get(2))
        .matches("full: FAILED, \\d+ s are left and the full lane may need 3600 .*");
    Ended unbuilt = checkout.runLong(List.of("quick", "full"), "MAVEN_ENDS_WITH=1");
    assertThat(unbuilt.code()).isEqualTo(1);
    assertThat(CiCheckout.steps(unbuilt.out()))
        .containsExactly(
            "build: FAILED, exit 1",
            "quick: FAILED, the build failed",
            "full: FAILED, the build failed");
  }

  /** Checks that a signal ends the step's processes, and that the table marks the stopped step. */
  @Test
  @Timeout(60)
  void itCanBeInterrupted() throws Exception {
    Running running = checkout.start(".ci/long", List.of(), "HANGS=" + MUTANTS);
    Path hanging = checkout.file("hanging");
    Waiting.until(() -> Files.exists(hanging) && Files.size(hanging) > 0);
    long pid = Long.parseLong(Files.readString(hanging).strip());
    running.process().destroy();
    Ended ended = running.end();
    assertThat(ended.code()).isEqualTo(143);
    assertThat(CiCheckout.steps(Files.readString(checkout.file("target/ci-long.txt"))))
        .containsExactly(
            "build: ok",
            "quick: ok",
            "tests: ok",
            "mutants: STOPPED, interrupted; later steps did not run");
    Waiting.until(() -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
  }
}
