package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import java.util.List;

/** What LDCP declares of itself: its specifications, the kernels, and what quantities count. */
public final class Ldcp {
  /** The stable stage: the window, and the acknowledgments that move it. */
  public static final Specification STABLE =
      Specification.of("PawaWindow", PawaWindow.FACE, AckPolicy.FACE)
          .with(PACKET, "sent acked data marks told Packets StartInFlight DelayUpTo n")
          .with(PICOSECOND, "time BaseRtt MaxRtt")
          .holding(Party.SENDER, "w sent acked")
          .holding(Party.RECEIVER, "held")
          .holding(Party.ONLOOKER, "marks told")
          .holding(Party.NETWORK, "data acks naks timeouts")
          .acting(Party.NETWORK, "Tick")
          .carrying("n", "LDCP header: LSN, as packets since the acknowledgment before")
          .carrying("ece", "LDCP header: CE echo");

  /** The first round trip: a burst that a switch may drop early, and the window that it leaves. */
  public static final Specification FIRST =
      Specification.of("FastStart", FastStart.FACE)
          .with(PACKET, "psn posted expected early Messages Iw K BufMax")
          .with(PICOSECOND, "time BaseRtt Rto")
          .holding(Party.SENDER, "s")
          .holding(Party.ONLOOKER, "early")
          .holding(Party.APPLICATION, "posted")
          .holding(Party.RECEIVER, "expected nakked")
          .holding(Party.NETWORK, "queue acks lost")
          .acting(Party.APPLICATION, "Post")
          .acting(Party.RECEIVER, "Deliver")
          .acting(Party.NETWORK, "LoseAck Tick")
          .carrying("flow", "BTH: destination QP")
          .carrying("psn", "BTH: PSN")
          .carrying("ecn", "IP header: ECN")
          .carrying("nak", "AETH: syndrome");

  /** The form for NICs that send at a rate: a window that the NIC's events move. */
  public static final Specification EVENTS =
      Specification.of("EventRate", EventRate.FACE, RttResponder.FACE)
          .with(PICOSECOND, "time BaseRtt ResponseTime RatePer")
          .with(PACKET, "marks k Marks Merge")
          .holding(Party.SENDER, "w")
          .holding(Party.ONLOOKER, "marks cuts")
          .holding(Party.NETWORK, "requests responses cnps faults")
          .acting(Party.RECEIVER, "Notify")
          .acting(
              Party.NETWORK,
              "LoseRequest RepeatRequest LoseResponse RepeatResponse LoseCnp RepeatCnp Tick")
          .carrying("kind", "BTH: opcode")
          .carrying("number", "RTT message: number");

  /** The byte sequences that windows slide over. */
  public static final Specification SPACES =
      Specification.of("LsnSpace", LsnWindow.FACE, LsnReceiver.FACE, ReadRepeat.FACE)
          .with(BYTE, "window bytes lsn from at fromAt asOf freed came")
          .with(BYTE, "Mtu Empty Modulus FirstRequest FirstResponse Window Windows")
          .holding(Party.EITHER, "w r freed came")
          .holding(Party.SENDER, "buffer fresh")
          .holding(Party.RECEIVER, "done")
          .holding(Party.NETWORK, "net lost repeated early")
          .acting(Party.NETWORK, "Lose")
          .carrying("kind", "BTH: opcode; AETH: syndrome")
          .carrying("lsn", "LDCP header: LSN")
          .carrying("bytes", "UDP: length of the payload")
          .carrying("again", "LDCP header: flag of a repeated READ")
          .carrying("from", "LDCP header: LSN of the other direction")
          .carryingNo("work");

  /** The protocol. */
  public static final Protocol PROTOCOL =
      new Protocol("ldcp", List.of(STABLE, FIRST, EVENTS, SPACES));

  private Ldcp() {}
}
