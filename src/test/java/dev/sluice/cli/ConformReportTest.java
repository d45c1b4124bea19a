package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ConformCalls.Ran;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the reports of {@code sluice conform run} about cases that fail. */
class ConformReportTest {
  @TempDir Path folder;

  /** Plays a template that does nothing, in the first configuration of a role. */
  private Ran template(String role, String... options) {
    Path file = folder.resolve(role + ".py");
    ConformCalls.run(
        folder, Map.of(), "conform", "init", "--lang", "python", "--role", role, file + "");
    Player player = Players.of(role).orElseThrow();
    String name = role + "/" + player.configurations().keySet().iterator().next() + "/1";
    String[] args = {"conform", "run", "--case", name, "--timeout-scale", "4"};
    return ConformCalls.run(folder, Map.of(), join(join(args, options), "--", "python3", file + ""));
  }

  private Ran shim(Map<String, String> variables, String... args) {
    return ConformCalls.shim(folder, variables, args);
  }

  private static String[] join(String[] first, String... second) {
    return Stream.concat(Stream.of(first), Stream.of(second)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rcm-rp", "rcm-np", "hpcc-sender", "ldcp-pawa", "credit-spender", "pdc-target"})
  void theWireLevelShowsTheVariablesOfTheSpecification(String role) {
    Ran ran = template(role, "--level", "wire");
    Set<String> variables =
        new TreeSet<>(Players.of(role).orElseThrow().role().variables().keySet());
    variables.remove("context"); // its ids are not known before the first answer
    assertThat(ran.out()).containsPattern("variable +before +implementation +specification");
    for (String each : variables) {
      assertThat(ran.out()).containsPattern("\n  " + each + " +not shown +\\S+.*\n");
    }
    assertThat(ran.out())
        .containsPattern("not judged: " + String.join(", ", variables) + "; .* those at \\d+ ps\n");
  }

  /** Lets a case fail by a cut that is too deep, at the first packet that leaves too late. */
  @Test
  void theVariablesOfTheSpecificationAreThoseOfTheOverdueDeparture() {
    Ran ran =
        shim(
            Map.of("SHIM_MISTAKE", "loop:25"),
            "run",
            "--level",
            "wire",
            "--case",
            "rcm-rp/generic/1");
    assertThat(ran.out())
        .as("the rate after the implementation's cut, and after the specification's")
        .containsPattern("\n  rate +50000 +50999 +87500 *\n")
        .as("the gap is over when the packet is overdue")
        .containsPattern("\n  sinceSent +0 +224179 +240000 *\n");
  }
}
