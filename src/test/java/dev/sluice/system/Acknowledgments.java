package dev.sluice.system;

import dev.sluice.wire.uet.AckCc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** No acknowledgment says that bytes are there which are not in memory yet. */
final class Acknowledgments extends Conversations {
  private final Map<Integer, Set<Long>> committed = new HashMap<>();

  @Override
  public void packetCommitted(
      long atPs,
      int host,
      int flow,
      int region,
      long offset,
      int bytes,
      int fromRegion,
      long fromOffset) {
    committed.computeIfAbsent(flow, key -> new HashSet<>()).add(offset);
  }

  private void checkPacket(Talk talk, long number) {
    if (talk.has(number)) {
      Parcel parcel = talk.parcels.get((int) number);
      check(
          committed.getOrDefault(parcel.flow, Set.of()).contains(parcel.offset),
          "host %d acknowledges packet %d of %s, which is not in memory",
          talk.target,
          number,
          talk);
    }
  }

  @Override
  void acknowledges(long atPs, Talk talk, AckCc ack, Frame frame) {
    long count = talk.number(ack.ack().cackPsn() + 1);
    check(count <= talk.most(), "%s: %d packets are acknowledged", talk, count);
    for (long number = 0; number < Math.min(count, talk.parcels.size()); number++) {
      checkPacket(talk, number);
    }
    long base = talk.number(ack.sackBase());
    for (long bits = ack.sackBitmap(); bits != 0; bits &= bits - 1) {
      long number = base + Long.numberOfTrailingZeros(bits);
      check(talk.has(number), "%s: packet %d is acknowledged and was never sent", talk, number);
      checkPacket(talk, number);
    }
  }
}
