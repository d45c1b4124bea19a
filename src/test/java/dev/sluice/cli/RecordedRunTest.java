package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run that is recorded is the run that is not: what looks on has ports wake earlier, and nothing
 * else may come of it. Senders that keep time with each other have their frames reach a switch in
 * the same picosecond.
 */
class RecordedRunTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "roce-incast --senders 24 --size 200KB --set roce.rate=10G",
        "roce-loss --size 50KB",
        "incast --senders 12 --size 50KB --cc both",
        "incast --senders 12 --size 50KB --cc nscc",
        "incast --senders 12 --size 50KB --cc rccc",
        "fair-incast --size 20KB --set seed=1",
        "isolation",
        "ring",
        "link-failure",
        "link-failure --cc rccc --set profile=source-documents",
        "roce-beside-uet",
        "rcm-isolation",
        "ldcp-churn",
        "rcm-incast --senders 20 --size 50KB",
        "ldcp-incast --senders 12 --size 50KB",
        "ldcp-rate-incast --size 50KB --set ldcp-rate.initial-window=auto",
        "victim-switch --size 1MB",
        "permutation --size 20KB",
      })
  void saysTheSame(String command) throws IOException {
    String alone = json(command, "");
    assertThat(json(command, " --log " + folder.resolve("log"))).isEqualTo(alone);
    assertThat(json(command, " --pcap " + folder.resolve("pcap"))).isEqualTo(alone);
    assertThat(Files.size(folder.resolve("log"))).isPositive();
    assertThat(Files.size(folder.resolve("pcap"))).isPositive();
  }

  private static String json(String command, String options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(said, nowhere, false, false, false);
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    Sluice.run(session, ("run " + command + " --json" + options).split(" "));
    assertThat(out.size()).isPositive();
    return out.toString(StandardCharsets.UTF_8);
  }
}
