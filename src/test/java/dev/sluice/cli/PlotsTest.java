package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drawings, where Java can draw and where it cannot. */
class PlotsTest {
  @TempDir Path folder;

  private final List<String> told = new ArrayList<>();

  private void plot(Throwable thrown) throws IOException, BadScenario {
    Scenario scenario =
        Scenario.read("a", "a", ReadyScenarios.text("handshake").orElseThrow(), Map.of());
    Figures figures = Run.of(scenario, new Run.Recording(true, null, null, null));
    Plots.write(
        folder,
        scenario,
        figures,
        told::add,
        chart -> {
          if (thrown instanceof Error error) {
            throw error;
          } else if (thrown instanceof RuntimeException exception) {
            throw exception;
          }
          return chart.png();
        });
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        InternalError.class,
        NoClassDefFoundError.class,
        UnsatisfiedLinkError.class,
        NullPointerException.class
      })
  void withoutFontsASentenceStandsForThePngs(Class<? extends Throwable> kind) throws Exception {
    plot(kind.getConstructor().newInstance());
    assertThat(told)
        .containsExactly(
            "the PNGs of --plot are left out: this Java finds no fonts to draw them with; install"
                + " fontconfig and a font. The SVGs are whole");
    assertThat(folder.toFile().list())
        .contains("series.csv", "rate.svg")
        .doesNotContain("rate.png");
  }

  @Test
  void withFontsThereAreBoth() throws Exception {
    plot(null);
    assertThat(told).isEmpty();
    assertThat(folder.toFile().list()).contains("series.csv", "rate.svg", "rate.png");
  }
}
