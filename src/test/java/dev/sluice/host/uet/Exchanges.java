package dev.sluice.host.uet;

/** The values that {@link EffectsReachTheWireTest} exchanges, and those that it cannot. */
final class Exchanges {
  private Exchanges() {}

  static final String EFFECTS =
      """
      @ cc/rccc/CreditSpender.java
      CreditSpender.Sink.request.pdc |> transmit( |> leave(pdc, bytes, false, sink); |> leave(pdc + 1, bytes, false, sink);
      CreditSpender.Sink.request.bytes |> transmit( |> leave(pdc, bytes, false, sink); |> leave(pdc, bytes - 1, false, sink);
      CreditSpender.Sink.request.target |> void leave( |> sink.request(pdc, bytes, target); |> sink.request(pdc, bytes, target + 65536);
      CreditSpender.Sink.request.pdc |> transmitAgain( |> leave(pdc, bytes, true, sink); |> leave(pdc + 1, bytes, true, sink);
      CreditSpender.Sink.request.bytes |> transmitAgain( |> leave(pdc, bytes, true, sink); |> leave(pdc, bytes - 1, true, sink);
      CreditSpender.Sink.request.target |> String ask( |> sink.request(NO_PDC, 0, target); |> sink.request(NO_PDC, 0, target + 65536);
      CreditSpender.Sink.request.target |> resend( |> sink.request(pdc, 0, target); |> sink.request(pdc, 0, target + 65536);
      @ cc/rccc/CreditGranter.java
      CreditGranter.Sink.ackCc.to |> void issue( |> sink.ackCc(entry.key, granted, bytes, entry.committed); |> sink.ackCc(new SenderKey(0, 0, 0, 0), granted, bytes, entry.committed);
      CreditGranter.Sink.ackCc.total |> void issue( |> sink.ackCc(entry.key, granted, bytes, entry.committed); |> sink.ackCc(entry.key, granted + 65536, bytes, entry.committed);
      CreditGranter.Sink.ackCc.issued |> void issue( |> sink.ackCc(entry.key, granted, bytes, entry.committed); |> sink.ackCc(entry.key, granted, bytes + 1, entry.committed);
      CreditGranter.Sink.ackCc.total |> String receive( |> sink.ackCc(entry.key, entry.granted, 0, entry.committed); |> sink.ackCc(entry.key, entry.granted + 65536, 0, entry.committed);
      @ uet/pdc/SourcePdc.java
      Initiator.Sink.inFlight.ccc |> String transmit( |> sink.inFlight(ccc, 1); |> sink.inFlight(ccc + 100, 1);
      Initiator.Sink.sourceClockRestarted.spdcid |> void send( |> sink.sourceClockRestarted(spdcid); |> sink.sourceClockRestarted(spdcid + 1);
      Initiator.Sink.syn.trafficClass |> void send( |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload); |> sink.syn(params.fa(), 1, spdcid, psn(packet), packet, payload);
      Initiator.Sink.syn.spdcid |> void send( |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload); |> sink.syn(params.fa(), trafficClass, spdcid + 1, psn(packet), packet, payload);
      Initiator.Sink.syn.psn |> void send( |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload); |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet) + 1, packet, payload);
      Initiator.Sink.syn.offset |> void send( |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload); |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet + 1, payload);
      Initiator.Sink.syn.payload |> void send( |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload); |> sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload + 1);
      Initiator.Sink.request.spdcid |> void send( |> sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload); |> sink.request(params.fa(), spdcid + 1, dpdcid, psn(packet), payload);
      Initiator.Sink.request.dpdcid |> void send( |> sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload); |> sink.request(params.fa(), spdcid, dpdcid + 1, psn(packet), payload);
      Initiator.Sink.request.psn |> void send( |> sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload); |> sink.request(params.fa(), spdcid, dpdcid, psn(packet) + 1, payload);
      Initiator.Sink.request.payload |> void send( |> sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload); |> sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload + 1);
      Initiator.Sink.closeCommand.spdcid |> void sendClose( |> sink.closeCommand(params.fa(), spdcid, dpdcid, psn(work)); |> sink.closeCommand(params.fa(), spdcid + 1, dpdcid, psn(work));
      Initiator.Sink.closeCommand.dpdcid |> void sendClose( |> sink.closeCommand(params.fa(), spdcid, dpdcid, psn(work)); |> sink.closeCommand(params.fa(), spdcid, dpdcid + 1, psn(work));
      Initiator.Sink.closeCommand.psn |> void sendClose( |> sink.closeCommand(params.fa(), spdcid, dpdcid, psn(work)); |> sink.closeCommand(params.fa(), spdcid, dpdcid, psn(work) + 1);
      @ uet/pdc/Initiator.java
      Initiator.Sink.sourceClockRestarted.spdcid |> void ended( |> sink.sourceClockRestarted(pdc.spdcid()); |> sink.sourceClockRestarted(pdc.spdcid() + 1);
      Initiator.Sink.ended.spdcid |> void ended( |> sink.ended(pdc.spdcid(), pdc.payload()); |> sink.ended(pdc.spdcid() + 1, pdc.payload());
      Initiator.Sink.ended.payload |> void ended( |> sink.ended(pdc.spdcid(), pdc.payload()); |> sink.ended(pdc.spdcid(), pdc.payload() + 1);
      @ uet/pdc/Target.java
      Target.Sink.nack.fa |> String refuse( |> sink.nack(syn.fa(), syn.spdcid(), code, syn.psn()); |> sink.nack(syn.fa() ^ 1, syn.spdcid(), code, syn.psn());
      Target.Sink.nack.dpdcid |> String refuse( |> sink.nack(syn.fa(), syn.spdcid(), code, syn.psn()); |> sink.nack(syn.fa(), syn.spdcid() + 1, code, syn.psn());
      Target.Sink.nack.code |> String refuse( |> sink.nack(syn.fa(), syn.spdcid(), code, syn.psn()); |> sink.nack(syn.fa(), syn.spdcid(), Code.MISMATCH, syn.psn());
      Target.Sink.nack.psn |> String refuse( |> sink.nack(syn.fa(), syn.spdcid(), code, syn.psn()); |> sink.nack(syn.fa(), syn.spdcid(), code, syn.psn() + 1);
      Target.Sink.nack.code |> void gone( |> sink.nack(fa, spdcid, other == null ? Code.UNKNOWN : Code.MISMATCH, psn); |> sink.nack(fa, spdcid, Code.NO_PDC, psn);
      Target.Sink.nack.psn |> void gone( |> sink.nack(fa, spdcid, other == null ? Code.UNKNOWN : Code.MISMATCH, psn); |> sink.nack(fa, spdcid, other == null ? Code.UNKNOWN : Code.MISMATCH, psn + 1);
      Target.Sink.targetClockRestarted.key |> void answerClose( |> if (params.memory() > 0) { sink.targetClockRestarted(closed.key()); } |> sink.targetClockRestarted(closed.key());
      @ uet/pdc/TargetPdc.java
      Target.Sink.written |> void answer( |> sink.written(key, payload, packet); |> payload++;
      Target.Sink.ackCc.fa |> void answer( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack()); |> sink.ackCc(key.fa() ^ 1, pdcid, key.spdcid(), cack());
      Target.Sink.ackCc.spdcid |> void answer( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack()); |> sink.ackCc(key.fa(), pdcid + 1, key.spdcid(), cack());
      Target.Sink.ackCc.dpdcid |> void answer( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack()); |> sink.ackCc(key.fa(), pdcid, key.spdcid() + 1, cack());
      Target.Sink.ackCc.cack |> void answer( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack()); |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack() - 1);
      Target.Sink.ackCc.fa |> void answerClose( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited() + 1)); |> sink.ackCc(key.fa() ^ 1, pdcid, key.spdcid(), cack(got.awaited() + 1));
      Target.Sink.ackCc.spdcid |> void answerClose( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited() + 1)); |> sink.ackCc(key.fa(), pdcid + 1, key.spdcid(), cack(got.awaited() + 1));
      Target.Sink.ackCc.dpdcid |> void answerClose( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited() + 1)); |> sink.ackCc(key.fa(), pdcid, key.spdcid() + 1, cack(got.awaited() + 1));
      Target.Sink.ackCc.cack |> void answerClose( |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited() + 1)); |> sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited()));
      @ uet/ccc/CccScheduling.java
      CccScheduling.Sink.stands.standing |> String send( |> sink.stands(PacketStanding.FLYING); |> sink.stands(PacketStanding.DONE);
      CccScheduling.Sink.stands.standing |> String mark( |> sink.stands(PacketStanding.WAITING); |> sink.stands(PacketStanding.FLYING);
      CccScheduling.Sink.sent.size |> String send( |> sink.sent(size); |> sink.sent(size + 1);
      @ uet/ccc/Transfer.java
      Transfer.Sink.dataSent.size |> String send( |> sink.dataSent(size); |> sink.dataSent(size - 1);
      @ uet/ccc/Ccc.java
      Ccc.Sink.ackSent.size |> String receive( |> sink.ackSent(size); |> sink.ackSent(size + 1000);
      @ uet/ccc/CccManager.java
      CccManager.Sink.created.id |> String create( |> sink.created(id, flow); |> sink.created(id + 1, flow);
      CccManager.Sink.created.flow |> String create( |> sink.created(id, flow); |> sink.created(id, new Flow(flow.source(), flow.destination(), 1));
      @ uet/ccc/PdsManager.java
      PdsManager.Sink.workTaken.pdc |> String assign( |> sink.workTaken(pdc, request.size()); |> sink.workTaken(pdc + 1, request.size());
      PdsManager.Sink.workTaken.size |> String assign( |> sink.workTaken(pdc, request.size()); |> sink.workTaken(pdc, request.size() + 1);
      PdsManager.Sink.workTaken.pdc |> String allocate( |> sink.workTaken(pdc, request.size()); |> sink.workTaken(pdc + 1, request.size());
      PdsManager.Sink.workTaken.size |> String allocate( |> sink.workTaken(pdc, request.size()); |> sink.workTaken(pdc, request.size() + 1);
      PdsManager.Sink.opened.pdc |> String accept( |> sink.opened(pdc); |> sink.opened(pdc + 1);
      PdsManager.Sink.cccAsked.flow |> String askCcc( |> sink.cccAsked(pdcs.get(pdc).flow()); |> sink.cccAsked(new Flow(pdcs.get(pdc).flow().source(), pdcs.get(pdc).flow().destination(), 1));
      PdsManager.Sink.closeAsked.pdc |> String beginClose( |> sink.closeAsked(pdc); |> sink.closeAsked(pdc + 1);
      PdsManager.Sink.left.ccc |> String followClose( |> sink.left(ccc); |> sink.left(ccc + 1);
      PdsManager.Sink.left.ccc |> String endClose( |> sink.left(entry.ccc()); |> sink.left(entry.ccc() + 1);
      """;

  static final String ANSWERS =
      """
      @ cc/nscc/EntropyValues.java
      EntropyValues.next |> int next( |> return value; |> return value + 1 & count - 1;
      EntropyValues.changesOn |> changesOn( |> return !sprayed && marked == ev && count > 1; |> return sprayed && count > 1;
      @ cc/nscc/NsccWindow.java
      NsccWindow.cwnd |> long cwnd() |> return cwnd; |> return cwnd / 2;
      NsccWindow.mayTransmit |> mayTransmit(long size) |> return params.readings().needsMoreRoom() ? free > 0 : free >= 0; |> return free >= 4 * params.mtu();
      NsccWindow.requestsAck |> requestsAck( |> return cwnd - inflight < params.mtu() || cwnd < params.ackTrigger(); |> return true;
      NsccWindow.rttSamplePs |> rttSamplePs( |> return Math.max(NO_SAMPLE, nowPs - sentPs - serviceTimePs); |> return 20_000_000;
      NsccWindow.serviceTimePs |> serviceTimePs( |> return field * SERVICE_TICK_PS; |> return field * SERVICE_TICK_PS + 1_000_000;
      @ cc/rccc/CreditGranter.java
      CreditGranter.granted |> long granted( |> return slot < 0 ? 0 : entries.get(slot).granted; |> return slot < 0 ? 0 : entries.get(slot).granted + 65536;
      CreditGranter.slot |> int slot( |> return entries.slot(key, near); |> return entries.slot(key, near) + 1;
      CreditGranter.slotInTurn |> int slotInTurn( |> return slot; |> return -1;
      CreditGranter.size |> int size( |> return entries.size(); |> return 1;
      CreditGranter.slots |> int slots( |> return entries.slots(); |> return 1;
      @ cc/rccc/CreditParams.java
      CreditParams.wireCredit |> long wireCredit( |> return WrappingCounter.wire(totalBytes / quantumBytes, modulus); |> return WrappingCounter.wire(totalBytes / quantumBytes + 100, modulus);
      CreditParams.wireTarget |> long wireTarget( |> return targetIsBacklog() ? target : wireCredit(target); |> return targetIsBacklog() ? target + 1 : wireCredit(target + 65536);
      @ cc/rccc/CreditSpender.java
      CreditSpender.allowed |> long allowed( |> return params.sourceDocuments() ? authorised - spent : credit + params.overshootBytes() - spent; |> return 0;
      CreditSpender.asksForMore |> asksForMore( |> return target() > (params.targetIsBacklog() ? 0 : credit); |> return target() <= (params.targetIsBacklog() ? 0 : credit);
      CreditSpender.credit |> long credit() |> return credit; |> return credit + 65536;
      CreditSpender.packetBytes |> long packetBytes( |> return params.cutsPackets() ? Math.min(whole, Math.max(allowed(), params.headerBytes() + 1)) : whole; |> return Math.min(whole, params.headerBytes() + 1);
      CreditSpender.pdcInTurn |> int pdcInTurn( |> return pdc; |> return NO_PDC;
      CreditSpender.resendsFree |> resendsFree( |> return params.sourceDocuments() || !isKnown; |> return !(params.sourceDocuments() || !isKnown);
      @ uet/ccc/Ccc.java
      Ccc.cwnd |> long cwnd() |> return cwnd; |> return cwnd / 2;
      Ccc.inflight |> long inflight() |> return inflight; |> return 0;
      Ccc.isDeserted |> isDeserted( |> return phase == Phase.READY && pdcs == 0; |> return false;
      Ccc.phase |> Phase phase() |> return phase; |> return Phase.IDLE;
      Ccc.maxWnd |> long maxWnd() |> return maxWnd; |> return maxWnd / 1_000_000_000;
      @ uet/ccc/CccManager.java
      CccManager.find |> int find( |> return flow == null ? 0 : flows.find(flow); |> return 0;
      @ uet/ccc/CccScheduling.java
      CccScheduling.Acked.add |> PacketStanding add( |> return PacketStanding.DONE; |> return standing;
      CccScheduling.Acked.bytes |> long bytes() |> return bytes; |> return bytes / 2;
      CccScheduling.Acked.unmarkedBytes |> long unmarkedBytes() |> return unmarkedBytes; |> return 0;
      CccScheduling.state |> Readiness state() |> return state; |> return Readiness.ACTIVE;
      @ uet/ccc/CccTeardown.java
      CccTeardown.isClosing |> isClosing( |> return closing > 0 && creating == 0 && established == 0; |> return true;
      CccTeardown.isKnown |> isKnown( |> return established > 0; |> return false;
      CccTeardown.mayClose |> mayClose( |> return established > 0 && (creating == 0 || established > 1); |> return false;
      CccTeardown.mayOpen |> mayOpen( |> return !isClosing(); |> return false;
      CccTeardown.contextPool |> contextPool( |> return pdcs - 1; |> return 1;
      @ uet/ccc/SendPermission.java
      SendPermission.canSend |> boolean canSend( |> return nsccCanSend(algorithms, size) && rcccCanSend(algorithms, cost); |> return true;
      SendPermission.cost |> long cost( |> return isPaid && !overdraft ? 0 : size; |> return size;
      SendPermission.firstSize |> long firstSize( |> return Math.min(mtu, left); |> return Math.min(mtu - 64, left);
      SendPermission.lacksCredit |> boolean lacksCredit( |> return nsccCanSend(algorithms, size) && !rcccCanSend(algorithms, cost); |> return false;
      @ uet/ccc/Transfer.java
      Transfer.flight |> long flight() |> return flight; |> return 0;
      Transfer.isDone |> isDone( |> return todo == 0 && flight == 0; |> return false;
      @ uet/pdc/Initiator.java
      Initiator.free |> int free( |> return slots.free(); |> return 0;
      Initiator.isFree |> isFree( |> return slots.get(spdcid) == null; |> return spdcid > 3;
      Initiator.leastFree |> int leastFree( |> return slots.leastFree(); |> return slots.leastFree() + 1;
      Initiator.resting |> resting( |> return slots.get(spdcid) == Resting.RESTING; |> return false;
      @ uet/pdc/LossRecovery.java
      LossRecovery.Packets.giveUp.packet |> receiveAck( |> packets.giveUp(packet); |> packets.giveUp(packet + 1);
      LossRecovery.Packets.isFlying.packet |> isMissing(long |> return packets.isFlying(packet) && !again(packet); |> return packets.isFlying(packet + 1) && !again(packet);
      LossRecovery.threshold |> long threshold( |> return Math.max(Math.min(Math.addExact(cwnd, cwnd / 2), maxWnd) / size, LEAST_THRESHOLD); |> return 1_000_000;
      LossRecovery.window |> long window( |> return Math.max(cwnd / size, 1); |> return 0;
      @ uet/pdc/Psn.java
      Psn.offset |> long offset( |> return Math.floorMod(Math.subtractExact(psn, start), modulus); |> return Math.floorMod(psn - start + 1, modulus);
      @ uet/pdc/SourcePdc.java
      SourcePdc.acked |> long acked() |> return acked; |> return 0;
      SourcePdc.dpdcid |> int dpdcid() |> return dpdcid; |> return dpdcid + 1;
      SourcePdc.isOwn |> isOwn( |> return count(cack) <= sent && (phase == Phase.CREATING ? from != 0 : from == dpdcid); |> return false;
      SourcePdc.mayRetransmit |> mayRetransmit( |> return packet == 0 || phase != Phase.CREATING || !params.firstAgain(); |> return false;
      SourcePdc.mayTransmit |> mayTransmit( |> return whyNot() == null; |> return false;
      SourcePdc.phase |> Phase phase() |> return phase; |> return Phase.ESTABLISHED;
      SourcePdc.psn |> long psn( |> return Psn.at(start, packet, params.psnModulus()); |> return Psn.at(start, packet + 1, params.psnModulus());
      SourcePdc.sent |> long sent() |> return sent; |> return sent + 1;
      SourcePdc.start |> long start() |> return start; |> return start + 1;
      @ uet/pdc/Target.java
      Target.canAdmit |> canAdmit( |> return target.free() > 0 && (context.find(flow) != 0 || context.free() > 0); |> return false;
      @ uet/pdc/TargetPdc.java
      TargetPdc.cack |> long cack() |> return cack(got.awaited()); |> return cack(got.awaited()) - 1;
      TargetPdc.cccid |> int cccid() |> return cccid; |> return cccid + 1;
      TargetPdc.pdcid |> int pdcid() |> return pdcid; |> return pdcid + 1;
      TargetPdc.start |> long start() |> return start; |> return start + 1;
      @ uet/pdc/ReceiveWindow.java
      ReceiveWindow.ahead |> int ahead( |> return count; |> return count + 1;
      ReceiveWindow.awaited |> long awaited( |> return awaited; |> return 0;
      ReceiveWindow.contains |> contains( |> return packet < awaited || (early((packet >>> 6) - (awaited >>> 6)) >>> packet & 1) != 0; |> return false;
      ReceiveWindow.inOrder |> inOrder( |> return words == 0; |> return true;
      ReceiveWindow.received |> long received( |> return shift == 0 ? bits : bits | early(word + 1) << (64 - shift); |> return 0;
      @ uet/IdPool.java
      IdPool.find |> int find( |> return found; |> return 0;
      IdPool.free |> int free( |> return free; |> return 0;
      IdPool.leastFree |> int leastFree( |> return (word << WORD_SHIFT) + bit + 1; |> return (word << WORD_SHIFT) + bit + 2;
      """;

  static final String UNEXCHANGED =
      """
      SendPermission.Algorithms.lets.size |> in no profile NSCC looks at it: room for a whole packet is what it wants
      OrderedPdc.Sink |> no host runs it: the NIC delivers what has come in any order
      CreditGranter.Sink.ackCc.acked |> no field has it: the source counts what acknowledgments take out of flight
      Initiator.Sink.inFlight.change |> only the log tells it, which TLC judges: on the wire there are bytes
      Initiator.Sink.syn.fa |> the NIC's own address, which all its frames bear
      Initiator.Sink.request.fa |> the NIC's own address, which all its frames bear
      Initiator.Sink.closeCommand.fa |> the NIC's own address, which all its frames bear
      Target.Sink.written.key |> whose memory it is, and where in it, the semantic header says
      Target.Sink.written.payload |> whose memory it is, and where in it, the semantic header says
      Target.Sink.written.offset |> whose memory it is, and where in it, the semantic header says
      CreditSpender.acked |> asked whether there is news to log, and to tell observers
      CreditSpender.backlog |> asked for observers alone
      EntropyValues.ev |> asked for observers alone
      IdPool.capacity |> asked whether all is released, by whoever made the system
      Initiator.isAtRest |> asked whether all is released, by whoever made the system
      Target.isAtRest |> asked whether all is released, by whoever made the system
      Flow.equals |> a record's equality
      PdsManager.Sink.closeDone.remote |> the acknowledgment of a Close is the target's PDC's to send
      """;
}
