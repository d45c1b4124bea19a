package dev.sluice.system;

import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Marks: the receiver tells of each one, and a sender that keeps to one entropy value leaves the
 * one that was marked, and no other.
 */
final class Marks extends Conversations {
  private record Key(Talk talk, long number) {}

  private final Map<Pair, Integer> inUse = new HashMap<>();
  private final Map<Pair, Integer> toLeave = new HashMap<>();

  /** Those of which a packet in use was refused, which may tell of congestion too. */
  private final Set<Pair> trimmed = new HashSet<>();

  private final Set<Key> arrived = new HashSet<>();
  private final Set<Key> untold = new HashSet<>();

  @Override
  void requested(long atPs, Talk talk, long number, Request request, Frame frame, boolean isNew) {
    Pair pair = new Pair(talk.source, talk.target);
    if (rig.params().entropy() != EntropyPolicy.STICKY || !isClear(pair)) {
      return;
    }
    int entropy = entropy(frame);
    Integer marked = toLeave.remove(pair);
    Integer before = inUse.put(pair, entropy);
    check(
        marked == null || marked != entropy,
        "host %d keeps the entropy value %d, which was marked",
        talk.source,
        entropy);
    check(
        before == null
            || before == entropy
            || marked != null
            || trimmed.remove(pair)
            || isAnother(talk, number),
        "host %d leaves the entropy value %d, which was not marked",
        talk.source,
        before);
  }

  /** The first packet of a PDC: it may belong to another context, with a value of its own. */
  private static boolean isAnother(Talk talk, long number) {
    return number == 0;
  }

  @Override
  void hears(long atPs, Talk talk, AckCc ack, Frame frame) {
    long number = talk.number(ack.ack().ackPsn());
    if ((ack.ack().flags() & Ack.M) == 0 || !isAnswer(ack) || !talk.has(number)) {
      return;
    }
    Pair pair = new Pair(talk.source, talk.target);
    Parcel parcel = talk.parcels.get((int) number);
    Integer value = inUse.get(pair);
    if (parcel.fate != Fate.DONE && value != null && parcel.entropy == value) {
      toLeave.put(pair, parcel.entropy);
    }
  }

  @Override
  void came(long atPs, int host, Frame frame) {
    super.came(atPs, host, frame);
    if (frame.packet().pds() instanceof Nack) {
      trimmed.add(new Pair(host, frame.from()));
    }
    if (frame.packet().pds() instanceof Request request && !frame.isTrimmed()) {
      Talk talk = talk(frame.from(), request.spdcid());
      long number = talk.number(request.psn());
      if (talk.has(number)
          && arrived.add(new Key(talk, number))
          && ((Ipv4) frame.packet().ip()).ecn() == Ecn.CE) {
        untold.add(new Key(talk, number));
      }
    }
  }

  @Override
  void acknowledges(long atPs, Talk talk, AckCc ack, Frame frame) {
    if ((ack.ack().flags() & Ack.M) != 0) {
      untold.remove(new Key(talk, talk.number(ack.ack().ackPsn())));
    }
  }

  /** An acknowledgment may be lost while it waits for its link. */
  @Override
  void lost(long atPs, int host, Frame frame) {
    if (frame.packet().pds() instanceof AckCc ack) {
      Talk talk = talk(frame.to(), ack.ack().dpdcid());
      if (talk != null) {
        acknowledges(atPs, talk, ack, frame);
      }
    }
  }

  @Override
  void end() {
    for (Key key : untold) {
      check(false, "packet %d of %s was marked, and nobody told", key.number, key.talk);
    }
  }
}
