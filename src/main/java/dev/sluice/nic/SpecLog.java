package dev.sluice.nic;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;

/** Tells the transitions of one NIC's kernels under the names of the specifications. */
final class SpecLog {
  SpecLog(Nic nic) {}

  // CccLifecycle

  void post(PdsManager.Request request) {}

  void assign(PdsManager.Request request, int pdc) {}

  void allocate(PdsManager.Request request, int pdc) {}

  void accept(Flow flow, int remote, int pdc) {}

  void askCcc(int pdc, Flow flow) {}

  void create(Flow flow, int ccc) {}

  void configure(int ccc, Ccc.State state) {}

  void bind(int pdc, int ccc, Ccc.State state) {}

  void makeReady(int ccc) {}

  void signal(SendingCcc ccc) {}

  void beginClose(int pdc) {}

  void followClose(int pdc, Ccc.State state) {}

  void endClose(int pdc, Ccc.State state) {}

  void closeCcc(int ccc) {}

  // PdcHandshake

  void open(SourcePdc.State pdc) {}

  void transmit(SendingCcc ccc, SendingPdc pdc, long packet, long size) {}

  void retransmit(SendingPdc pdc, long packet) {}

  void receiveAck(SendingPdc pdc, Packet.AckCc ack) {}

  void receiveNack(SendingPdc pdc, Packet.Nack nack) {}

  void close(SendingPdc pdc) {}

  void repeatClose(SendingPdc pdc) {}

  void release(int spdcid) {}

  void admit(Packet.Syn syn, TargetPdc.State pdc) {}

  void receiveClose(Packet.CloseCommand close, Target.State target) {}

  // CreditConservation

  void want(SendingCcc ccc, int place) {}

  void learn(SendingCcc ccc, long wireCredit) {}

  void inferLoss(SendingCcc ccc, int place, long size) {}

  void ask(SendingCcc ccc) {}

  void closeCredit(SendingCcc ccc) {}

  void receive(ReceivingCcc ccc, CreditGranter.State granter) {}

  void commit(ReceivingCcc ccc, CreditGranter.State granter) {}

  void slice(CreditGranter.State granter) {}

  void grant(ReceivingCcc ccc, CreditGranter.State granter) {}

  void forget(ReceivingCcc ccc, CreditGranter.State granter) {}

  // CccScheduling

  void scheduling(SendingCcc ccc) {}
}
