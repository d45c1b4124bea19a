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
          .holding(Party.NETWORK, "data acks lost lostAcks repeated")
          .acting(Party.NETWORK, "Lose LoseResponse")
          .carrying("op", "BTH: opcode")
          .carrying("psn", "BTH: PSN")
          .carrying("ack", "BTH: AckReq")
          .carrying("first", "BTH: opcode")
          .carrying("last", "BTH: opcode")
          .carrying("span", "RETH: DMA length, in packets")
          .carrying("kind", "BTH: opcode; AETH: syndrome")
          .carrying("msn", "AETH: MSN")
          .carrying("value", "payload, or AtomicAckETH")
          .carryingNo("number place");

  /** The protocol. */
  public static final Protocol PROTOCOL = new Protocol("roce", List.of(TRANSPORT));

  private Roce() {}
}
