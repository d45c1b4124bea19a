package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.validate.MergedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How logs were merged, for people and for programs. */
final class MergeText {
  private MergeText() {}

  /** Returns the hosts, and everything that their clocks contradict, a line each. */
  static List<String> lines(MergedLog merged) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Merged by causality: events of "
            + merged.hosts().stream().map(MergedLog.Clock::host).collect(Collectors.joining(", "))
            + ".");
    merged
        .contradictions()
        .forEach(each -> lines.add("The clocks contradict the order: " + early(each) + "."));
    if (!merged.isAligned()) {
      lines.add(
          "No offset for each clock puts every message after its departure: a clock drifts, or was"
              + " set. Times are raised to that of the event before.");
    }
    for (MergedLog.Clock clock : merged.hosts()) {
      if (clock.falls() > 0) {
        lines.add(
            "The clock of %s falls %s, by up to %s."
                .formatted(
                    clock.host(),
                    Words.some(clock.falls(), "time", "times"),
                    Amounts.time(clock.worstFallPs())));
      }
      if (clock.offsetPs() > 0) {
        lines.add(
            "Times of %s are set forward by %s."
                .formatted(clock.host(), Amounts.time(clock.offsetPs())));
      }
    }
    return lines;
  }

  /** Returns how many events come too early, and at which host. */
  static String early(MergedLog.Contradiction each) {
    return "%s at %s %s messages before %s sends them, by up to %s"
        .formatted(
            Words.some(each.events(), "event", "events"),
            each.to(),
            each.events() == 1 ? "takes" : "take",
            each.from(),
            Amounts.time(each.worstPs()));
  }

  /** Fills a node with them. */
  static void json(MergedLog merged, ObjectNode node) {
    node.put("aligned", merged.isAligned());
    ArrayNode hosts = node.putArray("hosts");
    for (MergedLog.Clock clock : merged.hosts()) {
      ObjectNode one = hosts.addObject();
      one.put("host", clock.host());
      one.put("offsetPs", clock.offsetPs());
      one.put("falls", clock.falls());
      one.put("worstFallPs", clock.worstFallPs());
    }
    contradictions(merged.contradictions(), node);
  }

  /** Adds messages that arrive before they leave. */
  static void contradictions(List<MergedLog.Contradiction> all, ObjectNode node) {
    ArrayNode contradictions = node.putArray("contradictions");
    for (MergedLog.Contradiction each : all) {
      ObjectNode one = contradictions.addObject();
      one.put("from", each.from());
      one.put("to", each.to());
      one.put("events", each.events());
      one.put("worstPs", each.worstPs());
    }
  }
}
