package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reaction point of a queue pair behind a port that sends one packet after the other. */
final class ReactionDevice implements Device {
  /** The variables whose values come of divisions. */
  static final Set<String> GRAINED = Set.of("rate", "target", "alpha");

  private final ReactionParams params;
  private final boolean selected;
  private final long size;
  private final ReactionPoint point;
  private long freeAtPs;

  /**
   * Makes a reaction point that has received no CNP.
   *
   * @param selected whether the application wants congestion control for the queue pair
   * @param size bytes of each packet, with all that its frame takes on a link
   */
  ReactionDevice(ReactionParams params, boolean selected, long size) {
    this(params, selected, size, new ReactionPoint(params, selected, true));
  }

  private ReactionDevice(ReactionParams params, boolean selected, long size, ReactionPoint point) {
    this.params = params;
    this.selected = selected;
    this.size = size;
    this.point = point;
  }

  @Override
  public Device copy() {
    ReactionDevice copy = new ReactionDevice(params, selected, size, point.copy());
    copy.freeAtPs = freeAtPs;
    return copy;
  }

  @Override
  public Device with(Map<String, Long> values) {
    ReactionDevice with = (ReactionDevice) copy();
    if (point.limited()) {
      values.forEach(
          (name, value) -> {
            boolean isAlpha = name.equals("alpha");
            // One part of alpha stays in the specification. Less may stay in an implementation that
            // keeps finer parts.
            long least = isAlpha ? 0 : params.minRate();
            long most = isAlpha ? Math.max(params.scale(), params.alphaStart()) : params.line();
            long near = Math.max(least, Math.min(most, value));
            ReactionPoint.FACE.variable(name).writer().set(with.point, 0, near);
          });
    }
    return with;
  }

  @Override
  public long timerPs() {
    return point.timerPs();
  }

  @Override
  public List<Step> timers(long nowPs) {
    List<Step> steps = new ArrayList<>();
    if (point.copy().riseTimer(nowPs) == null) {
      steps.add(
          new Step(
              ReactionPoint.RISE_TIMER.name(), in -> ((ReactionDevice) in).point.riseTimer(nowPs)));
    }
    if (point.copy().alphaTimer(nowPs) == null) {
      steps.add(
          new Step(
              ReactionPoint.ALPHA_TIMER.name(),
              in -> ((ReactionDevice) in).point.alphaTimer(nowPs)));
    }
    return steps;
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    if (!action.equals(ReactionPoint.RECEIVE_CNP.name())) {
      return "a reaction point has no event " + action;
    }
    return point.receiveCnp(nowPs);
  }

  @Override
  public long notBeforePs(long nowPs) {
    return Math.max(freeAtPs, point.notBeforePs(nowPs));
  }

  @Override
  public List<Departure> offers(long nowPs) {
    Map<String, LogValue> packet = new LinkedHashMap<>();
    packet.put("bytes", LogValue.of(size));
    packet.put("ecn", LogValue.of(Ecn.word(selected ? Ecn.ECT_0 : Ecn.NOT_ECT)));
    return List.of(new Departure(nowPs, ReactionPoint.TRANSMIT.name(), packet));
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    Departure packet = offers(departure.atPs()).get(0);
    if (!departure.equals(packet)) {
      return Optional.of(Objection.only(packet.action(), packet.message()));
    }
    long now = departure.atPs();
    long from = notBeforePs(now);
    if (from > now) {
      return Optional.of(new Objection(true, "no packet leaves before " + from + " ps"));
    }
    freeAtPs = now + params.gap(size, params.line());
    point.transmit(now, size, ecn -> {});
    return Optional.empty();
  }

  @Override
  public Set<String> ages() {
    return Set.of("sinceRise", "sinceDecay", "sinceCut", SINCE_SENT);
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    return Told.record(ReactionPoint.FACE, point, nowPs).fields();
  }
}
