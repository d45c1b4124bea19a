package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes behaviours as ITF JSON: equal behaviours as equal bytes, one state a line.
 *
 * <p>Integers are plain JSON integers, since all fit 32 bits; sequences and tuples are arrays,
 * records are objects with sorted keys, sets are sorted {@code #set}s, other functions sorted
 * {@code #map}s. ITF has no model values: they are written by name as {@code #unserializable},
 * which tells them from strings. A record with a field that ITF would take for a sign of its own
 * ({@code #...}) is a {@code #map} too. UTF-8, and lines end with a line feed.
 */
public final class ItfWriter {
  private static final String FORMAT_DESCRIPTION =
      "https://apalache-mc.org/docs/adr/015adr-trace.html";
  private static final JsonFactory JSON = new JsonFactory();

  private ItfWriter() {}

  /** The whole file. */
  public static byte[] bytes(ItfTrace trace) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(trace, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  /** Writes the file, whole or not at all. */
  public static void write(ItfTrace trace, Path file) throws IOException {
    WholeFile.write(file, bytes(trace));
  }

  private static void write(ItfTrace trace, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(new TraceLines(Set.of("states")));
      json.writeStartObject();
      json.writeFieldName("#meta");
      meta(trace.meta(), json);
      names("vars", trace.variables(), json);
      if (trace.loop().isPresent()) {
        json.writeNumberField("loop", trace.loop().getAsInt());
      }
      json.writeArrayFieldStart("states");
      for (int i = 0; i < trace.states().size(); i++) {
        state(i, trace.states().get(i), trace.variables(), json);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void meta(ItfTrace.Meta meta, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("format", "ITF");
    json.writeStringField("format-description", FORMAT_DESCRIPTION);
    if (!meta.description().isEmpty()) {
      json.writeFieldName("description");
      string(meta.description(), json);
    }
    json.writeStringField("module", meta.module());
    json.writeStringField("model", meta.model());
    json.writeStringField("spec-sha256", meta.specSha256());
    values("constants", meta.constants(), json);
    json.writeEndObject();
  }

  private static void state(
      int index, ItfTrace.State state, List<String> variables, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("#meta");
    json.writeNumberField("index", index);
    if (state.step().isPresent()) {
      step(state.step().get(), json);
    }
    refused("refused", state.refused(), json);
    json.writeEndObject();
    for (int i = 0; i < variables.size(); i++) {
      json.writeFieldName(variables.get(i));
      value(state.values().get(i), 1, json);
    }
    json.writeEndObject();
  }

  /** Writes names as an array. */
  static void names(String key, List<String> names, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(key);
    for (String each : names) {
      string(each, json);
    }
    json.writeEndArray();
  }

  /** Writes named values as an object. */
  static void values(String key, Map<String, Value> values, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(key);
    for (Map.Entry<String, Value> each : values.entrySet()) {
      name(each.getKey(), json);
      value(each.getValue(), 1, json);
    }
    json.writeEndObject();
  }

  /** Writes a step's action, arguments and messages as fields of the object that is open. */
  static void step(ItfTrace.Step step, JsonGenerator json) throws IOException {
    call(step, json);
    if (step.takes().isPresent()) {
      json.writeFieldName("takes");
      value(step.takes().get(), 1, json);
    }
    if (!step.sends().isEmpty()) {
      json.writeFieldName("sends");
      array(step.sends(), 1, json);
    }
  }

  /** Writes calls that are refused as an array, where there are any. */
  static void refused(String key, List<ItfTrace.Step> calls, JsonGenerator json)
      throws IOException {
    if (calls.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(key);
    for (ItfTrace.Step each : calls) {
      json.writeStartObject();
      call(each, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void call(ItfTrace.Step step, JsonGenerator json) throws IOException {
    json.writeStringField("action", step.action());
    json.writeObjectFieldStart("arguments");
    for (Value.Field argument : step.arguments()) {
      name(argument.name(), json);
      value(argument.value(), 1, json);
    }
    json.writeEndObject();
  }

  /** Writes one value in the notation of ITF. */
  static void value(Value value, int depth, JsonGenerator json) throws IOException {
    if (depth > Value.MAX_DEPTH) {
      throw new IllegalArgumentException("a value nested deeper than " + Value.MAX_DEPTH);
    }
    if (value instanceof Value.Bool bool) {
      json.writeBoolean(bool.value());
    } else if (value instanceof Value.Int number) {
      json.writeNumber(number.value());
    } else if (value instanceof Value.Str text) {
      string(text.value(), json);
    } else if (value instanceof Value.Model model) {
      json.writeStartObject();
      json.writeStringField("#unserializable", writable(model.name()));
      json.writeEndObject();
    } else if (value instanceof Value.Seq seq) {
      array(seq.items(), depth, json);
    } else if (value instanceof Value.Set set) {
      json.writeStartObject();
      json.writeFieldName("#set");
      array(set.items(), depth, json);
      json.writeEndObject();
    } else if (value instanceof Value.Rec rec) {
      record(rec, depth, json);
    } else if (value instanceof Value.Fun fun) {
      startMap(json);
      for (Value.Entry entry : fun.entries()) {
        pair(entry.argument(), entry.value(), depth, json);
      }
      endMap(json);
    }
  }

  private static void array(List<Value> items, int depth, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Value item : items) {
      value(item, depth + 1, json);
    }
    json.writeEndArray();
  }

  private static void record(Value.Rec rec, int depth, JsonGenerator json) throws IOException {
    if (rec.fields().stream().anyMatch(field -> field.name().startsWith("#"))) {
      startMap(json);
      for (Value.Field field : rec.fields()) {
        pair(Value.of(field.name()), field.value(), depth, json);
      }
      endMap(json);
      return;
    }
    json.writeStartObject();
    for (Value.Field field : rec.fields()) {
      name(field.name(), json);
      value(field.value(), depth + 1, json);
    }
    json.writeEndObject();
  }

  private static void startMap(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("#map");
  }

  private static void pair(Value argument, Value value, int depth, JsonGenerator json)
      throws IOException {
    json.writeStartArray();
    value(argument, depth + 1, json);
    value(value, depth + 1, json);
    json.writeEndArray();
  }

  private static void endMap(JsonGenerator json) throws IOException {
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void string(String text, JsonGenerator json) throws IOException {
    json.writeString(writable(text));
  }

  private static void name(String name, JsonGenerator json) throws IOException {
    json.writeFieldName(writable(name));
  }

  private static String writable(String text) {
    if (!Text.isWritable(text)) {
      throw new IllegalArgumentException("characters that a trace may not hold: " + text);
    }
    return text;
  }
}
