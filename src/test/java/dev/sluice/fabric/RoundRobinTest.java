package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Ecn;
import dev.sluice.fabric.Lab.Arrival;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Shares of a port by deficit round robin, behind strict classes. */
class RoundRobinTest {
  private static final int LARGEST = 4_000;

  /** DSCPs of the strict class and of the two that share. */
  private static final int STRICT = TrafficClasses.DSCP_CONTROL;

  private static final int FIRST = TrafficClasses.DSCP_TRIMMED;
  private static final int SECOND = TrafficClasses.DSCP_DATA;

  private static Lab lab(long first, long second) {
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    PortRules rules =
        new PortRules(
            PortRules.UNLIMITED, List.of(plain, plain.sharing(first), plain.sharing(second)));
    Topology star = Topologies.star(2, i -> Topologies.link(100, 1), new SwitchSpec(400_000, true));
    return new Lab(star, (topology, port) -> rules);
  }

  private static int send(Lab lab, int dscp, int frameBytes) {
    return lab.send(0, 1, frameBytes, dscp, Ecn.NOT_ECT, 0);
  }

  private static String order(Lab lab) {
    StringBuilder order = new StringBuilder();
    for (Arrival arrival : lab.arrivals) {
      order.append(arrival.dscp() == STRICT ? 's' : arrival.dscp() == FIRST ? 'a' : 'b');
    }
    return order.toString();
  }

  /**
   * The first frame finds the port free; of the others 3,000 B of one go for 1,000 B of the other.
   */
  @Test
  void quantaOfThreeToOneAreThreeFramesToOne() {
    Lab lab = lab(3_000, 1_000);
    send(lab, STRICT, 1_000);
    for (int i = 0; i < 8; i++) {
      send(lab, SECOND, 1_000);
      send(lab, FIRST, 1_000);
    }
    lab.runToTheEnd();
    assertThat(order(lab)).isEqualTo("saaabaaabaabbbbbb");
  }

  /** A frame of 2,500 B waits for two turns of 1,500 B, and leaves 500 B for the third. */
  @Test
  void whatAFrameIsTooLargeForIsKept() {
    Lab lab = lab(1_500, 1_000);
    send(lab, STRICT, 1_000);
    for (int i = 0; i < 3; i++) {
      send(lab, FIRST, 2_500);
    }
    for (int i = 0; i < 6; i++) {
      send(lab, SECOND, 1_000);
    }
    lab.runToTheEnd();
    // a has 1,500; 3,000 - 2,500; 2,000; 3,500 - 2,500; 2,500 - 2,500
    assertThat(order(lab)).isEqualTo("sbabbabab" + "b");
  }

  /** A class that comes back has no more than its quantum, whatever it left unused. */
  @Test
  void whatIsLeftGoesWithTheLastFrame() {
    Lab lab = lab(3_000, 3_000);
    send(lab, STRICT, 1_000);
    send(lab, FIRST, 500);
    lab.at(
        10_000_000,
        () -> {
          send(lab, STRICT, 1_000);
          for (int i = 0; i < 7; i++) {
            send(lab, FIRST, 1_000);
            send(lab, SECOND, 1_000);
          }
        });
    lab.runToTheEnd();
    assertThat(order(lab).substring(2)).startsWith("sbbbaaabbb");
  }

  @Test
  void strictClassesGoBeforeAllThatShare() {
    Lab lab = lab(3_000, 1_000);
    for (int i = 0; i < 3; i++) {
      send(lab, SECOND, 1_000);
      send(lab, FIRST, 1_000);
      send(lab, STRICT, 1_000);
    }
    lab.runToTheEnd();
    assertThat(order(lab)).startsWith("bsss");
  }

  @Test
  void aQuantumIsNotNegative() {
    assertThatThrownBy(() -> PortRules.Queue.plain(1).sharing(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  /**
   * While both wait, over any stretch, the bytes of the two are as their quanta, but for a turn and
   * a largest frame of each; none overtakes another of its class; none is lost, and the port is
   * never idle.
   */
  @Property(seed = "61", tries = 300, edgeCases = EdgeCasesMode.NONE)
  void sharesAreAsTheQuanta(
      @ForAll long seed,
      @ForAll @IntRange(min = 100, max = 20_000) int first,
      @ForAll @IntRange(min = 100, max = 20_000) int second) {
    RandomStream chance = new RandomStreams(seed).stream("frames");
    Lab lab = lab(first, second);
    send(lab, STRICT, 1_000);
    int[] left = new int[2];
    long bytes = 1_000;
    for (int i = 0; i < 120; i++) {
      int which = chance.below(2) == 0 ? 0 : 1;
      int size = 64 + (int) chance.below(LARGEST - 63);
      send(lab, which == 0 ? FIRST : SECOND, size);
      left[which]++;
      bytes += size;
    }
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSize(121);
    List<long[]> sent = new ArrayList<>(); // of both so far, as long as both wait
    long[] sum = new long[2];
    int[] lastTag = {-1, -1};
    sent.add(sum.clone());
    for (Arrival arrival : lab.arrivals.subList(1, lab.arrivals.size())) {
      int which = arrival.dscp() == FIRST ? 0 : 1;
      assertThat(arrival.tag()).isGreaterThan(lastTag[which]);
      lastTag[which] = arrival.tag();
      sum[which] += arrival.frameBytes();
      if (left[0] > 0 && left[1] > 0) {
        sent.add(sum.clone());
      }
      left[which]--;
    }
    long bound = (long) first * second + (long) LARGEST * (first + second);
    for (int from = 0; from < sent.size(); from++) {
      for (int to = from; to < sent.size(); to++) {
        long a = sent.get(to)[0] - sent.get(from)[0];
        long b = sent.get(to)[1] - sent.get(from)[1];
        assertThat(Math.abs(a * second - b * first)).isLessThanOrEqualTo(bound);
      }
    }
    assertThat(lab.fabric.sentBytes(0)).isEqualTo(bytes);
    long span = lab.arrivals.get(120).atPs() - lab.arrivals.get(0).atPs();
    assertThat(span).as("the port is never idle").isEqualTo((bytes - 1_000) * 80);
  }
}
