package dev.sluice.evidence;

import java.util.List;

/**
 * Several charts on one page, two beside each other.
 *
 * @param charts at least one, row by row
 */
public record ChartPage(List<Chart> charts) {
  private static final int COLUMNS = 2;

  public ChartPage {
    charts = List.copyOf(charts);
    if (charts.isEmpty()) {
      throw new IllegalArgumentException("a page without charts");
    }
  }

  private int width() {
    return Chart.WIDTH * Math.min(COLUMNS, charts.size());
  }

  private int height() {
    return Chart.HEIGHT * ((charts.size() + COLUMNS - 1) / COLUMNS);
  }

  /** The page as SVG. */
  public String svg() {
    String title = String.join("; ", charts.stream().map(Chart::title).toList());
    SvgCanvas canvas = new SvgCanvas(width(), height(), title, Chart.DARK);
    draw(canvas);
    return canvas.finish();
  }

  /** The page as PNG. */
  public byte[] png() {
    PngCanvas canvas = new PngCanvas(width(), height());
    draw(canvas);
    return canvas.finish();
  }

  private void draw(Canvas canvas) {
    canvas.rectangle(0, 0, width(), height(), Chart.PAPER);
    for (int i = 0; i < charts.size(); i++) {
      int right = i % COLUMNS * Chart.WIDTH;
      int down = i / COLUMNS * Chart.HEIGHT;
      charts.get(i).draw(new Moved(canvas, right, down));
    }
  }

  /** A canvas that draws elsewhere on another one. */
  private record Moved(Canvas canvas, int right, int down) implements Canvas {
    @Override
    public void rectangle(int x, int y, int width, int height, String colour) {
      canvas.rectangle(x + right, y + down, width, height, colour);
    }

    @Override
    public void line(int[] xs, int[] ys, int count, String colour, int width, int[] dash) {
      int[] movedXs = new int[count];
      int[] movedYs = new int[count];
      for (int i = 0; i < count; i++) {
        movedXs[i] = xs[i] + right;
        movedYs[i] = ys[i] + down;
      }
      canvas.line(movedXs, movedYs, count, colour, width, dash);
    }

    @Override
    public void text(
        int x,
        int y,
        String text,
        int size,
        String colour,
        Anchor anchor,
        boolean isBold,
        boolean isTurned) {
      canvas.text(x + right, y + down, text, size, colour, anchor, isBold, isTurned);
    }
  }
}
