package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.house.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench sim --against}: another program beside ours, here some lines of shell. */
@DisabledOnOs(OS.WINDOWS)
class AgainstBenchTest {
  private static final String BURN = "i=0; while [ $i -lt %d ]; do i=$((i+1)); done";

  @TempDir Path folder;
  private final AtomicBoolean signalled = new AtomicBoolean();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private AgainstBench bench;

  @BeforeEach
  void bench() {
    bench = new AgainstBench(System::nanoTime, signalled::get, 3600, folder);
  }

  private List<AgainstBench.Round> measure(String ours, String theirs, int rounds)
      throws Refusal, IOException, InterruptedException {
    return bench.measure(ours, theirs, rounds, text -> {});
  }

  private Refusal refusal(String ours, String theirs) {
    Refusal refusal = catchThrowableOfType(Refusal.class, () -> measure(ours, theirs, 1));
    assertThat(refusal).isNotNull();
    return refusal;
  }

  @Test
  void theyTakeTurns() throws Exception {
    Path log = folder.resolve("log");
    String ours = "printf A >> " + log;
    String theirs = "printf B >> " + log;
    assertThat(measure(ours, theirs, 4)).hasSize(4);
    assertThat(log).hasContent("ABBAABBA");
  }

  /** What a child of a child takes counts, and what is slept does not; each on its own side. */
  @Test
  void cpuTimeIsThatOfTheWholeProcess() throws Exception {
    String burns = "(sh -c '" + BURN.formatted(400_000) + "'); true";
    AgainstBench.Round round = measure(burns, "sleep 0.3", 1).get(0);
    assertThat(round.theirs().wallNanos()).isGreaterThan(300_000_000);
    assertThat(round.cpuRatio()).isGreaterThan(1);
    AgainstBench.Round other = measure("true", burns, 1).get(0);
    assertThat(other.cpuRatio()).isLessThan(1);
  }

  @Test
  void theRatioInTheMiddleStandsBetweenTheLeastAndTheGreatest() {
    List<AgainstBench.Round> rounds = List.of(round(30, 10), round(10, 10), round(40, 20));
    AgainstBench.Spread spread = AgainstBench.Spread.of(rounds, AgainstBench.Round::cpuRatio);
    assertThat(spread).isEqualTo(new AgainstBench.Spread(1, 2, 3));
    assertThat(AgainstBench.Spread.of(rounds.subList(0, 2), AgainstBench.Round::cpuRatio).middle())
        .isEqualTo(2);
    assertThat(AgainstBench.Spread.of(rounds, AgainstBench.Round::wallRatio).middle()).isEqualTo(1);
  }

  private static AgainstBench.Round round(long ours, long theirs) {
    return new AgainstBench.Round(
        new AgainstBench.Taken(ours, 7), new AgainstBench.Taken(theirs, 7));
  }

  @Test
  void whatFailsIsRefusedWithWhatItSaid() {
    Refusal failed = refusal("true", "echo no such topology >&2; exit 7");
    assertThat(failed.exitCode()).isEqualTo(ExitCodes.NOT_DECIDED);
    assertThat(failed).hasMessage("the other program ended with exit code 7: no such topology");
    assertThat(refusal("exit 3", "true")).hasMessage("Sluice ended with exit code 3");
    Refusal missing = refusal("true", "there-is-no-such-program --flows 32");
    assertThat(missing.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(missing.getMessage())
        .startsWith("--against cannot be started by the shell: ")
        .contains("there-is-no-such-program");
  }

  /** Also a child that its parent has left alone. */
  @Test
  void whatHangsIsStoppedAndLeavesNobodyBehind() throws Exception {
    bench = new AgainstBench(System::nanoTime, signalled::get, 1, folder);
    Path pids = folder.resolve("pids");
    String hangs =
        "sleep 300 & echo $! >> " + pids + "; sh -c 'echo $$ >> " + pids + "; sleep 300'";
    assertThat(refusal("true", hangs))
        .hasMessage("the other program has not ended after 1 s and was stopped; see --limit");
    assertGone(pids, 2);
    Path left = folder.resolve("left");
    measure("true", "sleep 300 & echo $! > " + left + "; sleep 0.3", 1);
    assertGone(left, 1);
  }

  @Test
  void anInterruptionEndsItAndLeavesNobodyBehind() throws Exception {
    Path pids = folder.resolve("pids");
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread measures =
        new Thread(
            () -> {
              try {
                measure("echo $$ >> " + pids + "; sleep 300; true", "true", 1);
                ended.complete(null);
              } catch (Refusal | IOException | InterruptedException e) {
                ended.complete(e);
              }
            });
    measures.start();
    Waiting.until(() -> Files.exists(pids) && !Files.readString(pids).isBlank());
    signalled.set(true);
    bench.stop();
    assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    assertGone(pids, 1);
  }

  private static void assertGone(Path pids, int count) throws Exception {
    List<String> lines = Files.readAllLines(pids);
    assertThat(lines).hasSize(count);
    for (String line : lines) {
      var process = ProcessHandle.of(Long.parseLong(line.strip()));
      if (process.isPresent()) {
        process.get().onExit().get();
      }
    }
  }

  // ---------------------------------------------------------------- the command

  private int run(String... args) {
    Terminal terminal = new Terminal(stream(out), stream(err), false, false, false);
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    return Sluice.run(session, args);
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  /** A tenth of a second of the other's, and some seconds of ours. */
  @Test
  void theCommandRunsACaseAndTheOtherProgram() throws Exception {
    Path args = folder.resolve("args");
    String other = "echo {case} {cc} {hosts} {flows} {bytes} {none} > " + args + "; sleep 0.1";
    assertThat(run("bench", "sim", "--against", other, "--rounds", "1", "--json"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    assertThat(args).hasContent("incast nscc 128 32 20000000 {none}");
    JsonNode document = new ObjectMapper().readTree(out.toByteArray());
    assertThat(document.get("format").asText()).isEqualTo("sluice-bench-against/1");
    assertThat(document.get("case").asText()).isEqualTo("incast-nscc");
    JsonNode round = document.get("rounds").get(0);
    long ours = round.get("ours").get("wallNanos").asLong();
    long theirs = round.get("theirs").get("wallNanos").asLong();
    assertThat(theirs).isGreaterThan(100_000_000);
    assertThat(ours).isPositive();
    assertThat(document.get("wallRatio").get("middle").asLong())
        .isEqualTo(Math.round(1e6 * ours / theirs));
    assertThat(round.get("ours").get("cpuNanos").asLong()).isPositive();
  }

  @Test
  void thePrintedRatiosHaveTheirSpread() {
    List<AgainstBench.Round> rounds = List.of(round(30, 10), round(10, 10), round(40, 20));
    List<String> lines =
        AgainstText.lines(SimBench.all().get("incast-nscc"), "other --flows 32", rounds);
    assertThat(lines)
        .contains(
            "incast-nscc: 32 flows of 20,000,000 B among 128 hosts; the other program: other --flows"
                + " 32",
            "CPU time against the other's: 2.00 x, in the middle of 1.00 to 3.00",
            "wall time against the other's: 1.00 x, in the middle of 1.00 to 1.00");
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    assertThat(run("bench", "sim", "--json")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bench", "sim", "--against", " ")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run("bench", "sim", "--against", "true", "--case", "incast-nsc"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--json has no effect without --against; leave it out")
        .contains("--against names no command")
        .contains("--case incast-nsc: there are incast-nscc,", "nearest: incast-nscc");
  }
}
