package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Script.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conclusions of continuous integration, with stand-ins for Maven, git and Sluice. */
class CiRunTest {
  private static final String NO_UPSTREAM =
      "upstream's TLC: SKIPPED, SLUICE_CI_TLA2TOOLS is not set";
  private static final String NO_JAR = "there is no target/sluice.jar";

  @TempDir Path temp;
  private CiCheckout checkout;

  @BeforeEach
  void makeACheckout() throws IOException {
    checkout = new CiCheckout(temp);
  }

  private static String lastLine(Ended ended) {
    return ended.out().lines().reduce((a, b) -> b).orElse("");
  }

  @Test
  void nothingRunsTwiceAndTheCountOfTestsIsTheLastLine() throws IOException {
    Ended ended = checkout.run();
    assertThat(lastLine(ended)).isEqualTo("7 passed, 0 failed");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(CiCheckout.steps(ended.out()))
        .containsExactly(
            "tshark: ok",
            "tests: ok",
            "verify --all: ok",
            "README: ok",
            "reproducible: ok",
            "build rules: ok",
            NO_UPSTREAM);
    assertThat(ended.out())
        .containsPattern("(?m)^\\d+ s of 4800 s used, \\d+ s left$")
        .doesNotContain("WARNING");
    assertThat(checkout.calls("called")).containsExactly("verify --all");
    assertThat(checkout.calls("maven"))
        .hasSize(5)
        .startsWith("-B -ntp verify")
        .filteredOn(call -> call.endsWith(" package"))
        .singleElement()
        .asString()
        .contains("-Dmaven.test.skip=true", "-Dspotless.check.skip=true", "-Denforcer.skip=true");
  }

  @Test
  void failuresErrorsAndSkippedTestsAreCounted() throws IOException {
    Ended ended = checkout.run("MAVEN_ENDS_WITH=1", "FAILURES=1", "ERRORS=1", "SKIPPED=2");
    assertThat(lastLine(ended)).isEqualTo("3 passed, 2 failed, 2 skipped");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void aFailureThatMavenDoesNotTellIsAFailure() throws IOException {
    assertThat(checkout.run("ERRORS=1").code()).isEqualTo(1);
  }

  @Test
  void reportsOfAnEarlierRunDoNotCountAndNoTestsAreAFailure() throws IOException {
    Path reports = Files.createDirectories(checkout.file("target/surefire-reports"));
    Files.writeString(reports.resolve("TEST-Old.xml"), "<testsuite tests=\"3\" errors=\"0\">");
    Ended ended = checkout.run("NO_REPORTS=yes");
    assertThat(ended.out()).contains("no test ran: that is a failure");
    assertThat(lastLine(ended)).isEqualTo("0 passed, 0 failed");
    assertThat(ended.code()).isEqualTo(1);
  }

  /** Each failing step fails the run, and no failing step stops a later one. */
  @Test
  void everyStepCountsAndAllOthersStillRun() throws IOException {
    Ended verify = checkout.run("FAILS=verify --all");
    assertThat(verify.code()).isEqualTo(1);
    assertThat(CiCheckout.steps(verify.out()))
        .containsExactly(
            "tshark: ok",
            "tests: ok",
            "verify --all: FAILED, exit 3",
            "README: ok",
            "reproducible: ok",
            "build rules: ok",
            NO_UPSTREAM);
    assertThat(lastLine(verify)).isEqualTo("7 passed, 0 failed");

    Ended others = checkout.run("LINES=1 2 3 4 5 6", "DIFFERS=yes", "TOOTHLESS=yes");
    assertThat(others.code()).isEqualTo(1);
    assertThat(others.out())
        .contains("README.md shows lines that ./sluice verify --all does not print:\nline  7\n=== ")
        .contains("the enforcer accepted a violation of the rule");
    assertThat(CiCheckout.steps(others.out()))
        .containsExactly(
            "tshark: ok",
            "tests: ok",
            "verify --all: ok",
            "README: FAILED, exit 1",
            "reproducible: FAILED, exit 1",
            "build rules: FAILED, exit 1",
            NO_UPSTREAM);
  }

  /** Maven makes no jar if a test fails; the launcher makes it, so that the models are checked. */
  @Test
  void aFailingTestStopsNoOtherStep() throws IOException {
    Ended ended = checkout.run("MAVEN_ENDS_WITH=1", "FAILURES=1", "NO_JAR=yes", "BUILDS=yes");
    assertThat(CiCheckout.steps(ended.out()))
        .startsWith("tshark: ok", "tests: FAILED, exit 1", "build: ok", "verify --all: ok")
        .contains("build rules: ok");
    assertThat(lastLine(ended)).isEqualTo("6 passed, 1 failed");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void withoutAJarTheStepsThatNeedItFail() throws IOException {
    Ended ended = checkout.run("MAVEN_ENDS_WITH=1", "NO_JAR=yes", "RULE_SAYS=no network");
    assertThat(ended.out()).contains("no network\nthe message does not contain: JDK 17");
    assertThat(CiCheckout.steps(ended.out()))
        .containsExactly(
            "tshark: ok",
            "tests: FAILED, exit 1",
            "build: ok",
            "verify --all: FAILED, " + NO_JAR,
            "README: FAILED, " + NO_JAR,
            "reproducible: FAILED, " + NO_JAR,
            "build rules: FAILED, exit 1",
            NO_UPSTREAM);
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void atTheLimitTheStepEndsAndLaterOnesFail() throws IOException {
    Ended ended = checkout.run("SLUICE_CI_SECONDS=2", "MAVEN_TAKES=60");
    String reached = ": FAILED, the limit of 2 s is reached (SLUICE_CI_SECONDS)";
    assertThat(CiCheckout.steps(ended.out()))
        .contains("tests: FAILED, exit 124 (timed out)")
        .contains("build rules" + reached);
    assertThat(ended.out()).containsPattern("(?m)^tests +FAILED +[1-9]\\d* ");
    assertThat(lastLine(ended)).isEqualTo("0 passed, 0 failed");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void upstreamsTlcMustGiveTheSameOutputAndAboveTheGoalItWarns() throws IOException {
    String jar = Files.writeString(temp.resolve("tla2tools.jar"), "").toString();
    Ended ended = checkout.run("SLUICE_CI_TLA2TOOLS=" + jar, "SLUICE_CI_GOAL_SECONDS=-1");
    assertThat(ended.out())
        .containsPattern("(?m)^WARNING: the steps took \\d+ s; the goal is -1 s");
    assertThat(lastLine(ended)).isEqualTo("7 passed, 0 failed");
    assertThat(CiCheckout.steps(ended.out())).endsWith("upstream's TLC: ok");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(checkout.calls("called"))
        .containsExactly(
            "verify --all",
            "doctor --tla2tools " + jar,
            "verify --all --tla2tools " + jar,
            "traces --check --tla2tools " + jar);
    Ended other = checkout.run("SLUICE_CI_TLA2TOOLS=" + jar, "OTHER_LINES=1 2 3 4 5 6");
    assertThat(CiCheckout.steps(other.out())).endsWith("upstream's TLC: FAILED, exit 1");
    assertThat(other.code()).isEqualTo(1);
  }
}
