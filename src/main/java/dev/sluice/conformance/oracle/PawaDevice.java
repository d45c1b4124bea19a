package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sender in LDCP's stable stage, whose window or timer lets packets leave. */
final class PawaDevice implements Device {
  private final PawaWindow window;

  PawaDevice(PawaWindow window) {
    this.window = window;
  }

  @Override
  public Device copy() {
    return new PawaDevice(window.copy());
  }

  /** Returns the kernel, for the choice of stimuli. */
  PawaWindow window() {
    return window;
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    if (action.equals(PawaWindow.RECEIVE_ACK.name())) {
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
    return Optional.ofNullable(window.transmit(departure.atPs(), ecn -> {}))
        .map(why -> new Objection(true, why));
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    return Told.record(PawaWindow.FACE, window, nowPs).fields();
  }
}
