package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply.Departure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States in which an implementation may be: a cell, the time at which it is there, and the packets
 * that have been fetched and have not left.
 */
final class PossibleState {
  private final Cell cell;
  private final long atPs;
  private final List<Fetched> fetched;

  /** The number of the state in which the implementation began. */
  private final int origin;

  /**
   * Since when a packet of the backlog may leave; {@link Device#NEVER_PS} if none may, or if
   * packets may be fetched before they leave.
   */
  private long eligiblePs;

  /** If true, the implementation does not fetch the next packet before it takes another step. */
  private boolean isDecided;

  /**
   * A packet that has been fetched.
   *
   * @param packet the departure, at the time from which it may leave
   * @param byPs the time by which it leaves; {@link Device#NEVER_PS} before an event
   */
  private record Fetched(Departure packet, long byPs) {
    boolean is(Departure departure) {
      return packet.action().equals(departure.action())
          && packet.message().equals(departure.message());
    }

    /** Returns the packet with the earlier and the later of the times of two. */
    Fetched or(Fetched other) {
      return new Fetched(
          packet.atPs() <= other.packet.atPs() ? packet : other.packet, Math.max(byPs, other.byPs));
    }

    Fetched leavesBy(long mostPs) {
      return new Fetched(packet, Math.min(byPs, mostPs));
    }
  }

  private PossibleState(int origin, Cell cell, long atPs, long eligiblePs, List<Fetched> fetched) {
    this.origin = origin;
    this.cell = cell;
    this.atPs = atPs;
    this.eligiblePs = eligiblePs;
    this.fetched = fetched;
  }

  /**
   * Makes the state in which an implementation begins.
   *
   * @param origin the number of the state, which tells it from others
   */
  static PossibleState begun(int origin, Cell cell) {
    return new PossibleState(origin, cell, 0, Device.NEVER_PS, List.of());
  }

  Cell cell() {
    return cell;
  }

  /** Returns the number of the state in which the implementation began. */
  int origin() {
    return origin;
  }

  /** Returns the time in picoseconds. */
  long atPs() {
    return atPs;
  }

  /** Returns since when a packet of the backlog may leave; {@link Device#NEVER_PS} if none may. */
  long eligiblePs() {
    return eligiblePs;
  }

  /** Sets since when a packet of the backlog may leave. */
  void eligible(long sincePs) {
    eligiblePs = sincePs;
  }

  /** Returns the state with other values of its variables, and with all else that it has. */
  PossibleState with(Cell other) {
    PossibleState with = new PossibleState(origin, other, atPs, eligiblePs, fetched);
    with.isDecided = isDecided;
    return with;
  }

  /** Returns the state at a later time. */
  PossibleState at(long timePs) {
    PossibleState at = new PossibleState(origin, cell, timePs, eligiblePs, fetched);
    at.isDecided = isDecided;
    return at;
  }

  /**
   * Returns the state after an event.
   *
   * @param byPs the time by which packets leave that have been fetched before
   */
  PossibleState after(Cell other, long byPs) {
    return new PossibleState(
        origin,
        other,
        atPs,
        Device.NEVER_PS,
        fetched.stream().map(packet -> packet.leavesBy(byPs)).toList());
  }

  /** Returns the state after a departure. */
  PossibleState sending(Cell other) {
    return new PossibleState(origin, other, atPs, Device.NEVER_PS, fetched);
  }

  /** Returns the state after the step of a timer. */
  PossibleState stepped(Cell other, long timePs) {
    return new PossibleState(origin, other, timePs, eligiblePs, fetched);
  }

  // ---------------------------------------------------------------- fetched packets

  /** Returns the number of packets that have been fetched and have not left. */
  int fetches() {
    return fetched.size();
  }

  boolean hasFetched() {
    return !fetched.isEmpty();
  }

  /** Returns whether the next packet is not fetched before another step. */
  boolean isDecided() {
    return isDecided;
  }

  /** Decides that the next packet is not fetched before another step. */
  void decide() {
    isDecided = true;
  }

  /** Returns the state, which has not decided whether to fetch the next packet. */
  PossibleState undecided() {
    return isDecided ? new PossibleState(origin, cell, atPs, eligiblePs, fetched) : this;
  }

  /**
   * Returns the state after it has fetched a packet.
   *
   * @param offer the packet at the time from which it may leave
   */
  PossibleState fetching(Cell other, Departure offer) {
    List<Fetched> all = new ArrayList<>(fetched);
    all.add(new Fetched(offer, Device.NEVER_PS));
    return new PossibleState(origin, other, atPs, Device.NEVER_PS, List.copyOf(all));
  }

  /** Returns the state after its first fetched packet has left, if a departure is this packet. */
  Optional<PossibleState> left(Departure departure) {
    if (fetched.isEmpty()
        || !fetched.get(0).is(departure)
        || fetched.get(0).packet().atPs() > departure.atPs()) {
      return Optional.empty();
    }
    return Optional.of(
        new PossibleState(
            origin, cell, departure.atPs(), Device.NEVER_PS, fetched.subList(1, fetched.size())));
  }

  /** Returns why a departure is not the first fetched packet. */
  Device.Objection objection(Departure departure) {
    Departure first = fetched.get(0).packet();
    return fetched.get(0).is(departure)
        ? new Device.Objection(true, "it may leave from " + first.atPs() + " ps on")
        : Device.Objection.only(first.action(), first.message());
  }

  /** Returns the sentence of a first fetched packet that is overdue; empty if it is not. */
  String overdue(long nowPs) {
    Fetched first = fetched.get(0);
    return first.byPs() >= nowPs
        ? ""
        : "%s with %s has been fetched before an event, and has not left by %d ps"
            .formatted(
                first.packet().action(), ShownValues.of(first.packet().message()), first.byPs());
  }

  /**
   * Returns all that tells this state from others at a time, except for intervals.
   *
   * @param fetches whether packets may be fetched before they leave: then it is unknown when the
   *     last one was sent
   */
  Object key(long nowPs, boolean fetches) {
    return fetches
        ? List.of(
            origin,
            cell.keyWithout(Device.SINCE_SENT, nowPs),
            fetched.stream()
                .map(each -> List.of(each.packet().action(), each.packet().message()))
                .toList())
        : List.of(origin, cell.key(nowPs), eligiblePs);
  }

  /**
   * Returns one state for two with the same key. If packets may be fetched before they leave, the
   * one that has sent the last packet earlier can do all that the other one can, except that
   * fetched packets may have other times: it then has the earlier of these.
   */
  PossibleState or(PossibleState other, long nowPs, boolean fetches) {
    if (!fetches) {
      return with(cell.and(other.cell));
    }
    PossibleState first = isBefore(other, nowPs) ? this : other;
    List<Fetched> packets = new ArrayList<>();
    for (int at = 0; at < fetched.size(); at++) {
      packets.add(fetched.get(at).or(other.fetched.get(at)));
    }
    PossibleState both =
        new PossibleState(origin, first.cell, first.atPs, Device.NEVER_PS, List.copyOf(packets));
    both.isDecided = first.isDecided;
    return both;
  }

  private boolean isBefore(PossibleState other, long nowPs) {
    int before = Long.compare(other.cell.sinceSentPs(nowPs), cell.sinceSentPs(nowPs));
    if (before == 0) {
      before = Long.compare(cell.latestPs(nowPs), other.cell.latestPs(nowPs));
    }
    return before == 0 ? !isDecided : before < 0;
  }
}
