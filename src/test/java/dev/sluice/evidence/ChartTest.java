package dev.sluice.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
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
