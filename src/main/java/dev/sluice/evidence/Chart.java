package dev.sluice.evidence;

import java.math.BigDecimal;
import java.util.List;

/**
 * Figures over time, or over steps that have names, drawn: axes with their units, a grid, a legend,
 * and lines told apart by colour and by dash, in colours that colour-blind readers can tell apart
 * too.
 *
 * @param title one line
 * @param subtitle a second one, smaller; may be empty
 * @param across the axis of time, or of steps
 * @param up the axis of the figures
 * @param lines what is drawn, at most eight
 */
public record Chart(String title, String subtitle, Axis across, Axis up, List<Line> lines) {
  /** How a chart is laid out; lengths in tenths of a pixel. Texts are cut where the chart ends. */
  enum Shape {
    /** What lines are stands beside them. */
    WIDE(8600, 2300),

    /**
     * So it does where two charts stand beside each other: a page of 1,200 pixels, so that texts
     * can be read where a text column shows all of it. Short names leave their room to the lines.
     */
    BESIDE(6000, 2300),

    /** For narrow screens: it stands below. */
    NARROW(4800, 200);

    final int width;
    private final int right;

    Shape(int width, int right) {
      this.width = width;
      this.right = right;
    }
  }

  private static final int HEIGHT = 4600;
  private static final int LEFT = 900;
  private static final int TOP = 900;
  private static final int BOTTOM = 700;
  private static final int ROW = 220;

  /** In the legend: a gap, a piece of the line, a gap, and then its name. */
  private static final int BEFORE = 160;

  private static final int SAMPLE = 360;
  private static final int AFTER = 80;

  private static final int TICKS = 6;
  private static final int SMALL = 120;
  private static final int LETTER = 66;
  private static final int LARGE_LETTER = 100;

  /** What is drawn on. */
  static final String PAPER = "#ffffff";

  private static final String INK = "#222222";
  private static final String PALE = "#666666";
  private static final String GRID = "#e4e4e4";

  /** Okabe and Ito (2008), without the yellow, which is hard to see on white. */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f");

  /**
   * What is shown where the reader's screen is dark: paper, ink, and the lines that would be lost
   * on such paper, each with a contrast of at least 4.5 to 1 to it, but for the grid.
   */
  static final List<SvgCanvas.Dark> DARK =
      List.of(
          new SvgCanvas.Dark(PAPER, "#0d1117"),
          new SvgCanvas.Dark(INK, "#e6edf3"),
          new SvgCanvas.Dark(PALE, "#9ea7b3"),
          new SvgCanvas.Dark(GRID, "#30363d"),
          new SvgCanvas.Dark("#0072b2", "#3d9be9"),
          new SvgCanvas.Dark("#000000", "#ffffff"),
          new SvgCanvas.Dark("#7f7f7f", "#a8a8a8"));

  /** No two are alike, so that lines can be told apart without their colours. */
  private static final List<int[]> DASHES =
      List.of(
          new int[0],
          new int[] {80, 40},
          new int[] {20, 30},
          new int[] {120, 40, 20, 40},
          new int[] {240, 60},
          new int[] {120, 30, 20, 30, 20, 30},
          new int[] {40, 80},
          new int[] {240, 40, 60, 40});

  public Chart {
    lines = List.copyOf(lines);
    if (lines.isEmpty() || lines.size() > COLOURS.size()) {
      throw new IllegalArgumentException(lines.size() + " lines in a chart");
    }
  }

  /**
   * An axis that begins at 0.
   *
   * @param label what is measured, and the unit shown
   * @param divisor what one of that unit is in the unit of the numbers
   * @param steps what each step is called, where they are no numbers; empty where they are
   */
  public record Axis(String label, long divisor, List<String> steps) {
    public Axis {
      steps = List.copyOf(steps);
    }

    /** One of numbers. */
    public Axis(String label, long divisor) {
      this(label, divisor, List.of());
    }
  }

  /**
   * One line.
   *
   * @param name in the legend
   * @param step how far its points are apart
   * @param values one a point, from 0 on
   */
  public record Line(String name, long step, long[] values) {
    private long end() {
      return step * values.length;
    }

    private long largest() {
      long largest = 0;
      for (long value : values) {
        largest = Math.max(largest, value);
      }
      return largest;
    }
  }

  /** The chart as SVG. */
  public String svg() {
    SvgCanvas canvas = new SvgCanvas(Shape.WIDE.width, HEIGHT, title + ": " + up.label, DARK);
    draw(canvas, Shape.WIDE);
    return canvas.finish();
  }

  /** The chart as PNG. */
  public byte[] png() {
    PngCanvas canvas = new PngCanvas(Shape.WIDE.width, HEIGHT);
    draw(canvas, Shape.WIDE);
    return canvas.finish();
  }

  /** How high it is, tenths of a pixel. */
  int height(Shape shape) {
    return shape == Shape.NARROW ? HEIGHT + ROW * (lines.size() + 1) : HEIGHT;
  }

  /** How far the lines end from the right: what their names need, as far as there is room. */
  private int right(Shape shape) {
    int longest = lines.stream().mapToInt(line -> line.name.length()).max().orElse(0);
    return shape == Shape.BESIDE
        ? Math.min(shape.right, BEFORE + SAMPLE + AFTER + LETTER * (longest + 1))
        : shape.right;
  }

  /** Draws it at the upper left corner. */
  void draw(Canvas canvas, Shape shape) {
    int width = shape.width - LEFT - right(shape);
    int height = HEIGHT - TOP - BOTTOM;
    canvas.rectangle(0, 0, shape.width, height(shape), PAPER);
    boolean isWide = shape != Shape.NARROW;
    int begin = isWide ? LEFT : shape.right;
    int whole = shape.width - begin;
    String head = shape == Shape.WIDE ? title : shortened(title, whole / LARGE_LETTER);
    String below = shape == Shape.WIDE ? subtitle : shortened(subtitle, whole / LETTER);
    canvas.text(begin, 360, head, 160, INK, Canvas.Anchor.START, true, false);
    canvas.text(begin, 620, below, SMALL, PALE, Canvas.Anchor.START, false, false);

    long end = lines.stream().mapToLong(Line::end).max().orElse(1);
    long stepAcross = tick(end);
    long stepUp = tick(Math.max(1, lines.stream().mapToLong(Line::largest).max().orElse(1)));
    long top = lines.stream().mapToLong(Line::largest).max().orElse(1);
    long highest = Math.max(stepUp, (top + stepUp - 1) / stepUp * stepUp);

    for (long at = 0; at <= highest; at += stepUp) {
      int y = TOP + height - scaled(at, height, highest);
      grid(canvas, LEFT, y, LEFT + width, y);
      canvas.text(LEFT - 90, y + 42, shown(at, up), SMALL, INK, Canvas.Anchor.END, false, false);
    }
    if (across.steps.isEmpty()) {
      for (long at = 0; at <= end; at += stepAcross) {
        int x = LEFT + scaled(at, width, end);
        grid(canvas, x, TOP, x, TOP + height);
        below(canvas, x, TOP + height, shown(at, across));
      }
    }
    for (int i = 0; i < across.steps.size(); i++) {
      int x = LEFT + scaled(i + 1, width, across.steps.size());
      grid(canvas, x, TOP, x, TOP + height);
      if (shape == Shape.WIDE || i % every(width) == 0) {
        below(canvas, x - width / 2 / across.steps.size(), TOP + height, across.steps.get(i));
      }
    }
    canvas.line(
        new int[] {LEFT, LEFT, LEFT + width},
        new int[] {TOP, TOP + height, TOP + height},
        3,
        INK,
        12,
        DASHES.get(0));
    canvas.text(
        LEFT + width / 2,
        TOP + height + 480,
        across.label,
        SMALL + 10,
        INK,
        Canvas.Anchor.MIDDLE,
        false,
        false);
    canvas.text(
        200, TOP + height / 2, up.label, SMALL + 10, INK, Canvas.Anchor.MIDDLE, false, true);

    for (int i = lines.size() - 1; i >= 0; i--) { // the first on top
      curve(canvas, i, width, height, end, highest);
    }
    for (int i = 0; i < lines.size(); i++) {
      int y = (isWide ? TOP : HEIGHT) + 100 + ROW * i;
      int x = isWide ? LEFT + width + BEFORE : LEFT;
      canvas.line(
          new int[] {x, x + SAMPLE}, new int[] {y, y}, 2, COLOURS.get(i), 24, DASHES.get(i));
      int room = (shape.width - x - SAMPLE - AFTER) / LETTER;
      canvas.text(
          x + SAMPLE + AFTER,
          y + 42,
          shortened(lines.get(i).name, room),
          SMALL,
          INK,
          Canvas.Anchor.START,
          false,
          false);
    }
  }

  /** Of how many steps one is named, so that names have room. */
  private int every(int width) {
    int longest = across.steps.stream().mapToInt(String::length).max().orElse(0);
    return 1 + (longest + 1) * LETTER * across.steps.size() / width;
  }

  /** A line in steps: each value holds until the next. */
  private void curve(Canvas canvas, int number, int width, int height, long end, long highest) {
    Line line = lines.get(number);
    int[] xs = new int[2 * line.values.length];
    int[] ys = new int[2 * line.values.length];
    int count = 0;
    for (int i = 0; i < line.values.length; i++) {
      int y = TOP + height - scaled(line.values[i], height, highest);
      int from = LEFT + scaled(i * line.step, width, end);
      int to = LEFT + scaled((i + 1) * line.step, width, end);
      if (count > 0 && ys[count - 1] == y) {
        xs[count - 1] = to; // goes on at one height
      } else {
        xs[count] = from;
        ys[count++] = y;
        xs[count] = to;
        ys[count++] = y;
      }
    }
    canvas.line(xs, ys, count, COLOURS.get(number), 18, DASHES.get(number));
  }

  private static void grid(Canvas canvas, int x1, int y1, int x2, int y2) {
    canvas.line(new int[] {x1, x2}, new int[] {y1, y2}, 2, GRID, 8, DASHES.get(0));
  }

  private static void below(Canvas canvas, int x, int y, String text) {
    canvas.text(x, y + 200, text, SMALL, INK, Canvas.Anchor.MIDDLE, false, false);
  }

  private static int scaled(long value, int length, long whole) {
    return (int) Math.round((double) value * length / whole);
  }

  /** A step of 1, 2 or 5 times a power of ten, of which few make up the whole. */
  private static long tick(long whole) {
    long power = 1;
    while (true) {
      for (long digit : new long[] {1, 2, 5}) {
        if (digit * power * TICKS >= whole) {
          return digit * power;
        }
      }
      power *= 10;
    }
  }

  private static String shown(long value, Axis axis) {
    BigDecimal shown = BigDecimal.valueOf(value).divide(BigDecimal.valueOf(axis.divisor));
    return shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
  }

  private static String shortened(String name, int letters) {
    return name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
  }
}
