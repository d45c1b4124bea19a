package dev.sluice.model.coverage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts of all models except the full lane, kept in {@value #FILE}. For each model that must hold:
 * the number of transitions of each kind. For each control: the distinct states that TLC finds
 * before it reports the violation.
 *
 * <p>The file names a kind by the first digits of its digest, and spells it once for each
 * specification, so that a further kind changes two lines.
 *
 * @param kinds for each model by id, the transitions by {@link dev.sluice.trace.StepKind}
 * @param controlStates for each control by id, the distinct states; a measure of its work
 */
public record ModelCounts(
    SortedMap<String, SortedMap<String, Integer>> kinds, SortedMap<String, Long> controlStates) {
  /** Path of the file from the project's root. */
  public static final String FILE = "spec/counts.json";

  /** The counts of a project that keeps none. */
  public static final ModelCounts NONE = new ModelCounts(new TreeMap<>(), new TreeMap<>());

  private static final String FORMAT = "sluice-counts/1";
  private static final int DIGITS = 8;
  private static final ObjectMapper JSON = new ObjectMapper();

  public ModelCounts {
    kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    controlStates = Collections.unmodifiableSortedMap(new TreeMap<>(controlStates));
  }

  /** Returns the module of a model's id. */
  static String module(String id) {
    return id.substring(0, id.indexOf('/'));
  }

  /**
   * Reads the counts of a project.
   *
   * @return counts of nothing if the project keeps none
   * @throws IOException if the file is there and its content is invalid; the message is a sentence
   */
  public static ModelCounts read(Path root) throws IOException {
    Path file = root.resolve(FILE);
    if (!Files.exists(file)) {
      return NONE;
    }
    JsonNode document;
    try {
      document = JSON.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new IOException(FILE + " is no JSON: " + e.getOriginalMessage(), e);
    }
    if (!document.path("format").asText().equals(FORMAT)) {
      throw new IOException(FILE + ": format is not \"" + FORMAT + "\"");
    }
    SortedMap<String, SortedMap<String, Integer>> models = new TreeMap<>();
    for (Map.Entry<String, JsonNode> model : document.path("models").properties()) {
      JsonNode names = document.path("kinds").path(module(model.getKey()));
      SortedMap<String, Integer> counts = new TreeMap<>();
      for (Map.Entry<String, JsonNode> count : model.getValue().properties()) {
        String kind = names.path(count.getKey()).asText();
        if (kind.isEmpty()) {
          throw new IOException(
              FILE
                  + ": "
                  + model.getKey()
                  + " has the kind \""
                  + count.getKey()
                  + "\", which"
                  + " \"kinds\" does not spell");
        }
        counts.put(kind, count.getValue().intValue());
      }
      models.put(model.getKey(), counts);
    }
    SortedMap<String, Long> controls = new TreeMap<>();
    for (Map.Entry<String, JsonNode> control : document.path("controls").properties()) {
      controls.put(control.getKey(), control.getValue().longValue());
    }
    return new ModelCounts(models, controls);
  }

  /** Writes the counts, whole or not at all; the same counts give the same bytes. */
  public void write(Path root) throws IOException {
    WholeFile.write(root.resolve(FILE), text().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the file's text. */
  String text() throws IOException {
    SortedMap<String, SortedMap<String, String>> names = new TreeMap<>();
    kinds.forEach(
        (id, counts) ->
            counts
                .keySet()
                .forEach(
                    kind ->
                        names
                            .computeIfAbsent(module(id), unused -> new TreeMap<>())
                            .put(digest(kind), kind)));
    StringBuilder text = new StringBuilder("{\n\"format\": \"" + FORMAT + "\",\n\"kinds\": {");
    String comma = "";
    for (Map.Entry<String, SortedMap<String, String>> module : names.entrySet()) {
      text.append(comma).append("\n\"").append(module.getKey()).append("\": {");
      comma = "";
      for (Map.Entry<String, String> kind : module.getValue().entrySet()) {
        text.append(comma).append("\n  \"").append(kind.getKey()).append("\": ");
        text.append(JSON.writeValueAsString(kind.getValue()));
        comma = ",";
      }
      text.append("\n}");
      comma = ",";
    }
    text.append("\n},\n\"models\": {");
    comma = "";
    for (Map.Entry<String, SortedMap<String, Integer>> model : kinds.entrySet()) {
      ObjectNode counts = JSON.createObjectNode();
      SortedMap<String, Integer> sorted = new TreeMap<>();
      model.getValue().forEach((kind, count) -> sorted.put(digest(kind), count));
      sorted.forEach(counts::put);
      text.append(comma).append("\n\"").append(model.getKey()).append("\": ").append(counts);
      comma = ",";
    }
    text.append("\n},\n\"controls\": {");
    comma = "";
    for (Map.Entry<String, Long> control : controlStates.entrySet()) {
      text.append(comma).append("\n\"").append(control.getKey()).append("\": ");
      text.append(control.getValue());
      comma = ",";
    }
    return text.append("\n}\n}\n").toString();
  }

  private static String digest(String kind) {
    try {
      byte[] whole =
          MessageDigest.getInstance("SHA-256").digest(kind.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(whole).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Returns whether the project keeps no counts. */
  public boolean isEmpty() {
    return kinds.isEmpty();
  }

  /**
   * Compares the kept counts with counts just taken, of the models that both may have.
   *
   * @param table ids of all models and controls that the project has, without the full lane
   * @return one sentence for each difference
   */
  public List<String> differences(ModelCounts found, Set<String> table) {
    List<String> all = new ArrayList<>();
    found.kinds.forEach(
        (id, counts) -> {
          SortedMap<String, Integer> kept = kinds.get(id);
          if (kept == null) {
            all.add(id + ": " + FILE + " has no counts of it");
          } else if (!kept.equals(counts)) {
            all.add(id + ": " + difference(kept, counts));
          }
        });
    found.controlStates.keySet().stream()
        .filter(id -> !controlStates.containsKey(id))
        .forEach(id -> all.add(id + ": " + FILE + " has no count of it"));
    Set<String> gone = new TreeSet<>(kinds.keySet());
    gone.addAll(controlStates.keySet());
    gone.removeAll(table);
    gone.forEach(id -> all.add(id + ": " + FILE + " counts it, and no table of models has it"));
    return all;
  }

  private static String difference(Map<String, Integer> kept, Map<String, Integer> counts) {
    Set<String> kinds = new TreeSet<>(kept.keySet());
    kinds.addAll(counts.keySet());
    kinds.removeIf(kind -> kept.getOrDefault(kind, 0).equals(counts.getOrDefault(kind, 0)));
    String first = kinds.iterator().next();
    return counts.getOrDefault(first, 0)
        + " transitions of the kind \""
        + first
        + "\", and "
        + FILE
        + " has "
        + kept.getOrDefault(first, 0)
        + (kinds.size() > 1 ? "; " + (kinds.size() - 1) + " more kinds differ" : "");
  }
}
