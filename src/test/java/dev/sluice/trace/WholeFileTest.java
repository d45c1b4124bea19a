package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir Path directory;

  @Test
  void theFileIsWrittenWithTheDirectoriesAboveIt() throws IOException {
    Path file = directory.resolve("a/b/c.txt");
    WholeFile.write(file, "one".getBytes(StandardCharsets.UTF_8));
    WholeFile.write(file, "two".getBytes(StandardCharsets.UTF_8));
    assertThat(file).hasContent("two");
    assertThat(file.getParent()).isDirectoryContaining(path -> path.equals(file));
    try (var files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aWriterThatFailsHalfwayLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = directory.resolve("c.txt");
    WholeFile.write(file, "old".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write(new byte[100_000]);
                      throw new IOException("disk full");
                    }))
        .hasMessage(file + " could not be written: disk full");
    assertThat(file).hasContent("old");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void whatAnotherProcessLeftBehindIsNotInTheWay() throws IOException {
    Files.createFile(directory.resolve(".c.txt.0.sluice-unfinished"));
    Path file = directory.resolve("c.txt");
    WholeFile.write(file, "new".getBytes(StandardCharsets.UTF_8));
    assertThat(file).hasContent("new");
  }

  /** A process that is ended in mid-write takes its temporary file with it. */
  @Test
  void aProcessEndedInMidWriteLeavesNothing() throws Exception {
    Path file = directory.resolve("c.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HalfAFile.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.getInputStream().read()).as("it is in mid-write").isEqualTo('!');
    assertThat(directory).isNotEmptyDirectory();
    process.destroy();
    process.waitFor();
    assertThat(directory).isEmptyDirectory();
  }

  /** Writes half a file, says so, and waits to be ended. */
  static final class HalfAFile {
    private HalfAFile() {}

    public static void main(String[] arguments) throws IOException {
      WholeFile.write(
          Path.of(arguments[0]),
          out -> {
            out.write(new byte[100_000]);
            System.out.print('!');
            System.out.flush();
            LockSupport.park();
          });
    }
  }
}
