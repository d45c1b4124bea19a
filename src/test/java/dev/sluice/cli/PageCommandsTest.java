package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;

/**
 * Commands that pages show: each is understood, and each that names all that it needs runs, here or
 * in the test that {@link #ELSEWHERE} names.
 */
class PageCommandsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern FENCED = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("`(?:\\./)?(sluice [a-z][^`]*)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern OF_MAVEN = Pattern.compile("mvn [^`\n]*-Dtest=([\\w,#]+)");

  /** Words in place of something that the reader names. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\bCOMMAND\\b|(?<!--(log|flows) )\\bFILE\\b|^sluice run -|\\bLOG\\b|\\bMODEL|\\bNAME\\b|\\bFoo\\b|\\bSCENARIO\\b"
              + "|~/specs|Queue\\.tla|[\\[|…{<]");

  /** Commands that run for long or need a folder of their own, with their tests. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("sluice bench sim", "SimBenchTest"),
          Map.entry("sluice bench validate", "ValidateBenchTest"),
          Map.entry("sluice compare", "CompareCommandTest"),
          Map.entry("sluice conform check", "ConformCommandTest"),
          Map.entry("sluice conform init", "ConformCommandTest"),
          Map.entry("sluice conform run", "ConformCommandTest"),
          Map.entry("sluice dev", "DevCommandTest"),
          Map.entry("sluice conform", "ConformCommandTest"),
          Map.entry("sluice mutate", "MutateCommandTest"),
          Map.entry("sluice traces", "ModelTracesTest"),
          Map.entry("sluice validate", "ValidateCommandTest"),
          Map.entry("sluice verify", "VerifyCommandTest"),
          Map.entry("sluice run websearch", "ReadyScenariosTest"));

  /** Commands that measure for minutes, and are run by hand. */
  private static final Set<String> BY_HAND =
      Set.of("sluice bench conform", "sluice bench graph", "sluice bench verify");

  private static final int DRAWN = 6;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir Path folder;

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String place :
        new String[] {"", "docs", "docs/roles", "spec", "spec/requirements", "model-traces"}) {
      try (Stream<Path> files = Files.list(ROOT.resolve(place))) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.endsWith("CHANGELOG.md"))
            .sorted()
            .forEach(pages::add);
      }
    }
    return pages;
  }

  /** Returns all commands of Sluice on pages, without comments, each once. */
  static List<String> commands() throws IOException {
    TreeSet<String> commands = new TreeSet<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      for (Matcher block = BLOCK.matcher(text); block.find(); ) {
        block
            .group(1)
            .replace("\\\n", " ")
            .lines()
            .map(line -> line.replaceFirst("\\s#.*", "").strip())
            .filter(line -> line.startsWith("./sluice "))
            .forEach(line -> commands.add(line.substring(2)));
      }
      for (Matcher span = SPAN.matcher(FENCED.matcher(text).replaceAll("")); span.find(); ) {
        commands.add(span.group(1).replace("\\|", "|").strip());
      }
    }
    return List.copyOf(commands);
  }

  /** Returns those that name all that they need and that no other test runs, some of them drawn. */
  static List<String> whole() throws IOException {
    List<String> whole =
        commands().stream()
            .filter(command -> words(command).size() > 2)
            .filter(command -> !PLACEHOLDER.matcher(command).find())
            .filter(command -> !BY_HAND.contains(command))
            .filter(command -> ELSEWHERE.keySet().stream().noneMatch(command::startsWith))
            .toList();
    return Whole.drawn(whole, DRAWN);
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(command); word.find(); ) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }

  private Session session() {
    out.reset();
    PrintStream into = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Session(
        new Terminal(into, into, false, false, false),
        Map.of(),
        System::nanoTime,
        new Interrupts(),
        ROOT);
  }

  private int run(List<String> words) {
    return Sluice.run(session(), words.toArray(String[]::new));
  }

  /** Returns why a command is not understood; empty if it is. */
  private Optional<String> misunderstood(List<String> words) {
    String[] args = words.toArray(String[]::new);
    try {
      Sluice.line(session(), args).parseArgs(args);
      return Optional.empty();
    } catch (MissingParameterException e) { // a sentence may leave out on what a command works
      return Optional.of(e.getMessage())
          .filter(any -> e.getMissing().stream().anyMatch(ArgSpec::isOption));
    } catch (ParameterException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Parses each command as it stands: its options exist, and have values. */
  @Test
  void eachCommandIsUnderstood() throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> commands = commands();
    assertThat(commands).hasSizeGreaterThan(90);
    for (String command : commands) {
      List<String> words = words(command.replaceAll("\\[[^]]*]| \\| \\S+", ""));
      words.removeIf(word -> word.equals("--") || word.equals("…"));
      int end = words.indexOf("-lncheck"); // behind it stand words for TLC
      List<String> own = new ArrayList<>(words.subList(1, end < 0 ? words.size() : end));
      if (own.get(own.size() - 1).equals("--log")) {
        own.add("FILE"); // a sentence names the option alone
      }
      if (!own.contains("help") && !own.get(0).equals("COMMAND")) {
        misunderstood(own).ifPresent(why -> wrong.add(command + ": " + why));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run rccc-8 --nosuch", "run rccc-8 --set", "list nothing"})
  void aWrongCommandIsFound(String command) {
    assertThat(misunderstood(List.of(command.split(" ")))).isPresent();
  }

  @ParameterizedTest
  @MethodSource("whole")
  void aCommandRunsAsItStands(String command) {
    List<String> words = words(command);
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i - 1).matches("--(plot|log|out|itf|flows)")) {
        words.set(i, folder.resolve("out-" + i).toString()); // it writes elsewhere
      }
    }
    int code = run(words.subList(1, words.size()));
    String said = out.toString(StandardCharsets.UTF_8);
    // the example of a finding may fail, or be cut short on purpose
    assertThat(code)
        .as("%s: %s", command, said.substring(Math.max(0, said.length() - 600)))
        .isIn(command.contains("docs/findings/") ? Set.of(0, 1, 3) : Set.of(0));
    assertThat(said).isNotBlank();
  }

  @Test
  void eachTestThatACommandOfMavenNamesExists() throws IOException {
    Set<String> tests;
    try (Stream<Path> all = Files.walk(ROOT.resolve("src/test/java"))) {
      tests = all.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
    }
    assertThat(tests).contains("PageCommandsTest.java");
    for (Path page : pages()) {
      for (Matcher mvn = OF_MAVEN.matcher(Files.readString(page)); mvn.find(); ) {
        for (String name : mvn.group(1).split(",")) {
          assertThat(tests)
              .as("%s: %s", page, mvn.group())
              .contains(name.replaceFirst("#.*", "") + ".java");
        }
      }
    }
    for (String test : ELSEWHERE.values()) {
      assertThat(tests).contains(test + ".java");
    }
  }
}
