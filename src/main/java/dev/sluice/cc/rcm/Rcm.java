package dev.sluice.cc.rcm;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.MEGABIT_RATE;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import java.util.List;

/**
 * What RoCEv2 congestion management declares of itself: its specification, the kernels, and what
 * quantities count.
 */
public final class Rcm {
  /** From the mark of a switch to the rate of a queue pair, and back. */
  public static final Specification LOOP =
      Specification.of("RcmLoop", ReactionPoint.FACE, NotificationPoint.FACE, CongestionPoint.FACE)
          .with(BYTE, "bytes Size KMin KMax Room RiseBytes passed")
          .with(PACKET, "sent delivered Packets")
          .with(MEGABIT_RATE, "Line MinRate StepAdd StepHyper")
          .with(PICOSECOND, "time Interval DecayTime CutGap RiseTime quiet calm")
          .holding(Party.SENDER, "rp sent")
          .holding(Party.RECEIVER, "np delivered")
          .holding(Party.ONLOOKER, "quiet unanswered calm passed")
          .holding(Party.NETWORK, "link queue cnps lost repeated marked corrupted")
          .acting(Party.NETWORK, "LoseCnp MarkCnp Tick")
          .carrying("qp", "BTH: destination QP")
          .carrying("ecn", "IP header: ECN");

  /** The protocol. */
  public static final Protocol PROTOCOL = new Protocol("rcm", List.of(LOOP));

  private Rcm() {}
}
