package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The temporary folder of a process that was killed is removed by the next one. */
class ScratchTest {
  private static final Path COUNTING =
      Path.of("src/test/resources/others/Counting.tla").toAbsolutePath();

  @TempDir Path folder;
  private Path temporary;
  private Project project;

  @BeforeEach
  void makeFolders() throws IOException {
    temporary = Files.createDirectory(folder.resolve("temporary"));
    project = Project.at(folder, temporary);
  }

  private int doctor() {
    return project.run("doctor");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatAKilledProcessLeavesIsRemoved() throws Exception {
    List<String> command = Launched.sluice();
    command.addAll(List.of("check", COUNTING.toString()));
    try (Launched launched = Launched.start(folder, temporary, Map.of(), command)) {
      while (launched.process().isAlive() && Launched.inside(temporary).size() < 6) {
        Thread.onSpinWait();
      }
      List<String> before = Launched.inside(temporary);
      doctor();
      assertThat(Launched.inside(temporary)).as("its owner lives").containsAll(before);
      launched.signal("KILL", false);
      launched.end();
      for (ProcessHandle other : launched.others()) {
        other.onExit().get();
      }
      assertThat(temporary).isNotEmptyDirectory();
      doctor();
      assertThat(temporary).isEmptyDirectory();
    }
  }

  @Test
  void foldersOfOthersStay() throws IOException {
    Path theirs = Files.createDirectory(temporary.resolve("sluice-notes"));
    Files.writeString(theirs.resolve("text"), "mine");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("owner.lock"), "");
    Path link = Files.createSymbolicLink(temporary.resolve("sluice-link"), elsewhere);
    Path dead = Files.createDirectory(temporary.resolve("sluice-dead"));
    Files.writeString(dead.resolve("owner.lock"), "");
    doctor();
    assertThat(theirs.resolve("text")).hasContent("mine");
    assertThat(link).isSymbolicLink();
    assertThat(elsewhere.resolve("owner.lock")).exists();
    assertThat(dead).doesNotExist();
  }

  /** Holds the lock in this process, as a second command of one process does. */
  @Test
  void aFolderThatThisProcessUsesStays() throws IOException {
    Path used = Files.createDirectory(temporary.resolve("sluice-used"));
    try (FileChannel lock =
        FileChannel.open(
            used.resolve("owner.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(lock.tryLock()).isNotNull();
      doctor();
      assertThat(used).exists();
    }
  }
}
