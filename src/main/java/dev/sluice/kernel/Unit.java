package dev.sluice.kernel;

/** What a number counts. The label is what the header of an event log says of it. */
public enum Unit {
  /** It counts things, or is a name, a choice or a truth value. */
  NONE(""),
  /** Whole bytes. */
  BYTE("B"),
  /** Units of 2⁻⁹ byte, see {@link dev.sluice.units.Bytes}. */
  FIXED_POINT("2^-9 B"),
  /** Units of 2⁻⁹ byte, squared. */
  FIXED_POINT_SQUARED("(2^-9 B)^2"),
  /** As many squares of a unit as the configuration's {@code grain} says. */
  GRAIN("grain"),
  /** Picoseconds. */
  PICOSECOND("ps"),
  /** Bits in a second. */
  BIT_RATE("bit/s"),
  /** Millions of bits in a second. */
  MEGABIT_RATE("Mbit/s"),
  /** Packets. */
  PACKET("packet"),
  /** A packet sequence number, modulo 2³². */
  PSN("PSN"),
  /** Credit as the wire shows it. */
  WIRE_CREDIT("Quantum, modulo Modulus");

  private final String label;

  Unit(String label) {
    this.label = label;
  }

  /** The label; empty for {@link #NONE}. */
  public String label() {
    return label;
  }
}
