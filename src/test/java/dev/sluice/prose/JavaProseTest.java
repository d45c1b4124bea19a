package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the passages of Javadoc comments and of messages. */
class JavaProseTest {
  @TempDir Path root;

  @Test
  void readsEachPartOfAJavadocComment() throws IOException {
    assertThat(
            read(
                "src/main/java/A.java",
                """
                /**
                 * Window of {@code what} and {@link String what
                 * it is}, &amp; of {@link Object}.
                 *
                 * <p>Second paragraph.
                 * <pre>what</pre>
                 */
                class A {
                  /** Field. */
                  int field;

                  /**
                   * Returns the sum.
                   *
                   * @param what the bytes
                   * @return the sum
                   * @throws Error if it is absent
                   * @see Object
                   */
                  int sum(int what) {
                    /** Says what nobody reads. */
                    int local = 0;
                    return local;
                  }

                  /** {@return the count} */
                  int count() { return 0; }

                  // What a line comment says.
                  /* What a block says. */
                }
                """))
        .containsExactly(
            "JAVADOC SUMMARY 2 Window of \u25A1 and what\n it is, & of \u25A1.",
            "JAVADOC BODY 5 Second paragraph.",
            "JAVADOC SUMMARY 9 Field.",
            "JAVADOC METHOD_SUMMARY 13 Returns the sum.",
            "JAVADOC BODY 15 the bytes",
            "JAVADOC BODY 16 the sum",
            "JAVADOC THROWS 17 if it is absent",
            "JAVADOC METHOD_SUMMARY 26 Returns the count");
  }

  @Test
  void readsTheJavadocOfTestsAndPackages() throws IOException {
    assertThat(
            read(
                "src/test/java/ATest.java",
                "/** Tests. */ class ATest { String s = \"it is a test\"; }"))
        .containsExactly("TESTS SUMMARY 1 Tests.");
    assertThat(read("src/main/java/a/package-info.java", "\n/** Kernels. */\npackage a;\n"))
        .containsExactly("JAVADOC SUMMARY 2 Kernels.");
  }

  @Test
  void readsMessagesAsAWhole() throws IOException {
    assertThat(
            read(
                "src/main/java/B.java",
                """
                class B {
                  String a(int n) {
                    return ("the number " + n
                        + " comes"
                        + " to %d of %1$s").formatted(n, n);
                  }
                  String b() {
                    return \"""
                        The first line of it
                        and the second \""";
                  }
                  String c(boolean is, String s) {
                    return is ? "one of the two" : s + ("another of \\nthe two" + s);
                  }
                  boolean d(String s) {
                    return s == "it is the same" + s;
                  }
                }
                """))
        .containsExactly(
            "MESSAGES BODY 3 the number \u25A1\n comes to \u25A1 of \u25A1",
            "MESSAGES BODY 9 The first line of it\nand the second",
            "MESSAGES BODY 13 one of the two",
            "MESSAGES BODY 13 another of the two\u25A1",
            "MESSAGES BODY 16 it is the same\u25A1");
  }

  @Test
  void leavesOutTextsThatAreNoMessages() throws IOException {
    assertThat(
            read(
                "src/main/java/C.java",
                """
                @SuppressWarnings("what it is for")
                class C {
                  String name = "two words";
                  String key = "a-key-of-many-words";
                  String tla = "init == it is what";
                  String toml = "[[flow]]\\nis the = 1\\nof the = 2";
                  String smt = "(assert it is what)";
                  Object regex = java.util.regex.Pattern.compile("it is what");
                  String[] parts = "x".split("it is what");
                }
                """))
        .isEmpty();
  }

  private List<String> read(String name, String source) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    List<String> passages = new ArrayList<>();
    JavaSources.read(
        root,
        List.of(file),
        passage -> {
          assertThat(passage.file()).isEqualTo(name);
          passages.add(
              "%s %s %d %s"
                  .formatted(
                      passage.kind(),
                      passage.role(),
                      passage.line(),
                      passage.text().strip().replaceAll(" {2,}", " ")));
        });
    return passages;
  }
}
