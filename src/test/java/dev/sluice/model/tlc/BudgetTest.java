package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that is limited by a number of states. The toy has 32 of them, one of them initial. */
class BudgetTest {
  @TempDir Path scratch;

  @Test
  void endsWhereMoreStatesAreFoundThanItMayHave() throws Exception {
    Tlc tlc = new Tlc(TlcJar.shipped(), scratch);
    try {
      assertThat(verdict(tlc, 30, "Relay.tla", "Relay.cfg")).isEqualTo(new Verdict.Spent(30));
      assertThat(verdict(tlc, 31, "Relay.tla", "Relay.cfg")).isEqualTo(new Verdict.Holds());
      assertThat(verdict(tlc, 30, "RelayFaults.tla", "Relay_late.cfg"))
          .as("what is violated within the limit")
          .isInstanceOfSatisfying(
              Verdict.Violated.class,
              violated -> assertThat(violated.property()).isEqualTo("SeenWasSentInv"));
    } finally {
      tlc.rest();
    }
  }

  private Verdict verdict(Tlc tlc, long most, String module, String config)
      throws IOException, InterruptedException {
    TlcRequest request =
        new TlcRequest(
            Toy.folder().resolve(module),
            Configuration.of(Toy.folder().resolve(config)),
            List.of(),
            1,
            512,
            60,
            Reporting.NOTHING,
            Housing.KEPT,
            TlcOptions.within(most));
    return tlc.run(request, Files.createTempDirectory(scratch, "run"), howFar -> {}).verdict();
  }
}
