package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes all behaviours of a model into one file, each state and each step once: equal behaviours
 * as equal bytes, a line for each state, step and behaviour.
 *
 * <p>A behaviour is the numbers of its steps; a step leads from one state to another, by their
 * numbers. Both are counted from 0, in the order in which the behaviours come to them first, so
 * that state 0 is where all begin. Values are written as {@link TraceJson} says, integers plain.
 * What is refused in a state stands with the state.
 */
public final class KeptWriter {
  /** The form that is written, and the only one that {@link KeptReader} reads. */
  public static final String FORMAT = "sluice-model-traces/4";

  /** The key of what a state refuses, beside its variables. */
  static final String REFUSED = "#refused";

  private static final JsonFactory JSON = new JsonFactory();

  private record Taken(int from, int to, ItfTrace.Step step) {}

  private final Map<List<Value>, Integer> states = new LinkedHashMap<>();
  private final List<List<ItfTrace.Step>> refused = new ArrayList<>();
  private final Map<Taken, Integer> steps = new LinkedHashMap<>();
  private final List<List<Integer>> behaviours = new ArrayList<>();

  private KeptWriter() {}

  /**
   * The whole file.
   *
   * @param behaviours of one model, at least one, all from the same state; none of them goes back
   * @throws IllegalArgumentException if they are not
   */
  public static byte[] bytes(List<ItfTrace> behaviours) {
    KeptWriter writer = new KeptWriter();
    ItfTrace first = behaviours.get(0);
    for (ItfTrace each : behaviours) {
      if (!each.meta().equals(first.meta())
          || !each.variables().equals(first.variables())
          || !each.states().get(0).values().equals(first.states().get(0).values())
          || each.loop().isPresent()) {
        throw new IllegalArgumentException("not behaviours of one model from one state that end");
      }
      writer.add(each);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      writer.write(first, json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  private void add(ItfTrace behaviour) {
    List<Integer> path = new ArrayList<>();
    int at = number(behaviour.states().get(0));
    for (ItfTrace.State state : behaviour.states().subList(1, behaviour.states().size())) {
      int to = number(state);
      Taken taken = new Taken(at, to, state.step().orElseThrow());
      steps.putIfAbsent(taken, steps.size());
      path.add(steps.get(taken));
      at = to;
    }
    behaviours.add(path);
  }

  private int number(ItfTrace.State state) {
    if (states.putIfAbsent(state.values(), states.size()) == null) {
      refused.add(state.refused());
    }
    return states.get(state.values());
  }

  private void write(ItfTrace one, JsonGenerator json) throws IOException {
    json.setPrettyPrinter(new TraceLines(Set.of("states", "steps", "behaviours")));
    TraceJson notation = new TraceJson(json, TraceJson.Integers.PLAIN);
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    json.writeStringField("module", one.meta().module());
    json.writeStringField("model", one.meta().model());
    json.writeStringField("spec-sha256", one.meta().specSha256());
    notation.values("constants", one.meta().constants());
    notation.names("vars", one.variables());
    json.writeArrayFieldStart("states");
    for (List<Value> values : states.keySet()) {
      state(one.variables(), values, refused.get(states.get(values)), json, notation);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("steps");
    for (Taken taken : steps.keySet()) {
      json.writeStartObject();
      json.writeNumberField("from", taken.from());
      json.writeNumberField("to", taken.to());
      notation.step(taken.step());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("behaviours");
    for (List<Integer> path : behaviours) {
      json.writeArray(path.stream().mapToInt(Integer::intValue).toArray(), 0, path.size());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private static void state(
      List<String> variables,
      List<Value> values,
      List<ItfTrace.Step> refused,
      JsonGenerator json,
      TraceJson notation)
      throws IOException {
    json.writeStartObject();
    for (int i = 0; i < variables.size(); i++) {
      json.writeFieldName(variables.get(i));
      notation.value(values.get(i), 1);
    }
    notation.refused(REFUSED, refused);
    json.writeEndObject();
  }
}
