package dev.sluice.wire.ip;

import dev.sluice.wire.Octets;
import java.util.Arrays;

/**
 * Frames by which one end of a cable holds the other up: of all traffic (802.3x), or of single
 * classes (PFC, 802.1Qbb).
 *
 * <p>A time is in quanta, each 512 bit times of the port that is held up; 0 lets it go on. A class
 * whose bit is not set is left as it is, whatever its time says.
 */
public final class MacControl {
  /** The type of such a frame. */
  public static final int TYPE = 0x8808;

  /** Opcode of a pause of all traffic. */
  public static final int PAUSE = 0x0001;

  /** Opcode of a pause of classes. */
  public static final int PFC = 0x0101;

  /** How many classes there are. */
  public static final int CLASSES = 8;

  /** The longest pause, in quanta. */
  public static final int LONGEST = 0xFFFF;

  /** The multicast address that no bridge forwards: 01-80-C2-00-00-01. */
  public static final long DESTINATION = 0x0180_C200_0001L;

  private static final int VECTOR_AT = 16;
  private static final int TIMES_AT = 18;

  private MacControl() {}

  /**
   * Writes a pause of classes, {@link Ethernet#SHORTEST} octets long, and answers where it ends.
   *
   * @param source address of the port that asks for it, 48 bits
   * @param classes bit i is class i, 8 bits
   * @param quanta for each class of which the bit is set, 16 bits; those of others are sent as 0
   */
  public static int putPfc(byte[] octets, int at, long source, int classes, int[] quanta) {
    begin(octets, at, source, PFC);
    Octets.putU16(octets, at + VECTOR_AT, Octets.fitting(classes, 0xFF));
    for (int i = 0; i < CLASSES; i++) {
      int time = (classes >> i & 1) != 0 ? quanta[i] : 0;
      Octets.putU16(octets, at + TIMES_AT + 2 * i, time);
    }
    return at + Ethernet.SHORTEST;
  }

  /**
   * Writes a pause of all traffic, {@link Ethernet#SHORTEST} octets long, and answers where it
   * ends.
   *
   * @param source address of the port that asks for it, 48 bits
   * @param quanta how long, 16 bits
   */
  public static int putPause(byte[] octets, int at, long source, int quanta) {
    begin(octets, at, source, PAUSE);
    Octets.putU16(octets, at + VECTOR_AT, quanta);
    return at + Ethernet.SHORTEST;
  }

  private static void begin(byte[] octets, int at, long source, int opcode) {
    Arrays.fill(octets, at, at + Ethernet.SHORTEST, (byte) 0);
    putAddress(octets, at, DESTINATION);
    putAddress(octets, at + 6, source);
    Octets.putU16(octets, at + 12, TYPE);
    Octets.putU16(octets, at + 14, opcode);
  }

  private static void putAddress(byte[] octets, int at, long address) {
    Octets.putU16(octets, at, (int) (address >>> 32));
    Octets.putBits32(octets, at + 2, (int) address);
  }

  /** {@link #PAUSE}, {@link #PFC}, or another one. */
  public static int opcode(byte[] octets, int at) {
    return Octets.u16(octets, at + 14);
  }

  /** The classes that a {@link #PFC} frame speaks of: bit i is class i. */
  public static int classes(byte[] octets, int at) {
    return Octets.u8(octets, at + VECTOR_AT + 1);
  }

  /** How long a {@link #PFC} frame holds a class up, in quanta. */
  public static int quanta(byte[] octets, int at, int of) {
    return Octets.u16(octets, at + TIMES_AT + 2 * of);
  }

  /** How long a {@link #PAUSE} frame holds everything up, in quanta. */
  public static int quanta(byte[] octets, int at) {
    return Octets.u16(octets, at + VECTOR_AT);
  }
}
