package dev.sluice.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No test depends on how fast the machine is: what one waits for is a condition, and no duration is
 * compared.
 */
class NoClocksTest {
  /** Waiting that ends by itself after some time, and clocks. */
  private static final Set<String> CLOCKS =
      Set.of(
          "sleep",
          "nanoTime",
          "currentTimeMillis",
          "getCurrentThreadCpuTime",
          "getThreadCpuTime",
          "getProcessCpuTime",
          "totalCpuDuration",
          "parkNanos",
          "parkUntil",
          "orTimeout",
          "completeOnTimeout",
          "assertTimeout",
          "assertTimeoutPreemptively",
          "failsWithin",
          "succeedsWithin");

  /** Methods that wait for ever without arguments, and only so long with them. */
  private static final Set<String> LIMITED =
      Set.of("waitFor", "get", "poll", "await", "awaitTermination", "join", "wait", "tryAcquire");

  private static final ArchRule RULE =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.sluice.house.Waiting") // between two looks
          .and()
          .doNotHaveFullyQualifiedName("dev.sluice.cli.InterruptedAnywhereTest") // draws moments
          .and()
          .doNotHaveFullyQualifiedName("dev.sluice.cli.FullDiskTest") // measures on demand
          .and()
          .doNotHaveFullyQualifiedName("dev.sluice.house.AffectedTests") // keeps to a time
          .and()
          .doNotHaveFullyQualifiedName("dev.sluice.cli.JudgedRuns") // says how long it took
          .and()
          .doNotHaveFullyQualifiedName("dev.sluice.system.Lane") // draws a seed on demand
          .and()
          .haveSimpleNameNotEndingWith("Bench")
          .should()
          .accessTargetWhere(
              new DescribedPredicate<JavaAccess<?>>("a clock, or waiting that ends by itself") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  // A command takes its clock from whoever starts it.
                  boolean handedOn = access.getDescription().contains("references method");
                  return !handedOn && isClock(access.getTarget());
                }
              })
          .because("a busy machine must not turn a test red");

  private static boolean isClock(AccessTarget target) {
    if (CLOCKS.contains(target.getName())) {
      return true;
    }
    return LIMITED.contains(target.getName())
        && target instanceof AccessTarget.CodeUnitCallTarget call
        && call.getRawParameterTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(java.util.concurrent.TimeUnit.class))
        && target.getOwner().getPackageName().startsWith("java.");
  }

  @Test
  void whatWaitsWaitsForACondition() {
    RULE.check(Imported.tests());
  }

  @Test
  void aLimitInSecondsIsNamed(@TempDir Path folder) throws Exception {
    JavaClasses planted =
        Planted.classes(
            folder,
            List.of(
                """
                package planted;
                public class Hasty {
                  boolean process(Process one) throws Exception {
                    return one.waitFor(1, java.util.concurrent.TimeUnit.SECONDS);
                  }
                  void naps() throws Exception {
                    Thread.sleep(1);
                  }
                  int patient(Process one) throws Exception {
                    return one.waitFor();
                  }
                }
                """));
    assertThat(RULE.evaluate(planted).getFailureReport().getDetails())
        .hasSize(2)
        .anyMatch(each -> each.contains("Hasty.process"))
        .anyMatch(each -> each.contains("Hasty.naps"));
  }
}
