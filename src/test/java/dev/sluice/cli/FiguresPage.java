package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page {@code docs/figures.md}: runs its commands, and holds its computed blocks. */
final class FiguresPage {
  private static final Path PAGE = Path.of("docs/figures.md");

  private FiguresPage() {}

  /**
   * A figure that a run prints.
   *
   * @param what it is of
   * @param sum its arithmetic
   * @param command what follows {@code ./sluice run}
   * @param printed what stands in one line of its output
   */
  record Figure(String what, String sum, String command, String printed) {}

  /** Runs the commands of all figures, and holds the block of the page that shows them. */
  static void hold(String block, List<Figure> figures, Class<?> test) throws IOException {
    StringBuilder table =
        new StringBuilder(
            "\n| what | arithmetic | `./sluice run …` | prints |\n|---|---|---|---|\n");
    for (Figure each : figures) {
      String line =
          run(each.command, ExitCodes.OK)
              .lines()
              .filter(found -> found.contains(each.printed))
              .findFirst()
              .orElseThrow(() -> new AssertionError(each.command + ": " + each.printed));
      table.append(
          "| %s | %s | `%s` | `%s` |\n"
              .formatted(each.what, each.sum, each.command, line.strip().replaceAll(" {2,}", " ")));
    }
    hold(block, table.append("\n").toString(), test);
  }

  /** What {@code sluice run} prints for these words, when it ends as it must. */
  static String run(String command, int exitCode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(stream(out), stream(err), false, false, false);
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    int code = Sluice.run(session, ("run " + command).replace("'", "").split(" "));
    assertThat(code)
        .as(command + "\n" + err.toString(StandardCharsets.UTF_8) + out)
        .isEqualTo(exitCode);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  /**
   * Holds a block of the page against what it should be, or writes it with {@code
   * -Dsluice.pages=write}.
   *
   * @param block its name in the comments around it
   * @param test the class that computes it
   */
  static void hold(String block, String table, Class<?> test) throws IOException {
    Pattern computed =
        Pattern.compile(
            "(<!-- begin %1$s [^>]*-->\\n)(.*?)(<!-- end %1$s -->)".formatted(block),
            Pattern.DOTALL);
    String page = Files.readString(PAGE);
    assertThat(computed.matcher(page).results()).hasSize(1);
    String should =
        computed
            .matcher(page)
            .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + table + found.group(3)));
    Golden.hold(PAGE, should, test);
  }
}
