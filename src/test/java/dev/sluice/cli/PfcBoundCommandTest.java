package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PfcBoundCommandTest {
  @TempDir Path folder;

  /** What a command came to. */
  private record Ran(int code, String out, String err) {}

  private Ran run(String... args) {
    Project project = Project.own(folder);
    int code = project.run(args);
    return new Ran(code, project.out(), project.err());
  }

  @Test
  @Requirement({"PFC-5", "PFC-6"})
  void givesTheHeadroomItsTermsAndWhatStandsBehindIt() {
    Ran ran = run("bound", "pfc", "--rate", "100G", "--cable", "100m", "--max-frame", "9216");
    assertThat(ran.code()).isIn(ExitCodes.OK, ExitCodes.NOT_DECIDED);
    assertThat(ran.out())
        .contains("Lossless with 56,232 B of headroom: a link of 100Gb/s over 100m")
        .containsPattern("own frame +9,216 ")
        .containsPattern("pause frame +84 ")
        .containsPattern("cable +12,500 +twice 500.000 ns")
        .containsPattern("response +25,216 +394 quanta")
        .containsPattern("frame begun +9,216 ")
        .contains("A headroom of 56,232 B is enough for a cable of 100007mm at most.")
        .contains("to be repeated within 332.785 us")
        .contains("below_1 to below_11 lose a frame with one unit less")
        .contains("obligations as expected, for all sizes");
    assertThat(ran.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  @Requirement("PFC-6")
  void takesTheSpeedOfLightAsItIsTold() {
    String json = run("bound", "pfc", "--speed", "198000000", "--json").out();
    assertThat(json)
        .contains("\"cablePs\" : 505051")
        .contains("\"cableBytes\" : 12626")
        .contains("\"headroomBytes\" : 56358")
        .endsWith("}\n");
  }

  @Test
  void saysForHowLongACableAHeadroomIsEnough() {
    assertThat(run("bound", "pfc", "--headroom", "40KB").out()).contains("for no cable at all");
    assertThat(run("bound", "pfc", "--headroom", "43732B", "--json").out())
        .contains("\"givenHeadroomBytes\" : 43732")
        .contains("\"longestCableMm\" : 7");
  }

  @Test
  void refusesWhatItCannotCount() {
    assertThat(run("bound", "pfc", "--rate", "50G").err()).contains("name it by --response");
    assertThat(run("bound", "pfc", "--max-frame", "64").code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound", "pfc", "--own-frame", "83").code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound", "pfc", "--rate", "0G").err()).contains("--rate is 0");
  }
}
