package dev.sluice.evidence;

/** Something to draw on; lengths and places in tenths of a pixel, from the upper left corner. */
interface Canvas {
  /** Where a text stands in relation to its place. */
  enum Anchor {
    /** It begins there. */
    START,
    /** Its middle is there. */
    MIDDLE,
    /** It ends there. */
    END
  }

  /** A filled rectangle. */
  void rectangle(int x, int y, int width, int height, String colour);

  /**
   * A line through points.
   *
   * @param width of the line
   * @param dash lengths of stroke and gap in turn; empty for a solid line
   */
  void line(int[] xs, int[] ys, int count, String colour, int width, int[] dash);

  /**
   * A text on one line.
   *
   * @param isTurned whether it runs upwards
   */
  void text(
      int x,
      int y,
      String text,
      int size,
      String colour,
      Anchor anchor,
      boolean isBold,
      boolean isTurned);
}
