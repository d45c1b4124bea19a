package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.trace.Counterexample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of {@code spec/FINDINGS.md} tell the counterexamples that TLC finds today: each row's
 * actions are those of the steps that it numbers. A counterexample of another shape, as the rules
 * or the constants of a model change, leaves a table that reads well and is of nothing. Every build
 * looks at a few, which are drawn.
 */
class FindingsPageTest {
  private static final int DRAWN = 4;
  private static final Path PAGE = Path.of("spec/FINDINGS.md");
  private static final Pattern NAMED = Pattern.compile("`(\\w+/find_\\w+)`");
  private static final Pattern RANGE = Pattern.compile("(\\d+)(?: ?([–…]) ?(\\d+))?");
  private static final Pattern ACTION = Pattern.compile("\\b[A-Z][A-Za-z]+\\b");

  @TempDir Path folder;

  @Test
  void eachTableOfStepsTellsTheCounterexampleOfToday() throws Exception {
    Map<String, List<String>> tables = tables(Files.readString(PAGE));
    assertThat(tables).hasSizeGreaterThan(15);
    ModelTable table = ModelTable.load(Path.of("").toAbsolutePath());
    Tlc tlc = new Tlc(TlcJar.shipped());
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, List<String>> entry :
        Whole.drawn(List.copyOf(tables.entrySet()), DRAWN)) {
      List<Counterexample.Step> steps = counterexample(table, tlc, entry.getKey()).steps();
      List<String> actions = steps.stream().map(Counterexample.Step::action).toList();
      for (String row : entry.getValue()) {
        if (!tells(row, actions)) {
          wrong.add(entry.getKey() + ": " + row);
        }
      }
    }
    tlc.rest();
    assertThat(wrong).isEmpty();
  }

  @Test
  void aRowThatIsOfOtherStepsIsSeen() {
    List<String> actions = List.of("Init", "Join", "SendTwice", "Send", "Serve", "Serve");
    assertThat(tells("| 2 – 4 | Join, Send, Send | two come |", actions)).isTrue();
    assertThat(tells("| 3, 5 – 6 | Send at *b*, Serve, twice | one goes |", actions)).isTrue();
    assertThat(tells("| 4 … 6 | Send, Serve | one goes |", actions)).isTrue();
    assertThat(tells("| … | Serve | for ever |", actions)).isTrue();
    assertThat(tells("| 2 – 3 | Send, Join | two come |", actions)).isFalse();
    assertThat(tells("| 2 – 4 | Join, Send | two come |", actions)).isTrue();
    assertThat(tells("| 2 – 5 | Join, Send | two come |", actions)).isFalse();
    assertThat(tells("| 3 | Serve | one goes |", actions)).isFalse();
    assertThat(tells("| 7 | Serve | one goes |", actions)).isFalse();
    assertThat(tells("| 2 | nothing | nothing |", actions)).isFalse();
  }

  /** The rows of each table of steps, by the control that was named last before it. */
  private static Map<String, List<String>> tables(String page) {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    String control = null;
    boolean rows = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("| step | action")) {
        assertThat(tables).as("two tables of %s", control).doesNotContainKey(control);
        tables.put(control, new ArrayList<>());
        rows = true;
      } else if (rows && line.startsWith("|---")) {
        continue;
      } else if (rows && line.startsWith("| ")) {
        tables.get(control).add(line);
      } else {
        rows = false;
        for (Matcher named = NAMED.matcher(line); named.find(); ) {
          control = named.group(1);
        }
      }
    }
    return tables;
  }

  /** Whether the steps of a row are of its actions; where they are as many, in their order. */
  private static boolean tells(String row, List<String> actions) {
    String[] cells = row.split("\\|");
    String steps = cells[1].strip();
    List<String> told =
        ACTION
            .matcher(cells[2].replaceAll(":.*", ""))
            .results()
            .map(result -> result.group())
            .toList();
    if (steps.equals("…")) {
      return true;
    }
    List<Integer> numbers = new ArrayList<>();
    for (Matcher range = RANGE.matcher(steps); range.find(); ) {
      int from = Integer.parseInt(range.group(1));
      int to = range.group(3) == null ? from : Integer.parseInt(range.group(3));
      for (int step = from; step <= to; step += "…".equals(range.group(2)) ? to - from : 1) {
        numbers.add(step);
      }
    }
    if (told.isEmpty() || numbers.isEmpty() || numbers.stream().anyMatch(n -> n > actions.size())) {
      return false;
    }
    if (numbers.size() == told.size()) {
      for (int i = 0; i < told.size(); i++) {
        if (!actions.get(numbers.get(i) - 1).startsWith(told.get(i))) {
          return steps.contains("…") || told.size() > 4 ? sameNames(numbers, told, actions) : false;
        }
      }
      return true;
    }
    return sameNames(numbers, told, actions);
  }

  private static boolean sameNames(List<Integer> numbers, List<String> told, List<String> actions) {
    TreeSet<String> found = new TreeSet<>();
    for (int number : numbers) {
      String action = actions.get(number - 1);
      String name = told.stream().filter(action::startsWith).findFirst().orElse(null);
      if (name == null) {
        return false;
      }
      found.add(name);
    }
    return found.containsAll(told);
  }

  private Counterexample counterexample(ModelTable table, Tlc tlc, String id)
      throws IOException, InterruptedException {
    Model model =
        table.models().stream()
            .filter(row -> row.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no control is called " + id));
    ModelResult result =
        new ModelCheck(tlc, table.library())
            .check(
                model,
                new ModelCheck.Limits(1, 512, 300, false, true, false),
                Files.createTempDirectory(folder, "run"),
                graph -> {},
                progress -> {},
                phase -> {});
    assertThat(result.status()).as(id).isEqualTo(Status.AS_EXPECTED);
    return result.counterexample();
  }
}
