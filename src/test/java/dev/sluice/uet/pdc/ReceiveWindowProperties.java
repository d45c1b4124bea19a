package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A receive window is the set of what has come, whatever the order. */
class ReceiveWindowProperties {
  @Property(seed = "50226", tries = 500)
  @Requirement("PDC-5")
  void aWindowIsTheSetOfWhatHasCome(
      @ForAll @Size(max = 300) List<@IntRange(max = 299) Integer> packets) {
    ReceiveWindow window = ReceiveWindow.empty();
    TreeSet<Integer> set = new TreeSet<>();
    for (int packet : packets) {
      assertThat(window.contains(packet)).isEqualTo(set.contains(packet));
      ReceiveWindow next = window.with(packet);
      assertThat(next == window).as("a repeat changes nothing").isEqualTo(set.contains(packet));
      window = next;
      set.add(packet);
      int first = 0;
      while (set.contains(first)) {
        first++;
      }
      assertThat(window.awaited()).isEqualTo(first);
      assertThat(window.inOrder()).isEqualTo(set.isEmpty() || set.last() < first);
    }
    for (int packet = 0; packet < 400; packet++) {
      assertThat(window.contains(packet)).isEqualTo(set.contains(packet));
    }
  }

  @Property(seed = "50228", tries = 500)
  @Requirement("PDC-5")
  void aDraftWorkedOnInPlaceIsTheSetOfWhatHasComeAsWell(
      @ForAll @Size(max = 400) List<@IntRange(max = 400) Integer> distances) {
    ReceiveWindow.Draft draft = new ReceiveWindow.Draft();
    ReceiveWindow window = ReceiveWindow.empty();
    TreeSet<Long> set = new TreeSet<>();
    for (int distance : distances) { // two of three are the awaited one, so that it moves on
      long packet = draft.awaited() + (distance % 3 == 0 ? distance / 3 : 0);
      window = window.with(packet);
      assertThat(draft.add(packet)).as("new").isEqualTo(set.add(packet));
      assertThat(draft.toWindow()).isEqualTo(window).hasSameHashCodeAs(window);
      assertThat(draft.awaited()).isEqualTo(window.awaited());
      assertThat(draft.inOrder()).isEqualTo(window.inOrder());
      assertThat(draft.ahead()).isEqualTo(set.tailSet(draft.awaited()).size());
      long bits = draft.received(draft.awaited());
      for (int n = 0; n < Long.SIZE; n++) {
        assertThat(bits >>> n & 1).isEqualTo(set.contains(draft.awaited() + n) ? 1 : 0);
      }
    }
    for (long packet = 0; packet < draft.awaited() + 300; packet++) {
      assertThat(draft.contains(packet)).isEqualTo(set.contains(packet));
    }
  }

  @Property(seed = "50227", tries = 300)
  @Requirement("PDC-5")
  void theOrderOfArrivalLeavesNoTrace(
      @ForAll @Size(max = 200) List<@IntRange(max = 260) Integer> packets, @ForAll long order) {
    List<Integer> shuffled = new java.util.ArrayList<>(packets);
    Collections.shuffle(shuffled, new Random(order));
    ReceiveWindow one = received(packets);
    ReceiveWindow other = received(shuffled);
    assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
  }

  @Example
  @Requirement("PDC-5")
  void packetsFarBeyondTheFirstWordAreKept() {
    ReceiveWindow window = ReceiveWindow.empty().with(130).with(64).with(63);
    assertThat(window.awaited()).isZero();
    for (int packet = 0; packet < 63; packet++) {
      window = window.with(packet);
    }
    assertThat(window.awaited()).as("0 to 64 have come").isEqualTo(65);
    assertThat(window.inOrder()).isFalse();
    for (int packet = 65; packet < 130; packet++) {
      window = window.with(packet);
    }
    assertThat(window.awaited()).isEqualTo(131);
    assertThat(window.inOrder()).isTrue();
  }

  private static ReceiveWindow received(List<Integer> packets) {
    ReceiveWindow window = ReceiveWindow.empty();
    for (int packet : packets) {
      window = window.with(packet);
    }
    return window;
  }
}
