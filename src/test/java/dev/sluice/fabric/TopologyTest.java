package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Topologies have the sizes they are named for, and the base RTT of their longest path. */
class TopologyTest {
  private static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);
  private static final BaseRtt.Link LINK = Topologies.link(100, 10);

  @Test
  void sizes() {
    Topology tree = Topologies.fatTree(16, host -> LINK, LINK, LINK, SWITCH);
    assertThat(tree.hosts()).isEqualTo(1_024);
    assertThat(tree.nodes() - tree.hosts()).as("128 edge, 128 aggregation, 64 core").isEqualTo(320);
    assertThat(tree.links()).isEqualTo(3 * 1_024);
    assertThat(Topologies.fatTree(8, host -> LINK, LINK, LINK, SWITCH).hosts()).isEqualTo(128);
    assertThat(Topologies.star(4_097, host -> LINK, SWITCH).hosts()).isEqualTo(4_097);
    Topology leafSpine = Topologies.leafSpine(3, 2, 4, host -> LINK, LINK, SWITCH);
    assertThat(leafSpine.hosts()).isEqualTo(12);
    assertThat(leafSpine.links()).isEqualTo(12 + 6);
    assertThat(leafSpine.portName(leafSpine.hostPort(5))).isEqualTo("host-5>leaf-1");
  }

  @Test
  void portsHaveOneOrderHoweverTheyWereBuilt() {
    List<List<String>> orders = new ArrayList<>();
    for (List<String> links :
        List.of(
            List.of("a>b", "aa>b", "b>c", "c>a", "a>c"),
            List.of("a>c", "c>b", "b>aa", "c>a", "b>a"))) {
      Topology.Builder builder = Topology.builder();
      List<String> nodes = List.of("a", "aa", "b", "c");
      nodes.forEach(name -> builder.addSwitch(name, SWITCH));
      for (String link : links) {
        String[] ends = link.split(">");
        builder.link(nodes.indexOf(ends[0]), nodes.indexOf(ends[1]), LINK);
      }
      Topology topology = builder.build();
      orders.add(Arrays.stream(topology.portsByName()).mapToObj(topology::portName).toList());
    }
    assertThat(orders.get(0))
        .containsExactly(
            "a>b", "a>c", "a>c#2", "aa>b", "b>a", "b>aa", "b>c", "c>a", "c>a#2", "c>b");
    assertThat(orders.get(1)).isEqualTo(orders.get(0));
  }

  @Test
  void nodesHaveNamesOfTheirOwnAndPortsSoToo() {
    Topology.Builder builder = Topology.builder();
    builder.host("a");
    for (String name : List.of("a", "a>b", "a#2")) {
      assertThatThrownBy(() -> builder.addSwitch(name, SWITCH))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name);
    }
  }

  @Test
  @Requirement({"RTT-6", "RTT-7"})
  void theExamplesPathIsAFatTreeOfTwoTiers() {
    Topology topology =
        Topologies.leafSpine(
            2,
            2,
            2,
            host -> new BaseRtt.Link(100_000_000_000L, 12_500, 150_000),
            new BaseRtt.Link(100_000_000_000L, 12_500, 150_000),
            SWITCH);
    BaseRtt.Path longest = LongestPath.of(topology, 9_216);
    assertThat(longest.links()).hasSize(4);
    assertThat(BaseRtt.oneWay(longest, 9_216).roundTripPs(0)).isEqualTo(5_574_560);
  }

  @Test
  @Requirement("RTT-7")
  void theLongestPathOfMixedRatesIsTheSlowest() {
    Topology topology =
        Topologies.fatTree(
            4,
            host -> Topologies.link(host % 3 == 0 ? 100 : 400, 5),
            Topologies.link(400, 20),
            Topologies.link(800, 100),
            SWITCH);
    BaseRtt.Path longest = LongestPath.of(topology, 4_096);
    assertThat(longest.links()).hasSize(6);
    assertThat(longest.links().get(0).rateBps()).isEqualTo(100_000_000_000L);
    assertThat(longest.links().get(5).rateBps()).isEqualTo(100_000_000_000L);
    assertThat(BaseRtt.serializationPs(longest, 4_096))
        .as("100, 400, 800, 800, 400, 100 Gb/s: 60 + 10 + 0 + 0 + 0 + 80 ps a byte")
        .isEqualTo(4_096 * 150);
  }

  @Test
  void whatCannotBeBuiltIsRefused() {
    assertThatThrownBy(() -> Topologies.star(4_098, host -> LINK, SWITCH))
        .hasMessageContaining("4098");
    assertThatThrownBy(() -> Topologies.fatTree(7, host -> LINK, LINK, LINK, SWITCH))
        .hasMessageContaining("even");
    Topology.Builder twice = Topology.builder();
    twice.host("a");
    assertThatThrownBy(() -> twice.host("a")).hasMessageContaining("two nodes");
    assertThatThrownBy(twice::build).hasMessageContaining("0 links");
    assertThatThrownBy(() -> twice.link(0, 0, LINK)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parallelLinksHaveNamesOfTheirOwn() {
    Topology.Builder builder = Topology.builder();
    int a = builder.addSwitch("a", SWITCH);
    int b = builder.addSwitch("b", SWITCH);
    builder.link(a, b, LINK);
    builder.link(a, b, LINK);
    Topology topology = builder.build();
    assertThat(topology.portName(0)).isEqualTo("a>b");
    assertThat(topology.portName(1)).isEqualTo("b>a");
    assertThat(topology.portName(2)).isEqualTo("a>b#2");
  }
}
