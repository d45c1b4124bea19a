package dev.sluice.cli;

import dev.sluice.impact.Candidate;
import dev.sluice.impact.Candidate.Kind;
import dev.sluice.impact.ClassGraph.Reached;
import dev.sluice.impact.Durations;
import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.SpecDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Models that an edit affects. */
final class AffectedModels {
  /** Time that TLC needs for a small model, in seconds. */
  private static final double LEAST = 1;

  private static final double TRANSITIONS_PER_SECOND = 2500;

  /** Duration of a model whose transitions are not pinned, in seconds. */
  private static final double UNPINNED = 4;

  private final ModelTable table;
  private final List<String> files;
  private final Map<String, Reached> twins;
  private final Durations durations;
  private final Map<String, Row> rows = new HashMap<>();
  private final Set<String> changedRows = new HashSet<>();
  private final Set<String> read = new HashSet<>();

  /** A row of a table of models, as text. */
  private record Row(String id, String base, String text) {
    private static final Pattern START = Pattern.compile("(?m)^(?=\\[\\[(?:model|control)\\]\\])");

    static List<Row> of(String table) {
      List<Row> rows = new ArrayList<>();
      for (String text : START.split(table)) {
        String module = value(text, "module");
        if (!module.isEmpty()) {
          String on = value(text, "on");
          String id = module + "/" + value(text, "name");
          rows.add(new Row(id, on.isEmpty() ? id : module + "/" + on, text.strip()));
        }
      }
      return rows;
    }

    private static String value(String text, String key) {
      Matcher line = Pattern.compile("(?m)^" + key + "\\s*=\\s*\"([^\"]*)\"").matcher(text);
      return line.find() ? line.group(1) : "";
    }
  }

  /**
   * Prepares to choose models.
   *
   * @param files changed files, relative to the root of the project
   * @param twins reached twins by their simple names
   * @param durations measured durations
   */
  AffectedModels(
      ModelTable table, List<String> files, Map<String, Reached> twins, Durations durations) {
    this.durations = durations;
    this.table = table;
    this.files = files;
    this.twins = twins;
  }

  /** Returns whether some model reads a file. */
  boolean reads(String file) {
    return read.contains(file);
  }

  /** Enters a table of models: its present text, and that of the commit. */
  void compareRows(String file, String now, String before) {
    Set<String> old = new HashSet<>();
    Row.of(before).forEach(row -> old.add(row.text()));
    for (Row row : Row.of(now)) {
      rows.put(row.id(), row);
      if (!old.contains(row.text())) {
        changedRows.add(row.id());
        read.add(file);
      }
    }
  }

  /** Returns the affected models that are not in the full lane. */
  List<Candidate> candidates() throws IOException {
    List<Candidate> found = new ArrayList<>();
    Map<Path, Set<String>> modules = new TreeMap<>();
    List<Path> library = table.library();
    for (Model model : table.models()) {
      if (model.lane() != Lane.FULL) {
        Path root = model.rootModule();
        if (!modules.containsKey(root)) {
          Set<String> own = new HashSet<>();
          for (Path file : SpecDigest.files(root, library).values()) {
            own.add(relative(file));
          }
          modules.put(root, own);
        }
        Candidate candidate = candidate(model, modules.get(root));
        if (candidate != null) {
          found.add(candidate);
        }
      }
    }
    return found;
  }

  private String relative(Path file) {
    Path root = table.root().toAbsolutePath().normalize();
    return root.relativize(file.toAbsolutePath().normalize()).toString().replace('\\', '/');
  }

  private Candidate candidate(Model model, Set<String> modules) {
    if (changedRows.contains(model.id())) {
      return of(model, "its row changed", 0);
    }
    Row row = rows.get(model.id());
    if (row != null && !row.base().equals(row.id()) && changedRows.contains(row.base())) {
      return of(model, "based on " + row.base() + ", whose row changed", 1);
    }
    for (String file : files) {
      String last = file.substring(file.lastIndexOf('/') + 1);
      if (file.startsWith("spec/") && file.endsWith(".cfg")) {
        boolean isBase = row != null && last.equals("MC" + row.base().replace('/', '_') + ".cfg");
        if (last.equals(model.config().name()) || isBase) {
          read.add(file);
          return of(model, "reads " + last, 0);
        }
      } else if (modules.contains(file)) {
        read.add(file);
        boolean isOwn = last.equals(model.module() + ".tla");
        return of(model, isOwn ? "checks " + model.module() : "reads " + last, isOwn ? 0 : 1);
      }
    }
    String twin = model.replay() + "Twin";
    if (model.replayed() && twins.containsKey(twin)) {
      return of(
          model,
          "replayed by " + twin + ", which " + reason(twins.get(twin)),
          twins.get(twin).distance());
    }
    return null;
  }

  private static String reason(Reached twin) {
    return twin.reason().replaceFirst(" directly$", "").replaceFirst("^changed", "has changed");
  }

  /** Puts the trace model of a specification before others that are as near. */
  private Candidate of(Model model, String reason, int distance) {
    int rank = 2 * distance + (model.lane() == Lane.TRACE ? 0 : 1);
    Kind kind =
        !model.replayed() ? Kind.CHECK : model.lane() == Lane.TRACE ? Kind.TRACE : Kind.REPLAY;
    double expected = durations.of(model.id(), seconds(model));
    return new Candidate(kind, model.id(), reason, rank, expected);
  }

  private static double seconds(Model model) {
    if (!model.mustHold()) {
      return LEAST + 0.02 * Math.max(0, model.length());
    }
    return model.transitions() < 0
        ? UNPINNED
        : LEAST + model.transitions() / TRANSITIONS_PER_SECOND;
  }
}
