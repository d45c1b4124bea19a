package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the choice of files. */
class ProseTreeTest {
  @TempDir Path root;

  @Test
  void readsPagesModulesAndSources() throws IOException {
    List<String> read = List.of("README.md", "docs/a.md", "spec/a/A.tla", "spec/a/A.cfg");
    List<String> others =
        List.of(
            "CHANGELOG.md",
            "target/a.md",
            ".git/a.md",
            "src/test/resources/others/A.tla",
            "spec/models.toml");
    for (String file : read) {
      write(file, file.endsWith("md") ? "Text." : "\\* Text.");
    }
    for (String file : others) {
      write(file, "\\* Text.");
    }
    write("src/main/java/A.java", "/** Text. */ class A { String s = \"it is a text\"; }");
    write("src/test/java/B.java", "/** Text. */ class B {}");
    assertThat(ProseTree.passages(root))
        .extracting(passage -> passage.kind().id() + " " + passage.file())
        .containsExactly(
            "pages README.md",
            "pages docs/a.md",
            "tla spec/a/A.cfg",
            "tla spec/a/A.tla",
            "javadoc src/main/java/A.java",
            "messages src/main/java/A.java",
            "tests src/test/java/B.java");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }
}
