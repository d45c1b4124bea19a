package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which process makes an archive of classes, and which ones use it. */
class ClassArchiveTest {
  private static final List<Path> FOLDERS = List.of(Path.of("spec"));
  private static final List<Path> WITH_A_JAR = List.of(Path.of("spec"), Path.of("own.jar"));

  @TempDir Path temp;
  private Path jar;
  private Path file;

  @BeforeEach
  void makeJar() throws IOException {
    jar = Files.writeString(temp.resolve("probe.jar"), "");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(2_000_000));
    file = temp.resolve("tlc-1.jsa");
  }

  private static List<String> command() {
    return new ArrayList<>(List.of("java", "-cp", "some.jar", "Some"));
  }

  private boolean isUsed(ClassArchive archive, List<Path> library) {
    List<String> command = command();
    archive.use(command, library);
    return command.contains("-XX:SharedArchiveFile=" + file);
  }

  private Path written(ClassArchive archive) throws IOException {
    Path left = archive.leave(command(), FOLDERS, Files.createTempDirectory(temp, "run"));
    return Files.writeString(left, "classes");
  }

  @Test
  void theFirstProcessLeavesAnArchiveAndLaterOnesUseIt() throws IOException {
    ClassArchive archive = new ClassArchive(file, null);
    assertThat(archive.isMissing(FOLDERS)).isTrue();
    assertThat(isUsed(archive, FOLDERS)).isFalse();
    List<String> first = command();
    Path left = archive.leave(first, FOLDERS, temp);
    assertThat(first).contains("-XX:ArchiveClassesAtExit=" + left);
    assertThat(archive.isMissing(FOLDERS)).isFalse();
    List<String> second = command();
    assertThat(archive.leave(second, FOLDERS, temp)).isNull();
    assertThat(second).isEqualTo(command());
    archive.keep(Files.writeString(left, "classes"));
    assertThat(file).hasContent("classes");
    assertThat(isUsed(archive, FOLDERS)).isTrue();
    assertThat(isUsed(new ClassArchive(file, null), FOLDERS)).isTrue();
  }

  @Test
  void aLastingArchiveIsNotForProcessesWithUsersJars() throws IOException {
    ClassArchive archive = new ClassArchive(file, jar);
    assertThat(archive.isMissing(WITH_A_JAR)).isFalse();
    assertThat(archive.leave(command(), WITH_A_JAR, temp)).isNull();
    archive.keep(written(archive));
    assertThat(isUsed(archive, WITH_A_JAR)).isFalse();
    assertThat(isUsed(archive, FOLDERS)).isTrue();
  }

  @Test
  void anArchiveThatCannotBeKeptHarmsNothing() throws IOException {
    file = temp.resolve("gone/tlc-1.jsa");
    ClassArchive archive = new ClassArchive(file, null);
    archive.keep(written(archive));
    assertThat(isUsed(archive, FOLDERS)).isFalse();
    assertThat(archive.isMissing(FOLDERS)).isFalse();
  }

  @Test
  void anArchiveThatWasNotWrittenIsNotThere() throws IOException {
    ClassArchive archive = new ClassArchive(file, null);
    archive.keep(temp.resolve("never written"));
    try (Stream<Path> files = Files.list(temp)) {
      assertThat(files).containsExactly(jar);
    }
  }

  @Test
  void aNewArchiveReplacesThoseOfEarlierBuilds() throws IOException {
    Path earlier = Files.writeString(temp.resolve("tlc-2.jsa"), "");
    Files.setLastModifiedTime(earlier, FileTime.fromMillis(1_000_000));
    Path otherJvms = Files.writeString(temp.resolve("tlc-3.jsa"), "");
    Files.setLastModifiedTime(otherJvms, FileTime.fromMillis(3_000_000));
    ClassArchive archive = new ClassArchive(file, jar);
    archive.keep(written(archive));
    assertThat(earlier).doesNotExist();
    assertThat(otherJvms).exists();
    assertThat(file).exists();
  }

  @Test
  void aSluiceInClassFoldersHasNone() throws IOException {
    ClassArchive archive = new ClassArchive(null, null);
    assertThat(archive.isMissing(FOLDERS)).isFalse();
    assertThat(archive.leave(command(), FOLDERS, temp)).isNull();
    assertThat(isUsed(archive, FOLDERS)).isFalse();
  }

  @Test
  void eachTlcHasAnArchiveOfItsOwn() throws IOException {
    ClassArchive bundled = ClassArchive.of(TlcJar.shipped(), temp);
    ClassArchive users = ClassArchive.of(new TlcJar(jar, false, false), temp);
    file = temp.resolve("classes.jsa");
    if (Files.isDirectory(TlcJar.probe())) {
      assertThat(users.isMissing(FOLDERS)).isFalse();
      return;
    }
    users.keep(written(users));
    assertThat(isUsed(users, FOLDERS)).isTrue();
    assertThat(isUsed(bundled, FOLDERS)).isFalse();
    assertThat(isUsed(ClassArchive.of(new TlcJar(jar, false, false), null), FOLDERS)).isFalse();
  }
}
