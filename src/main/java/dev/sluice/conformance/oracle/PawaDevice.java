package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A sender in LDCP's stable stage, whose window or timer lets packets leave. */
final class PawaDevice implements Device {
  /** The window, whose increases are divisions. */
  static final String WINDOW = "cw";

  private static final String RTT = "rtt";

  /** The remainder of increases, less than the unit of the window. */
  private static final String REST = "rest";

  private final PawaParams params;
  private final PawaWindow window;
  private final boolean isInParts;

  /** If true, the window is less than a packet, and more than the unit below that. */
  private boolean isNearlyOne;

  private Set<String> computed = Set.of();

  /**
   * Makes a sender.
   *
   * @param isInParts whether the window is shown in {@link Device#PARTS}, without a remainder
   */
  PawaDevice(PawaParams params, PawaWindow window, boolean isInParts) {
    this.params = params;
    this.window = window;
    this.isInParts = isInParts;
  }

  @Override
  public Device copy() {
    PawaDevice copy = new PawaDevice(params, window.copy(), isInParts);
    copy.isNearlyOne = isNearlyOne;
    copy.computed = computed;
    return copy;
  }

  @Override
  public Device with(Map<String, Long> values) {
    PawaDevice with = (PawaDevice) copy();
    values.forEach(
        (name, value) -> {
          // An implementation rounds the bounds of the window, too.
          long least = params.floor() ? 1 : -params.maxCw();
          long near = Math.max(least, Math.floorDiv(value, PARTS));
          PawaWindow.FACE.variable(name).writer().set(with.window, 0, near);
          PawaWindow.FACE.variable(REST).writer().set(with.window, 0, 0);
          with.isNearlyOne = near == params.one() - 1 && near * PARTS < value;
        });
    return with;
  }

  /** Returns 1: a decrease drops the remainder, and half of a window is rounded. */
  @Override
  public long roundingUnits() {
    return 1;
  }

  @Override
  public Set<String> computed() {
    return computed;
  }

  /** Returns one packet, from which other rules apply, and one unit: at 0 nothing leaves. */
  @Override
  public Map<String, Set<Long>> borders() {
    return Map.of(WINDOW, Set.of((long) PARTS, params.one() * PARTS));
  }

  /** Returns the kernel, for the choice of stimuli. */
  PawaWindow window() {
    return window;
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    boolean isAck = action.equals(PawaWindow.RECEIVE_ACK.name());
    computed = isAck ? Set.of(WINDOW) : Set.of();
    isNearlyOne = false;
    if (isAck) {
      return window.receiveAck(
          RoleParameters.number(message, "n"),
          RoleParameters.truth(message, "ece"),
          RoleParameters.number(arguments, "rtt"));
    } else if (action.equals(PawaWindow.GO_BACK.name())) {
      return window.goBack();
    }
    return action.equals(PawaWindow.TIMEOUT.name())
        ? window.timeout()
        : "a sender of LDCP has no event " + action;
  }

  @Override
  public long notBeforePs(long nowPs) {
    return window.notBeforePs(nowPs);
  }

  @Override
  public List<Departure> offers(long nowPs) {
    return List.of(
        new Departure(
            nowPs, PawaWindow.TRANSMIT.name(), Map.of("ecn", LogValue.of(Ecn.word(Ecn.ECT_0)))));
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    Departure packet = offers(departure.atPs()).get(0);
    if (!departure.equals(packet)) {
      return Optional.of(Objection.only(packet.action(), packet.message()));
    }
    computed = Set.of();
    String refused = window.transmit(departure.atPs(), ecn -> {});
    if (refused != null && isNearlyOne) {
      refused = transmitNearlyOne(departure.atPs());
    }
    return Optional.ofNullable(refused).map(why -> new Objection(true, why));
  }

  /**
   * Sends a packet of a window between the unit below a packet and a packet. Its gap is shorter
   * than that of the unit, as if the round trip were.
   */
  private String transmitNearlyOne(long nowPs) {
    Variable<PawaWindow> rtt = PawaWindow.FACE.variable(RTT);
    long rttPs = rtt.reader().of(window, 0);
    rtt.writer().set(window, 0, rttPs * (params.one() - 1) / params.one());
    String refused = window.transmit(nowPs, ecn -> {});
    rtt.writer().set(window, 0, rttPs);
    return refused;
  }

  @Override
  public Set<String> ages() {
    return Set.of(SINCE_SENT);
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    Map<String, LogValue> all = Told.record(PawaWindow.FACE, window, nowPs).fields();
    if (!isInParts) {
      return all;
    }
    Map<String, LogValue> parts = new LinkedHashMap<>(all);
    parts.remove(REST);
    parts.put(WINDOW, LogValue.of(window.cw() * PARTS));
    return parts;
  }
}
