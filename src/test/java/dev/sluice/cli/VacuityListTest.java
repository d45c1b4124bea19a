package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The list of parts that nothing exercises, in a small project: it may neither grow nor go stale.
 */
class VacuityListTest {
  private static final String CLAIM = "SeenWasSentInv == seen < next";
  private static final String ALTERNATIVE = " \\/ seen > Last + 5";

  @TempDir Path folder;

  @Test
  void aPartThatIsNotInTheListFailsVerifyAndSoDoesAStaleEntry() throws Exception {
    Project project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    catalogue(project);
    assertThat(project.run("traces")).isEqualTo(0);
    assertThat(project.run("verify")).isEqualTo(0);
    assertThat(project.out())
        .contains("ok    vacuity: every part of 1 claim is exercised, of 1 part of 1 claim\n");

    edit(project, CLAIM, CLAIM + ALTERNATIVE);
    assertThat(project.run("verify")).isEqualTo(1);
    assertThat(project.out())
        .contains("vacuity: 1 part of 1 claim is never exercised")
        .contains(
            "spec/Relay.tla:34: no model of the lane quick exercises Relay: SeenWasSentInv,"
                + " disjunct: seen > Last + 5");
    assertThat(project.run("verify", "Relay/trace"))
        .as("one model need not exercise every part of its specification's claims")
        .isEqualTo(0);

    assertThat(project.run("verify", "--write-vacuity")).isEqualTo(0);
    Path list = project.root().resolve("spec/vacuity/Relay.toml");
    assertThat(list).content().contains("because = \"open\"");
    assertThat(project.run("verify")).isEqualTo(0);
    assertThat(project.out()).contains("all known; 1 entry has no reason");
    assertThat(project.run("verify", "--all"))
        .as("the entry is one of the quick lane")
        .isEqualTo(1);
    Files.writeString(list, Files.readString(list).replace("\"open\"", "\"Five \\\"tokens\\\".\""));
    assertThat(project.run("verify", "--all", "--write-vacuity")).isEqualTo(0);
    assertThat(list)
        .content()
        .contains("lanes = [\"quick\", \"all\"]", "because = \"Five \\\"tokens\\\".\"");

    edit(project, CLAIM + ALTERNATIVE, CLAIM);
    assertThat(project.run("verify")).isEqualTo(1);
    assertThat(project.out())
        .contains(
            "spec/vacuity/Relay.toml: exercised in the lane quick by now, or no longer a part of"
                + " the claim: Relay: SeenWasSentInv, disjunct: seen > Last + 5");
    Files.writeString(list, "[[part]]\nclaim = \"X\"\n");
    assertThat(project.run("verify")).isEqualTo(2);
    assertThat(project.out()).contains("entry 1 (X): kind is missing");
  }

  @Test
  void checkListsThePartsWithTheirText() throws Exception {
    Project project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    edit(project, CLAIM, CLAIM + ALTERNATIVE);
    assertThat(project.run("check", "Relay/trace")).isEqualTo(0);
    assertThat(project.out())
        .contains("ok    vacuity: 1 part of 1 claim is never exercised")
        .contains("spec/Relay.tla:34: Relay, SeenWasSentInv, disjunct: FALSE in its place")
        .contains("SeenWasSentInv == seen < next \\/ seen > Last + 5\n")
        .contains(" ".repeat(CLAIM.length() + 4) + "^".repeat("seen > Last + 5".length()) + "\n");
    project.run("check", "--json");
    JsonNode part = new ObjectMapper().readTree(project.out()).path("parts").get(0);
    assertThat(part.path("name").asText()).isEqualTo("vacuity");
    assertThat(part.path("details").toString())
        .contains("spec/Relay.tla:34: Relay, SeenWasSentInv");
  }

  private static void catalogue(Project project) throws IOException {
    Path copy = Files.createDirectories(project.root().resolve("spec/requirements"));
    try (Stream<Path> files = Files.list(Path.of("spec/requirements"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    edit(project, CLAIM + "\n", CLAIM + " \\* RCCC-5\n");
    Files.writeString(
        project.root().resolve("spec/planted.toml"),
        "[[planted]]\nid = \"RCCC-5\"\ncontrol = \"Relay/fault_late\"\n");
  }

  private static void edit(Project project, String from, String to) throws IOException {
    Path spec = project.root().resolve("spec/Relay.tla");
    String text = Files.readString(spec);
    assertThat(text).contains(from);
    Files.writeString(spec, text.replace(from, to));
    project.run("traces");
  }
}
