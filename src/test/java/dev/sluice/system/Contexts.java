package dev.sluice.system;

import dev.sluice.trace.EventCollector;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * No data leaves before a context of its source towards its target is READY, as the event log tells
 * it, and none after the last is closed; no acknowledgment before the target has its own.
 */
final class Contexts extends Conversations {
  private record Way(String source, String target) {}

  private record Id(String at, long ccc, boolean isSource) {}

  /** By endpoint: the ways for which it has a context that is READY. */
  private final Map<String, List<Way>> ready = new HashMap<>();

  private final Map<Id, Way> ways = new HashMap<>();

  private String name(int host) {
    return rig.scenario.topology().hostName(host);
  }

  private boolean isReady(int host, Talk talk) {
    return ready
        .getOrDefault(name(host), List.of())
        .contains(new Way(name(talk.source), name(talk.target)));
  }

  @Override
  void requested(long atPs, Talk talk, long number, Request request, Frame frame, boolean isNew) {
    check(isReady(talk.source, talk), "%s sends data, and no context is READY", talk);
  }

  @Override
  void acknowledges(long atPs, Talk talk, AckCc ack, Frame frame) {
    // what answers a close command comes from an endpoint that may have closed all
    check(
        talk.isClosing || isReady(talk.target, talk),
        "host %d acknowledges, and no context is READY",
        talk.target);
  }

  @Override
  void end() {
    check(ways.isEmpty(), "contexts are left: %s", ways);
  }

  /** What the log is told to. */
  EventSink log() {
    return new EventCollector(this::happened, null);
  }

  private void happened(LogEvent event) {
    if (!event.spec().equals("CccLifecycle")) {
      return;
    }
    LogInstance of = event.instance().orElseThrow();
    Way way = new Way(of.source(), of.destination());
    switch (event.action()) {
      case "Create" -> ways.put(id(event), way);
      case "MakeReady" ->
          ready.computeIfAbsent(event.at(), key -> new ArrayList<>()).add(ways.get(id(event)));
      case "CloseCcc" -> {
        Way gone = ways.remove(id(event));
        check(
            way.equals(gone) && ready.getOrDefault(event.at(), List.of()).remove(way),
            "a context of %s is closed that is not READY",
            event.at());
      }
      default -> {}
    }
  }

  /** A context is named by its endpoint, its end of the flow, and its id. */
  private static Id id(LogEvent event) {
    LogInstance of = event.instance().orElseThrow();
    return new Id(event.at(), of.ccc(), of.role().equals(LogInstance.SOURCE));
  }
}
