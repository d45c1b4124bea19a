package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows of drawn sizes on the command line: what is told of them by size, and their files. */
class FlowSizesTest {
  private static final String SIZES = "0 0\n2000 30\n20000 60\n200000 100\n";

  private static final String SCENARIO =
      """
      title = "drawn"
      [topology]
      kind = "leaf-spine"
      leaves = 2
      hosts-per-leaf = 4
      [[workload]]
      kind = "drawn"
      sizes = "mine.cdf"
      flows = 120
      """;

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String run(int code, String... args) {
    out.reset();
    err.reset();
    Terminal terminal = new Terminal(stream(out), stream(err), false, false, false);
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    assertThat(Sluice.run(session, args)).as("%s%s", out, err).isEqualTo(code);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  /** A scenario in the folder, with the file that it names beside it. */
  private String scenario() throws IOException {
    Files.writeString(folder.resolve("mine.cdf"), SIZES);
    return Files.writeString(folder.resolve("mine.toml"), SCENARIO).toString();
  }

  private String[] compare(String... more) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("compare", scenario(), "--cc", "nscc,rccc,rcm,ldcp"));
    all.addAll(List.of("--seeds", "2"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void aRunTellsSlowdownBySizeAndDrawsIt() throws IOException {
    String said = run(0, "run", scenario(), "--plot", folder.resolve("plots").toString());
    assertThat(said.lines())
        .anyMatch(line -> line.matches("slowdown +flows +p50 +p95 +p99"))
        .anyMatch(line -> line.matches("≤ 3 KB +\\d+( +\\d+\\.\\d{6}){3}"))
        .anyMatch(line -> line.matches("≤ 300 KB +\\d+( +\\d+\\.\\d{6}){3}"));
    assertThat(Files.readString(folder.resolve("plots/slowdown.svg")))
        .contains("prefers-color-scheme: dark", ">p50<", ">p95<", ">p99<", ">3 KB<", ">300 KB<")
        .contains("Slowdown by size — mine");
    assertThat(folder.resolve("plots/slowdown.png")).isNotEmptyFile();
    JsonNode run = new ObjectMapper().readTree(run(0, "run", scenario(), "--json")).at("/runs/0");
    int flows = 0;
    for (JsonNode bin : run.get("slowdownBySize")) {
      flows += bin.get("flows").asInt();
      assertThat(bin.get("p50").asLong()).isLessThanOrEqualTo(bin.get("p95").asLong());
      assertThat(bin.get("p95").asLong()).isLessThanOrEqualTo(bin.get("p99").asLong());
    }
    assertThat(flows).isEqualTo(120);
  }

  @Test
  void flowsOfOneSizeAreNotToldApart() throws IOException {
    assertThat(run(0, "run", "handshake")).doesNotContain("slowdown  ");
    assertThat(new ObjectMapper().readTree(run(0, "run", "handshake", "--json")).at("/runs/0"))
        .noneMatch(node -> node.has("slowdownBySize"));
  }

  @Test
  void aFileOfFlowsGivesTheRunThatItIsOf() throws IOException {
    Path flows = folder.resolve("flows.csv");
    run(0, "run", scenario(), "--seed", "3", "--flows", flows.toString());
    assertThat(Files.readString(flows)).startsWith("from,to,bytes,start_ps\n").hasLineCount(121);
    Path table = folder.resolve("drawn.csv");
    run(0, "run", scenario(), "--seed", "3", "--csv", table.toString());
    String listed =
        SCENARIO.replaceAll("(?s)kind = \"drawn\".*", "kind = \"file\"\npath = \"flows.csv\"\n");
    Path other = Files.writeString(folder.resolve("listed.toml"), listed);
    Path again = folder.resolve("listed.csv");
    run(0, "run", other.toString(), "--seed", "3", "--csv", again.toString());
    assertThat(again).hasSameTextualContentAs(table);
  }

  @Test
  void aLoadIsThatOfTheScenario() throws IOException {
    run(0, "run", scenario(), "--load", "50%", "--flows", folder.resolve("a").toString());
    run(0, "run", scenario(), "--flows", folder.resolve("b").toString());
    run(0, "run", scenario(), "--load", "25%", "--flows", folder.resolve("c").toString());
    assertThat(folder.resolve("a")).hasSameTextualContentAs(folder.resolve("b"));
    assertThat(Files.readString(folder.resolve("c")))
        .isNotEqualTo(Files.readString(folder.resolve("a")));
  }

  /** One table, one document and one page, however many runs go on at a time. */
  @Test
  void algorithmsAreComparedBySize() throws IOException {
    Path one = folder.resolve("one.csv");
    Path three = folder.resolve("three.csv");
    Path page = folder.resolve("page");
    String alone = run(0, compare("--jobs", "1", "--csv", one.toString()));
    String together =
        run(0, compare("--jobs", "3", "--csv", three.toString(), "--plot", page.toString()));
    assertThat(together).isEqualTo(alone);
    assertThat(three).hasSameTextualContentAs(one);
    assertThat(alone.lines())
        .anyMatch(line -> line.matches("slowdown +flows +nscc +rccc +rcm +ldcp"))
        .anyMatch(line -> line.matches("≤ 3 KB +\\d+  p50( +\\d\\S+ \\([0-9.,]+…[0-9.,]+\\)){4}"))
        .anyMatch(line -> line.matches(" +p99( +\\d\\S+ \\([0-9.,]+…[0-9.,]+\\)){4}"));
    assertThat(Files.readString(page.resolve("compare.svg")))
        .contains("Slowdown by size, p50 — mine", "Slowdown by size, p99 — mine", ">30 KB<");
    List<String> rows = Files.readAllLines(one);
    assertThat(rows).hasSize(9);
    assertThat(rows.get(0))
        .endsWith(",slowdown-300000-p50,slowdown-300000-p95,slowdown-300000-p99");
    assertThat(rows).allMatch(row -> row.split(",").length == rows.get(0).split(",").length);
    JsonNode found = new ObjectMapper().readTree(run(0, compare("--json")));
    assertThat(found.at("/units/slowdownBySize").asText()).isEqualTo("10^-6");
    for (JsonNode algorithm : found.get("algorithms")) {
      for (int bin = 0; bin < algorithm.get("slowdownBySize").size(); bin++) {
        List<Long> values = new ArrayList<>();
        int flows = 0;
        for (JsonNode each : algorithm.get("runs")) {
          values.add(each.get("slowdownBySize").get(bin).get("p99").asLong());
          flows += each.get("slowdownBySize").get(bin).get("flows").asInt();
        }
        values.sort(null);
        JsonNode size = algorithm.get("slowdownBySize").get(bin);
        assertThat(size.get("flows").asInt()).isEqualTo(flows);
        assertThat(size.at("/p99/least").asLong()).isEqualTo(values.get(0));
        assertThat(size.at("/p99/median").asLong()).isEqualTo(values.get(0));
        assertThat(size.at("/p99/greatest").asLong()).isEqualTo(values.get(1));
      }
    }
  }
}
