package dev.sluice.model.mutate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.BadTable;
import dev.sluice.model.ModelTable;
import dev.sluice.model.mutate.Arguments.Standing;
import dev.sluice.trace.NotWritten;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of mutants of one specification, as a file has it: a first line that says what all of
 * it rests on, and a line for each mutant, written whole; a last line that was cut off does not
 * count.
 *
 * <p>Those of a checkout are kept in {@code spec/mutants/results}, so that what a run of hours has
 * shown can be read, counted, and held against a run of today.
 */
public final class Results {
  /** Rises when another fate comes of the same run. */
  private static final int REVISION = 2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String specification;
  private final String digest;
  private final boolean fits;
  private final int made;
  private final Map<Mutant.Name, Fate> fates = new LinkedHashMap<>();

  private Results(String specification, String digest, boolean fits, int made) {
    this.specification = specification;
    this.digest = digest;
    this.fits = fits;
    this.made = made;
  }

  /**
   * Reads a file.
   *
   * @param file may be missing: there is no result then
   * @param sources what results must rest on to be of this text
   * @param tlc which TLC it is that runs
   */
  static Results read(Path file, Sources sources, Settings settings, String tlc)
      throws IOException {
    String digest = sources.digest(settings, tlc);
    String text = Files.exists(file) ? Files.readString(file) : "";
    text = text.substring(0, text.lastIndexOf('\n') + 1);
    JsonNode head = node(text.lines().findFirst().orElse(""));
    boolean fits =
        head.path("sluice-mutants").asInt() == REVISION
            && head.path("specification").asText().equals(sources.module())
            && head.path("digest").asText().equals(digest);
    Results results = new Results(sources.module(), digest, fits, head.path("made").asInt());
    text.lines().skip(1).forEach(results::take);
    return results;
  }

  /**
   * Those that the checkout keeps, with the settings and the TLC that they are made with.
   *
   * @throws BadTable if the specification has no models that can be run
   */
  public static Results kept(ModelTable table, String module) throws BadTable, IOException {
    Settings settings = new Settings(Settings.BUDGET, Settings.GLANCE, false, 0, 0);
    return read(place(table, module), Sources.of(table, module), settings, BUNDLED);
  }

  /** How the TLC that comes with Sluice is named. */
  static final String BUNDLED = "bundled";

  /** Where a checkout keeps them. */
  public static Path place(ModelTable table, String module) {
    return table.root().resolve("spec/mutants/results").resolve(module + ".ndjson");
  }

  private static JsonNode node(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return JSON.missingNode(); // not a line that we wrote
    }
  }

  private void take(String line) {
    JsonNode node = node(line);
    try {
      Fate fate =
          new Fate(
              Kill.of(node.path("fate").asText()),
              node.path("by").asText(),
              node.path("model").asText(),
              node.path("detail").asText());
      fates.put(
          Mutant.Name.of(
              node.path("mutant").asText(),
              node.path("from").asText(),
              node.path("to").asText(),
              node.path("occurrence").asInt()),
          fate);
    } catch (IllegalArgumentException e) {
      // not a line that we wrote: the mutant is run again
    }
  }

  /** Whether they are of the text, the models, the settings and the TLC of today. */
  public boolean fit() {
    return fits;
  }

  /** How many mutants that text has; 0 where the file does not say. */
  public int made() {
    return made;
  }

  /** How many were run. */
  public int size() {
    return fates.size();
  }

  /** What became of a mutant, or {@code null} where that is not known. */
  public Fate of(Mutant mutant) {
    return fates.get(mutant.name());
  }

  /** How many came to each. */
  public Map<Kill, Integer> counts() {
    Map<Kill, Integer> counts = new EnumMap<>(Kill.class);
    fates.values().forEach(fate -> counts.merge(fate.kill(), 1, Integer::sum));
    return counts;
  }

  /** How many survivors of each standing there are. */
  public Map<Standing, Integer> standings(Arguments arguments) {
    Map<Standing, Integer> standings = new EnumMap<>(Standing.class);
    fates.forEach(
        (name, fate) -> {
          Arguments.Entry entry = arguments.of(name);
          if (fate.kill() == Kill.SURVIVES && entry != null) {
            standings.merge(entry.standing(), 1, Integer::sum);
          }
        });
    return standings;
  }

  void put(Mutant mutant, Fate fate) {
    fates.put(mutant.name(), fate);
  }

  /** The first line of a file. */
  String head() {
    return header() + "\n";
  }

  private ObjectNode header() {
    ObjectNode head = JSON.createObjectNode();
    head.put("sluice-mutants", REVISION);
    head.put("specification", specification);
    head.put("digest", digest);
    return head;
  }

  /** One mutant's line. */
  static String line(Mutant mutant, Fate fate) {
    ObjectNode line = JSON.createObjectNode();
    line.put("mutant", mutant.id());
    line.put("from", mutant.from());
    line.put("to", mutant.to());
    line.put("occurrence", mutant.occurrence());
    line.put("fate", fate.kill().key());
    line.put("by", fate.by());
    line.put("model", fate.model());
    line.put("detail", fate.detail());
    return line + "\n";
  }

  /**
   * Keeps these, and of mutants that are not among them what was kept before of the same text.
   *
   * @param all every mutant of the specification, in the order of its text
   * @param fates what became of some
   */
  public void keep(Path file, List<Mutant> all, Map<Mutant, Fate> fates) throws NotWritten {
    StringBuilder text = new StringBuilder();
    text.append(header().put("made", all.size())).append('\n');
    for (Mutant mutant : all) {
      Fate fate = fates.getOrDefault(mutant, fits ? of(mutant) : null);
      if (fate != null) {
        text.append(line(mutant, fate));
      }
    }
    WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
