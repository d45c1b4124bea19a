package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of configurations, and PlusCal without a translation, with their places. */
class ConfigErrorTest {
  private static final String TEXT = "\\* Ok is meant\nInvariant Ok\nINVARIANTS: Ok\n";

  private static String of(String words) {
    return ConfigError.of(Configuration.made("A.cfg", TEXT, "A.cfg"), words, TEXT);
  }

  @Test
  void anErrorHasThePlaceThatTlcNamesOrThatOfTheName() {
    assertThat(
            of(
                "TLC found an error in the configuration file at line 2 It was expecting a"
                    + " keyword, but did not find it."))
        .isEqualTo("A.cfg:2: expected a keyword; the line is \"Invariant Ok\"");
    assertThat(of("The invariant Ok specified in the configuration file is not defined."))
        .startsWith("A.cfg:2:11: The invariant Ok specified");
    assertThat(of("The invariant : specified in the configuration file is not defined."))
        .startsWith("A.cfg:3:11: ")
        .endsWith(" No colon follows a keyword: take it out.");
    assertThat(of("In the configuration file, the identifier Nope does not appear in it."))
        .startsWith("A.cfg: In the configuration file");
  }

  private static String unread(String text) {
    return ConfigError.of(
        Configuration.made("A.cfg", text, "A.cfg"),
        "TLC found an error in the configuration file at line 3 It was expecting = or <-, but did not"
            + " find it.",
        text);
  }

  @Test
  void aValueThatNoConfigurationCanHoldIsNamedWithAWayOut() {
    assertThat(unread("CONSTANT Lo = -3 \\* low\nHi = 3\nSPECIFICATION Spec\n"))
        .isEqualTo(
            "A.cfg:1:10: TLC cannot read the value of Lo here; a configuration holds natural numbers,"
                + " strings, names, and sets of them. Define LoValue == -3 in a module that extends"
                + " the specification, and write Lo <- LoValue");
    assertThat(unread("CONSTANTS\n  A = {a, {\"b\", 1}}\n  F = <<1, 2>>\n"))
        .startsWith("A.cfg:3:3: TLC cannot read the value of F here;")
        .contains("Define FValue == <<1, 2>> in");
    assertThat(unread("CONSTANT A <- [M] B\n  Op(1, x) = 2\n  R <- 0..4 INVARIANT I\n"))
        .startsWith("A.cfg:3:3: TLC cannot read the value of R here;")
        .contains("Define RValue == 0..4 in");
    assertThat(unread("CONSTANT A = 1 B = c\nS = {1..2}\nI\n"))
        .startsWith("A.cfg:2:1: TLC cannot read the value of S here;");
    assertThat(unread("CONSTANT A = 1\n  B\n  C = 2\n"))
        .isEqualTo("A.cfg:3: expected = or <-; the line is \"C = 2\"");
  }

  @Test
  void plusCalIsNamedOnlyIfItHasNoTranslation(@TempDir Path folder) throws IOException {
    Path module = folder.resolve("Raw.tla");
    String algorithm = "---- MODULE Raw ----\n(*\n--algorithm raw\n*)\n";
    Files.writeString(module, algorithm);
    assertThat(PlusCal.hint(module).orElseThrow()).startsWith(module + ":3:1: the module has");
    String begin = algorithm + "\\* BEGIN TRANSLATION (chksum)\n";
    Files.writeString(module, begin + "\n\\* END TRANSLATION\n====\n");
    assertThat(PlusCal.hint(module)).isPresent();
    Files.writeString(module, begin + "VARIABLE n\n\\* END TRANSLATION\n====\n");
    assertThat(PlusCal.hint(module)).isEmpty();
    Files.writeString(module, "---- MODULE Raw ----\n====\n");
    assertThat(PlusCal.hint(module)).isEmpty();
  }
}
