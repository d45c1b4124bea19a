package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Script.Ended;
import dev.sluice.house.Script.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher, in a folder of its own, with stand-ins for Java and Maven: a stand-in for Java
 * prints its arguments, one for Maven writes down that it was called.
 */
class LauncherTest {
  private static final String[] TOOLS = {
    "bash", "sh", "find", "head", "sed", "cat", "mkdir", "rm", "mv", "touch", "readlink", "sleep"
  };

  @TempDir Path temp;
  private Path root;
  private Path bin;
  private Path jar;
  private Path launcher;

  @BeforeEach
  void makeACheckout() throws IOException {
    root = Files.createDirectories(temp.toRealPath().resolve("a checkout/of sluice"));
    bin = Script.tools(temp.resolve("bin"), TOOLS);
    launcher = Script.copy(Path.of("sluice"), root.resolve("sluice"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.createDirectories(root.resolve("src/main/java"));
    Files.writeString(root.resolve("src/main/java/A.java"), "class A {}");
    jar = root.resolve("target/sluice.jar");
    java(bin.resolve("java"), "17.0.9");
    Script.write(
        bin.resolve("mvn"),
        """
        #!/bin/sh
        # A build that is slow goes on until the file system's clock has ticked, as every real one
        # does: a file changed within the tick of the build's start is no newer than that.
        echo "$@" >>maven.log
        echo "said by Maven"
        mkdir -p target/lib
        case "$STANDIN" in
          fails) echo half >target/sluice.jar; exit 1 ;;
          makes-nothing) exit 0 ;;
          slow) until touch target/later && [ target/later -nt target/.sluice-building ]; do :; done
                echo half >target/sluice.jar; until [ -e target/go ]; do sleep 0.05; done ;;
          hangs) trap 'echo ended >>maven.log; exit 143' TERM
                 echo half >target/sluice.jar; touch hanging
                 while :; do sleep 0.1; done ;;
        esac
        echo whole >target/sluice.jar
        """);
  }

  private static void java(Path at, String version) throws IOException {
    Script.write(
        at,
        """
        #!/bin/sh
        if [ "$1" = -version ]; then echo 'openjdk version "%s" 2025-01-01' >&2; exit 0; fi
        for word in "$@"; do echo "<$word>"; done
        exit "${JAVA_ENDS_WITH:-0}"
        """
            .formatted(version));
  }

  private Script here() {
    return new Script(temp).with("PATH", bin.toString());
  }

  private List<String> builds() throws IOException {
    Path log = root.resolve("maven.log");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  // ------------------------------------------------------------- starting

  @Test
  void buildsOnFirstUseAndPassesTheArgumentsOn() throws IOException {
    Ended ended = here().run(launcher, "check", "two words", "", "*");
    assertThat(ended.code()).isZero();
    assertThat(ended.out().lines())
        .containsSubsequence(
            "<-Dsluice.home=" + root + ">",
            "<-jar>",
            "<" + jar + ">",
            "<check>",
            "<two words>",
            "<>",
            "<*>");
    assertThat(said(ended)).isEqualTo("sluice: building (first use)…\nsaid by Maven\n");
    assertThat(builds()).hasSize(1);
    assertThat(here().run(launcher).err()).as("the second start").isEmpty();
    assertThat(builds()).hasSize(1);
  }

  /** Lets the stand-in for Java say which files its standard streams are; none is one of Java's. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aStreamThatIsClosedIsGivenAFile() throws IOException {
    here().run(launcher);
    Path seen = temp.resolve("seen");
    Script.write(
        bin.resolve("java"),
        """
        #!/bin/bash
        if [ "$1" = -version ]; then echo 'openjdk version "17.0.9" 2025-01-01' >&2; exit 0; fi
        for stream in 0 1 2; do
          readlink /proc/$$/fd/$stream >>'%1$s' || echo closed >>'%1$s'
        done
        """
            .formatted(seen));
    for (String closed : List.of("<&-", ">&-", "<&- >&- 2>&-")) {
      Files.deleteIfExists(seen);
      here().run("bash", "-c", "'" + launcher + "' --version " + closed);
      List<String> files = Files.readAllLines(seen);
      assertThat(files).as(closed).hasSize(3).doesNotContain("closed").contains("/dev/null");
    }
  }

  /** The command compiles the edit itself; only a missing or unfinished jar is built first. */
  @Test
  void devStartsTheJarThatThereIs() throws IOException {
    assertThat(here().run(launcher, "dev").code()).isZero();
    assertThat(builds()).hasSize(1);
    Path source = Files.createDirectories(root.resolve("src/main")).resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.setLastModifiedTime(
        source, FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 60_000));
    assertThat(here().run(launcher, "dev").out().lines()).contains("<dev>");
    assertThat(builds()).hasSize(1);
    Files.createFile(root.resolve("target/.sluice-building"));
    here().run(launcher, "dev");
    assertThat(builds()).hasSize(2);
  }

  /** What is said, but for how long the build has gone on, which is up to the machine. */
  private static String said(Ended ended) {
    return ended.err().replaceAll("(?m)^sluice: still building, .*\n", "");
  }

  @Test
  void aBuildThatTakesLongShowsThatItGoesOn() throws IOException {
    Files.delete(bin.resolve("sleep"));
    Script.write(
        bin.resolve("sleep"),
        """
        #!/bin/sh
        # Ten seconds are over at once. The second time they were told of already, and Maven may end.
        [ "$1" = 10 ] || exit 0
        if [ -e '%1$s/told' ]; then touch '%1$s/go'; fi
        touch '%1$s/told'
        """
            .formatted(root.resolve("target")));
    Ended ended = here().with("STANDIN", "slow").run(launcher);
    assertThat(ended.code()).isZero();
    assertThat(ended.err())
        .startsWith("sluice: building (first use)…\n")
        .contains("sluice: still building, 10 s so far; ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify --jobs 2", "list models --json", "doctor", "bound incast", "dev"})
  void whatIsOverSoonDoesWithoutTheSecondCompiler(String command) throws IOException {
    assertThat(compilerFlags(command)).containsExactly("<-XX:TieredStopAtLevel=1>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify --jobs 2 --full", "bench sim", "check", "check list"})
  void whatTakesLongHasBothCompilers(String command) throws IOException {
    assertThat(compilerFlags(command)).isEmpty();
  }

  @Test
  void aRunBeginsWithoutTheSecondCompilerAndIsToldSo() throws IOException {
    assertThat(compilerFlags("run incast"))
        .containsExactly("<-XX:TieredStopAtLevel=1>", "<-Dsluice.first-compiler-only=true>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--version", "-V", "--help", "run -h", "verify --full --help"})
  void helpIsHardlyCompiled(String command) throws IOException {
    assertThat(compilerFlags(command))
        .containsExactly("<-XX:TieredStopAtLevel=1>", "<-XX:CompileThresholdScaling=10>");
  }

  /** Puts a finished build there, so that the launcher starts Java at once. */
  private void build() throws IOException {
    Files.createDirectories(root.resolve("target/lib"));
    Files.writeString(jar, "whole\n");
  }

  /** The options with which this command tells Java how much to compile. */
  private List<String> compilerFlags(String command) throws IOException {
    build();
    Ended ended = here().run("sh", "-c", "exec \"$0\" " + command, launcher);
    assertThat(ended.code()).isZero();
    return ended
        .out()
        .lines()
        .filter(word -> word.contains("Tiered") || word.toLowerCase().contains("compile"))
        .toList();
  }

  /** A Java that dumps what is asked of it, unless it is told to fail at it. */
  private void javaThatDumps() throws IOException {
    Script.write(
        bin.resolve("java"),
        """
        #!/bin/sh
        if [ "$1" = -version ]; then echo 'openjdk version "17.0.9" 2025-01-01' >&2; exit 0; fi
        for word in "$@"; do
          case $word in
            -Xshare:dump) dumps=yes ;;
            -XX:SharedArchiveFile=*) file=${word#*=} ;;
          esac
        done
        if [ -n "$dumps" ]; then
          echo "dumped" >>"$0.log"
          echo half >"$file"
          exit "${DUMP_ENDS_WITH:-0}"
        fi
        for word in "$@"; do
          echo "<$word>"
          if [ "$word" = --version ] && [ -n "$START_FAILS" ]; then exit 134; fi
        done
        """);
  }

  @Test
  void aBuildMakesAnArchiveOfClassesThatLaterStartsUse() throws IOException {
    javaThatDumps();
    String option = "<-XX:SharedArchiveFile=" + root.resolve("target/sluice.jsa") + ">";
    Ended first = here().run(launcher, "list");
    assertThat(first.out().lines()).contains(option).doesNotContain("dumped");
    assertThat(said(first)).isEqualTo("sluice: building (first use)…\nsaid by Maven\n");
    assertThat(here().run(launcher, "list").out()).contains(option);
    assertThat(Files.readAllLines(bin.resolve("java.log"))).hasSize(1);
    try (var left = Files.list(root.resolve("target"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .doesNotContain("sluice.jsa.part", "sluice.jsa.classes");
    }
    Files.setLastModifiedTime(
        jar, FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 60_000));
    assertThat(here().run(launcher, "list").out()).as("of an older jar").doesNotContain(option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DUMP_ENDS_WITH", "START_FAILS"})
  void withoutAnArchiveItStartsAsWell(String how) throws IOException {
    javaThatDumps();
    Ended ended = here().with(how, "1").run(launcher, "list");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("<list>").doesNotContain("SharedArchiveFile");
    assertThat(said(ended)).isEqualTo("sluice: building (first use)…\nsaid by Maven\n");
    assertThat(root.resolve("target/sluice.jsa")).doesNotExist();
    assertThat(root.resolve("target/sluice.jsa.part")).doesNotExist();
  }

  @Test
  void worksThroughLinksAndFromAnyFolder() throws IOException {
    build();
    Path first = Files.createDirectories(temp.resolve("links")).resolve("first");
    Files.createSymbolicLink(first, launcher);
    Path second = Files.createDirectories(temp.resolve("more links")).resolve("second");
    Files.createSymbolicLink(second, Path.of("../links/first"));
    for (Object command : List.of(second, "more links/second")) {
      Ended ended = here().with("CDPATH", "/").run(command, "verify");
      assertThat(ended.code()).isZero();
      assertThat(ended.out()).contains("<-Dsluice.home=" + root + ">");
    }
    Ended found =
        here().with("PATH", temp.resolve("more links") + ":" + bin).run("sh", "-c", "second");
    assertThat(found.out()).contains("<-Dsluice.home=" + root + ">");
  }

  @Test
  void endsAsTheCommandEnds() throws IOException {
    build();
    for (int code : new int[] {0, 1, 2, 3, 70, 143}) {
      assertThat(here().with("JAVA_ENDS_WITH", "" + code).run(launcher).code()).isEqualTo(code);
    }
  }

  // ------------------------------------------------------------- Java

  @Test
  void saysThatJavaIsMissing() throws IOException {
    Files.delete(bin.resolve("java"));
    Ended ended = here().with("JAVA_HOME", temp.resolve("nowhere").toString()).run(launcher);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains("needs Java 17")
        .contains("JAVA_HOME points")
        .contains("apt-get install openjdk-17-jdk");
    assertThat(builds()).isEmpty();
  }

  @Test
  void saysThatJavaIsTooOld() throws IOException {
    java(bin.resolve("java"), "11.0.2");
    java(temp.resolve("jdk8/bin/java"), "1.8.0_292");
    Ended ended = here().with("JAVA_HOME", temp.resolve("jdk8").toString()).run(launcher);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("jdk8/bin/java is Java 8.").contains("bin/java is Java 11.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17.0.9", "21.0.1", "25-ea", "25"})
  void takesTheFirstJavaThatIsNewEnough(String version) throws IOException {
    build();
    java(bin.resolve("java"), "11.0.2");
    java(temp.resolve("jdk/bin/java"), version);
    assertThat(here().with("JAVA_HOME", temp.resolve("jdk").toString()).run(launcher).code())
        .isZero();
    assertThat(here().run(launcher).code()).isEqualTo(2);
  }

  @Test
  void aJavaHomeThatIsUnusableDoesNotHideTheJavaOnThePath() throws IOException {
    build();
    assertThat(here().with("JAVA_HOME", "/nowhere").run(launcher).code()).isZero();
  }

  @Test
  void readsTheVersionFromTheInstallationWithoutStartingIt() throws IOException {
    Path jdk = temp.resolve("jdk");
    Script.write(
        jdk.resolve("bin/java"),
        "#!/bin/sh\n[ \"$1\" = -version ] && echo started >>" + temp + "/started\nexit 0\n");
    Script.write(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION_DATE=\"x\"\nJAVA_VERSION=\"21.0.2\"\n");
    assertThat(here().with("JAVA_HOME", jdk.toString()).run(launcher).code()).isZero();
    assertThat(temp.resolve("started")).doesNotExist();
  }

  @Test
  void saysThatTheCompilerIsMissing() throws IOException {
    Path jre = temp.resolve("jre");
    java(jre.resolve("bin/java"), "17");
    Files.writeString(jre.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
    Ended ended = here().with("JAVA_HOME", jre.toString()).run(launcher);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("no compiler").contains("JDK");
    assertThat(here().run(launcher).code()).as("with a whole JDK").isZero();
    assertThat(here().with("JAVA_HOME", jre.toString()).run(launcher).code())
        .as("once it is built")
        .isZero();
  }

  // ------------------------------------------------------------- building

  @Test
  void needsMavenOnlyToBuild() throws IOException {
    here().run(launcher);
    Files.move(bin.resolve("mvn"), temp.resolve("mvn"));
    assertThat(here().run(launcher).code()).isZero();
    Files.delete(jar);
    Ended ended = here().run(launcher);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("Maven (mvn) is not on the PATH").contains("3.8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "src/main/java/A.java", "src/main/java"})
  void buildsAgainWhenASourceIsNewer(String source) throws IOException {
    here().run(launcher);
    FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 2000);
    Files.setLastModifiedTime(root.resolve(source), later);
    assertThat(here().run(launcher).err()).contains("building (sources have changed)…");
    assertThat(builds()).hasSize(2);
  }

  @Test
  void buildsAgainWhenASourceHasGone() throws IOException {
    here().run(launcher);
    FileTime longAgo = FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() - 20_000);
    for (String source : List.of("pom.xml", "src/main/java/A.java", "src/main/java", "src/main")) {
      Files.setLastModifiedTime(root.resolve(source), longAgo);
    }
    assertThat(here().run(launcher).err()).isEmpty();
    Files.delete(root.resolve("src/main/java/A.java"));
    assertThat(here().run(launcher).err()).contains("building");
  }

  @Test
  void aSourceChangedDuringABuildIsBuiltNextTime() throws IOException {
    Running slow = here().with("STANDIN", "slow").start(launcher);
    awaitFile(jar);
    Path edited = root.resolve("src/main/java/A.java");
    Files.writeString(edited, "class A { /* edited */ }");
    Files.createFile(root.resolve("target/go"));
    assertThat(slow.end().code()).isZero();
    assertThat(here().run(launcher).err())
        .as(
            "jar of %s, edited %s",
            Files.getLastModifiedTime(jar), Files.getLastModifiedTime(edited))
        .contains("building (sources have changed)…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fails", "makes-nothing"})
  void aBuildThatFailsLeavesNoJarBehind(String how) throws IOException {
    Ended ended = here().with("STANDIN", how).run(launcher);
    assertThat(ended.code()).isEqualTo(70);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("said by Maven").contains("the build failed");
    assertThat(jar).doesNotExist();
    assertThat(here().run(launcher).err()).contains("building (the last build did not end well)…");
    assertThat(Files.readString(jar)).isEqualTo("whole\n");
  }

  @Test
  void aHalfMadeJarOfABuildThatWasKilledIsNotUsed() throws IOException {
    here().run(launcher);
    Files.writeString(jar, "half");
    Files.writeString(root.resolve("target/.sluice-building"), "");
    assertThat(here().run(launcher).code()).isZero();
    assertThat(Files.readString(jar)).isEqualTo("whole\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void severalAtOnceBuildOnce(boolean flock) throws IOException {
    if (flock) {
      Script.tools(bin, "flock");
    }
    Script script = here().with("STANDIN", "slow");
    List<Running> all =
        List.of(script.start(launcher), script.start(launcher), script.start(launcher));
    awaitFile(jar);
    Running late = script.start(launcher); // the jar is there, but half made
    Waiting.until(() -> Files.readString(late.err()).contains("waiting for it"));
    Files.createFile(root.resolve("target/go"));
    for (Running each : all) {
      assertThat(each.end().code()).isZero();
    }
    Ended ended = late.end();
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).contains("waiting for it");
    assertThat(builds()).hasSize(1);
    assertThat(Files.readString(jar)).isEqualTo("whole\n");
  }

  @Test
  void aLockWhoseHolderHasGoneIsTakenAway() throws IOException, InterruptedException {
    Process gone = new ProcessBuilder("sh", "-c", "exit 0").start();
    gone.waitFor();
    Path lock = Files.createDirectories(root.resolve("target/.sluice-build-lock.d"));
    Files.writeString(lock.resolve("pid"), gone.pid() + "\n");
    assertThat(here().run(launcher).code()).isZero();
    assertThat(lock).doesNotExist();
  }

  @Test
  void waitsForAnotherBuildOnlySoLong() throws IOException {
    Path lock = Files.createDirectories(root.resolve("target/.sluice-build-lock.d"));
    Files.writeString(lock.resolve("pid"), ProcessHandle.current().pid() + "\n");
    Ended ended = here().with("SLUICE_BUILD_WAIT", "1").run(launcher);
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("gave up after 1 s").contains(".sluice-build-lock");
    assertThat(builds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSignalEndsTheBuildAndLeavesNothing(boolean flock) throws IOException {
    if (flock) {
      Script.tools(bin, "flock");
    }
    Running running = here().with("STANDIN", "hangs").start(launcher);
    awaitFile(root.resolve("hanging"));
    running.process().destroy(); // SIGTERM
    Ended ended = running.end();
    assertThat(ended.code()).isEqualTo(143);
    assertThat(ended.err()).contains("interrupted");
    assertThat(builds()).as("Maven was told").contains("ended");
    assertThat(jar).doesNotExist();
    assertThat(here().run(launcher).code()).as("the next start").isZero();
  }

  @Test
  void saysThatTheFolderCannotBeWrittenTo() throws IOException {
    Files.writeString(root.resolve("target"), "a file where a folder is needed");
    Ended ended = here().run(launcher);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("target cannot be written to");
  }

  private static void awaitFile(Path file) {
    Waiting.until(() -> Files.exists(file));
  }
}
