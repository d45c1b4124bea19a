package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.house.ChangedSources;
import dev.sluice.house.Whole;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The planted deviations of {@code spec/planted.toml}. Each that changes a source is compiled, and
 * the test named with it must fail on it, and pass on the sources as they are. Controls are what
 * {@code sluice verify} runs; that each is caught by a property cited for its row is read from the
 * tables.
 *
 * <p>Every build tries a few, drawn by the text of the table. {@code -Dsluice.all=true} tries all,
 * which takes some minutes; {@code -Dsluice.planted=ID,ID} those of some rows.
 */
class PlantedDeviationsTest {
  private static final String WHICH = System.getProperty("sluice.planted", "");
  private static final int DRAWN = 4;

  /** Of the rows that are not open. */
  private static final int LEAST_PERCENT = 85;

  private static final Citations CITATIONS = Citations.scan(Path.of(""));

  @TestFactory
  Stream<DynamicTest> theTestFailsOnTheDeviationAndNotWithoutIt(@TempDir Path scratch)
      throws IOException {
    return chosen().stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.id() + ": " + one.says(),
                    () -> {
                      Path folder = Files.createTempDirectory(scratch, "planted-");
                      assertThat(failures(one, folder)).as("as the sources are").isEmpty();
                      plant(one, folder);
                      assertThat(failures(one, folder))
                          .as("%s, with the deviation in %s", one.test(), one.source())
                          .isNotEmpty()
                          .noneMatch(LinkageError.class::isInstance);
                    }));
  }

  @Test
  void mostRowsThatAreNotOpenAreChecked() {
    Coverage.Count total = Coverage.of(Catalogue.load(Path.of("")), CITATIONS).total();
    int closed = total.rows() - total.open();

    assertThat(100 * (total.verify() + total.tests()))
        .as("checked, of %d rows that are not open", closed)
        .isGreaterThanOrEqualTo(LEAST_PERCENT * closed);
  }

  @Test
  @Requirement("UET-7")
  void everyConflictAndEveryDefectIsARowWithACaseThatADeviationTurnsRed() {
    Set<String> cases =
        Coverage.of(Catalogue.load(Path.of("")), CITATIONS).lines().stream()
            .filter(line -> line.state().isChecked())
            .map(line -> line.row().id())
            .collect(Collectors.toSet());
    for (int conflict = 1; conflict <= 19; conflict++) {
      assertThat(cases).contains("X" + conflict);
    }
    for (int defect = 1; defect <= 14; defect++) {
      assertThat(cases).contains("D" + defect);
    }
  }

  @Test
  void aTestThatDoesNotExistIsNoGreenOne(@TempDir Path folder) {
    Planted nowhere =
        new Planted(
            "RTT-1",
            "",
            "",
            "",
            "",
            "",
            PlantedDeviationsTest.class.getName() + "#nowhere",
            new Place("", 1));

    assertThatThrownBy(() -> failures(nowhere, folder)).hasMessageContaining("nowhere");
  }

  private static List<Planted> chosen() throws IOException {
    List<Planted> all =
        new ArrayList<>(CITATIONS.planted().stream().filter(one -> !one.isControl()).toList());
    if (!WHICH.isEmpty()) {
      List<String> ids = List.of(WHICH.split(","));
      all.removeIf(one -> !ids.contains(one.id()));
      assertThat(all).as("rows with a deviation in a source, of %s", WHICH).isNotEmpty();
      return all;
    }
    if (Whole.IS_ASKED) {
      return all;
    }
    String table = Files.readString(Path.of(PlantedReader.FILE), StandardCharsets.UTF_8);
    Collections.shuffle(all, new Random(table.hashCode()));
    return all.subList(0, Math.min(DRAWN, all.size()));
  }

  private static void plant(Planted one, Path folder) throws IOException {
    String source = one.source().replaceFirst("^src/main/java/dev/sluice/", "");
    String changed =
        ChangedSources.replaced(ChangedSources.text(source), one.find(), one.replace());
    ChangedSources.compile(Map.of(source, changed), folder);
  }

  /** What goes wrong in the test, with the classes in a folder before those that were built. */
  private static List<Throwable> failures(Planted one, Path folder) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = ChangedSources.loader(folder)) {
      thread.setContextClassLoader(loader);
      Class<?> type = loader.loadClass(one.testClass());
      Method method =
          Arrays.stream(type.getDeclaredMethods())
              .filter(each -> each.getName().equals(one.testMethod()) && !each.isSynthetic())
              .findFirst()
              .orElseThrow(() -> new AssertionError("no such method: " + one.test()));
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(DiscoverySelectors.selectMethod(type, method))
              .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
              .configurationParameter("jqwik.database", "")
              .configurationParameter("jqwik.shrinking.default", "OFF")
              .configurationParameter("jqwik.reporting.usejunitplatform", "true")
              .build();
      Heard heard = new Heard();
      Launcher launcher =
          LauncherFactory.create(
              LauncherConfig.builder()
                  .enableLauncherSessionListenerAutoRegistration(false)
                  .enableTestExecutionListenerAutoRegistration(false)
                  .build());
      launcher.execute(request, heard);
      assertThat(heard.tests).as("tests run for %s", one.test()).isPositive();
      return heard.failures;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static final class Heard implements TestExecutionListener {
    private final List<Throwable> failures = new ArrayList<>();
    private int tests;

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
      tests += identifier.isTest() ? 1 : 0;
      result.getThrowable().ifPresent(failures::add);
    }
  }
}
