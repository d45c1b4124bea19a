package dev.sluice.model.graph;

import dev.sluice.model.tlc.probe.Segment;
import dev.sluice.model.tlc.probe.Values;
import dev.sluice.trace.Value;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the records of one segment; the format is that of {@link Segment}. */
final class SegmentReader implements Closeable {
  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;

  SegmentReader(Path file) throws IOException, GraphBroken {
    this.file = file;
    this.in = Files.newInputStream(file);
    int magic = 0;
    for (int i = 0; i < 4; i++) {
      magic = magic << 8 | octet();
    }
    if (magic != Segment.MAGIC) {
      in.close();
      throw new GraphBroken(file + " is not a graph segment of this version of Sluice");
    }
  }

  int number() throws IOException, GraphBroken {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int octet = octet();
      value |= (octet & 0x7f) << shift;
      if ((octet & 0x80) == 0) {
        return value;
      }
    }
    throw new GraphBroken(file + " holds a number of more than 32 bits");
  }

  long fingerprint() throws IOException, GraphBroken {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | octet();
    }
    return value;
  }

  String text() throws IOException, GraphBroken {
    byte[] octets = new byte[number()];
    for (int i = 0; i < octets.length; i++) {
      octets[i] = (byte) octet();
    }
    return new String(octets, StandardCharsets.UTF_8);
  }

  /** An action instance: name, arguments by formal parameter, and place. */
  ActionInstance action() throws IOException, GraphBroken {
    String name = text();
    List<String> parameters = new ArrayList<>();
    List<Value> arguments = new ArrayList<>();
    for (int left = number(); left > 0; left--) {
      parameters.add(text());
      arguments.add(value());
    }
    return new ActionInstance(name, parameters, arguments, text());
  }

  Value value() throws IOException, GraphBroken {
    int kind = number();
    switch (kind) {
      case Values.INT:
        int zigzag = number();
        return Value.of(zigzag >>> 1 ^ -(zigzag & 1));
      case Values.FALSE:
        return Value.of(false);
      case Values.TRUE:
        return Value.of(true);
      case Values.STRING:
        return Value.of(text());
      case Values.MODEL_VALUE:
        return new Value.Model(text());
      case Values.TUPLE:
        return Value.seq(items());
      case Values.SET:
        return Value.set(items());
      case Values.RECORD:
      case Values.FUNCTION:
        Map<Value, Value> entries = new HashMap<>();
        for (int left = number(); left > 0; left--) {
          Value argument = kind == Values.RECORD ? Value.of(text()) : value();
          entries.put(argument, value());
        }
        return Value.function(entries);
      default:
        throw new GraphBroken(file + " holds a value of unknown kind " + kind);
    }
  }

  private List<Value> items() throws IOException, GraphBroken {
    int count = number();
    List<Value> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(value());
    }
    return items;
  }

  private int octet() throws IOException, GraphBroken {
    if (position == limit) {
      limit = in.read(buffer);
      position = 0;
      if (limit <= 0) {
        limit = 0;
        throw new GraphBroken(
            file + " ends in the middle: TLC was stopped before it had written its graph");
      }
    }
    return buffer[position++] & 0xff;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
