package dev.sluice.requirement;

import dev.sluice.requirement.Citation.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The matrix: for each row of the catalogue, the places that stand for it, whether any of them is a
 * check, and whether a planted deviation has turned one red.
 *
 * <p>A row is open as long as there is no property that a model which must hold lists, no action of
 * a module with a replayed model, and no test. A suspected hole is open as long as no row of a
 * model or control names it as its finding. The kernel is what is checked; it closes nothing.
 *
 * <p>A row that is not open is checked if a deviation planted on purpose turns a check cited for it
 * red, and cited otherwise: then nobody has seen that the check would notice.
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
   * @param planted the deviations from it that turn a check red
   */
  public record Line(Row row, List<Citation> citations, List<Planted> planted) {
    public Line {
      citations = List.copyOf(citations);
      planted = List.copyOf(planted);
    }

    /** True if nothing checks the row; a hole stays open until a model settles it. */
    public boolean open() {
      return citations.stream()
          .filter(c -> !row.standing().isHole() || c.kind() == Kind.MODEL)
          .noneMatch(Citation::checks);
    }

    /** How far the row has come. */
    public State state() {
      if (open()) {
        return State.OPEN;
      } else if (planted.isEmpty()) {
        return State.CITED;
      }
      return planted.stream().anyMatch(Planted::isControl)
          ? State.CHECKED_BY_VERIFY
          : State.CHECKED_BY_TESTS;
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

  /** How far a row has come. */
  public enum State {
    /** A control of its own, which {@code sluice verify} runs, is caught. */
    CHECKED_BY_VERIFY("verify"),
    /** A test of this project, which {@code sluice verify} does not run, fails on a deviation. */
    CHECKED_BY_TESTS("tests"),
    /** There are checks, and no deviation is known that turns one red. */
    CITED("cited"),
    /** There is no check. */
    OPEN("open");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /** As it stands in tables and in JSON. */
    public String word() {
      return word;
    }

    boolean isChecked() {
      return this == CHECKED_BY_VERIFY || this == CHECKED_BY_TESTS;
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
   * @param verify rows with a check that {@code sluice verify} has been seen to turn red
   * @param tests rows with a check that tests alone have been seen to turn red
   * @param cited rows with checks, none of which has been seen red
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
      int verify,
      int tests,
      int cited,
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
          rows(lines, line -> line.state() == State.CHECKED_BY_VERIFY),
          rows(lines, line -> line.state() == State.CHECKED_BY_TESTS),
          rows(lines, line -> line.state() == State.CITED),
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
    Map<String, List<Planted>> planted =
        citations.planted().stream().collect(Collectors.groupingBy(Planted::id));
    return new Coverage(
        catalogue.rows().stream()
            .map(
                row ->
                    new Line(
                        row,
                        byId.getOrDefault(row.id(), List.of()),
                        planted.getOrDefault(row.id(), List.of())))
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

  /** What the rows come to, in a sentence. */
  public String closing() {
    Count total = total();
    return String.format(
        Locale.ROOT,
        "%d requirements: %d checked (%d by sluice verify, %d by tests), %d cited, %d open",
        total.rows(),
        total.verify() + total.tests(),
        total.verify(),
        total.tests(),
        total.cited(),
        total.open());
  }

  /**
   * The sentence that {@code verify} ends with: which of the rows that command has checked itself.
   *
   * @param caught the controls that were run and caught, by module and name
   */
  public String closing(Set<String> caught) {
    Count total = total();
    int here =
        Count.rows(
            lines,
            line ->
                line.state().isChecked()
                    && line.planted().stream().anyMatch(one -> caught.contains(one.control())));
    int checked = total.verify() + total.tests();
    return String.format(
        Locale.ROOT,
        "%d requirements: %d checked, %d of them by this command and %d by what it has not run;"
            + " %d cited, %d open",
        total.rows(),
        checked,
        here,
        checked - here,
        total.cited(),
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
      String state,
      List<PlantedEntry> planted,
      List<PlaceEntry> places) {}

  /**
   * One planted deviation as JSON: a control by name, or a test and the source that is changed for
   * it; what it has not is empty.
   */
  public record PlantedEntry(String control, String test, String source, String says) {}

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
        line.state().word(),
        line.planted().stream()
            .map(one -> new PlantedEntry(one.control(), one.test(), one.source(), one.says()))
            .toList(),
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
