package dev.sluice.system;

import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
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
  private final Map<String, Way> lastCreated = new HashMap<>();
  private final Map<String, Boolean> asSource = new HashMap<>();

  private String name(int host) {
    return rig.scenario.topology().name(rig.scenario.topology().hostNode(host));
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
    return new Log();
  }

  /**
   * A context is named by its endpoint and its id, and an endpoint may have two of one id, one as a
   * source and one as a target: which one goes, says how its last PDC went.
   */
  private void happened(String at, String what, Map<String, Object> values) {
    switch (what) {
      case "CccLifecycle/Create" -> {
        Way way = new Way((String) values.get("source"), (String) values.get("destination"));
        lastCreated.put(at, way);
        ways.put(new Id(at, (Long) values.get("c"), way.source.equals(at)), way);
      }
      case "CccLifecycle/MakeReady" ->
          ready.computeIfAbsent(at, key -> new ArrayList<>()).add(lastCreated.get(at));
      case "CccLifecycle/EndClose" -> asSource.put(at, true);
      case "CccLifecycle/FollowClose" -> asSource.put(at, false);
      case "CccLifecycle/CloseCcc" -> {
        Way way = ways.remove(new Id(at, (Long) values.get("c"), asSource.get(at)));
        check(
            way != null && ready.getOrDefault(at, List.of()).remove(way),
            "a context of %s is closed that is not READY",
            at);
      }
      default -> {}
    }
  }

  private final class Log implements EventSink {
    private final Map<String, Object> values = new HashMap<>();
    private String at;
    private String what;

    @Override
    public EventSink event(long atPs, String where, String spec, String action) {
      at = where;
      what = spec + "/" + action;
      values.clear();
      return this;
    }

    @Override
    public EventSink argument(String name, long value) {
      values.put(name, value);
      return this;
    }

    @Override
    public EventSink argument(String name, String value) {
      values.put(name, value);
      return this;
    }

    @Override
    public EventSink argument(String name, boolean value) {
      return this;
    }

    @Override
    public EventSink argument(String name, LogValue value) {
      return this;
    }

    @Override
    public EventSink variable(String name, long value) {
      return this;
    }

    @Override
    public EventSink variable(String name, String value) {
      return this;
    }

    @Override
    public EventSink variable(String name, boolean value) {
      return this;
    }

    @Override
    public EventSink variable(String name, LogValue value) {
      return this;
    }

    @Override
    public void end() {
      happened(at, what, values);
    }
  }
}
