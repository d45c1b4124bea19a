package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.house.Whole;
import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.probe.PhaseTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The folder of {@code verify --out} lets anybody repeat what it says: each line of commands.txt is
 * given to a shell, in the project's root, and TLC alone must come to what result.json says.
 */
class EvidenceTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final long SEED = 8;
  private static final int SMALL = 500;

  private static final Pattern FOUND =
      Pattern.compile("(?m)^(\\d+) states generated, (\\d+) distinct states found");
  private static final Pattern DEPTH =
      Pattern.compile("The depth of the complete state graph search is (\\d+)\\.");
  private static final Pattern VIOLATED =
      Pattern.compile("(?:Invariant|Action property|Property) (\\w+) is violated");

  /** What TLC says of a refinement: a part of another specification, which has no name here. */
  private static final Pattern PART_VIOLATED =
      Pattern.compile("Action property line \\d+, col \\d+ .* of module (\\w+) is violated");

  private static final Pattern TEMPORARY = Pattern.compile("-Djava\\.io\\.tmpdir=(\\S+)");

  @TempDir Path scratch;

  /**
   * Each run takes two JVMs: a build draws a model that holds and a control, {@code .ci/long} five.
   */
  @Test
  void runsDrawnByLotComeToTheSameByTlcAlone() throws Exception {
    Path kept = scratch.resolve("kept 'here'");
    List<String> ids = keep(kept);
    JsonNode result = new ObjectMapper().readTree(kept.resolve("result.json").toFile());
    Map<String, String> lines = lines(kept.resolve("commands.txt"));
    assertThat(lines.keySet()).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(lines.values())
        .allSatisfy(line -> assertThat(line).contains(" tlc2.TLC ").doesNotContain("sluice"));
    assertThat(lines.values().stream().map(line -> found(TEMPORARY, line)).distinct())
        .as("runs side by side unpack TLC's modules into folders of their own")
        .hasSameSizeAs(lines.keySet());
    Map<String, Future<String>> runs = new TreeMap<>();
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      lines.forEach((id, line) -> runs.put(id, two.submit(() -> shell(line))));
      for (JsonNode model : result.path("models")) {
        String id = model.path("id").asText();
        same(id, runs.get(id).get(), model);
      }
    } finally {
      two.shutdownNow();
    }
    provenance(kept);
    digests(kept.resolve("digests.txt"));
    VerifyCommandTest.sums(kept);
  }

  /** Checks what is drawn, and keeps it as {@code verify --out} does. */
  private List<String> keep(Path folder) throws Exception {
    ModelTable table = ModelTable.load(ROOT);
    List<Model> drawn =
        drawn(
            table,
            Whole.IS_ASKED ? 2 : 1,
            model -> model.mustHold() && model.states() <= SMALL,
            new Random(SEED));
    drawn.addAll(
        drawn(table, Whole.IS_ASKED ? 3 : 1, model -> !model.mustHold(), new Random(SEED)));
    TlcJar jar = TlcJar.shipped();
    Tlc tlc = new Tlc(jar, scratch);
    ModelCheck check = new ModelCheck(tlc, table.library());
    try (OutFolder out =
        OutFolder.begin(folder, ROOT, jar, SourceDigests.take(ROOT, jar), new Interrupts())) {
      List<Done> all = new ArrayList<>();
      for (Model model : drawn) {
        Path run = Files.createTempDirectory(scratch, "run");
        all.add(
            new Done(
                check.check(
                    model,
                    new ModelCheck.Limits(1, 512, 0, false, true, true),
                    run,
                    graph -> {},
                    howFar -> {},
                    phase -> {}),
                0,
                new PhaseTimes()));
        out.keep(all.get(all.size() - 1));
      }
      out.finish(new RunResult("verify", all, List.of(), List.of()));
    } finally {
      tlc.rest();
    }
    return drawn.stream().map(Model::id).toList();
  }

  private static List<Model> drawn(
      ModelTable table, int number, Predicate<Model> from, Random chance) {
    List<Model> all =
        new ArrayList<>(
            table.models().stream()
                .filter(model -> model.lane() != Lane.FULL)
                .filter(from)
                .toList());
    Collections.shuffle(all, chance);
    return new ArrayList<>(all.subList(0, number));
  }

  /** The lines by the model that each is of, as a comment before it says. */
  private static Map<String, String> lines(Path file) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    String before = "";
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        lines.put(before.substring(2), line);
      }
      before = line;
    }
    return lines;
  }

  private static String shell(String line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(ROOT.toFile());
    builder.redirectErrorStream(true);
    builder
        .environment()
        .merge("PATH", Path.of(System.getProperty("java.home"), "bin") + ":", (a, b) -> b + a);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"); // starts sooner
    Process process = builder.start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes());
  }

  private static void same(String id, String said, JsonNode model) {
    assertThat(model.path("status").asText()).as(id).isEqualTo("as-expected");
    if (!model.has("kind")) {
      assertThat(said).as(id).contains("No error has been found");
      assertThat(number(FOUND, 1, said)).as(id).isEqualTo(model.path("generated").asLong());
      assertThat(number(FOUND, 2, said)).as(id).isEqualTo(model.path("states").asLong());
      assertThat(number(DEPTH, 1, said)).as(id).isEqualTo(model.path("depth").asLong());
      return;
    }
    Matcher violated = VIOLATED.matcher(said);
    if (model.path("kind").asText().equals("liveness")) {
      assertThat(said).as(id).contains("Temporal properties were violated");
      return;
    }
    if (violated.find()) {
      assertThat(violated.group(1)).as(id).isEqualTo(model.path("expect").asText());
    } else {
      assertThat(id).doesNotStartWith(found(PART_VIOLATED, said) + "/");
    }
    long states = Pattern.compile("(?m)^State \\d+: ").matcher(said).results().count();
    assertThat(states).as(id).isEqualTo(model.path("length").asLong());
  }

  private static String found(Pattern form, String line) {
    Matcher matcher = form.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    return matcher.group(1);
  }

  private static long number(Pattern form, int group, String said) {
    List<Long> all =
        form.matcher(said).results().map(found -> Long.valueOf(found.group(group))).toList();
    assertThat(all).as(said).isNotEmpty();
    return all.get(all.size() - 1); // progress has such lines, too
  }

  private static void provenance(Path kept) throws IOException {
    JsonNode from = new ObjectMapper().readTree(kept.resolve("provenance.json").toFile());
    assertThat(from.path("jdk").asText()).contains(System.getProperty("java.vm.version"));
    assertThat(from.path("tlc").toString()).contains("Version 2");
    String commit = from.path("commit").asText();
    if (Files.exists(ROOT.resolve(".git"))) { // a file in a work tree
      assertThat(commit).matches("[0-9a-f]{40}([0-9a-f]{24})?");
    } else {
      assertThat(commit).startsWith("not known: ");
    }
  }

  /** Every source, by a relative path and in order, and what is in it. */
  private static void digests(Path file) throws Exception {
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String name = line.substring(66);
      names.add(name);
      byte[] bytes = Files.readAllBytes(ROOT.resolve(name));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      assertThat(line).startsWith(HexFormat.of().formatHex(digest) + "  ");
    }
    assertThat(names)
        .contains(
            "pom.xml",
            "sluice",
            "spec/uet/CreditConservation.tla",
            "spec/requirements/rccc.toml",
            "src/main/java/dev/sluice/cli/Sluice.java",
            "src/main/resources/dev/sluice/scenario/incast.toml",
            "model-traces/index.json");
    List<String> sources = names.stream().filter(name -> !name.endsWith(".jar")).toList();
    assertThat(sources).isSorted().noneMatch(name -> name.startsWith("/")).doesNotHaveDuplicates();
    assertThat(names.get(names.size() - 1)).endsWith(".jar");
  }
}
