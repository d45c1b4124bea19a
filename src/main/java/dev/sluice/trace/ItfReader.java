package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads behaviours from ITF JSON, and refuses what it would have to guess at.
 *
 * <p>Read is the notation of ADR-015: booleans, strings, integers (plain or {@code #bigint}),
 * arrays and {@code #tup}, {@code #set}, {@code #map}, objects as records, names as {@code
 * #unserializable} for model values. Refused, each with a sentence in {@link BadTrace}: what is no
 * JSON or is cut off, text after the end, a key given twice, an integer outside −2³¹ … 2³¹−1, a
 * fraction or an exponent, {@code null}, an element of a set or an argument of a map given twice, a
 * state with variables missing or undeclared, states out of order, another specification's digest,
 * an action that the model does not have. Unknown keys inside a {@code #meta} are passed over,
 * since the format leaves these objects to everybody.
 *
 * <p>A hostile file costs bounded memory and stack: see the limits below.
 */
public final class ItfReader extends TraceParser<ItfTrace> {
  /** The largest file that is read, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  /** The most values, counted with all inside them, that one file may hold. */
  public static final int MAX_VALUES = 4_000_000;

  private ItfReader(String file, byte[] bytes, Expected expected) throws BadTrace {
    super(file, bytes, MAX_BYTES, MAX_VALUES, expected);
  }

  /**
   * What the caller knows of the model.
   *
   * @param specSha256 digest of its specification, if a trace must be of exactly that one
   * @param actions its actions, if a trace may have no others
   */
  public record Expected(Optional<String> specSha256, Optional<Set<String>> actions) {
    /** Any model's trace. */
    public static final Expected ANY = new Expected(Optional.empty(), Optional.empty());

    /** The trace of one model, as its specification stands now. */
    public static Expected of(String specSha256, Set<String> actions) {
      return new Expected(Optional.of(specSha256), Optional.of(Set.copyOf(actions)));
    }
  }

  /** Reads one file. */
  public static ItfTrace read(Path file, Expected expected) throws BadTrace {
    return read(file.toString(), bytes(file, MAX_BYTES), expected);
  }

  /**
   * Reads a file's bytes.
   *
   * @param file its name, for the sentences only
   */
  public static ItfTrace read(String file, byte[] bytes, Expected expected) throws BadTrace {
    return new ItfReader(file, bytes, expected).read();
  }

  private record Told(Optional<ItfTrace.Step> step, List<ItfTrace.Step> refused, RawState raw) {}

  @Override
  ItfTrace whole() throws IOException, BadTrace {
    json.nextToken();
    require(JsonToken.START_OBJECT, "a trace is a JSON object");
    ItfTrace.Meta meta = null;
    List<String> variables = null;
    List<Told> states = null;
    OptionalInt loop = OptionalInt.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "#meta" -> meta = meta();
        case "vars" -> variables = variables();
        case "states" -> states = states();
        case "loop" -> loop = OptionalInt.of(integer());
        case "params" ->
            throw bad("'params' is not used here", "Put the constants into #meta.constants.");
        default -> throw bad("a trace has no key '" + key + "'", REPAIR);
      }
    }
    if (json.nextToken() != null) {
      throw bad("something follows the end of the trace: " + found(), REPAIR);
    }
    if (meta == null || variables == null || states == null) {
      String missing = meta == null ? "#meta" : variables == null ? "vars" : "states";
      throw bad("the trace has no '" + missing + "'", REPAIR);
    }
    if (states.isEmpty()) {
      throw bad("the trace has no state, not even an initial one", REPAIR);
    }
    if (loop.isPresent() && (loop.getAsInt() < 0 || loop.getAsInt() >= states.size())) {
      throw bad("'loop' is " + loop.getAsInt() + ", and there is no such state", REPAIR);
    }
    return new ItfTrace(meta, variables, complete(states, variables), loop);
  }

  private ItfTrace.Meta meta() throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "#meta is an object");
    Map<String, String> texts = new TreeMap<>();
    Map<String, Value> constants = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "format", "description", "module", "model", "spec-sha256" -> {
          require(JsonToken.VALUE_STRING, "#meta." + key + " is a string");
          texts.put(key, string(json.getText()));
          check(key, texts.get(key));
        }
        case "constants" -> constants.putAll(constants("#meta.constants"));
        default -> json.skipChildren();
      }
    }
    for (String key : List.of("format", "module", "model", "spec-sha256")) {
      if (!texts.containsKey(key)) {
        throw bad("#meta has no '" + key + "'", REPAIR);
      }
    }
    return new ItfTrace.Meta(
        texts.getOrDefault("description", ""),
        texts.get("module"),
        texts.get("model"),
        texts.get("spec-sha256"),
        constants);
  }

  private void check(String key, String text) throws BadTrace {
    if (key.equals("format") && !text.equals("ITF")) {
      throw bad("the format is '" + text + "', not 'ITF'", REPAIR);
    }
    if (key.equals("spec-sha256")) {
      checkDigest(text);
    }
  }

  private List<Told> states() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'states' is an array of states");
    List<Told> states = new ArrayList<>();
    state = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      states.add(state());
      state++;
    }
    state = -1;
    return states;
  }

  private Told state() throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "a state is an object");
    int line = json.currentTokenLocation().getLineNr();
    boolean hasMeta = false;
    List<ItfTrace.Step> refused = new ArrayList<>();
    Optional<ItfTrace.Step> step = Optional.empty();
    Map<String, Value> variables = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = string(json.currentName());
      json.nextToken();
      if (key.equals("#meta")) {
        hasMeta = true;
        step = step(refused);
      } else {
        variables.put(key, value(1));
      }
    }
    if (!hasMeta) {
      throw bad("the state has no '#meta' with its index and action", REPAIR);
    }
    return new Told(step, refused, new RawState(line, variables));
  }

  private Optional<ItfTrace.Step> step(List<ItfTrace.Step> refused) throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "the #meta of a state is an object");
    int index = -1;
    RawStep raw = new RawStep();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "index" -> index = integer();
        case "refused" -> refused.addAll(refused());
        default -> {
          if (!raw.has(key)) {
            json.skipChildren();
          }
        }
      }
    }
    if (index != state) {
      String said = index < 0 ? "no index" : "the index " + index;
      throw bad("the state has " + said + " where " + state + " is due: a state is missing", RENEW);
    }
    if (!raw.isOne() && state > 0) {
      throw bad("no action leads to this state", REPAIR);
    } else if (raw.isOne() && state == 0) {
      throw bad("an action leads to the initial state", REPAIR);
    }
    return raw.isOne() ? Optional.of(raw.step()) : Optional.empty();
  }

  private List<ItfTrace.State> complete(List<Told> told, List<String> variables) throws BadTrace {
    List<ItfTrace.State> states = new ArrayList<>(told.size());
    for (int i = 0; i < told.size(); i++) {
      Told one = told.get(i);
      List<Value> values = complete(one.raw(), i, variables);
      states.add(new ItfTrace.State(one.step(), values, one.refused()));
    }
    return states;
  }
}
