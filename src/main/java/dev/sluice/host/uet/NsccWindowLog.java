package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;

/** Transitions of NsccWindow: the sender's window, by network signals. */
final class NsccWindowLog {
  private static final String SPEC = Uet.NSCC.name();

  private final SpecLog log;
  private final Nic nic;

  NsccWindowLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  /** Tells of all that happens to the window of a context that begins. */
  void follow(SendingCcc ccc) {
    if (log.isOn() && ccc.role() instanceof NsccHost host) {
      host.window().tell(new OfOne(ccc));
    }
  }

  /** Hears of one window, and tells its configuration with the first event. */
  private final class OfOne implements Listener<NsccWindow> {
    private final SendingCcc ccc;
    private boolean isConfigured;

    OfOne(SendingCcc ccc) {
      this.ccc = ccc;
    }

    @Override
    public void took(NsccWindow window, Action action, Object... arguments) {
      long now = nic.loop.nowPs();
      EventSink event =
          log.begin(SPEC, action.name(), log.source(ccc, 0))
              .argument("S", items(text(log.sender(ccc))));
      Told.arguments(event, action, arguments)
          .variable("window", Told.record(NsccWindow.FACE, window, now));
      if (!isConfigured) {
        isConfigured = true;
        event.given("Config", Told.record(NsccParams.FACE, window.params(), now));
      }
      event.end();
    }
  }
}
