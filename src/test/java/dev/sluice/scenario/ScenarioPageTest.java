package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The page about scenario files says what the reader reads: its tables are computed, and written
 * anew by {@code mvn test -Dtest=ScenarioPageTest -Dsluice.pages=write}.
 */
class ScenarioPageTest {
  private static final Path PAGE = Path.of("docs/scenarios.md");
  private static final Pattern COMPUTED =
      Pattern.compile("(<!-- begin keys [^>]*-->\\n)(.*?)(<!-- end keys -->)", Pattern.DOTALL);

  private static String tables() {
    StringBuilder page = new StringBuilder();
    for (Table table : ScenarioKeys.ALL) {
      String brackets = table.repeated() ? "[[" + table.name() + "]]" : "[" + table.name() + "]";
      page.append("\n### ")
          .append(table.name().isEmpty() ? "At the top" : "`" + brackets + "`")
          .append("\n\n")
          .append(table.says())
          .append("\n\n");
      rows(page, table.common());
      for (Map.Entry<String, List<Key>> variant : table.variants().entrySet()) {
        if (!variant.getValue().isEmpty()) {
          page.append("\nWith `kind = \"").append(variant.getKey()).append("\"`:\n\n");
          rows(page, variant.getValue());
        }
      }
    }
    return page.append('\n').toString();
  }

  private static void rows(StringBuilder page, List<Key> keys) {
    page.append("| key | type | default | values | meaning |\n|---|---|---|---|---|\n");
    for (Key key : keys) {
      String fallback =
          key.isNeeded()
              ? "must be given"
              : key.fallback() == null || key.fallback().isEmpty()
                  ? ""
                  : "`" + key.fallback() + "`";
      page.append("| `")
          .append(key.name())
          .append("` | ")
          .append(key.kind().type())
          .append(" | ")
          .append(fallback)
          .append(" | ")
          .append(key.kind().range())
          .append(" | ")
          .append(key.says())
          .append(" |\n");
    }
  }

  @Test
  void thePageHasEveryKey() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(COMPUTED.matcher(page).results()).hasSize(1);
    String should =
        COMPUTED
            .matcher(page)
            .replaceAll(
                found ->
                    java.util.regex.Matcher.quoteReplacement(
                        found.group(1) + tables() + found.group(3)));
    Golden.hold(PAGE, should, ScenarioPageTest.class);
  }

  @Test
  void itsExamplesAreScenarios() throws IOException, BadScenario {
    String page = Files.readString(PAGE);
    List<String> examples =
        Pattern.compile("```toml\\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(examples).hasSizeGreaterThan(2);
    for (String example : examples) {
      Scenario.read("example", "example", example, Map.of());
    }
  }

  @Test
  void itsRefusalIsWhatIsSaid() throws IOException {
    String wrong = "cc = \"rcc\"\n\n[topology]\nkind = \"star\"\nrat = \"400G\"\n";
    String page = Files.readString(PAGE);
    assertThat(page).contains(wrong);
    try {
      Scenario.read("mine", "mine.toml", wrong, Map.of());
    } catch (BadScenario e) {
      assertThat(page).contains("```\nsluice: " + e.getMessage() + "\n```");
    }
  }
}
