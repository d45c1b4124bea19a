package dev.sluice.host.roce;

/** The values that {@link EffectsReachRoceWireTest} exchanges, and those that it cannot. */
final class RoceExchanges {
  private RoceExchanges() {}

  static final String EFFECTS =
      """
      @ roce/Requester.java
      Requester.Sink.send.number |> String transmit( |> sink.send(number, new RequestPacket(op, psn, span, first, last, ack)); |> sink.send(number + 1, new RequestPacket(op, psn, span, first, last, ack));
      Requester.Sink.send.packet |> String transmit( |> sink.send(number, new RequestPacket(op, psn, span, first, last, ack)); |> sink.send(number, new RequestPacket(op, psn + 1, span, first, last, ack));
      Requester.Sink.send.packet |> String transmit( |> sink.send(number, new RequestPacket(op, psn, span, first, last, ack)); |> sink.send(number, new RequestPacket(op, psn, span, first, last, !ack));
      Requester.Sink.send.packet |> String transmit( |> sink.send(number, new RequestPacket(op, psn, span, first, last, ack)); |> sink.send(number, new RequestPacket(op, psn, span, first, !last, ack));
      @ roce/Responder.java
      Responder.Sink.read.msn |> void read(RequestPacket |> sink.read(packet, msn); |> sink.read(packet, msn + 1);
      Responder.Sink.answerAtomic.psn |> void answerAtomic( |> sink.answerAtomic(packet.psn(), msn, value); |> sink.answerAtomic(packet.psn() + 1, msn, value);
      Responder.Sink.answerAtomic.msn |> void answerAtomic( |> sink.answerAtomic(packet.psn(), msn, value); |> sink.answerAtomic(packet.psn(), msn + 1, value);
      Responder.Sink.answerAtomic.value |> void answerAtomic( |> sink.answerAtomic(packet.psn(), msn, value); |> sink.answerAtomic(packet.psn(), msn, value + 1);
      Responder.Sink.answer.kind |> void answer(RequestPacket |> sink.answer(kind, psn, msn); |> sink.answer(kind == ResponseKind.ACK ? ResponseKind.NAK : kind, psn, msn);
      Responder.Sink.answer.psn |> void answer(RequestPacket |> sink.answer(kind, psn, msn); |> sink.answer(kind, psn + 1, msn);
      Responder.Sink.answer.msn |> void answer(RequestPacket |> sink.answer(kind, psn, msn); |> sink.answer(kind, psn, msn + 1);
      @ cc/rcm/NotificationPoint.java
      NotificationPoint.Sink.sendCnp.qp |> String receive( |> sink.sendCnp(peer, params.cnpEcn()); |> sink.sendCnp(peer + 1, params.cnpEcn());
      NotificationPoint.Sink.sendCnp.ecn |> String receive( |> sink.sendCnp(peer, params.cnpEcn()); |> sink.sendCnp(peer, params.cnpEcn() ^ 1);
      NotificationPoint.Sink.sendCnp.qp |> String cnpTimer( |> sink.sendCnp(peer, params.cnpEcn()); |> sink.sendCnp(peer + 1, params.cnpEcn());
      NotificationPoint.Sink.sendCnp.ecn |> String cnpTimer( |> sink.sendCnp(peer, params.cnpEcn()); |> sink.sendCnp(peer, params.cnpEcn() ^ 1);
      NotificationPoint.Sink.deliver |> String receive( |> sink.deliver(); |> ;
      @ cc/rcm/ReactionPoint.java
      ReactionPoint.Sink.send.ecn |> String transmit( |> sink.send(ecn); |> sink.send(ecn ^ 1);
      @ cc/ldcp/AckPolicy.java
      AckPolicy.Sink.acknowledge.ece |> String receive( |> sink.acknowledge(waited + 1, ce); |> sink.acknowledge(waited + 1, !ce);
      AckPolicy.Sink.acknowledge.ece |> String receive( |> sink.acknowledge(waited, false); |> sink.acknowledge(waited, true);
      AckPolicy.Sink.acknowledge.ece |> String receive( |> sink.acknowledge(1, true); |> sink.acknowledge(1, false);
      AckPolicy.Sink.acknowledge.ece |> String flush( |> sink.acknowledge(waited, false); |> sink.acknowledge(waited, true);
      @ cc/ldcp/EventRate.java
      EventRate.Sink.request.number |> String request( |> sink.request(number); |> sink.request(number + 1);
      EventRate.Sink.pace.rate |> String receiveResponse( |> sink.pace(rate); |> sink.pace(rate / 2 + 1);
      EventRate.Sink.pace.rate |> String receiveCnp( |> sink.pace(rate); |> sink.pace(rate / 2 + 1);
      @ cc/ldcp/FastStart.java
      FastStart.Sink.send.ecn |> String transmit( |> sink.send(psn, ecn); |> sink.send(psn, ecn ^ 2);
      @ cc/ldcp/LsnReceiver.java
      LsnReceiver.Sink.acknowledge.lsn |> String receive( |> sink.acknowledge(expected); |> sink.acknowledge(expected + 1);
      LsnReceiver.Sink.take |> String receive( |> sink.take(); |> ;
      LsnReceiver.Sink.missing.lsn |> String receive( |> sink.missing(expected); |> sink.missing(expected + 1);
      @ cc/ldcp/LsnWindow.java
      LsnWindow.Sink.send.lsn |> String transmit( |> sink.send(lsn, bytes, again); |> sink.send(lsn + 1, bytes, again);
      LsnWindow.Sink.freed.bytes |> String receiveAck( |> sink.freed(freed); |> sink.freed(freed / 2);
      @ cc/ldcp/PawaWindow.java
      PawaWindow.Sink.send.ecn |> String transmit( |> sink.send(Ecn.ECT_0); |> sink.send(Ecn.NOT_ECT);
      @ cc/ldcp/RttResponder.java
      RttResponder.Sink.respond.number |> String respond( |> sink.respond(number); |> sink.respond(number + 1);
      @ cc/hpcc/HpccReceiver.java
      HpccReceiver.Sink.acknowledge.w |> String receive( |> sink.acknowledge(expected, w, window == null ? n : HpccWindow.ABSENT); |> sink.acknowledge(expected, w / 2, window == null ? n : HpccWindow.ABSENT);
      HpccReceiver.Sink.acknowledge.flows |> String receive( |> sink.acknowledge(expected, w, window == null ? n : HpccWindow.ABSENT); |> sink.acknowledge(expected, w, window == null ? n + 1 : HpccWindow.ABSENT);
      @ cc/hpcc/Stamp.java
      Stamp.Sink.head.nHop |> String emit( |> sink.head(Math.min(nHop + 1, MOST_HOPS), pathId ^ switchId); |> sink.head(Math.min(nHop + 2, MOST_HOPS), pathId ^ switchId);
      Stamp.Sink.head.pathId |> String emit( |> sink.head(Math.min(nHop + 1, MOST_HOPS), pathId ^ switchId); |> sink.head(Math.min(nHop + 1, MOST_HOPS), pathId);
      Stamp.Sink.record.slot |> String emit( |> sink.record(nHop, units.record(units.code(mbps), nowPs, sentBytes, waits)); |> sink.record(0, units.record(units.code(mbps), nowPs, sentBytes, waits));
      Stamp.Sink.record.record |> String emit( |> sink.record(nHop, units.record(units.code(mbps), nowPs, sentBytes, waits)); |> sink.record(nHop, 1 ^ units.record(units.code(mbps), nowPs, sentBytes, waits));
      """;

  static final String ANSWERS =
      """
      @ roce/Requester.java
      Requester.acked |> long acked() |> return acked; |> return acked + 1;
      Requester.brings |> boolean brings( |> return state == State.READY && number < sent && number == unanswered() && kind == answer(requests.op(ofUnanswered)); |> return false;
      Requester.isOutstanding |> isOutstanding() |> return state == State.READY && acked < sent; |> return false;
      Requester.mayTransmit |> mayTransmit() |> return held() == null; |> return false;
      Requester.next |> long next() |> return next; |> return next + 1;
      Requester.number |> long number( |> return acked + psns.ahead(psn, psns.of(acked)); |> return acked + psns.ahead(psn, psns.of(acked)) + 1;
      Requester.state |> State state() |> return state; |> return State.ERROR;
      Requester.waits |> boolean waits() |> return waits; |> return false;
      @ roce/Responder.java
      Responder.epsn |> long epsn() |> return epsn; |> return epsn + 1;
      @ roce/PsnRing.java
      PsnRing.ahead |> long ahead( |> return Math.floorMod(psn - from, modulus); |> return Math.floorMod(psn - from + 1, modulus);
      PsnRing.isAhead |> boolean isAhead( |> return psn != expected && 2 * ahead(psn, expected) < modulus; |> return psn != expected;
      PsnRing.of |> long of( |> return (first + number) % modulus; |> return (first + number + 1) % modulus;
      PsnRing.plus |> long plus( |> return Math.floorMod(psn + count, modulus); |> return Math.floorMod(psn + count + 1, modulus);
      @ cc/rcm/NotificationPoint.java
      NotificationPoint.timerPs |> long timerPs() |> return owed ? sentAtPs + params.intervalPs() : SenderRole.NEVER_PS; |> return SenderRole.NEVER_PS;
      @ cc/rcm/ReactionPoint.java
      ReactionPoint.isCnp |> boolean isCnp( |> return opcode == NotificationPoint.CNP; |> return false;
      ReactionPoint.notBeforePs |> long notBeforePs( |> return limited ? Math.max(nowPs, sentAtPs + params.gap(lastBytes, rate)) : nowPs; |> return nowPs;
      ReactionPoint.timerPs |> long timerPs() |> return Math.min( runs ? riseFromPs + params.riseTime() : SenderRole.NEVER_PS, params.decayTime() > 0 ? decayFromPs + params.decayTime() : SenderRole.NEVER_PS); |> return SenderRole.NEVER_PS;
      @ cc/ldcp/AckPolicy.java
      AckPolicy.answers |> int answers( |> return held > 0 && params.cleanFirst() ? 2 : 1; |> return 1;
      AckPolicy.held |> long held() |> return held; |> return 0;
      @ cc/ldcp/EventRate.java
      EventRate.isOut |> boolean isOut() |> return out; |> return true;
      EventRate.rate |> long rate() |> return rate; |> return rate / 2;
      EventRate.timerPs |> long timerPs() |> return out ? askedAtPs + params.responsePs() : SenderRole.NEVER_PS; |> return SenderRole.NEVER_PS;
      @ cc/ldcp/FastStart.java
      FastStart.bound |> long bound() |> return stage == Stage.FAST ? params.iw() : cw; |> return 1;
      FastStart.inFlight |> long inFlight() |> return next - una; |> return 0;
      FastStart.mayTransmit |> boolean mayTransmit() |> return inFlight() < bound(); |> return false;
      FastStart.stage |> Stage stage() |> return stage; |> return Stage.FAST;
      @ cc/ldcp/LsnParams.java
      LsnParams.extent |> long extent( |> return read || data == 0 ? empty : data; |> return data + 1;
      @ cc/ldcp/LsnReceiver.java
      LsnReceiver.expected |> long expected() |> return expected; |> return expected + 1;
      @ cc/ldcp/LsnWindow.java
      LsnWindow.acked |> long acked() |> return acked; |> return acked + 1;
      LsnWindow.inFlight |> long inFlight() |> return params.ahead(next, acked); |> return 0;
      LsnWindow.unacknowledged |> long unacknowledged() |> return params.ahead(sent, acked); |> return 0;
      @ cc/ldcp/PawaWindow.java
      PawaWindow.inFlight |> long inFlight() |> return inFlight; |> return 0;
      PawaWindow.notBeforePs |> long notBeforePs( |> return cw > 0 ? Math.max(nowPs, sentAtPs + params.gapPs(cw, rttPs)) : SenderRole.NEVER_PS; |> return nowPs;
      @ cc/ldcp/ReadRepeat.java
      ReadRepeat.isAskedFor |> boolean isAskedFor( |> return responses.isOld(lsn) || responses.ahead(lsn) + bytes <= missing; |> return false;
      ReadRepeat.again |> boolean again() |> return again; |> return false;
      ReadRepeat.missing |> long missing() |> return missing; |> return 0;
      @ cc/hpcc/FlowCount.java
      FlowCount.flows |> int flows( |> return heardPs.size(); |> return heardPs.size() + 1;
      @ cc/hpcc/HpccReceiver.java
      HpccReceiver.expected |> long expected() |> return expected; |> return expected + 1;
      HpccReceiver.n |> long n() |> return n; |> return n == HpccWindow.ABSENT ? n : n + 1;
      @ cc/hpcc/HpccSender.java
      HpccSender.inFlight |> long inFlight() |> return Math.floorMod(sndNxt - sndUna, params.modulus()); |> return 0;
      HpccSender.notBeforePs |> long notBeforePs( |> return Math.max(nowPs, sentAtPs + params.gapPs(w)); |> return nowPs;
      @ cc/hpcc/LinkRecords.java
      LinkRecords.counted |> long counted( |> return fullest >= 0 && fullest == nHop - 1 ? flows : HpccWindow.ABSENT; |> return flows;
      LinkRecords.fullest |> int fullest() |> return fullest; |> return 0;
      LinkRecords.tauPs |> long tauPs() |> return tauPs; |> return tauPs / 2;
      LinkRecords.u |> long u() |> return u; |> return u / 2;
      """;

  static final String UNEXCHANGED =
      """
      CongestionPoint.Sink |> no host runs it: a port asks its marker alone
      Responder.Sink.execute.packet |> the packet that the host has handed in
      Responder.Sink.read.packet |> the packet that the host has handed in
      Requester.Sink.returned.number |> observers alone hear which packet it was; what it brings is in the frame in hand
      Requester.Sink.told |> requests end in the order in which they were posted, and observers alone hear how
      Requester.tries |> asked whether a round trip can be told, which no algorithm of these connections asks for
      AckPolicy.Sink.acknowledge.n |> no field has it: a sender counts what an acknowledgment takes out of flight
      FastStart.Sink.send.psn |> the connection's kernel numbers the packet that leaves
      HpccSender.Sink.send.seq |> the connection's kernel numbers the packet that leaves
      HpccReceiver.Sink.acknowledge.seq |> the connection's kernel numbers the answer that leaves; that of responses is asked for
      LsnWindow.Sink.send.bytes |> what the host has handed in
      LsnWindow.Sink.send.again |> told of the packet that the host has handed in, which it has kept, or has not
      ReactionPoint.rate |> asked for observers alone
      HpccSender.w |> asked for observers alone
      HpccWindow.u |> asked for observers alone
      PawaWindow.cw |> asked for observers alone
      """;
}
