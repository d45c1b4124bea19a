package dev.sluice.evidence;

import java.util.List;

/**
 * Several charts on one page, two beside each other; or, for narrow screens, one below the other.
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

  /** One chart alone has the room of a single one. */
  private Chart.Shape wide() {
    return charts.size() == 1 ? Chart.Shape.WIDE : Chart.Shape.BESIDE;
  }

  private static int columns(Chart.Shape shape) {
    return shape == Chart.Shape.BESIDE ? COLUMNS : 1;
  }

  private static int width(Chart.Shape shape) {
    return shape.width * columns(shape);
  }

  /** How far down a row begins, or the page ends. */
  private int down(Chart.Shape shape, int row) {
    int down = 0;
    for (int i = 0; i < row; i++) {
      down += charts.get(i * columns(shape)).height(shape);
    }
    return down;
  }

  private int height(Chart.Shape shape) {
    int columns = columns(shape);
    return down(shape, (charts.size() + columns - 1) / columns);
  }

  /** The page as SVG. */
  public String svg() {
    return svg(wide());
  }

  /** The same for narrow screens. */
  public String narrowSvg() {
    return svg(Chart.Shape.NARROW);
  }

  private String svg(Chart.Shape shape) {
    String title = String.join("; ", charts.stream().map(Chart::title).toList());
    SvgCanvas canvas = new SvgCanvas(width(shape), height(shape), title, Chart.DARK);
    draw(canvas, shape);
    return canvas.finish();
  }

  /** The page as PNG. */
  public byte[] png() {
    return png(wide());
  }

  /** The same for narrow screens. */
  public byte[] narrowPng() {
    return png(Chart.Shape.NARROW);
  }

  private byte[] png(Chart.Shape shape) {
    PngCanvas canvas = new PngCanvas(width(shape), height(shape));
    draw(canvas, shape);
    return canvas.finish();
  }

  private void draw(Canvas canvas, Chart.Shape shape) {
    canvas.rectangle(0, 0, width(shape), height(shape), Chart.PAPER);
    for (int i = 0; i < charts.size(); i++) {
      int right = i % columns(shape) * shape.width;
      charts.get(i).draw(new Moved(canvas, right, down(shape, i / columns(shape))), shape);
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
