package dev.sluice.model.graph;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.KeptReader;
import dev.sluice.trace.KeptWriter;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The folder {@code model-traces/}: the kept behaviours of models, and an index of them.
 *
 * <p>A model's behaviours are in {@code <Module>/<model>.json}; {@code index.json} says for each
 * model which specification they were taken from and how much there is to find, so that nobody
 * takes half of them for all. What lies beside the index (the README, a reader) is left alone.
 */
public final class TraceStore {
  /** The index, which is written last and read first. */
  public static final String INDEX = "index.json";

  private static final String FORMAT = KeptWriter.FORMAT;
  private static final String SUFFIX = ".json";
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path folder;

  /** The store in this folder, which need not exist yet. */
  public TraceStore(Path folder) {
    this.folder = folder;
  }

  /**
   * What the index says of one model.
   *
   * @param specSha256 digest of specification and configuration, see {@link SpecDigest}
   * @param states distinct states that the behaviours come to
   * @param transitions distinct transitions that they take
   * @param all distinct transitions of the model; more than those where not all is kept
   * @param behaviours how many there are
   * @param steps the steps of all behaviours together
   * @param messages how many they take and send, all together
   * @param refused how many calls they name as refused
   * @param variables by name, whose each is; an empty text where nobody has declared it
   * @param fields of its messages by name, where each stands on the wire; an empty text likewise
   * @param actions by name
   */
  public record Entry(
      String module,
      String model,
      String specSha256,
      int states,
      int transitions,
      int all,
      int behaviours,
      int steps,
      int messages,
      int refused,
      SortedMap<String, String> variables,
      SortedMap<String, String> fields,
      SortedMap<String, Action> actions) {
    public Entry {
      variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
      fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
      actions = Collections.unmodifiableSortedMap(new TreeMap<>(actions));
    }

    /** The name by which people ask for it: {@code CreditConservation/trace}. */
    public String id() {
      return module + "/" + model;
    }

    /** Whether the behaviours take every transition of the model. */
    public boolean isWhole() {
      return transitions == all;
    }

    /**
     * Holds behaviours against what this entry says of them, without the graph.
     *
     * @return a sentence for each thing that is not as it says: nothing kept may be mistaken for
     *     all that there is
     */
    public List<String> shortfalls(List<ItfTrace> kept) {
      KeptCounts tally = new KeptCounts();
      kept.forEach(tally::add);
      List<String> sentences = new ArrayList<>();
      differ(sentences, kept.size(), behaviours, "behaviours");
      differ(sentences, tally.steps(), steps, "steps");
      differ(sentences, tally.messages(), messages, "messages");
      differ(sentences, tally.refused(), refused, "refused calls");
      differ(sentences, tally.initial(), 1, "initial states");
      differ(sentences, tally.states(), states, "distinct states");
      differ(sentences, tally.transitions(), transitions, "distinct transitions");
      Set<String> names = new TreeSet<>(actions.keySet());
      names.addAll(tally.actions());
      for (String action : names) {
        int said = actions.containsKey(action) ? actions.get(action).transitions() : 0;
        differ(sentences, tally.transitions(action), said, "distinct transitions of " + action);
      }
      return sentences;
    }

    private void differ(List<String> sentences, int found, int said, String what) {
      if (found != said) {
        sentences.add(
            id() + ": the behaviours hold " + found + " " + what + ", the index says " + said);
      }
    }
  }

  /**
   * An action of a model.
   *
   * @param parameters its formal parameters, in order
   * @param party the party at which it happens; an empty text if undeclared
   * @param by its cause; an empty text if no kernel has it
   * @param transitions how many transitions it has
   */
  public record Action(List<String> parameters, String party, String by, int transitions) {
    public Action {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * Declarations for the names of a specification; an empty text for a name without one.
   *
   * @param holder the party that keeps a variable
   * @param place the place of a field of a message on the wire
   * @param party the party at which an action happens
   * @param by the cause of an action
   */
  public record Labels(
      UnaryOperator<String> holder,
      UnaryOperator<String> place,
      UnaryOperator<String> party,
      UnaryOperator<String> by) {}

  /**
   * All that the store keeps of one model, as a graph gives it.
   *
   * @param bytes its file
   */
  public record Share(Entry entry, byte[] bytes) {
    /** The path inside the folder, with {@code /}. */
    public String file() {
      return TraceStore.file(entry);
    }
  }

  /**
   * One file that is not as a graph gives it.
   *
   * @param file path inside the folder, with {@code /}
   * @param line the first line that differs, counted from 1; 0 where the whole file is the matter
   */
  public record Difference(Kind kind, String file, int line) {
    /** In which way a file is not as it must be. */
    public enum Kind {
      /** It is not there. */
      MISSING,
      /** It is there, and no model gives it. */
      EXTRA,
      /** Its bytes are others. */
      DIFFERENT
    }

    @Override
    public String toString() {
      String word = kind.name().toLowerCase(Locale.ROOT);
      return word + ": " + file + (line > 0 ? ", first in line " + line : "");
    }
  }

  /**
   * Behaviours that cover a graph, or the first of them, as bytes ready to be kept or compared.
   *
   * @param behaviours those of {@link Behaviours#covering}, told more of or not
   */
  public static Share share(StateGraph graph, List<ItfTrace> behaviours, Labels labels) {
    ItfTrace.Meta meta = behaviours.get(0).meta();
    String module = meta.module();
    String model = meta.model();
    KeptCounts tally = new KeptCounts();
    behaviours.forEach(tally::add);
    SortedMap<String, String> variables = new TreeMap<>();
    graph.variables().forEach(variable -> variables.put(variable, labels.holder().apply(variable)));
    SortedMap<String, String> fields = new TreeMap<>();
    tally.fields().forEach(field -> fields.put(field, labels.place().apply(field)));
    SortedMap<String, Action> actions = new TreeMap<>();
    for (ActionInstance letter : graph.alphabet()) {
      actions.put(
          letter.name(),
          new Action(
              letter.parameters(),
              labels.party().apply(letter.name()),
              labels.by().apply(letter.name()),
              tally.transitions(letter.name())));
    }
    Entry entry =
        new Entry(
            module,
            model,
            meta.specSha256(),
            tally.states(),
            tally.transitions(),
            graph.transitions(),
            behaviours.size(),
            tally.steps(),
            tally.messages(),
            tally.refused(),
            variables,
            fields,
            actions);
    return new Share(entry, KeptWriter.bytes(behaviours));
  }

  private static String file(Entry entry) {
    return entry.id() + SUFFIX;
  }

  /**
   * Makes the folder hold these shares, and for all other models what it holds already.
   *
   * @param all ids of all models that the folder is to keep; what it has of others is removed
   * @throws BadTrace if other models are to be kept and the index cannot be read
   */
  public void write(Collection<Share> shares, Set<String> all) throws IOException, BadTrace {
    SortedMap<String, byte[]> files = files(shares);
    List<Entry> index = index(shares, all);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      put(file.getKey(), file.getValue());
    }
    for (String extra : present(shares, all)) {
      if (!files.containsKey(extra)) {
        Files.delete(folder.resolve(extra));
        removeIfEmpty(folder.resolve(extra).getParent());
      }
    }
    put(INDEX, bytes(index));
  }

  private void put(String file, byte[] bytes) throws IOException {
    Path path = folder.resolve(file);
    if (!Files.isRegularFile(path) || !Arrays.equals(Files.readAllBytes(path), bytes)) {
      WholeFile.write(path, bytes);
    }
  }

  private void removeIfEmpty(Path emptied) throws IOException {
    for (Path at = emptied; !at.equals(folder); at = at.getParent()) {
      try (Stream<Path> left = Files.list(at)) {
        if (left.findAny().isPresent()) {
          return;
        }
      }
      Files.delete(at);
    }
  }

  /**
   * Holds the folder against these shares.
   *
   * @param all ids of all models that the folder is to keep; those without a share are passed over,
   *     but for their line in the index
   * @return what is not as it must be, sorted by file; empty if all is
   */
  public List<Difference> compare(Collection<Share> shares, Set<String> all) throws IOException {
    SortedMap<String, byte[]> files = files(shares);
    Set<String> present = present(shares, all);
    try {
      files.put(INDEX, bytes(index(shares, all)));
    } catch (BadTrace unreadable) {
      files.put(INDEX, new byte[0]);
    }
    if (Files.isRegularFile(folder.resolve(INDEX))) {
      present.add(INDEX);
    }
    Set<String> both = new TreeSet<>(files.keySet());
    both.addAll(present);
    List<Difference> differences = new ArrayList<>();
    for (String file : both) {
      if (!present.contains(file)) {
        differences.add(new Difference(Difference.Kind.MISSING, file, 0));
      } else if (!files.containsKey(file)) {
        differences.add(new Difference(Difference.Kind.EXTRA, file, 0));
      } else {
        byte[] bytes = Files.readAllBytes(folder.resolve(file));
        int at = Arrays.mismatch(bytes, files.get(file));
        if (at >= 0) {
          int line = 1;
          for (int i = 0; i < at; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
          }
          differences.add(new Difference(Difference.Kind.DIFFERENT, file, line));
        }
      }
    }
    return differences;
  }

  private static SortedMap<String, byte[]> files(Collection<Share> shares) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    shares.forEach(share -> files.put(share.file(), share.bytes()));
    return files;
  }

  /** The behaviours in the folder, those of models to be kept without a share left out. */
  private Set<String> present(Collection<Share> shares, Set<String> all) throws IOException {
    Set<String> untouched = new TreeSet<>(all);
    shares.forEach(share -> untouched.remove(share.entry().id()));
    Set<String> present = new TreeSet<>();
    if (!Files.isDirectory(folder)) {
      return present;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.filter(Files::isRegularFile).toList()) {
        String file = folder.relativize(path).toString().replace('\\', '/');
        boolean kept = untouched.stream().anyMatch(id -> file.equals(id + SUFFIX));
        if (file.endsWith(SUFFIX) && file.contains("/") && !kept) {
          present.add(file);
        }
      }
    }
    return present;
  }

  /** The index that is to be: new lines for the shares, old ones for all others. */
  private List<Entry> index(Collection<Share> shares, Set<String> all)
      throws IOException, BadTrace {
    SortedMap<String, Entry> entries = new TreeMap<>();
    shares.forEach(share -> entries.put(share.entry().id(), share.entry()));
    if (!entries.keySet().containsAll(all)) {
      for (Entry old : index()) {
        if (all.contains(old.id())) {
          entries.putIfAbsent(old.id(), old);
        }
      }
    }
    return List.copyOf(entries.values());
  }

  /** The index, sorted by id; empty where there is none yet. */
  public List<Entry> index() throws IOException, BadTrace {
    Path file = folder.resolve(INDEX);
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException none) {
      return List.of();
    }
    try {
      JsonNode index = JSON.readTree(bytes);
      List<Entry> entries = new ArrayList<>();
      if (!FORMAT.equals(index.path("format").asText())) {
        throw new IllegalArgumentException("its format is not " + FORMAT);
      }
      for (JsonNode model : index.path("models")) {
        entries.add(entry(model));
      }
      return entries;
    } catch (JsonProcessingException | IllegalArgumentException bad) {
      String what =
          bad instanceof JsonProcessingException json
              ? json.getOriginalMessage()
              : bad.getMessage();
      throw new BadTrace(
          file.toString(),
          0,
          -1,
          "the index cannot be read: " + what,
          "Write the traces anew with 'sluice traces', or restore the file from version control.");
    }
  }

  private static Entry entry(JsonNode model) {
    SortedMap<String, Action> actions = new TreeMap<>();
    for (Map.Entry<String, JsonNode> action : model.path("actions").properties()) {
      List<String> parameters = new ArrayList<>();
      action.getValue().path("parameters").forEach(name -> parameters.add(name.asText()));
      actions.put(
          action.getKey(),
          new Action(
              parameters,
              label(action.getValue(), "party"),
              label(action.getValue(), "by"),
              number(action.getValue(), "transitions")));
    }
    return new Entry(
        text(model, "module"),
        text(model, "model"),
        text(model, "spec-sha256"),
        number(model, "states"),
        number(model, "transitions"),
        number(model, "of"),
        number(model, "behaviours"),
        number(model, "steps"),
        number(model, "messages"),
        number(model, "refused"),
        texts(model, "variables"),
        texts(model, "fields"),
        actions);
  }

  private static SortedMap<String, String> texts(JsonNode model, String key) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> one : model.path(key).properties()) {
      if (!one.getValue().isTextual()) {
        throw new IllegalArgumentException(
            "'%s' has no text for '%s'".formatted(key, one.getKey()));
      }
      texts.put(one.getKey(), one.getValue().asText());
    }
    return texts;
  }

  private static String text(JsonNode node, String key) {
    if (!node.path(key).isTextual() || !node.path(key).asText().matches("[A-Za-z0-9_-]+")) {
      throw new IllegalArgumentException("'" + key + "' is not a name");
    }
    return node.path(key).asText();
  }

  /** Returns a text that may be absent, and is then empty. */
  private static String label(JsonNode node, String key) {
    if (node.has(key) && !node.get(key).isTextual()) {
      throw new IllegalArgumentException("'" + key + "' is not a text");
    }
    return node.path(key).asText();
  }

  private static int number(JsonNode node, String key) {
    if (!node.path(key).isInt() || node.path(key).asInt() < 0) {
      throw new IllegalArgumentException("'" + key + "' is not a count");
    }
    return node.path(key).asInt();
  }

  /** The index as bytes, a line for each model. */
  private static byte[] bytes(List<Entry> entries) throws JsonProcessingException {
    StringBuilder out = new StringBuilder("{\"format\":\"" + FORMAT + "\",\n\"models\":[");
    String between = "\n";
    for (Entry entry : entries) {
      ObjectNode model = JSON.createObjectNode();
      model.put("module", entry.module());
      model.put("model", entry.model());
      model.put("spec-sha256", entry.specSha256());
      model.put("states", entry.states());
      model.put("transitions", entry.transitions());
      model.put("of", entry.all());
      model.put("behaviours", entry.behaviours());
      model.put("steps", entry.steps());
      model.put("messages", entry.messages());
      model.put("refused", entry.refused());
      ObjectNode variables = model.putObject("variables");
      entry.variables().forEach(variables::put);
      ObjectNode fields = model.putObject("fields");
      entry.fields().forEach(fields::put);
      ObjectNode actions = model.putObject("actions");
      entry
          .actions()
          .forEach(
              (name, action) -> {
                ObjectNode node = actions.putObject(name);
                action.parameters().forEach(node.withArray("/parameters")::add);
                if (!action.party().isEmpty()) {
                  node.put("party", action.party());
                }
                if (!action.by().isEmpty()) {
                  node.put("by", action.by());
                }
                node.put("transitions", action.transitions());
              });
      out.append(between).append(JSON.writeValueAsString(model));
      between = ",\n";
    }
    return out.append("]}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a model's behaviours.
   *
   * @param specSha256 the digest that they must have: that of the specification as it stands
   * @throws BadTrace if one is missing, or is not as a behaviour of this model must be
   */
  public List<ItfTrace> read(Entry entry, String specSha256) throws BadTrace {
    Path file = folder.resolve(file(entry));
    ItfReader.Expected expected = ItfReader.Expected.of(specSha256, entry.actions().keySet());
    List<ItfTrace> behaviours = KeptReader.read(file, expected);
    ItfTrace.Meta meta = behaviours.get(0).meta();
    String id = meta.module() + "/" + meta.model();
    if (!id.equals(entry.id())) {
      throw new BadTrace(
          file.toString(),
          1,
          -1,
          "the behaviours are those of " + id + ", not of " + entry.id(),
          "Write the traces anew with 'sluice traces', or restore the file from version control.");
    }
    return behaviours;
  }
}
