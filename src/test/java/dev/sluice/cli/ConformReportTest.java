package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ConformCalls.Ran;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the reports of {@code sluice conform run} about cases that fail. */
class ConformReportTest {
  /** The place of "each measurement is U" in {@code hpcc_mistakes.py}. */
  private static final String UTILISATION = "hpcc:0";

  /** The place of "the timer is rounded down" in {@code pawa_mistakes.py}. */
  private static final String PACE = "pawa:28";

  @TempDir Path folder;

  /** Plays a template that does nothing, in the first configuration of a role. */
  private Ran template(String role, String... options) {
    Path file = folder.resolve(role + ".py");
    ConformCalls.run(
        folder, Map.of(), "conform", "init", "--lang", "python", "--role", role, file + "");
    Player player = Players.of(role).orElseThrow();
    String name = role + "/" + player.configurations().keySet().iterator().next() + "/1";
    String[] args = {"conform", "run", "--case", name, "--timeout-scale", "4"};
    return ConformCalls.run(
        folder, Map.of(), join(join(args, options), "--", "python3", file + ""));
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

  /** Returns the requirements that the first failure names, in their order. */
  private static List<String> named(Ran ran) {
    return ran.out()
        .lines()
        .dropWhile(line -> !line.matches("[A-Z]+  [a-z]+-[a-z]+/.*/[0-9]+"))
        .skip(2)
        .takeWhile(line -> !line.isBlank())
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  /** Plays a mistake, and expects the requirements of the rule at fault before all others. */
  private List<String> named(String script, String mistake, String... args) {
    String[] shim = {"--", "python3", "src/test/python/shims/" + script};
    String[] all = join(join(new String[] {"conform", "run", "--timeout-scale", "4"}, args), shim);
    return named(ConformCalls.run(folder, Map.of("SHIM_MISTAKE", mistake), all));
  }

  @Test
  void theRequirementsOfTheRuleAtFaultAreNamedFirst() {
    assertThat(named("hpcc.py", UTILISATION, "--case", "hpcc-sender/100g/1"))
        .as("a wrong U")
        .startsWith("HPCC-2", "HPCC-7", "HPCC-8");
    assertThat(named("pawa.py", PACE, "--level", "wire", "--seeded-only", "--seeds", "2"))
        .as("a packet that leaves too early")
        .startsWith("LDCP-4", "LDCP-7");
    assertThat(named("rcm.py", "loop:64", "--case", "rcm-np/50us/1"))
        .as("a CNP that leaves too early")
        .startsWith("RCM-3");
  }

  /** Shows 0 for a variable, whose first wrong value then comes without a step. */
  @Test
  void aWrongVariableNamesItsRequirementsWithoutAStep() {
    Map<String, String> start = Map.of("SHIM_SHOWS", "sinceCnp");
    Ran ran = shim(start, "run", "--case", "rcm-np/50us/1");
    assertThat(ran.out()).contains("signature: VALUE start sinceCnp\n");
    assertThat(named(ran)).containsExactly("RCM-3");
    Map<String, String> advance = Map.of("SHIM_SHOWS", "sinceRise");
    Ran later = shim(advance, "run", "--case", "rcm-rp/generic/1");
    assertThat(later.out()).contains("signature: VALUE advance sinceRise");
    assertThat(named(later)).containsExactly("RCM-6");
  }

  @Test
  void variablesThatAreNotDeclaredAreReportedAtTheStart() {
    Ran ran = shim(Map.of("SHIM_OBSERVE", "owed"), "run", "--case", "rcm-np/50us/1");
    assertThat(ran.out())
        .contains("\"st\" has sinceCnp, which \"observe\" of the declaration lacks")
        .contains("signature: PROTOCOL start\n");
  }

  /** Writes a transcript of a reaction point that sends packets back to back. */
  private Path transcript(int packets) throws IOException {
    Map<String, LogValue> given =
        Players.of("rcm-rp").orElseThrow().configurations().get("generic");
    List<String> parameters = new ArrayList<>();
    given.forEach(
        (name, value) ->
            parameters.add(
                "\"%s\":%s"
                    .formatted(
                        name,
                        value instanceof LogValue.Str word
                            ? '"' + word.value() + '"'
                            : value instanceof LogValue.Num number
                                ? Long.toString(number.value())
                                : Boolean.toString(((LogValue.Truth) value).value()))));
    String all = '{' + String.join(",", parameters) + '}';
    String sends =
        IntStream.range(0, packets)
            .mapToObj(
                at ->
                    "{\"t\":%d,\"do\":\"Transmit\",\"msg\":{\"bytes\":1500,\"ecn\":\"ECT_0\"}}"
                        .formatted(at * 120_000))
            .collect(Collectors.joining(","));
    String text =
        """
        {"format":"sluice-transcript/1","case":"rcm-rp/mine/1","declared":{}}
        {"id":1,"start":{"role":"rcm-rp","case":"c","given":%s}}
        {"id":1,"given":%s}
        {"id":2,"advance":%d,"backlog":true}
        {"id":2,"sends":[%s]}
        """
            .formatted(all, all, packets * 120_000 - 1, sends);
    return Files.writeString(folder.resolve(packets + ".jsonl"), text);
  }

  @Test
  void theChartCountsDeparturesInTheRightNumber() throws IOException {
    for (int hidden : new int[] {1, 2}) {
      String file = transcript(3 + hidden).toString();
      Ran ran = ConformCalls.run(folder, Map.of(), "conform", "explain", file, "--chart", "-");
      assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.OK);
      assertThat(ran.out())
          .contains("I->>E: " + hidden + (hidden == 1 ? " departure\n" : " departures\n"));
    }
  }
}
