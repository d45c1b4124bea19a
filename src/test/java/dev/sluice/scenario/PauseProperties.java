package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.pfc.Pfc;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Lossless queues in fabrics and under traffic that are drawn: with the headroom of the formula
 * nothing is lost, and where frames go up and then down no pause lasts for ever.
 */
class PauseProperties {
  private static final String QUEUES =
      """
      [[queue]]
      name = "control"
      dscp = 48
      [[queue]]
      name = "roce"
      dscp = "others"
      rank = 1
      ecn-min = "5KB"
      ecn-max = "200KB"
      ecn-chance = "1%%"
      [pause]
      lossless = "%s"
      frames = "%s"
      threshold = "%s"
      quanta = %d
      [roce]
      cc = "%s"
      mtu = %d
      """;

  private static final List<String> FABRICS =
      List.of(
          "kind = \"star\"\nhosts = 8\nrate = \"%s\"\nlength = \"%dm\"\n",
          "kind = \"leaf-spine\"\nleaves = 2\nspines = 2\nhosts-per-leaf = 4\nrate = \"%s\"\n"
              + "length = \"%dm\"\n",
          "kind = \"leaf-spine\"\nleaves = 4\nspines = 1\nhosts-per-leaf = 2\nrate = \"%s\"\n"
              + "length = \"%dm\"\n");

  private static final List<String> RATES = List.of("25G", "40G", "100G", "400G");
  private static final List<String> THRESHOLDS = List.of("3KB", "10KB", "40KB");
  private static final List<Integer> QUANTA = List.of(65_535, 3_000, 2_000);
  private static final List<Integer> MTUS = List.of(256, 1_024, 4_096);

  @Property(tries = 40, seed = "20261125", shrinking = ShrinkingMode.BOUNDED)
  @Requirement({"PFC-3", "PFC-6", "PFC-7", "PFC-8", "RCM-7"})
  void nothingIsLostAndEveryPauseEnds(
      @ForAll @IntRange(max = 2) int fabric,
      @ForAll @IntRange(max = 3) int rate,
      @ForAll @IntRange(min = 1, max = 300) int metres,
      @ForAll @IntRange(max = 2) int threshold,
      @ForAll @IntRange(max = 2) int quanta,
      @ForAll @IntRange(max = 2) int mtu,
      @ForAll boolean wholeLink,
      @ForAll boolean managed,
      @ForAll @IntRange(min = 2, max = 6) int senders,
      @ForAll @IntRange(min = 1, max = 60) int kilobytes)
      throws BadScenario, IOException {
    String text =
        "until = \"400ms\"\n[topology]\n"
            + FABRICS.get(fabric).formatted(RATES.get(rate), metres)
            + QUEUES.formatted(
                wholeLink ? "all" : "roce",
                wholeLink ? "802.3x" : "pfc",
                THRESHOLDS.get(threshold),
                QUANTA.get(quanta),
                managed ? "rcm" : "none",
                MTUS.get(mtu))
            + """
            [[workload]]
            kind = "incast"
            transport = "roce"
            senders = %d
            target = 7
            size = "%dKB"
            [[workload]]
            kind = "permutation"
            transport = "roce"
            hosts = 8
            size = "%dKB"
            """
                .formatted(senders, kilobytes, kilobytes);
    Scenario scenario = Scenario.read("drawn", "drawn", text, Map.of());
    List<LogEvent> events = new ArrayList<>();
    EventCollector lanes =
        new EventCollector(
            event -> {
              if (event.spec().equals(Pfc.LOSSLESS.name())) {
                events.add(event);
              }
            },
            null);
    Figures figures = Run.of(scenario, new Run.Recording(false, lanes, null, null));
    assertThat(figures.frames().dropped()).isZero();
    assertThat(figures.completed()).isEqualTo(scenario.flows().size());
    Map<String, LogValue> told = new HashMap<>();
    Map<String, LogValue> held = new HashMap<>();
    for (LogEvent event : events) {
      String lane = event.instance().orElseThrow().flow();
      if (event.action().equals("SendPause")) {
        told.put(lane, event.message().get("time"));
      } else if (event.variables().containsKey("held")) {
        held.put(lane, event.variables().get("held"));
      }
    }
    assertThat(told.values()).as("the last that was told").allMatch(LogValue.of(0)::equals);
    assertThat(held.values()).as("what lanes hold in the end").allMatch(LogValue.of(0)::equals);
  }
}
