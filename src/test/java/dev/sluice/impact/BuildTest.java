package dev.sluice.impact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit compiles its dependents, and nothing else. */
class BuildTest {
  @TempDir Path temp;
  private Sources sources;

  @BeforeEach
  void compileAll() throws Exception {
    sources =
        new Sources(temp)
            .main("Base", "class Base { static final int SIZE = 1; int get() { return 1; } }")
            .main("Derived", "class Derived extends Base {}")
            .main("Reader", "class Reader { int size = Derived.SIZE; }")
            .main("Chain", "class Chain { int got = new Maker().make().get(); }")
            .main("Maker", "class Maker { Base make() { return new Base(); } }")
            .main("Apart", "class Apart {}")
            .test("BaseTest", "class BaseTest { int expected = new Base().get(); }")
            .test("ApartTest", "class ApartTest { Apart apart; }");
    assertThat(sources.build().run()).isEqualTo(8);
  }

  private int rebuilt() throws Exception {
    return sources.build().run();
  }

  private void editBase(String body) {
    sources.main("Base", "class Base { " + body + " }");
  }

  @Test
  void nothingIsCompiledAfterNoEdit() throws Exception {
    Files.setLastModifiedTime(
        temp.resolve("src/main/java/a/Base.java"), FileTime.fromMillis(4_000_000_000_000L));
    assertThat(rebuilt()).isZero();
  }

  @Test
  void anEditOfABodyCompilesItsSourceAlone() throws Exception {
    editBase("static final int SIZE = 1; int get() { return 2; }");
    assertThat(rebuilt()).isEqualTo(1);
  }

  /** Compiles Reader, too: javac copies the constant into it, and it does not mention Base. */
  @Test
  void aConstantReachesAllThatInlineIt() throws Exception {
    editBase("static final int SIZE = 7; int get() { return 1; }");
    assertThat(rebuilt()).isEqualTo(6);
    ClassGraph.read(temp.resolve("target/classes"), temp.resolve("target/test-classes"));
    try (var loader =
        new java.net.URLClassLoader(
            new java.net.URL[] {temp.resolve("target/classes").toUri().toURL()}, null)) {
      var type = loader.loadClass("a.Reader");
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      var size = type.getDeclaredField("size");
      size.setAccessible(true);
      assertThat(size.get(constructor.newInstance())).isEqualTo(7);
    }
  }

  /** Compiles Chain, too: it calls a method of Base without naming it. */
  @Test
  void aChangedSignatureIsFoundInATest() {
    editBase("static final int SIZE = 1; int got() { return 1; }");
    assertThatThrownBy(this::rebuilt)
        .isInstanceOf(Build.Broken.class)
        .hasMessageContaining("Chain.java");
  }

  @Test
  void aChangedSignatureIsFoundInTheTests() {
    sources.main("Chain", "class Chain {}");
    editBase("static final int SIZE = 1; int got() { return 1; }");
    assertThatThrownBy(this::rebuilt)
        .isInstanceOf(Build.Broken.class)
        .hasMessageContaining("BaseTest.java");
  }

  @Test
  void aDeletedClassIsMissed() throws IOException {
    Files.delete(temp.resolve("src/main/java/a/Apart.java"));
    assertThatThrownBy(this::rebuilt)
        .isInstanceOf(Build.Broken.class)
        .hasMessageContaining("ApartTest.java");
  }

  @Test
  void anEditThatDoesNotCompileLeavesTheClassesAndIsTriedAgain() throws Exception {
    editBase("static final int SIZE = 1; int get() { return \"1\"; }");
    assertThatThrownBy(this::rebuilt).isInstanceOf(Build.Broken.class);
    assertThat(temp.resolve("target/classes/a/Base.class")).exists();
    assertThatThrownBy(this::rebuilt).isInstanceOf(Build.Broken.class);
    editBase("static final int SIZE = 1; int get() { return 3; }");
    assertThat(rebuilt()).isEqualTo(1);
  }

  @Test
  void aWarningFailsAsInTheBuild() {
    sources.main("Apart", "class Apart { java.util.List raw; }");
    if (Runtime.version().feature() == 17) {
      assertThatThrownBy(this::rebuilt).hasMessageContaining("[rawtypes]");
    }
  }

  private void touch(String folder, long millis) throws IOException {
    try (Stream<Path> files = Files.walk(temp.resolve(folder))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
      }
    }
  }

  @Test
  void aCompleteBuildByMavenIsTrusted() throws Exception {
    touch("src", 1_000_000);
    touch("target/classes", 2_000_000);
    touch("target/test-classes", 3_000_000);
    assertThat(rebuilt()).isZero();
  }

  @Test
  void aSourceNewerThanItsClassIsCompiled() throws Exception {
    aCompleteBuildByMavenIsTrusted();
    Files.delete(temp.resolve("target/dev/compiled"));
    Path source = temp.resolve("src/main/java/a/Apart.java");
    Files.setLastModifiedTime(source, FileTime.fromMillis(2_500_000));
    assertThat(rebuilt()).isEqualTo(1);
  }

  @Test
  void testsOlderThanTheProgramAreNotTrusted() throws Exception {
    touch("src", 1_000_000);
    touch("target/classes", 3_000_000);
    touch("target/test-classes", 2_000_000);
    assertThat(rebuilt()).isEqualTo(8);
  }

  @Test
  void aChangedResourceIsCopied() throws Exception {
    sources.file("src/main/resources/a/one.toml", "x = 1");
    rebuilt();
    sources.file("src/main/resources/a/one.toml", "x = 2");
    assertThat(rebuilt()).isZero();
    assertThat(temp.resolve("target/classes/a/one.toml")).hasContent("x = 2");
  }

  @Test
  void theCompilerHasTheOptionsOfThePom() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    assertThat(Build.LINT).hasSize(2).allMatch(each -> pom.contains("<arg>" + each + "</arg>"));
    assertThat(pom.split("<arg>", -1)).as("both, and -Werror").hasSize(4);
    assertThat(pom).contains("<maven.compiler.release>17<", "<arg>-Werror</arg>");
  }
}
