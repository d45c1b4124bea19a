package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept behaviours that another tool has written anew, replayed from their file. */
class TraceReplayTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private static final Path KEPT = Path.of("model-traces/PfcLossless/trace.json");

  @TempDir Path folder;

  private record Ran(int code, String out) {}

  private Ran replay(Consumer<ObjectNode> change) throws IOException {
    ObjectNode kept = (ObjectNode) JSON.readTree(KEPT.toFile());
    change.accept(kept);
    Path file = folder.resolve("kept.json");
    // keys sorted and lines indented, as other tools print
    Object sorted = JSON.convertValue(kept, TreeMap.class);
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(sorted));
    Project project = Project.own(folder);
    int code = project.run("replay", file.toString());
    return new Ran(code, project.out() + project.err());
  }

  @Test
  void theOrderOfKeysHasNoMeaning() throws IOException {
    Ran ran = replay(kept -> {});
    assertThat(ran.code()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("PfcLossless/trace  1,025     1,025      243");
  }

  @Test
  void aConstantThatTheModelHasNotIsRefused() throws IOException {
    Ran ran = replay(kept -> ((ObjectNode) kept.get("constants")).put("Nonsense", 7));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out())
        .contains("its constants have Nonsense, which PfcLossless/trace has not; it has Cable,");
  }

  @Test
  void aConstantHasTheModelsValue() throws IOException {
    Ran ran = replay(kept -> ((ObjectNode) kept.get("constants")).put("Pause", 4));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("its constant Pause is 4, and that of PfcLossless/trace is 3");
  }

  /** Drops the calls that states refuse: the table tells that none was tried. */
  @Test
  void refusalsThatAreNotToldAreNotTried() throws IOException {
    Ran ran = replay(kept -> kept.get("states").forEach(s -> ((ObjectNode) s).remove("#refused")));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("PfcLossless/trace  1,025     1,025        0");
  }

  private Path written(String name, Consumer<ObjectNode> change) throws IOException {
    ObjectNode kept = (ObjectNode) JSON.readTree(KEPT.toFile());
    change.accept(kept);
    return Files.writeString(folder.resolve(name), JSON.writeValueAsString(kept));
  }

  /** Replays two files in either order: the gravest outcome decides. */
  @Test
  void theWorstFileDecides() throws IOException {
    Path sound = written("sound.json", kept -> {});
    Path refused =
        written("refused.json", kept -> ((ObjectNode) kept.get("constants")).put("Nonsense", 7));
    Path broken = Files.writeString(folder.resolve("broken.json"), "{}");
    Path parts =
        written(
            "parts.json",
            kept -> {
              ObjectNode call = (ObjectNode) kept.get("steps").get(0).deepCopy();
              call.retain("action", "arguments");
              ((ObjectNode) kept.get("states").get(0)).putArray("#refused").add(call);
            });
    Map<Path, Integer> codes =
        Map.of(
            sound, ExitCodes.OK,
            parts, ExitCodes.FAILED,
            refused, ExitCodes.BAD_INPUT,
            broken, ExitCodes.BAD_INPUT);
    for (Path one : codes.keySet()) {
      for (Path other : codes.keySet()) {
        Project project = Project.own(folder);
        int code = project.run("replay", one.toString(), other.toString());
        assertThat(code)
            .as(
                "exit code of %s and then %s: %s",
                one.getFileName(), other.getFileName(), project.out() + project.err())
            .isEqualTo(Math.max(codes.get(one), codes.get(other)));
        if (one.equals(sound) || other.equals(sound)) {
          assertThat(project.out())
              .as("row of sound.json beside the other file's")
              .contains("PfcLossless/trace  1,025     1,025");
        }
      }
    }
  }
}
