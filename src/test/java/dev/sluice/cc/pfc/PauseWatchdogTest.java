package dev.sluice.cc.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Polls of one class, and the storms that they find. */
@Requirement("PFC-10")
class PauseWatchdogTest {
  private static final class Found implements PauseWatchdog.Sink {
    private final List<String> said = new ArrayList<>();

    @Override
    public void finds() {
      said.add("finds");
    }

    @Override
    public void restores() {
      said.add("restores");
    }
  }

  /** Polls once: stuck or not, quiet or not, by the two low bits. */
  private static void poll(PauseWatchdog watchdog, int bits, Found found) {
    assertThat(watchdog.poll((bits & 1) != 0, (bits & 2) != 0, found)).isNull();
    assertThat(watchdog.broken()).isNull();
  }

  @Test
  void threePollsFindAStormAndTwoQuietOnesEndIt() {
    PauseWatchdog watchdog = new PauseWatchdog(3, 2);
    Found found = new Found();
    for (int bits : new int[] {1, 1, 0, 1, 1, 1}) {
      assertThat(watchdog.isStorming()).isFalse();
      poll(watchdog, bits, found);
    }
    assertThat(watchdog.isStorming()).isTrue();
    for (int bits : new int[] {2, 1, 2, 3}) {
      assertThat(watchdog.isStorming()).isTrue();
      poll(watchdog, bits, found);
    }
    assertThat(watchdog.isStorming()).isFalse();
    assertThat(found.said).containsExactly("finds", "restores");
  }

  @Test
  void noPollsAreNoPlan() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PauseWatchdog(0, 1))
        .withMessage("polls must be positive: 0, 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new PauseWatchdog(1, 0));
  }

  /** Looks for the storms in the whole history of polls at once. */
  @Property(seed = "29", edgeCases = EdgeCasesMode.NONE)
  void stormsAreTheRunsInTheHistory(
      @ForAll @IntRange(min = 1, max = 4) int detect,
      @ForAll @IntRange(min = 1, max = 4) int restore,
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 3) Integer> history) {
    PauseWatchdog watchdog = new PauseWatchdog(detect, restore);
    Found found = new Found();
    StringBuilder changes = new StringBuilder();
    for (int bits : history) {
      found.said.clear();
      poll(watchdog, bits, found);
      changes.append(found.said.isEmpty() ? "-" : found.said.get(0).substring(0, 1));
    }
    StringBuilder expected = new StringBuilder("-".repeat(history.size()));
    int from = 0;
    int bit = 1;
    while (true) {
      int length = bit == 1 ? detect : restore;
      int end = from + length;
      while (end <= history.size() && !all(history.subList(end - length, end), bit)) {
        end++;
      }
      if (end > history.size()) {
        break;
      }
      expected.setCharAt(end - 1, bit == 1 ? 'f' : 'r');
      from = end;
      bit = 3 - bit;
    }
    assertThat(changes).hasToString(expected.toString());
  }

  private static boolean all(List<Integer> polls, int bit) {
    return polls.stream().allMatch(bits -> (bits & bit) != 0);
  }
}
