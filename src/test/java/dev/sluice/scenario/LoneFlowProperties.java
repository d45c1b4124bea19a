package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A flow that is alone fills its link, whatever holds it back where it is not. */
class LoneFlowProperties {
  private static final String LONE =
      """
      [topology]
      hosts = 2

      [[flow]]
      from = 0
      to = 1
      size = "2MB"
      """;

  private static double gbps(Map<String, String> changes, String cc) throws BadScenario {
    Map<String, String> changed = new LinkedHashMap<>(changes);
    changed.put("cc", cc);
    Figures figures = Run.of(Scenario.read("lone", "lone.toml", LONE, changed));
    assertThat(figures.completed()).isEqualTo(1);
    FlowResult flow = figures.flows().get(0);
    return flow.goodputBps() / 1e9;
  }

  /** At 100 Gb/s over one switch half a BDP is less than four packets and one. */
  @Example
  @Requirement("UET-2")
  void onTheShortestPathToo() throws BadScenario {
    double free = gbps(Map.of(), "none");
    assertThat(gbps(Map.of(), "nscc")).isGreaterThan(0.999 * free);
    assertThat(gbps(Map.of(), "rccc")).isGreaterThan(0.96 * free);
    assertThat(gbps(Map.of("nic.ack-bytes", "16KiB"), "nscc"))
        .as("with acknowledgments that wait for more than the window holds")
        .isBetween(0.85 * free, 0.95 * free);
  }

  @Property(tries = 40, seed = "20261123", shrinking = ShrinkingMode.BOUNDED)
  @Requirement("UET-2")
  void aLoneFlowUnderNsccTakesItsLink(
      @ForAll @IntRange(min = 0, max = 3) int rate,
      @ForAll @IntRange(min = 0, max = 3) int otherRate,
      @ForAll @IntRange(min = 1, max = 40) int tensOfMetres,
      @ForAll @IntRange(min = 0, max = 3) int mtu,
      @ForAll @IntRange(min = 0, max = 10) int commit100ns,
      @ForAll boolean trims)
      throws BadScenario {
    String[] rates = {"100G", "200G", "400G", "800G"};
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("topology.rate", "[\"" + rates[rate] + "\", \"" + rates[otherRate] + "\"]");
    changes.put("topology.length", tensOfMetres * 10 + "m");
    changes.put("nic.mtu", Integer.toString(1024 << mtu));
    changes.put("nic.commit", commit100ns * 100 + "ns");
    double free = gbps(changes, "none");
    changes.put("queues.trim", trims ? "auto" : "off");
    assertThat(gbps(changes, "nscc")).as("%s, of %s", changes, free).isGreaterThan(0.98 * free);
  }
}
