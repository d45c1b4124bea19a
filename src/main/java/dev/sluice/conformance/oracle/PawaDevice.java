package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
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
  public Optional<Objection> leaves(Departure departure) {
    Map<String, LogValue> packet = Map.of("ecn", LogValue.of(Ecn.word(Ecn.ECT_0)));
    if (!departure.action().equals(PawaWindow.TRANSMIT.name())
        || !departure.message().equals(packet)) {
      return Optional.of(Objection.only(PawaWindow.TRANSMIT.name(), packet));
    }
    return Optional.ofNullable(window.transmit(departure.atPs(), ecn -> {}))
        .map(why -> new Objection(true, why));
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    return Told.record(PawaWindow.FACE, window, nowPs).fields();
  }
}
