package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecDigestTest {
  @TempDir Path spec;

  @BeforeEach
  void aTree() throws IOException {
    write("models/MCFoo.tla", "---- MODULE MCFoo ----\nEXTENDS Foo\n====\n");
    write("models/MCFoo_a.cfg", "INIT Init\n");
    write("Foo.tla", "---- MODULE Foo ----\nEXTENDS Naturals,\n  Bar\nN == INSTANCE Baz\n====\n");
    write("lib/Bar.tla", "---- MODULE Bar ----\n\\* EXTENDS Quux\n====\n");
    write("lib/Baz.tla", "---- MODULE Baz ----\n(* INSTANCE Quux *)\n====\n");
    write("lib/Quux.tla", "---- MODULE Quux ----\n====\n");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(spec.resolve(file).getParent());
    Files.writeString(spec.resolve(file), text);
  }

  private String digest() throws IOException {
    return SpecDigest.of(
        spec.resolve("models/MCFoo.tla"),
        Files.readAllBytes(spec.resolve("models/MCFoo_a.cfg")),
        SpecDigest.folders(spec));
  }

  /** Built by hand, so that others can build it too. */
  @Test
  void theDigestIsSha256OverTheModulesByNameAndTheConfiguration() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String module : new String[] {"lib/Bar", "lib/Baz", "Foo", "models/MCFoo"}) {
      String body = Files.readString(spec.resolve(module + ".tla"));
      String name = module.substring(module.indexOf('/') + 1);
      text.append("module ").append(name).append(' ').append(body.length()).append('\n');
      text.append(body);
    }
    text.append("config 10\nINIT Init\n");
    assertThat(digest())
        .isEqualTo(
            HexFormat.of()
                .formatHex(
                    java.security.MessageDigest.getInstance("SHA-256")
                        .digest(text.toString().getBytes())));
  }

  @Test
  void everyModuleThatIsUsedCountsAndNoOther() throws IOException {
    String before = digest();
    write("lib/Quux.tla", "---- MODULE Quux ----\nX == 1\n====\n");
    write("models/MCFoo_b.cfg", "NEXT Next\n");
    assertThat(digest()).isEqualTo(before);
    write("lib/Baz.tla", "---- MODULE Baz ----\nX == 1\n====\n");
    String after = digest();
    assertThat(after).isNotEqualTo(before);
    write("models/MCFoo_a.cfg", "INIT Init\nNEXT Next\n");
    assertThat(digest()).isNotEqualTo(after);
  }

  @Test
  void theCheckoutsLineEndsDoNotCount() throws IOException {
    String before = digest();
    write("models/MCFoo_a.cfg", "INIT Init\r\n");
    assertThat(digest()).isEqualTo(before);
  }

  @Test
  void namesInCommentsAndStringsAreNotUsed() {
    assertThat(
            SpecDigest.uses(
                """
                ---- MODULE X ----
                EXTENDS Naturals , Sequences,
                        FiniteSets (* , (* nested *) Hidden *)
                \\* INSTANCE Hidden
                Text == "a \\" INSTANCE Hidden"
                LOCAL INSTANCE One
                N(p) == INSTANCE Two WITH x <- p
                """))
        .containsExactly("Naturals", "Sequences", "FiniteSets", "One", "Two");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(
            () -> SpecDigest.of(spec.resolve("No.tla"), new byte[0], java.util.List.of()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("No.tla");
  }

  /** Puts a module of one name into two folders; TLC takes the one beside the root module. */
  @Test
  void aModuleBesideTheRootModuleComesBeforeOneOfTheLibrary() throws IOException {
    write("models/Bar.tla", "---- MODULE Bar ----\nX == 1\n====\n");
    String before = digest();
    write("lib/Bar.tla", "---- MODULE Bar ----\nX == 2\n====\n");
    assertThat(digest()).as("after a change of the library's module").isEqualTo(before);
    write("models/Bar.tla", "---- MODULE Bar ----\nX == 3\n====\n");
    assertThat(digest()).as("after a change of the module that TLC takes").isNotEqualTo(before);
  }

  /** Gives CR LF to a module; gives a lone CR to the configuration, where it ends no line. */
  @Test
  void lineEndsOfModulesDoNotCountAndALoneCarriageReturnDoes() throws IOException {
    String before = digest();
    write("lib/Bar.tla", "---- MODULE Bar ----\r\n\\* EXTENDS Quux\r\n====\r\n");
    assertThat(digest()).as("with CR LF in a module").isEqualTo(before);
    write("models/MCFoo_a.cfg", "INIT Init\r \n");
    String lone = digest();
    write("models/MCFoo_a.cfg", "INIT Init \n");
    assertThat(lone).as("with a CR that ends no line").isNotEqualTo(digest());
  }

  @Test
  void aStringEndsWithItsLine() {
    assertThat(SpecDigest.uses("A == \"open\nB == INSTANCE One\nC == \"INSTANCE Two\"\n"))
        .as("modules used after a string without its second quote")
        .containsExactly("One");
  }

  @Test
  void allWithinAFolderOfTheToolboxIsLeftOut() throws IOException {
    write("Foo.toolbox/Model_1/MC.tla", "---- MODULE MC ----\n====\n");
    assertThat(SpecDigest.isLeftByAnEditor(spec, spec.resolve("Foo.toolbox/Model_1/MC.tla")))
        .as("a module two folders below")
        .isTrue();
    assertThat(SpecDigest.isLeftByAnEditor(spec, spec.resolve("lib/Bar.tla"))).isFalse();
    assertThat(SpecDigest.folders(spec))
        .as("folders")
        .containsExactly(spec, spec.resolve("lib"), spec.resolve("models"));
  }
}
