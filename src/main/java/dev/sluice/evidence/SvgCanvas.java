package dev.sluice.evidence;

import java.util.List;

/** Draws as SVG, the same bytes on every machine. */
final class SvgCanvas implements Canvas {
  private final StringBuilder svg = new StringBuilder();

  /**
   * A colour that is shown as another one where the reader prefers dark screens.
   *
   * @param colour as it is drawn
   * @param instead as it is shown there
   */
  record Dark(String colour, String instead) {}

  /**
   * An empty drawing.
   *
   * @param title what a reader is told who cannot see it
   * @param dark what is shown otherwise on dark screens; programs that know nothing of it show the
   *     colours as they are drawn
   */
  SvgCanvas(int width, int height, String title, List<Dark> dark) {
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .append(tenths(width))
        .append(' ')
        .append(tenths(height))
        .append("\" width=\"")
        .append(tenths(width))
        .append("\" height=\"")
        .append(tenths(height))
        .append("\" role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\">\n<title>")
        .append(escaped(title))
        .append("</title>\n<style>@media (prefers-color-scheme: dark) {\n");
    for (Dark each : dark) {
      svg.append("[fill=\"%s\"]{fill:%s}".formatted(each.colour, each.instead))
          .append("[stroke=\"%s\"]{stroke:%s}\n".formatted(each.colour, each.instead));
    }
    svg.append("}</style>\n");
  }

  /** The whole file. */
  String finish() {
    return svg.append("</svg>\n").toString();
  }

  @Override
  public void rectangle(int x, int y, int width, int height, String colour) {
    svg.append("<rect x=\"")
        .append(tenths(x))
        .append("\" y=\"")
        .append(tenths(y))
        .append("\" width=\"")
        .append(tenths(width))
        .append("\" height=\"")
        .append(tenths(height))
        .append("\" fill=\"")
        .append(colour)
        .append("\"/>\n");
  }

  @Override
  public void line(int[] xs, int[] ys, int count, String colour, int width, int[] dash) {
    svg.append("<polyline fill=\"none\" stroke=\"")
        .append(colour)
        .append("\" stroke-width=\"")
        .append(tenths(width))
        .append('"');
    if (dash.length > 0) {
      String comma = " stroke-dasharray=\"";
      for (int length : dash) {
        svg.append(comma).append(tenths(length));
        comma = ",";
      }
      svg.append('"');
    }
    svg.append(" stroke-linejoin=\"round\" points=\"");
    for (int i = 0; i < count; i++) {
      svg.append(i == 0 ? "" : " ").append(tenths(xs[i])).append(',').append(tenths(ys[i]));
    }
    svg.append("\"/>\n");
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
    svg.append("<text x=\"")
        .append(tenths(x))
        .append("\" y=\"")
        .append(tenths(y))
        .append("\" font-size=\"")
        .append(tenths(size))
        .append("\" fill=\"")
        .append(colour)
        .append('"');
    if (anchor != Anchor.START) {
      svg.append(" text-anchor=\"").append(anchor == Anchor.END ? "end" : "middle").append('"');
    }
    if (isBold) {
      svg.append(" font-weight=\"bold\"");
    }
    if (isTurned) {
      svg.append(" transform=\"rotate(-90 ")
          .append(tenths(x))
          .append(' ')
          .append(tenths(y))
          .append(")\"");
    }
    svg.append('>').append(escaped(text)).append("</text>\n");
  }

  private static String tenths(int value) {
    String sign = value < 0 ? "-" : "";
    int size = Math.abs(value);
    return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
  }

  /** XML's five signs, and nothing that XML does not allow. */
  private static String escaped(String text) {
    return text.replaceAll("\\p{Cntrl}", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }
}
