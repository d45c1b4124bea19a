package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A start loads what its arguments call for, and no more; and the user does not notice. */
class StartTest {
  static final List<String> COMMANDS =
      List.of(
          "verify",
          "check",
          "replay",
          "validate",
          "mutate",
          "traces",
          "run",
          "compare",
          "list",
          "list models",
          "list requirements",
          "list scenarios",
          "list log-schema",
          "bench",
          "bench graph",
          "bench sim",
          "bench validate",
          "bound",
          "bound incast",
          "dev",
          "doctor",
          "completion");

  @TempDir Path temp;

  @Test
  void theVersionIsToldWithoutTheParser() throws Exception {
    List<String> loaded = loaded("--version");
    assertThat(loaded).contains("dev.sluice.cli.Sluice");
    assertThat(loaded).doesNotContain("picocli.CommandLine");
    assertThat(commands(loaded)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "", "chek"})
  void theListOfCommandsNeedsNoneOfThem(String args) throws Exception {
    List<String> loaded = loaded(args.isEmpty() ? new String[0] : args.split(" "));
    assertThat(loaded).contains("picocli.CommandLine");
    assertThat(commands(loaded)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "check --help, CheckCommand",
    "list --help, ListCommand",
    "list scenarios --help, ListCommand ListCommand$Scenarios",
    "list requirements --help, ListCommand RequirementsCommand"
  })
  void ofTheCommandsOnlyTheOneThatIsCalledIsLoaded(String args, String only) throws Exception {
    assertThat(commands(loaded(args.split(" ")))).containsExactlyInAnyOrder(only.split(" "));
  }

  @Test
  void theListSaysOfEachCommandWhatItsOwnHelpBeginsWith() {
    for (String command : COMMANDS) {
      String own = help(command);
      assertThat(own).startsWith("Usage: sluice " + command + " ");
      int space = command.lastIndexOf(' ');
      String list = oneLine(help(space < 0 ? "" : command.substring(0, space)));
      String entry = " " + command.substring(space + 1) + " ";
      int said = list.indexOf(entry, list.indexOf("Commands:")) + entry.length();
      assertThat(oneLine(own)).contains(list.substring(said, said + 40));
    }
  }

  @Test
  void argumentsMayStandInAFile() throws IOException {
    Path file = Files.writeString(temp.resolve("args"), "list scenarios --help");
    Project project = Project.own(temp);
    assertThat(project.run("@" + file)).isZero();
    assertThat(project.out()).isEqualTo(help("list scenarios"));
  }

  private String help(String command) {
    Project project = Project.own(temp);
    assertThat(project.run((command + " --help").trim().split(" "))).isZero();
    return project.out();
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  /** Those of the commands among these classes. */
  private static List<String> commands(List<String> loaded) {
    return loaded.stream()
        .filter(name -> name.matches("dev\\.sluice\\.cli\\.\\w+Command(\\$[A-Z]\\w*)?"))
        .map(name -> name.substring("dev.sluice.cli.".length()))
        .toList();
  }

  /** The classes that a process of its own loads, by name. */
  private List<String> loaded(String... args) throws Exception {
    Path log = temp.resolve("classes");
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + log + ":none:filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                Sluice.class.getName()));
    words.addAll(List.of(args));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("said").toFile())
            .start();
    process.waitFor();
    return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }
}
