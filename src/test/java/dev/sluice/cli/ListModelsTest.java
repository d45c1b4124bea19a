package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice list models} on this project's own tables. */
class ListModelsTest {
  private static final Pattern NUMBERED = Pattern.compile("none \\[([0-9]+)]$");

  @TempDir Path scratch;

  @Test
  void theReasonOfEachModelThatIsNotReplayedIsPrinted() throws Exception {
    Project project = Project.own(scratch);
    assertThat(project.run("list", "models")).isZero();
    List<String> lines = project.out().lines().toList();
    assertThat(project.run("list", "models", "--json")).isZero();
    JsonNode rows = new ObjectMapper().readTree(project.out()).path("models");
    int without = 0;
    for (int i = 0; i < rows.size(); i++) {
      String replay = rows.path(i).path("replay").asText();
      if (replay.startsWith("none: ")) {
        without++;
        String line = lines.get(i + 2); // below the heads
        Matcher note = NUMBERED.matcher(line);
        assertThat(line).startsWith(rows.path(i).path("id").asText() + " ");
        assertThat(note.find()).as(line).isTrue();
        assertThat(lines)
            .contains(
                "[" + note.group(1) + "] not replayed: " + replay.substring("none: ".length()));
      }
    }
    assertThat(without).isPositive();
  }

  @Test
  void theModelsOfRcccIncastAreReplayed() throws Exception {
    assertThat(
            ModelTable.load(Path.of("").toAbsolutePath()).models().stream()
                .filter(model -> model.module().equals("RcccIncast") && model.mustHold())
                .filter(model -> !model.replayed())
                .map(Model::id))
        .containsExactly("RcccIncast/induction");
  }
}
