package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Writes behaviours as ITF JSON: equal behaviours as equal bytes, one state a line.
 *
 * <p>Values are written as {@link TraceJson} says, all integers as {@code #bigint}. UTF-8, and
 * lines end with a line feed.
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
      TraceJson values = new TraceJson(json, TraceJson.Integers.BIG);
      json.writeFieldName("#meta");
      meta(trace.meta(), json, values);
      values.names("vars", trace.variables());
      if (trace.loop().isPresent()) {
        json.writeNumberField("loop", trace.loop().getAsInt());
      }
      json.writeArrayFieldStart("states");
      for (int i = 0; i < trace.states().size(); i++) {
        state(i, trace.states().get(i), trace.variables(), json, values);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void meta(ItfTrace.Meta meta, JsonGenerator json, TraceJson values)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("format", "ITF");
    json.writeStringField("format-description", FORMAT_DESCRIPTION);
    if (!meta.description().isEmpty()) {
      json.writeFieldName("description");
      values.string(meta.description());
    }
    json.writeStringField("module", meta.module());
    json.writeStringField("model", meta.model());
    json.writeStringField("spec-sha256", meta.specSha256());
    values.values("constants", meta.constants());
    json.writeEndObject();
  }

  private static void state(
      int index, ItfTrace.State state, List<String> variables, JsonGenerator json, TraceJson values)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("#meta");
    json.writeNumberField("index", index);
    if (state.step().isPresent()) {
      values.step(state.step().get());
    }
    values.refused("refused", state.refused());
    json.writeEndObject();
    for (int i = 0; i < variables.size(); i++) {
      json.writeFieldName(variables.get(i));
      values.value(state.values().get(i), 1);
    }
    json.writeEndObject();
  }
}
