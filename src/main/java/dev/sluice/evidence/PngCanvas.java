package dev.sluice.evidence;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws as PNG, at twice the size, with the fonts that Java finds. */
final class PngCanvas implements Canvas {
  private static final double SCALE = 2.0 / 10;

  private final BufferedImage image;
  private final Graphics2D graphics;

  PngCanvas(int width, int height) {
    image =
        new BufferedImage(
            (int) (width * SCALE), (int) (height * SCALE), BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(SCALE, SCALE);
  }

  /** The whole file. */
  byte[] finish() {
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Override
  public void rectangle(int x, int y, int width, int height, String colour) {
    graphics.setColor(Color.decode(colour));
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void line(int[] xs, int[] ys, int count, String colour, int width, int[] dash) {
    float[] dashes = null;
    if (dash.length > 0) {
      dashes = new float[dash.length];
      for (int i = 0; i < dash.length; i++) {
        dashes[i] = dash[i];
      }
    }
    graphics.setColor(Color.decode(colour));
    graphics.setStroke(
        new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0));
    Path2D path = new Path2D.Double();
    for (int i = 0; i < count; i++) {
      if (i == 0) {
        path.moveTo(xs[i], ys[i]);
      } else {
        path.lineTo(xs[i], ys[i]);
      }
    }
    graphics.draw(path);
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
    graphics.setColor(Color.decode(colour));
    graphics.setFont(new Font(Font.SANS_SERIF, isBold ? Font.BOLD : Font.PLAIN, size));
    int wide = graphics.getFontMetrics().stringWidth(text);
    int left = anchor == Anchor.START ? 0 : anchor == Anchor.END ? wide : wide / 2;
    AffineTransform before = graphics.getTransform();
    graphics.translate(x, y);
    if (isTurned) {
      graphics.rotate(-Math.PI / 2);
    }
    graphics.drawString(text, -left, 0);
    graphics.setTransform(before);
  }
}
