package dev.sluice.model.tlc.probe;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tlc2.tool.Action;
import tlc2.value.IValue;

/**
 * One segment file of a streamed graph, written by one thread.
 *
 * <p>A segment is a magic word and a run of records, each opened by a tag. Numbers are unsigned
 * LEB128 unless said otherwise; signed ones are zigzagged first; fingerprints are 8 octets,
 * big-endian.
 *
 * <table>
 * <caption>Records</caption>
 * <tr><th>tag</th><th>record</th></tr>
 * <tr><td>{@value #VARIABLES}</td><td>count, names: the order in which states list their values</td></tr>
 * <tr><td>{@value #CONSTANT}</td><td>name, value</td></tr>
 * <tr><td>{@value #ACTION}</td><td>id, name, count, (parameter, value)…, location</td></tr>
 * <tr><td>{@value #VALUE}</td><td>variable, id, value: ids count up from 0 for each variable</td></tr>
 * <tr><td>{@value #INITIAL}</td><td>fingerprint, one value id a variable</td></tr>
 * <tr><td>{@value #STATE}</td><td>fingerprint, one value id a variable</td></tr>
 * <tr><td>{@value #SOURCE}</td><td>fingerprint: the edges that follow leave this state</td></tr>
 * <tr><td>{@value #STEP}</td><td>count, (name, count, (parameter, value)…, location)…: the action
 * instances by which a behaviour may have come to its next state</td></tr>
 * <tr><td>{@value #TAKEN}</td><td>8 octets, name, count, (parameter, value)…, location: how often an action
 * instance was taken</td></tr>
 * <tr><td>{@value #END}</td><td>edges written: a segment without it was cut short</td></tr>
 * <tr><td>{@value #EDGE} + action id</td><td>fingerprint of the target</td></tr>
 * </table>
 *
 * <p>Value ids are local to a segment and are joined by value when the graph is read: no two worker
 * threads share a lock here.
 */
public final class Segment implements Closeable {
  /** The octets a segment opens with; the last one is the version of the format. */
  public static final int MAGIC = 0x534c4701;

  public static final int VARIABLES = 1;
  public static final int CONSTANT = 2;
  public static final int ACTION = 3;
  public static final int VALUE = 4;
  public static final int INITIAL = 5;
  public static final int STATE = 6;
  public static final int SOURCE = 7;
  public static final int END = 8;
  public static final int STEP = 9;
  public static final int TAKEN = 10;

  /** The first tag that stands for an edge. */
  public static final int EDGE = 16;

  private static final int ROOM = 1 << 16;

  private final OutputStream out;
  private final byte[] buffer = new byte[ROOM];
  private int length;
  private long source;
  private boolean hasSource;
  private long edges;

  /** Opens a new segment. */
  public Segment(Path file) throws IOException {
    out = new BufferedOutputStream(Files.newOutputStream(file), 8);
    need(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (MAGIC >>> shift);
    }
  }

  /** Writes an edge, and its source where that is not the last edge's. */
  void edge(long from, int action, long to) throws IOException {
    need(32);
    if (!hasSource || source != from) {
      buffer[length++] = SOURCE;
      fixed(from);
      source = from;
      hasSource = true;
    }
    number(EDGE + action);
    fixed(to);
    edges++;
  }

  /** Opens a record. */
  void tag(int tag) throws IOException {
    number(tag);
  }

  /** The record of the variables. */
  void variables(List<OpDeclNode> variables) throws IOException {
    tag(VARIABLES);
    number(variables.size());
    for (OpDeclNode variable : variables) {
      text(variable.getName().toString());
    }
  }

  /** A record for each constant that can be written out: an infinite set cannot. */
  void constants(Map<String, IValue> constants) throws IOException {
    for (Map.Entry<String, IValue> constant : constants.entrySet()) {
      if (Values.canBeWritten(constant.getValue())) {
        tag(CONSTANT);
        text(constant.getKey());
        Values.write(this, constant.getValue());
      }
    }
  }

  /** An action instance: its name, its arguments by formal parameter, and where it stands. */
  void action(Action action) throws IOException {
    text(action.getName().toString());
    Map<String, IValue> arguments = arguments(action);
    number(arguments.size());
    for (Map.Entry<String, IValue> argument : arguments.entrySet()) {
      text(argument.getKey());
      Values.write(this, argument.getValue());
    }
    text(String.valueOf(action.pred.getLocation())); // the action's own differs between versions
  }

  /** The arguments of an action instance, by the names of its parameters. */
  static Map<String, IValue> arguments(Action action) {
    Map<String, IValue> arguments = new LinkedHashMap<>();
    OpDefNode definition = action.getOpDef();
    if (definition == null || definition.getParams() == null) {
      return arguments;
    }
    for (FormalParamNode parameter : definition.getParams()) {
      if (action.con.lookup(parameter) instanceof IValue value && Values.canBeWritten(value)) {
        arguments.put(parameter.getName().toString(), value);
      }
    }
    return arguments;
  }

  /** An unsigned number. */
  void number(int value) throws IOException {
    need(5);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      buffer[length++] = (byte) (rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  /** A signed number, zigzagged so that small magnitudes stay short. */
  void signed(int value) throws IOException {
    number(value << 1 ^ value >> 31);
  }

  /** A fingerprint. */
  void fingerprint(long value) throws IOException {
    need(8);
    fixed(value);
  }

  /** A string in UTF-8, its length first. */
  void text(String value) throws IOException {
    byte[] octets = value.getBytes(StandardCharsets.UTF_8);
    number(octets.length);
    if (octets.length > ROOM) {
      flush();
      out.write(octets);
      return;
    }
    need(octets.length);
    System.arraycopy(octets, 0, buffer, length, octets.length);
    length += octets.length;
  }

  private void fixed(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
  }

  private void need(int octets) throws IOException {
    if (length + octets > ROOM) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }

  /** Writes the closing record and closes the file. */
  @Override
  public void close() throws IOException {
    try (out) {
      tag(END);
      need(8);
      fixed(edges);
      flush();
    }
  }
}
