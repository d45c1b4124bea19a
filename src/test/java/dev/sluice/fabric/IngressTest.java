package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Ecn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a switch holds of one link and class, by example. */
class IngressTest {
  private static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  private static FabricRules counting(long bufferBytes) {
    return new FabricRules() {
      @Override
      public PortRules port(Topology topology, int port) {
        return topology.leadsToHost(port)
            ? new PortRules(bufferBytes, PortRules.unlimited(3).queues())
            : PortRules.unlimited(3);
      }

      @Override
      public boolean countsIngress(Topology topology, int node) {
        return true;
      }
    };
  }

  private static Topology star(int hosts) {
    return Topologies.star(hosts, host -> Topologies.link(100, 10), SWITCH);
  }

  /**
   * Two hosts send two frames each, of 1,000 B, to a third: they are at its port after 600,000 and
   * 680,000 ps, the second host's a picosecond later, and one leaves in 80,000 ps. The last one's
   * last bit is told in time, though nobody waits for it.
   */
  @Test
  void itGrowsWithEachFrameAndFallsWithItsLastBit() {
    for (boolean punctual : new boolean[] {true, false}) {
      Lab lab = new Lab(star(3), counting(PortRules.UNLIMITED), punctual, 1);
      Topology topology = lab.fabric.topology();
      List<String> told = new ArrayList<>();
      lab.fabric.observe(
          new FabricObserver() {
            @Override
            public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
              told.add(
                  "%,d %s %d: %d".formatted(atPs, topology.portName(port), trafficClass, bytes));
              assertThat(lab.loop.nowPs()).as("in time").isEqualTo(atPs);
            }
          });
      lab.data(0, 2, 1_000);
      lab.control(0, 2, 1_000);
      lab.at(
          1,
          () -> {
            lab.data(1, 2, 1_000);
            lab.data(1, 2, 1_000);
          });
      lab.at(750_000, () -> assertThat(held(lab, 1)).isEqualTo(2_000));
      lab.at(850_000, () -> assertThat(held(lab, 1)).isEqualTo(1_000));
      lab.runToTheEnd();
      assertThat(told)
          .containsExactly(
              "600,000 host-0>switch-0 2: 1000",
              "600,001 host-1>switch-0 2: 1000",
              "680,000 host-0>switch-0 2: 0",
              "680,000 host-0>switch-0 0: 1000",
              "680,001 host-1>switch-0 2: 2000",
              "760,000 host-1>switch-0 2: 1000",
              "840,000 host-0>switch-0 0: 0",
              "920,000 host-1>switch-0 2: 0");
    }
  }

  private static long held(Lab lab, int host) {
    return lab.fabric.ingressBytes(lab.fabric.topology().hostPort(host), TrafficClasses.LOW);
  }

  /** What finds no room is not counted; what a link that goes down takes along is not any more. */
  @Test
  void whatIsDroppedIsNotHeld() {
    Lab lab = new Lab(star(3), counting(2_500), true, 1);
    for (int i = 0; i < 3; i++) {
      lab.data(0, 2, 1_000);
      lab.data(1, 2, 1_000);
    }
    int link = lab.fabric.topology().hostPort(2) >> 1;
    lab.at(
        700_000,
        () -> {
          assertThat(held(lab, 0) + held(lab, 1)).isEqualTo(2_000);
          lab.fabric.setLink(link, false);
          assertThat(held(lab, 0) + held(lab, 1)).as("the one being sent").isEqualTo(1_000);
        });
    lab.at(800_000, () -> assertThat(held(lab, 0) + held(lab, 1)).isZero());
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSizeLessThan(2);
    assertThat(lab.fabric.dropped(DropReason.NO_ROOM)).isPositive();
  }

  /**
   * The class is the one that it waits in: the third frame finds no room behind the second, and
   * what is left of it goes before that.
   */
  @Test
  void aTrimmedFrameIsHeldAsSuch() {
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    PortRules cut =
        new PortRules(
            PortRules.UNLIMITED, List.of(plain, plain, PortRules.Queue.plain(500).trimming()));
    FabricRules rules =
        new FabricRules() {
          @Override
          public PortRules port(Topology topology, int port) {
            return topology.leadsToHost(port) ? cut : PortRules.unlimited(3);
          }

          @Override
          public boolean countsIngress(Topology topology, int node) {
            return true;
          }
        };
    Lab lab = new Lab(star(4), rules, true, 1);
    Topology topology = lab.fabric.topology();
    List<String> told = new ArrayList<>();
    lab.fabric.observe(
        new FabricObserver() {
          @Override
          public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
            String host = topology.name(topology.portFrom(port));
            told.add("%,d %s %d: %d".formatted(atPs, host, trafficClass, bytes));
          }
        });
    lab.inTurn(3, host -> lab.send(host, 3, 450, 0, Ecn.ECT_0, 0));
    lab.runToTheEnd();
    assertThat(told)
        .containsExactly(
            "600,000 host-0 2: 450",
            "600,001 host-1 2: 450",
            "600,002 host-2 1: 24",
            "636,000 host-0 2: 0",
            "637,920 host-2 1: 0",
            "673,920 host-1 2: 0");
  }

  @Test
  void aSwitchThatDoesNotCountIsNotAsked() {
    Lab lab = new Lab(star(3), Lab.open());
    assertThatThrownBy(() -> lab.fabric.ingressBytes(0, 0))
        .hasMessage("switch-0 does not count what comes by host-0>switch-0");
    Lab counts = new Lab(star(3), counting(1_000));
    assertThatThrownBy(() -> counts.fabric.ingressBytes(1, 0))
        .hasMessage("host-0 does not count what comes by switch-0>host-0");
  }
}
