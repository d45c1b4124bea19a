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
