package dev.sluice.requirement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every place of the project that names an id of the catalogue.
 *
 * <p>Places that can stand for a row are {@link Citation}s: TLA+ definitions (ids in the comment on
 * the definition's line or in the comment lines directly above), Java types and members under
 * {@code @Requirement}, and models with a {@code finding}. Twins in {@code *Faults} modules stand
 * for nothing. Ids anywhere else (other comments, Markdown) cite nothing, but must exist too. Which
 * of the checks have been seen red says {@code spec/planted.toml}: {@link Planted}.
 *
 * <p>A range such as {@code RCCC-1 … RCCC-9} is read in a module's header, which only says what the
 * module is about. At a definition it is refused: who stands for a row names it.
 */
public final class Citations {
  private static final Set<Citation.Kind> TEMPORAL =
      Set.of(Citation.Kind.INVARIANT, Citation.Kind.PROPERTY);

  private final Path root;
  private final List<Citation> all = new ArrayList<>();
  private final List<Naming> namings = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final List<Planted> planted = new ArrayList<>();

  /** An id that stands somewhere, whether or not it cites. */
  private record Naming(String id, Place place) {}

  private Citations(Path root) {
    this.root = root;
  }

  /**
   * Reads the sources of a project.
   *
   * @param root the project's root
   */
  public static Citations scan(Path root) {
    Citations citations = new Citations(root);
    try {
      Models models = Models.read(root);
      citations.scanModules(models);
      citations.scanModels(models);
      citations.scanJava("src/main/java");
      citations.scanJava("src/test/java");
      citations.scanProse();
      citations.readPlanted(models);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(citations.all);
    return citations;
  }

  /** All citations, sorted by kind and place. */
  public List<Citation> all() {
    return List.copyOf(all);
  }

  /** The citations of one row, sorted by kind and place. */
  public List<Citation> of(String id) {
    return all.stream().filter(citation -> citation.id().equals(id)).toList();
  }

  /** The deviations planted to turn cited checks red, in the order of their table. */
  public List<Planted> planted() {
    return List.copyOf(planted);
  }

  /**
   * What is wrong with the citations: ids that the catalogue does not know, ranges, and annotations
   * that do not write their ids out; and planted deviations whose text or check is not there any
   * more. Sorted by place.
   */
  public List<Problem> problems(Catalogue catalogue) {
    Set<Problem> found = new TreeSet<>(problems);
    if (!Files.exists(root.resolve(PlantedReader.FILE))) {
      found.add(
          new Problem(
              new Place(PlantedReader.FILE, 1),
              "cannot be read (it is not there), so that no requirement is checked; restore it from"
                  + " the repository"));
    }
    for (Naming naming : namings) {
      if (catalogue.row(naming.id()).isEmpty()) {
        found.add(
            new Problem(
                naming.place(),
                String.format(
                    Locale.ROOT,
                    "%s is not in the catalogue, so nobody knows what is meant; did you mean %s?"
                        + " A new row goes into spec/requirements/",
                    naming.id(),
                    catalogue.nearest(naming.id()))));
      }
    }
    return List.copyOf(found);
  }

  // ---- TLA+

  private void scanModules(Models models) throws IOException {
    Map<String, TlaText> modules = new TreeMap<>();
    Map<String, String> files = new TreeMap<>();
    for (Path file : SourceFiles.under(root.resolve("spec"), ".tla")) {
      String path = SourceFiles.named(root, file);
      String stem = file.getFileName().toString().replaceFirst("\\.tla$", "");
      TlaText module = new TlaText(read(file), stem);
      modules.put(module.name(), module);
      files.put(module.name(), path);
    }
    for (TlaText module : modules.values()) {
      String file = files.get(module.name());
      for (TlaText.Comment comment : module.comments()) {
        Place place = new Place(file, comment.line());
        Ids.in(comment.text()).forEach(found -> namings.add(new Naming(found.id(), place)));
      }
      if (module.name().endsWith("Faults")) {
        continue;
      }
      for (TlaText.Comment comment : module.header()) {
        Set<String> ids = new LinkedHashSet<>(); // the end of a range is found once more
        Ids.in(comment.text()).forEach(found -> ids.addAll(found.written()));
        for (String id : ids) {
          add(id, Citation.Kind.MODULE, module.name(), new Place(file, comment.line()), "");
        }
      }
      for (TlaText.Definition definition : module.definitions()) {
        Citation.Kind kind = kind(definition.name(), module, modules, models);
        String lacking = lacking(kind, definition.name(), module, modules, models);
        Set<String> ids = new TreeSet<>();
        for (TlaText.Comment comment : module.commentsOf(definition)) {
          for (Ids.Found found : Ids.in(comment.text())) {
            ids.add(found.id());
            if (found.opensRange()) {
              problems.add(
                  new Problem(
                      new Place(file, comment.line()),
                      "a range begins at "
                          + found.id()
                          + ", but what stands for a row says so by its id; write every one out"));
            }
          }
        }
        for (String id : ids) {
          add(
              id,
              kind,
              module.name() + "!" + definition.name(),
              new Place(file, definition.line()),
              lacking);
        }
      }
    }
  }

  private static Citation.Kind kind(
      String name, TlaText module, Map<String, TlaText> modules, Models models) {
    if (name.startsWith("Witness")) {
      return Citation.Kind.WITNESS;
    } else if (name.endsWith("Inv")
        || models.invariants().contains(name) && isListed(name, module, modules, models)) {
      return Citation.Kind.INVARIANT;
    } else if (name.endsWith("Prop")
        || models.properties().contains(name) && isListed(name, module, modules, models)) {
      return Citation.Kind.PROPERTY;
    } else if (!steppingModules(name, module, modules).isEmpty()) {
      return Citation.Kind.ACTION;
    }
    return Citation.Kind.OPERATOR;
  }

  private static String lacking(
      Citation.Kind kind,
      String name,
      TlaText module,
      Map<String, TlaText> modules,
      Models models) {
    if (TEMPORAL.contains(kind)) {
      return isListed(name, module, modules, models) ? "" : "no model that must hold lists it";
    }
    if (kind == Citation.Kind.ACTION) {
      boolean replayed =
          steppingModules(name, module, modules).stream().anyMatch(models.replayed()::contains);
      return replayed ? "" : "no model of it is replayed";
    }
    return "";
  }

  /**
   * Returns whether a model that must hold lists this definition: by its name, and from a root that
   * rests on its module. A property of another module may have the same name.
   */
  private static boolean isListed(
      String name, TlaText module, Map<String, TlaText> modules, Models models) {
    return models.listing(name).stream()
        .map(modules::get)
        .filter(Objects::nonNull)
        .anyMatch(root -> reaches(root, module.name(), modules, new TreeSet<>()));
  }

  /** The modules in whose {@code Next} this definition occurs. */
  private static Set<String> steppingModules(
      String name, TlaText module, Map<String, TlaText> modules) {
    Set<String> stepping = new TreeSet<>();
    for (TlaText user : modules.values()) {
      if (user.steps().contains(name) && reaches(user, module.name(), modules, new TreeSet<>())) {
        stepping.add(user.name());
      }
    }
    return stepping;
  }

  private static boolean reaches(
      TlaText from, String to, Map<String, TlaText> modules, Set<String> seen) {
    if (from.name().equals(to)) {
      return true;
    }
    for (String used : from.uses()) {
      TlaText next = modules.get(used);
      if (next != null && seen.add(used) && reaches(next, to, modules, seen)) {
        return true;
      }
    }
    return false;
  }

  private void scanModels(Models models) {
    for (Models.Finding finding : models.findings()) {
      add(finding.id(), Citation.Kind.MODEL, finding.model(), finding.place(), "");
    }
  }

  // ---- Java

  private void scanJava(String folder) throws IOException {
    for (Path file : SourceFiles.under(root.resolve(folder), ".java")) {
      String path = SourceFiles.named(root, file);
      JavaText text = new JavaText(read(file));
      Citation.Kind kind = javaKind(path);
      for (JavaText.Use use : text.uses()) {
        Place place = new Place(path, use.line());
        namings.add(new Naming(use.id(), place));
        add(use.id(), kind, use.name(), place, "");
      }
      for (int line : text.unreadable()) {
        problems.add(
            new Problem(
                new Place(path, line),
                "@Requirement must write its ids out as texts, or a search does not find them"));
      }
      mentions(path, text.comments());
    }
  }

  private static Citation.Kind javaKind(String path) {
    if (path.startsWith("src/test/")) {
      // The names that the build runs.
      return path.endsWith("Test.java") || path.endsWith("Properties.java")
          ? Citation.Kind.TEST
          : Citation.Kind.CODE;
    }
    return path.startsWith("src/main/java/dev/sluice/cc/")
            || path.startsWith("src/main/java/dev/sluice/uet/")
        ? Citation.Kind.KERNEL
        : Citation.Kind.CODE;
  }

  // ---- everything else

  private void scanProse() throws IOException {
    for (String folder : List.of("spec", "docs")) {
      for (Path file : SourceFiles.under(root.resolve(folder), ".md")) {
        mentions(SourceFiles.named(root, file), read(file).lines().toList());
      }
    }
    for (Path file : SourceFiles.under(root.resolve("spec"), ".cfg")) {
      mentions(SourceFiles.named(root, file), read(file).lines().toList());
    }
    for (Path file : Models.tables(root)) {
      mentions(SourceFiles.named(root, file), read(file).lines().toList());
    }
    for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      Path file = root.resolve(name);
      if (Files.exists(file)) {
        mentions(name, read(file).lines().toList());
      }
    }
  }

  private void mentions(String path, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      for (Ids.Found found : Ids.in(lines.get(i))) {
        if (found.id().contains("-")) { // "X1" in running text may be anything
          namings.add(new Naming(found.id(), new Place(path, i + 1)));
        }
      }
    }
  }

  private void readPlanted(Models models) throws IOException {
    PlantedReader reader = new PlantedReader(root, models, all).read();
    planted.addAll(reader.sound());
    problems.addAll(reader.problems());
  }

  private void add(String id, Citation.Kind kind, String name, Place place, String lacking) {
    all.add(new Citation(id, kind, name, place, lacking));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
