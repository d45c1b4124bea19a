package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.house.Waiting;
import dev.sluice.house.Whole;
import dev.sluice.house.WholeOnly;
import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code mutate FILE.tla}, on specifications in the styles of many authors: {@code table.toml} says
 * of each in which style it is written, and pins the outcome of its mutants.
 */
@Order(1) // among the longest
class OwnMutationTest {
  private static final Path FOLDER = Path.of("src/test/resources/invariants").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Project project;

  @BeforeEach
  void makeAProject() throws IOException {
    project = Project.of(folder, Project.HOLDS);
  }

  private static String spec(String name) {
    return FOLDER.resolve(name + ".tla").toString();
  }

  /** Results of runs without further options, which are the same each time. */
  private static final Map<String, JsonNode> RESULTS = new ConcurrentHashMap<>();

  private JsonNode mutate(String name, String... more) throws IOException {
    if (more.length == 0 && RESULTS.containsKey(name)) {
      return RESULTS.get(name);
    }
    List<String> args = new ArrayList<>(List.of("mutate", spec(name), "--json"));
    args.addAll(List.of(more));
    assertThat(project.run(args.toArray(new String[0]))).as(project.err()).isZero();
    JsonNode result = JSON.readTree(project.out());
    if (more.length == 0) {
      RESULTS.put(name, result);
    }
    return result;
  }

  // ---------------------------------------------------------------- the table

  @TestFactory
  Stream<DynamicTest> mutantsOfEachStyleComeToTheSame() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode row :
        new TomlMapper().readTree(FOLDER.resolve("table.toml").toFile()).path("spec")) {
      String name = row.path("name").asText();
      if (Whole.IS_ASKED || row.path("quick").asBoolean()) {
        tests.add(
            DynamicTest.dynamicTest(name, () -> assertThat(found(name)).isEqualTo(pinned(row))));
      }
    }
    assertThat(tests).hasSizeGreaterThan(Whole.IS_ASKED ? 14 : 1);
    return tests.stream();
  }

  /** Returns the pins of a row of the table, in the order of the names. */
  private static Map<String, String> pinned(JsonNode row) {
    Map<String, String> pinned = new TreeMap<>();
    row.properties().forEach(each -> pinned.put(each.getKey(), each.getValue().toString()));
    pinned.keySet().removeAll(List.of("name", "style", "quick"));
    return pinned;
  }

  private Map<String, String> found(String name) throws IOException {
    JsonNode result = mutate(name);
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode mutant : result.path("mutants")) {
      String fate = mutant.path("change").asText(mutant.path("fate").asText());
      counts.merge(fate, 1, Integer::sum);
    }
    Map<String, String> found = new TreeMap<>();
    counts.forEach((fate, count) -> found.put(fate, count.toString()));
    found.put("states", result.path("states").toString());
    List<String> idle = new ArrayList<>();
    result
        .path("claims")
        .properties()
        .forEach(
            claim -> {
              if (claim.getValue().path("first").asInt() == 0) {
                idle.add('"' + claim.getKey() + '"');
              }
            });
    found.put("idle", idle.toString().replace(" ", ""));
    TreeSet<String> never = new TreeSet<>();
    result.path("neverExercised").forEach(part -> never.add(part.path("claim").toString()));
    found.put("never", never.toString().replace(" ", ""));
    return found;
  }

  // ---------------------------------------------------------------- against TLC alone

  /** Compares with TLC alone, on the text that a diff of {@code --show} gives. */
  @Test
  void aMutantIsNoticedIfAndOnlyIfTlcFindsAnErrorInItsText() throws Exception {
    check("TwoDigits", 8);
  }

  @WholeOnly
  @Test
  void allMutantsAreNoticedIfAndOnlyIfTlcFindsAnErrorInTheirText() throws Exception {
    check("Queue", 1);
    check("Peterson", 1);
    check("Relay", 1);
    check("Commit", 1);
    check("Tabs", 1);
    check("Light", 1);
  }

  private void check(String name, int each) throws Exception {
    JsonNode mutants = mutate(name).path("mutants");
    assertThat(project.run("mutate", spec(name), "--show")).isZero();
    Map<String, List<String>> diffs = new TreeMap<>();
    List<String> diff = null;
    for (String line : project.out().lines().toList()) {
      if (line.startsWith("# to run it") || line.startsWith("# to look")) {
        continue;
      } else if (line.startsWith("# ")) {
        diff = new ArrayList<>();
        diffs.put(line.substring(2, line.indexOf(':')), diff);
      } else {
        diff.add(line);
      }
    }
    assertThat(diffs).hasSize(mutants.size());
    for (int i = 0; i < mutants.size(); i += each) {
      JsonNode mutant = mutants.get(i);
      String id = mutant.path("mutant").asText();
      Path module = Path.of(mutant.path("file").asText());
      boolean noticed = !mutant.path("fate").asText().equals("survives");
      assertThat(tlc(name, module, patched(module, diffs.get(id))) != 0).as(id).isEqualTo(noticed);
    }
  }

  /** Applies a unified diff of one hunk. */
  private static String patched(Path module, List<String> diff) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readString(module).replace("\r\n", "\n").split("\n", -1)) {
      lines.add(expanded(line));
    }
    String range = diff.get(2).replaceFirst("@@ -(\\d+),(\\d+) .*", "$1 $2");
    int first = Integer.parseInt(range.split(" ")[0]) - 1;
    int count = Integer.parseInt(range.split(" ")[1]);
    List<String> old = new ArrayList<>();
    List<String> now = new ArrayList<>();
    for (String line : diff.subList(3, diff.size())) {
      if (!line.startsWith("+")) {
        old.add(line.substring(1));
      }
      if (!line.startsWith("-")) {
        now.add(line.substring(1));
      }
    }
    assertThat(lines.subList(first, first + count)).isEqualTo(old);
    List<String> all = new ArrayList<>(lines.subList(0, first));
    all.addAll(now);
    all.addAll(lines.subList(first + count, lines.size()));
    return String.join("\n", all);
  }

  private static String expanded(String line) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      do {
        out.append(line.charAt(i) == '\t' ? ' ' : line.charAt(i));
      } while (line.charAt(i) == '\t' && out.length() % 8 != 0);
    }
    return out.toString();
  }

  private int tlc(String name, Path module, String text) throws Exception {
    Path place = Files.createTempDirectory(folder, "tlc");
    try (Stream<Path> all = Files.list(FOLDER)) {
      for (Path each : all.toList()) {
        Files.copy(each, place.resolve(each.getFileName()));
      }
    }
    Files.writeString(place.resolve(module.getFileName()), text);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                TlcJar.shipped().path().toString(),
                "tlc2.TLC",
                "-config",
                name + ".cfg",
                name)
            .directory(place.toFile())
            .redirectErrorStream(true)
            .redirectOutput(place.resolve("out").toFile())
            .start();
    Waiting.until(() -> !process.isAlive());
    return process.exitValue();
  }

  // ---------------------------------------------------------------- what is told

  @WholeOnly
  @Test
  void theMatrixTellsWhichClaimsNoOtherReplaces() throws IOException {
    JsonNode claims = mutate("Queue", "--matrix").path("claims");
    assertThat(claims.path("NotMore").toString())
        .isEqualTo("{\"first\":6,\"notices\":6,\"alone\":2}");
    // It is true only because of NotMore: whatever it notices, NotMore does.
    assertThat(claims.path("Silly").path("notices").asInt()).isGreaterThan(1);
  }

  @Test
  void survivorsStandWithTheirLineBeforeAndAfterAndThoseOfPlusCalWithTheAlgorithms() {
    assertThat(project.run("mutate", spec("Peterson"), "--only", "wait,lower")).isZero();
    assertThat(project.out())
        .contains(
            """
            No claim notices that steps are missing; only a liveness property can:
              Peterson.tla:38 (PlusCal, line 9): Peterson/wait/disjunct-1: a disjunct is removed
                  /\\ flag[1 - self] = FALSE \\/ turn = self
                  /\\ FALSE \\/ turn = self
            """)
        .contains("Peterson.tla:48 (PlusCal, line 11): Peterson/lower/update-1");
  }

  @Test
  void aKnownSurvivorIsNoFailureAndANewOneIs() throws IOException {
    Path file = folder.resolve("known.toml");
    String toggle = spec("Toggle");
    assertThat(project.run("mutate", toggle, "--keep", file.toString())).as(project.err()).isZero();
    String text = Files.readString(file);
    assertThat(text).contains("definition = \"Next\"", "because = \"open\"");
    // A reason stays if the file is written anew.
    Files.writeString(file, text.replace("\"open\"", "\"A light may stay on.\""));
    String[] both = {"mutate", toggle, "--known", file.toString(), "--keep", file.toString()};
    assertThat(project.run(both)).isZero();
    assertThat(Files.readString(file)).contains("A light may stay on.");
    Files.writeString(
        file, Files.readString(file).replace("definition = \"Next\"", "definition = \"Nex\""));
    assertThat(project.run("mutate", toggle, "--known", file.toString())).isEqualTo(1);
    assertThat(project.out())
        .contains("not known: Toggle/Next/update-1")
        .contains("an entry is no longer needed: Toggle/Nex, update");
    Files.writeString(file, "[[survivor]]\nmodule = \"Toggle\"\n");
    assertThat(project.run("mutate", toggle, "--known", file.toString())).isEqualTo(2);
    assertThat(project.err()).contains("entry 1 ()", "is missing");
  }

  @Test
  void sarifMarksSurvivorsAndPartsThatNothingExercises() throws IOException {
    Path file = folder.resolve("log.sarif");
    JsonNode claims =
        mutate("Tokens", "--only", "Pass", "--matrix", "--sarif", file.toString()).path("claims");
    assertThat(claims.path("OneToken").toString())
        .isEqualTo("{\"first\":1,\"notices\":1,\"alone\":1}");
    assertThat(claims.path("AlwaysTrue").path("notices").asInt()).isZero();
    JsonNode run = JSON.readTree(Files.readString(file)).path("runs").path(0);
    List<String> seen = new ArrayList<>();
    for (JsonNode result : run.path("results")) {
      JsonNode place = result.path("locations").path(0).path("physicalLocation");
      assertThat(place.path("artifactLocation").path("uri").asText()).endsWith("Tokens.tla");
      seen.add(result.path("ruleId").asText() + " " + place.path("region").path("startLine"));
    }
    assertThat(seen).contains("survivor 8", "survivor 10", "never-exercised 14");
  }

  @Test
  void aRunGoesOnWhereItWasStopped() throws IOException {
    Path results = folder.resolve("results");
    mutate("Toggle", "--results", results.toString());
    Path file = results.resolve("Toggle.ndjson");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3);
    // What is there is not run again.
    Files.writeString(
        file,
        String.join("\n", lines).replace("\"detail\":\"fewer\"", "\"detail\":\"more\"") + "\n");
    JsonNode again = mutate("Toggle", "--results", results.toString());
    assertThat(again.path("mutants").path(0).path("change").asText()).isEqualTo("more");
    // With another search it is.
    JsonNode other = mutate("Toggle", "--results", results.toString(), "--deadlock", "off");
    assertThat(other.path("mutants").path(0).path("change").asText()).isEqualTo("fewer");
  }

  // ---------------------------------------------------------------- input

  @Test
  void aSpecificationThatDoesNotHoldHasNoMutants() throws IOException {
    Path file = folder.resolve("Falls.tla");
    Files.writeString(
        file,
        "---- MODULE Falls ----\nVARIABLE x\nInit == x = 1\nNext == x' = 2\nOne == x = 1\n====\n");
    Files.writeString(folder.resolve("Falls.cfg"), "INIT Init\nNEXT Next\nINVARIANT One\n");
    assertThat(project.run("mutate", file.toString())).isEqualTo(1);
    assertThat(project.out()).contains("violates One");
    assertThat(project.err()).contains("tell something only if it holds without one");
    Files.writeString(file, "---- MODULE Falls ----\nInit == (\n====\n");
    assertThat(project.run("mutate", file.toString())).isEqualTo(2);
    assertThat(project.out()).contains("does not parse").contains("Falls.tla:");
  }

  @Test
  void optionsOfTheTableAndOfAFileDoNotMix() {
    assertThat(project.run("mutate", spec("Queue"), spec("Toggle"))).isEqualTo(2);
    assertThat(project.err()).contains("name one FILE.tla alone");
    assertThat(project.run("mutate", spec("Queue"), "--replay")).isEqualTo(2);
    assertThat(project.run("mutate", "Relay", "--matrix")).isEqualTo(2);
    assertThat(project.err()).contains("--matrix").contains("without a FILE.tla of your own");
    assertThat(project.run("mutate", spec("Queue"), "--only", "Nothing")).isEqualTo(3);
    assertThat(project.run("mutate", spec("Queue"), "--sample", "3", "--keep", "x.toml"))
        .isEqualTo(2);
    assertThat(project.err()).contains("--keep goes with all mutants");
  }
}
