package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.LogEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Packed events, which are equal to the events that were packed. */
class PackingTest {
  /** The count of words to which a packing gives numbers. */
  private static final int NUMBERED = 65_536;

  private static List<LogEvent> events(String packet) {
    return new HandLog()
        .event("Pump", "Fill")
        .in("p", packet)
        .st("left", packet + "/" + packet)
        .end()
        .log()
        .events();
  }

  /** Packs as many words as are numbered, and then some with letters of two to four octets. */
  @Test
  void aWordThatHasNoNumberMayHaveAnyLetters() {
    List<LogEvent> packed = Packed.events();
    packed.addAll(
        new HandLog()
            .event("Pump", "Fill")
            .in("p", IntStream.range(0, NUMBERED).mapToObj(i -> "w" + i).toList())
            .end()
            .log()
            .events());
    for (String packet : List.of("plain", "größer", "µ→", "\uD83D\uDCE6", "")) {
      LogEvent event = events(packet).get(0);
      packed.add(event);
      assertThat(packed.get(packed.size() - 1)).as("the packet \"%s\"", packet).isEqualTo(event);
    }
  }

  /** Packs three words more than are numbered, each with a letter of two octets. */
  @Test
  void aWordIsTheSameBeforeAndBeyondTheLastThatIsNumbered() {
    List<LogEvent> packed = Packed.events();
    LogEvent many =
        new HandLog()
            .event("Pump", "Fill")
            .in("p", IntStream.range(0, NUMBERED + 3).mapToObj(i -> "ä" + i).toList())
            .end()
            .log()
            .events()
            .get(0);
    packed.add(many);
    packed.add(many);
    assertThat(packed).as("an event of %d words, twice", NUMBERED + 3).containsOnly(many);
  }
}
