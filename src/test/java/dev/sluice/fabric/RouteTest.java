package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Routes that a topology says itself. */
class RouteTest {
  private static final BaseRtt.Link LINK = Topologies.link(100, 10);
  private static final long HOP_PS = 200_000;
  private static final long SWITCH_PS = 400_000;

  /** Switches s0, s1, s2 in a ring, and a host h0, h1, h2 on each. */
  private static final class Ring {
    private final Topology.Builder builder = Topology.builder();
    private final List<String> names = new ArrayList<>();

    Ring() {
      for (int i = 0; i < 3; i++) {
        names.add("s" + i);
        builder.addSwitch("s" + i, SwitchSpec.cutThrough(SWITCH_PS));
      }
      for (int i = 0; i < 3; i++) {
        names.add("h" + i);
        builder.host("h" + i);
        builder.link(3 + i, i, LINK);
      }
      for (int i = 0; i < 3; i++) {
        builder.link(i, (i + 1) % 3, LINK);
      }
    }

    Ring route(String... way) {
      builder.route(Arrays.stream(way).map(names::indexOf).toList());
      return this;
    }

    Topology build() {
      return builder.build();
    }
  }

  /** Everything clockwise: s0, s1, s2, s0. */
  private static Ring clockwise() {
    return new Ring()
        .route("h0", "s0", "s1", "s2", "h2")
        .route("s1", "s2", "s0", "h0")
        .route("s2", "s0", "s1", "h1");
  }

  private static long alone(Topology topology, int from, int to) {
    Lab lab = new Lab(topology, Lab.open());
    lab.data(from, to, 1_000);
    lab.runToTheEnd();
    return lab.arrivals.isEmpty() ? -1 : lab.arrivals.get(0).atPs();
  }

  private static long over(int switches) {
    return (switches + 1) * HOP_PS + switches * SWITCH_PS + 1_000 * 80;
  }

  @Test
  @Requirement("RTT-7")
  void framesGoByThemAndTheBaseRttFollows() {
    Topology shortest = new Ring().build();
    Topology ring = clockwise().build();
    for (int host = 0; host < 3; host++) {
      int next = (host + 1) % 3;
      int before = (host + 2) % 3;
      assertThat(alone(shortest, host, next)).isEqualTo(over(2));
      assertThat(alone(shortest, host, before)).isEqualTo(over(2));
      assertThat(alone(ring, host, next)).as("clockwise it is one link").isEqualTo(over(2));
      assertThat(alone(ring, host, before)).as("and two").isEqualTo(over(3));
    }
    assertThat(LongestPath.of(shortest, 1_000).links()).hasSize(3);
    BaseRtt.Path longest = LongestPath.of(ring, 1_000);
    assertThat(longest.links()).hasSize(4);
    assertThat(BaseRtt.oneWay(longest, 1_000).totalPs()).isEqualTo(over(3));
    assertThat(LongestPath.between(ring, 0, 1, 1_000).links()).hasSize(3);
    assertThat(LongestPath.between(ring, 0, 2, 1_000).links()).hasSize(4);
  }

  /** A host that no route leads to is reached as before. */
  @Test
  void oneRouteChangesTheWayToItsHostAlone() {
    Topology one = new Ring().route("s0", "s1", "s2", "h2").build();
    assertThat(alone(one, 0, 2)).isEqualTo(over(3));
    assertThat(alone(one, 1, 2)).isEqualTo(over(2));
    assertThat(alone(one, 2, 0)).isEqualTo(over(2));
  }

  /** Over two links between the same switches, both. */
  @Test
  void aRouteTakesAllLinksToTheNextNode() {
    Topology.Builder builder = Topology.builder();
    int[] at = new int[4];
    at[0] = builder.addSwitch("near", SwitchSpec.cutThrough(0));
    at[1] = builder.addSwitch("far", SwitchSpec.cutThrough(0));
    at[2] = builder.host("a");
    at[3] = builder.host("b");
    builder.link(at[2], at[0], LINK);
    builder.link(at[3], at[1], LINK);
    builder.link(at[0], at[1], LINK);
    builder.link(at[1], at[0], LINK);
    builder.route(List.of(at[0], at[1], at[3]));
    Lab lab = new Lab(builder.build(), Lab.open());
    for (int entropy = 0; entropy < 64; entropy++) {
      lab.send(0, 1, 1_000, 0, 2, entropy * 977);
    }
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSize(64);
    assertThat(lab.fabric.sentBytes(4)).isBetween(16_000L, 48_000L);
    assertThat(lab.fabric.sentBytes(4) + lab.fabric.sentBytes(7)).isEqualTo(64_000);
  }

  /** With s1 to s2 down, frames to h2 come to s1 and no further; nobody else minds. */
  @Test
  void aRouteStaysAsItIsWhenALinkOfItIsDown() {
    Lab lab = new Lab(new Ring().route("s0", "s1", "s2", "h2").build(), Lab.open());
    int link = lab.fabric.topology().port(1, 2) >> 1;
    lab.fabric.setLink(link, false);
    lab.fabric.computeRoutes();
    lab.data(0, 2, 1_000);
    lab.data(2, 1, 1_000);
    lab.runToTheEnd();
    assertThat(lab.fabric.dropped(DropReason.NO_ROUTE)).isEqualTo(1);
    assertThat(lab.arrivals.get(0).atPs()).as("the shortest way, by s0").isEqualTo(over(3));
    lab.fabric.setLink(link, true);
    lab.fabric.computeRoutes();
    long before = lab.loop.nowPs();
    lab.data(0, 2, 1_000);
    lab.runToTheEnd();
    assertThat(lab.arrivals.get(1).atPs() - before).as("as given again").isEqualTo(over(3));
  }

  private static String refusal(String... way) {
    try {
      new Ring().route("s1", "s0", "h0").route(way).build();
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    return "";
  }

  @Test
  void whatIsNoRouteIsRefusedWithASentence() {
    assertThat(refusal("h0", "s0", "s1"))
        .isEqualTo("a route ends at the host that it leads to, and this one does not: h0, s0, s1");
    assertThat(refusal()).startsWith("a route ends at the host");
    assertThat(refusal("h1"))
        .isEqualTo("a route to h1 has a switch before it, and this one has none");
    assertThat(refusal("h0", "h1")).startsWith("a route to h1 has a switch before it");
    assertThat(refusal("s0", "h2")).isEqualTo("no link leads from s0 to h2");
    assertThat(refusal("s0", "s1", "s0", "s2", "h2")).isEqualTo("a route comes to s0 twice");
    assertThat(refusal("s1", "h1", "s2", "h2")).isEqualTo("no link leads from h1 to s2");
    assertThat(refusal("s1", "s2", "s0", "h0"))
        .isEqualTo("frames to h0 have two ways on from s1, to s0 and to s2");
    assertThat(refusal("s0", "s1", "h1")).isEmpty();
  }
}
