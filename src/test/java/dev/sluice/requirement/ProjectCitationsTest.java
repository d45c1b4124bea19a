package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Reads the citations of this project itself; {@link CitationsTest} reads those of a small tree.
 */
class ProjectCitationsTest {
  private static final Catalogue CATALOGUE = Catalogue.load(Path.of(""));

  @Test
  void everyIdOfThisProjectIsInTheCatalogue() {
    assertThat(Citations.scan(Path.of("")).problems(CATALOGUE)).isEmpty();
  }

  @Test
  void twoScansSayTheSame() {
    assertThat(Citations.scan(Path.of("")).all()).isEqualTo(Citations.scan(Path.of("")).all());
  }
}
