package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.replay.NetworkTwin.Flight;
import dev.sluice.model.replay.NetworkTwin.Guarantee;
import dev.sluice.trace.Value;
import org.junit.jupiter.api.Test;

/** The network's twin keeps exactly the promises that it is configured for. */
class NetworkTwinTest {
  private static NetworkTwin<String> network(
      boolean lossy, boolean repeating, boolean reordering, int capacity) {
    return new NetworkTwin<>(
        new Guarantee(lossy, repeating, reordering, 2, capacity),
        message -> message.charAt(0),
        Value::of);
  }

  @Test
  void anOrderedNetworkDeliversTheOldestOfAChannelFirst() {
    NetworkTwin<String> net = network(false, false, false, 3);
    int first = net.number("a1");
    int second = net.number("a2");
    int other = net.number("b1");
    Flight flight = net.put(net.put(net.put(net.empty(), first), second), other);
    assertThat(net.deliverable(flight, first)).isTrue();
    assertThat(net.deliverable(flight, second)).isFalse();
    assertThat(net.deliverable(flight, other)).as("another channel").isTrue();
    Flight later = net.take(flight, first);
    assertThat(net.deliverable(later, second)).isTrue();
    assertThat(net.deliverable(later, first)).isFalse();
    assertThat(net.losable(later, second)).isFalse();
  }

  @Test
  void aNetworkThatDoesNotRepeatKeepsEachCopyApart() {
    NetworkTwin<String> net = network(true, false, true, 3);
    int message = net.number("a1");
    Flight twice = net.put(net.put(net.empty(), message), message);
    Flight once = net.take(twice, message);
    assertThat(net.deliverable(once, message)).isTrue();
    assertThat(net.take(once, message)).isEqualTo(net.empty());
    assertThat(net.drop(twice, message)).isEqualTo(once);
  }

  @Test
  void theOldestCopyIsDeliveredFirst() {
    NetworkTwin<String> net = network(true, false, true, 3);
    int message = net.number("a1");
    Flight both = net.put(net.aged(net.put(net.empty(), message)), message);
    assertThat(net.take(both, message)).isEqualTo(net.put(net.empty(), message));
  }

  @Test
  void whereMessagesRepeatTheYoungestCopyStandsForAll() {
    NetworkTwin<String> net = network(true, true, true, 1);
    int message = net.number("a1");
    Flight one = net.put(net.empty(), message);
    Flight old = net.aged(one);
    assertThat(net.room(old, message)).as("the copy is there already").isTrue();
    assertThat(net.room(old, net.number("a2"))).isFalse();
    assertThat(net.put(old, message)).isEqualTo(one);
    assertThat(net.take(old, message)).as("it may come again").isSameAs(old);
  }

  @Test
  void nothingIsLeftAfterLTicks() {
    NetworkTwin<String> net = network(true, true, true, 2);
    Flight one = net.put(net.empty(), net.number("a1"));
    assertThat(net.aged(one)).isNotEqualTo(net.empty());
    assertThat(net.aged(net.aged(one))).isEqualTo(net.empty());
  }

  @Test
  void timeWaitsForWhatMustBeDelivered() {
    NetworkTwin<String> net = network(false, false, true, 2);
    Flight one = net.put(net.empty(), net.number("a1"));
    assertThat(net.mayAge(one)).isTrue();
    assertThat(net.mayAge(net.aged(one))).isFalse();
  }

  @Test
  void queuesCloseRanksBehindWhatIsLostOrTooOld() {
    NetworkTwin<String> net = network(true, false, false, 3);
    int first = net.number("a1");
    int second = net.number("a2");
    Flight both = net.put(net.put(net.empty(), first), second);
    assertThat(net.drop(both, first)).isEqualTo(net.put(net.empty(), second));
    Flight mixed = net.put(net.aged(net.put(net.empty(), first)), second);
    assertThat(net.aged(mixed)).isEqualTo(net.aged(net.put(net.empty(), second)));
  }

  @Test
  void equalContentIsAnEqualFlightWhateverTheWayThere() {
    NetworkTwin<String> net = network(true, false, true, 3);
    int first = net.number("a1");
    int second = net.number("b1");
    Flight one = net.put(net.put(net.empty(), first), second);
    Flight other = net.put(net.put(net.empty(), second), first);
    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(net.value(one)).isEqualTo(net.value(other));
  }

  @Test
  void aNetworkThatRepeatsAndNeverLosesIsNone() {
    assertThatThrownBy(() -> network(false, true, true, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Returns a network of a longer lifetime than the others here. */
  private static NetworkTwin<String> lasting(boolean lossy, boolean reordering) {
    return new NetworkTwin<>(
        new Guarantee(lossy, false, reordering, 4, 100), message -> message.charAt(0), Value::of);
  }

  private static Value envelope(String body, int age, int nth) {
    return Value.rec(
        Value.field("body", Value.of(body)),
        Value.field("age", Value.of(age)),
        Value.field("nth", Value.of(nth)));
  }

  @Test
  void copiesThatMayOvertakeAreCountedByMessageAndAge() {
    NetworkTwin<String> net = lasting(true, true);
    int first = net.number("a1");
    int second = net.number("a2");
    Flight flight = net.put(net.put(net.empty(), first), first);
    flight = net.put(net.put(net.aged(flight), second), first);
    assertThat(net.value(flight))
        .isEqualTo(
            Value.set(
                envelope("a1", 1, 1),
                envelope("a1", 1, 2),
                envelope("a2", 0, 1),
                envelope("a1", 0, 1)));
    assertThat(net.value(net.take(flight, first)))
        .as("the oldest is taken, and of those the last")
        .isEqualTo(Value.set(envelope("a1", 1, 1), envelope("a2", 0, 1), envelope("a1", 0, 1)));
  }

  @Test
  void messagesThatKeepTheirOrderAreCountedByChannel() {
    NetworkTwin<String> net = lasting(true, false);
    int first = net.number("a1");
    int second = net.number("a2");
    int other = net.number("b1");
    Flight flight = net.put(net.put(net.put(net.empty(), second), other), first);
    flight = net.put(net.aged(flight), second);
    assertThat(net.value(flight))
        .isEqualTo(
            Value.set(
                envelope("a2", 1, 1),
                envelope("b1", 1, 1),
                envelope("a1", 1, 2),
                envelope("a2", 0, 3)));
    assertThat(net.value(net.take(flight, second)))
        .as("the first of its queue is taken, and the others move up")
        .isEqualTo(Value.set(envelope("b1", 1, 1), envelope("a1", 1, 1), envelope("a2", 0, 2)));
    assertThat(net.deliverable(flight, first)).as("behind another").isFalse();
    assertThat(net.value(net.drop(flight, first)))
        .as("one within the queue is lost")
        .isEqualTo(Value.set(envelope("a2", 1, 1), envelope("b1", 1, 1), envelope("a2", 0, 2)));
  }

  @Test
  void allThatAreTooOldAreGoneAtOnce() {
    NetworkTwin<String> net = network(true, false, false, 5);
    int first = net.number("a1");
    int other = net.number("b1");
    Flight old = net.put(net.put(net.put(net.empty(), first), net.number("a2")), other);
    Flight flight = net.put(net.put(net.aged(old), first), other);
    assertThat(net.value(net.aged(flight)))
        .isEqualTo(Value.set(envelope("a1", 1, 1), envelope("b1", 1, 1)));
  }

  @Test
  void ticksAreCounted() {
    NetworkTwin<String> net = lasting(true, true);
    Flight flight = net.put(net.empty(), net.number("a1"));
    assertThat(net.aged(flight, 0)).isEqualTo(flight);
    assertThat(net.aged(flight, 2)).isEqualTo(net.aged(net.aged(flight)));
    assertThat(net.aged(flight, 4)).isEqualTo(net.empty());
    NetworkTwin<String> reliable = lasting(false, true);
    Flight kept = reliable.put(reliable.empty(), reliable.number("a1"));
    assertThat(reliable.value(reliable.aged(kept, 3))).isEqualTo(Value.set(envelope("a1", 3, 1)));
    assertThat(reliable.aged(kept, 4)).as("it must be delivered first").isNull();
  }

  @Test
  void moreMessagesThanRoomWasMadeForKeepTheirChannels() {
    NetworkTwin<String> net = lasting(true, false);
    Flight flight = net.empty();
    for (int i = 0; i < 100; i++) {
      int number = net.number((i % 2 == 0 ? "a" : "b") + i);
      assertThat(number).isEqualTo(i);
      flight = net.put(flight, number);
    }
    assertThat(net.number("a98")).as("known again").isEqualTo(98);
    assertThat(net.room(flight, net.number("a98"))).as("50 of 100 in its channel").isTrue();
    assertThat(net.roomForAny(flight)).as("100 of 100 in all").isFalse();
    assertThat(net.deliverable(flight, 0)).isTrue();
    assertThat(net.deliverable(flight, 1)).isTrue();
    assertThat(net.deliverable(flight, 2)).isFalse();
    assertThat(net.deliverable(net.take(flight, 0), 2)).isTrue();
  }

  @Test
  void theCopyThatIsSentAgainIsTheYoungOne() {
    NetworkTwin<String> net = network(true, true, true, 2);
    int first = net.number("a1");
    int second = net.number("a2");
    Flight both = net.aged(net.put(net.put(net.empty(), first), second));
    assertThat(net.value(net.put(both, second)))
        .isEqualTo(Value.set(envelope("a1", 1, 1), envelope("a2", 0, 1)));
  }

  @Test
  void promisesAreThoseThatWereGiven() {
    assertThat(lasting(true, true).isLossy()).isTrue();
    assertThat(lasting(false, true).isLossy()).isFalse();
    NetworkTwin<String> net = network(true, true, true, 1);
    int message = net.number("a1");
    Flight one = net.put(net.empty(), message);
    assertThat(net.put(one, message)).as("as young a copy").isSameAs(one);
    assertThatThrownBy(() -> new Guarantee(true, false, true, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Guarantee(true, false, true, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(one).hasToString("1 messages under way");
  }
}
