package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;

import dev.sluice.kernel.Action;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Transitions of LossRecovery: what a source gives up because too much has come after it, and what
 * has come. Its kernels tell of each; how the packets of the PDC stand is added here. Nothing is
 * told of NICs that do not count.
 */
final class LossRecoveryLog {
  private static final String SPEC = Uet.GAPS.name();

  private final SpecLog log;
  private final Nic nic;

  /** Packets that the acknowledgment at hand is the first to acknowledge. */
  private final List<Long> done = new ArrayList<>();

  LossRecoveryLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  private boolean isOn() {
    return log.isOn() && nic.params.gaps();
  }

  /** Tells of all that is sent, acknowledged and given up with a PDC that is new. */
  void follow(SendingPdc pdc) {
    if (isOn()) {
      pdc.recovery.tell((recovery, action, arguments) -> took(pdc, action, arguments));
    }
  }

  /** Tells of all that a PDC of a target has in memory. */
  void follow(ReceivingPdc pdc) {
    if (isOn()) {
      pdc.committed.tell((target, action, arguments) -> received(pdc, target, action, arguments));
    }
  }

  /** A packet is acknowledged that was not before. */
  void done(long number) {
    if (isOn()) {
      done.add(number);
    }
  }

  // ---------------------------------------------------------------- source

  private void took(SendingPdc pdc, Action action, Object... arguments) {
    LossRecovery recovery = pdc.recovery;
    EventSink event = log.begin(SPEC, action.name(), log.source(pdc));
    long first = pdc.state.acked();
    if (action != LossRecovery.RECEIVE_ACK) {
      event.argument("p", log.packet(pdc, (long) arguments[0]));
    }
    Told.variables(event, LossRecovery.FACE, recovery, 0)
        .variable("again", ranges(0, recovery.point(), recovery::again))
        .variable("packet", standings(pdc, first));
    if (action == LossRecovery.RECEIVE_ACK) {
      long cack = Told.number("cack", action, arguments);
      event
          .variable("acked", Told.number("acked", action, arguments))
          .given("Threshold", Told.effect("Threshold", action, arguments))
          .given("Window", Told.effect("Window", action, arguments))
          .message(
              fields(
                  "cack", cack,
                  "shown", ranges(cack, pdc.state.sent(), done::contains),
                  "count", Told.effect("count", action, arguments)));
      done.clear();
    }
    event.end();
  }

  /** How those stand that are out or wait; what was sent before, and is not there, is done. */
  private static LogValue standings(SendingPdc pdc, long first) {
    long end = pdc.state.sent();
    return fields(
        "FLYING", ranges(first, end, p -> pdc.standing(p) == PacketStanding.FLYING),
        "WAITING", ranges(first, end, p -> pdc.standing(p) == PacketStanding.WAITING));
  }

  // ---------------------------------------------------------------- target

  private void received(ReceivingPdc pdc, TargetPdc target, Action action, Object... arguments) {
    String packet = target.key().spdcid() + "/" + Told.number("packet", action, arguments);
    log.begin(SPEC, action.name(), log.target(pdc.ccc, pdc.pdcid))
        .variable("got", LogValues.received(target.got()))
        .message(fields("packet", packet))
        .end();
  }

  /** Those of some packets for which something holds, as ranges: first and last of each. */
  private static LogValue ranges(long from, long end, LongPredicate holds) {
    List<LogValue> ranges = new ArrayList<>();
    long packet = from;
    while (packet < end) {
      if (holds.test(packet)) {
        long first = packet;
        while (packet < end && holds.test(packet)) {
          packet++;
        }
        ranges.add(items(LogValue.of(first), LogValue.of(packet - 1)));
      } else {
        packet++;
      }
    }
    return new LogValue.Items(ranges);
  }
}
