package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.house.Waiting;
import dev.sluice.house.Whole;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.TlcJar;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code check FILE.tla} says of a specification what plain TLC says of it, whoever wrote it.
 *
 * <p>Each row of {@code others.toml} is run twice: by TLC alone, whose output for people is read
 * here by a parser of the test's own, and by {@code check --json}. Verdict, counts, and length and
 * end of the counterexample must be the same, and as the row pins them. Sluice reads TLC's framed
 * messages instead, streams the graph and runs TLC under a probe: an error in any of these would
 * part the two.
 *
 * <p>With the environment variable {@code SLUICE_TLA2TOOLS} both use that jar. {@code
 * -Dsluice.all=true} runs all rows; every build runs one of each verdict.
 */
class OthersTest {
  private static final Path FOLDER = Path.of("src/test/resources/others").toAbsolutePath();
  private static final int FEWEST = 120;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path scratch;
  private static final List<Row> TABLE = new ArrayList<>();
  private static final List<Row> ROWS = new ArrayList<>();
  private static final Map<Row, Future<Both>> RUNS = new LinkedHashMap<>();
  private static Set<Path> before;
  private static ExecutorService pool;

  /**
   * A row of the table.
   *
   * @param verdict {@code bad-input} is found before the search, {@code error} during it
   * @param property what is violated, or {@code ""}
   * @param qualified whether TLC decides about a temporal property, and Sluice does not
   * @param nothing whether TLC holds of no state at all, which is no verdict for Sluice
   * @param states distinct states, or −1
   * @param length states of the behaviour shown, or −1
   */
  private record Row(
      String file,
      String config,
      String style,
      boolean newer,
      boolean qualified,
      boolean nothing,
      String verdict,
      String property,
      int states,
      int length) {
    static Row of(JsonNode node) {
      return new Row(
          node.get("file").asText(),
          node.get("config").asText(),
          node.get("style").asText(),
          node.path("needs").asText().equals("newer"),
          node.path("qualified").asBoolean(),
          node.path("nothing").asBoolean(),
          node.path("verdict").asText(),
          node.path("property").asText(""),
          node.path("states").asInt(-1),
          node.path("length").asInt(-1));
    }

    boolean violated() {
      return !Set.of("holds", "bad-input", "error").contains(verdict);
    }

    /** How many properties the configuration lists; TLC does not always say which it means. */
    int properties() throws IOException {
      return Configuration.of(FOLDER.resolve(config)).read().properties().size();
    }
  }

  /** What Sluice did. */
  private record Said(int exit, String out, String err, List<String> left) {}

  /** One row's two runs. */
  private record Both(Plain plain, Said said) {}

  @BeforeAll
  static void start() throws IOException {
    before = files();
    JsonNode table = new TomlMapper().readTree(FOLDER.resolve("others.toml").toFile());
    table.get("spec").forEach(node -> TABLE.add(Row.of(node)));
    ROWS.addAll(Whole.ofEach(TABLE, Row::verdict));
    pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < ROWS.size(); i++) {
      Row row = ROWS.get(i);
      Path folder = scratch.resolve("row" + i);
      RUNS.put(row, pool.submit(() -> new Both(Plain.run(row, folder), sluice(row, folder))));
      if (i == 0) {
        finished(RUNS.get(row)); // its process leaves something to those of the others
      }
    }
  }

  @AfterAll
  static void end() {
    pool.shutdownNow();
    Waiting.until(pool::isTerminated); // what runs was told to end
  }

  @TestFactory
  Stream<DynamicTest> sluiceSaysWhatPlainTlcSays() {
    return ROWS.stream()
        .map(row -> DynamicTest.dynamicTest(row.config() + ": " + row.style(), () -> compare(row)));
  }

  @Test
  void theTableNamesEveryConfigurationOnce() throws IOException {
    assertThat(TABLE).hasSizeGreaterThanOrEqualTo(FEWEST);
    JsonNode table = new TomlMapper().readTree(FOLDER.resolve("others.toml").toFile());
    List<Path> named =
        Stream.of("spec", "apart")
            .flatMap(key -> table.get(key).findValuesAsText("config").stream())
            .map(FOLDER::resolve)
            .toList();
    List<Path> there =
        files().stream().filter(file -> file.getFileName().toString().endsWith(".cfg")).toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(there);
    assertThat(TABLE.stream().map(Row::verdict).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(
            "holds",
            "invariant",
            "action-property",
            "liveness",
            "deadlock",
            "assertion",
            "assumption",
            "postcondition",
            "bad-input",
            "error");
  }

  @Test
  void nothingIsWrittenBesideTheSpecifications() throws IOException {
    for (Future<Both> run : RUNS.values()) {
      finished(run);
    }
    assertThat(files()).isEqualTo(before);
  }

  private static Both finished(Future<Both> run) throws IOException {
    try {
      return run.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      return all.collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void compare(Row row) throws IOException {
    Both both = finished(RUNS.get(row));
    SoftAssertions softly = new SoftAssertions();
    pins(softly, row, both.plain());
    // Where the jar does not know a feature, it must be refused on both sides.
    boolean refused = row.newer() && !both.plain().verdict().equals(row.verdict());
    Row expected =
        refused
            ? new Row(
                row.file(), row.config(), row.style(), true, false, false, "bad-input", "", -1, -1)
            : row;
    sides(softly, expected, both.plain(), both.said());
    softly.assertAll();
  }

  /** Plain TLC against the table. */
  private static void pins(SoftAssertions softly, Row row, Plain plain) {
    if (row.newer() && plain.verdict().equals("bad-input")) {
      return;
    }
    softly.assertThat(plain.verdict()).as("plain TLC: verdict").isEqualTo(row.verdict());
    if (row.states() >= 0) {
      softly.assertThat(plain.distinct()).as("plain TLC: states").isEqualTo(row.states());
    }
    if (row.length() >= 0) {
      softly.assertThat(plain.length()).as("plain TLC: length").isEqualTo(row.length());
    }
    if (!plain.name().isEmpty()) {
      softly.assertThat(plain.name()).as("plain TLC: property").isEqualTo(row.property());
    }
  }

  /** Sluice against plain TLC, and against what the row expects. */
  private static void sides(SoftAssertions softly, Row row, Plain plain, Said said)
      throws IOException {
    int exit =
        row.nothing() || row.qualified()
            ? 3
            : row.verdict().equals("holds") ? 0 : row.violated() ? 1 : 2;
    softly.assertThat(said.exit()).as("exit code").isEqualTo(exit);
    softly.assertThat(said.out()).as("stdout").doesNotContain("@!@!@");
    softly.assertThat(said.err()).as("stderr").doesNotContain("@!@!@");
    softly.assertThat(said.left()).as("left in the temporary folder").isEmpty();
    if (said.out().isEmpty()) {
      softly.fail("no document; stderr: " + said.err());
      return;
    }
    JsonNode document = JSON.readTree(said.out());
    softly.assertThat(document.get("exit").asInt()).as("exit code told").isEqualTo(exit);
    JsonNode model = document.get("models").get(0);
    softly.assertThat(verdict(model)).as("verdict of %s", model).isEqualTo(expected(row));
    if (row.verdict().equals("holds")) {
      softly.assertThat(model.path("states").asInt(-1)).as("states").isEqualTo(plain.distinct());
      softly.assertThat(model.get("problems")).as("problems").hasSize(exit == 0 ? 0 : 1);
    } else {
      List<String> problems = new ArrayList<>();
      model.get("problems").forEach(problem -> problems.add(problem.asText()));
      softly.assertThat(problems).as("problems").isNotEmpty();
      softly
          .assertThat(problems)
          .as("sentences")
          .allSatisfy(problem -> assertThat(problem.strip()).isNotEmpty());
    }
    if (model.has("generated")) {
      softly
          .assertThat(model.get("generated").asInt())
          .as("generated")
          .isEqualTo(plain.generated());
    }
    property(softly, row, plain, model);
    behaviour(softly, plain, model);
  }

  private static void property(SoftAssertions softly, Row row, Plain plain, JsonNode model)
      throws IOException {
    if (!row.violated() || row.property().isEmpty()) {
      return;
    }
    if (Set.of("assumption", "postcondition").contains(row.verdict())) {
      // It has no name, or none that TLC tells; what is said of its place is passed on.
      softly.assertThat(model.toString()).as("the assumption").contains(row.property());
      return;
    }
    String property = model.path("property").asText("");
    if (plain.name().isEmpty() && row.properties() > 1 && property.isEmpty()) {
      return; // this TLC does not say which of several
    }
    softly.assertThat(property).as("property").isEqualTo(row.property());
  }

  private static void behaviour(SoftAssertions softly, Plain plain, JsonNode model) {
    JsonNode counterexample = model.path("counterexample");
    JsonNode steps = counterexample.path("steps");
    softly.assertThat(steps.size()).as("states of the behaviour").isEqualTo(plain.length());
    if (plain.length() == 0) {
      return;
    }
    if (model.has("length")) {
      softly.assertThat(model.get("length").asInt()).as("length").isEqualTo(plain.length());
    }
    softly
        .assertThat(counterexample.path("end").asText())
        .as("end of the behaviour")
        .isEqualTo(plain.end());
    softly
        .assertThat(counterexample.path("backTo").asInt(0))
        .as("back to")
        .isEqualTo(plain.backTo());
  }

  /** What a document's model came to, in the words that two sides can be compared in. */
  private static String verdict(JsonNode model) {
    return switch (model.get("status").asText()) {
      case "as-expected" -> "holds";
      case "failed" -> model.path("kind").asText("violated, and no kind is given");
      default -> model.get("status").asText();
    };
  }

  private static String expected(Row row) {
    if (row.nothing() || row.qualified()) {
      return "not-decided";
    }
    return row.verdict().equals("error") ? "bad-input" : row.verdict();
  }

  private static Said sluice(Row row, Path folder) throws IOException {
    Project project = Project.of(folder, Project.HOLDS);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("check", FOLDER.resolve(row.file()).toString(), "--json"));
    arguments.addAll(List.of("--config", FOLDER.resolve(row.config()).toString()));
    if (!JarInUse.named().isEmpty()) {
      arguments.addAll(List.of("--tla2tools", JarInUse.named()));
    }
    int exit = project.run(arguments.toArray(String[]::new));
    return new Said(exit, project.out(), project.err(), list(project.temporary()));
  }

  private static List<String> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).toList();
    }
  }

  /**
   * What TLC says to people.
   *
   * @param verdict as in the table
   * @param name what is violated, where TLC names it
   * @param length states of the behaviour shown
   * @param end {@code state}, {@code stuttering} or {@code loop}
   * @param backTo for a loop, the number of the state it goes back to, else 0
   */
  private record Plain(
      String verdict,
      String name,
      int generated,
      int distinct,
      int length,
      String end,
      int backTo) {
    private static final Pattern COUNTS =
        Pattern.compile("(?m)^(\\d+) states generated, (\\d+) distinct states found, \\d+ .*");
    private static final Pattern VIOLATED =
        Pattern.compile(
            "(?m)^Error: (?:Invariant|Action property|Property|Temporal property) (\\S+) "
                + "(?:is|was|were) violated.*");
    private static final Pattern FALSE =
        Pattern.compile("(?m)^Error: (Assumption|Postcondition) (.*) is false\\.?$");
    private static final Pattern BEHAVIOUR =
        Pattern.compile(
            "(?m)^Error: The (?:behavior up to this point is"
                + "|following behavior constitutes a counter-example):$");
    private static final Pattern STATE = Pattern.compile("(?m)^State \\d+: <");
    private static final Pattern STUTTERING = Pattern.compile("(?m)^State \\d+: Stuttering$");
    private static final Pattern BACK = Pattern.compile("(?m)^Back to state (\\d+)");

    private static final String NO_TRACE_SPEC = "-noGenerateSpecTE";

    static Plain run(Row row, Path folder) throws IOException, InterruptedException {
      Path temporary = Files.createDirectories(folder.resolve("plain"));
      Path output = folder.resolve("plain.out");
      Path module = FOLDER.resolve(row.file());
      TlcJar jar = JarInUse.jar();
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-Xshare:auto", "-Djava.io.tmpdir=" + temporary));
      // The first run leaves its loaded classes to the others, which then start faster.
      Path classes = scratch.resolve("classes.jsa");
      boolean first = !Files.exists(classes);
      command.add("-Xlog:cds=off,cds+dynamic=off");
      command.add((first ? "-XX:ArchiveClassesAtExit=" : "-XX:SharedArchiveFile=") + classes);
      command.addAll(List.of("-cp", jar.path().toString(), "tlc2.TLC"));
      command.addAll(List.of("-workers", "1", "-fp", "0", "-lncheck", "final"));
      if (!jar.bundled() && knows(jar, NO_TRACE_SPEC)) {
        command.add(NO_TRACE_SPEC); // it would be written beside the specification
      }
      command.addAll(List.of("-metadir", temporary.resolve("meta").toString()));
      String config = FOLDER.resolve(row.config()).getFileName().toString();
      command.addAll(List.of("-config", config, module.getFileName().toString()));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.directory(module.getParent().toFile()).redirectOutput(output.toFile());
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.environment().remove("JDK_JAVA_OPTIONS");
      builder.redirectInput(new File("/dev/null"));
      Process process = builder.start();
      try {
        process.waitFor();
      } finally {
        process.destroyForcibly();
      }
      return read(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private static boolean knows(TlcJar jar, String option) throws IOException {
      try (JarFile opened = new JarFile(jar.path().toFile());
          InputStream main = opened.getInputStream(opened.getEntry("tlc2/TLC.class"))) {
        return new String(main.readAllBytes(), StandardCharsets.ISO_8859_1).contains(option);
      }
    }

    private static Plain read(int exit, String text) {
      int generated = -1;
      int distinct = -1;
      for (Matcher counts = COUNTS.matcher(text); counts.find(); ) {
        generated = Integer.parseInt(counts.group(1));
        distinct = Integer.parseInt(counts.group(2));
      }
      Matcher behaviour = BEHAVIOUR.matcher(text);
      String shown = behaviour.find() ? text.substring(behaviour.end()) : "";
      int length = (int) STATE.matcher(shown).results().count();
      if (text.contains(" is violated by the initial state:\n")) {
        length = 1; // printed without a heading
      }
      Matcher back = BACK.matcher(shown);
      int backTo = back.find() ? Integer.parseInt(back.group(1)) : 0;
      String end = backTo > 0 ? "loop" : STUTTERING.matcher(shown).find() ? "stuttering" : "state";
      return new Plain(verdict(exit, text), name(text), generated, distinct, length, end, backTo);
    }

    private static String verdict(int exit, String text) {
      boolean searching =
          text.contains("\nComputing initial states...\n")
              && !text.contains(" is not a state predicate");
      String unfit = searching ? "error" : "bad-input";
      return switch (exit) {
        case 0 -> text.contains("\nModel checking completed. No error") ? "holds" : "no word";
        case 10 -> {
          Matcher isFalse = FALSE.matcher(text);
          yield isFalse.find() ? isFalse.group(1).toLowerCase(Locale.ROOT) : "no word";
        }
        case 11 -> text.contains("\nError: Deadlock reached.\n") ? "deadlock" : "no word";
        case 12 -> VIOLATED.matcher(text).find() ? "invariant" : "no word";
        case 13 -> text.contains("\nError: Action property ") ? "action-property" : "liveness";
        case 150, 151 -> "bad-input";
        default ->
            text.contains("The first argument of Assert evaluated to FALSE") ? "assertion" : unfit;
      };
    }

    /** A name, not a place in a file. */
    private static String name(String text) {
      Matcher violated = VIOLATED.matcher(text);
      Matcher fails = FALSE.matcher(text);
      String name = "";
      while (violated.find()) {
        name = violated.group(1);
      }
      return name.isEmpty() && fails.find() ? fails.group(2) : name;
    }
  }
}
