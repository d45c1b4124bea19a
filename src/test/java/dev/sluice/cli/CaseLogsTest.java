package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs of faulty systems from user reports, which were accepted once. They are older than some
 * constants that a log has to tell by now: those parts are refused, and the rejection stands.
 */
class CaseLogsTest {
  private static final Path CASES = Path.of("src/test/resources/cases").toAbsolutePath();

  @TempDir Path folder;

  private record Ran(int code, String out) {}

  private Ran validate(String log, String... specs) {
    Project project = Project.own(folder);
    List<String> args =
        new java.util.ArrayList<>(List.of("validate", CASES.resolve(log).toString()));
    for (String spec : specs) {
      args.addAll(List.of("--spec", spec));
    }
    int code = project.run(args.toArray(String[]::new));
    return new Ran(code, project.out() + project.err());
  }

  /** Judges case 82: a NIC measures U, and its window never hears of it. */
  @Test
  void aNicThatIgnoresItsTelemetryIsRejected() {
    Ran ran = validate("hpcc_ignores_telemetry.log.gz", "HpccWindow", "TelemetryRecords");
    assertThat(ran.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .contains("disagree at host-1, 5.08672 us, in host-1/2>host-2/3: measured U")
        .contains("TelemetryRecords, event 281, Hear: st.s.u = 17617204, st.s.tau = 93000")
        .contains("HpccWindow, event 282, ReceiveAck: in.u = -1, in.tau = 0")
        .contains("refused: event 2, HpccWindow.Transmit, is the first of its end");
  }

  /** Judges case 83: each packet is marked, and no acknowledgment echoes that. */
  @Test
  @Requirement("LDCP-2")
  void marksThatAreNeverEchoedAreRejected() {
    Ran ran = validate("ldcp_ce_never_echoed.log.gz", "PawaWindow");
    assertThat(ran.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out()).contains("PawaWindow, host-0/2>host-2/2", "IsExplained");
  }

  /** Judges case 84: without IdSafety an id may come back at once. */
  @Test
  void aConstantThatIsNotToldIsAskedFor() {
    Ran ran = validate("id_reused_no_IdSafety.log.gz", "PdcHandshake");
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out())
        .contains(
            "constants.PdcHandshake do not tell IdSafety; tell it, or let a sentence of omits");
  }
}
