package dev.sluice.cc.pfc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import java.util.List;

/** What priority flow control declares of itself: its specification, kernels and units. */
public final class Pfc {
  /** Lossless classes. */
  public static final Specification LOSSLESS =
      Specification.of("PfcLossless", PauseSender.FACE, PauseReceiver.FACE)
          .with(BYTE, "size t Sizes Thresholds Gap Headroom Cell")
          .with(PICOSECOND, "due time age OwnFrame PauseFrame Cable Response Pause RefreshAfter")
          .holding(Party.SENDER, "busy")
          .holding(Party.NETWORK, "waiting onLink pauses waited")
          .holding(Party.ONLOOKER, "lost")
          .acting(Party.NETWORK, "Elapse")
          .carrying("time", "PFC frame: time of the class");

  /** The watchdog over a class that is paused. */
  public static final Specification WATCHDOG =
      Specification.of("PauseWatchdog", PauseWatchdog.FACE, PauseReceiver.FACE)
          .with(PICOSECOND, "Pause Holds PollTime untilPoll still calm time")
          .holding(Party.SENDER, "waiting untilPoll unbroken waited came")
          .holding(Party.ONLOOKER, "still calm lost")
          .acting(Party.NETWORK, "Arrive Elapse");

  /** The protocol. */
  public static final Protocol PROTOCOL = new Protocol("rcm", List.of(LOSSLESS, WATCHDOG));

  private Pfc() {}
}
