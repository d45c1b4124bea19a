package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/editor.md and .vscode promise of the files in spec/. */
class EditorPageTest {
  private static final Path PAGE = Path.of("docs/editor.md");
  private static final Pattern USES =
      Pattern.compile("(?m)^\\s*EXTENDS\\s+([\\w ,]+)|\\bINSTANCE\\s+(\\w+)");
  private static final Pattern FILE = Pattern.compile("`([\\w/]+\\.(?:tla|cfg))`");
  private static final Pattern SETTING = Pattern.compile("`(tlaplus\\.[\\w.]+)`");
  private static final Set<String> STANDARD =
      Set.of("Bags", "FiniteSets", "Integers", "Naturals", "Sequences", "TLC");

  /** The extension starts SANY and TLC in the folder of the module that is open. */
  @Test
  void theSearchPathLeadsFromEveryModuleToAllThatItUses() throws IOException {
    List<String> path = new ArrayList<>(List.of(""));
    settings().get("tlaplus.moduleSearchPaths").forEach(folder -> path.add(folder.asText()));
    assertThat(path).allSatisfy(folder -> assertThat(Path.of(folder)).isRelative());
    List<String> missing = new ArrayList<>();
    int found = 0;
    for (Path opened : specFiles(".tla")) {
      Set<String> seen = new TreeSet<>(STANDARD);
      Deque<Path> left = new ArrayDeque<>(List.of(opened));
      while (!left.isEmpty()) {
        for (String used : usedBy(left.remove())) {
          if (seen.add(used)) {
            Optional<Path> module =
                path.stream()
                    .map(folder -> opened.resolveSibling(folder).resolve(used + ".tla"))
                    .filter(Files::exists)
                    .findFirst();
            module.ifPresentOrElse(left::add, () -> missing.add(opened + " needs " + used));
            found += module.isPresent() ? 1 : 0;
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(30);
  }

  @Test
  void everyModuleAndConfigurationThatThePageNamesIsThere() throws IOException, BadTable {
    Set<String> absent = named(FILE);
    assertThat(absent).hasSizeGreaterThan(5);
    absent.removeAll(Set.of("MC.tla", "MC.cfg")); // the Toolbox's own
    List<Path> present = new ArrayList<>(specFiles(".tla"));
    present.addAll(specFiles(".cfg"));
    absent.removeIf(name -> present.stream().anyMatch(file -> file.endsWith(name)));
    List<Model> models = ModelTable.load(Path.of("")).models();
    absent.removeIf(name -> models.stream().anyMatch(model -> model.config().name().equals(name)));
    assertThat(absent).isEmpty();
  }

  @Test
  void everySettingThatThePageNamesIsSet() throws IOException {
    Set<String> unset = named(SETTING);
    unset.remove("tlaplus.java.options"); // named because it does not help
    assertThat(unset).isNotEmpty();
    unset.removeIf(settings()::has);
    assertThat(unset).isEmpty();
  }

  @Test
  void thePageNamesTheExtensionsThatAreRecommended() throws IOException {
    JsonNode recommended = json(Path.of(".vscode/extensions.json")).get("recommendations");
    assertThat(recommended).hasSize(2);
    String page = Files.readString(PAGE);
    recommended.forEach(name -> assertThat(page).contains("`" + name.asText() + "`"));
  }

  private static Set<String> named(Pattern what) throws IOException {
    Set<String> names = new TreeSet<>();
    what.matcher(Files.readString(PAGE)).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  private static Set<String> usedBy(Path module) throws IOException {
    Set<String> used = new TreeSet<>();
    Matcher uses = USES.matcher(Files.readString(module));
    while (uses.find()) {
      String names = uses.group(1) == null ? uses.group(2) : uses.group(1);
      used.addAll(List.of(names.strip().split("[ ,]+")));
    }
    return used;
  }

  private static List<Path> specFiles(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("spec"))) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static JsonNode settings() throws IOException {
    return json(Path.of(".vscode/settings.json"));
  }

  private static JsonNode json(Path file) throws IOException {
    JsonMapper mapper = JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();
    return mapper.readTree(file.toFile());
  }
}
