package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is not what a test computes is told line by line, with what to do about it. */
class GoldenTest {
  @TempDir Path folder;

  @Test
  void theLinesThatDifferAreToldAndWhenToWriteThem() throws Exception {
    Path file = Files.writeString(folder.resolve("page.md"), "one\ntwo\nthree\nfour\n");
    assertThatThrownBy(() -> Golden.hold(file, "one\n2\nthree\nfour\nfive\n", GoldenTest.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(file + " is not what GoldenTest computes:\n")
        .hasMessageContaining("line 2\n  is        two\n  should be 2\nline 5\n  should be five\n")
        .hasMessageContaining("If your change is meant to change what is computed")
        .hasMessageContaining("mvn test -Dtest=GoldenTest -Dsluice.pages=write")
        .hasMessageNotContaining("three");
    assertThat(file).hasContent("one\ntwo\nthree\nfour\n");
    assertThatCode(() -> Golden.hold(file, "one\ntwo\nthree\nfour\n", GoldenTest.class))
        .doesNotThrowAnyException();
  }

  @Test
  void aFileThatIsNotThereIsAsGoodAsEmpty() {
    Path file = folder.resolve("none.md");
    assertThatThrownBy(() -> Golden.hold(file, "one\n", GoldenTest.class))
        .hasMessageContaining("should be one");
    assertThat(file).doesNotExist();
  }

  @Test
  void aLongListOfLinesIsCut() {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 100; line++) {
      text.append("x".repeat(300)).append(line).append('\n');
    }
    String told = Golden.because(folder, "", text.toString(), GoldenTest.class);
    assertThat(told).contains("… and 6").hasLineCount(1 + 40 + 1 + 3);
    assertThat(told.lines().limit(41)).allMatch(line -> line.length() < 260);
  }
}
