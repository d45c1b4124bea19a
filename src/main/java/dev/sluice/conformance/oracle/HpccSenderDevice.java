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

/** A sender of HPCC++ whose packets leave when pace and window both allow it. */
final class HpccSenderDevice implements Device {
  private final HpccParams params;
  private final TelemetryGiven telemetry;
  private final HpccSender sender;

  /** Null if the receiver runs the algorithm. */
  private final LinkRecords links;

  /** The furthest sequence number that was the next one: packets before it have left. */
  private long reached;

  /**
   * Makes a sender that has sent nothing.
   *
   * @param runs whether it runs the algorithm itself
   */
  HpccSenderDevice(HpccParams params, TelemetryGiven telemetry, boolean runs) {
    this(
        params,
        telemetry,
        new HpccSender(params, runs ? new HpccWindow(params) : null, 0),
        runs ? telemetry.links(params) : null);
  }

  private HpccSenderDevice(
      HpccParams params, TelemetryGiven telemetry, HpccSender sender, LinkRecords links) {
    this.params = params;
    this.telemetry = telemetry;
    this.sender = sender;
    this.links = links;
  }

  @Override
  public Device copy() {
    HpccSenderDevice copy =
        new HpccSenderDevice(params, telemetry, sender.copy(), links == null ? null : links.copy());
    copy.reached = reached;
    return copy;
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
      u = links.u();
      tauPs = links.tauPs();
      flows = flows == HpccWindow.ABSENT ? flows : links.counted(flows);
    }
    String refused =
        sender.receiveAck(
            RoleParameters.number(message, "seq"),
            RoleParameters.number(message, "w"),
            flows,
            u,
            tauPs);
    follow();
    return refused;
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
  public Map<String, LogValue> shown(long nowPs) {
    Map<String, LogValue> all =
        new LinkedHashMap<>(Told.record(HpccSender.FACE, sender, nowPs).fields());
    if (sender.window() != null) {
      all.putAll(Told.record(HpccWindow.FACE, sender.window(), nowPs).fields());
    }
    return all;
  }
}
