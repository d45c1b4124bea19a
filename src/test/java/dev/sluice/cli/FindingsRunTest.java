package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code spec/FINDINGS.md} shows at full size is what its command gives: the figures, which
 * each scenario expects, the figure that the mended rule gives, and the plot. {@code mvn test
 * -Dtest=FindingsRunTest -Dsluice.pages=write} draws the plots anew.
 */
@Requirement({"FIND-3", "FIND-4", "FIND-5", "FIND-6", "FIND-18", "FIND-22", "FIND-25"})
class FindingsRunTest {
  private static final Path FOLDER = Path.of("docs/findings");
  private static final Pattern MENDED =
      Pattern.compile("# Mended: --set (\\S+)=(\\S+) gives (\\S+) ([\\d,]+)");
  private static final Pattern EXPECTED =
      Pattern.compile("(?m)^(peak-queue|queue-p50|completed) = \"?(\\d+)B?\"?$");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 18, 22, 25})
  void theFindingShowsARealRunAndItsPlot(int number) throws IOException, BadScenario {
    String name = "find-" + number;
    Path file = FOLDER.resolve(name + ".toml");
    String text = Files.readString(file);
    String section = section(number);
    assertThat(section).contains("./sluice run " + file + " --plot plots");

    Path plots = folder.resolve("plots");
    // A run that ends with flows open decides nothing about them; what it shows is looked at here.
    assertThat(run("run", file.toString(), "--plot", plots.toString()))
        .isIn(ExitCodes.OK, ExitCodes.NOT_DECIDED);
    Figures published = Run.of(Scenario.read(name, name, text, Map.of()));
    Matcher expected = EXPECTED.matcher(text);
    int figures = 0;
    while (expected.find()) {
      figures++;
      String figure = grouped(figure(published, expected.group(1)));
      assertThat(figure).isEqualTo(grouped(Long.parseLong(expected.group(2))));
      assertThat(section).contains(figure);
    }
    assertThat(figures).isPositive();

    String plot = number == 25 ? "rate" : "queue";
    String svg = name + "-" + plot + ".svg";
    String drawn = Files.readString(plots.resolve(plot + ".svg"));
    Golden.hold(FOLDER.resolve(svg), drawn, FindingsRunTest.class);
    assertThat(section).contains("(../docs/findings/" + svg + ")");

    Matcher mended = MENDED.matcher(text);
    assertThat(mended.find()).isTrue();
    assertThat(section)
        .contains("--set " + mended.group(1) + "=" + mended.group(2))
        .contains(mended.group(4));
    Figures with =
        Run.of(Scenario.read(name, name, text, Map.of(mended.group(1), mended.group(2))));
    assertThat(grouped(figure(with, mended.group(3)))).as(name).isEqualTo(mended.group(4));
  }

  private static long figure(Figures figures, String metric) {
    return switch (metric) {
      case "peak-queue" -> figures.peakQueueBytes();
      case "queue-p50" -> figures.queueP50Bytes();
      case "fct-max" -> (figures.fctPs(100) + 500) / 1_000; // ns, rounded as the command does
      default -> figures.flows().stream().filter(FlowResult::isComplete).count();
    };
  }

  private static String section(int number) throws IOException {
    String all = Files.readString(Path.of("spec/FINDINGS.md"));
    int from = all.indexOf("## FIND-" + number + " ");
    int to = all.indexOf("\n## ", from);
    return all.substring(from, to < 0 ? all.length() : to);
  }

  private static int run(String... args) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Session session =
        new Session(
            new Terminal(nowhere, nowhere, false, false, false),
            Map.of(),
            System::nanoTime,
            new Interrupts(),
            null);
    return Sluice.run(session, args);
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
