package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An implementation that does everything as soon as it may, and takes the first of its choices. */
final class Prompt implements Talk {
  private Device device;
  private long nowPs;

  /** Makes an implementation in a state, which it changes. */
  Prompt(Device begun) {
    device = begun;
  }

  @Override
  public Reply start(ShimRequest start) {
    LogValue body = start.keys().get("start");
    return reply(Map.of("given", ((LogValue.Fields) body).fields().get("given")), List.of());
  }

  @Override
  public Reply ask(ShimRequest request) {
    Optional<List<Departure>> sends = make(request, device, nowPs);
    nowPs = request.untilPs();
    device = device.settled(nowPs, device.shown(nowPs)); // an id that was shown stays
    return sends
        .map(all -> reply(Map.of(), all))
        .orElseGet(
            () ->
                new Reply(
                    Map.of(), Optional.of(new ShimError(ShimError.REFUSED, "not now", true))));
  }

  private static Reply reply(Map<String, LogValue> first, List<Departure> sends) {
    Map<String, LogValue> fields = new LinkedHashMap<>(first);
    List<LogValue> all = new ArrayList<>();
    for (Departure each : sends) {
      Map<String, LogValue> departure = new LinkedHashMap<>();
      departure.put("t", LogValue.of(each.atPs()));
      departure.put("do", LogValue.of(each.action()));
      departure.put("msg", new LogValue.Fields(each.message()));
      all.add(new LogValue.Fields(departure));
    }
    fields.put("sends", new LogValue.Items(all));
    return new Reply(fields, Optional.empty());
  }

  /**
   * Makes a request to an implementation.
   *
   * @param device its state, which changes
   * @return the departures; empty if the event is refused
   */
  static Optional<List<Departure>> make(ShimRequest request, Device device, long nowPs) {
    List<Departure> sends = new ArrayList<>();
    boolean isTaken = true;
    if (request.advances()) {
      pass(device, nowPs, request.untilPs(), request.hasBacklog(), sends);
    } else {
      isTaken =
          device.event(request.untilPs(), request.action(), request.arguments(), request.message())
              == null;
    }
    while (device.due().isPresent()) {
      sends.add(leave(device, request.untilPs()));
    }
    return isTaken ? Optional.of(sends) : Optional.empty();
  }

  private static void pass(
      Device device, long fromPs, long toPs, boolean backlog, List<Departure> sends) {
    long nowPs = fromPs;
    while (true) {
      long timerPs = device.timerPs();
      long leavesPs = backlog ? device.notBeforePs(nowPs) : Device.NEVER_PS;
      long nextPs = Math.max(nowPs, Math.min(timerPs, leavesPs));
      if (nextPs > toPs) {
        return;
      }
      nowPs = nextPs;
      if (timerPs <= nowPs) {
        device.timers(nowPs).get(0).take().accept(device);
      } else {
        sends.add(leave(device, nowPs));
      }
    }
  }

  private static Departure leave(Device device, long nowPs) {
    Departure next = device.offers(nowPs).get(0);
    Departure now = new Departure(nowPs, next.action(), next.message());
    Optional<Device.Objection> objection = device.leaves(now);
    if (objection.isPresent()) {
      throw new IllegalStateException("a departure is offered: " + objection.get().sentence());
    }
    return now;
  }
}
