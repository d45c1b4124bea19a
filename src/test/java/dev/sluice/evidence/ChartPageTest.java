package dev.sluice.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChartPageTest {
  private static final Pattern TEXT =
      Pattern.compile(
          "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\"([^>]*)>([^<]*)<");

  private static Chart chart(int lines, int steps) {
    return new Chart(
        "A title that is longer than what a narrow screen has room for",
        "and what stands below it, which says of the scenario, the seeds and the flows what it may",
        new Chart.Axis(
            "size of the flow", 1, IntStream.range(0, steps).mapToObj(i -> "100 KB").toList()),
        new Chart.Axis("times as long as alone", 1),
        IntStream.range(0, lines)
            .mapToObj(
                i ->
                    new Chart.Line("line " + "of a long name ".repeat(6) + i, 1, new long[] {i, 2}))
            .toList());
  }

  private static double width(Matcher text) {
    return text.group(5).length() * Double.parseDouble(text.group(3)) * 0.55;
  }

  /**
   * For narrow screens: 480 wide, so that texts of 12 are 9 high on a screen of 360. None is
   * smaller or ends beyond, and no two names of steps touch.
   */
  @Test
  void theNarrowPageFits() {
    String svg = new ChartPage(List.of(chart(2, 9), chart(8, 3), chart(1, 0))).narrowSvg();
    // 460 each, and 22 for each line and one more
    assertThat(svg).contains("viewBox=\"0 0 480 " + (3 * 460 + 22 * (3 + 9 + 2)) + "\"");
    Matcher text = TEXT.matcher(svg);
    double end = 0;
    String row = "";
    while (text.find()) {
      assertThat(Double.parseDouble(text.group(3))).isGreaterThanOrEqualTo(12);
      double x = Double.parseDouble(text.group(1));
      if (!text.group(4).contains("text-anchor")) {
        assertThat(x + width(text)).as(text.group(5)).isLessThanOrEqualTo(480);
      } else if (text.group(5).equals("100 KB")) {
        double begin = x - width(text) / 2;
        assertThat(!row.equals(text.group(2)) || begin > end + 4).as("%s at %s", row, x).isTrue();
        row = text.group(2);
        end = x + width(text) / 2;
      }
    }
    assertThat(row).isNotEmpty();
  }

  /** On wide ones two stand beside each other, 600 wide each. None of their texts ends beyond. */
  @Test
  void theWidePageHasTwoColumns() {
    String svg = new ChartPage(List.of(chart(2, 9), chart(8, 3), chart(1, 0))).svg();
    assertThat(svg).contains("viewBox=\"0 0 1200 920\"");
    Matcher text = TEXT.matcher(svg);
    double end = 0;
    String row = "";
    while (text.find()) {
      double x = Double.parseDouble(text.group(1));
      if (!text.group(4).contains("text-anchor")) {
        double column = x < 600 ? 600 : 1200;
        assertThat(x + width(text)).as(text.group(5)).isLessThanOrEqualTo(column);
      } else if (text.group(5).equals("100 KB")) {
        double begin = x - width(text) / 2;
        String here = text.group(2) + (x < 600 ? "left" : "right");
        assertThat(!row.equals(here) || begin > end + 4).as("%s at %s", row, x).isTrue();
        row = here;
        end = x + width(text) / 2;
      }
    }
    assertThat(row).isNotEmpty();
    assertThat(new ChartPage(List.of(chart(1, 0))).svg()).contains("viewBox=\"0 0 860 460\"");
  }

  /** With names of four letters: 900 - 160 - 360 - 80 - 5 * 66 of 6,000 tenths are left. */
  @Test
  void shortNamesLeaveTheirRoomToTheLines() {
    Chart.Line line = new Chart.Line("nscc", 1, new long[] {1});
    Chart.Axis axis = new Chart.Axis("", 1);
    Chart chart = new Chart("", "", axis, axis, List.of(line));
    assertThat(new ChartPage(List.of(chart, chart)).svg()).contains("points=\"90,90 507,90\"");
  }

  @Test
  void linesAreToldApartWithoutTheirColours() {
    Matcher dash =
        Pattern.compile("<polyline [^>]*stroke-width=\"2.4\"( stroke-dasharray=\"[^\"]*\")?")
            .matcher(new ChartPage(List.of(chart(8, 3))).svg());
    List<String> dashes = dash.results().map(found -> String.valueOf(found.group(1))).toList();
    assertThat(dashes).hasSize(8).doesNotHaveDuplicates();
  }
}
