package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README shows of a run is what the command prints and draws; {@code mvn test
 * -Dtest=ReadmeRunTest -Dsluice.pages=write} writes it anew.
 */
class ReadmeRunTest {
  private static final Path README = Path.of("README.md");
  private static final Pattern SHOWN =
      Pattern.compile("\\$ \\./sluice (run [^\\n]*)\\n(.*?)\\n```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void theReadmeShowsARealRunAndItsPlot() throws IOException {
    String readme = Files.readString(README);
    Matcher shown = SHOWN.matcher(readme);
    assertThat(shown.find()).isTrue();
    String command = shown.group(1);
    assertThat(command).endsWith(" --plot plots");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Session session =
        new Session(
            new Terminal(stream, nowhere, false, false, false),
            Map.of(),
            System::nanoTime,
            new Interrupts(),
            null);
    Path plots = folder.resolve("incast");
    int code = Sluice.run(session, command.replaceFirst("plots$", plots.toString()).split(" "));
    assertThat(code).isZero();
    String printed = out.toString(StandardCharsets.UTF_8);
    String should =
        readme.substring(0, shown.start(2)) + printed.strip() + readme.substring(shown.end(2));
    for (String name : new String[] {"window.svg", "queue.svg"}) {
      String drawn = Files.readString(plots.resolve(name));
      Golden.hold(Path.of("docs/incast").resolve(name), drawn, ReadmeRunTest.class);
      assertThat(readme).contains("(docs/incast/" + name + ")");
    }
    Golden.hold(README, should, ReadmeRunTest.class);
  }
}
