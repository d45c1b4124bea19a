package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tests of the passages of the help. */
class HelpProseTest {
  @Command(
      name = "what",
      header = "Header.",
      description = {Sample.CONSTANT, "", "Checks `what` it is given."},
      footer = {"Examples:", "  sluice what it is"})
  private static final class Sample {
    static final String CONSTANT = "Constant " + "text.";

    @Option(names = "--what", description = "Use this (default: ${DEFAULT-VALUE}).")
    String what;

    @Parameters(description = "The file.")
    String file;
  }

  @Test
  void readsDescriptionsAndNoNamesNorExamples() {
    String source = "\n\"Checks `what` it is given.\"\n\n\"The file.\"";
    List<Passage> passages = new ArrayList<>();
    HelpProse.read(Sample.class, "A.java", source, passages::add);
    assertThat(passages)
        .allMatch(passage -> passage.kind() == ProseKind.HELP)
        .extracting(passage -> passage.line() + " " + passage.text())
        .containsExactly(
            "1 Header.",
            "1 Constant text.",
            "2 Checks \u25A1 it is given.",
            "1 Examples:",
            "1 Use this (default: \u25A1).",
            "4 The file.");
    assertThat(HelpProse.texts(passages)).contains("Constant text.", "The file.");
  }
}
