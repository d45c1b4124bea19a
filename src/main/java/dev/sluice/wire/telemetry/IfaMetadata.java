package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of IFA 2.0 with their header, behind the header of the transport.
 *
 * @param requests what is asked for, 8 bits
 * @param actions what is to be done, 8 bits
 * @param hopLimit how many more switches may write, 8 bits
 * @param hops the newest first
 */
@Requirement("HPCC-16")
public record IfaMetadata(int requests, int actions, int hopLimit, List<IfaHop> hops) {
  /** Octets of the header in front of the records. */
  public static final int SIZE = 4;

  public IfaMetadata {
    Octets.fitting(requests, 0xFF);
    Octets.fitting(actions, 0xFF);
    Octets.fitting(hopLimit, 0xFF);
    hops = List.copyOf(hops);
    Octets.fitting(hops.size() * IfaHop.WORDS, 0xFF);
  }

  /** With one hop more, if the limit allows it; else as it is. */
  public IfaMetadata with(IfaHop hop) {
    if (hopLimit == 0 || (hops.size() + 1) * IfaHop.WORDS > 0xFF) {
      return this;
    }
    List<IfaHop> more = new ArrayList<>(List.of(hop));
    more.addAll(hops);
    return new IfaMetadata(requests, actions, hopLimit - 1, more);
  }

  /** Octets of header and records. */
  public int size() {
    return SIZE + hops.size() * IfaHop.SIZE;
  }

  /** Writes header and records, and answers where the payload begins. */
  public int put(byte[] octets, int at) {
    Octets.putU8(octets, at, requests);
    Octets.putU8(octets, at + 1, actions);
    Octets.putU8(octets, at + 2, hopLimit);
    Octets.putU8(octets, at + 3, hops.size() * IfaHop.WORDS);
    int next = at + SIZE;
    for (IfaHop hop : hops) {
      next = hop.put(octets, next);
    }
    return next;
  }

  /** Words of records, as their header says. */
  public static int words(byte[] octets, int at) {
    return Octets.u8(octets, at + 3);
  }

  /** Reads header and records; that they are all there, and whole, is the caller's to check. */
  public static IfaMetadata read(byte[] octets, int at) {
    List<IfaHop> hops = new ArrayList<>();
    for (int i = 0; i < words(octets, at) / IfaHop.WORDS; i++) {
      hops.add(IfaHop.read(octets, at + SIZE + i * IfaHop.SIZE));
    }
    return new IfaMetadata(
        Octets.u8(octets, at), Octets.u8(octets, at + 1), Octets.u8(octets, at + 2), hops);
  }
}
