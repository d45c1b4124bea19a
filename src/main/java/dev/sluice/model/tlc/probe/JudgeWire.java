package dev.sluice.model.tlc.probe;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the driver and {@link Judge} speak: what requests and answers begin with, and texts.
 *
 * <p>Numbers and counts are 32 bits, big-endian, and strings are UTF-8 behind their length. Values
 * are of the kinds of {@link Values}.
 */
public final class JudgeWire {
  /** Request: a path of a module. Answer: a text, empty if it can be used; then its names. */
  public static final int LOAD = 1;

  /** Request: constants, then events. Answer: one of those below. */
  public static final int JUDGE = 2;

  /** Request: the same, and the kinds of steps are counted, which takes half as long again. */
  public static final int COUNT = 3;

  /** Answer: every event was consumed. */
  public static final int ACCEPTED = 0;

  /** Answer: an event does not fit. */
  public static final int REJECTED = 1;

  /** Answer: it cannot be said. */
  public static final int UNDECIDED = 2;

  private JudgeWire() {}

  /** Writes a string. */
  public static void text(DataOutputStream out, String text) throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(octets.length);
    out.write(octets);
  }

  /** Reads a string. */
  public static String text(DataInputStream in) throws IOException {
    byte[] octets = new byte[in.readInt()];
    in.readFully(octets);
    return new String(octets, StandardCharsets.UTF_8);
  }

  /** Writes named texts behind their count. */
  public static void texts(DataOutputStream out, Map<String, String> texts) throws IOException {
    out.writeInt(texts.size());
    for (Map.Entry<String, String> each : texts.entrySet()) {
      text(out, each.getKey());
      text(out, each.getValue());
    }
  }

  /** Writes named counts behind their own. */
  public static void counts(DataOutputStream out, Map<String, Integer> counts) throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      text(out, each.getKey());
      out.writeInt(each.getValue());
    }
  }

  /** Reads named counts, in the order in which they come. */
  public static Map<String, Integer> counts(DataInputStream in) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = text(in);
      counts.put(name, in.readInt());
    }
    return counts;
  }

  /** Reads named texts, in the order in which they come. */
  public static Map<String, String> texts(DataInputStream in) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = text(in);
      texts.put(name, text(in));
    }
    return texts;
  }
}
