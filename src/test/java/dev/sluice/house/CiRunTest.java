package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Script.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What continuous integration concludes, with stand-ins for Maven, git and Sluice. */
class CiRunTest {
  private static final String[] TOOLS = {
    "bash", "sh", "dirname", "mktemp", "mkdir", "rm", "tar", "xargs", "cksum", "cat", "tr", "sed",
    "awk", "timeout", "sleep", "cmp", "tee", "grep", "env", "head", "diff", "find", "wc"
  };

  @TempDir Path temp;
  private Path root;
  private Path bin;
  private Path jdks;

  private static final String MUTANTS =
      "mutate PdcHandshake CccThreeState CccScheduling --sample 12 --seed 1 --fresh\n";

  @BeforeEach
  void makeACheckout() throws IOException {
    root = Files.createDirectories(temp.toRealPath().resolve("a checkout"));
    bin = Script.tools(temp.resolve("bin"), TOOLS);
    Files.createDirectories(root.resolve(".ci"));
    Files.copy(Path.of(".ci/run"), root.resolve(".ci/run"));
    Files.writeString(root.resolve("pom.xml"), "<p>[17,) [3.8,) [1.10,)</p>");
    Files.writeString(
        root.resolve("README.md"),
        "# R\n```sh\nno\n```\n```text\nline  1\n...\n"
            + "line  2\nline  3\nline  4\nline  5\n\nline  7\n```\n## S\n```text\nno\n```\n");
    Script.write(bin.resolve("git"), "#!/bin/sh\nprintf 'pom.xml\\0sluice\\0'\n");
    jdks = Files.createDirectory(temp.resolve("jdks"));
    Script.write(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"17.0.9\"' >&2\n");
    Script.write(
        bin.resolve("mvn"),
        """
        #!/bin/sh
        mkdir -p target/surefire-reports
        echo "${JAR:-same}" >target/sluice.jar
        echo "$@" >>maven
        case "$*" in
          *sluice.all=true*) exit "${ALL_ENDS_WITH:-0}" ;;
          *verify*) cp_report ATest "${A:-3}" 0 "${ERRORS:-0}" 0; cp_report BTest 4 "${FAILURES:-0}" 0 "${SKIPPED:-0}" ;;
          *enforce*) [ -z "$TOOTHLESS" ] || exit 0
                     echo JDK 17, Maven 3.8, jqwik is pinned; exit 1 ;;
          *) [ -z "$DIFFERS" ] || pwd >target/sluice.jar ;;
        esac
        exit "${MAVEN_ENDS_WITH:-0}"
        """
            .replace(
                "mkdir -p target/surefire",
                """
                cp_report() { [ -n "$NO_REPORTS" ] && return; cat >"target/surefire-reports/TEST-$1.xml" <<X
                <?xml version="1.0"?>
                <testsuite xmlns:xsi="x" name="$1" time="0.1" tests="$2" errors="$4"
                  skipped="$5" failures="$3">
                  <testcase name="tests=&quot;9&quot;"/><testsuite/>
                </testsuite>
                X
                }
                mkdir -p target/surefire"""));
    Script.write(
        root.resolve("sluice"),
        """
        #!/bin/sh
        echo "$@" >>called
        case "$JAVA_HOME" in ?*) [ -z "$OTHER_JDK_SAYS" ] || echo "$OTHER_JDK_SAYS" ;; esac
        case "$*" in verify*--tla2tools*) LINES=${OTHER_LINES:-$LINES} ;; esac
        for line in ${LINES:-1 2 3 4 5 6 7}; do echo "line  $line"; done
        case "$*" in *--full) exit "${FULL_ENDS_WITH:-0}" ;; mutate*) exit "${MUTANTS_END_WITH:-0}" ;; esac
        exit "${SLUICE_ENDS_WITH:-0}"
        """);
  }

  private Ended run(String... variables) throws IOException {
    Script script = new Script(temp).with("PATH", bin.toString()).with("CI", "true");
    script.with("SLUICE_CI_JDKS", jdks.toString());
    for (int i = 0; i < variables.length; i += 2) {
      script.with(variables[i], variables[i + 1]);
    }
    return script.run(bin.resolve("bash"), root.resolve(".ci/run"));
  }

  private static String lastLine(Ended ended) {
    return ended.out().lines().reduce((a, b) -> b).orElse("");
  }

  @Test
  void endsWithTheCountOfTests() throws IOException {
    Ended ended = run();
    assertThat(lastLine(ended)).isEqualTo("7 passed, 0 failed");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(root.resolve("called")).hasContent("verify\n" + MUTANTS + "verify --full\n");
  }

  @Test
  void failuresErrorsAndSkippedTestsAreCounted() throws IOException {
    Ended ended = run("MAVEN_ENDS_WITH", "1", "FAILURES", "1", "ERRORS", "1", "SKIPPED", "2");
    assertThat(lastLine(ended)).isEqualTo("3 passed, 2 failed, 2 skipped");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void aFailureThatMavenDoesNotTellIsAFailure() throws IOException {
    for (String kind : Whole.drawn(List.of("FAILURES", "ERRORS"), 1)) { // summed alike
      assertThat(run(kind, "1").code()).as(kind).isEqualTo(1);
    }
  }

  @Test
  void noTestsAreAFailure() throws IOException {
    Ended ended = run("NO_REPORTS", "yes");
    assertThat(lastLine(ended)).isEqualTo("0 passed, 0 failed");
    assertThat(ended.code()).isEqualTo(1);
  }

  @Test
  void reportsOfAnEarlierRunDoNotCount() throws IOException {
    run();
    assertThat(run("NO_REPORTS", "yes").code()).isEqualTo(1);
  }

  @Test
  void everyStepCounts() throws IOException {
    List<List<String>> steps =
        List.of(
            List.of("MAVEN_ENDS_WITH", "1"),
            List.of("SLUICE_ENDS_WITH", "3"),
            List.of("FULL_ENDS_WITH", "1"),
            List.of("MUTANTS_END_WITH", "1"),
            List.of("LINES", "1 2 3 4 5 6"), // a line of the README
            List.of("DIFFERS", "yes"),
            List.of("TOOTHLESS", "yes"));
    // Each runs the whole script: a build has a few steps fail, and .ci/run each of them.
    for (List<String> step : Whole.drawn(steps, 2)) {
      assertThat(run(step.get(0), step.get(1)).code()).as("%s", step).isEqualTo(1);
    }
  }

  /** Each test of which mvn verify does a part is done whole, and what that finds counts. */
  @Test
  void whatABuildLeavesOutOfTestsIsDone() throws IOException {
    Ended ended = run("ALL_ENDS_WITH", "1");
    assertThat(ended.out()).contains("=== all of the tests: exit 1");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(root.resolve("maven"))
        .content()
        .containsPattern("surefire:test -Dtest=\\w+(,\\w+)+ -Dsluice.all=true\n");
  }

  @Test
  void upstreamsTlcIsUsedWhereThereIsOneAndOtherwiseVisiblyNot() throws IOException {
    assertThat(run().out()).contains("upstream's TLC: SKIPPED, because this machine has no");
    Files.delete(root.resolve("called"));
    Path jar = Files.writeString(temp.resolve("tla2tools.jar"), "");
    Ended ended = run("SLUICE_CI_TLA2TOOLS", jar.toString());
    assertThat(ended.out()).contains("=== upstream's TLC: exit 0");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(root.resolve("called"))
        .hasContent(
            ("verify\n"
                    + MUTANTS
                    + "doctor --tla2tools JAR\nverify --tla2tools JAR\ntraces --check --tla2tools JAR\nverify --full\n")
                .replace("JAR", jar.toString()));
    Ended other = run("SLUICE_CI_TLA2TOOLS", jar.toString(), "OTHER_LINES", "1 2 3 4 5 6");
    assertThat(other.code()).as("what upstream's TLC finds is something else").isEqualTo(1);
  }

  @Test
  void theFullLaneIsLeftOutVisiblyWhereTimeIsShort() throws IOException {
    Ended ended = run("SLUICE_CI_SECONDS", "600");
    assertThat(ended.out()).contains("full lane: SKIPPED, because").contains("s are left");
    assertThat(ended.code()).isZero();
    assertThat(root.resolve("called")).hasContent("verify\n" + MUTANTS);
  }

  @Test
  void otherJdksSayTheSameOrAreVisiblyLeftOut() throws IOException {
    Path jdk = Files.createDirectory(jdks.resolve("some-jdk"));
    Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.3\"\n");
    Script.write(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    Ended ended = run();
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out())
        .contains("=== JDK 17: all other steps ran with it")
        .contains("=== JDK 21: SKIPPED, because it is not here")
        .contains("the same, byte for byte: ")
        .contains("=== JDK 25: exit 0");
    Ended other = run("OTHER_JDK_SAYS", "something else");
    assertThat(other.out()).contains("=== JDK 25: exit 1");
    assertThat(other.code()).isEqualTo(1);
  }
}
