package dev.sluice.roce;

import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PSN;

import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import java.util.List;

/** What RoCEv2 declares of itself: its specifications, their kernels, and what quantities count. */
public final class Roce {
  /** Reliable connections. */
  public static final Specification TRANSPORT =
      Specification.of("RcTransport", Requester.FACE, Responder.FACE)
          .with(PACKET, "number span Window AckEvery")
          .with(PSN, "psn FirstPsn")
          .holding(Party.SENDER, "told returned")
          .holding(Party.RECEIVER, "saved executed memory")
          .holding(Party.NETWORK, "data acks lost lostAcks repeated");

  /** The protocol. */
  public static final Protocol PROTOCOL = new Protocol("roce", List.of(TRANSPORT));

  private Roce() {}
}
