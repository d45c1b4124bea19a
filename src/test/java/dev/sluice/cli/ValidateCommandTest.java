package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user meets it: what it accepts, refuses and writes, and how it ends. */
class ValidateCommandTest {
  @TempDir static Path home;
  private static List<String> sound;

  @TempDir Path folder;

  private record Ran(int code, String out, String err) {}

  @BeforeAll
  static void log() throws IOException {
    Path log = home.resolve("sound.log");
    Project project = Project.own(home);
    project.run("run", "first-windows", "--log", log.toString());
    sound = Files.readAllLines(log);
  }

  private Ran run(String... args) {
    Project project = Project.own(folder);
    int code = project.run(args);
    return new Ran(code, project.out(), project.err());
  }

  private String file(String name, UnaryOperator<List<String>> change) throws IOException {
    Path file = folder.resolve(name);
    StringBuilder text = new StringBuilder();
    change.apply(new ArrayList<>(sound)).forEach(line -> text.append(line).append('\n'));
    Files.writeString(file, text);
    return file.toString();
  }

  private Ran judged(UnaryOperator<List<String>> change) throws IOException {
    return run("validate", "--spec", "CccLifecycle", file("a.log", change));
  }

  @Test
  void whatNobodyCanJudgeIsRefused() throws IOException {
    Ran empty = judged(lines -> List.of());
    assertThat(empty.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(empty.err()).contains("empty");
    assertThat(judged(lines -> lines.subList(0, 1)).err()).contains("cut off");
    Ran headerOnly = judged(lines -> List.of(lines.get(0), "{\"n\":1,\"end\":true}"));
    assertThat(headerOnly.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(headerOnly.err()).contains("no event");
    Ran cut =
        judged(
            lines -> {
              String last = lines.get(lines.size() - 1);
              lines.set(lines.size() - 1, last.substring(0, last.length() / 2));
              return lines;
            });
    assertThat(cut.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(cut.err()).contains("a.log, line " + sound.size());
    Ran other =
        judged(
            lines -> {
              lines.set(0, lines.get(0).replace("\"version\":1", "\"version\":99"));
              return lines;
            });
    assertThat(other.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(other.err()).contains("99");
    assertThat(run("validate", folder.resolve("none.log").toString()).code())
        .isEqualTo(ExitCodes.BAD_INPUT);
    Ran misspelt = run("validate", "--spec", "CccLifecycel", file("a.log", lines -> lines));
    assertThat(misspelt.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(misspelt.err()).contains("did you mean CccLifecycle");
  }

  @Test
  void aJarWithoutATlcThatCanJudgeIsRefused() throws IOException {
    String log = file("a.log", lines -> lines);
    Path jar = folder.resolve("own.jar");
    Files.writeString(jar, "no");
    assertThat(with(jar, log).err()).contains("own.jar is not a jar");
    archive(jar, "else");
    assertThat(with(jar, log).err()).contains("own.jar is a jar, but TLC is not in it");
    archive(jar, "tlc2/TLC.class", "tlc2/util/IStateWriter.class");
    assertThat(with(jar, log).err())
        .contains("TLC's process ended before it had judged: ")
        .contains("NoClassDefFoundError")
        .contains("own.jar");
  }

  private Ran with(Path jar, String log) {
    Ran ran = run("validate", "--spec", "CccLifecycle", "--tla2tools", jar.toString(), log);
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    return ran;
  }

  private static void archive(Path jar, String... entries) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
  }

  @Test
  void aNumberThatIsMissingIsARejection() throws IOException {
    Ran gap =
        judged(
            lines -> {
              lines.remove(5);
              return lines;
            });
    assertThat(gap.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(gap.err()).contains("a.log, line 6");
  }

  @Test
  void whatLogsExercisedIsAddedUp() throws IOException {
    String log = file("a.log", lines -> lines);
    String kept = folder.resolve("coverage.json").toString();
    Ran once = run("validate", "--spec", "CccLifecycle", log, "--coverage", kept);
    assertThat(once.code()).isEqualTo(ExitCodes.OK);
    assertThat(once.out()).contains("not seen: CccLifecycle Assign, Renew");
    long steps = opened(kept);
    assertThat(steps).isPositive();
    run("validate", "--spec", "CccLifecycle", log, log, "--coverage", kept);
    assertThat(opened(kept)).isEqualTo(3 * steps);
    Files.writeString(folder.resolve("other.json"), "{\"format\":\"else\"}");
    Ran wrong = run("validate", log, "--coverage", folder.resolve("other.json").toString());
    assertThat(wrong.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(wrong.err()).contains("sluice-coverage/1");
  }

  /** How many CCCs became READY, as the file says. */
  private static long opened(String file) throws IOException {
    JsonNode kinds =
        new ObjectMapper()
            .readTree(Files.readString(Path.of(file)))
            .path("specifications")
            .path("CccLifecycle");
    return kinds.properties().stream()
        .filter(kind -> kind.getKey().startsWith("MakeReady: "))
        .mapToLong(kind -> kind.getValue().asLong())
        .sum();
  }

  @Test
  void aFileThatCannotBeWrittenCostsNoVerdict() throws IOException {
    String log = file("a.log", lines -> lines);
    String within = Files.writeString(folder.resolve("file"), "") + "/coverage.json";
    Ran ran = run("validate", "--json", "--spec", "CccLifecycle", log, "--coverage", within);
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.err()).contains("cannot be written");
    JsonNode document = new ObjectMapper().readTree(ran.out());
    assertThat(document.path("exit").asInt()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(document.path("logs").get(0).path("exit").asInt()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void oneBadLogCostsNothingOfTheOthers() throws IOException {
    String log = file("a.log", lines -> lines);
    String none = folder.resolve("none.log").toString();
    Ran ran = run("validate", "--json", "--spec", "CccLifecycle", none, log);
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    JsonNode logs = new ObjectMapper().readTree(ran.out()).path("logs");
    assertThat(logs.get(0).path("refused").asText()).contains("there is no such file");
    assertThat(logs.get(1).path("specifications").get(0).path("verdict").asText())
        .isEqualTo("accepted");
  }
}
