package dev.sluice.model.vacuity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.BadTable;
import dev.sluice.model.EntryList;
import dev.sluice.model.Model;
import dev.sluice.model.tlc.probe.PartKind;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The parts of claims of one specification that are known to be exercised by no model of a lane:
 * {@code spec/vacuity/<Module>.toml}.
 *
 * <p>An entry names the part by its text, so that it stays valid if lines move. A lane must have
 * exactly the parts of its entries; in the lane {@code full}, whose models take hours, an entry of
 * any lane is enough.
 */
public final class KnownVacuity {
  /** Reason of an entry that has none yet. */
  public static final String OPEN = "open";

  private static final String FOLDER = "spec/vacuity";
  private static final Set<String> KEYS =
      Set.of("claim", "kind", "text", "occurrence", "lanes", "because");

  /** A lane of {@code verify}. */
  public enum VacuityLane {
    QUICK,
    ALL,
    FULL;

    /** Returns the lane as files write it. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Entry(VacuousPart.Name part, SortedSet<VacuityLane> lanes, String because) {}

  private final String module;
  private final Path file;
  private final Map<VacuousPart.Name, Entry> entries = new LinkedHashMap<>();

  private KnownVacuity(String module, Path file) {
    this.module = module;
    this.file = file;
  }

  /**
   * Reads the file of a specification; a file that does not exist has no entries.
   *
   * @param root the project's root
   * @throws BadTable if an entry is invalid
   */
  public static KnownVacuity load(Path root, String module) throws BadTable {
    Path file = root.resolve(FOLDER).resolve(module + ".toml");
    KnownVacuity known = new KnownVacuity(module, file);
    for (JsonNode node : EntryList.read(file, "part")) {
      known.add(node);
    }
    return known;
  }

  private void add(JsonNode node) throws BadTable {
    String where =
        file + ", entry " + (entries.size() + 1) + " (" + node.path("claim").asText() + ")";
    EntryList.check(where, node, KEYS, List.of("claim", "kind", "text", "because"));
    SortedSet<VacuityLane> lanes = new TreeSet<>();
    for (JsonNode lane : node.path("lanes")) {
      lanes.add(word(VacuityLane.values(), lane.asText(), where + ": lanes"));
    }
    if (lanes.isEmpty()) {
      throw new BadTable(where + ": lanes is missing; name quick, all or full");
    }
    VacuousPart.Name part =
        new VacuousPart.Name(
            module,
            node.path("claim").asText(),
            word(PartKind.values(), node.path("kind").asText(), where + ": kind"),
            node.path("text").asText(),
            node.path("occurrence").asInt(1));
    if (entries.put(part, new Entry(part, lanes, node.path("because").asText())) != null) {
      throw new BadTable(where + ": a second entry of the same part; delete one of the two");
    }
  }

  private static <T extends Enum<T>> T word(T[] values, String word, String where) throws BadTable {
    List<String> known = new ArrayList<>();
    for (T each : values) {
      String key = each.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (key.equals(word)) {
        return each;
      }
      known.add(key);
    }
    throw new BadTable(where + " has \"" + word + "\"; it is one of " + String.join(", ", known));
  }

  /**
   * Compares the entries of a lane with the parts that a run of it did not exercise.
   *
   * @param found the parts of this specification
   * @return a sentence for each part without an entry, and for each entry without a part
   */
  public List<String> differences(VacuityLane lane, Collection<VacuousPart> found) {
    List<String> problems = new ArrayList<>();
    Set<VacuousPart.Name> names = new HashSet<>();
    for (VacuousPart part : found) {
      names.add(part.name());
      Entry entry = entries.get(part.name());
      boolean known = entry != null && (lane == VacuityLane.FULL || entry.lanes.contains(lane));
      if (!known) {
        problems.add(
            part.place()
                + ": no model of the lane "
                + lane.key()
                + " exercises "
                + part.name().phrase());
      }
    }
    for (Entry entry : entries.values()) {
      if (entry.lanes.contains(lane) && !names.contains(entry.part)) {
        problems.add(
            FOLDER
                + "/"
                + module
                + ".toml: exercised in the lane "
                + lane.key()
                + " by now, or no longer a part of the claim: "
                + entry.part.phrase());
      }
    }
    return problems;
  }

  private static String reason(Model by, SortedSet<VacuityLane> lanes) {
    return by.id() + " exercises it, and is not in the lane " + lanes.last().key() + ".";
  }

  /** Returns the number of entries of a lane without a reason yet. */
  public long open(VacuityLane lane) {
    return entries.values().stream()
        .filter(entry -> entry.lanes.contains(lane) && entry.because.equals(OPEN))
        .count();
  }

  /**
   * Writes the file anew with the parts of a lane, and keeps the reasons and lanes of the entries
   * that it had. An entry without a reason gets the model of this lane that exercises its part, if
   * there is one.
   *
   * @param found the parts of this specification that the lane does not exercise
   * @param by the smallest model of the lane that exercises each other part
   */
  public void write(
      VacuityLane lane, Collection<VacuousPart> found, Map<VacuousPart.Name, Model> by)
      throws IOException {
    for (VacuousPart part : found) {
      entries.putIfAbsent(part.name(), new Entry(part.name(), new TreeSet<>(), OPEN));
      entries.get(part.name()).lanes.add(lane);
    }
    Set<VacuousPart.Name> names = new HashSet<>();
    found.forEach(part -> names.add(part.name()));
    for (Entry entry : entries.values()) {
      if (!names.contains(entry.part)) {
        entry.lanes.remove(lane);
      }
    }
    entries.values().removeIf(entry -> entry.lanes.isEmpty());
    entries.replaceAll(
        (part, entry) ->
            entry.because.equals(OPEN) && by.containsKey(part)
                ? new Entry(part, entry.lanes, reason(by.get(part), entry.lanes))
                : entry);
    if (entries.isEmpty()) {
      Files.deleteIfExists(file);
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("# Parts of claims of ")
        .append(module)
        .append(" that no model of a lane exercises; docs/vacuity.md describes the format.\n");
    for (Entry entry : entries.values()) {
      text.append("\n[[part]]\nclaim = \"").append(entry.part.claim()).append("\"\n");
      text.append("kind = \"").append(entry.part.kind().key()).append("\"\n");
      text.append("text = '''").append(entry.part.text()).append("'''\n");
      if (entry.part.occurrence() > 1) {
        text.append("occurrence = ").append(entry.part.occurrence()).append('\n');
      }
      List<String> lanes = new ArrayList<>();
      entry.lanes.forEach(each -> lanes.add('"' + each.key() + '"'));
      text.append("lanes = [").append(String.join(", ", lanes)).append("]\n");
      text.append("because = ").append(EntryList.quoted(entry.because)).append('\n');
    }
    WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
