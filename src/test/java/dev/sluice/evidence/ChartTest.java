package dev.sluice.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Charts: sound XML, the same bytes each time, axes with units and a legend. */
class ChartTest {
  private static Chart chart(String title, Chart.Line... lines) {
    return new Chart(
        title,
        "seed 1",
        new Chart.Axis("time, us", 1_000_000),
        new Chart.Axis("bytes queued, kB", 1_000),
        List.of(lines));
  }

  private static final Chart.Line LINE =
      new Chart.Line("a<b>&\"c\"\u001b", 1_000_000, new long[] {0, 2_500, 2_500, 10_000, 0});

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void axesHaveUnitsAndLinesALegend() throws Exception {
    Document svg = parsed(chart("Queues", LINE).svg());
    NodeList texts = svg.getElementsByTagName("text");
    List<String> said = new java.util.ArrayList<>();
    for (int i = 0; i < texts.getLength(); i++) {
      said.add(texts.item(i).getTextContent());
    }
    assertThat(said)
        .contains("Queues", "seed 1", "time, us", "bytes queued, kB", "a<b>&\"c\"?")
        .contains("0", "2", "4", "6", "8", "10")
        .contains("1", "3", "5");
  }

  private static double luminance(String colour) {
    double[] parts = new double[3];
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      parts[i] = part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  }

  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /** By the formula of the Web Content Accessibility Guidelines: all but the grid can be read. */
  @Test
  void onADarkScreenEverythingStandsOutFromDarkPaper() throws Exception {
    Chart.Line[] eight = Collections.nCopies(8, LINE).toArray(Chart.Line[]::new);
    Document svg = parsed(chart("Queues", eight).svg());
    String style = svg.getElementsByTagName("style").item(0).getTextContent();
    assertThat(style).startsWith("@media (prefers-color-scheme: dark)");
    Map<String, String> dark = new HashMap<>();
    Matcher rule =
        Pattern.compile("\\[(?:fill|stroke)=\"(#\\w+)\"]\\{\\w+:(#\\w+)}").matcher(style);
    while (rule.find()) {
      dark.put(rule.group(1), rule.group(2));
    }
    String paper = dark.get("#ffffff");
    assertThat(luminance(paper)).isLessThan(0.02);
    NodeList all = svg.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      for (String name : List.of("fill", "stroke")) {
        String colour = ((Element) all.item(i)).getAttribute(name);
        if (colour.startsWith("#") && !colour.equals("#ffffff") && !colour.equals("#e4e4e4")) {
          assertThat(contrast(dark.getOrDefault(colour, colour), paper))
              .as(colour)
              .isGreaterThan(4.5);
        }
      }
    }
  }

  /** Three steps on an axis that has names for them, each in the middle below its step. */
  @Test
  void stepsMayHaveNames() throws Exception {
    Chart.Axis steps = new Chart.Axis("size", 1, List.of("small", "middle", "large"));
    Chart.Axis up = new Chart.Axis("times", 1);
    Chart.Line line = new Chart.Line("p50", 1, new long[] {1, 3, 2});
    Document svg = parsed(new Chart("Sizes", "", steps, up, List.of(line)).svg());
    Map<String, Long> places = new HashMap<>();
    NodeList texts = svg.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      Element text = (Element) texts.item(i);
      if (!text.getAttribute("x").isEmpty()) {
        long tenths = Math.round(10 * Double.parseDouble(text.getAttribute("x")));
        places.put(text.getTextContent(), tenths);
      }
    }
    int width = Chart.Shape.WIDE.width - 900 - 2300;
    assertThat(places).containsEntry("small", 900L + width / 6);
    assertThat(places).containsEntry("middle", 900L + width / 2);
    assertThat(places).containsEntry("large", 900L + width - width / 6);
  }

  @Test
  void theSameFiguresGiveTheSameBytes() {
    assertThat(chart("Queues", LINE).svg()).isEqualTo(chart("Queues", LINE).svg());
  }

  @Test
  void aLineIsDrawnInStepsToScale() {
    String svg = chart("Queues", LINE).svg();
    // 540 wide, 300 high from (90, 90): 5 steps of 108; 10,000 B is the top
    assertThat(svg)
        .contains("points=\"90,390 198,390 198,315 414,315 414,90 522,90 522,390 630,390\"");
  }

  @Test
  void nothingAtAllCanBeDrawnToo() throws Exception {
    parsed(chart("Nothing", new Chart.Line("", 1, new long[] {0})).svg());
    assertThatIllegalArgumentException().isThrownBy(() -> chart("No line"));
    Chart.Line[] nine = Collections.nCopies(9, LINE).toArray(Chart.Line[]::new);
    assertThatIllegalArgumentException().isThrownBy(() -> chart("Nine", nine));
  }

  @Test
  void thePngIsTheSameDrawingTwiceAsLarge() throws Exception {
    var image = ImageIO.read(new ByteArrayInputStream(chart("Queues", LINE).png()));
    assertThat(image.getWidth()).isEqualTo(2 * 860);
    assertThat(image.getHeight()).isEqualTo(2 * 460);
    assertThat(image.getRGB(2 * 468, 2 * 90) & 0xFFFFFF).as("the line").isEqualTo(0x0072B2);
  }
}
