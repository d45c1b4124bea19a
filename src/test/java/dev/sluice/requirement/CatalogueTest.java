package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The catalogue of this very project: nothing lost, nothing without its source. */
class CatalogueTest {
  private static final Catalogue CATALOGUE = Catalogue.load(Path.of(""));

  @Test
  void everyFamilyHasAllItsRows() {
    Map<String, Integer> rows = new LinkedHashMap<>();
    CATALOGUE.families().forEach(f -> rows.put(f.name(), CATALOGUE.rows(f.name()).size()));

    assertThat(rows)
        .containsExactly(
            Map.entry("rtt", 8),
            Map.entry("ccc", 15),
            Map.entry("nscc", 13),
            Map.entry("pdc", 12),
            Map.entry("rccc", 18),
            Map.entry("ldcp", 20),
            Map.entry("rcm", 12),
            Map.entry("hpcc", 23),
            Map.entry("uet", 10 + 19 + 14),
            Map.entry("roce", 16),
            Map.entry("pfc", 10),
            Map.entry("find", 40));
    assertThat(CATALOGUE.rows()).hasSize(230);
  }

  @Test
  void conflictsAndDefectsAreRowsOfTheirOwn() {
    for (int i = 1; i <= 19; i++) {
      assertThat(CATALOGUE.row("X" + i).orElseThrow().standing()).isEqualTo(Standing.CONTRADICTION);
    }
    for (int i = 1; i <= 14; i++) {
      assertThat(CATALOGUE.row("D" + i).orElseThrow().standing()).isEqualTo(Standing.OBSERVED);
    }
  }

  @Test
  void aFindingStandsAsTheModelsSettledItAndHasAMend() throws IOException {
    String models =
        Files.readString(Path.of("spec/uet/models.toml"))
            + Files.readString(Path.of("spec/rcm/models.toml"))
            + Files.readString(Path.of("spec/roce/models.toml"))
            + Files.readString(Path.of("spec/ldcp/models.toml"))
            + Files.readString(Path.of("spec/hpcc/models.toml"));
    assertThat(CATALOGUE.rows("find"))
        .allSatisfy(
            row -> {
              String model =
                  "name = \"" + row.id().toLowerCase(Locale.ROOT).replace('-', '_') + "_";
              boolean isSettled = models.contains(model) || row.id().equals("FIND-24");
              assertThat(row.standing() == Standing.SUSPECTED).as(row.id()).isEqualTo(!isSettled);
              assertThat(row.standing().isHole()).as(row.id()).isTrue();
              assertThat(row.mend()).isNotEmpty();
            });
    assertThat(CATALOGUE.row("FIND-15").orElseThrow().standing()).isEqualTo(Standing.WITHDRAWN);
  }

  @Test
  void rowsOfTheDocumentsCiteADocumentFirst() {
    assertThat(CATALOGUE.rows())
        .filteredOn(row -> !Set.of("uet", "roce", "pfc", "find").contains(row.family()))
        .allSatisfy(
            row ->
                assertThat(row.sources().get(0).kind())
                    .as(row.id())
                    .isEqualTo(Source.Kind.DOCUMENT));
  }

  @Test
  void sourcesAreCitedByTitleAndDate() {
    assertThat(CATALOGUE.row("RCCC-5").orElseThrow().sources().get(0).cited())
        .isEqualTo(
            "Ultra Ethernet: Receiver Credit-based Congestion Control (RCCC), 5 February 2026");
  }

  @Test
  void theFiguresOfTheExampleAreThere() {
    assertThat(figures("RCCC-2")).contains("12,500").contains("6,250");
    assertThat(figures("RCCC-5")).contains("25,000 − 12,500 = 12,500");
    assertThat(figures("RCCC-8")).contains("255,987,500").contains("255,975,000");
    assertThat(figures("RCCC-9")).contains("12,500 B = 75,000 / 6");
    assertThat(figures("RCCC-18")).contains("20,480").contains("20.48 ms");
    assertThat(figures("NSCC-1")).contains("75,000");
    assertThat(figures("NSCC-2")).contains("112,500");
    assertThat(figures("NSCC-5")).contains("75,146.484375");
    assertThat(figures("RTT-1")).contains("737.28 ns");
    assertThat(figures("RTT-6")).contains("5574.56");
    assertThat(figures("LDCP-14")).contains("26.24").contains("53.90");
    assertThat(figures("HPCC-20")).contains("59,375");
    assertThat(figures("PDC-7")).contains("255,987,500");
  }

  @Test
  void noFigureAndNoNoteGetsLost() {
    assertThat(CATALOGUE.rows()).filteredOn(row -> !row.figures().isEmpty()).hasSize(114);
    assertThat(notes(Note.Kind.DERIVED)).isEqualTo(176);
    assertThat(notes(Note.Kind.CONTRADICTION)).isEqualTo(50);
    assertThat(notes(Note.Kind.UNSETTLED)).isEqualTo(33);
  }

  private static long notes(Note.Kind kind) {
    return CATALOGUE.rows().stream()
        .flatMap(row -> row.notes().stream())
        .filter(note -> note.kind() == kind)
        .count();
  }

  private static String figures(String id) {
    return String.join("\n", CATALOGUE.row(id).orElseThrow().figures());
  }
}
