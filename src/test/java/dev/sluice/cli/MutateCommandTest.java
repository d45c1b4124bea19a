package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import dev.sluice.house.WholeOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice mutate}, on the toy. */
@Order(1) // among the longest
class MutateCommandTest {
  private static final String ARGUED =
      """
      [[mutant]]
      definition = "Receive"
      operator = "comparison"
      from = '''/\\ seen' = IF n > seen THEN n ELSE seen'''
      to = '''/\\ seen' = IF n >= seen THEN n ELSE seen'''
      kind = "equivalent"
      because = "Where n is seen, both sides are the same."
      """;

  @TempDir Path folder;
  private Project project;

  @AfterEach
  void nothingTemporaryIsLeft() {
    assertThat(project.temporary()).isEmptyDirectory();
  }

  private Path mutants() {
    return project.root().resolve("target/mutants/Relay.ndjson");
  }

  private void argue(String text) throws IOException {
    Path file = project.root().resolve("spec/mutants/Relay.toml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void whatNoticesAMutantIsToldInClasses() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("mutate", "Relay", "--verbose", "--jobs", "1")).isEqualTo(1);
    String out = project.out();
    assertThat(out)
        .as(project.err())
        .contains("Relay/Receive/comparison-1  property SeenWasSentInv (trace): in 2 states\n")
        .contains("Relay/Send/guard-1  type TypeOK (trace): in 5 states\n")
        .contains("Relay/SeenWasSentInv/conjunct-1  control SeenWasSentInv (fault_late): nothing")
        .contains("Relay/Lose/guard-1  pin (trace): 139 transitions\n")
        .contains("Relay/Receive/comparison-2  survives: the same graph in all models")
        .contains("Relay/SeenNeverFallsProp/conjunct-1  survives\n")
        .contains("/\\ seen' = IF n >= seen THEN n ELSE seen");
    // From what is kept, the last three anew, the same bytes.
    List<String> kept = Files.readAllLines(mutants());
    int most = kept.size() - 3;
    Files.writeString(mutants(), String.join("\n", kept.subList(0, most)) + "\n{\"mutant\":\"Rel");
    assertThat(project.run("mutate", "Relay", "--verbose")).isEqualTo(1);
    assertThat(project.out()).isEqualTo(out);
    assertThat(Files.readAllLines(mutants())).containsExactlyInAnyOrderElementsOf(kept);
    if (!Whole.IS_ASKED) {
      return; // a build has had one process, and then the usual number
    }
    // And with another number of processes, which have met other mutants before.
    project.run("mutate", "Relay/Receive", "--jobs", "2", "--fresh");
    assertThat(Files.readAllLines(mutants())).hasSizeGreaterThan(5).isSubsetOf(kept);
  }

  /** Of a claim that says less, models tell nothing; of one that says more, they do. */
  @Test
  void aClaimThatSaysMoreIsHeldAgainstTheModels() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    Path module = project.root().resolve("spec/Relay.tla");
    String claim = "SeenWasSentInv == seen < next";
    assertThat(Files.readString(module)).contains(claim);
    Files.writeString(
        module,
        Files.readString(module)
            .replace(
                claim,
                """
                SeenWasSentInv ==
                    /\\ wire = {} => (seen > 0 => seen < next)
                    /\\ ~ (seen > 0 /\\ seen >= next)"""));
    project.run("mutate", "Relay/SeenWasSentInv", "--verbose", "--jobs", "1");
    assertThat(project.out())
        .as(project.err())
        // it says less: only controls could notice
        .contains("Relay/SeenWasSentInv/implication-2  survives\n")
        // a right side becomes FALSE: nothing is on the wire at first, and 1 is seen later
        .contains("Relay/SeenWasSentInv/implication-3  property SeenWasSentInv (trace)")
        .contains("Relay/SeenWasSentInv/implication-6  property SeenWasSentInv (trace)")
        // under a negation, what becomes TRUE says more
        .contains("Relay/SeenWasSentInv/conjunct-4  property SeenWasSentInv (trace)");
  }

  @Test
  void aSurvivorIsArguedAndAnArgumentThatIsNotNeededIsRed() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("mutate", "Relay/Receive/comparison-2")).isEqualTo(1);
    assertThat(project.out()).contains("FAIL  Relay").contains("comparison-2 (line 24): survives");
    argue(ARGUED);
    assertThat(project.run("mutate", "Relay/Receive/comparison-2")).as(project.out()).isEqualTo(0);
    assertThat(project.out())
        .contains("ok  Relay", "Relay, 1 of 31 mutants")
        .endsWith("a known gap\n");
    argue(ARGUED.replace("n >= seen THEN", "n < seen THEN"));
    assertThat(project.run("mutate", "Relay/Receive/comparison-3")).isEqualTo(1);
    assertThat(project.out()).contains("Relay: an entry is no longer needed");
    argue(ARGUED.replace("from = '''/", "from = '''/\\ TRUE /"));
    assertThat(project.run("mutate", "Relay/Receive/comparison-3")).isEqualTo(1);
    assertThat(project.out()).contains("Relay: an entry is no longer needed");
    argue(ARGUED.replace("equivalent", "harmless"));
    assertThat(project.run("mutate", "Relay")).isEqualTo(2);
    assertThat(project.err()).contains("kind is equivalent, outside or gap");
  }

  @Test
  @WholeOnly // ten runs of the command
  void whatIsKeptIsNotRunAgainAndAnotherOutcomeIsRed() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    Path kept = project.root().resolve("spec/mutants/results/Relay.ndjson");
    project.run("mutate", "Relay/Receive", "--write-results", "--jobs", "1");
    String receive = Files.readString(kept);
    assertThat(receive.lines().findFirst().orElse("")).contains("\"made\":31");
    project.run("mutate", "Relay/Lose", "--write-results");
    List<String> both = Files.readAllLines(kept);
    assertThat(both).hasSizeGreaterThan((int) receive.lines().count());
    assertThat(receive.lines().toList()).isSubsetOf(both);
    // In the order of the text, in whatever order they were run.
    assertThat(project.run("mutate", "--list")).isEqualTo(0);
    String listed = project.out();
    assertThat(both.subList(1, both.size()))
        .isSortedAccordingTo(
            Comparator.comparingInt(line -> listed.indexOf(line.split("\"")[3] + "  line")));

    // Nothing is run: what is kept is enough.
    Files.delete(mutants());
    assertThat(project.run("mutate", "Relay/Lose", "--verbose")).isEqualTo(0);
    assertThat(project.out()).contains("Relay/Lose/guard-1  pin (trace): 139 transitions\n");
    assertThat(Files.readAllLines(mutants())).hasSize(1);

    // Run once more, an outcome that is not the kept one is red.
    Files.writeString(kept, Files.readString(kept).replace("139 transitions", "138 transitions"));
    assertThat(project.run("mutate", "Relay/Lose", "--fresh")).isEqualTo(1);
    assertThat(project.out())
        .contains("Relay/Lose/guard-1 came to pin (trace): 139 transitions; what is kept")
        .contains("says pin (trace): 138 transitions");

    assertThat(project.run("mutate", "Relay/Lose", "--write-results", "--budget", "3"))
        .isEqualTo(2);
    assertThat(project.err()).contains("--write-results: results are kept of the TLC");
    assertThat(project.run("mutate", "--list", "--write-results")).isEqualTo(2);
  }

  /** A result goes with what it rests on, and with nothing else. */
  @Test
  @WholeOnly // and four long ones
  void whatRestsOnAnotherTextIsRunAgain() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    mutate("--write-results");
    assertThat(ran()).hasSizeGreaterThan(10);
    String before = results();
    Path module = project.root().resolve("spec/Relay.tla");
    String text = Files.readString(module);

    // Of a comment and a definition that nothing uses, nothing.
    Files.writeString(
        module,
        text.replace("(* A sender", "(* One sender")
            .replace("\nLose(n) ==", "\nUnused == 7\n\nLose(n) =="));
    project.run("mutate", "Relay/Lose", "--write-results", "--verbose");
    assertThat(ran()).isEmpty();
    assertThat(results()).isEqualTo(before);

    // A claim more: what a claim or a control has noticed holds; what a count has, or nothing,
    // may be noticed now.
    Path config = project.root().resolve("spec/models/MCRelay_trace.cfg");
    text = text.replace("\nLose(n) ==", "\nMoreInv == next >= 0\n\nLose(n) ==");
    Files.writeString(module, text);
    Files.writeString(config, Files.readString(config) + "\nINVARIANT MoreInv\n");
    mutate("--verbose");
    assertThat(ran())
        .contains("Relay/Lose/guard-1", "Relay/Receive/comparison-2")
        .doesNotContain("Relay/Receive/comparison-1", "Relay/SeenWasSentInv/conjunct-1");

    // What the model does: all that the model has noticed.
    Files.writeString(module, text.replace("next' = next + 1", "next' = 1 + next"));
    mutate("--verbose");
    assertThat(ran()).contains("Relay/Lose/guard-1", "Relay/Receive/comparison-1");
  }

  /**
   * Of three definitions, whose mutants are noticed by a count, a claim, a control, and nothing.
   */
  private void mutate(String option) {
    project.run(
        "mutate", "Relay/Lose", "Relay/Receive", "Relay/SeenWasSentInv", option, "--jobs", "1");
  }

  private String results() throws IOException {
    String kept = Files.readString(project.root().resolve("spec/mutants/results/Relay.ndjson"));
    return kept.substring(kept.indexOf('\n')); // the first line has a digest of the text
  }

  /** The mutants that were run, and not known; the file begins anew each time. */
  private List<String> ran() throws IOException {
    List<String> ran =
        Files.readAllLines(mutants()).stream().skip(1).map(line -> line.split("\"")[3]).toList();
    Files.delete(mutants());
    return ran;
  }

  @Test
  void mutantsAreListedShownAndDrawnWithoutRunning() throws Exception {
    project = Project.of(folder, Project.HOLDS, Project.CAUGHT);
    assertThat(project.run("mutate", "--list", "--operators", "set,update")).isEqualTo(0);
    assertThat(project.out())
        .contains("Relay/Receive/set-1  line 23\n    /\\ wire' = wire \\ {n}\n")
        .contains("    /\\ wire' = wire \\cup {n}\n")
        .contains("Relay/Send/update-2")
        .doesNotContain("guard");
    assertThat(project.run("mutate", "Relay/Receive/set-1", "--show")).isEqualTo(0);
    assertThat(project.out())
        .contains("+++ b/spec/Relay.tla\n")
        .contains("\n-    /\\ wire' = wire \\ {n}\n+    /\\ wire' = wire \\cup {n}\n");
    assertThat(project.run("mutate", "--list", "--sample", "5", "--seed", "3")).isEqualTo(0);
    String drawn = project.out();
    assertThat(drawn.lines().filter(line -> line.startsWith("Relay/"))).hasSize(5);
    assertThat(project.run("mutate", "--list", "--sample", "5", "--seed", "3")).isEqualTo(0);
    assertThat(project.out()).isEqualTo(drawn);
    assertThat(project.run("mutate", "--list", "--sample", "5", "--seed", "4")).isEqualTo(0);
    assertThat(project.out()).isNotEqualTo(drawn);
  }

  @Test
  void aNameThatStandsForNothingIsBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS);
    assertThat(project.run("mutate", "Rely")).isEqualTo(2);
    assertThat(project.err()).contains("did you mean Relay?");
    assertThat(project.run("mutate", "Relay/Nothing")).isEqualTo(3);
    assertThat(project.run("mutate", "--seed", "3")).isEqualTo(2);
  }

  @Test
  void modelsThatAreNotAsTheTableSaysAreBadInput() throws Exception {
    project = Project.of(folder, Project.HOLDS.replace("states = 32", "states = 33"));
    assertThat(project.run("mutate", "Relay")).isEqualTo(2);
    assertThat(project.err())
        .contains("without any mutant, models are not as they must be: Relay/");
  }
}
