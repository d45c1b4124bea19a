package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the file of recorded numbers and of the modes that write it. */
class ProseModeTest {
  private static final String LINE = "\"b.md\" = { words = 8, what = 2 }";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void record() throws IOException {
    file = folder.resolve("new/ratchet.toml");
    apply(ProseMode.RAISE, "what came what came one two three four");
  }

  private void apply(ProseMode mode, String text) throws IOException {
    ProseCensus now = census(text);
    mode.apply(file, new ProseCheck(mode.recorded(file, now), now));
  }

  private static ProseCensus census(String text) {
    List<Passage> passages = new ArrayList<>();
    passages.add(new Passage(ProseKind.PAGES, PassageRole.BODY, "b.md", 1, text));
    passages.add(
        new Passage(ProseKind.PAGES, PassageRole.BODY, "a.md", 1, "You shall.\nIt shall."));
    passages.add(new Passage(ProseKind.HELP, PassageRole.BODY, "Good.java", 1, "Checks a log."));
    return new ProseCensus(passages);
  }

  @Test
  void theFileHasALineForEachFileThatMissesAGoal() throws IOException {
    assertThat(Files.readString(file))
        .startsWith("# ")
        .contains(
            "\n[pages]\n\"a.md\" = { words = 4, shall = 2, you = 1 }\n" + LINE + "\n\n[help]\n\n[")
        .doesNotContain("Good.java");
    assertThat(ProseRatchet.read(file).files(ProseKind.PAGES))
        .isEqualTo(census("what came what came one two three four").files(ProseKind.PAGES));
  }

  @Test
  void checkWritesNothing() throws IOException {
    String text = Files.readString(file);
    apply(ProseMode.CHECK, "one two");
    assertThatThrownBy(() -> apply(ProseMode.CHECK, "what what what"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("b.md has 3, recorded 2")
        .hasMessageContaining("-Dsluice.prose=raise");
    assertThat(file).hasContent(text);
  }

  @Test
  void writeRecordsBetterNumbersAndRefusesWorseOnes() throws IOException {
    String text = Files.readString(file);
    assertThatThrownBy(() -> apply(ProseMode.WRITE, "what what what"))
        .isInstanceOf(AssertionError.class);
    assertThat(file).hasContent(text);
    apply(ProseMode.WRITE, "what came one two three four five");
    assertThat(Files.readString(file))
        .isEqualTo(text.replace(LINE, "\"b.md\" = { words = 7, what = 1 }"));
    apply(ProseMode.WRITE, "one two");
    assertThat(Files.readString(file)).isEqualTo(text.replace(LINE + "\n", ""));
  }

  @Test
  void raiseRecordsWorseNumbers() throws IOException {
    apply(ProseMode.RAISE, "what what what");
    assertThat(file).content().contains("\"b.md\" = { words = 3, what = 3 }");
  }

  @Test
  void aPropertyNamesTheMode() {
    assertThat(ProseMode.of(null)).isEqualTo(ProseMode.CHECK);
    assertThat(ProseMode.of("write")).isEqualTo(ProseMode.WRITE);
    assertThat(ProseMode.of("raise")).isEqualTo(ProseMode.RAISE);
    assertThatThrownBy(() -> ProseMode.of("wirte")).hasMessageContaining("\"wirte\"");
  }

  @Test
  void anAbsentOrInvalidFileFails() throws IOException {
    Files.writeString(file, "[pages]\n\"a.md\" = { words = 4, waht = 2 }\n");
    assertThatThrownBy(() -> apply(ProseMode.CHECK, "one"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("invalid ratchet line \"a.md\"");
    Files.writeString(file, "[pages]\n\"a.md\" = { words = 4 }\n\"a.md\" = { words = 4 }\n");
    assertThatThrownBy(() -> apply(ProseMode.CHECK, "one")).isInstanceOf(IOException.class);
    Files.delete(file);
    assertThatThrownBy(() -> apply(ProseMode.WRITE, "one")).isInstanceOf(NoSuchFileException.class);
  }
}
