package dev.sluice.model.mutate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.BadTable;
import dev.sluice.model.ModelTable;
import dev.sluice.model.mutate.Arguments.Standing;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What became of mutants of one specification, as a file has it: a first line that says of which
 * text, and a line for each mutant, written whole; a last line that was cut off does not count.
 *
 * <p>A line stays true where the text is another, as long as all that it rests on is the same
 * ({@link Mutable#basis}): a control that comes later makes nothing of what a property has noticed.
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
  private final String settings;
  private final boolean fits;
  private final int made;
  private final Map<Mutant.Name, Line> lines = new LinkedHashMap<>();

  /**
   * One mutant's.
   *
   * @param basis a digest of what the fate rests on
   */
  private record Line(Fate fate, String basis) {}

  private Results(Path file, Sources sources, Settings settings, String tlc) throws IOException {
    this.specification = sources.module();
    this.digest = sources.digest(settings, tlc);
    this.settings = settings.words() + " " + tlc;
    String text = Files.exists(file) ? Files.readString(file) : "";
    text = text.substring(0, text.lastIndexOf('\n') + 1);
    JsonNode head = node(text.lines().findFirst().orElse(""));
    this.fits =
        head.path("sluice-mutants").asInt() == REVISION
            && head.path("specification").asText().equals(specification)
            && head.path("digest").asText().equals(digest);
    this.made = head.path("made").asInt();
    boolean isComparable = fits || head.path("settings").asText().equals(this.settings);
    if (isComparable && head.path("sluice-mutants").asInt() == REVISION) {
      text.lines().skip(1).forEach(this::take);
    }
  }

  /**
   * Reads what still holds of a file.
   *
   * @param file may be missing: there is no result then
   * @param tlc which TLC it is that runs
   */
  static Results read(Path file, Mutable specification, Settings settings, String tlc)
      throws IOException {
    Results results = new Results(file, specification.sources(), settings, tlc);
    if (!results.fits) {
      for (Map.Entry<Mutant.Name, Line> each : Map.copyOf(results.lines).entrySet()) {
        String basis = each.getValue().basis;
        if (basis.isEmpty() || !basis.equals(specification.basis(each.getValue().fate))) {
          results.lines.remove(each.getKey());
        }
      }
    }
    return results;
  }

  /**
   * All that the checkout keeps, with the settings and the TLC that it is made with, whether it
   * still holds or not.
   *
   * @throws BadTable if the specification has no models that can be run
   */
  public static Results kept(ModelTable table, String module) throws BadTable, IOException {
    Settings settings = new Settings(Settings.BUDGET, Settings.GLANCE, false, false, 0, 0);
    return new Results(
        place(table, module), Sources.of(Suite.of(table), module), settings, BUNDLED);
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

  private static Set<String> also(JsonNode names) {
    Set<String> also = new TreeSet<>();
    names.forEach(name -> also.add(name.asText()));
    return also;
  }

  private void take(String line) {
    JsonNode node = node(line);
    try {
      Fate fate =
          new Fate(
              Kill.of(node.path("fate").asText()),
              node.path("by").asText(),
              node.path("model").asText(),
              node.path("detail").asText(),
              also(node.path("also")));
      lines.put(
          Mutant.Name.of(
              node.path("mutant").asText(),
              node.path("from").asText(),
              node.path("to").asText(),
              node.path("occurrence").asInt()),
          new Line(fate, node.path("basis").asText()));
    } catch (IllegalArgumentException e) {
      // not a line that we wrote: the mutant is run again
    }
  }

  /** Whether they were written of the very text, models, settings and TLC of today. */
  public boolean fit() {
    return fits;
  }

  /** How many mutants that text has; 0 where the file does not say. */
  public int made() {
    return made;
  }

  /** How many were run. */
  public int size() {
    return lines.size();
  }

  /** What became of a mutant, or {@code null} where that is not known. */
  public Fate of(Mutant mutant) {
    Line line = lines.get(mutant.name());
    return line == null ? null : line.fate;
  }

  /** How many came to each. */
  public Map<Kill, Integer> counts() {
    Map<Kill, Integer> counts = new EnumMap<>(Kill.class);
    lines.values().forEach(line -> counts.merge(line.fate.kill(), 1, Integer::sum));
    return counts;
  }

  /** How many survivors of each standing there are. */
  public Map<Standing, Integer> standings(Arguments arguments) {
    Map<Standing, Integer> standings = new EnumMap<>(Standing.class);
    lines.forEach(
        (name, line) -> {
          Arguments.Entry entry = arguments.of(name);
          if (line.fate.kill() == Kill.SURVIVES && entry != null) {
            standings.merge(entry.standing(), 1, Integer::sum);
          }
        });
    return standings;
  }

  /**
   * Puts in place a file of these, and instead of them or beside them of others.
   *
   * @param all every mutant of the specification, in the order of its text
   * @param fates what became of some
   */
  void write(Path file, Mutable of, List<Mutant> all, Map<Mutant, Fate> fates) throws IOException {
    ObjectNode head = JSON.createObjectNode();
    head.put("sluice-mutants", REVISION);
    head.put("specification", specification);
    head.put("digest", digest);
    head.put("settings", settings);
    head.put("made", all.size());
    StringBuilder text = new StringBuilder();
    text.append(head).append('\n');
    for (Mutant mutant : all) {
      Fate fate = fates.getOrDefault(mutant, of(mutant));
      if (fate != null) {
        text.append(line(mutant, fate, of.basis(fate)));
      }
    }
    WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** One mutant's line. */
  static String line(Mutant mutant, Fate fate, String basis) {
    ObjectNode line = JSON.createObjectNode();
    line.put("mutant", mutant.id());
    line.put("from", mutant.from());
    line.put("to", mutant.to());
    line.put("occurrence", mutant.occurrence());
    line.put("fate", fate.kill().key());
    line.put("by", fate.by());
    line.put("model", fate.model());
    line.put("detail", fate.detail());
    if (!fate.also().isEmpty()) {
      fate.also().forEach(line.putArray("also")::add);
    }
    line.put("basis", basis);
    return line + "\n";
  }
}
