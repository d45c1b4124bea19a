package dev.sluice.model.vacuity;

import dev.sluice.model.Model;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.tlc.probe.ClaimPart;
import dev.sluice.model.tlc.probe.PartKind;
import dev.sluice.model.tlc.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parts of the claims of several models. A part is exercised if one of the models of its
 * specification exercises it. Thread-safe.
 */
public final class LaneParts {
  private static final Comparator<Model> SMALLEST_FIRST =
      Comparator.comparingInt(Model::transitions).thenComparing(Model::id);

  private final Path root;
  private final List<Path> library;
  private final SortedMap<Place, Merged> parts = new TreeMap<>(Place.ORDER);
  private final Map<Path, Map<String, Path>> files = new HashMap<>();
  private final Map<Path, List<String>> lines = new HashMap<>();
  private final Set<String> modules = new TreeSet<>();

  /** A part of a claim, by its place in the text. */
  private record Place(
      String specification,
      String claim,
      Path file,
      int beginLine,
      int beginColumn,
      int endLine,
      int endColumn,
      PartKind kind) {
    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::specification)
            .thenComparing(Place::claim)
            .thenComparing(Place::file)
            .thenComparingInt(Place::beginLine)
            .thenComparingInt(Place::beginColumn)
            .thenComparingInt(place -> -place.endLine)
            .thenComparingInt(place -> -place.endColumn)
            .thenComparing(Place::kind);
  }

  private static final class Merged {
    /** The smallest model that exercises the part; {@code null} if none does. */
    private Model by;

    private final Set<Place> outer = new HashSet<>();

    boolean isExercised() {
      return by != null;
    }

    void exercise(Model model) {
      by = by == null || SMALLEST_FIRST.compare(model, by) < 0 ? model : by;
    }
  }

  /**
   * Parts of no claim yet.
   *
   * @param root the project's root
   * @param library folders in which modules are found
   */
  public LaneParts(Path root, List<Path> library) {
    this.root = root.toAbsolutePath().normalize();
    this.library = List.copyOf(library);
  }

  /**
   * Adds the parts that a search of a model left in a folder.
   *
   * @return whether the search left any
   */
  public synchronized boolean add(Model model, Path graph) throws IOException {
    Path file = graph.resolve(Probe.PARTS_FILE);
    if (!Files.exists(file)) {
      return false;
    }
    List<ClaimPart> found = ClaimPart.read(Files.readAllLines(file));
    List<Place> places = new ArrayList<>();
    for (ClaimPart part : found) {
      places.add(place(model, part));
    }
    modules.add(model.module());
    for (int i = 0; i < places.size(); i++) {
      if (places.get(i) == null) {
        continue;
      }
      Merged merged = parts.computeIfAbsent(places.get(i), unseen -> new Merged());
      if (found.get(i).exercised()) {
        merged.exercise(model);
      }
      if (found.get(i).outer() >= 0 && places.get(found.get(i).outer()) != null) {
        merged.outer.add(places.get(found.get(i).outer()));
      }
    }
    return true;
  }

  /** Returns the place of a part; {@code null} if it is in a library's module of a user's own. */
  private Place place(Model model, ClaimPart part) throws IOException {
    Map<String, Path> known = files.get(model.rootModule());
    if (known == null) {
      known = SpecDigest.files(model.rootModule(), library);
      files.put(model.rootModule(), known);
    }
    Path file = known.get(part.module());
    if (file == null && model.isOwn()) {
      return null;
    } else if (file == null) {
      throw new IOException(model.id() + ": no file of the module " + part.module());
    }
    return new Place(
        model.module(),
        part.claim(),
        file.toAbsolutePath().normalize(),
        part.beginLine(),
        part.beginColumn(),
        part.endLine(),
        part.endColumn(),
        part.kind());
  }

  /** Returns the specifications whose models were added. */
  public synchronized Set<String> modules() {
    return Set.copyOf(modules);
  }

  /** Returns the number of parts. Each part has one form. */
  public synchronized int forms() {
    return parts.size();
  }

  /** Returns the number of claims that have parts. */
  public synchronized int claims() {
    Set<List<String>> claims = new HashSet<>();
    parts.keySet().forEach(each -> claims.add(List.of(each.specification, each.claim)));
    return claims.size();
  }

  /**
   * Returns the parts that no model exercises, in the order of the text. A part within such a part
   * is left out.
   */
  public synchronized List<VacuousPart> never() throws IOException {
    List<VacuousPart> all = new ArrayList<>();
    for (Map.Entry<Place, VacuousPart.Name> each : names().entrySet()) {
      Place place = each.getKey();
      Merged merged = parts.get(place);
      if (!merged.isExercised() && merged.outer.stream().allMatch(this::isReached)) {
        all.add(
            new VacuousPart(
                each.getValue(),
                root.relativize(place.file) + ":" + place.beginLine,
                PartText.marked(
                    text(place.file),
                    place.beginLine,
                    place.beginColumn,
                    place.endLine,
                    place.endColumn)));
      }
    }
    return all;
  }

  /** Returns the smallest model that exercises each part. */
  public synchronized Map<VacuousPart.Name, Model> exercisedBy() throws IOException {
    Map<VacuousPart.Name, Model> all = new HashMap<>();
    for (Map.Entry<Place, VacuousPart.Name> each : names().entrySet()) {
      Merged merged = parts.get(each.getKey());
      if (merged.isExercised()) {
        all.put(each.getValue(), merged.by);
      }
    }
    return all;
  }

  private Map<Place, VacuousPart.Name> names() throws IOException {
    Map<Place, VacuousPart.Name> names = new LinkedHashMap<>();
    Map<VacuousPart.Name, Integer> alike = new HashMap<>();
    for (Place place : parts.keySet()) {
      String text =
          PartText.of(
              text(place.file), place.beginLine, place.beginColumn, place.endLine, place.endColumn);
      VacuousPart.Name first =
          new VacuousPart.Name(place.specification, place.claim, place.kind, text, 1);
      names.put(place, first.numbered(alike.merge(first, 1, Integer::sum)));
    }
    return names;
  }

  private boolean isReached(Place outer) {
    Merged merged = parts.get(outer);
    return merged.isExercised() && merged.outer.stream().allMatch(this::isReached);
  }

  private List<String> text(Path file) throws IOException {
    List<String> known = lines.get(file);
    if (known == null) {
      known = Files.readAllLines(file);
      lines.put(file, known);
    }
    return known;
  }
}
