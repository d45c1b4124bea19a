package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of text in columns just wide enough. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<String> heads;
  private final boolean[] right;
  private final List<Row> rows = new ArrayList<>();

  private record Row(List<String> cells, UnaryOperator<String> paint, int painted) {}

  /**
   * A table.
   *
   * @param heads the columns' heads; one that begins with {@code >} is flushed right, with all
   *     below it
   */
  TextTable(String... heads) {
    this.heads = new ArrayList<>();
    this.right = new boolean[heads.length];
    for (int i = 0; i < heads.length; i++) {
      right[i] = heads[i].startsWith(">");
      this.heads.add(right[i] ? heads[i].substring(1) : heads[i]);
    }
  }

  /** Adds a row; missing cells are empty. */
  void row(List<String> cells) {
    row(cells, UnaryOperator.identity(), 0);
  }

  /** Adds a row of which one cell is painted. */
  void row(List<String> cells, UnaryOperator<String> paint, int painted) {
    rows.add(new Row(List.copyOf(cells), paint, painted));
  }

  /** The lines, a head and a rule first; none of them ends in space. */
  List<String> lines() {
    int[] width = new int[heads.size()];
    measure(width, heads);
    rows.forEach(row -> measure(width, row.cells));
    int whole = -GAP.length();
    for (int w : width) {
      whole += w + GAP.length();
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(width, new Row(heads, UnaryOperator.identity(), 0)));
    lines.add("-".repeat(whole));
    rows.forEach(row -> lines.add(line(width, row)));
    return lines;
  }

  private static void measure(int[] width, List<String> cells) {
    for (int i = 0; i < cells.size(); i++) {
      width[i] = Math.max(width[i], cells.get(i).length());
    }
  }

  private String line(int[] width, Row row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.cells.size(); i++) {
      String cell = row.cells.get(i);
      String space = " ".repeat(width[i] - cell.length());
      String shown = i == row.painted ? row.paint.apply(cell) : cell;
      line.append(i == 0 ? "" : GAP).append(right[i] ? space + shown : shown + space);
    }
    return line.toString().stripTrailing();
  }
}
