package dev.sluice.cc.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Polls of one class, and the storms that they find. */
@Requirement("PFC-10")
class PauseWatchdogTest {
  /** Three polls in a row find a storm, and two end it. */
  private final PauseWatchdog watchdog = new PauseWatchdog(3, 2);

  private static final Look STUCK = new Look(true, false, true, true);
  private static final Look OVER = new Look(false, true, false, false);

  private static final class Found implements PauseWatchdog.Sink {
    private String said = "-";

    @Override
    public void finds() {
      said = "f";
    }

    @Override
    public void restores() {
      said = "r";
    }
  }

  /**
   * The time up to one poll, and the poll.
   *
   * @param asked true if an XOFF came
   * @param broken true if no pause held the class up for a while
   * @param paused true if one does at the poll
   * @param waits true if frames wait then
   */
  private record Look(boolean asked, boolean broken, boolean paused, boolean waits) {
    private static Look of(int bits) {
      return new Look((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0);
    }
  }

  /** Returns a letter for each look: f finds a storm, r restores the class. */
  private static String said(PauseWatchdog watchdog, List<Look> looks) {
    StringBuilder all = new StringBuilder();
    for (Look look : looks) {
      if (look.asked) {
        watchdog.asks();
      }
      if (look.broken) {
        watchdog.goesOn();
      }
      Found found = new Found();
      assertThat(watchdog.poll(look.paused, look.waits, found)).isNull();
      assertThat(watchdog.broken()).isNull();
      all.append(found.said);
    }
    return all.toString();
  }

  private static List<Look> row(Look... looks) {
    return List.of(looks);
  }

  /** Counts from the second poll: at the first the pause may have lasted for no time. */
  @Test
  void aStormIsThreePollsAfterTheFirstThatFindsThePause() {
    assertThat(said(watchdog, Collections.nCopies(4, STUCK))).isEqualTo("---f");
    assertThat(watchdog.isStorming()).isTrue();
    assertThat(said(watchdog, Collections.nCopies(2, OVER))).isEqualTo("-r");
    assertThat(watchdog.isStorming()).isFalse();
  }

  @Test
  void aPauseThatBreaksBeginsAnew() {
    Look breaks = new Look(true, true, true, true);
    assertThat(said(watchdog, row(STUCK, STUCK, STUCK, breaks, STUCK, STUCK, STUCK)))
        .isEqualTo("------f");
  }

  @Test
  void anEmptyClassAtAPollBeginsAnew() {
    Look empty = new Look(true, false, true, false);
    assertThat(said(watchdog, row(STUCK, STUCK, empty, STUCK, STUCK, STUCK, STUCK)))
        .isEqualTo("------f");
  }

  /** Lets one poll of a storm be other than quiet: asked for a pause, or still paused. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void aStormGoesOnWithAnXoffAndWithAPause(boolean asked, boolean paused) {
    said(watchdog, Collections.nCopies(4, STUCK));
    Look goesOn = new Look(asked, false, paused, false);
    assertThat(said(watchdog, row(OVER, goesOn, OVER, OVER))).isEqualTo("---r");
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
      @ForAll @IntRange(min = 1, max = 3) int detect,
      @ForAll @IntRange(min = 1, max = 3) int restore,
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 15) Integer> history) {
    List<Look> looks = history.stream().map(Look::of).toList();
    List<Boolean> stuck = new ArrayList<>();
    List<Boolean> quiet = new ArrayList<>();
    for (int i = 0; i < looks.size(); i++) {
      Look before = i == 0 ? OVER : looks.get(i - 1);
      stuck.add(before.paused && before.waits && !looks.get(i).broken);
      quiet.add(!looks.get(i).asked && !looks.get(i).paused);
    }
    StringBuilder expected = new StringBuilder("-".repeat(history.size()));
    int from = 0;
    boolean isStorm = false;
    while (true) {
      int length = isStorm ? restore : detect;
      List<Boolean> row = isStorm ? quiet : stuck;
      int end = from + length;
      while (end <= row.size() && row.subList(end - length, end).contains(false)) {
        end++;
      }
      if (end > row.size()) {
        break;
      }
      expected.setCharAt(end - 1, isStorm ? 'r' : 'f');
      from = end;
      isStorm = !isStorm;
    }
    assertThat(said(new PauseWatchdog(detect, restore), looks)).isEqualTo(expected.toString());
  }
}
