package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;

/** A failure names its field, its test and its values, even without a description. */
class FailedStatementTest {
  private record Report(int mismatched, boolean faithful) {}

  private static AssertionError failing(Runnable assertion) {
    return FailedStatement.told(catchThrowableOfType(AssertionError.class, assertion::run));
  }

  @Test
  void theStatementFollowsTheValues() {
    Report report = new Report(2, false);
    AssertionError failed =
        failing(
            () -> {
              assertThat(report.mismatched()).isEqualTo(1);
            });
    assertThat(failed)
        .hasMessageContainingAll("1", "2", "in FailedStatementTest.java:")
        .hasMessageEndingWith("              assertThat(report.mismatched()).isEqualTo(1);");
    assertThat(failed).isInstanceOf(AssertionFailedError.class);
    assertThat(((AssertionFailedError) failed).getExpected().getStringRepresentation())
        .isEqualTo("1");
  }

  @Test
  void aStatementOfSeveralLinesIsWhole() {
    Report report = new Report(2, false);
    AssertionError failed =
        failing(
            () -> {
              assertThat(List.of(report.mismatched()))
                  .doesNotContain(7) // a comment; which ends nothing
                  .contains(3);
            });
    assertThat(failed)
        .hasMessageContaining("assertThat(List.of(report.mismatched()))\n")
        .hasMessageEndingWith(".contains(3);");
  }

  /** Fails, and is no test of a build: its name does not end in Test. */
  static class Example {
    @Test
    void fails() {
      assertThat(new Report(2, false).faithful()).isTrue();
    }
  }

  /** Runs a test as a build does, with the properties and services of the platform. */
  @Test
  void everyTestHasIt() {
    List<Throwable> failures = new ArrayList<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(Example.class, "fails"))
            .build();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
              }
            });
    assertThat(failures)
        .singleElement()
        .satisfies(
            failed ->
                assertThat(failed)
                    .hasMessageEndingWith("assertThat(new Report(2, false).faithful()).isTrue();"));
  }

  @Test
  void aFailureElsewhereStaysAsItIs() {
    AssertionError elsewhere = new AssertionError("no frame of this project");
    elsewhere.setStackTrace(new StackTraceElement[0]);
    assertThat(FailedStatement.told(elsewhere)).isSameAs(elsewhere);
  }
}
