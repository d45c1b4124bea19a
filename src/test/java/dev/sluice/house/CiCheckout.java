package dev.sluice.house;

import dev.sluice.house.Script.Ended;
import dev.sluice.house.Script.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A checkout in which the scripts of {@code .ci} run with stand-ins for Maven, git, Java and
 * Sluice. Each stand-in writes down its arguments; environment variables plant failures. {@code
 * FAILS} names the calls of Sluice that fail, with bars between them.
 */
final class CiCheckout {
  private static final String[] TOOLS = {
    "bash", "sh", "dirname", "mktemp", "mkdir", "rm", "tar", "cksum", "cat", "sed", "awk",
    "timeout", "sleep", "cmp", "tee", "tail", "grep", "env", "head", "diff", "find", "wc", "ps"
  };

  private static final String MAVEN =
      """
      #!/bin/sh
      report() { # NAME TESTS FAILURES ERRORS SKIPPED
        [ -n "$NO_REPORTS" ] && return
        printf '<?xml version="1.0"?>
      <testsuite xmlns:xsi="x" name="%s" time="0.1" tests="%s" failures="%s"
        errors="%s" skipped="%s">
        <testcase name="tests=&quot;9&quot;" tests="9"/><testsuite/>
      </testsuite>' "$@" >"target/surefire-reports/TEST-$1.xml"
      }
      echo "$@" >>maven
      folder=.
      previous=
      for word in "$@"; do
        case $previous in -f) folder=${word%/pom.xml} ;; esac
        previous=$word
      done
      case "$*" in
        *enforcer:enforce*) [ -z "$TOOTHLESS" ] || exit 0
                            echo "${RULE_SAYS:-JDK 17, Maven 3.8, jqwik is pinned}"; exit 1 ;;
        *sluice.all=true*) exit "${ALL_ENDS_WITH:-0}" ;;
      esac
      [ -z "$MAVEN_TAKES" ] || sleep "$MAVEN_TAKES"
      [ -d "$folder/target/surefire-reports" ] || mkdir -p "$folder/target/surefire-reports"
      [ -n "$NO_JAR" ] || echo same >"$folder/target/sluice.jar"
      case "$*" in
        *' verify') report ATest 3 0 "${ERRORS:-0}" 0
                    report BTest 4 "${FAILURES:-0}" 0 "${SKIPPED:-0}" ;;
        *' -f '*) [ -z "$DIFFERS" ] || echo other >"$folder/target/sluice.jar"; exit 0 ;;
      esac
      exit "${MAVEN_ENDS_WITH:-0}"
      """;

  private static final String SLUICE =
      """
      #!/bin/sh
      echo "$@" >>called
      case "$*" in
        --version) [ -z "$BUILDS" ] || echo same >target/sluice.jar; exit 0 ;;
        "$HANGS") echo "$$" >hanging; exec sleep 100 ;;
        verify*--tla2tools*) LINES=${OTHER_LINES:-$LINES} ;;
      esac
      case "$JAVA_HOME" in ?*) [ -z "$OTHER_JDK_SAYS" ] || echo "$OTHER_JDK_SAYS" ;; esac
      for line in ${LINES:-1 2 3 4 5 6 7}; do echo "line  $line"; done
      echo "${VERDICT:-AS EXPECTED}: all"
      case "|$FAILS|" in *"|$*|"*) exit 3 ;; esac
      """;

  /** Links to the tools, which all checkouts share. */
  private static final Path LINKS = Path.of("target/ci-tools").toAbsolutePath();

  private final Path temp;
  private final Path bin;
  private final Path root;
  private final Path jdks;

  /** Makes the checkout in this folder. */
  CiCheckout(Path temp) throws IOException {
    this.temp = temp;
    root = Files.createDirectories(temp.toRealPath().resolve("a checkout"));
    jdks = Files.createDirectory(temp.resolve("jdks"));
    linkTools();
    bin = Files.createDirectory(temp.resolve("bin"));
    Script.write(bin.resolve("mvn"), MAVEN);
    Script.write(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"17.0.9\"' >&2\n");
    Script.write(
        bin.resolve("git"),
        "#!/bin/sh\ncase $1 in ls-files) printf 'pom.xml\\0sluice\\0' ;;"
            + " log) printf 'commit 1234567 of 2026-11-28' ;; esac\n");
    Script.write(root.resolve("sluice"), SLUICE);
    Files.createDirectories(root.resolve(".ci"));
    for (String script : List.of("run", "long", "steps")) {
      Files.copy(Path.of(".ci", script), root.resolve(".ci").resolve(script));
    }
    Files.writeString(root.resolve("pom.xml"), "<p>[17,) [3.8,) [1.10,)</p>");
    Files.writeString(
        root.resolve("README.md"),
        "# R\n```sh\nno\n```\n```text\nline  1\n...\n"
            + "line  2\nline  3\nline  4\nline  5\n\nline  7\n```\n## S\n```text\nno\n```\n");
  }

  private static void linkTools() throws IOException {
    Files.createDirectories(LINKS);
    for (String name : TOOLS) {
      for (String place : List.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")) {
        Path tool = Path.of(place, name);
        Path link = LINKS.resolve(name);
        if (Files.isExecutable(tool) && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(link, tool);
        }
      }
    }
  }

  /** Makes a folder that looks like a JDK of this version. */
  void addJdk(String version) throws IOException {
    Path jdk = Files.createDirectory(jdks.resolve("jdk-" + version));
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    Script.write(jdk.resolve("bin/javac"), "#!/bin/sh\n");
  }

  Path file(String name) {
    return root.resolve(name);
  }

  /** Returns the arguments of each call of a stand-in, in order. */
  List<String> calls(String standIn) throws IOException {
    Path file = root.resolve(standIn);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** Starts a script of {@code .ci} with these arguments and variables ({@code NAME=value}). */
  Running start(String script, List<String> arguments, String... variables) throws IOException {
    Files.deleteIfExists(root.resolve("called"));
    Files.deleteIfExists(root.resolve("maven"));
    Script environment =
        new Script(temp)
            .with("PATH", bin + ":" + LINKS)
            .with("CI", "true")
            .with("HOME", temp.toString())
            .with("SLUICE_CI_JDKS", jdks.toString());
    for (String variable : variables) {
      String[] parts = variable.split("=", 2);
      environment.with(parts[0], parts[1]);
    }
    List<Object> words = new ArrayList<>(List.of(LINKS.resolve("bash"), root.resolve(script)));
    words.addAll(arguments);
    return environment.start(words.toArray());
  }

  Ended run(String... variables) throws IOException {
    return start(".ci/run", List.of(), variables).end();
  }

  Ended runLong(List<String> steps, String... variables) throws IOException {
    return start(".ci/long", steps, variables).end();
  }

  /**
   * Returns the rows of the table of steps, each as {@code NAME: RESULT} or, with a note, {@code
   * NAME: RESULT, NOTE}.
   */
  static List<String> steps(String out) {
    return Pattern.compile("(?m)^(\\S.{23}) (ok|FAILED|SKIPPED|STOPPED) +(\\d+)(?:  (.+))?$")
        .matcher(out.substring(Math.max(0, out.lastIndexOf("=== Steps of"))))
        .results()
        .map(
            row ->
                row.group(1).strip()
                    + ": "
                    + row.group(2)
                    + (row.group(4) == null ? "" : ", " + row.group(4)))
        .toList();
  }
}
