package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;

/**
 * The tag that gives an Ethernet frame a priority and a virtual network.
 *
 * <p>It stands where an untagged frame has its type, and ends with that type.
 *
 * @param priority the class of the frame (PCP), 3 bits
 * @param dropEligible whether it may be dropped before others (DEI)
 * @param id the virtual network, 12 bits; 0 tells the priority alone
 * @param type what follows; see {@link Ethernet}
 */
public record Vlan(int priority, boolean dropEligible, int id, int type) {
  /** Octets that a tag makes a frame longer. */
  public static final int SIZE = 4;

  /** The type of a frame that has a tag. */
  public static final int TYPE = 0x8100;

  public Vlan {
    Octets.fitting(priority, 7);
    Octets.fitting(id, 0xFFF);
    Octets.fitting(type, 0xFFFF);
  }

  /**
   * Writes the tag, and answers where the next header begins.
   *
   * @param at where the type of the frame stands, behind its two addresses
   */
  public int put(byte[] octets, int at) {
    Octets.putU16(octets, at, TYPE);
    Octets.putU16(octets, at + 2, priority << 13 | (dropEligible ? 1 << 12 : 0) | id);
    Octets.putU16(octets, at + 4, type);
    return at + SIZE + 2;
  }

  /** Reads a tag; that there is one is the caller's to check. */
  public static Vlan read(byte[] octets, int at) {
    int tag = Octets.u16(octets, at + 2);
    return new Vlan(tag >> 13, (tag & 1 << 12) != 0, tag & 0xFFF, Octets.u16(octets, at + 4));
  }
}
