package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.units.WrappingCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A sender of HPCC++ whose packets leave when pace and window both allow it. */
final class HpccSenderDevice implements Device {
  private static final String U = "u";
  private static final String WINDOW = "w";
  private static final String REFERENCE = "wc";

  /** The variables whose values come of divisions. */
  static final Set<String> GRAINED = Set.of(U, WINDOW, REFERENCE);

  private static final int MOST_ROUNDINGS = 3;

  private final HpccParams params;
  private final TelemetryGiven telemetry;
  private final boolean isInParts;
  private final HpccSender sender;

  /** Null if the receiver runs the algorithm. */
  private final LinkRecords links;

  /** The furthest sequence number that was the next one: packets before it have left. */
  private long reached;

  /** If true, U is already that after the next event. */
  private boolean isMeasured;

  private Set<String> computed = Set.of();

  /**
   * Makes a sender that has sent nothing.
   *
   * @param runs whether it runs the algorithm itself
   * @param isInParts whether the {@link #GRAINED} variables are shown in {@link Device#PARTS}; the
   *     windows must have bounds then
   */
  HpccSenderDevice(HpccParams params, TelemetryGiven telemetry, boolean runs, boolean isInParts) {
    this(
        params,
        telemetry,
        isInParts,
        new HpccSender(params, runs ? new HpccWindow(params) : null, 0),
        runs ? telemetry.links(params) : null);
  }

  private HpccSenderDevice(
      HpccParams params,
      TelemetryGiven telemetry,
      boolean isInParts,
      HpccSender sender,
      LinkRecords links) {
    this.params = params;
    this.telemetry = telemetry;
    this.isInParts = isInParts;
    this.sender = sender;
    this.links = links;
  }

  @Override
  public Device copy() {
    HpccSenderDevice copy =
        new HpccSenderDevice(
            params, telemetry, isInParts, sender.copy(), links == null ? null : links.copy());
    copy.reached = reached;
    copy.isMeasured = isMeasured;
    copy.computed = computed;
    return copy;
  }

  @Override
  public Device with(Map<String, Long> values) {
    HpccSenderDevice with = (HpccSenderDevice) copy();
    values.forEach(
        (name, value) -> {
          long units = Math.floorDiv(value, PARTS);
          if (name.equals(U)) {
            with.measure(Math.max(0, Math.min(params.maxU(), units)));
          } else {
            // An implementation rounds the bounds of a window, too.
            long near = Math.max(1, units);
            if (name.equals(WINDOW)) {
              HpccSender.FACE.variable(name).writer().set(with.sender, 0, near);
            } else {
              HpccWindow.FACE.variable(name).writer().set(with.sender.window(), 0, near);
            }
          }
        });
    return with;
  }

  private void measure(long parts) {
    HpccWindow.FACE.variable(U).writer().set(sender.window(), 0, parts);
  }

  /** Returns 3: a count of flows rounds a window three times. U is rounded twice. */
  @Override
  public long roundingUnits() {
    return MOST_ROUNDINGS;
  }

  /** Measures U, from which the window follows. */
  @Override
  public void begin(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    HpccSenderDevice after = (HpccSenderDevice) copy();
    if (links != null
        && action.equals(HpccSender.RECEIVE_ACK.name())
        && after.event(nowPs, action, arguments, message) == null) {
      measure(after.sender.window().u());
      isMeasured = true;
      computed = Set.of(U);
    }
  }

  @Override
  public Set<String> computed() {
    return computed;
  }

  /** Returns the sender's kernel, for the choice of stimuli. */
  HpccSender sender() {
    return sender;
  }

  /** Returns the records of links, for the choice of stimuli; null if the receiver has them. */
  LinkRecords links() {
    return links;
  }

  /** Returns how many packets behind the first that is not acknowledged have left. */
  long ahead() {
    return Math.floorMod(reached - sender.sndUna(), params.modulus());
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    computed = Set.of();
    if (action.equals(HpccSender.GO_BACK.name())) {
      return sender.goBack();
    } else if (!action.equals(HpccSender.RECEIVE_ACK.name())) {
      return "a sender of HPCC++ has no event " + action;
    }
    long u = HpccWindow.ABSENT;
    long tauPs = 0;
    long flows = RoleParameters.number(message, "n");
    if (message.get("hops") instanceof LogValue.Items hops) {
      String refused =
          links.hear(
              nowPs,
              Math.toIntExact(RoleParameters.number(message, "path")),
              Math.toIntExact(RoleParameters.number(message, "nHop")),
              Math.toIntExact(RoleParameters.number(message, "first")) - 1,
              telemetry.records(hops.items()));
      if (refused != null) {
        return refused;
      }
      boolean replaces = isMeasured && links.tauPs() > 0;
      u = replaces ? sender.window().u() : links.u();
      tauPs = replaces ? params.tPs() : links.tauPs();
      flows = flows == HpccWindow.ABSENT ? flows : links.counted(flows);
    }
    long round = sender.lastUpdateSeq();
    String refused =
        sender.receiveAck(
            RoleParameters.number(message, "seq"),
            RoleParameters.number(message, "w"),
            flows,
            u,
            tauPs);
    follow();
    isMeasured = false;
    if (tauPs > 0) {
      computed = windows(sender.lastUpdateSeq() != round);
    }
    return refused;
  }

  /** Returns the windows that an acknowledgment with telemetry computes. */
  private Set<String> windows(boolean closes) {
    if (params.reacts().movesReference(closes)) {
      return Set.of(WINDOW, REFERENCE);
    }
    return params.reacts().movesWindow(closes) ? Set.of(WINDOW) : Set.of();
  }

  /** Moves the furthest packet along with the next one. */
  private void follow() {
    if (WrappingCounter.progress(sender.sndNxt(), reached, params.modulus()) > 0) {
      reached = sender.sndNxt();
    }
  }

  @Override
  public long notBeforePs(long nowPs) {
    return sender.notBeforePs(nowPs);
  }

  @Override
  public List<Departure> offers(long nowPs) {
    return List.of(
        new Departure(
            nowPs, HpccSender.TRANSMIT.name(), Map.of("seq", LogValue.of(sender.sndNxt()))));
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    Departure packet = offers(departure.atPs()).get(0);
    if (!departure.equals(packet)) {
      return Optional.of(Objection.only(packet.action(), packet.message()));
    }
    computed = Set.of();
    String refused = sender.transmit(departure.atPs(), seq -> {});
    follow();
    return Optional.ofNullable(refused).map(why -> new Objection(true, why));
  }

  @Override
  public Object hidden(long nowPs) {
    List<Long> kept = new ArrayList<>(List.of(ahead()));
    for (int hop = 0; links != null && hop < links.nHop(); hop++) {
      boolean isKept = links.heardAtPs(hop) >= 0;
      kept.add(isKept ? TelemetryUnits.queueLength(links.record(hop)) : -1L);
    }
    return List.of(links == null ? -1 : links.path(), kept);
  }

  @Override
  public Set<String> ages() {
    return Set.of(SINCE_SENT);
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    Map<String, LogValue> all =
        new LinkedHashMap<>(Told.record(HpccSender.FACE, sender, nowPs).fields());
    if (sender.window() != null) {
      all.putAll(Told.record(HpccWindow.FACE, sender.window(), nowPs).fields());
    }
    if (isInParts) {
      GRAINED.forEach(
          name ->
              all.computeIfPresent(
                  name, (is, value) -> LogValue.of(((LogValue.Num) value).value() * PARTS)));
    }
    return all;
  }
}
