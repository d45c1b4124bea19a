package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.requirement.Requirement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundCommandTest {
  @TempDir Path folder;

  /** What a command came to. */
  private record Ran(int code, String out, String err) {}

  private Ran run(String... args) {
    Project project = Project.own(folder);
    int code = project.run(args);
    return new Ran(code, project.out(), project.err());
  }

  @Test
  @Requirement("RCCC-10")
  void givesTheBufferTheFormulaAndWhatStandsBehindIt() {
    Ran ran = run("bound", "incast", "--senders", "64", "--link", "100G");
    assertThat(ran.code()).isIn(ExitCodes.OK, ExitCodes.NOT_DECIDED);
    assertThat(ran.out())
        .contains("Lossless with 1,145,144 B at the last hop: 64 senders on a link of 100Gb/s")
        .contains("= 357,644 B + 63 x 12,500 B")
        .contains("what is sent again was lost")
        .contains("Retransmission timeout: 97.949 us or more")
        .contains("= 6.000 us + (1,145,144 B + 4,222 B) / 100Gb/s")
        .contains("lost 0 frames at the bound;")
        .doesNotContain("one octet below")
        .contains("the gap is 32,550 B, 7.7 packets; at most 39,240 B =")
        .contains("window x link / 1600Gb/s, the senders' link (22,352 B), + 2 packets + 2 grants")
        .contains("for 18 parameter sets")
        .contains("below_1 to below_14 and below_headers_1 to below_headers_4 lose a packet")
        .contains("obligations as expected");
    assertThat(ran.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  @Requirement("FIND-6")
  void saysForHowManySendersABufferIsEnough() {
    assertThat(run("bound", "incast", "--buffer", "1MB", "--window", "12500B").out())
        .contains("A buffer of 1,000,000 B is enough for 80 senders at most.")
        .contains("the link idles, or stands still");
    assertThat(run("bound", "incast", "--buffer", "1KB").out()).contains("none: it holds less");
    assertThat(run("bound", "incast", "--buffer", "1MB", "--initial", "0B").out())
        .contains("any number of senders");
  }

  @Test
  void refusesWhatItCannotCount() {
    Ran small = run("bound", "incast", "--window", "1KB");
    assertThat(small.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(small.err()).contains("smaller than the initial credit");
    assertThat(run("bound", "incast", "--link", "10").err()).contains("not a rate such as");
    assertThat(run("bound", "incast", "--senders", "0").code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound", "incast", "--mtu", "1B").err()).contains("an MTU is from 64 B");
    assertThat(run("bound", "incast", "--initial", "9000000TB").code())
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound", "incast", "--base-rtt", "9000000s", "--link", "9000T").code())
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound", "incast", "--base-rtt", "9000000s", "--slice", "9000000s").err())
        .contains("a window of more than 2^63 octets");
    assertThat(run("bound", "incast", "--slice", "0us").err()).contains("--slice is 0");
    assertThat(run("bound", "incast", "--link", "0G").code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bound").code()).isEqualTo(ExitCodes.BAD_INPUT);
  }

  @Test
  void roundsTowardZeroLikeEveryWindow() {
    String json = run("bound", "incast", "--link", "100000000001bit/s", "--json").out();
    assertThat(json)
        .contains("\"retransmissionTimeoutPs\" : 97949")
        .contains("\"windowBytes\" : " + (87_500 + 64 * 4_221) + ",")
        .contains("\"notSimulated\" : \"these numbers make no scenario\"")
        .doesNotContain("\r")
        .endsWith("}\n")
        .doesNotEndWith("\n\n");
  }

  @Test
  void nothingIsShownByAProofThatAsksNothing() {
    Part none = Proofs.part(List.of());
    assertThat(none.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(none.summary()).doesNotContain("0 of 0");
  }
}
