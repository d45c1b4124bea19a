package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
    ReceiveWindow window = new ReceiveWindow();
    TreeSet<Long> set = new TreeSet<>();
    for (int packet : packets) {
      assertThat(window.contains(packet)).isEqualTo(set.contains((long) packet));
      assertThat(window.add(packet)).as("new").isEqualTo(set.add((long) packet));
      assertIs(window, set);
    }
  }

  @Property(seed = "50228", tries = 500)
  @Requirement("PDC-5")
  void aWindowThatMovesOnIsTheSetOfWhatHasComeAsWell(
      @ForAll @Size(max = 400) List<@IntRange(max = 400) Integer> distances) {
    ReceiveWindow window = new ReceiveWindow();
    TreeSet<Long> set = new TreeSet<>();
    for (int distance : distances) { // two of three are the awaited one, so that it moves on
      long packet = window.awaited() + (distance % 3 == 0 ? distance / 3 : 0);
      ReceiveWindow before = window.copy();
      String text = before.toString();
      assertThat(window.add(packet)).as("new").isEqualTo(set.add(packet));
      assertThat(before).as("a copy is apart").hasToString(text);
      assertIs(window, set);
    }
    for (long packet = 0; packet < window.awaited() + 300; packet++) {
      assertThat(window.contains(packet)).isEqualTo(set.contains(packet));
    }
  }

  private static void assertIs(ReceiveWindow window, TreeSet<Long> set) {
    long first = 0;
    while (set.contains(first)) {
      first++;
    }
    assertThat(window.awaited()).isEqualTo(first);
    assertThat(window.inOrder()).isEqualTo(set.isEmpty() || set.last() < first);
    assertThat(window.ahead()).isEqualTo(set.tailSet(first).size());
    for (long from = first; from < first + 400; from += 61) {
      long bits = window.received(from);
      for (int n = 0; n < Long.SIZE; n++) {
        assertThat(bits >>> n & 1).isEqualTo(set.contains(from + n) ? 1 : 0);
      }
    }
    assertThat(window.broken()).isNull();
  }

  @Property(seed = "50227", tries = 300)
  @Requirement("PDC-5")
  void theOrderOfArrivalLeavesNoTrace(
      @ForAll @Size(max = 200) List<@IntRange(max = 260) Integer> packets, @ForAll long order) {
    List<Integer> shuffled = new java.util.ArrayList<>(packets);
    Collections.shuffle(shuffled, new Random(order));
    assertThat(received(shuffled)).hasToString(received(packets).toString());
  }

  @Example
  @Requirement("PDC-5")
  void packetsFarBeyondTheFirstWordAreKept() {
    ReceiveWindow window = received(List.of(130, 64, 63));
    assertThat(window.awaited()).isZero();
    for (int packet = 0; packet < 63; packet++) {
      window.add(packet);
    }
    assertThat(window.awaited()).as("0 to 64 have come").isEqualTo(65);
    assertThat(window.inOrder()).isFalse();
    for (int packet = 65; packet < 130; packet++) {
      window.add(packet);
    }
    assertThat(window.awaited()).isEqualTo(131);
    assertThat(window.inOrder()).isTrue();
  }

  @Example
  @Requirement("PDC-5")
  void theFirstOf64FillsTheOnlyWord() {
    List<Integer> behind = IntStream.range(1, 64).boxed().toList();
    ReceiveWindow window = received(behind);
    assertThat(window).hasToString("all before 0, and [-2]");
    assertThat(window.add(0)).isTrue();
    assertThat(window.awaited()).isEqualTo(64);
    assertThat(window).hasToString("all before 64");
    assertThat(window.broken()).isNull();
  }

  private static ReceiveWindow received(List<Integer> packets) {
    ReceiveWindow window = new ReceiveWindow();
    packets.forEach(window::add);
    return window;
  }
}
