package dev.sluice.uet;

import static dev.sluice.kernel.Unit.BIT_RATE;
import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;
import static dev.sluice.kernel.Unit.PSN;
import static dev.sluice.kernel.Unit.WIRE_CREDIT;

import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.CccTeardown;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.List;

/** What UET declares of itself: its specifications, their kernels, and what quantities count. */
public final class Uet {
  /** The life of a congestion control context. */
  public static final Specification LIFE =
      Specification.of("CccLifecycle", PdsManager.FACE, CccManager.FACE, Ccc.FACE, Transfer.FACE)
          .with(BYTE, "size window Mtu MinCwnd InitialCwnd")
          .with(BIT_RATE, "LinkSpeed")
          .with(PICOSECOND, "BaseRtt")
          .holding(Party.APPLICATION, "request")
          .holding(Party.EITHER, "pdc asked ccc")
          .holding(Party.NETWORK, "data acks close");

  /** The life of a packet delivery context. */
  public static final Specification HANDSHAKE =
      Specification.of("PdcHandshake", SourcePdc.FACE, Initiator.FACE, TargetPdc.FACE, Target.FACE)
          .with(PACKET, "Work inflight n offset got MpRange SynWindow")
          .with(PSN, "psn cack")
          .with(PICOSECOND, "sourceClock SynSafety Memory IdSafety")
          .holding(Party.APPLICATION, "turn")
          .holding(Party.SENDER, "source resting inflight sourceClock")
          .holding(Party.RECEIVER, "target context memory targetClock written")
          .holding(Party.NETWORK, "net")
          .acting(Party.NETWORK, "Lose Tick")
          .carrying("type", "PDS: type")
          .carrying("fa", "IP header: address of the initiator")
          .carrying("spdcid", "PDS: spdcid")
          .carrying("dpdcid", "PDS: dpdcid")
          .carrying("syn", "PDS: flag SYN")
          .carrying("offset", "PDS: psn_offset")
          .carrying("psn", "PDS: psn")
          .carrying("cack", "PDS: cack_psn")
          .carrying("code", "PDS NACK: nack_code")
          .carryingNo("job");

  /** Receiver credit. */
  public static final Specification CREDIT =
      Specification.of(
              "CreditConservation", CreditSpender.FACE, CreditGranter.ENTRY, CreditGranter.FACE)
          .with(BYTE, "Jobs size Quantum SliceBudget Mtu GrantUnits InitialCredit Window Overshoot")
          .with(WIRE_CREDIT, "msg.credit msg.credit_target")
          .holding(Party.APPLICATION, "job")
          .holding(Party.SENDER, "messages again")
          .holding(Party.RECEIVER, "known lastSender")
          .holding(Party.NETWORK, "requests acks faults closes")
          .acting(Party.SENDER, "Doubt")
          .acting(Party.NETWORK, "Trim LoseRequest LoseGivenUp LoseAck")
          .carrying("pdc", "PDS: spdcid")
          .carrying("size", "IP header: length of the payload")
          .carrying("target", "req_cc_state: credit_target")
          .carrying("total", "ack_cc_state, or Credit packet: credit")
          .carrying("acked", "PDS: cack_psn and SACK, as bytes of all PDCs");

  /** The sender's window. */
  public static final Specification NSCC =
      Specification.of("NsccWindow", NsccWindow.FACE, EntropyValues.FACE, NsccParams.FACE)
          .with(FIXED_POINT, "size n late")
          .with(PICOSECOND, "rtt")
          .holding(Party.SENDER, "window")
          .holding(Party.NETWORK, "flight strays")
          .acting(Party.NETWORK, "Tick");

  /** Whether a context is on the scheduler's ready list. */
  public static final Specification SCHEDULING =
      Specification.of("CccScheduling", CccScheduling.FACE)
          .with(BYTE, "bytes window nsccInflight credit w c size cost Mtu")
          .with(PACKET, "packets")
          .holding(Party.SENDER, "event next queue sent packet window nsccInflight credit")
          .holding(Party.NETWORK, "copies")
          .acting(Party.NETWORK, "Lose");

  /** How a context ends at both ends. */
  public static final Specification TEARDOWN =
      Specification.of("CccTeardown", CccTeardown.FACE)
          .holding(Party.SENDER, "phase sent credit spent")
          .holding(Party.RECEIVER, "known granted arrived")
          .holding(Party.NETWORK, "net")
          .acting(Party.SENDER, "Transmit Retransmit Ask RepeatClose")
          .acting(Party.RECEIVER, "Admit ReceiveSyn Refuse Answer ReceiveClose")
          .acting(Party.NETWORK, "Lose")
          .carrying("type", "PDS: type")
          .carrying("n", "PDS: spdcid")
          .carrying("total", "ack_cc_state: credit");

  /** Loss told by what comes after it. */
  public static final Specification GAPS =
      Specification.of("LossRecovery", LossRecovery.FACE, TargetPdc.FACE)
          .with(PACKET, "Packets Threshold Window p acked tries count cack")
          .holding(Party.SENDER, "packet tries acked again")
          .holding(Party.RECEIVER, "got")
          .holding(Party.NETWORK, "data acks lost lostAcks repeated")
          .acting(Party.NETWORK, "Lose LoseAck")
          .carrying("number", "PDS: psn")
          .carrying("cack", "PDS: cack_psn")
          .carrying("shown", "ACK_CC: sack_psn_offset and sack_bitmap")
          .carrying("count", "ack_cc_state: ooo_count");

  /** The buffer that receiver credit needs at the last hop. */
  public static final Specification INCAST =
      Specification.of("RcccIncast", CreditSpender.FACE, CreditGranter.ENTRY, CreditGranter.FACE)
          .with(BYTE, "unused counted queue room payload size")
          .holding(Party.SENDER, "open unused")
          .holding(Party.RECEIVER, "known counted")
          .holding(Party.NETWORK, "case closing queue room lost");

  /** The protocol. Those of its specifications that logs tell of come first. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "uet", List.of(LIFE, HANDSHAKE, CREDIT, NSCC, SCHEDULING, TEARDOWN, GAPS, INCAST));

  private Uet() {}
}
