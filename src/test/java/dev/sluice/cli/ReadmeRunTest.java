package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import dev.sluice.requirement.Requirement;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    Path plots = folder.resolve("incast");
    int code =
        Sluice.run(session(stream), command.replaceFirst("plots$", plots.toString()).split(" "));
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

  /** A victim's rate by pause alone, and with congestion management. */
  @ParameterizedTest
  @CsvSource({"rate-pfc, --set roce.cc=none --set expect.cnps=0", "rate-pfc-rcm, ''"})
  @Requirement({"RCM-7", "RCM-8"})
  void theReadmeShowsTheVictimsRates(String name, String changes) throws IOException {
    String drawn = "docs/victim/" + name + ".svg";
    assertThat(Files.readString(README)).contains("(" + drawn + ")");
    String expects = changes.isEmpty() ? "" : " --set expect.flow-goodput-max=<=8.1G";
    String command = "run victim --plot %s %s%s".formatted(folder, changes, expects).strip();
    assertThat(
            Sluice.run(session(new PrintStream(new ByteArrayOutputStream())), command.split(" ")))
        .isZero();
    Golden.hold(Path.of(drawn), Files.readString(folder.resolve("rate.svg")), ReadmeRunTest.class);
  }

  private static Session session(PrintStream out) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Session(
        new Terminal(out, nowhere, false, false, false),
        Map.of(),
        System::nanoTime,
        new Interrupts(),
        null);
  }
}
