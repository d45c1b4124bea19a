package dev.sluice.impact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Git lists the files of an edit, or a sentence says why it does not. */
class ChangedFilesTest {
  @TempDir Path temp;
  private Path root;
  private Sources sources;

  @BeforeEach
  void commitTwice() throws Exception {
    root = temp.resolve("outer/project");
    sources = new Sources(root);
    sources.file(".gitignore", "target\n").file("kept", "1").file("edited", "1").file("gone", "1");
    git("init", "-q");
    commit();
    sources.file("edited", "2");
    commit();
  }

  private void commit() throws Exception {
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x");
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void editedDeletedStagedAndUntrackedFilesAreListed() throws Exception {
    sources.file("edited", "3").file("target/made", "1").file("new file", "1").file("staged", "1");
    Files.delete(root.resolve("gone"));
    git("add", "staged");
    assertThat(new ChangedFiles(root).since("HEAD"))
        .containsExactly("edited", "gone", "new file", "staged");
  }

  @Test
  void anEarlierCommitAddsItsFiles() throws Exception {
    assertThat(new ChangedFiles(root).since("HEAD")).isEmpty();
    assertThat(new ChangedFiles(root).since("HEAD~1")).containsExactly("edited");
    assertThat(new ChangedFiles(root).text("HEAD~1", "edited")).isEqualTo("1");
    assertThat(new ChangedFiles(root).text("HEAD", "nosuch")).isEmpty();
  }

  @Test
  void aProjectInsideACheckoutHasItsOwnPaths() throws Exception {
    sources.file("inner/spec", "1");
    commit();
    sources.file("inner/spec", "2").file("inner/page", "1").file("edited", "3");
    assertThat(new ChangedFiles(root.resolve("inner")).since("HEAD"))
        .containsExactly("page", "spec");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nosuch", "--cached", "", "HEAD~9"})
  void anUnknownCommitIsRejected(String base) {
    assertThatThrownBy(() -> new ChangedFiles(root).since(base))
        .isInstanceOf(ChangedFiles.Unknown.class)
        .hasMessageContaining("--base: \"" + base + "\"")
        .hasMessageContaining("git log");
  }

  @Test
  void aFolderWithoutACheckoutIsRejected() {
    assertThatThrownBy(() -> new ChangedFiles(temp).since("HEAD"))
        .isInstanceOf(ChangedFiles.Unknown.class)
        .hasMessageContaining("is not a git checkout");
  }

  @Test
  void aMachineWithoutGitIsRejected() {
    assertThatThrownBy(() -> new ChangedFiles(root, "no-such-git").since("HEAD"))
        .isInstanceOf(ChangedFiles.Unknown.class)
        .hasMessageContaining("install git");
  }
}
