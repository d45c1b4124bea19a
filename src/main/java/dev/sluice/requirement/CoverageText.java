package dev.sluice.requirement;

import dev.sluice.requirement.Citation.Kind;
import dev.sluice.requirement.Coverage.Count;
import dev.sluice.requirement.Coverage.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The matrix as people read it. The same coverage gives the same bytes. */
final class CoverageText {
  private CoverageText() {}

  private static final String FIGURES_HEAD = " prop  act kern test modl";
  private static final String STATE = "  verify"; // the longest of the words
  private static final int ID_WIDTH = 9;
  private static final int NARROWEST = 64;
  private static final int WIDEST_TITLE = 72;

  /** The heading under which people look for a place of this kind. */
  private static String heading(Kind kind) {
    return switch (kind) {
      case INVARIANT, PROPERTY -> "Properties";
      case ACTION -> "Actions";
      case KERNEL -> "Kernels";
      case TEST -> "Tests";
      case MODEL -> "Models that show it";
      case WITNESS, OPERATOR, MODULE, CODE -> "Also cited by";
    };
  }

  static String table(Coverage coverage, int width) {
    int title =
        Math.min(
            WIDEST_TITLE,
            Math.max(width, NARROWEST) - ID_WIDTH - FIGURES_HEAD.length() - STATE.length());
    StringBuilder out = new StringBuilder();
    out.append(pad("id", ID_WIDTH)).append(pad("requirement", title));
    out.append(FIGURES_HEAD).append("  red by\n");
    String family = "";
    for (Line line : coverage.lines()) {
      if (!family.isEmpty() && !family.equals(line.row().family())) {
        out.append('\n');
      }
      family = line.row().family();
      out.append(pad(line.row().id(), ID_WIDTH));
      out.append(pad(shortened(line.row().title(), title), title));
      out.append(figure(line.properties()));
      out.append(figure(line.count(Kind.ACTION)));
      out.append(figure(line.count(Kind.KERNEL)));
      out.append(figure(line.count(Kind.TEST)));
      out.append(figure(line.count(Kind.MODEL)));
      out.append("  ").append(line.state().word()).append('\n');
    }
    return out.toString();
  }

  static String summary(Coverage coverage) {
    StringBuilder out = new StringBuilder();
    out.append(
        "family   rows  with a property  action  kernel  test  model   verify  tests  cited   open\n");
    List<Count> counts = new ArrayList<>(coverage.counts());
    counts.add(coverage.total());
    for (Count count : counts) {
      out.append(
          String.format(
              Locale.ROOT,
              "%-7s %5d %16d %7d %7d %5d %6d %8d %6d %6d %6d%n",
              count.family(),
              count.rows(),
              count.property(),
              count.action(),
              count.kernel(),
              count.test(),
              count.model(),
              count.verify(),
              count.tests(),
              count.cited(),
              count.open()));
    }
    return out.toString().replace(System.lineSeparator(), "\n");
  }

  static String detail(Line line, int width) {
    Row row = line.row();
    int room = Math.max(width, NARROWEST);
    StringBuilder out = new StringBuilder();
    out.append(row.id()).append("  ").append(row.title()).append("\n\n");
    wrapped(out, "  ", "  ", row.statement(), room);
    out.append('\n');
    for (Source source : row.sources()) {
      entry(out, source == row.sources().get(0) ? "Source" : "", named(source), room);
    }
    entry(out, "Standing", Coverage.lower(row.standing()) + ", revision " + row.revision(), room);
    for (int i = 0; i < row.figures().size(); i++) {
      entry(out, i == 0 ? "Figure" : "", row.figures().get(i), room);
    }
    if (!row.mend().isEmpty()) {
      entry(out, "Mend", row.mend(), room);
    }
    if (!row.see().isEmpty()) {
      entry(out, "See", String.join(" ", row.see()), room);
    }
    for (Note note : row.notes()) {
      out.append('\n');
      String kind = Coverage.lower(note.kind());
      wrapped(
          out,
          "  " + kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1) + ": ",
          "    ",
          note.about(),
          room);
      for (String reading : note.readings()) {
        wrapped(out, "    reading    ", " ".repeat(15), reading, room);
      }
      wrapped(out, "    taken      ", " ".repeat(15), note.taken(), room);
      if (!note.reason().isEmpty()) {
        wrapped(out, "    because    ", " ".repeat(15), note.reason(), room);
      }
      if (!note.otherwise().isEmpty()) {
        wrapped(out, "    otherwise  ", " ".repeat(15), note.otherwise(), room);
      }
    }
    places(out, line, room);
    return out.toString();
  }

  /** Notes on public material cite it by its short name. */
  private static String named(Source source) {
    return source.kind() == Source.Kind.PUBLIC
        ? source.key() + ": " + source.cited()
        : source.cited();
  }

  private static void places(StringBuilder out, Line line, int room) {
    int widest =
        line.citations().stream().mapToInt(citation -> length(citation.name())).max().orElse(0);
    String heading = "";
    for (Citation citation : line.citations()) {
      String its = heading(citation.kind());
      if (!its.equals(heading)) {
        heading = its;
        out.append("\n  ").append(heading).append('\n');
      }
      String lacking = citation.lacking().isEmpty() ? "" : "  (" + citation.lacking() + ")";
      String place = citation.place() + lacking;
      if (4 + widest + 2 + length(place) <= room) {
        out.append("    ").append(pad(citation.name(), widest)).append("  ").append(place);
      } else {
        out.append("    ").append(citation.name()).append("\n      ").append(place);
      }
      out.append('\n');
    }
    planted(out, line, room);
    if (line.state() == Coverage.State.CITED) {
      out.append("\n  Cited: no deviation is known that turns one of these checks red.\n");
    }
    if (line.open()) {
      out.append(
          line.row().standing().isHole()
              ? "\n  Open: no row of a model or control names it as its finding.\n"
              : "\n  Open: no property of a model that holds, no replayed action, and no test.\n");
    }
  }

  private static void planted(StringBuilder out, Line line, int room) {
    for (Planted one : line.planted()) {
      if (one == line.planted().get(0)) {
        out.append("\n  Planted deviations that turn a check red\n");
      }
      String found = one.isControl() ? "control " + one.control() : one.says();
      wrapped(out, "    ", "      ", found, room);
      out.append("      ").append(one.isControl() ? one.place() : one.test()).append('\n');
    }
  }

  private static void entry(StringBuilder out, String name, String text, int room) {
    wrapped(out, "  " + pad(name, 10), " ".repeat(12), text, room);
  }

  private static void wrapped(
      StringBuilder out, String first, String further, String text, int room) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : text.split(" ")) {
      if (!empty && length(line) + 1 + length(word) > room) {
        out.append(line).append('\n');
        line = new StringBuilder(further);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.append(line).append('\n');
  }

  private static String figure(int count) {
    String text = count == 0 ? "·" : Integer.toString(count);
    return " ".repeat(Math.max(1, 5 - text.length())) + text;
  }

  private static String shortened(String text, int room) {
    if (length(text) <= room) {
      return text;
    }
    String cut = text.substring(0, text.offsetByCodePoints(0, room - 1));
    int space = cut.lastIndexOf(' ');
    return (space > room / 2 ? cut.substring(0, space) : cut).replaceFirst("[\\s,;:]+$", "") + "…";
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - length(text)));
  }

  private static int length(CharSequence text) {
    return (int) text.codePoints().count();
  }
}
