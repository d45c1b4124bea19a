package dev.sluice.model.vacuity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.probe.ClaimPart;
import dev.sluice.model.tlc.probe.PartKind;
import dev.sluice.model.tlc.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The result for each form is that of TLC for the form as a text: hundreds of claims are drawn, and
 * TLC evaluates every form that the parts name, written out as a claim of its own.
 */
class FormsAgainstTlcTest {
  private static final long SEED = 45;
  private static final int DRAWN = 300;
  private static final Pattern VIOLATED = Pattern.compile("<<\"violated\", (\\d+)>>");

  private static final String BEHAVIOUR =
      """
      EXTENDS Naturals, TLC
      VARIABLES x, y
      vars == <<x, y>>
      Init == x = 0 /\\ y = 0
      Up == x < 2 /\\ x' = x + 1 /\\ y' = y
      Down == x = 2 /\\ x' = 0 /\\ y' = 1
      Stay == y = 1 /\\ UNCHANGED vars
      Next == Up \\/ Down \\/ Stay
      Spec == Init /\\ [][Next]_vars
      Noted(n) == PrintT(<<"violated", n>>)
      """;

  @TempDir Path scratch;

  /** A form as a text: the claim's formula with one part replaced. */
  private record Form(ClaimPart part, String text) {}

  @Test
  void ofClaimsOfStates() throws Exception {
    compare(false);
  }

  @Test
  void ofClaimsOfSteps() throws Exception {
    compare(true);
  }

  private void compare(boolean steps) throws Exception {
    DrawnClaims source = new DrawnClaims(new SplittableRandom(SEED), steps);
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < DRAWN; i++) {
      drawn.add(source.next());
    }
    Set<Integer> false0 = violated("Drawn", drawn, steps);
    List<String> claims = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      if (!false0.contains(i)) {
        claims.add(drawn.get(i));
      }
    }
    assertThat(claims).as("claims that hold").hasSizeGreaterThan(60);

    List<Form> forms = new ArrayList<>();
    for (ClaimPart part : parts(claims, steps)) {
      if (part.kind() != PartKind.STEP) {
        forms.add(new Form(part, replaced(claims.get(number(part)), part, steps)));
      }
    }
    Set<Integer> expected = violated("Forms", forms.stream().map(Form::text).toList(), steps);
    Set<String> wrong = new TreeSet<>();
    TreeMap<PartKind, int[]> counts = new TreeMap<>();
    for (int i = 0; i < forms.size(); i++) {
      ClaimPart part = forms.get(i).part;
      counts.computeIfAbsent(part.kind(), unseen -> new int[2])[part.exercised() ? 1 : 0]++;
      if (part.exercised() != expected.contains(i)) {
        wrong.add(part + " of " + claims.get(number(part)) + ": TLC finds " + !part.exercised());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(counts)
        .containsKeys(
            PartKind.CONSEQUENT,
            PartKind.ANTECEDENT,
            PartKind.DISJUNCT,
            PartKind.CONDITION,
            PartKind.BODY,
            PartKind.BRANCH,
            PartKind.BOTH,
            PartKind.NEITHER);
    counts.forEach(
        (kind, both) ->
            assertThat(both).as("vacuous and exercised parts of kind %s", kind).doesNotContain(0));
  }

  private static int number(ClaimPart part) {
    return Integer.parseInt(part.claim().substring(1));
  }

  /** Columns of a claim's definition count from its name. */
  private static String definition(int number, String formula, boolean steps) {
    return "C" + number + " == " + (steps ? "[][" + formula + "]_vars" : formula);
  }

  private static String replaced(String claim, ClaimPart part, boolean steps) {
    String line = definition(number(part), claim, steps);
    String text = line.substring(part.beginColumn() - 1, part.endColumn());
    int first = line.length() - (steps ? "]_vars" : "").length() - claim.length();
    int begin = part.beginColumn() - 1 - first;
    int end = part.endColumn() - first;
    return claim.substring(0, begin) + replacement(text, part, claim, begin) + claim.substring(end);
  }

  private static String replacement(String text, ClaimPart part, String claim, int begin) {
    return switch (part.kind()) {
      case CONSEQUENT, DISJUNCT -> "FALSE";
      case ANTECEDENT, CONDITION -> "TRUE";
      case BODY, BRANCH -> isPositive(claim, begin) ? "FALSE" : "TRUE";
      case BOTH -> "(~ (" + side(text, true) + ") /\\ ~ (" + side(text, false) + "))";
      case NEITHER -> "((" + side(text, true) + ") /\\ (" + side(text, false) + "))";
      default -> throw new IllegalArgumentException(part.toString());
    };
  }

  private static String side(String text, boolean left) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0 && text.startsWith(" <=> ", i)) {
        return left ? text.substring(0, i) : text.substring(i + " <=> ".length());
      }
    }
    throw new IllegalArgumentException(text);
  }

  /** Counts the negations around a place: of each open parenthesis, the part that it is in. */
  private static boolean isPositive(String claim, int place) {
    boolean positive = true;
    for (int i = 0; i < place - 1; i++) { // the parenthesis right before it is the part's own
      if (claim.charAt(i) != '(') {
        continue;
      }
      int end = closing(claim, i);
      if (end < place) {
        continue;
      }
      String inside = claim.substring(i + 1, end);
      if (inside.startsWith("~ ")) {
        positive = !positive;
      } else if (arrow(inside) >= 0 && i + 1 + arrow(inside) >= place) {
        positive = !positive;
      }
    }
    return positive;
  }

  /** Returns the place of an implication's arrow; −1 if the formula is none. */
  private static int arrow(String inside) {
    int depth = 0;
    if (inside.startsWith("\\")
        || inside.startsWith("LET")
        || inside.startsWith("IF")
        || inside.startsWith("CASE")) {
      return -1;
    }
    for (int i = 0; i < inside.length(); i++) {
      depth += inside.charAt(i) == '(' ? 1 : inside.charAt(i) == ')' ? -1 : 0;
      if (depth == 0 && inside.startsWith(" => ", i)) {
        return i;
      }
    }
    return -1;
  }

  private static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException(text);
  }

  /** Returns the numbers of the formulas that are false in a state, or in a step. */
  private Set<Integer> violated(String module, List<String> formulas, boolean steps)
      throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder(BEHAVIOUR);
    StringBuilder config = new StringBuilder("SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n");
    config.append(steps ? "PROPERTIES\n" : "INVARIANTS\n");
    for (int i = 0; i < formulas.size(); i++) {
      String noted = "(" + formulas.get(i) + ") \\/ Noted(" + i + ")";
      String body = steps ? "[][UNCHANGED vars \\/ " + noted + "]_vars" : noted;
      text.append("F").append(i).append(" == ").append(body).append('\n');
      config.append("F").append(i).append('\n');
    }
    TlcRun run = search(module, text.toString(), config.toString(), Reporting.NOTHING);
    Set<Integer> found = new HashSet<>();
    Matcher line = VIOLATED.matcher(Files.readString(run.output()));
    while (line.find()) {
      found.add(Integer.valueOf(line.group(1)));
    }
    return found;
  }

  private List<ClaimPart> parts(List<String> claims, boolean steps) throws Exception {
    StringBuilder text = new StringBuilder(BEHAVIOUR);
    StringBuilder config = new StringBuilder("SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n");
    config.append(steps ? "PROPERTIES\n" : "INVARIANTS\n");
    for (int i = 0; i < claims.size(); i++) {
      text.append(definition(i, claims.get(i), steps)).append('\n');
      config.append("C").append(i).append('\n');
    }
    TlcRun run = search("Claims", text.toString(), config.toString(), Reporting.GRAPH_AND_PARTS);
    return ClaimPart.read(Files.readAllLines(run.graph().resolve(Probe.PARTS_FILE)));
  }

  private TlcRun search(String module, String text, String config, Reporting report)
      throws IOException, InterruptedException {
    Path file = scratch.resolve(module + ".tla");
    Files.writeString(file, "---- MODULE " + module + " ----\n" + text + "====\n");
    Files.writeString(scratch.resolve(module + ".cfg"), config);
    TlcRun run = Searched.search(scratch, file, report, 1);
    assertThat(run.verdict()).isInstanceOf(Verdict.Holds.class);
    return run;
  }
}
