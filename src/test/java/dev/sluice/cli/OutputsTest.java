package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command writes destroys nothing, and goes where it is told to. */
class OutputsTest {
  private static final String SCENARIO =
      """
      [topology]
      kind = "star"
      hosts = 2
      [[flow]]
      from = 0
      to = 1
      size = "4KiB"
      """;

  /** What a run has written, and what else is there: made once, and copied for each test. */
  @TempDir static Path made;

  @TempDir Path temp;
  private Path folder;
  private Project project;

  @BeforeAll
  static void make() throws IOException {
    Files.writeString(made.resolve("mine.toml"), SCENARIO);
    Files.writeString(made.resolve("letter.txt"), "Dear reader\n");
    Files.createDirectory(made.resolve("folder"));
    Files.createFile(made.resolve("empty"));
    OutputsTest test = new OutputsTest();
    test.folder = made;
    test.project = Project.own(Files.createDirectory(made.resolve("tmp")));
    int code =
        test.run("run mine.toml --log old.ndjson --csv old.csv --pcap old.pcapng --plot plots");
    assertThat(code).as(test.err()).isZero();
    Files.delete(made.resolve("tmp"));
  }

  @BeforeEach
  void files() throws IOException {
    folder = temp.resolve("work");
    project = Project.own(Files.createDirectory(temp.resolve("tmp")));
    try (Stream<Path> all = Files.walk(made)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Files.copy(each, folder.resolve(made.relativize(each).toString()));
      }
    }
    Files.createSymbolicLink(folder.resolve("link"), Path.of("old.ndjson"));
    Files.createSymbolicLink(folder.resolve("dangling"), Path.of("new.ndjson"));
    Files.createSymbolicLink(folder.resolve("mine-too.toml"), Path.of("mine.toml"));
    Files.createSymbolicLink(folder.resolve("round"), Path.of("round"));
  }

  /** Names of what is there stand for it in the folder. */
  private int run(String command) {
    return project.run(words(command).toArray(String[]::new));
  }

  private List<String> words(String command) {
    return Arrays.stream(command.split(" "))
        .map(word -> word.matches("run|check|validate|-.*|Ccc.*") ? word : inFolder(word))
        .toList();
  }

  private String inFolder(String word) {
    return folder.resolve(word).toString();
  }

  private String out() {
    return project.out();
  }

  private String err() {
    return project.err().replace(folder + "/", "");
  }

  /** Every file's bytes, and where every link points to. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        contents.put(
            folder.relativize(each).toString(),
            Files.isSymbolicLink(each)
                ? Files.readSymbolicLink(each).toString()
                : Files.isRegularFile(each)
                    ? new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1)
                    : "");
      }
    }
    return contents;
  }

  @Test
  void aNameThatIsTooLongIsRefusedBeforeAnyWork() throws IOException {
    Map<String, String> before = contents();
    for (String name : List.of("x".repeat(300), "new/" + "x".repeat(300), "x".repeat(240))) {
      assertThat(run("run mine.toml --log " + name)).isEqualTo(2);
      assertThat(err()).startsWith("sluice: --log ").contains("is longer than 255 octets");
      assertThat(out()).isEmpty();
    }
    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run mine.toml --csv mine.toml | --csv mine.toml is the scenario, which it would replace;"
            + " name another",
        "run mine.toml --csv mine-too.toml | --csv mine-too.toml is the scenario, which it would"
            + " replace; name another",
        "run mine.toml --log x --csv x | --log x and --csv x are one file; name another one for"
            + " either",
        "run mine.toml --log link --pcap old.ndjson | --log link and --pcap old.ndjson are one"
            + " file; name another one for either",
        "run mine.toml --log - --pcap - | --log - and --pcap - are one file; name another one for"
            + " either",
        "run mine.toml --log - --json | --log - and --json both go to standard output; name a file"
            + " for one",
        "run mine.toml --csv plots/series.csv --plot plots | --csv plots/series.csv and --plot"
            + " plots/series.csv are one file; name another one for either",
        "run mine.toml --plot - | --plot -: pictures do not go to standard output; name a folder",
        "run mine.toml --log /proc/log | --log /proc/log cannot be written: no file can be made"
            + " there, and there is none of this name; name another place",
        "run mine.toml --log folder | --log folder is a folder; name a file",
        "run mine.toml --log letter.txt/log | --log letter.txt/log cannot be written: letter.txt"
            + " is not a folder; name another place",
        "run mine.toml --plot letter.txt | --plot letter.txt is not a folder; name one, or a new"
            + " one",
        "run mine.toml --log round | --log round cannot be written: round: its links lead round in"
            + " a circle",
        "run mine.toml --log letter.txt | --log letter.txt is there already and is not an event"
            + " log; name another file, or delete that one",
        "run mine.toml --log old.csv | --log old.csv is there already and is not an event log; name"
            + " another file, or delete that one",
        "run mine.toml --csv old.ndjson | --csv old.ndjson is there already and is not a table of"
            + " flows; name another file, or delete that one",
        "run mine.toml --csv plots/series.csv | --csv plots/series.csv is there already and is not"
            + " a table of flows; name another file, or delete that one",
        "run mine.toml --pcap letter.txt | --pcap letter.txt is there already and is not a pcapng"
            + " capture; name another file, or delete that one",
        "validate old.ndjson --shrink old.ndjson | --shrink old.ndjson is the log, which it would"
            + " replace; name another",
        "validate old.ndjson --shrink link | --shrink link is the log, which it would replace; name"
            + " another",
        "validate old.ndjson --shrink letter.txt | --shrink letter.txt is there already and is not"
            + " an event log; name another file, or delete that one",
        "validate old.ndjson --coverage letter.txt | --coverage letter.txt is there already and is"
            + " not coverage of this version (sluice-coverage/1); name another file, or delete that one",
        "validate old.ndjson --shrink x --coverage x | --shrink x and --coverage x are one file;"
            + " name another one for either",
        "check CccThreeState/live --itf letter.txt | --itf letter.txt is there already and is not"
            + " an ITF trace; name another file, or delete that one",
        "validate old.ndjson --shrink - | --shrink -: this file does not go to standard output; name"
            + " another",
        "check CccThreeState/live --itf folder | --itf folder is a folder; name a file",
      })
  void whatWouldDestroyIsRefusedBeforeAnyWork(String command, String sentence) throws IOException {
    Map<String, String> before = contents();
    assertThat(run(command)).as(err()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err().lines().findFirst().orElseThrow()).isEqualTo("sluice: " + sentence);
    assertThat(out()).as("nothing was begun").isEmpty();
    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run mine.toml --log old.ndjson --csv old.csv --pcap old.pcapng --plot plots",
        "run mine.toml --log link",
        "run mine.toml --log empty",
      })
  void itsOwnKindIsReplacedAndLinksStay(String command) throws IOException {
    Map<String, String> before = contents();
    assertThat(run(command)).as(err()).isZero();
    if (command.endsWith("empty")) {
      before.put("empty", before.get("old.ndjson"));
    }
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void whatALinkPointsToIsMade() throws IOException {
    assertThat(run("run mine.toml --log dangling")).as(err()).isZero();
    assertThat(Files.readSymbolicLink(folder.resolve("dangling"))).hasToString("new.ndjson");
    assertThat(folder.resolve("new.ndjson")).hasSameBinaryContentAs(folder.resolve("old.ndjson"));
  }

  @Test
  void standardOutputTakesAFileAndTheWordsGoBeside() throws IOException {
    assertThat(run("run mine.toml --csv -")).as(err()).isZero();
    assertThat(out()).isEqualTo(Files.readString(folder.resolve("old.csv")));
    assertThat(err()).contains("  completed   1 of 1 flow;", "AS EXPECTED: all flows completed\n");
  }

  /**
   * Returns all scripts, or, as each starts a JVM, one for a device, one for a FIFO, one for "-".
   */
  static List<String> scripts() {
    List<String> some =
        List.of(
            "$SLUICE run mine.toml --log /dev/stdout --csv /dev/null > got",
            "mkfifo fifo; cat fifo > got & $SLUICE run mine.toml --log fifo; wait; [ -p fifo ]",
            "$SLUICE run mine.toml --log - | cat > got");
    List<String> others =
        List.of(
            "$SLUICE run mine.toml --log >(cat > got); wait $!",
            "$SLUICE run mine.toml --log - > got",
            "exec 7> got; $SLUICE run mine.toml --log /dev/fd/7",
            "$SLUICE run mine.toml --log /dev/null --csv /dev/null && [ -c /dev/null ]"
                + " && cp old.ndjson got");
    return Whole.IS_ASKED ? Stream.concat(some.stream(), others.stream()).toList() : some;
  }

  /** A device, a FIFO and a shell's process substitution, for a process of its own. */
  @EnabledOnOs(OS.LINUX)
  @ParameterizedTest
  @MethodSource("scripts")
  void whatIsNoFileIsWrittenTo(String script) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script);
    builder
        .environment()
        .put(
            "SLUICE",
            Path.of(System.getProperty("java.home"), "bin", "java")
                + " -XX:TieredStopAtLevel=1 -cp "
                + System.getProperty("java.class.path")
                + " "
                + Sluice.class.getName());
    Path said = temp.resolve("said");
    Process process =
        builder
            .directory(folder.toFile())
            .redirectOutput(said.toFile())
            .redirectError(said.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    String got = withoutVersion(folder.resolve("got"));
    assertThat(got).startsWith(withoutVersion(folder.resolve("old.ndjson")));
    assertThat(got).as("words beside it").doesNotContain("AS EXPECTED");
  }

  /** Reads a log without the version of its writer, which only a process without tests knows. */
  private static String withoutVersion(Path log) throws IOException {
    return Files.readString(log).replaceFirst("\"name\":\"sluice\",\"version\":\"[^\"]*\"", "");
  }
}
