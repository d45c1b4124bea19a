package dev.sluice.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public things say what they are, and every package why it is there. */
class SourceRulesTest {
  private static final int MOST_LINES = 700;

  @Test
  void everyPublicTypeAndMethodHasADocstring() throws IOException {
    assertThat(SourceRules.undocumented(SourceRules.MAIN)).isEmpty();
  }

  @Test
  void everyPackageHasAPageForNewcomers() throws IOException {
    assertThat(SourceRules.unexplained(SourceRules.MAIN)).isEmpty();
  }

  @Test
  void whatHasNoDocstringIsNamed(@TempDir Path folder) throws IOException {
    Planted.write(
        folder,
        List.of(
            """
            package dev.sluice.cc;
            // a comment, but not a docstring
            public class Bare {
              public void bare() {}

              void inner() {}

              @Override
              public String toString() {
                return "";
              }
            }
            """,
            """
            package dev.sluice.cc;
            /** Said. */
            public interface Said {
              /** Said. */
              void said();

              void unsaid();
            }
            """));
    assertThat(SourceRules.undocumented(folder))
        .satisfiesExactlyInAnyOrder(
            offence -> assertThat(offence).endsWith("Bare.java:3 Bare"),
            offence -> assertThat(offence).endsWith("Bare.java:4 Bare.bare"),
            offence -> assertThat(offence).endsWith("Said.java:7 Said.unsaid"));
    assertThat(SourceRules.unexplained(folder))
        .containsExactly(Path.of("dev/sluice/cc") + " has no package-info.java");
  }

  @Test
  void twoClassesHaveTwoNames() throws IOException {
    assertThat(SourceRules.namesakes(SourceRules.MAIN))
        .containsExactly(
            // the codepoints of an IP header: neither room may import the other
            "Ecn.java in dev/sluice/cc, dev/sluice/wire/ip");
  }

  @Test
  void namesakesAreNamed(@TempDir Path folder) throws IOException {
    for (String file : List.of("a/Twice.java", "b/c/Twice.java", "a/Once.java")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(folder.resolve(file), "class X {}");
    }
    assertThat(SourceRules.namesakes(folder)).containsExactly("Twice.java in a, b/c");
  }

  @Test
  void noFileIsTooLongToBeReadAsAWhole() throws IOException {
    assertThat(SourceRules.longerThan(MOST_LINES, SourceRules.MAIN)).isEmpty();
  }

  @Test
  void aFileThatIsTooLongIsNamed(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("Whole.java"), "\n".repeat(MOST_LINES));
    Files.writeString(folder.resolve("Long.java"), "\n".repeat(MOST_LINES + 1));
    assertThat(SourceRules.longerThan(MOST_LINES, folder))
        .containsExactly("Long.java has 701 lines");
  }

  @Test
  void noSourcesAreAnOffenceNotAPass(@TempDir Path folder) throws IOException {
    assertThat(SourceRules.undocumented(folder)).isNotEmpty();
    assertThat(SourceRules.unexplained(folder)).isNotEmpty();
    assertThat(SourceRules.namesakes(folder)).isNotEmpty();
    assertThat(SourceRules.longerThan(MOST_LINES, folder)).isNotEmpty();
  }
}
