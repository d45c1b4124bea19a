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
}
