package dev.sluice.cc.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One lane and its sender, at the size of a 100 Gb/s port. */
class PauseTest {
  private final List<String> said = new ArrayList<>();
  private final PauseSender.Sink sink =
      new PauseSender.Sink() {
        @Override
        public void owe() {
          said.add("owe");
        }

        @Override
        public void drop() {
          said.add("drop");
        }

        @Override
        public void pause(long time) {
          said.add("pause " + time);
        }
      };
  private final PauseSender lane =
      new PauseSender(new PauseParams(2_000, 3_000, 1, 335_539_200, 332_784_639));

  @Test
  @Requirement({"PFC-1", "PFC-2"})
  void aLaneThatPassesItsThresholdOwesAPauseAndThenAResume() {
    assertThat(lane.admit(10_000, 10_000, sink)).isNull();
    assertThat(said).isEmpty();
    lane.admit(1_000, 10_000, sink);
    assertThat(lane.isPausing()).isTrue();
    assertThat(lane.inHeadroom()).isEqualTo(1_000);
    assertThat(lane.sendPause(sink)).isNull();
    assertThat(lane.sendPause(sink)).isEqualTo("there is nothing to say");
    lane.release(2_000, 10_000, sink); // 9,000 are held, and 8,000 would be enough
    assertThat(lane.isPausing()).isTrue();
    lane.release(1_000, 10_000, sink);
    lane.sendPause(sink);
    assertThat(said).containsExactly("owe", "pause 335539200", "owe", "pause 0");
    assertThat(lane.isPausing()).isFalse();
  }

  /**
   * Takes half of the free bytes of 80,000 B, for frames of 1,000 B: with 26 of them the threshold
   * is 27,000 B, which the next frame reaches; the one after it passes it. A second lane then
   * reaches its threshold, 18,000 B, with its eighteenth frame.
   */
  @Test
  @Requirement({"PFC-1", "PFC-9"})
  void aThresholdThatMovesIsPassedByTheFrameBeyondIt() {
    PauseThreshold half = PauseThreshold.shareOf(80_000, 4_000);
    fill(lane, half, 0, 27);
    assertThat(lane.isPausing()).isFalse();
    PauseSender second =
        new PauseSender(new PauseParams(2_000, 3_000, 1, 335_539_200, 332_784_639));
    fill(second, half, lane.held(), 18);
    assertThat(second.isPausing()).isFalse();
    fill(second, half, lane.held(), 1);
    assertThat(second.isPausing()).isTrue();
    assertThat(second.inHeadroom()).isEqualTo(1_000);
    assertThat(said).containsExactly("owe");
  }

  private void fill(PauseSender filled, PauseThreshold threshold, long others, int frames) {
    for (int i = 0; i < frames; i++) {
      filled.admit(1_000, threshold.bytes(others + filled.held()), sink);
    }
  }

  @Test
  @Requirement("PFC-2")
  void aResumeThatWaitsBecomesAPause() {
    lane.admit(1_000, 0, sink);
    lane.sendPause(sink);
    lane.release(1_000, 2_000, sink);
    lane.admit(1_000, 0, sink);
    lane.sendPause(sink);
    assertThat(said).containsExactly("owe", "pause 335539200", "owe", "owe", "pause 335539200");
  }

  @Test
  @Requirement("PFC-6")
  void whatTheHeadroomDoesNotHoldIsDropped() {
    lane.admit(10_000, 10_000, sink);
    lane.admit(3_000, 10_000, sink);
    assertThat(said).containsExactly("owe");
    lane.admit(1, 10_000, sink);
    assertThat(said).containsExactly("owe", "drop");
    assertThat(lane.held()).isEqualTo(13_000);
    assertThat(lane.release(13_001, 0, sink)).isEqualTo("it holds 13000, less than 13001");
    assertThat(lane.broken()).isNull();
  }

  @Test
  @Requirement("PFC-5")
  void aRefreshIsDueInTimeAndTimeDoesNotPassIt() {
    assertThat(lane.refresh(sink)).isEqualTo("no refresh is due");
    lane.admit(1, 0, sink);
    lane.sendPause(sink);
    assertThat(lane.untilRefresh()).isEqualTo(332_784_639);
    assertThat(lane.elapse(332_784_640)).contains("a refresh is due in 332784639");
    assertThat(lane.elapse(332_784_639)).isNull();
    assertThat(lane.elapse(1)).contains("a refresh is due in 0");
    assertThat(lane.elapse(0)).as("no time").isNull();
    said.clear();
    assertThat(lane.refresh(sink)).isNull();
    assertThat(said).containsExactly("owe");
    assertThat(lane.elapse(1)).isNull();
    assertThat(lane.copy().isOwed()).isTrue();
  }

  @Test
  @Requirement({"PFC-3", "PFC-4", "PFC-7"})
  void aPauseCountsFromItsArrivalAndRunsOut() {
    PauseReceiver port = new PauseReceiver();
    port.receivePause(335_539_200, 2_017_280);
    assertThat(port.left()).isEqualTo(333_521_920);
    assertThat(port.begin()).isEqualTo("it is paused for another 333521920");
    assertThat(port.elapse(333_521_919)).isNull();
    assertThat(port.copy().left()).isEqualTo(1);
    port.elapse(5);
    assertThat(port.begin()).isNull();
    port.receivePause(100, 0);
    port.receivePause(0, 0);
    assertThat(port.begin()).isNull();
    port.receivePause(100, 200);
    assertThat(port.left()).isZero();
  }

  @Test
  @Requirement("PFC-6")
  void aFrameTakesWholeCells() {
    PauseParams cells = new PauseParams(0, 0, 208, 2, 1);
    assertThat(cells.room(64)).isEqualTo(208);
    assertThat(cells.room(416)).isEqualTo(416);
    assertThat(cells.room(417)).isEqualTo(624);
    assertThatIllegalArgumentException().isThrownBy(() -> new PauseParams(0, 0, 1, 1, 1));
  }

  @Test
  void bothTellAListenerWhatTheyDid() {
    List<String> heard = new ArrayList<>();
    lane.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    lane.admit(5, 1, sink);
    lane.sendPause(sink);
    lane.elapse(332_784_639);
    lane.refresh(sink);
    lane.release(5, 9_000, sink);
    PauseReceiver port = new PauseReceiver();
    port.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    port.receivePause(9, 1);
    port.elapse(8);
    port.begin();
    assertThat(heard)
        .containsExactly(
            "Admit[1, 5, true]",
            "SendPause[335539200]",
            "Elapse[332784639]",
            "Refresh[]",
            "Release[5, 9000, true]",
            "ReceivePause[9, 1]",
            "Elapse[8]",
            "Begin[]");
    assertThat(lane.toString()).isEqualTo("0 held, to be told");
    assertThat(port.toString()).isEqualTo("goes on");
  }
}
