package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads what {@link KeptWriter} writes: all behaviours of a model in one file.
 *
 * <p>Beside what {@link TraceParser} refuses: a state or a step that stands there twice or that no
 * behaviour comes to, a number for which there is none, and a behaviour whose steps do not follow
 * each other from state 0 on. Nothing is passed over.
 */
public final class KeptReader extends TraceParser<List<ItfTrace>> {
  /** The largest file that is read, in bytes. */
  public static final int MAX_BYTES = 64 << 20;

  private static final int MAX_VALUES = 16_000_000;
  private static final String FORM = KeptWriter.FORMAT.replaceAll("[0-9]+$", "");

  private record Taken(int from, int to, ItfTrace.Step step) {}

  private record Told(RawState raw, List<ItfTrace.Step> refused) {}

  private KeptReader(String file, byte[] bytes, ItfReader.Expected expected) throws BadTrace {
    super(file, bytes, MAX_BYTES, MAX_VALUES, expected);
  }

  /** Reads one file. */
  public static List<ItfTrace> read(Path file, ItfReader.Expected expected) throws BadTrace {
    return read(file.toString(), bytes(file, MAX_BYTES), expected);
  }

  /**
   * Reads a file's bytes.
   *
   * @param file its name, for the sentences only
   */
  public static List<ItfTrace> read(String file, byte[] bytes, ItfReader.Expected expected)
      throws BadTrace {
    return new KeptReader(file, bytes, expected).read();
  }

  /** A file's bytes; one more than is read, where there are more. */
  public static byte[] bytes(Path file) throws BadTrace {
    return bytes(file, MAX_BYTES);
  }

  /**
   * Reads the bytes of a file of either form: all behaviours of a model, or one in ITF.
   *
   * @param file its name, for the sentences only
   * @return at least one behaviour; all of one model
   */
  public static List<ItfTrace> readEither(String file, byte[] bytes, ItfReader.Expected expected)
      throws BadTrace {
    return isKept(bytes)
        ? read(file, bytes, expected)
        : List.of(ItfReader.read(file, bytes, expected));
  }

  /** Returns whether a file tells the form of kept behaviours, wherever in it that stands. */
  private static boolean isKept(byte[] bytes) {
    try (JsonParser top = new JsonFactory().createParser(bytes)) {
      if (top.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (top.nextToken() == JsonToken.FIELD_NAME) {
        String key = top.currentName();
        top.nextToken();
        if (key.equals("format")) {
          return top.getText().startsWith(FORM);
        }
        top.skipChildren();
      }
      return false;
    } catch (IOException broken) {
      return false; // the other reader says in its own words
    }
  }

  @Override
  List<ItfTrace> whole() throws IOException, BadTrace {
    json.nextToken();
    require(JsonToken.START_OBJECT, "kept behaviours are a JSON object");
    Map<String, String> texts = new TreeMap<>();
    Map<String, Value> constants = null;
    List<String> variables = null;
    List<Told> states = null;
    List<Taken> steps = null;
    List<List<Integer>> behaviours = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "format", "module", "model", "spec-sha256" -> texts.put(key, text(key));
        case "constants" -> constants = constants("constants");
        case "vars" -> variables = variables();
        case "states" -> states = states();
        case "steps" -> steps = steps();
        case "behaviours" -> behaviours = behaviours();
        default -> throw bad("kept behaviours have no key '" + key + "'", REPAIR);
      }
    }
    if (json.nextToken() != null) {
      throw bad("something follows the end: " + found(), REPAIR);
    }
    for (String key : List.of("format", "module", "model", "spec-sha256")) {
      present(key, texts.get(key));
    }
    present("constants", constants);
    present("vars", variables);
    present("states", states);
    present("steps", steps);
    present("behaviours", behaviours);
    ItfTrace.Meta meta =
        new ItfTrace.Meta(
            "", texts.get("module"), texts.get("model"), texts.get("spec-sha256"), constants);
    return joined(meta, variables, states, steps, behaviours);
  }

  private void present(String key, Object read) throws BadTrace {
    if (read == null) {
      throw bad("there is no '" + key + "'", REPAIR);
    }
  }

  private String text(String key) throws IOException, BadTrace {
    require(JsonToken.VALUE_STRING, "'" + key + "' is a string");
    String text = string(json.getText());
    if (key.equals("format") && !text.equals(KeptWriter.FORMAT)) {
      throw bad("the format is '" + text + "', not '" + KeptWriter.FORMAT + "'", RENEW);
    }
    if (key.equals("spec-sha256")) {
      checkDigest(text);
    }
    return text;
  }

  private List<Told> states() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'states' is an array of states");
    List<Told> states = new ArrayList<>();
    for (state = 0; json.nextToken() != JsonToken.END_ARRAY; state++) {
      require(JsonToken.START_OBJECT, "a state is an object");
      int line = json.currentTokenLocation().getLineNr();
      List<ItfTrace.Step> refused = List.of();
      Map<String, Value> values = new LinkedHashMap<>();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String key = string(json.currentName());
        json.nextToken();
        if (key.equals(KeptWriter.REFUSED)) {
          refused = refused();
        } else {
          values.put(key, value(1));
        }
      }
      states.add(new Told(new RawState(line, values), refused));
    }
    state = -1;
    return states;
  }

  private List<Taken> steps() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'steps' is an array of steps");
    List<Taken> steps = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      steps.add(step(steps.size()));
    }
    return steps;
  }

  private Taken step(int number) throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "a step is an object");
    int from = -1;
    int to = -1;
    RawStep raw = new RawStep();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "from" -> from = integer();
        case "to" -> to = integer();
        default -> {
          if (!raw.has(key)) {
            throw bad("a step has no key '" + key + "'", REPAIR);
          }
        }
      }
    }
    if (!raw.isOne() || from < 0 || to < 0) {
      String missing = !raw.isOne() ? "action" : from < 0 ? "from" : "to";
      throw bad("step " + number + " has no '" + missing + "'", REPAIR);
    }
    return new Taken(from, to, raw.step());
  }

  private List<List<Integer>> behaviours() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'behaviours' is an array of behaviours");
    List<List<Integer>> behaviours = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(JsonToken.START_ARRAY, "a behaviour is an array of the numbers of its steps");
      List<Integer> steps = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        steps.add(integer());
      }
      behaviours.add(steps);
    }
    return behaviours;
  }

  private List<ItfTrace> joined(
      ItfTrace.Meta meta,
      List<String> variables,
      List<Told> told,
      List<Taken> steps,
      List<List<Integer>> behaviours)
      throws BadTrace {
    if (told.isEmpty() || behaviours.isEmpty()) {
      throw bad("there is no " + (told.isEmpty() ? "state" : "behaviour"), REPAIR);
    }
    List<List<Value>> values = new ArrayList<>(told.size());
    for (int i = 0; i < told.size(); i++) {
      values.add(complete(told.get(i).raw(), i, variables));
    }
    once(values, "state");
    once(steps, "step");
    BitSet come = new BitSet();
    BitSet taken = new BitSet();
    List<ItfTrace> traces = new ArrayList<>(behaviours.size());
    for (int number = 0; number < behaviours.size(); number++) {
      List<ItfTrace.State> states = new ArrayList<>();
      int at = 0;
      states.add(state(Optional.empty(), 0, values, told, come));
      for (int each : behaviours.get(number)) {
        Taken step = each < 0 || each >= steps.size() ? null : steps.get(each);
        if (step == null || step.from() != at || step.to() >= told.size()) {
          throw bad(
              "behaviour " + number + " is in state " + at + ", and step " + each + wrong(step, at),
              RENEW);
        }
        at = step.to();
        taken.set(each);
        states.add(state(Optional.of(step.step()), at, values, told, come));
      }
      traces.add(new ItfTrace(meta, variables, states));
    }
    used(come, told.size(), "state");
    used(taken, steps.size(), "step");
    return traces;
  }

  private static String wrong(Taken step, int at) {
    if (step == null) {
      return " is not there";
    }
    return step.from() != at
        ? " is taken in state " + step.from()
        : " leads to a state that is not there, " + step.to();
  }

  /** What is refused is told of the first time that a state is come to. */
  private static ItfTrace.State state(
      Optional<ItfTrace.Step> step,
      int at,
      List<List<Value>> values,
      List<Told> told,
      BitSet come) {
    List<ItfTrace.Step> refused = come.get(at) ? List.of() : told.get(at).refused();
    come.set(at);
    return new ItfTrace.State(step, values.get(at), refused);
  }

  private void once(List<?> all, String what) throws BadTrace {
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      if (!seen.add(all.get(i))) {
        throw bad(what + " " + i + " stands there already, under a smaller number", RENEW);
      }
    }
  }

  private void used(BitSet used, int size, String what) throws BadTrace {
    int unused = used.nextClearBit(0);
    if (unused < size) {
      throw bad("no behaviour comes to " + what + " " + unused, RENEW);
    }
  }
}
