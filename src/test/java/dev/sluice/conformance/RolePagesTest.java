package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.house.Whole;
import dev.sluice.requirement.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the pages from which a reader can write a role: each is complete, and its pseudo-code
 * passes the cases of the role.
 */
class RolePagesTest {
  private static final Path FOLDER = Path.of("docs/roles");

  /** Cases of each configuration, as many as {@code conform run} plays. */
  private static final int SEEDS = 12;

  /** Cases of each configuration that a build plays. */
  private static final int FEW_SEEDS = 1;

  private static final int STEPS = 60;

  /** Statements of each page that a build leaves out. */
  private static final int DRAWN = 1;

  private static final Catalogue CATALOGUE = Catalogue.load(Path.of(""));

  @TempDir Path folder;

  /** Returns the names of the roles that have a page. */
  static List<String> roles() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString().replaceFirst("\\.md$", ""))
          .sorted()
          .toList();
    }
  }

  private static String text(String role) throws IOException {
    return Files.readString(FOLDER.resolve(role + ".md"));
  }

  private static RolePage page(String role, String text) {
    return new RolePage(Players.of(role).orElseThrow(), text, CATALOGUE);
  }

  /** Plays a page, and returns the first case that does not pass; empty if all do. */
  private String played(String role, String text, int seeds) throws Exception {
    Path page = Files.writeString(folder.resolve(role + ".md"), text);
    Result failed =
        Shims.firstFailure(
            Shims.python("page.py", Limits.STANDARD.slower(4), Map.of(), page.toString()),
            CaseRunner.plan(Players.of(role).orElseThrow(), 1, seeds, STEPS),
            true);
    return failed == null ? "" : failed.of().name() + ": " + failed.sentence();
  }

  @Test
  void eachRoleHasAPage() throws IOException {
    assertThat(Players.all().stream().map(player -> player.role().name()))
        .containsExactlyInAnyOrderElementsOf(roles());
    String page = Files.readString(Path.of("docs/conformance.md"));
    assertThat(roles()).allSatisfy(role -> assertThat(page).contains("(roles/" + role + ".md)"));
  }

  @ParameterizedTest
  @MethodSource("roles")
  void aPageIsComplete(String role) throws IOException {
    assertThat(page(role, text(role)).faults()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("roles")
  void thePseudoCodeOfAPagePassesTheCases(String role) throws Exception {
    assertThat(played(role, text(role), Whole.IS_ASKED ? SEEDS : FEW_SEEDS)).isEmpty();
  }

  /** Edits a page, and expects a fault that contains these words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rcm-rp; `CutGap` | ps; `Gap` | ps; CutGap",
        "rcm-rp; | 21 |; | 32 |; Line",
        "rcm-rp; `2` · `Scale`; `3` · `Scale`; bits",
        "rcm-rp; ReceiveCnp; Cnp; ReceiveCnp",
        "rcm-rp; sinceDecay; decayAge; sinceDecay",
        "rcm-rp; RCM-10; RCM-1; RCM-10",
        "rcm-rp; RCM-10; RCM-99; RCM-99",
        "rcm-rp; | RCM-12 |; | RCM-10 |; RCM-12",
        "rcm-rp; | RCM-12 |; | RCM-10 |; RCM-10",
        "credit-spender; | FIND-16 |; | FIND-14 |; FIND-16",
        "credit-spender; | FIND-16 |; | FIND-14 |; FIND-14",
        "rcm-np; \"CnpTimer\"; \"Timer\"; CnpTimer",
        "rcm-np; `valid`; `good`; valid",
        "rcm-np; # Role; # The module RcmLoop.tla: role; RcmLoop.tla",
        "rcm-np; ## State; Due(s) == s.freeFrom; Due(s) ==",
        "rcm-np; ## State; /\\ s.owed; /\\",
        "rcm-np; ## State; '[s EXCEPT !.owed = TRUE]'; EXCEPT",
      })
  void anEditIsFound(String role, String from, String to, String fault) throws IOException {
    String text = text(role);
    assertThat(text).contains(from);
    assertThat(page(role, text.replace(from, to)).faults())
        .anySatisfy(each -> assertThat(each).contains(fault));
  }

  @Test
  void aLongPageIsFound() throws IOException {
    String text = text("rcm-np");
    String words = Stream.generate(() -> "word").limit(1_500).collect(Collectors.joining(" "));
    assertThat(page("rcm-np", text + words).faults()).singleElement().asString().contains("words");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rcm-rp; (s.rate + s.target + 1); (s.rate + s.target)",
        "rcm-np; s.owed = False; s.owed = True",
        "rcm-np; \"qp\"; \"to\"",
        "credit-spender; 2 * ahead <; ahead <",
        "hpcc-sender; p.WInit * (p.One - p.Eta); (p.WInit * (p.One - p.Eta) & (1 << 64) - 1)",
        "hpcc-sender; best.load * p.One // (best.capacity * base);"
            + " (best.load * p.One // (best.capacity * base) + 2**63) % 2**64 - 2**63",
      })
  void aWrongRuleIsFound(String role, String from, String to) throws Exception {
    String text = text(role);
    assertThat(text).contains(from);
    assertThat(played(role, text.replace(from, to), SEEDS)).startsWith(role + "/");
  }

  /** Has ages go on where those of the specification stop; and stop sooner, or go faster. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rcm-rp; return min(s.now - at, most) if s.limited else 0; return s.now - at;"
            + " return min(s.now - at, most - 1) if s.limited else 0",
        "rcm-rp; since(s.cutAt, p.CutGap) if s.limited else p.CutGap;"
            + " since(s.cutAt, p.CutGap) if s.limited else p.CutGap + s.now;"
            + " since(s.cutAt - 1, p.CutGap) if s.limited else p.CutGap",
        "rcm-np; p.Interval - rest,; p.Interval - rest + max(0, s.now - s.freeFrom),;"
            + " p.Interval - rest + 1,",
        "ldcp-pawa; min(s.now - s.sentAt, longest(p)); s.now - s.sentAt;" + " s.now - s.sentAt + 1",
        "hpcc-sender; min(s.now - s.sentAt, gap(p, p.MinW)); s.now - s.sentAt;"
            + " min(s.now - s.sentAt, gap(p, p.MinW) - 1)",
      })
  void anAgeMayGoOn(String role, String from, String on, String wrong) throws Exception {
    String text = text(role);
    assertThat(text).contains(from);
    assertThat(played(role, text.replace(from, on), FEW_SEEDS)).as("an age that goes on").isEmpty();
    assertThat(played(role, text.replace(from, wrong), FEW_SEEDS)).as("a wrong age").isNotEmpty();
  }

  /** Leaves statements of the pseudo-code out, and expects that the cases show each. */
  @ParameterizedTest
  @MethodSource("roles")
  void theCasesShowEachStatement(String role) throws Exception {
    Map<String, String> pages = RolePage.withoutStatements(text(role));
    assertThat(pages).hasSizeGreaterThan(10);
    List<String> unseen = new ArrayList<>();
    for (String each : Whole.drawn(List.copyOf(pages.keySet()), DRAWN)) {
      try {
        if (played(role, pages.get(each), SEEDS).isEmpty()) {
          unseen.add(each);
        }
      } catch (Broken doesNotStart) {
        continue; // the statement is needed at the start
      }
    }
    assertThat(unseen).as("statements that no case shows").isEmpty();
  }
}
