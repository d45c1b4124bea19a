package dev.sluice.requirement;

import dev.sluice.requirement.Citation.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The matrix: for each row of the catalogue, the places that stand for it, and whether any of them
 * is a check.
 *
 * <p>A row is open as long as there is no property that a model which must hold lists, no action of
 * a module with a replayed model, and no test. A suspected hole is open as long as no row of a
 * model or control names it as its finding. The kernel is what is checked; it closes nothing.
 *
 * @param lines one for each row, in the catalogue's order
 */
public record Coverage(List<Line> lines) {
  public Coverage {
    lines = List.copyOf(lines);
  }

  /**
   * One row and all that stands for it.
   *
   * @param row the requirement
   * @param citations the places that cite it, sorted by kind and place
   */
  public record Line(Row row, List<Citation> citations) {
    public Line {
      citations = List.copyOf(citations);
    }

    /** True if nothing checks the row; a hole stays open until a model settles it. */
    public boolean open() {
      return citations.stream()
          .filter(c -> !row.standing().isHole() || c.kind() == Kind.MODEL)
          .noneMatch(Citation::checks);
    }

    /** How many places of this kind stand for the row, those that lack something left out. */
    public int count(Kind kind) {
      return (int)
          citations.stream().filter(c -> c.kind() == kind && c.lacking().isEmpty()).count();
    }

    /** Invariants and temporal properties together. */
    public int properties() {
      return count(Kind.INVARIANT) + count(Kind.PROPERTY);
    }
  }

  /**
   * How far a family has come; each figure counts rows.
   *
   * @param family the family's name, or {@code "all"}
   * @param rows rows in all
   * @param property rows with a property
   * @param action rows with a replayed action
   * @param kernel rows with a kernel
   * @param test rows with a test
   * @param model rows with a model that shows them as a finding
   * @param open rows without any check
   */
  public record Count(
      String family,
      int rows,
      int property,
      int action,
      int kernel,
      int test,
      int model,
      int open) {
    private static Count of(String family, List<Line> lines) {
      return new Count(
          family,
          lines.size(),
          rows(lines, line -> line.properties() > 0),
          rows(lines, line -> line.count(Kind.ACTION) > 0),
          rows(lines, line -> line.count(Kind.KERNEL) > 0),
          rows(lines, line -> line.count(Kind.TEST) > 0),
          rows(lines, line -> line.count(Kind.MODEL) > 0),
          rows(lines, Line::open));
    }

    private static int rows(List<Line> lines, Predicate<Line> which) {
      return (int) lines.stream().filter(which).count();
    }
  }

  /** Puts the citations beside the rows. */
  public static Coverage of(Catalogue catalogue, Citations citations) {
    Map<String, List<Citation>> byId =
        citations.all().stream().collect(Collectors.groupingBy(Citation::id));
    return new Coverage(
        catalogue.rows().stream()
            .map(row -> new Line(row, byId.getOrDefault(row.id(), List.of())))
            .toList());
  }

  /** Only the rows that nothing checks. */
  public Coverage onlyOpen() {
    return new Coverage(lines.stream().filter(Line::open).toList());
  }

  /** The line of one row, if the coverage has it; the id in any case. */
  public Optional<Line> line(String id) {
    return lines.stream().filter(line -> line.row().id().equalsIgnoreCase(id)).findFirst();
  }

  /** A count for each family that has rows here, in the catalogue's order. */
  public List<Count> counts() {
    Map<String, List<Line>> byFamily = new LinkedHashMap<>();
    lines.forEach(
        line -> byFamily.computeIfAbsent(line.row().family(), f -> new ArrayList<>()).add(line));
    return byFamily.entrySet().stream().map(e -> Count.of(e.getKey(), e.getValue())).toList();
  }

  /** The count over all rows here. */
  public Count total() {
    return Count.of("all", lines);
  }

  /** The sentence that {@code verify} ends with. */
  public String closing() {
    Count total = total();
    return String.format(
        Locale.ROOT,
        "%d requirements: %d with a check, %d open",
        total.rows(),
        total.rows() - total.open(),
        total.open());
  }

  /** The matrix as text, so many columns wide. */
  public String table(int width) {
    return CoverageText.table(this, width);
  }

  /** The counts of the families as text. */
  public String summary() {
    return CoverageText.summary(this);
  }

  /** One row in full as text, with every place, so many columns wide. */
  public static String detail(Line line, int width) {
    return CoverageText.detail(line, width);
  }

  // ---- as data

  /**
   * The matrix in the shape in which it is written as JSON: texts, numbers and lists only.
   *
   * @param requirements one for each row
   * @param families one for each family
   * @param total over all rows
   */
  public record Report(List<Entry> requirements, List<Count> families, Count total) {}

  /** One row as JSON. */
  public record Entry(
      String id,
      String family,
      String title,
      String statement,
      List<String> source,
      String standing,
      List<String> figure,
      List<String> see,
      String mend,
      List<NoteEntry> notes,
      int revision,
      boolean open,
      List<PlaceEntry> places) {}

  /** One note as JSON. */
  public record NoteEntry(
      String kind,
      String about,
      List<String> readings,
      String taken,
      String reason,
      String otherwise) {}

  /** One citation as JSON; {@code lacking} says why it is no check where one might expect it. */
  public record PlaceEntry(
      String kind, String name, String file, int line, boolean check, String lacking) {}

  /** The matrix as data. */
  public Report report() {
    return new Report(lines.stream().map(Coverage::entry).toList(), counts(), total());
  }

  /** One row as data. */
  public static Entry entry(Line line) {
    Row row = line.row();
    return new Entry(
        row.id(),
        row.family(),
        row.title(),
        row.statement(),
        row.sources().stream().map(Source::cited).toList(),
        lower(row.standing()),
        row.figures(),
        row.see(),
        row.mend(),
        row.notes().stream()
            .map(
                note ->
                    new NoteEntry(
                        lower(note.kind()),
                        note.about(),
                        note.readings(),
                        note.taken(),
                        note.reason(),
                        note.otherwise()))
            .toList(),
        row.revision(),
        line.open(),
        line.citations().stream()
            .map(
                c ->
                    new PlaceEntry(
                        lower(c.kind()),
                        c.name(),
                        c.place().file(),
                        c.place().line(),
                        c.checks(),
                        c.lacking()))
            .toList());
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
