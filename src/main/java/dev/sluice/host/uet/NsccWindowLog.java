package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.units.Bytes;

/** Transitions of NsccWindow: the sender's window, by network signals. */
final class NsccWindowLog {
  private static final String SPEC = "NsccWindow";

  private final SpecLog log;
  private final Nic nic;

  /** Windows whose configuration has been told, by CCC id. */
  private SendingCcc[] configured;

  NsccWindowLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  /** Whoever listens from now on has been told nothing yet. */
  void forget() {
    configured = new SendingCcc[SourceSide.CCC_IDS + 1];
  }

  private NsccWindow window(SendingCcc ccc) {
    return log.isOn() && ccc.role() instanceof NsccHost host ? host.window() : null;
  }

  private EventSink nscc(SendingCcc ccc, String action) {
    return log.begin(SPEC, action, log.source(ccc, 0)).argument("S", items(text(log.sender(ccc))));
  }

  private void window(EventSink event, SendingCcc ccc, NsccWindow window) {
    event.variable("window", Told.record(NsccWindow.FACE, window, nic.loop.nowPs()));
    if (configured[ccc.id] != ccc) {
      configured[ccc.id] = ccc;
      event.given("Config", Told.record(NsccParams.FACE, window.params(), nic.loop.nowPs()));
    }
    event.end();
  }

  void send(SendingCcc ccc, long size) {
    NsccWindow window = window(ccc);
    if (window != null) {
      window(nscc(ccc, "Send").argument("size", Bytes.ofWhole(size)), ccc, window);
    }
  }

  void ack(
      SendingCcc ccc,
      long received,
      long freed,
      boolean isMarked,
      long rttPs,
      int penalty,
      boolean restores) {
    NsccWindow window = window(ccc);
    if (window != null) {
      window(
          nscc(ccc, "Ack")
              .argument("n", Bytes.ofWhole(received))
              .argument("late", Bytes.ofWhole(received - freed))
              .argument("marked", isMarked)
              .argument("rtt", rttPs)
              .argument("penalty", items(LogValue.of(penalty), LogValue.of(restores))),
          ccc,
          window);
    }
  }

  void loss(SendingCcc ccc, int code, long size, long rttPs) {
    NsccWindow window = window(ccc);
    if (window != null) {
      EventSink event =
          nscc(ccc, code == 0 ? "InferLoss" : "Nack").argument("size", Bytes.ofWhole(size));
      if (code != 0) {
        event
            .argument("late", false)
            .argument("reason", NackReason.ofCode(code).label())
            .argument("rtt", rttPs);
      }
      window(event, ccc, window);
    }
  }
}
