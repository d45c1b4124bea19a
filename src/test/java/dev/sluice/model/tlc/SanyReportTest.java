package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors and warnings of TLC's parser, each with file, line, column and the input found there. */
class SanyReportTest {
  @TempDir Path folder;

  private SanyReport of(String text) throws IOException {
    Path module = folder.resolve("Pump.tla");
    TlcRequest request =
        new TlcRequest(
            module,
            Configuration.made("Pump.cfg", "", "a test"),
            List.of(),
            1,
            1,
            0,
            Reporting.NOTHING,
            Housing.BRIEF,
            TlcOptions.NONE);
    return new SanyReport(
        request, TlcJar.shipped(), ("Parsing file " + module + "\n" + text).lines().toList());
  }

  private String error(String text) throws IOException {
    List<String> errors = of(text).errors();
    assertThat(errors).hasSize(1);
    return errors.get(0).replace(folder + "/", "");
  }

  @Test
  void anUnexpectedWordHasAPlace() throws IOException {
    String expecting = "***Parse Error***\nWas expecting \"==== or more Module body\"\n";
    assertThat(error(expecting + "Encountered \")\" at line 4, column 15 and token \"0\" \n\nRest"))
        .isEqualTo("Pump.tla:4:15: expected \"==== or more Module body\", found \")\" after \"0\"");
    assertThat(error(expecting + "Encountered \"<EOF>\" at line 5, column 15 and token \"x\""))
        .startsWith("Pump.tla:5:15: ")
        .endsWith("found the end of the file after \"x\"; a module ends with ====");
    assertThat(error("***Parse Error***\nSomething of a later version"))
        .isEqualTo("Pump.tla: Something of a later version");
  }

  @Test
  void aCharacterThatTlaDoesNotHaveIsShown() throws IOException {
    assertThat(
            error(
                "Lexical error at line 5, column 10.  Encountered: \"\\u2019\" (8217), after : \"\""))
        .isEqualTo(
            "Pump.tla:5:10: found '\u2019' (U+2019), which TLA+ does not have outside comments and"
                + " strings; write ' in its place");
    assertThat(
            error(
                "Lexical error at line 4, column 9.  Encountered: \"q\" (113), after : \"\\\"a\\\\\""))
        .isEqualTo("Pump.tla:4:9: found 'q' (U+0071) after '\"a\\'");
    assertThat(error("Lexical error at line 7, column 1.  Encountered: <EOF> after : \"`\""))
        .isEqualTo("Pump.tla:7:1: the file ends within a word after '`'");
  }

  @Test
  void whatHasNoEndIsNamed() throws IOException {
    assertThat(
            error(
                "Lexical error at line 4, column 18.  Encountered: \"\\n\" (10), after : \"\\\"zero\""))
        .isEqualTo("Pump.tla:4:18: the string \"zero has no end on its line; close it with \"");
    assertThat(error("Lexical {error: EOF reached, possibly open comment starting around line 2"))
        .isEqualTo("Pump.tla:2:1: a comment that begins about here has no end; close it with *)");
  }

  @Test
  void aModuleOfAnotherNameIsPointedAt() throws IOException {
    Files.writeString(folder.resolve("Pump.tla"), "a comment\n---- MODULE Other ----\n====\n");
    assertThat(
            error(
                "File name 'Pump' does not match the name 'Other' of the top level module it contains."))
        .startsWith("Pump.tla:2:13: the module in it is called Other; ");
  }

  @Test
  void warningsAreNoErrors() throws IOException {
    SanyReport report =
        of(
            """
            *** Errors: 1

            line 10, col 3 to line 10, col 15 of module Pump

            Multiply-defined symbol 'x': this definition or declaration conflicts
            with the one at line 3, col 10 to line 3, col 10 of module Pump.

            *** Warnings: 1

            line 3, col 1 to line 3, col 8 of module Pump

            Warning: the definition of 'Foo' conflicts with
            its definition at line 3, col 1 to line 3, col 8 of module A.
            """);
    assertThat(report.errors())
        .containsExactly(
            folder
                + "/Pump.tla:10:3: Multiply-defined symbol 'x': this definition or declaration"
                + " conflicts with the one at line 3, col 10 to line 3, col 10 of module Pump.");
    assertThat(report.warnings())
        .containsExactly(
            folder
                + "/Pump.tla:3:1: the definition of 'Foo' conflicts with its definition at line 3,"
                + " col 1 to line 3, col 8 of module A.");
  }
}
