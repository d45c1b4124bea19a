package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.host.Memory;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.Entropy;
import dev.sluice.wire.uet.Mpr;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.NextHdr;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Prologue;
import dev.sluice.wire.uet.Psn32;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.ResponseWithData;
import dev.sluice.wire.uet.SesOpcode;
import dev.sluice.wire.uet.StandardRequest;
import dev.sluice.wire.uet.SynField;
import java.util.Arrays;

/**
 * The half of a NIC that takes data: packets find or open their PDC, go to memory, and are
 * acknowledged when they are there; senders are granted credit.
 */
final class TargetSide {
  private static final int MARKED = 1;
  private static final int ASKS = 2;
  static final int AGAIN = 4;
  private static final int READ = 8;
  private static final int ANSWER = 16;

  /** In place of where data goes: they answer no read of this host, and are written nowhere. */
  private static final int NOBODYS = -1;

  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final FaultPoints points;
  private final boolean credits;
  private final boolean creditInAck;
  private final int mpr;
  private final Target.Params targetParams;
  private final CreditParams creditParams;

  final PdsManager pds;
  final CccManager cccs;
  private final ContextEffects effects = new ContextEffects();
  final Target target;
  private final TargetEffects answer = new TargetEffects();
  private final CreditGranter granter;
  final Granting granting;

  private ReceivingPdc[] byPdcid = new ReceivingPdc[8];
  ReceivingCcc[] byCcc = new ReceivingCcc[8];

  private final Memory<ReceivingPdc> memory;

  TargetSide(Nic nic) {
    this.nic = nic;
    params = nic.params;
    loop = nic.loop;
    frames = nic.frames;
    points = nic.points;
    credits = params.congestionControl().rccc();
    creditInAck = credits && (params.isSourceDocuments() || !params.congestionControl().nscc());
    mpr = Mpr.field(params.mpRange());
    targetParams = new Target.Params(points.psnModulus(), params.mpRange(), 0);
    creditParams = nic.creditParams;
    pds = new PdsManager(new PdsManager.Params(nic.number, params.pdcPool(), 0));
    cccs = new CccManager(new CccManager.Params(nic.number, params.targetCccs(), 0));
    target = new Target(targetParams, params.pdcPool(), params.targetCccs());
    granting = new Granting(this, nic, creditInAck);
    granter = granting.granter;
    memory = new Memory<>(nic.host, this::committed);
  }

  // ---------------------------------------------------------------- requests

  /** A packet of data, or what trimming has left of one. */
  @Requirement({"PDC-1", "PDC-4", "PDC-5", "PDC-6", "PDC-12", "RCCC-1"})
  void request(byte[] octets, int ip, int packet, int from) {
    memory.commit(loop.nowPs());
    int at = ip + Frames.PDS;
    if (params.codePoints().isTrimmed(Ipv4.dscp(octets, ip))) {
      trimmed(octets, ip, from);
      return;
    }
    boolean syn = Request.syn(octets, at);
    ReceivingPdc pdc;
    boolean isNew;
    if (syn) {
      if (Request.spdcid(octets, at) == 0) {
        return; // it names no PDC of its sender
      }
      pdc = known(from, Request.spdcid(octets, at));
      if (pdc == null) {
        pdc = admit(octets, ip, from);
        if (pdc == null) {
          return;
        }
        isNew = true;
      } else {
        Packet.Syn again = syn(octets, ip, from);
        answer.nothing();
        Kernels.done(target.receiveSyn(again, answer));
        isNew = answer.hasWritten;
      }
    } else {
      int spdcid = Request.spdcid(octets, at);
      int dpdcid = Request.dpdcid(octets, at);
      long psn = Psn32.number(Request.psn(octets, at));
      int pdcid = dpdcid - params.pdcIdBase();
      answer.nothing();
      Kernels.done(target.receiveRequest(Addresses.of(from), spdcid, pdcid, psn, 0, answer));
      if (answer.code != null) {
        refuse(ip, octets);
        return;
      }
      pdc = byPdcid[pdcid];
      isNew = answer.hasWritten;
    }
    if (answer.hasAck) {
      pdc.arrivedCack = answer.psn;
    }
    pdc.entropy = Entropy.of(octets, ip);
    pdc.ccc.last = pdc;
    boolean marked = Ipv4.ecn(octets, ip) == Ecn.CE;
    if (isNew) {
      arrived(pdc, octets, at, packet, marked);
    } else {
      repeated(pdc, octets, at, marked);
    }
  }

  ReceivingPdc byDpdcid(int dpdcid) {
    return byPdcid(dpdcid - params.pdcIdBase());
  }

  ReceivingPdc byPdcid(int id) {
    return id > 0 && id < byPdcid.length ? byPdcid[id] : null;
  }

  private Packet.Syn syn(byte[] octets, int ip, int from) {
    int at = ip + Frames.PDS;
    return new Packet.Syn(
        Addresses.of(from),
        params.codePoints().trafficClass(Ipv4.dscp(octets, ip)),
        Request.spdcid(octets, at),
        Psn32.number(Request.psn(octets, at)),
        SynField.psnOffset(Request.dpdcid(octets, at)),
        0);
  }

  private ReceivingPdc known(int from, int spdcid) {
    int id = target.target().find(new PdcKey(Addresses.of(from), spdcid));
    return id == 0 ? null : byPdcid[id];
  }

  /** Opens a PDC for a SYN of which nothing is known, and a CCC if its flow has none. */
  @Requirement({"PDC-4", "PDC-5", "CCC-7", "D8", "D12"})
  private ReceivingPdc admit(byte[] octets, int ip, int from) {
    Packet.Syn syn = syn(octets, ip, from);
    Target.Flow pair = new Target.Flow(syn.fa(), syn.trafficClass());
    if (!points.canAdmit(target, pair)) {
      answer.nothing();
      Kernels.done(target.refuse(syn, answer));
      refuse(ip, octets);
      return null;
    }
    int pdcid = target.target().leastFree();
    answer.nothing();
    if (target.admit(syn, pdcid, answer) != null) {
      Kernels.done(target.receiveSyn(syn, answer));
      return null;
    }
    TargetPdc admitted = target.target().get(pdcid);
    Flow flow = new Flow(from, nic.number, syn.trafficClass());
    Kernels.done(pds.accept(flow, syn.spdcid(), effects));
    int id = effects.pdc;
    ReceivingCcc ccc = ccc(flow, id, octets, ip + Frames.PDS);
    Kernels.done(pds.bind(id, ccc.id));
    Kernels.done(ccc.context.bind());
    if (ccc.phase() == Ccc.Phase.IDLE) {
      Kernels.done(ccc.context.makeReady());
    }
    ReceivingPdc pdc = new ReceivingPdc(admitted, targetParams, id, from, syn.spdcid(), ccc);
    if (pdcid >= byPdcid.length) {
      byPdcid = Arrays.copyOf(byPdcid, Math.max(pdcid + 1, 2 * byPdcid.length));
    }
    pdc.ackAtWeight = params.ackTriggerBytes();
    pdc.watchAtWeight = pdc.ackAtWeight;
    byPdcid[pdcid] = pdc;
    nic.log.recovery.follow(pdc);
    return pdc;
  }

  private ReceivingCcc ccc(Flow flow, int pdc, byte[] octets, int at) {
    int there = cccs.find(flow);
    if (there != 0) {
      return byCcc[there];
    }
    Kernels.done(pds.askCcc(pdc, effects));
    Kernels.done(cccs.askCcc(effects.flow));
    Kernels.done(cccs.create(effects.flow, effects));
    int id = effects.ccc;
    ReceivingCcc ccc = new ReceivingCcc(id, effects.flow, nic.cccParams);
    nic.log.life.follow(ccc);
    if (id >= byCcc.length) {
      byCcc = Arrays.copyOf(byCcc, Math.max(id + 1, 2 * byCcc.length));
    }
    byCcc[id] = ccc;
    Kernels.done(ccc.context.configure(nic.host.rateBps(flow.source()), nic.rateBps));
    if (credits && PacketType.carriesCccState(Prologue.type(octets, at))) {
      ccc.key =
          new SenderKey(
              0, Addresses.of(flow.source()), flow.trafficClass(), Request.cccId(octets, at));
      nic.log.credit.follow(ccc);
    }
    return ccc;
  }

  private void arrived(ReceivingPdc pdc, byte[] octets, int at, int packet, boolean marked) {
    Packets packets = nic.packets;
    int ses = at + PacketType.headerSize(Prologue.type(octets, at));
    boolean isAnswer = Prologue.next(octets, at) == NextHdr.RESPONSE_WITH_DATA;
    boolean isRead = !isAnswer && StandardRequest.opcode(octets, ses) == SesOpcode.READ;
    int bytes = isRead ? Message.READ_BYTES : packets.payloadBytes(packet);
    long size = bytes + nic.extra;
    long now = loop.nowPs();
    ReceivingCcc ccc = pdc.ccc;
    Kernels.done(points.receive(ccc.context, size, effects));
    pdc.receivedBytes += effects.size;
    if (ccc.key != null) {
      long field = Request.creditTarget(octets, at);
      granting.receive(pdc, number(pdc, octets, at), size, field);
      granting.startSlices();
    }
    if (Request.ar(octets, at) && Psn32.isBefore(pdc.askedPsn, Request.psn(octets, at))) {
      pdc.askedPsn = Request.psn(octets, at); // what it has overtaken is acknowledged as it comes
    }
    int flags =
        (marked ? MARKED : 0)
            | (Request.ar(octets, at) ? ASKS : 0)
            | (Request.retx(octets, at) ? AGAIN : 0);
    int region;
    long offset;
    int fromRegion = packets.payloadRegion(packet);
    long fromOffset = packets.payloadOffset(packet);
    if (isAnswer) {
      fromRegion = ResponseWithData.readMessageId(octets, ses);
      region = nic.source.flowOfRead(fromRegion);
      offset = ResponseWithData.messageOffset(octets, ses);
      flags |= ANSWER;
    } else {
      region = (int) StandardRequest.memoryKey(octets, ses);
      offset =
          StandardRequest.bufferOffset(octets, ses) + StandardRequest.messageOffset(octets, ses);
    }
    if (isRead) {
      fromRegion = StandardRequest.messageId(octets, ses);
      fromOffset = StandardRequest.jobId(octets, ses);
      offset = StandardRequest.requestLength(octets, ses);
      flags |= READ;
    } else if (nic.observer != null && region != NOBODYS) {
      nic.observer.packetDelivered(now, nic.number, region, bytes, marked);
    }
    memory.add(
        now,
        now + params.commitPs(),
        pdc,
        Request.psn(octets, at),
        flags,
        region,
        offset,
        fromRegion,
        fromOffset,
        bytes);
    pdc.arrivedWeight += Math.max(bytes, params.ackMinimumBytes());
    if (params.commitPs() == 0) {
      memory.commit(now);
    } else if (flags != 0
        || pdc.arrivedWeight >= pdc.watchAtWeight
        || !Psn32.isBefore(pdc.askedPsn, Request.psn(octets, at))) {
      pdc.watchAtWeight = pdc.arrivedWeight + params.ackTriggerBytes();
      memory.watch();
    }
  }

  /** A packet that has come before, or is out of range: acknowledged with what is in memory. */
  private void repeated(ReceivingPdc pdc, byte[] octets, int at, boolean marked) {
    long number = number(pdc, octets, at);
    if (!pdc.received.got().contains(number)) {
      return; // beyond what is tracked
    }
    if (nic.observer != null) {
      nic.observer.packetRepeated(loop.nowPs(), nic.number, pdc.source);
    }
    if (pdc.ccc.key != null) {
      long field = Request.creditTarget(octets, at);
      granting.receive(pdc, number, 0, field);
      granting.startSlices();
    }
    if (pdc.committed.got().contains(number)) {
      acknowledge(pdc, Request.psn(octets, at), (marked ? MARKED : 0) | AGAIN, 0);
    }
  }

  /** A packet's number in its PDC, from 0. */
  private static long number(ReceivingPdc pdc, byte[] octets, int at) {
    long psn = Psn32.number(Request.psn(octets, at));
    return Psn.offset(psn, pdc.received.start(), Psn.WIRE_MODULUS);
  }

  /** A trimmed packet: its sender is told at once, and its header says what that wants. */
  @Requirement({"UET-6", "UET-4", "RCCC-3"})
  private void trimmed(byte[] octets, int ip, int from) {
    int at = ip + Frames.PDS;
    ReceivingPdc pdc =
        Request.syn(octets, at)
            ? known(from, Request.spdcid(octets, at))
            : byDpdcid(Request.dpdcid(octets, at));
    if (pdc != null && pdc.ccc.key != null) {
      long number = number(pdc, octets, at);
      if (!pdc.received.got().contains(number)) {
        granting.receiveTrimmed(pdc, number, Request.creditTarget(octets, at));
      }
    }
    boolean lastHop = Ipv4.dscp(octets, ip) == params.codePoints().trimmedLastHop();
    int flags =
        (Ipv4.ecn(octets, ip) == Ecn.CE ? Nack.M : 0) | (Request.retx(octets, at) ? Nack.RETX : 0);
    nic.host.send(
        frames.nack(
            from,
            Entropy.of(octets, ip),
            flags,
            lastHop ? NackCode.TRIMMED_LASTHOP : NackCode.TRIMMED,
            Request.psn(octets, at),
            pdc == null ? 0 : params.pdcIdBase() + pdc.pdcid,
            Request.spdcid(octets, at)));
  }

  /** Sends the NACK that the target has told of. */
  private void refuse(int ip, byte[] octets) {
    nic.host.send(
        frames.nack(
            answer.host(),
            Entropy.of(octets, ip),
            0,
            answer.code.wire(),
            (int) answer.psn,
            0,
            answer.dpdcid));
  }

  /** What a packet of data is for, if it is no SYN. */
  ReceivingPdc connection(byte[] octets, int at) {
    return Request.syn(octets, at) ? null : byDpdcid(Request.dpdcid(octets, at));
  }

  // ---------------------------------------------------------------- memory

  @Requirement({"PDC-12", "RCCC-4"})
  private void committed(long now) {
    ReceivingPdc pdc = memory.owner();
    int bytes = memory.bytes();
    int flags = memory.flags();
    pdc.committed.receive(Psn32.number(memory.psn()), pdc.acknowledgment);
    pdc.untold += bytes + nic.extra;
    pdc.committedWeight += Math.max(bytes, params.ackMinimumBytes());
    pdc.lastPsn = memory.psn();
    if ((flags & READ) != 0) {
      serve(pdc);
    } else {
      boolean isAnswer = (flags & ANSWER) != 0;
      if (nic.observer != null && memory.region() != NOBODYS) {
        nic.observer.packetCommitted(
            now,
            nic.number,
            memory.region(),
            memory.region(),
            memory.offset(),
            bytes,
            isAnswer ? memory.region() : memory.fromRegion(),
            memory.fromOffset());
      }
      if (isAnswer && memory.region() != NOBODYS) {
        nic.source.answered(memory.fromRegion(), bytes);
      }
    }
    if (pdc.committedWeight >= pdc.ackAtWeight
        || (flags & (MARKED | ASKS | AGAIN)) != 0
        || !Psn32.isBefore(pdc.askedPsn, memory.psn())) {
      acknowledge(pdc, memory.psn(), flags, now - memory.arrivedPs());
    }
  }

  /** Sends what a read has asked for, as a flow of its own back to the reader. */
  @Requirement("PDC-12")
  private void serve(ReceivingPdc pdc) {
    nic.source.post(
        pdc.source,
        pdc.ccc.flow.trafficClass(),
        Message.answer(
            memory.region(),
            nic.source.nextMessageId(),
            (int) memory.fromOffset(),
            memory.offset(),
            memory.fromRegion()));
  }

  // ---------------------------------------------------------------- acknowledgments

  /** Tells a source what is in memory, and what it may send. */
  @Requirement({"PDC-6", "PDC-9", "RCCC-4", "D6"})
  void acknowledge(ReceivingPdc pdc, int psn, int flags, long sincePs) {
    ReceivingCcc ccc = pdc.ccc;
    long total = 0;
    if (ccc.key != null) {
      if (pdc.untold > 0) {
        Kernels.done(granter.commit(ccc.key, ccc.slot, pdc.untold, granting));
        total = granting.ackedTotal;
        granting.told(ccc, granting.issued, total);
        if (granting.issued > 0 && !creditInAck) {
          granting.credit(pdc, total);
        }
      } else {
        total = granter.granted(ccc.key, ccc.slot);
      }
    }
    pdc.untold = 0;
    pdc.ackAtWeight = pdc.committedWeight + params.ackTriggerBytes();
    pdc.watchAtWeight = pdc.ackAtWeight;
    if (!memory.isEmpty()) {
      memory.watch();
    }
    write(pdc, psn, flags, sincePs, total);
  }

  private void write(ReceivingPdc pdc, int psn, int flags, long sincePs, long total) {
    TargetPdc told = points.told(pdc.received, pdc.committed);
    long awaited = told.got().awaited();
    TargetEffects tells = pdc.acknowledgment;
    int cack = (int) (told == pdc.committed ? tells.psn : pdc.arrivedCack) - 1;
    long base = awaited;
    long bits = 0;
    if (!told.got().inOrder()) {
      long number = Psn.offset(Psn32.number(psn), told.start(), Psn.WIRE_MODULUS);
      if (number - awaited >= Long.SIZE) {
        base = number - Long.SIZE + 1;
      }
      bits = told.got().received(base);
    }
    int ackFlags = ((flags & MARKED) != 0 ? Ack.M : 0) | ((flags & AGAIN) != 0 ? Ack.RETX : 0);
    int packet =
        frames.ackCc(
            tells.host(),
            pdc.entropy,
            ackFlags,
            psn,
            cack,
            params.pdcIdBase() + tells.spdcid,
            tells.dpdcid,
            creditInAck ? CcType.CC_CREDIT : CcType.CC_NSCC,
            mpr,
            (int) (told.start() + base),
            bits);
    byte[] octets = nic.packets.octets();
    int at = nic.packets.at(packet) + Frames.PDS;
    int early = points.ahead(told.got());
    if (creditInAck) {
      CreditState.put(octets, at, (int) creditParams.wireCredit(total), early);
    } else {
      NsccState.put(
          octets,
          at,
          NsccState.serviceTime(sincePs),
          false,
          0,
          NsccState.rcvdBytes(pdc.receivedBytes),
          early);
    }
    nic.host.send(packet);
  }

  /** An ACK request: what is in memory is acknowledged, and what is to come up to a packet. */
  @Requirement("UET-4")
  void ackRequest(byte[] octets, int at, int from) {
    memory.commit(loop.nowPs());
    ReceivingPdc pdc =
        Control.syn(octets, at)
            ? known(from, Control.spdcid(octets, at))
            : byDpdcid(Control.dpdcid(octets, at));
    if (pdc == null || pdc.source != from) {
      return;
    }
    int psn = Control.psn(octets, at);
    if (Psn32.isBefore(pdc.askedPsn, psn)) {
      pdc.askedPsn = psn;
    }
    if (pdc.untold > 0) {
      acknowledge(pdc, pdc.lastPsn, AGAIN, 0);
    }
  }

  // ---------------------------------------------------------------- closing

  /** A Close: the PDC goes, and with its last PDC the CCC. */
  @Requirement({"PDC-11", "CCC-11"})
  void close(byte[] octets, int ip, int from) {
    memory.commit(loop.nowPs());
    int at = ip + Frames.PDS;
    int pdcid = Control.dpdcid(octets, at) - params.pdcIdBase();
    Packet.CloseCommand close =
        new Packet.CloseCommand(
            Addresses.of(from),
            Control.spdcid(octets, at),
            pdcid,
            Psn32.number(Control.psn(octets, at)));
    ReceivingPdc pdc = byDpdcid(Control.dpdcid(octets, at));
    if (pdc != null && !(pdc.source == from && pdc.spdcid == close.spdcid())) {
      pdc = null; // another one's
    }
    answer.nothing();
    Kernels.done(target.receiveClose(close, answer));
    if (answer.code != null) {
      refuse(ip, octets);
    } else if (answer.hasAck) {
      boolean isCredit = creditInAck && pdc.ccc.key != null;
      long total = isCredit ? granter.granted(pdc.ccc.key, pdc.ccc.slot) : 0;
      int packet =
          frames.ackCc(
              answer.host(),
              Entropy.of(octets, ip),
              0,
              (int) answer.psn - 1,
              (int) answer.psn - 1,
              params.pdcIdBase() + answer.spdcid,
              answer.dpdcid,
              creditInAck ? CcType.CC_CREDIT : CcType.CC_NSCC,
              mpr,
              (int) answer.psn,
              0);
      int head = nic.packets.at(packet) + Frames.PDS;
      if (creditInAck) {
        CreditState.put(nic.packets.octets(), head, (int) creditParams.wireCredit(total), 0);
      } else {
        NsccState.put(
            nic.packets.octets(), head, 0, false, 0, NsccState.rcvdBytes(pdc.receivedBytes), 0);
      }
      nic.host.send(packet);
      gone(pdc);
    }
  }

  private void gone(ReceivingPdc pdc) {
    ReceivingCcc ccc = pdc.ccc;
    Kernels.done(pds.followClose(pdc.source, pdc.spdcid, effects));
    Kernels.done(byCcc[effects.ccc].context.leave());
    byPdcid[pdc.pdcid] = null;
    if (ccc.context.isDeserted()) {
      if (ccc.key != null) {
        granting.forget(ccc);
      }
      Kernels.done(cccs.closeCcc(ccc.id, ccc.context));
      byCcc[ccc.id] = null;
    } else if (ccc.last == pdc) {
      for (ReceivingPdc other : byPdcid) {
        if (other != null && other.ccc == ccc) {
          ccc.last = other;
          break;
        }
      }
    }
  }

  // ---------------------------------------------------------------- state

  /** Notes what is in memory by now. */
  void commit() {
    memory.commit(loop.nowPs());
  }

  /** What is left, for the reader of a failed test. */
  void describe(StringBuilder text) {
    if (openPdcs() > 0 || activeSenders() > 0) {
      text.append(nic.name).append(": ").append(granter).append('\n');
      for (ReceivingPdc pdc : byPdcid) {
        if (pdc != null) {
          text.append("  ").append(pdc.received).append(", unacknowledged ");
          text.append(pdc.untold).append('\n');
        }
      }
    }
  }

  /** Whether nothing is left of anything. */
  boolean isAtRest() {
    return openPdcs() == 0
        && openCccs() == 0
        && target.isAtRest()
        && activeSenders() == 0
        && memory.isEmpty();
  }

  int openPdcs() {
    return pds.pdcs().capacity() - pds.pdcs().free();
  }

  int openCccs() {
    return cccs.flows().capacity() - cccs.flows().free();
  }

  int activeSenders() {
    return granter.size();
  }
}
