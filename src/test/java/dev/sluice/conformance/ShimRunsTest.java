package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.house.Whole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Plays cases against an implementation in Python that shares nothing with the kernels, unmodified
 * and with a mistake of implementers in it.
 */
class ShimRunsTest {
  private static final int SEEDS = 6;
  private static final int STEPS = 60;

  /**
   * Mistakes in parts that the shim does not use: the switch, other queue pairs, guards of calls.
   */
  private static final Set<Integer> ELSEWHERE =
      Set.of(
          6, 7, 15, 42, 70, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 127, 137,
          138);

  /** Mistakes that change no departure and no time of one. */
  private static final Set<Integer> STATE_ALONE = Set.of(2, 22, 36, 59, 93, 98, 131);

  private static List<Case> cases() {
    List<Case> all = new ArrayList<>();
    Players.all().forEach(player -> all.addAll(CaseRunner.plan(player, 1, SEEDS, STEPS)));
    return all;
  }

  private static int mistakes() throws Exception {
    String text = Files.readString(Path.of("src/test/python/kept/loop_mistakes.py"));
    return (int) text.lines().filter(line -> line.startsWith("    (\"")).count();
  }

  /** Returns the first case that does not pass; null if all do. */
  private static Result first(Map<String, String> variables, boolean state, List<Case> cases) {
    try (CaseRunner campaign =
        new CaseRunner(
            Shims.python("rcm.py", Limits.STANDARD.slower(4), variables), "test", "0123456789ab")) {
      campaign.judge(state);
      for (Case each : cases) {
        Result result = campaign.play(each);
        if (result.verdict() != CaseVerdict.PASS) {
          return result;
        }
      }
      return null;
    }
  }

  @Test
  void aCorrectImplementationPassesEachCase() {
    for (boolean state : new boolean[] {true, false}) {
      Result failed = first(Map.of(), state, cases());
      assertThat(failed == null ? "" : failed.of().name() + ": " + failed.sentence())
          .as("the first case that fails, state judged: %s", state)
          .isEmpty();
    }
  }

  @Test
  void mistakesAreFound() throws Exception {
    survivors(true, 20, ELSEWHERE);
  }

  @Test
  void mistakesAreFoundWithoutReadingState() throws Exception {
    Set<Integer> unseen = new TreeSet<>(ELSEWHERE);
    unseen.addAll(STATE_ALONE);
    survivors(false, 10, unseen);
  }

  /**
   * Plays mistakes, and expects exactly some of them not to be found.
   *
   * @param most how many mistakes are drawn in each build
   */
  private static void survivors(boolean state, int most, Set<Integer> expected) throws Exception {
    List<Case> cases = cases();
    Set<Integer> survivors = new TreeSet<>();
    Set<Integer> unseen = new TreeSet<>();
    List<Integer> all =
        IntStream.range(0, mistakes()).boxed().filter(each -> !ELSEWHERE.contains(each)).toList();
    for (int mistake : Whole.drawn(all, most)) {
      if (expected.contains(mistake)) {
        unseen.add(mistake);
      }
      Result failed = first(Map.of("SHIM_MISTAKE", Integer.toString(mistake)), state, cases);
      if (failed == null) {
        survivors.add(mistake);
      } else {
        assertThat(failed.verdict().isFailure())
            .as("mistake %d: %s %s", mistake, failed.verdict(), failed.sentence())
            .isTrue();
      }
    }
    assertThat(survivors).as("mistakes in loop_mistakes.py that no case shows").isEqualTo(unseen);
  }
}
