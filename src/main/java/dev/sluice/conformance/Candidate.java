package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply.Departure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States in which an implementation may be: a cell, the time at which it is there, and the packets
 * that have been fetched and have not left.
 */
final class Candidate {
  private final Cell cell;
  private final long atPs;
  private final List<Fetched> fetched;

  /** Since when a packet of the backlog may leave; {@link Device#NEVER_PS} if none may. */
  private long eligiblePs;

  /** Whether the implementation does not fetch the next packet before it takes another step. */
  private boolean isDecided;

  /**
   * A packet that has been fetched.
   *
   * @param packet the departure, at the time 0
   * @param byPs the time by which it leaves
   */
  private record Fetched(Departure packet, long byPs) {}

  private Candidate(Cell cell, long atPs, long eligiblePs, List<Fetched> fetched) {
    this.cell = cell;
    this.atPs = atPs;
    this.eligiblePs = eligiblePs;
    this.fetched = fetched;
  }

  /** Makes a candidate without fetched packets. */
  static Candidate of(Cell cell, long atPs) {
    return new Candidate(cell, atPs, Device.NEVER_PS, List.of());
  }

  Cell cell() {
    return cell;
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

  /** Returns the candidate with other values of its variables, and with all else that it has. */
  Candidate with(Cell other) {
    Candidate with = new Candidate(other, atPs, eligiblePs, fetched);
    with.isDecided = isDecided;
    return with;
  }

  /** Returns the candidate at a later time. */
  Candidate at(long timePs) {
    Candidate at = new Candidate(cell, timePs, eligiblePs, fetched);
    at.isDecided = isDecided;
    return at;
  }

  /** Returns the candidate after an event or a departure. */
  Candidate after(Cell other, long timePs) {
    return new Candidate(other, timePs, Device.NEVER_PS, fetched);
  }

  /** Returns the candidate after the step of a timer. */
  Candidate stepped(Cell other, long timePs) {
    return new Candidate(other, timePs, eligiblePs, fetched);
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

  /** Returns the candidate before it decides whether to fetch the next packet. */
  Candidate undecided() {
    return isDecided ? new Candidate(cell, atPs, eligiblePs, fetched) : this;
  }

  /**
   * Returns the candidate after it has fetched a packet.
   *
   * @param offer the packet at the time at which it is fetched
   * @param byPs the time by which it leaves
   */
  Candidate fetching(Cell other, Departure offer, long byPs) {
    List<Fetched> all = new ArrayList<>(fetched);
    all.add(new Fetched(new Departure(0, offer.action(), offer.message()), byPs));
    return new Candidate(other, offer.atPs(), Device.NEVER_PS, List.copyOf(all));
  }

  /**
   * Returns the candidate after its first fetched packet has left, if a departure is this packet.
   */
  Optional<Candidate> left(Departure departure, long nowPs) {
    if (fetched.isEmpty()
        || !fetched
            .get(0)
            .packet()
            .equals(new Departure(0, departure.action(), departure.message()))) {
      return Optional.empty();
    }
    return Optional.of(
        new Candidate(cell, nowPs, Device.NEVER_PS, fetched.subList(1, fetched.size())));
  }

  /** Returns that only the first fetched packet may leave. */
  Device.Objection objection() {
    Departure first = fetched.get(0).packet();
    return Device.Objection.only(first.action(), first.message());
  }

  /** Returns that the first fetched packet has not left by a time; empty if it may leave later. */
  String overdue(long nowPs) {
    Fetched first = fetched.get(0);
    return first.byPs() >= nowPs
        ? ""
        : "%s with %s has been fetched and must leave by %d ps, and has not left by %d ps"
            .formatted(
                first.packet().action(),
                ShownValues.of(first.packet().message()),
                first.byPs(),
                nowPs);
  }

  /** Returns all that tells this candidate from others at a time, except for intervals. */
  Object key(long nowPs) {
    return List.of(cell.key(nowPs), eligiblePs, fetched, isDecided);
  }
}
