package dev.sluice.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Big-endian numbers inside a byte array, as every header of this room holds them.
 *
 * <p>Readers are single loads, for the hot path of a switch. Writers refuse a value that does not
 * fit its field: nothing is cut off on its way to the wire.
 */
public final class Octets {
  /** The largest number of three octets. */
  public static final int MAX_U24 = 0xFF_FFFF;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Octets() {}

  /** An unsigned octet. */
  public static int u8(byte[] octets, int at) {
    return octets[at] & 0xFF;
  }

  /** Two octets, unsigned. */
  public static int u16(byte[] octets, int at) {
    return (short) SHORTS.get(octets, at) & 0xFFFF;
  }

  /** Two octets, signed. */
  public static int s16(byte[] octets, int at) {
    return (short) SHORTS.get(octets, at);
  }

  /** Three octets, unsigned. */
  public static int u24(byte[] octets, int at) {
    return u8(octets, at) << 16 | u16(octets, at + 1);
  }

  /** Four octets as their 32 bits; the sign is the reader's matter. */
  public static int bits32(byte[] octets, int at) {
    return (int) INTS.get(octets, at);
  }

  /** Four octets, unsigned. */
  public static long u32(byte[] octets, int at) {
    return bits32(octets, at) & 0xFFFF_FFFFL;
  }

  /** Eight octets as their 64 bits. */
  public static long bits64(byte[] octets, int at) {
    return (long) LONGS.get(octets, at);
  }

  /** Writes an unsigned octet. */
  public static void putU8(byte[] octets, int at, int value) {
    octets[at] = (byte) fitting(value, 0xFF);
  }

  /** Writes two octets, unsigned. */
  public static void putU16(byte[] octets, int at, int value) {
    SHORTS.set(octets, at, (short) fitting(value, 0xFFFF));
  }

  /** Writes two octets, signed. */
  public static void putS16(byte[] octets, int at, int value) {
    if (value != (short) value) {
      throw new IllegalArgumentException(value + " does not fit into 16 signed bits");
    }
    SHORTS.set(octets, at, (short) value);
  }

  /** Writes three octets, unsigned. */
  public static void putU24(byte[] octets, int at, int value) {
    fitting(value, 0xFF_FFFF);
    octets[at] = (byte) (value >> 16);
    SHORTS.set(octets, at + 1, (short) value);
  }

  /** Writes 32 bits. */
  public static void putBits32(byte[] octets, int at, int bits) {
    INTS.set(octets, at, bits);
  }

  /** Writes 64 bits. */
  public static void putBits64(byte[] octets, int at, long bits) {
    LONGS.set(octets, at, bits);
  }

  /**
   * The value itself, if it lies within the field.
   *
   * @param mask the largest value of the field: ones from bit 0 on
   */
  public static int fitting(int value, int mask) {
    if ((value & ~mask) != 0) {
      throw new IllegalArgumentException(value + " lies outside 0 … " + mask);
    }
    return value;
  }
}
