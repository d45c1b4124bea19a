package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What can be computed in the pages is, and stands between markers; {@code mvn test
 * -Dtest=ComputedPagesTest -Dsluice.pages=write} writes it anew.
 */
class ComputedPagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  private static final Map<String, List<String>> COMPUTED =
      Map.of(
          "README.md", List.of("sample"),
          "docs/conformance.md", List.of("tours", "rows"),
          "docs/limits.md", List.of("leftout", "bounds"),
          "docs/mutation.md", List.of("mutants"),
          "spec/README.md", List.of("modules", "counts", "models"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/conformance.md",
        "docs/limits.md",
        "docs/mutation.md",
        "spec/README.md"
      })
  void whatIsComputedIsUpToDate(String name) throws IOException, BadTable {
    Path page = ROOT.resolve(name);
    String text = Files.readString(page);
    assertThat(Pages.blocks(text)).isEqualTo(COMPUTED.get(name));
    String should = Pages.refreshed(text, ModelTable.load(ROOT));
    Golden.hold(page, should, ComputedPagesTest.class);
  }

  @Test
  void theReadmeSaysWhatMutantsCameTo() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains(Pages.mutated(Files.readString(ROOT.resolve("docs/mutation.md"))));
  }

  @Test
  void aDriftedNumberIsSeen() throws IOException, BadTable {
    ModelTable table = ModelTable.load(ROOT);
    String page = "<!-- begin counts (x) -->\n<!-- end counts -->\nafter";
    String fresh = Pages.refreshed(page, table);
    assertThat(fresh).contains("`verify --all`").endsWith("<!-- end counts -->\nafter");
    assertThat(Pages.refreshed(fresh, table)).isEqualTo(fresh);
    String drifted = fresh.replaceFirst("\\d", "x");
    assertThat(Pages.refreshed(drifted, table)).isEqualTo(fresh).isNotEqualTo(drifted);
  }

  @Test
  void everyBoundOfAModelIsShown() throws BadTable, IOException {
    for (Model model : ModelTable.load(ROOT).models()) {
      long assignments =
          model
              .config()
              .text()
              .replaceAll("\\\\\\*[^\\n]*", "")
              .replaceAll("(?s)\\(\\*.*?\\*\\)", "")
              .lines()
              .filter(line -> line.matches(".*\\w\\s*(=|<-)\\s*\\S.*"))
              .count();
      assertThat(Pages.constants(model)).as(model.id()).hasSize((int) assignments);
      assertThat(Pages.constants(model).values()).as(model.id()).noneMatch(String::isBlank);
    }
  }
}
