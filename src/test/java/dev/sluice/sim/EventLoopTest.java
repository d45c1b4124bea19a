package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The loop by example. */
class EventLoopTest {
  private static final long FOREVER = Long.MAX_VALUE - 1;
  private static final long[] KEYS = {
    RandomStreams.key("leaf-0>spine-0"), RandomStreams.key("leaf-1>spine-0")
  };

  private final EventLoop loop = new EventLoop();
  private final List<String> log = new ArrayList<>();

  private void note(int subject) {
    log.add(subject + "@" + loop.nowPs());
  }

  @Test
  void timeOrdersEventsAndInsertionThoseOfOneTime() {
    loop.at(20, this::note, 1);
    loop.at(10, this::note, 2);
    loop.at(20, this::note, 3);
    loop.at(10, this::note, 4);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("2@10", "4@10", "1@20", "3@20");
    assertThat(loop.firedEvents()).isEqualTo(4);
  }

  @Test
  void aTimerMovedToATimeComesAfterWhatWasSetForThatTimeBefore() {
    int moved = loop.timer(this::note, 1);
    loop.set(moved, 10);
    loop.at(20, this::note, 2);
    loop.set(moved, 20);
    loop.at(20, this::note, 3);
    loop.run(FOREVER, 100);
    assertThat(log).containsExactly("2@20", "1@20", "3@20");
  }

  @Test
  void theLastSettingOfATimerIsTheOneThatCounts() {
    int timer = loop.timer(this::note, 7);
    loop.set(timer, 50);
    loop.set(timer, 30);
    loop.set(timer, 90);
    loop.set(timer, 20);
    assertThat(loop.deadlinePs(timer)).isEqualTo(20);
    loop.run(FOREVER, 100);
    assertThat(log).containsExactly("7@20");
    assertThat(loop.isSet(timer)).isFalse();
  }

  @Test
  void aCancelledTimerIsSilentAndMayBeSetAgain() {
    int timer = loop.timer(this::note, 7);
    loop.set(timer, 50);
    loop.cancel(timer);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).isEmpty();
    loop.set(timer, 60);
    loop.run(FOREVER, 100);
    assertThat(log).containsExactly("7@60");
  }

  @Test
  void aReleasedTimersNumberServesAnotherWithoutItsDeadline() {
    int first = loop.timer(this::note, 1);
    loop.set(first, 10);
    loop.release(first);
    int second = loop.timer(this::note, 2);
    assertThat(second).isEqualTo(first);
    loop.set(second, 30);
    loop.run(FOREVER, 100);
    assertThat(log).containsExactly("2@30");
    loop.release(second);
    assertThatThrownBy(() -> loop.release(second)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void ofManyAppointmentsMostAreLookedAtBeforeTheyHappenAndNothingElseChanges() {
    int count = 5_000;
    List<Integer> looked = new ArrayList<>();
    List<Integer> happened = new ArrayList<>();
    List<Integer> steps = new ArrayList<>();
    EventHandler looks =
        looking(
            happened,
            (subject, step) -> {
              assertThat(happened).as("not too late").doesNotContain(subject);
              if (step == 0) {
                looked.add(subject);
              }
              steps.add(step);
            });
    int first = loop.appointments(looks, count);
    for (int subject = 0; subject < count; subject++) {
      loop.appoint(first + subject, subject, 1_000L * (subject * 7_919L % count));
    }
    loop.run(FOREVER, FOREVER);
    assertThat(happened).hasSize(count).doesNotHaveDuplicates();
    assertThat(happened).as("in the order of their times").containsSubsequence(looked);
    assertThat(looked).as("not the first day, nor the last few").hasSizeBetween(3_000, 4_100);
    assertThat(steps).as("each in every step").hasSize(EventHandler.LOOKS * looked.size());
    int day = steps.indexOf(1);
    assertThat(steps.subList(0, EventHandler.LOOKS * day))
        .as("all take one step before any takes the next")
        .isSorted()
        .endsWith(EventHandler.LOOKS - 1);
  }

  private static EventHandler looking(
      List<Integer> happened, BiConsumer<Integer, Integer> subjectAndStep) {
    return new EventHandler() {
      @Override
      public void fire(int subject) {
        happened.add(subject);
      }

      @Override
      public long lookAt(int subject, int step) {
        subjectAndStep.accept(subject, step);
        return subject;
      }
    };
  }

  @Test
  void fewAppointmentsAreNotLookedAtHoweverManyTimersWait() {
    List<Integer> happened = new ArrayList<>();
    EventHandler looks =
        looking(
            happened,
            (subject, step) -> {
              throw new AssertionError(subject);
            });
    int first = loop.appointments(looks, 1_000);
    for (int subject = 0; subject < 1_000; subject++) {
      loop.appoint(first + subject, subject, 1_000L * subject);
      for (int many = 0; many < 5; many++) {
        loop.set(loop.timer(ignored -> {}, 0), 1_000L * subject + many);
      }
    }
    loop.run(FOREVER, FOREVER);
    assertThat(happened).hasSize(1_000);
  }

  @Test
  void appointmentsOfOneInstantComeBeforeItsTimersAndOfOneKeyByTheirNumbers() {
    int many = loop.appointments(this::note, 300);
    int others = loop.appointments(subject -> note(-subject), 2);
    loop.appoint(many + 299, 1, 20);
    loop.at(20, this::note, 7);
    loop.appoint(others + 1, 1, 20);
    loop.appoint(many, 1, 10);
    loop.appoint(many, 1, 20);
    loop.run(FOREVER, 100);
    assertThat(log).containsExactly("0@10", "0@20", "299@20", "-1@20", "7@20");
    assertThatThrownBy(() -> loop.appoint(many, 1, 19))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoOfTwoComesFirstFollowsFromTheTimeAndTheKeysAndFavoursNeither() {
    int two = loop.appointments(this::note, 2);
    for (int atPs = 0; atPs < 4_000; atPs++) {
      int one = atPs % 3 % 2;
      loop.appoint(two + one, KEYS[one], atPs);
      loop.appoint(two + 1 - one, KEYS[1 - one], atPs);
    }
    loop.run(FOREVER, FOREVER);
    List<Integer> first = new ArrayList<>();
    for (int atPs = 0; atPs < 4_000; atPs++) {
      first.add(log.get(2 * atPs).charAt(0) - '0');
    }
    int ofTheSecond = first.stream().mapToInt(Integer::intValue).sum();
    assertThat(ofTheSecond).isBetween(1_900, 2_100); // half, and three deviations of 32
    assertThat(first.subList(0, 16))
        .containsExactly(1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1);
    EventLoop other = new EventLoop();
    List<Integer> again = new ArrayList<>();
    int otherNumbers = other.appointments(again::add, 1_000);
    for (int atPs = 3_999; atPs >= 0; atPs--) {
      other.appoint(otherNumbers + 700, KEYS[0], atPs);
      other.appoint(otherNumbers + 7, KEYS[1], atPs);
    }
    other.run(FOREVER, FOREVER);
    for (int atPs = 0; atPs < 4_000; atPs++) {
      assertThat(again.get(2 * atPs)).isEqualTo(first.get(atPs) == 0 ? 700 : 7);
    }
  }

  @Test
  void aRunEndsAtItsLastInstantOrItsLastEvent() {
    int[] timer = new int[1];
    timer[0] = loop.timer(subject -> loop.set(timer[0], loop.nowPs() + 10), 0);
    loop.set(timer[0], 10);
    assertThat(loop.run(FOREVER, 5)).isEqualTo(RunEnd.EVENTS);
    assertThat(loop.nowPs()).isEqualTo(50);
    assertThat(loop.run(75, 1000)).isEqualTo(RunEnd.TIME);
    assertThat(loop.nowPs()).isEqualTo(75);
    assertThat(loop.run(75, 1000)).isEqualTo(RunEnd.TIME);
    assertThat(loop.firedEvents()).isEqualTo(7);
  }

  /** Sets a timer in the background each ten picoseconds, for ever. */
  private int ticking() {
    int[] id = new int[1];
    id[0] =
        loop.backgroundTimer(
            subject -> {
              note(subject);
              loop.set(id[0], loop.nowPs() + 10);
            },
            0);
    loop.set(id[0], 10);
    return id[0];
  }

  @Test
  void aRunDoesNotWaitForTimersInTheBackgroundOnceAllIsAtRest() {
    ticking();
    loop.at(35, this::note, 1);
    int appointment = loop.appointments(this::note, 1);
    loop.appoint(appointment, KEYS[0], 42);
    loop.endsAtRest(() -> true);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("0@10", "0@20", "0@30", "1@35", "0@40", "0@42");
    assertThat(loop.nowPs()).isEqualTo(42);
  }

  @Test
  void timersInTheBackgroundGoOnUntilAllIsAtRest() {
    ticking();
    loop.endsAtRest(() -> loop.nowPs() >= 50);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("0@10", "0@20", "0@30", "0@40", "0@50");
  }

  @Test
  void withoutAWordOnRestARunWaitsForTimersInTheBackground() {
    ticking();
    assertThat(loop.run(FOREVER, 3)).isEqualTo(RunEnd.EVENTS);
    assertThat(log).containsExactly("0@10", "0@20", "0@30");
  }

  /**
   * Counts each timer once, however often it is moved, and not after it is cancelled or released.
   */
  @Test
  void aTimerIsAwaitedAsLongAsItIsSet() {
    int background = ticking();
    int moved = loop.timer(this::note, 1);
    loop.set(moved, 50);
    loop.set(moved, 20);
    loop.set(moved, 25);
    int cancelled = loop.timer(this::note, 2);
    loop.set(cancelled, 90);
    loop.cancel(cancelled);
    loop.cancel(cancelled);
    int released = loop.timer(this::note, 3);
    loop.set(released, 95);
    loop.release(released);
    loop.endsAtRest(() -> true);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("0@10", "0@20", "1@25");

    loop.set(cancelled, 31);
    loop.release(background);
    int reused = loop.timer(this::note, 4); // the number of the one in the background
    assertThat(reused).isEqualTo(background);
    loop.set(reused, 33);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).endsWith("2@31", "4@33");
  }

  @Test
  void whoStopsTheRunFindsTheRestStillThere() {
    loop.at(10, subject -> loop.stop(), 0);
    loop.at(20, this::note, 1);
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.STOPPED);
    assertThat(log).isEmpty();
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("1@20");
  }

  @Test
  void theLoopOutlivesAHandlerThatThrows() {
    loop.at(
        10,
        subject -> {
          throw new IllegalStateException("planted");
        },
        0);
    loop.at(10, this::note, 1);
    assertThatThrownBy(() -> loop.run(FOREVER, 100)).hasMessage("planted");
    assertThat(loop.run(FOREVER, 100)).isEqualTo(RunEnd.IDLE);
    assertThat(log).containsExactly("1@10");
  }

  @Test
  void nothingIsSetIntoThePast() {
    loop.at(10, this::note, 0);
    loop.run(FOREVER, 100);
    assertThatThrownBy(() -> loop.at(9, this::note, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 at 10");
  }
}
