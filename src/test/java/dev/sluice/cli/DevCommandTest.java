package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.impact.Build;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit of a small project is followed to its checks, and they run. */
class DevCommandTest {
  private static final String LATER =
      Project.HOLDS.replace("\"trace\"\nlane = \"trace\"", "\"later\"\nlane = \"smoke\"");

  private static final String UNIT =
      """
      package toy;
      import org.junit.jupiter.api.Test;
      class UnitTest {
        @Test
        void two() {
          if (new Unit().two() != 2) {
            throw new AssertionError("two is " + new Unit().two());
          }
        }
      }
      """;

  @TempDir Path temp;
  private Project project;

  @BeforeEach
  void commit() throws Exception {
    project = Project.of(temp, Project.HOLDS, Project.CAUGHT, LATER);
    Files.copy(
        project.root().resolve("spec/models/MCRelay_trace.cfg"),
        project.root().resolve("spec/models/MCRelay_later.cfg"));
    write("pom.xml", "<project/>");
    write(".gitignore", "target\n");
    write("src/main/java/toy/Unit.java", unit(2));
    write("src/test/java/toy/UnitTest.java", UNIT);
    useLibrariesFor("<project/>");
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x");
  }

  /** Leaves the class path of this test for Maven's answer. */
  private void useLibrariesFor(String pom) throws IOException {
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(each -> Path.of(each).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    write("target/dev/libraries", Build.digest(pom) + "\n" + path + "\n");
  }

  private static String unit(int two) {
    return "package toy;\nclass Unit { int two() { return " + two + "; } }\n";
  }

  private void write(String name, String text) throws IOException {
    Path file = project.root().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void append(String name, String text) throws IOException {
    write(name, Files.readString(project.root().resolve(name)) + text);
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", project.root().toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private String said(int code, String... arguments) {
    assertThat(project.run(arguments)).as(project.out() + project.err()).isEqualTo(code);
    return project.out() + project.err();
  }

  @Test
  void withoutAnEditNothingRuns() {
    assertThat(said(0, "dev")).contains("Nothing differs from HEAD.", "--base HEAD~1");
  }

  @Test
  void anUnknownCommitOrNoCheckoutIsBadInput() throws Exception {
    assertThat(said(2, "dev", "--base", "nosuch")).contains("\"nosuch\" is not a commit");
    Files.move(project.root().resolve(".git"), temp.resolve("git"));
    assertThat(said(2, "dev")).contains("is not a git checkout");
  }

  @Test
  void anEditThatDoesNotCompileFails() throws Exception {
    write("src/main/java/toy/Unit.java", "package toy;\nclass Unit { int two() { } }\n");
    assertThat(said(1, "dev")).contains("Unit.java:2: error", "FAILED: the edit does not compile");
  }

  @Test
  void theAffectedTestRunsAndFailsOnAMistake() throws Exception {
    write("src/main/java/toy/Unit.java", unit(2) + "\n");
    assertThat(said(0, "dev"))
        .containsPattern("UnitTest +named after Unit +2\\.0")
        .contains("AS EXPECTED: 1 check as expected");
    write("src/main/java/toy/Unit.java", unit(3));
    assertThat(said(1, "dev"))
        .contains("FAIL toy.UnitTest", "two is 3", "FAILED: 1 check failed, 0 checks as expected");
  }

  @Test
  void aCheckThatDoesNotFitIsListedWithItsCommand() throws Exception {
    write("src/main/java/toy/Unit.java", unit(4));
    write("target/dev/seconds", "toy.UnitTest 99\n");
    assertThat(said(3, "dev"))
        .contains("left out for time: 1 check", "mvn test -Dtest=UnitTest  # named after Unit")
        .contains("NOT DECIDED: no check was chosen");
  }

  @Test
  void aFileWithoutACheckIsNamed() throws Exception {
    write("pom.xml", "<project></project>");
    useLibrariesFor("<project></project>");
    assertThat(said(3, "dev"))
        .contains("No check is known for pom.xml", "only `mvn verify` checks the build itself");
  }

  @Test
  void aModuleReachesTheModelsThatReadIt() throws Exception {
    append("spec/Relay.tla", "\\* after the end\n");
    assertThat(said(0, "dev", "--list"))
        .containsPattern("Relay/trace +checks Relay .*\n.*Relay/later +checks Relay")
        .containsPattern("Relay/fault_late +checks Relay");
    git("checkout", "-q", "spec");
    append("spec/models/RelayFaults.tla", "\\* after the end\n");
    assertThat(said(0, "dev", "--list"))
        .containsPattern("Relay/fault_late +reads RelayFaults.tla")
        .doesNotContain("Relay/trace");
  }

  @Test
  void aConfigurationReachesItsModelAndTheControlsOnIt() throws Exception {
    append("spec/models/MCRelay_trace.cfg", "\n");
    assertThat(said(0, "dev", "--list"))
        .containsPattern("Relay/trace +reads MCRelay_trace.cfg")
        .containsPattern("Relay/fault_late +reads MCRelay_trace.cfg")
        .doesNotContain("Relay/later");
  }

  @Test
  void aRowReachesItsModelAndTheControlsOnIt() throws Exception {
    String table = "spec/models.toml";
    String text = Files.readString(project.root().resolve(table));
    write(table, text.replace("length = 2", "length = 3"));
    assertThat(said(0, "dev", "--list"))
        .containsPattern("Relay/fault_late +its row changed")
        .doesNotContain("Relay/trace", "No check is known");
    write(table, text.replaceFirst("states = 32", "states = 33"));
    assertThat(said(0, "dev", "--list"))
        .containsPattern("Relay/trace +its row changed")
        .containsPattern("Relay/fault_late +based on Relay/trace, whose row changed")
        .doesNotContain("Relay/later");
  }

  @Test
  void aModelThatIsWrongFailsWithItsReport() throws Exception {
    String table = "spec/models.toml";
    String text = Files.readString(project.root().resolve(table));
    write(table, text.replace("length = 2", "length = 3"));
    assertThat(said(1, "dev"))
        .contains("FAIL  Relay/fault_late", "FAILED: 1 check failed, 0 checks as expected");
  }
}
