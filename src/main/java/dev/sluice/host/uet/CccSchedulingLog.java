package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.kernel.Action;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.units.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Transitions of CccScheduling: which CCC has something to send, and may. Its kernel tells of each;
 * which packet is at hand, and where window and credit of the same context stand, is added here.
 */
final class CccSchedulingLog {
  private static final String SPEC = Uet.SCHEDULING.name();

  private final SpecLog log;
  private final Nic nic;
  private static final List<String> STEPS = List.of("Nscc", "Mark", "Rccc", "Settle");

  private static final List<Action> OF_A_PACKET =
      List.of(CccScheduling.SEND, CccScheduling.NACK, CccScheduling.INFER_LOSS);

  /** Packets that the acknowledgment at hand is the first to acknowledge. */
  private final List<Long> done = new ArrayList<>();

  CccSchedulingLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  private String packets(SendingPdc pdc, long first, long last) {
    return log.packet(pdc, first) + (first == last ? "" : ".." + last);
  }

  /** Tells of all that is done with a context that is new. */
  void follow(SendingCcc ccc) {
    if (log.isOn()) {
      ccc.scheduling.tell((scheduling, action, arguments) -> took(ccc, action, arguments));
    }
  }

  /** A packet is acknowledged that was not before. */
  void done(long number) {
    if (log.isOn()) {
      done.add(number);
    }
  }

  private void took(SendingCcc ccc, Action action, Object... arguments) {
    EventSink event = log.begin(SPEC, action.name(), log.source(ccc, 0));
    SendingPdc pdc = nic.source.inHand.pdc();
    CongestionControl control = nic.params.congestionControl();
    if (action == CccScheduling.NEW_DATA) {
      event.argument("x", log.pdcId(pdc.spdcid) + "." + log.turn(pdc));
    } else if (OF_A_PACKET.contains(action)) {
      event.argument("p", inHand());
    } else if (action == CccScheduling.ACK) {
      event.argument("S", acknowledged(pdc));
    } else if (action == CccScheduling.NSCC_STEP && isWindowed()) {
      event.argument("w", cwnd(ccc));
    } else if (action == CccScheduling.RCCC_STEP && control.rccc()) {
      event.argument("c", ccc.credit.allowed());
    } else if (action == CccScheduling.MARK_STEP || action == CccScheduling.SETTLE_STEP) {
      if (control.rccc() || isWindowed() && !control.nscc()) {
        event.argument("size", ccc.scheduling.nextSize());
      }
      if (control.rccc()) {
        event.argument("cost", ccc.scheduling.nextCost());
      }
    }
    scheduled(Told.arguments(event, action, arguments), ccc);
  }

  /** The packet that is sent or given up for lost. */
  private String inHand() {
    return log.packet(nic.source.inHand.pdc(), nic.source.inHand.packet());
  }

  /** What was acknowledged, several packets in a row as one. */
  private LogValue.Items acknowledged(SendingPdc pdc) {
    List<LogValue> ranges = new ArrayList<>();
    for (int i = 0; i < done.size(); i++) {
      long first = done.get(i);
      while (i + 1 < done.size() && done.get(i + 1) == done.get(i) + 1) {
        i++;
      }
      ranges.add(text(packets(pdc, first, done.get(i))));
    }
    done.clear();
    return new LogValue.Items(ranges);
  }

  private boolean isWindowed() {
    return nic.params.congestionControl() != CongestionControl.NONE;
  }

  private static long cwnd(SendingCcc ccc) {
    return ccc.role() instanceof NsccHost host ? host.cwnd() : ccc.cwnd();
  }

  private void scheduled(EventSink event, SendingCcc ccc) {
    CccScheduling scheduling = ccc.scheduling;
    CccScheduling.Event left = scheduling.event();
    List<LogValue> steps = new ArrayList<>();
    for (int bit = 0; bit < STEPS.size(); bit++) {
      if ((left.steps() >> bit & 1) != 0) {
        steps.add(text(STEPS.get(bit)));
      }
    }
    Told.variables(event, CccScheduling.FACE, scheduling, 0)
        .variable(
            "event",
            fields(
                "steps",
                new LogValue.Items(steps),
                "marked",
                left.marked() == 0 ? "" : inHand(),
                "packets",
                left.packets(),
                "bytes",
                left.bytes()));
    if (isWindowed()) {
      boolean isNscc = ccc.role() instanceof NsccHost;
      event
          .variable("window", cwnd(ccc))
          .variable(
              "nsccInflight",
              isNscc ? Bytes.toWhole(((NsccHost) ccc.role()).window().inflight()) : ccc.inflight());
    }
    if (nic.params.congestionControl().rccc()) {
      event.variable("credit", ccc.credit.allowed());
    }
    event.end();
  }
}
