package dev.sluice.impact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.impact.Candidate.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice fits into the time, and its durations come from measurements. */
class PlanTest {
  private static Candidate test(String name, int distance, double seconds) {
    return new Candidate(Kind.TEST, "a." + name, "", distance, seconds);
  }

  private static List<String> names(List<Candidate> all) {
    return all.stream().map(Candidate::shortName).toList();
  }

  @Test
  void theNearestAndTheQuickestComeFirst() {
    List<Candidate> all =
        List.of(test("Far", 2, 1), test("Slow", 1, 9), test("Quick", 1, 2), test("Near", 0, 5));
    assertThat(names(Plan.fit(all, 100).chosen())).containsExactly("Near", "Quick", "Slow", "Far");
  }

  @Test
  void aCheckThatDoesNotFitIsLeftOutAndALaterOneIsTaken() {
    List<Candidate> all =
        List.of(test("Near", 0, 5), test("Slow", 1, 9), test("Far", 2, 1), test("Last", 3, 1));
    Plan plan = Plan.fit(all, 6);
    assertThat(names(plan.chosen())).containsExactly("Near", "Far");
    assertThat(names(plan.leftOut())).containsExactly("Slow", "Last");
    assertThat(plan.leftOut().get(0).command()).isEqualTo("mvn test -Dtest=Slow");
  }

  @Test
  void aMeasurementWinsOverAReportAndAReportOverTheEstimate(@TempDir Path temp) throws IOException {
    Path reports = Files.createDirectories(temp.resolve("target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-a.OneTest.xml"), "<?xml?>\n<testsuite name=\"x\" time=\"3.25\">");
    assertThat(Durations.read(temp).of("a.OneTest")).isEqualTo(3.25);
    assertThat(Durations.read(temp).of("a.TwoTest")).isEqualTo(Durations.UNKNOWN);
    assertThat(Durations.read(temp).of("M/trace", 4)).isEqualTo(4);
    Durations durations = Durations.read(temp);
    durations.put("a.OneTest", 7);
    durations.put("M/trace", 8);
    durations.write();
    assertThat(Durations.read(temp).of("a.OneTest")).isEqualTo(7);
    assertThat(Durations.read(temp).of("M/trace", 4)).isEqualTo(8);
  }
}
