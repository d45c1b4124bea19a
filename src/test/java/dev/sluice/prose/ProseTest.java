package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Ratchet of the prose style: prints the rate of each rule, and fails if one is worse than recorded
 * or if a new file misses the goals. {@code mvn test -Dtest=ProseTest -Dsluice.prose=write} records
 * better numbers.
 */
class ProseTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  private static final Path RATCHET =
      ROOT.resolve("src/test/resources/dev/sluice/prose/ratchet.toml");

  @Test
  void noNumberIsWorseThanRecorded() throws IOException {
    ProseCensus now = new ProseCensus(ProseTree.passages(ROOT));
    for (ProseKind kind : ProseKind.values()) {
      assertThat(now.sum(kind).words()).as("words of kind " + kind.id()).isGreaterThan(1_000);
    }
    ProseMode mode = ProseMode.of(System.getProperty("sluice.prose"));
    ProseCheck check = new ProseCheck(mode.recorded(RATCHET, now), now);
    ProseTable table = new ProseTable(check);
    Files.createDirectories(ROOT.resolve("target"));
    Files.writeString(ROOT.resolve("target/prose.txt"), table.report());
    System.out.print(table.rates());
    mode.apply(RATCHET, check);
    if (check.isBetter() && mode == ProseMode.CHECK) {
      System.out.println(
          "Record the lower numbers (-): mvn test -Dtest=ProseTest -Dsluice.prose=write");
    }
  }

  @Test
  void contributorsFindEveryRuleAndKind() throws IOException {
    String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    assertThat(Stream.of(StyleRule.values()).map(StyleRule::id))
        .allSatisfy(id -> assertThat(page).contains("`" + id + "`"));
    assertThat(Stream.of(ProseKind.values()).map(ProseKind::id))
        .allSatisfy(id -> assertThat(page).contains("`" + id + "`"));
  }
}
