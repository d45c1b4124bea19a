package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.house.Golden;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements and numbers of pages that no computed block holds are true. */
class PageStatementsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir Path folder;

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve(name));
  }

  private int run(String... words) {
    out.reset();
    PrintStream into = new PrintStream(out, true, StandardCharsets.UTF_8);
    Session session =
        new Session(
            new Terminal(into, into, false, false, false),
            Map.of(),
            System::nanoTime,
            new Interrupts(),
            ROOT);
    return Sluice.run(session, words);
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Compares the rows of the page with the pins of {@code models.toml}. */
  @Test
  void theEditorsCountsAreThoseOfTheTable() throws Exception {
    String page = page("docs/editor.md");
    List<Model> models = ModelTable.load(ROOT).models();
    for (String id : List.of("CreditConservation/trace", "CreditConservation/smoke_wrap")) {
      Model model = models.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
      assertThat(page)
          .contains(
              String.format(
                  Locale.ROOT,
                  "`MC%s.cfg` | success: %,d distinct states, depth %d, %,d generated |",
                  id.replace('/', '_'),
                  model.states(),
                  model.depth(),
                  model.transitions() + 1));
    }
    Model control =
        models.stream()
            .filter(each -> each.id().equals("CreditConservation/fault_adds_total"))
            .findFirst()
            .orElseThrow();
    assertThat(page)
        .contains("`CreditIsIssuedInv` is violated, in %d states;".formatted(control.length()));
  }

  @Test
  void theControlThatContributingShowsIsARow() throws IOException {
    Matcher block =
        Pattern.compile("   ```toml\n(   \\[\\[control]]\n.*?)   ```", Pattern.DOTALL)
            .matcher(page("CONTRIBUTING.md"));
    assertThat(block.find()).isTrue();
    assertThat(page("spec/uet/models.toml")).contains(block.group(1).replaceAll("(?m)^ {3}", ""));
  }

  @Test
  void soManyConfigurationsOfOthersAreComparedAsThePageSays() throws IOException {
    int configurations =
        new TomlMapper()
            .readTree(ROOT.resolve("src/test/resources/others/others.toml").toFile())
            .get("spec")
            .size();
    assertThat(page("docs/own-specifications.md"))
        .contains("for " + configurations + " configurations in other people's styles");
  }

  /** Misspells a field in the log of the page's command. */
  @Test
  void theRefusalOfAMisspeltFieldIsWhatIsPrinted() throws IOException {
    String page = page("docs/validation.md");
    Matcher command =
        Pattern.compile("\n\\./sluice (run \\S+ --log )windows\\.log\n").matcher(page);
    assertThat(command.find()).isTrue();
    Matcher refusal = Pattern.compile("\n(windows\\.log, line (\\d+): .*)\n").matcher(page);
    assertThat(refusal.find()).isTrue();
    Path log = folder.resolve("windows.log");
    String[] words = (command.group(1) + log).split(" ");
    assertThat(run(words)).isZero();
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    int at = Integer.parseInt(refusal.group(2)) - 1;
    assertThat(lines.get(at)).contains("\"NsccWindow\",\"do\":\"Send\"").contains("\"window\":");
    lines.set(at, lines.get(at).replace("\"window\":", "\"windw\":"));
    Files.write(log, lines);
    assertThat(run("validate", log.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(said().replace(folder + "/", "")).contains(refusal.group(1));
  }

  @Test
  void readsCanBeComparedOverAllSystemsOfRoce() throws IOException {
    assertThat(page("docs/compare.md")).contains("`read` can be compared over all of them");
    assertThat(run("compare", "roce-read", "--cc", "roce,rcm,rcm-lossy,ldcp,ldcp-rate,hpcc"))
        .isZero();
    assertThat(said()).contains("DONE: 6 runs, all flows completed");
  }

  /** Repeats the run of README's upper plot. */
  @Test
  void theVictimWithoutCongestionManagementMissesTwoExpectations() throws IOException {
    assertThat(page("README.md")).contains("6 of the scenario's 8 expectations are met");
    assertThat(run("run", "victim", "--set", "roce.cc=none")).isEqualTo(ExitCodes.FAILED);
    assertThat(said()).contains("FAILED: 6 of 8 expectations met");
  }

  /** Draws the rates that the profile of DCQCN's paper leads to, as published and otherwise. */
  @ParameterizedTest
  @CsvSource({"always, 22.662 Gb/s", "after-time, 35.166 Gb/s"})
  void thePageOfScenariosShowsWhatTheClampDoes(String clamp, String goodput) throws IOException {
    String page = page("docs/scenarios.md");
    String file = ROOT.resolve("docs/rcm/paper-2015.toml").toString();
    assertThat(run("run", file, "--set", "rcm.clamp=" + clamp, "--plot", folder.toString()))
        .isZero();
    assertThat(said()).contains("goodput     " + goodput + " in all");
    assertThat(page).contains(goodput).contains("(rcm/rate-" + clamp + ".svg)");
    Golden.hold(
        ROOT.resolve("docs/rcm/rate-" + clamp + ".svg"),
        Files.readString(folder.resolve("rate.svg")),
        PageStatementsTest.class);
  }

  @Test
  void thePagesCountTheProofs() throws IOException {
    assertThat(names(ROOT.resolve("spec"), ".smt2")).hasSize(2);
    assertThat(page("docs/method.md")).contains("There are two: [the buffer of an incast]");
    assertThat(page("README.md")).contains("two claims are proved for all sizes");
  }

  /** Finds slips of a renaming: names in the prose of a page that only the code has. */
  @Test
  void noSentenceOfAPageNamesAClass() throws IOException {
    Set<String> classes = names(ROOT.resolve("src/main/java"), ".java");
    classes.removeIf(name -> !name.matches("([A-Z][a-z]+){2,}"));
    classes.remove("PlusCal"); // a language, too
    for (Path module : files(ROOT.resolve("spec"), ".tla")) {
      classes.removeAll(List.of(Files.readString(module).split("\\W+")));
    }
    List<String> found = new ArrayList<>();
    for (Path file : files(ROOT.resolve("docs"), ".md")) {
      String prose =
          Files.readString(file).replaceAll("(?s)```.*?```|`[^`\n]*`|\\[.*?]\\(.*?\\)", " ");
      Arrays.stream(prose.split("[^A-Za-z]+"))
          .filter(classes::contains)
          .forEach(name -> found.add(ROOT.relativize(file) + ": " + name));
    }
    assertThat(found).isEmpty();
  }

  private static Set<String> names(Path under, String suffix) throws IOException {
    return files(under, suffix).stream()
        .map(file -> file.getFileName().toString().replaceFirst("\\.\\w+$", ""))
        .collect(Collectors.toSet());
  }

  private static List<Path> files(Path under, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(under)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }
}
