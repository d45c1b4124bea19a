package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names for ids that are taken, given back and taken again; and the order of names. */
class NamesTest {
  /** Takes an id again whose first name another id has now. */
  @Test
  void anIdThatWasGivenBackGetsTheNameThatIsFree() {
    Names names = new Names();
    assertThat(names.take(50)).as("the first id").isEqualTo(1);
    assertThat(names.take(70)).as("the second id").isEqualTo(2);
    names.give(50);
    assertThat(names.take(90)).as("the id taken after one was given back").isEqualTo(1);
    assertThat(names.take(50)).as("the first id, taken again").isEqualTo(3);
    assertThat(names.take(70)).as("an id that is in use").isEqualTo(2);
    assertThat(names.of(40)).as("an id that was not taken").isEqualTo(4);
    assertThat(names.of(0)).as("no id").isZero();
    assertThat(names.most()).as("the most names at a time").isEqualTo(4);
  }

  @Test
  void numbersInNamesAreComparedAsNumbers() {
    List<String> inOrder =
        List.of("", "host-2", "host-2/1", "host-2/07", "host-2/10", "host-10/1", "hosts", "node-1");
    List<String> sorted = inOrder.stream().sorted(Comparator.reverseOrder()).toList();
    assertThat(sorted.stream().sorted(NameOrder.IN_ORDER))
        .as("names in order")
        .containsExactlyElementsOf(inOrder);
  }
}
