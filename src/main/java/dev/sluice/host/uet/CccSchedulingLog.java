package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.units.Bytes;
import java.util.ArrayList;
import java.util.List;

/** Transitions of CccScheduling: which CCC has something to send, and may. */
final class CccSchedulingLog {
  private static final String SPEC = Uet.SCHEDULING.name();

  private final SpecLog log;
  private final Nic nic;
  private static final List<String> STEPS = List.of("Nscc", "Mark", "Rccc", "Settle");

  /** Packets that the acknowledgment at hand is the first to acknowledge. */
  private final List<Long> done = new ArrayList<>();

  private String marked = "";

  CccSchedulingLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  private String packet(SendingPdc pdc, long number) {
    return log.pdcId(pdc.spdcid) + "." + log.turn(pdc) + "/" + number;
  }

  private String packets(SendingPdc pdc, long first, long last) {
    return packet(pdc, first) + (first == last ? "" : ".." + last);
  }

  void newData(SendingCcc ccc, SendingPdc pdc, long size) {
    if (log.isOn()) {
      String name = log.pdcId(pdc.spdcid) + "." + log.turn(pdc);
      scheduled(event(ccc, "NewData").argument("x", name).argument("size", size), ccc);
    }
  }

  /** Send, Nack or InferLoss of a packet. */
  void step(SendingCcc ccc, String action, SendingPdc pdc, long number) {
    if (log.isOn()) {
      String packet = packet(pdc, number);
      marked = action.equals("Send") ? "" : packet;
      scheduled(event(ccc, action).argument("p", packet), ccc);
    }
  }

  /** A packet is acknowledged that was not before. */
  void done(long number) {
    if (log.isOn()) {
      done.add(number);
    }
  }

  void acknowledged(SendingCcc ccc, SendingPdc pdc) {
    if (log.isOn()) {
      List<LogValue> ranges = new ArrayList<>();
      for (int i = 0; i < done.size(); i++) {
        long first = done.get(i);
        while (i + 1 < done.size() && done.get(i + 1) == done.get(i) + 1) {
          i++;
        }
        ranges.add(text(packets(pdc, first, done.get(i))));
      }
      done.clear();
      long inflight = ccc.inflight() + ccc.scheduling.event().bytes(); // until the next step
      scheduled(event(ccc, "Ack").argument("S", new LogValue.Items(ranges)), ccc, inflight);
    }
  }

  /** CreditUpdate, or a step within an event. */
  void step(SendingCcc ccc, String action) {
    if (log.isOn()) {
      EventSink event = event(ccc, action);
      if (action.equals("Nscc") && isWindowed()) {
        event.argument("w", cwnd(ccc));
      } else if (action.equals("Rccc") && nic.params.congestionControl().rccc()) {
        event.argument("c", ccc.credit.allowed());
      }
      scheduled(event, ccc);
    }
  }

  /** A step that asked for permission: for a packet of this size that takes so much credit. */
  void asked(SendingCcc ccc, String action, long size, long cost) {
    EventSink event = event(ccc, action);
    boolean credits = nic.params.congestionControl().rccc();
    if (credits || isWindowed() && !nic.params.congestionControl().nscc()) {
      event.argument("size", size);
    }
    if (credits) {
      event.argument("cost", cost);
    }
    scheduled(event, ccc);
  }

  private EventSink event(SendingCcc ccc, String action) {
    return log.begin(SPEC, action, log.source(ccc, 0));
  }

  private boolean isWindowed() {
    return nic.params.congestionControl() != CongestionControl.NONE;
  }

  private static long cwnd(SendingCcc ccc) {
    return ccc.role() instanceof NsccHost host ? host.cwnd() : ccc.cwnd();
  }

  private void scheduled(EventSink event, SendingCcc ccc) {
    scheduled(event, ccc, ccc.inflight());
  }

  private void scheduled(EventSink event, SendingCcc ccc, long inflight) {
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
                left.marked() == 0 ? "" : marked,
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
              isNscc ? Bytes.toWhole(((NsccHost) ccc.role()).window().inflight()) : inflight);
    }
    if (nic.params.congestionControl().rccc()) {
      event.variable("credit", ccc.credit.allowed());
    }
    event.end();
  }
}
