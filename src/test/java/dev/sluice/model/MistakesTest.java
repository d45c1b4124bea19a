package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.house.Golden;
import dev.sluice.house.Whole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How much whoever holds an implementation against {@code model-traces/} learns of its mistakes:
 * small implementations in Python, written from the rules, follow every kept behaviour, and
 * mistakes are put into them, one at a time.
 *
 * <p>Nine of ten are to be caught; how many are, with state and without, stands in the table of
 * {@code model-traces/README.md}, and nowhere else. What is missed stands in the test's output.
 * What no behaviour can show is no mistake, and is not among them: a rise timer that runs at a rate
 * that nothing holds down, say, stands at 0 there.
 */
class MistakesTest {
  private static final Path FOLDER = Path.of("src/test/python/kept");
  private static final Path PAGE = Path.of("model-traces/README.md");

  private static final int DRAWN = 3;
  private static final int LEAST_MISTAKES = 25;
  private static final Pattern MODULE = Pattern.compile("(?m)^MODULE = \"(\\w+)\"$");
  private static final Pattern LAST =
      Pattern.compile("(\\w+): (\\d+) of (\\d+) mistakes caught, (\\d+) without reading state");

  private static List<String> lines(String... command) throws Exception {
    Process python;
    try {
      python = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException none) {
      assumeTrue(false, "there is no python3 here: no mistake was tried on the kept behaviours");
      return List.of();
    }
    String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  /** Returns the names of the small implementations, each with the module that it is of. */
  private static SortedMap<String, String> implementations() throws IOException {
    SortedMap<String, String> names = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".py")).toList()) {
        Matcher module = MODULE.matcher(Files.readString(file));
        if (module.find()) {
          names.put(file.getFileName().toString().replace(".py", ""), module.group(1));
        }
      }
    }
    return names;
  }

  private static Pattern row(String module) {
    return Pattern.compile("(?m)^\\| " + module + " \\|.*$");
  }

  private static String share(int caught, int tried) {
    return "%d, %d %%".formatted(caught, 100 * caught / tried);
  }

  /** The page's table says of each module how many of its mistakes are caught; some are drawn. */
  @Test
  void theKeptBehavioursCatchAsManyAsThePageSays() throws Exception {
    String page = Files.readString(PAGE);
    for (String name : Whole.drawn(List.copyOf(implementations().keySet()), DRAWN)) {
      String harness = FOLDER.resolve("harness.py").toString();
      List<String> output = lines("python3", harness, name, "model-traces");
      Matcher last = LAST.matcher(output.get(output.size() - 1));
      assertThat(last.matches()).as(String.join("\n", output)).isTrue();
      int caught = Integer.parseInt(last.group(2));
      int tried = Integer.parseInt(last.group(3));
      System.out.println(last.group());
      output.stream().filter(line -> line.startsWith("missed ")).forEach(System.out::println);
      assertThat(tried).as("mistakes of %s", name).isGreaterThanOrEqualTo(LEAST_MISTAKES);
      assertThat(10 * caught).as("nine of ten of %s", name).isGreaterThanOrEqualTo(9 * tried);
      String module = last.group(1);
      String row =
          "| %s | %d | %s | %s |"
              .formatted(
                  module,
                  tried,
                  share(caught, tried),
                  share(Integer.parseInt(last.group(4)), tried));
      Matcher there = row(module).matcher(page);
      assertThat(there.find()).as("%s has a row for %s", PAGE, module).isTrue();
      page = there.replaceFirst(Matcher.quoteReplacement(row));
    }
    Golden.hold(PAGE, page, MistakesTest.class);
  }

  /** The page has a row, and a section with the needs of its user, for each module. */
  @Test
  void thePageSpeaksOfEachKeptModule() throws Exception {
    String page = Files.readString(PAGE);
    for (String module : implementations().values()) {
      assertThat(row(module).matcher(page).results().count()).as(module).isEqualTo(1);
      assertThat(page).contains("\n### " + module + "\n");
    }
  }

  /** Each module that is kept has an implementation, with enough mistakes. */
  @Test
  void everyKeptModuleHasOne() throws Exception {
    Set<String> kept = new TreeSet<>();
    new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath()))
        .models()
        .forEach(model -> kept.add(model.module()));
    assertThat(new TreeSet<>(implementations().values())).isEqualTo(kept);
  }
}
