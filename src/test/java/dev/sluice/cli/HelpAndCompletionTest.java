package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Help by the word that people try first, and what a shell completes. */
class HelpAndCompletionTest {
  @TempDir Path temp;

  private String said(int code, String... args) {
    Project project = Project.own(temp);
    assertThat(project.run(args)).isEqualTo(code);
    return project.out() + project.err();
  }

  @ParameterizedTest
  @CsvSource({
    "help, --help",
    "help run, run --help",
    "help list models, list models --help",
    "help help, --help"
  })
  void helpIsWhatTheOptionSays(String asked, String same) {
    assertThat(said(0, asked.split(" "))).isEqualTo(said(0, same.split(" "))).contains("Usage:");
  }

  @Test
  void helpForNothingThatThereIsSaysWhatMayBeMeant() {
    assertThat(said(2, "help", "rum")).contains("\"rum\"").contains("did you mean run");
  }

  /** What bash offers behind the words of a line, of which the last is not complete. */
  private String completed(String... line) throws IOException, InterruptedException {
    Path script = temp.resolve("completion.bash");
    Files.writeString(script, said(0, "completion"));
    String words = "sluice " + String.join(" ", line);
    Path ask =
        Files.writeString(
            temp.resolve("ask.bash"),
            """
            source '%s'
            COMP_WORDS=(%s)
            COMP_CWORD=%d
            COMP_LINE='%s'
            COMP_POINT=${#COMP_LINE}
            _complete_sluice
            printf '%%s ' "${COMPREPLY[@]}"
            """
                .formatted(script, words, line.length, words));
    Path out = temp.resolve("offered");
    Process bash =
        new ProcessBuilder("bash", ask.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD) // bash itself is not completing
            .redirectOutput(out.toFile())
            .start();
    assertThat(bash.waitFor()).isZero();
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  @Test
  void bashCompletesCommandsAndTheirOptions() throws IOException, InterruptedException {
    assertThat(completed("va").split(" ")).containsExactly("validate");
    assertThat(completed("list", "mo").split(" ")).containsExactly("models");
    assertThat(completed("run", "--p").split(" "))
        .containsExactlyInAnyOrder("--pcap", "--plot", "--print", "--profile");
  }
}
