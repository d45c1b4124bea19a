package dev.sluice.model.graph;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one segment of a graph, octet by octet. The format is that of {@code Segment}, whose code
 * is not used here.
 */
public final class Octets {
  private static final int MAGIC = 0x534c4701;
  private static final int VARIABLES = 1;
  static final int CONSTANT = 2;
  private static final int ACTION = 3;
  static final int VALUE = 4;
  public static final int INITIAL = 5;
  public static final int STATE = 6;
  private static final int SOURCE = 7;
  private static final int END = 8;
  private static final int STEP = 9;
  private static final int TAKEN = 10;
  private static final int EDGE = 16;
  static final int INT = 1;
  private static final int FALSE = 2;
  private static final int TRUE = 3;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public Octets() {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(MAGIC >>> shift);
    }
  }

  public byte[] octets() {
    return out.toByteArray();
  }

  Octets raw(int... octets) {
    for (int octet : octets) {
      out.write(octet);
    }
    return this;
  }

  Octets numbers(int... values) {
    for (int value : values) {
      int rest = value;
      for (; rest >>> 7 != 0; rest >>>= 7) {
        out.write(rest & 0x7f | 0x80);
      }
      out.write(rest);
    }
    return this;
  }

  Octets fixed(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.write((int) (value >>> shift));
    }
    return this;
  }

  Octets text(String text) {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    numbers(octets.length);
    out.writeBytes(octets);
    return this;
  }

  public Octets variables(String... names) {
    numbers(VARIABLES, names.length);
    Arrays.stream(names).forEach(this::text);
    return this;
  }

  /** Writes a constant that is a natural number. */
  public Octets constant(String name, int value) {
    return numbers(CONSTANT).text(name).numbers(INT, 2 * value);
  }

  /** Writes a constant that is a truth value. */
  public Octets constant(String name, boolean value) {
    return numbers(CONSTANT).text(name).numbers(value ? TRUE : FALSE);
  }

  /** Writes an action instance with one number as argument, or with none. */
  public Octets action(int id, String name, int... argument) {
    return numbers(ACTION, id).instance(name, argument);
  }

  private Octets instance(String name, int... argument) {
    text(name).numbers(argument.length);
    for (int value : argument) {
      text("n").numbers(INT, 2 * value);
    }
    return text("line 1");
  }

  /** Writes the only action instance that leads to the next state of a behaviour. */
  public Octets step(String name, int... argument) {
    return numbers(STEP, 1).instance(name, argument);
  }

  /** Writes how often an action was taken. */
  public Octets taken(long times, String name, int... argument) {
    return numbers(TAKEN).fixed(times).instance(name, argument);
  }

  /** Writes a value of the first variable: zigzagged, 0 to 0, −1 to 1, 1 to 2. */
  public Octets value(int id, int zigzag) {
    return numbers(VALUE, 0, id, INT, zigzag);
  }

  public Octets state(int tag, long fingerprint, int id) {
    return numbers(tag).fixed(fingerprint).numbers(id);
  }

  public Octets from(long fingerprint) {
    return numbers(SOURCE).fixed(fingerprint);
  }

  public Octets edge(int action, long fingerprint) {
    return numbers(EDGE + action).fixed(fingerprint);
  }

  public Octets end(long edges) {
    return numbers(END).fixed(edges);
  }
}
