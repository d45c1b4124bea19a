package dev.sluice.system;

import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Psn32;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.StandardRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A judge that follows every PDC by the octets of its frames: which packets its source has sent,
 * and which of them an acknowledgment that has come says to be there.
 */
abstract class Conversations extends Judge {
  /** What has become of a packet, as its source can know. */
  enum Fate {
    FLYING,
    LOST,
    DONE
  }

  /** A packet of data, however often it is sent. */
  static final class Parcel {
    int flow;
    long offset;
    int bytes;
    int entropy;
    long sentPs;
    Fate fate = Fate.FLYING;
  }

  /** One life of a PDC, from its first SYN on. */
  static final class Talk {
    final int source;
    final int target;
    final int spdcid;
    final int start;
    final List<Parcel> parcels = new ArrayList<>();

    /** Whether a close command was sent, which has a number of its own behind all packets. */
    boolean isClosing;

    /** The target's PDC id, from the first acknowledgment that has come; −1 before. */
    int targetPdc = -1;

    Talk(int source, int target, int spdcid, int start) {
      this.source = source;
      this.target = target;
      this.spdcid = spdcid;
      this.start = start;
    }

    /** Whether a packet is one that was sent; its number counts from 0. */
    boolean has(long number) {
      return number >= 0 && number < parcels.size();
    }

    /** The most that an acknowledgment can count. */
    long most() {
      return parcels.size() + (isClosing ? 1 : 0);
    }

    long number(int psn) {
      return Psn32.number(psn - start);
    }

    @Override
    public String toString() {
      return "PDC " + spdcid + " of host " + source;
    }
  }

  /** Two hosts, one of which sends to the other. */
  record Pair(int source, int target) {}

  private final Map<Integer, Talk> talks = new HashMap<>();

  /** Pairs that have contexts of several classes, which some observers do not tell apart. */
  private final Set<Pair> ambiguous = new HashSet<>();

  @Override
  void begin() {
    Map<Pair, Integer> classes = new HashMap<>();
    for (var flow : rig.scenario.flows()) {
      Pair pair = new Pair(flow.from(), flow.to());
      Integer before = classes.putIfAbsent(pair, flow.trafficClass());
      if (before != null && before != flow.trafficClass()) {
        ambiguous.add(pair);
      }
    }
  }

  final boolean isClear(Pair pair) {
    return !ambiguous.contains(pair);
  }

  final Talk talk(int host, int spdcid) {
    return talks.get(host << 16 | spdcid);
  }

  /** A source has begun a new life of a PDC id; the one before, if there was one. */
  void opened(long atPs, Talk talk, Talk before) {}

  /** A source has sent a packet of data. */
  void requested(long atPs, Talk talk, long number, Request request, Frame frame, boolean isNew) {}

  /** A source has sent a close command. */
  void closes(Talk talk, Control control) {}

  /** A target has sent an acknowledgment. */
  void acknowledges(long atPs, Talk talk, AckCc ack, Frame frame) {}

  /** An acknowledgment has come to its source, and nothing is taken from it yet. */
  void hears(long atPs, Talk talk, AckCc ack, Frame frame) {}

  /** An acknowledgment that has come says that a packet is there. */
  void done(long atPs, Talk talk, long number) {}

  @Override
  void sent(long atPs, int host, Frame frame) {
    if (frame.packet().pds() instanceof Request request) {
      requested(atPs, host, frame, request);
    } else if (frame.packet().pds() instanceof AckCc ack) {
      Talk talk = talk(frame.to(), ack.ack().dpdcid());
      if (talk != null && talk.target == host) {
        acknowledges(atPs, talk, ack, frame);
      }
    } else if (frame.packet().pds() instanceof Control control
        && control.controlType() == ControlType.CLOSE_COMMAND) {
      Talk talk = talk(host, control.spdcid());
      check(talk != null, "a close command for PDC %d, which never had a SYN", control.spdcid());
      if (talk != null) {
        talk.isClosing = true;
        closes(talk, control);
      }
    }
  }

  private void requested(long atPs, int host, Frame frame, Request request) {
    Talk talk = talk(host, request.spdcid());
    if (request.syn()) {
      int start = request.startPsn();
      if (talk == null || talk.start != start) {
        Talk before = talk;
        talk = new Talk(host, frame.to(), request.spdcid(), start);
        talks.put(host << 16 | request.spdcid(), talk);
        opened(atPs, talk, before);
      }
    }
    check(talk != null, "PDC %d of host %d never had a SYN", request.spdcid(), host);
    if (talk == null) {
      return;
    }
    long number = talk.number(request.psn());
    boolean isNew = number == talk.parcels.size();
    check(isNew || talk.has(number), "%s skips to packet %d", talk, number);
    if (!isNew && !talk.has(number)) {
      return;
    }
    StandardRequest ses = (StandardRequest) frame.packet().ses().orElseThrow();
    Parcel parcel = isNew ? new Parcel() : talk.parcels.get((int) number);
    if (isNew) {
      talk.parcels.add(parcel);
      parcel.flow = (int) ses.memoryKey();
      parcel.offset = rig.fabric.packets().payloadOffset(frame.slot());
      parcel.bytes = frame.payloadBytes();
    } else {
      check(
          parcel.offset == rig.fabric.packets().payloadOffset(frame.slot())
              && parcel.bytes == frame.payloadBytes()
              && parcel.flow == ses.memoryKey(),
          "%s sends packet %d with another payload",
          talk,
          number);
      check(parcel.fate != Fate.DONE, "%s sends packet %d that is there", talk, number);
    }
    boolean hasFlag = (request.flags() & Request.RETX) != 0;
    check(hasFlag != isNew, "%s: packet %d and the flag retx", talk, number);
    parcel.fate = Fate.FLYING;
    parcel.sentPs = atPs;
    parcel.entropy = entropy(frame);
    requested(atPs, talk, number, request, frame, isNew);
  }

  static int entropy(Frame frame) {
    return frame.packet().udp().orElseThrow().sourcePort();
  }

  @Override
  void came(long atPs, int host, Frame frame) {
    if (!(frame.packet().pds() instanceof AckCc ack)) {
      return;
    }
    Talk talk = talk(host, ack.ack().dpdcid());
    if (talk == null || talk.target != frame.from()) {
      return;
    }
    long count = talk.number(ack.ack().cackPsn() + 1);
    if (count > talk.most()) {
      return;
    }
    hears(atPs, talk, ack, frame);
    if (talk.targetPdc < 0) {
      talk.targetPdc = ack.ack().spdcid();
    }
    for (long number = 0; number < Math.min(count, talk.parcels.size()); number++) {
      settle(atPs, talk, number);
    }
    long base = talk.number(ack.sackBase());
    for (long bits = ack.sackBitmap(); bits != 0; bits &= bits - 1) {
      settle(atPs, talk, base + Long.numberOfTrailingZeros(bits));
    }
  }

  private void settle(long atPs, Talk talk, long number) {
    if (talk.has(number) && talk.parcels.get((int) number).fate != Fate.DONE) {
      done(atPs, talk, number);
      talk.parcels.get((int) number).fate = Fate.DONE;
    }
  }

  @Override
  public void lossInferred(long atPs, int host, int flow, int pdc, long packet) {
    Talk talk = talk(host, pdc);
    check(
        talk != null && talk.has(packet), "PDC %d of host %d loses what it never sent", pdc, host);
    if (talk != null && talk.has(packet)) {
      Parcel parcel = talk.parcels.get((int) packet);
      check(parcel.fate == Fate.FLYING, "%s loses packet %d that is %s", talk, packet, parcel.fate);
      parcel.fate = Fate.LOST;
    }
  }

  /** Whether an acknowledgment answers a packet, rather than a probe. */
  static boolean isAnswer(AckCc ack) {
    return (ack.ack().flags() & Ack.P) == 0;
  }

  static boolean isData(Frame frame) {
    return PacketType.isRequest(frame.packet().pds().type());
  }
}
