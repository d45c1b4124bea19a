package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes values, steps and refused calls of behaviours as JSON, in the notation of ITF.
 *
 * <p>Sequences and tuples are arrays, records are objects with sorted keys, sets are sorted {@code
 * #set}s, other functions sorted {@code #map}s. ITF has no model values: they are written by name
 * as {@code #unserializable}, which tells them from strings. A record with a field that ITF would
 * take for a sign of its own ({@code #...}) is a {@code #map} too.
 */
final class TraceJson {
  private final JsonGenerator json;
  private final Integers integers;

  /** Notation of integers. */
  enum Integers {
    /** Plain JSON integers, since all fit 32 bits. */
    PLAIN,
    /** {@code {"#bigint": "7"}}, as ITF wants all integers. */
    BIG
  }

  TraceJson(JsonGenerator json, Integers integers) {
    this.json = json;
    this.integers = integers;
  }

  /** Writes names as an array. */
  void names(String key, List<String> names) throws IOException {
    json.writeArrayFieldStart(key);
    for (String each : names) {
      string(each);
    }
    json.writeEndArray();
  }

  /** Writes named values as an object. */
  void values(String key, Map<String, Value> values) throws IOException {
    json.writeObjectFieldStart(key);
    for (Map.Entry<String, Value> each : values.entrySet()) {
      name(each.getKey());
      value(each.getValue(), 1);
    }
    json.writeEndObject();
  }

  /** Writes a step's action, arguments and messages as fields of the object that is open. */
  void step(ItfTrace.Step step) throws IOException {
    call(step);
    if (step.takes().isPresent()) {
      json.writeFieldName("takes");
      value(step.takes().get(), 1);
    }
    if (!step.sends().isEmpty()) {
      json.writeFieldName("sends");
      array(step.sends(), 1);
    }
  }

  /** Writes calls that are refused as an array, where there are any. */
  void refused(String key, List<ItfTrace.Step> calls) throws IOException {
    if (calls.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(key);
    for (ItfTrace.Step each : calls) {
      json.writeStartObject();
      call(each);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void call(ItfTrace.Step step) throws IOException {
    json.writeStringField("action", step.action());
    json.writeObjectFieldStart("arguments");
    for (Value.Field argument : step.arguments()) {
      name(argument.name());
      value(argument.value(), 1);
    }
    json.writeEndObject();
  }

  /** Writes one value in the notation of ITF. */
  void value(Value value, int depth) throws IOException {
    if (depth > Value.MAX_DEPTH) {
      throw new IllegalArgumentException("a value nested deeper than " + Value.MAX_DEPTH);
    }
    if (value instanceof Value.Bool bool) {
      json.writeBoolean(bool.value());
    } else if (value instanceof Value.Int number) {
      integer(number.value());
    } else if (value instanceof Value.Str text) {
      string(text.value());
    } else if (value instanceof Value.Model model) {
      json.writeStartObject();
      json.writeStringField("#unserializable", writable(model.name()));
      json.writeEndObject();
    } else if (value instanceof Value.Seq seq) {
      array(seq.items(), depth);
    } else if (value instanceof Value.Set set) {
      json.writeStartObject();
      json.writeFieldName("#set");
      array(set.items(), depth);
      json.writeEndObject();
    } else if (value instanceof Value.Rec rec) {
      record(rec, depth);
    } else if (value instanceof Value.Fun fun) {
      startMap();
      for (Value.Entry entry : fun.entries()) {
        pair(entry.argument(), entry.value(), depth);
      }
      endMap();
    }
  }

  private void integer(int value) throws IOException {
    if (integers == Integers.PLAIN) {
      json.writeNumber(value);
      return;
    }
    json.writeStartObject();
    json.writeStringField("#bigint", Integer.toString(value));
    json.writeEndObject();
  }

  private void array(List<Value> items, int depth) throws IOException {
    json.writeStartArray();
    for (Value item : items) {
      value(item, depth + 1);
    }
    json.writeEndArray();
  }

  private void record(Value.Rec rec, int depth) throws IOException {
    if (rec.fields().stream().anyMatch(field -> field.name().startsWith("#"))) {
      startMap();
      for (Value.Field field : rec.fields()) {
        pair(Value.of(field.name()), field.value(), depth);
      }
      endMap();
      return;
    }
    json.writeStartObject();
    for (Value.Field field : rec.fields()) {
      name(field.name());
      value(field.value(), depth + 1);
    }
    json.writeEndObject();
  }

  private void startMap() throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("#map");
  }

  private void pair(Value argument, Value value, int depth) throws IOException {
    json.writeStartArray();
    value(argument, depth + 1);
    value(value, depth + 1);
    json.writeEndArray();
  }

  private void endMap() throws IOException {
    json.writeEndArray();
    json.writeEndObject();
  }

  void string(String text) throws IOException {
    json.writeString(writable(text));
  }

  private void name(String name) throws IOException {
    json.writeFieldName(writable(name));
  }

  private static String writable(String text) {
    if (!Text.isWritable(text)) {
      throw new IllegalArgumentException("characters that a trace may not hold: " + text);
    }
    return text;
  }
}
