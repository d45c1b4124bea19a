package dev.sluice.scenario;

import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.WatchdogPlan;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scenario says of priority flow control at the switches. */
final class PauseTables {
  private static final long SHORTEST_POLL_PS = 1_000_000;

  private final ScenarioReader reader;
  private final Section pause;

  PauseTables(ScenarioReader reader, Map<String, List<Section>> sections) {
    this.reader = reader;
    pause = sections.get("pause").get(0);
  }

  /**
   * How switches pause those that send to them; empty where they do not.
   *
   * @param queues of each port
   * @param sharedBytes the most that a switch holds
   * @param frameBytes the largest frame of the run
   */
  @Requirement({"PFC-1", "RCM-7"})
  Optional<PauseRule> rule(
      Topology topology, List<QueueRule> queues, long sharedBytes, int frameBytes) {
    if (pause.is("lossless", "off")) {
      pause.given().stream()
          .filter(key -> !key.equals("lossless"))
          .sorted()
          .forEach(
              key ->
                  complain(
                      key,
                      pause.at(key) + " belongs to pause.lossless, and no queue is lossless",
                      "lossless = \"all\", or queues by their names"));
      return Optional.empty();
    }
    boolean isDynamic = pause.is("threshold", "dynamic");
    if (!isDynamic && pause.given().contains("beta")) {
      complain("beta", "pause.beta belongs to a dynamic threshold", "threshold = \"dynamic\"");
    }
    boolean isWholeLink = pause.is("frames", "802.3x");
    if (isWholeLink && !pause.is("lossless", "all")) {
      complain("frames", "pause.frames is 802.3x, which pauses all queues", "lossless = \"all\"");
    }
    if (isDynamic && sharedBytes >= PortRules.UNLIMITED) {
      complain(
          "threshold",
          "pause.threshold is dynamic, a share of what is free, and nothing bounds that",
          "queues.shared-buffer beside it");
      return Optional.empty();
    }
    PauseRule rule =
        new PauseRule(
            isWholeLink,
            classes(queues),
            pause.number("threshold", QueueRule.AUTO),
            pause.number("beta"),
            sharedBytes,
            pause.number("gap", QueueRule.AUTO),
            pause.number("headroom", QueueRule.AUTO),
            (int) pause.number("quanta"),
            pause.number("response", QueueRule.AUTO),
            frameBytes,
            watchdog());
    if (rule.classes() == 0) {
      return Optional.empty();
    }
    for (int port = 0; port < topology.ports(); port++) {
      if (!topology.isHost(topology.portTo(port))) {
        try {
          rule.at(topology, port);
        } catch (IllegalArgumentException e) {
          reader.complain(
              "pause", "%s: %s".formatted(topology.portName(port), e.getMessage()), "", "");
          return Optional.empty();
        }
      }
    }
    return Optional.of(rule);
  }

  @Requirement("PFC-10")
  private Optional<WatchdogPlan> watchdog() {
    if (pause.is("watchdog", "off")) {
      pause.given().stream()
          .filter(key -> key.startsWith("watchdog-"))
          .sorted()
          .forEach(
              key ->
                  complain(
                      key,
                      pause.at(key) + " belongs to pause.watchdog, which is off",
                      "watchdog = \"200ms\", or another time"));
      return Optional.empty();
    }
    long detectPs = pause.number("watchdog");
    long pollPs = pause.number("watchdog-poll", Math.max(1, detectPs / 2));
    long restorePs = pause.number("watchdog-restore", detectPs);
    if (pollPs > detectPs || pollPs < SHORTEST_POLL_PS) {
      complain(
          pause.given().contains("watchdog-poll") ? "watchdog-poll" : "watchdog",
          "polls of the watchdog come every %d ps".formatted(pollPs),
          "from 1us to pause.watchdog");
      return Optional.empty();
    }
    return Optional.of(
        new WatchdogPlan(
            pollPs,
            polls(detectPs, pollPs),
            polls(restorePs, pollPs),
            pause.is("watchdog-action", "drop")));
  }

  private static int polls(long timePs, long pollPs) {
    return (int) Math.min(Integer.MAX_VALUE, (timePs + pollPs - 1) / pollPs);
  }

  private int classes(List<QueueRule> queues) {
    if (pause.is("lossless", "all")) {
      return (1 << queues.size()) - 1;
    }
    List<String> names = queues.stream().map(QueueRule::name).toList();
    int classes = 0;
    for (Object name : (List<?>) pause.values().get("lossless")) {
      int at = names.indexOf(name);
      if (at < 0) {
        List<String> allowed = new ArrayList<>(names);
        allowed.addAll(List.of("all", "off"));
        reader.complain(
            pause.at("lossless"),
            "no queue is called " + name,
            String.join(", ", allowed),
            Nearest.of((String) name, allowed));
        return 0;
      }
      classes |= 1 << at;
    }
    return classes;
  }

  private void complain(String key, String what, String allowed) {
    reader.complain(pause.at(key), what, allowed, "");
  }
}
