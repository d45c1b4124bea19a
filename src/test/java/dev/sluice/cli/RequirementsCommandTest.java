package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice list requirements} on this project, and on a spoilt copy of its catalogue. */
class RequirementsCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void allRowsAreListedAndCounted() {
    assertThat(run(Path.of(""))).isEqualTo(ExitCodes.OK);

    assertThat(out()).contains("RTT-1 ").contains("FIND-22 ").contains("\nfamily   rows");
    // UET-7 speaks of the rows themselves, so that no source holds a deviation from it.
    assertThat(out().lines())
        .last()
        .isEqualTo(
            "230 requirements: 229 checked (158 by sluice verify, 71 by tests), 1 cited, 0 open");
    assertThat(out()).containsPattern("UET-7 .* cited\n").containsPattern("X2 .* tests\n");
    assertThat(err()).isEmpty();
  }

  @Test
  void aRowIsShownInFull(@TempDir Path root) throws IOException {
    copyCatalogue(root);

    assertThat(run(root, "rccc-5")).isEqualTo(ExitCodes.OK);

    assertThat(out())
        .startsWith("RCCC-5  Credit is cumulative")
        .contains("25,000 − 12,500 = 12,500 B")
        .doesNotContain("requirements:");
  }

  @Test
  void familiesAreListedByNameOrByTheWayTheirIdsBegin(@TempDir Path root) throws IOException {
    copyCatalogue(root);

    run(root, "rccc", "X");

    assertThat(out()).contains("RCCC-18 ").contains("X19 ").doesNotContain("\nD1 ");
    assertThat(out().lines()).last().asString().startsWith("37 requirements: ");
  }

  @Test
  void withoutPlantedDeviationsNothingIsChecked(@TempDir Path root) throws IOException {
    copyCatalogue(root);
    Files.delete(root.resolve("spec/planted.toml"));

    assertThat(run(root)).isEqualTo(ExitCodes.BAD_INPUT);

    assertThat(err())
        .contains("spec/planted.toml:1: cannot be read (it is not there), so that no requirement");
  }

  @Test
  void jsonHasTheSameRows(@TempDir Path root) throws IOException {
    copyCatalogue(root);

    run(root, "--json", "hpcc");

    var json = new ObjectMapper().readTree(out());
    assertThat(json.path("requirements")).hasSize(23);
    assertThat(json.path("total").path("rows").asInt()).isEqualTo(23);
    assertThat(out()).doesNotContain("\r");
  }

  @Test
  void onlyOpenRowsOnDemand(@TempDir Path root) throws IOException {
    copyCatalogue(root);
    Files.writeString(
        root.resolve("spec/Foo.tla"), "---- MODULE Foo ----\nAInv == TRUE \\* RCCC-5\n====\n");

    assertThat(run(root, "--json", "--open")).isEqualTo(ExitCodes.OK);

    assertThat(new ObjectMapper().readTree(out()).path("requirements"))
        .hasSizeGreaterThan(200)
        .allSatisfy(row -> assertThat(row.path("open").asBoolean()).isTrue());
  }

  @Test
  void noneIsOpen() {
    assertThat(run(Path.of(""), "--open")).isEqualTo(ExitCodes.OK);

    assertThat(out()).isEqualToIgnoringNewLines("no requirement is open");
  }

  @Test
  void anUnknownNameIsBadInputWithTheNearestOne(@TempDir Path root) throws IOException {
    copyCatalogue(root);

    assertThat(run(root, "RCCCC-5")).isEqualTo(ExitCodes.BAD_INPUT);

    assertThat(out()).isEmpty();
    assertThat(err())
        .startsWith("sluice: there is no requirement or family RCCCC-5; did you mean RCCC-5?");
  }

  @Test
  void aSpoiltCatalogueIsBadInputWithFileAndLine(@TempDir Path root) throws IOException {
    copyCatalogue(root);
    Path rtt = root.resolve("spec/requirements/rtt.toml");
    Files.writeString(rtt, Files.readString(rtt).replaceFirst("revision = 1", "revison = 1"));

    assertThat(run(root)).isEqualTo(ExitCodes.BAD_INPUT);

    assertThat(out()).isEmpty();
    assertThat(err())
        .contains("spec/requirements/rtt.toml:4: RTT-1 has an unknown field `revison`;")
        .contains("spec/requirements/rtt.toml:4: RTT-1 has no `revision`;");
  }

  @Test
  void anUnknownCitationIsBadInputAfterTheTable(@TempDir Path root) throws IOException {
    copyCatalogue(root);
    Files.writeString(
        root.resolve("spec/Foo.tla"), "---- MODULE Foo ----\nAInv == TRUE \\* RCCC-99\n====\n");

    assertThat(run(root)).isEqualTo(ExitCodes.BAD_INPUT);

    assertThat(out().lines())
        .last()
        .isEqualTo(
            "230 requirements: 0 checked (0 by sluice verify, 0 by tests), 0 cited, 230 open");
    assertThat(err()).startsWith("sluice: spec/Foo.tla:2: RCCC-99 is not in the catalogue");
  }

  /** Copies the catalogue alone: a root without the sources is read sooner. */
  private static void copyCatalogue(Path root) throws IOException {
    Path folder = Files.createDirectories(root.resolve("spec/requirements"));
    try (Stream<Path> files = Files.list(Path.of("spec/requirements"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    Files.writeString(root.resolve("spec/models.toml"), "");
    Files.writeString(root.resolve("spec/planted.toml"), "");
  }

  private int run(Path home, String... args) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            false);
    Session session = new Session(terminal, Map.of(), () -> 0L, new Interrupts(), home);
    return Sluice.run(
        session,
        Stream.concat(Stream.of("list", "requirements"), Stream.of(args)).toArray(String[]::new));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
