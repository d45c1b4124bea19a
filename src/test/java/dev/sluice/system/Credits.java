package dev.sluice.system;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Credit: what a receiver grants adds up, and never to more than its link carries; a sender holds
 * no more than it was granted, spends no more than it holds, and wants no more than is left to
 * send.
 */
final class Credits extends Conversations {
  private static final class Side {
    /** At the receiver, which counts the initial credit like the sender. */
    long granted;

    /** At the sender. */
    long credit = -1;

    Side(long initial) {
      granted = initial;
    }

    long backlog;
    long spent;

    /** Sizes of flows that have begun, in all; of new packets, in all; of what is lost. */
    long begun;

    long left;
    long lost;

    /** Sizes of flows of which a packet left since the context was made. */
    long touched;

    final Set<Integer> flows = new HashSet<>();
    final Set<Integer> pdcs = new HashSet<>();
    boolean isDeserted = true;
  }

  /** What a receiver has granted beyond what its link carried since, in 1/8000 of a byte. */
  private static final class Level {
    long eightThousandths;
    long atPs;
  }

  private final Map<Pair, Side> sides = new HashMap<>();
  private final Map<Integer, Level> levels = new HashMap<>();

  private Side side(int source, int target) {
    return sides.computeIfAbsent(new Pair(source, target), key -> new Side(initial()));
  }

  private long initial() {
    return rig.params().initialCreditBytes();
  }

  private boolean documents() {
    return rig.params().isSourceDocuments();
  }

  private long size(int flow) {
    long bytes = rig.scenario.flows().get(flow).bytes();
    long mtu = rig.params().mtuBytes();
    long packets = (bytes + mtu - 1) / mtu;
    return bytes + packets * (rig.size(0));
  }

  @Override
  public void creditGranted(long atPs, int host, int source, long bytes, long total) {
    Side side = side(source, host);
    if (isClear(new Pair(source, host))) {
      check(
          total - bytes == side.granted || total - bytes == initial(),
          "host %d grants host %d %d on top of %d, and that is %d",
          host,
          source,
          bytes,
          side.granted,
          total);
      side.granted = total;
    }
    var topology = rig.scenario.topology();
    long gbps = topology.hostRateBps(host) / 1_000_000_000;
    Level level = levels.computeIfAbsent(host, key -> new Level());
    long carried = Math.multiplyExact(gbps, atPs - level.atPs);
    level.atPs = atPs;
    level.eightThousandths = Math.max(0, level.eightThousandths - carried) + 8_000 * bytes;
    long slice = gbps * rig.params().slicePs() / 8_000;
    // a slice's grants, and what is saved up until it is worth a message: a packet or more
    long saved = Math.max(rig.size(rig.params().mtuBytes()), rig.params().grantBytes());
    check(
        level.eightThousandths <= 8_000 * (slice + saved),
        "host %d has granted %d B more than its link carries, and a slice is %d",
        host,
        level.eightThousandths / 8_000,
        slice);
  }

  @Override
  public void flowBegun(long atPs, int flow, int source, int destination, long bytes) {
    side(source, destination).begun += size(flow);
  }

  @Override
  public void packetSent(
      long atPs, int host, int flow, int pdc, long packet, int bytes, int entropy, boolean again) {
    if (!rig.params().congestionControl().rccc()) {
      return;
    }
    Pair pair = new Pair(host, rig.scenario.flows().get(flow).to());
    Side side = side(pair.source(), pair.target());
    long size = rig.size(bytes);
    side.pdcs.add(pdc);
    if (again) {
      side.lost -= size;
    } else {
      side.left += size;
      if (side.flows.add(flow)) {
        side.touched += size(flow);
      }
    }
    // sent again before the target has answered: on the credit that the packet had
    if (!again || !documents() && isAnswered(side, host)) {
      side.spent += size;
      check(
          side.spent <= side.credit || !isClear(pair),
          "host %d has sent %d on a credit of %d",
          host,
          side.spent,
          side.credit);
    }
  }

  private boolean isAnswered(Side side, int host) {
    return side.pdcs.stream()
        .anyMatch(id -> talk(host, id) != null && talk(host, id).targetPdc >= 0);
  }

  @Override
  public void lossInferred(long atPs, int host, int flow, int pdc, long packet) {
    super.lossInferred(atPs, host, flow, pdc, packet);
    Talk talk = talk(host, pdc);
    side(host, talk.target).lost += rig.size(talk.parcels.get((int) packet).bytes);
  }

  @Override
  void done(long atPs, Talk talk, long number) {
    Parcel parcel = talk.parcels.get((int) number);
    if (parcel.fate == Fate.LOST) {
      side(talk.source, talk.target).lost -= rig.size(parcel.bytes);
    }
  }

  @Override
  public void pdcClosed(long atPs, int host, int destination, int pdc) {
    Side side = side(host, destination);
    side.pdcs.remove(pdc);
    side.isDeserted |= side.pdcs.isEmpty();
  }

  @Override
  public void creditChanged(long atPs, int host, int destination, long credit, long backlog) {
    Pair pair = new Pair(host, destination);
    if (!isClear(pair)) {
      return;
    }
    Side side = side(host, destination);
    if (side.isDeserted && credit <= initial()) { // another context
      side.isDeserted = false;
      side.spent = 0;
      side.touched = 0;
      side.flows.clear();
      side.credit = credit;
      check(credit <= initial(), "host %d begins with a credit of %d", host, credit);
    }
    check(credit >= side.credit, "host %d held %d, and holds %d", host, side.credit, credit);
    check(
        credit <= Math.max(initial(), side.granted),
        "host %d holds a credit of %d, and %d was granted",
        host,
        credit,
        side.granted);
    long unsent = side.begun - side.left + (documents() ? 0 : side.lost);
    check(
        backlog >= 0 && backlog <= unsent,
        "host %d wants to send %d, and %d is left to send",
        host,
        backlog,
        unsent);
    if (documents()) {
      check(
          backlog >= side.touched - credit,
          "host %d wants %d, with a credit of %d for %d or more",
          host,
          backlog,
          credit,
          side.touched);
    }
    side.credit = credit;
    side.backlog = backlog;
  }

  @Override
  void end() {
    if (rig.params().congestionControl().rccc()) {
      sides.forEach(
          (pair, side) ->
              check(
                  side.backlog == 0 && side.begun == side.left && side.lost == 0,
                  "in the end host %d wants to send %d, %d of %d have left, and %d are lost",
                  pair.source(),
                  side.backlog,
                  side.left,
                  side.begun,
                  side.lost));
    }
  }
}
