package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Waiting;
import dev.sluice.house.WholeOnly;
import dev.sluice.model.Toy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signals and closed pipes, on a real process. */
@EnabledOnOs(OS.LINUX)
class InterruptTest {
  @TempDir Path folder;
  private Path temporary;
  private Process process;

  @BeforeEach
  void specifications() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    Files.copy(Toy.folder().resolve("Relay.tla"), folder.resolve("Relay.tla"));
    Files.copy(Toy.folder().resolve("Relay.cfg"), folder.resolve("Relay.cfg"));
    Files.writeString(
        folder.resolve("Long.tla"),
        "---- MODULE Long ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
            + "Next == x' = x + 1\n====\n");
    Files.writeString(folder.resolve("Long.cfg"), "INIT Init\nNEXT Next\n");
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void terminatedItPrintsWhatWasDecidedAndLeavesNothing() throws Exception {
    String out = signalled("TERM", 143);
    assertThat(out)
        .containsPattern("ok +Relay/Relay.cfg +holds +32")
        .containsPattern("CUT +Long/Long.cfg +interrupted")
        .contains("INTERRUPTED: 1 of 2 models without a fault");
  }

  @Test
  @WholeOnly // SIGTERM takes the same way, and every build interrupts runs and comparisons
  void interruptedItDoesTheSame() throws Exception {
    assertThat(signalled("INT", 130)).contains("INTERRUPTED: 1 of 2 models without a fault");
  }

  /** Begins a check that never ends, sends the signal once the short one is done. */
  private String signalled(String signal, int expected) throws Exception {
    // A shell in the background hands down an ignored SIGINT: ask for the usual answer.
    begin("env", "--default-signal=INT", "check", "Relay.tla", "Long.tla", "--jobs", "2");
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String line = said.readLine(); // a slow machine may tell first how far the long one is
      while (line != null && !line.startsWith("[1/2] ")) {
        line = said.readLine();
      }
      assertThat(line).startsWith("[1/2] Relay/Relay.cfg: holds");
      List<ProcessHandle> children = process.descendants().toList();
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(expected);
      assertThat(children).isNotEmpty();
      for (ProcessHandle child : children) {
        child.onExit().get();
      }
      assertThat(temporary).isEmptyDirectory();
      return out;
    }
  }

  @Test
  void aRunThatIsInterruptedLeavesNoHalfWrittenFile() throws Exception {
    Path log = folder.resolve("run.ndjson");
    Path capture = folder.resolve("run.pcapng");
    try (WatchService begun = folder.getFileSystem().newWatchService()) {
      folder.register(begun, StandardWatchEventKinds.ENTRY_CREATE);
      begin(
          "env",
          "--default-signal=INT",
          "run",
          "incast",
          "--size",
          "1GB",
          "--set",
          "until=100s",
          "--log",
          log.toString(),
          "--pcap",
          capture.toString(),
          "--snap",
          "128");
      begun.take(); // a file is begun
    }
    List<ProcessHandle> workers = process.children().toList();
    assertThat(workers).as("it is large, and has both compilers").hasSize(1);
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(said).containsOnlyOnce("sluice: interrupted");
    assertThat(workers.get(0).isAlive()).isFalse();
    assertThat(log).doesNotExist();
    assertThat(capture).doesNotExist();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(file -> file.toString().endsWith(".sluice-unfinished"))).isEmpty();
    }
  }

  /** A thousand runs of each algorithm, all short: some are over when the signal comes. */
  @Test
  void aComparisonThatIsInterruptedKeepsWhatIsDone() throws Exception {
    Path csv = folder.resolve("runs.csv");
    String out =
        interruptedComparison(
            csv, 200, "--cc nscc,rccc,both,window,none --seeds 1000 --senders 4 --size 100KB");
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(130);
    assertThat(out).as(said).containsPattern("\nINTERRUPTED: [1-9][0-9]* of 5,000 runs finished");
    String finished = out.replaceAll("(?s).*INTERRUPTED: ([0-9]+) of.*", "$1");
    assertThat(csv).content().hasLineCount(1 + Integer.parseInt(finished));
  }

  /** Interrupts long runs when they have begun, and before the first one ends. */
  @Test
  void aComparisonWithoutAFinishedRunKeepsTheOldTable() throws Exception {
    Path csv = folder.resolve("runs.csv");
    Files.writeString(csv, CompareJson.CSV_HEAD + "an old row\n");
    String old = Files.readString(csv);
    String out = interruptedComparison(csv, 20, "--cc nscc,rccc --senders 30 --size 1GB");
    assertThat(process.waitFor()).as(out).isEqualTo(130);
    assertThat(out).contains("INTERRUPTED: 0 of 2 runs finished");
    assertThat(csv).hasContent(old);
  }

  /** Returns the output of a comparison that is interrupted when its runs have had some ticks. */
  private String interruptedComparison(Path csv, long ticks, String options) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("env", "--default-signal=INT", "compare", "incast"));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--csv", csv.toString()));
    begin(words.toArray(String[]::new));
    Waiting.until(() -> !process.isAlive() || ticksOfRuns() >= ticks);
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /**
   * What the threads that make runs have had of processors, in hundredths of a second: their work,
   * whatever the start has taken. A run takes one or two. Large ones are handed to another process.
   */
  private long ticksOfRuns() throws IOException {
    long ticks = ticksOfRuns(process.pid());
    for (ProcessHandle child : process.descendants().toList()) {
      ticks += ticksOfRuns(child.pid());
    }
    return ticks;
  }

  private static long ticksOfRuns(long pid) throws IOException {
    long ticks = 0;
    Path threads = Path.of("/proc", Long.toString(pid), "task");
    try (Stream<Path> all = Files.list(threads)) {
      for (Path thread : all.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.contains("(pool-")) {
          String[] fields = stat.replaceFirst("^.*\\) ", "").split(" ");
          ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
      }
    } catch (NoSuchFileException gone) {
      return ticks; // a thread, or the process
    }
    return ticks;
  }

  @Test
  void casesOfConformanceThatWereJudgedAreKept() throws Exception {
    Path out = folder.resolve("out");
    begin(
        ("env --default-signal=INT conform run --seeded-only --role rcm-np --seeds 1000 --out "
                + out
                + " --")
            .concat(" python3 " + Path.of("src/test/python/shims/rcm.py").toAbsolutePath())
            .split(" "));
    Path journal = out.resolve("journal.jsonl");
    Waiting.until(() -> !process.isAlive() || Files.exists(journal) && Files.size(journal) > 2_000);
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said + complaint).isEqualTo(ExitCodes.INTERRUPTED);
    assertThat(said).containsPattern("5000 cases: [1-9][0-9]* PASS, [1-9][0-9]* NOT_RUN");
    assertThat(complaint)
        .endsWith("the run was cut off; to go on, give the same command again with --resume\n");
    assertThat(Files.readString(out.resolve("results.json")).split("\"PASS\"", -1).length)
        .as("verdicts of the results, their count among them")
        .isEqualTo(Files.readAllLines(journal).size() + 1);
  }

  @Test
  void killedOutrightALargeRunLeavesNobodyBehind() throws Exception {
    Path log = folder.resolve("run.ndjson");
    try (WatchService begun = folder.getFileSystem().newWatchService()) {
      folder.register(begun, StandardWatchEventKinds.ENTRY_CREATE);
      begin(
          "env", "--default-signal=INT", "run", "incast", "--size", "1GB", "--log", log.toString());
      begun.take(); // a file is begun
    }
    List<ProcessHandle> workers = process.children().toList();
    assertThat(workers).hasSize(1);
    process.destroyForcibly();
    workers.get(0).onExit().get();
    assertThat(log).doesNotExist();
  }

  @Test
  void killedOutrightItStillLeavesNoTlcBehind() throws Exception {
    begin("env", "--default-signal=INT", "check", "Relay.tla", "Long.tla", "--jobs", "2");
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      said.readLine();
      List<ProcessHandle> children = process.descendants().toList();
      assertThat(children).isNotEmpty();
      process.destroyForcibly();
      for (ProcessHandle child : children) {
        child.onExit().get();
      }
    }
  }

  @Test
  void aTlcThatIsKilledDecidesNothing() throws Exception {
    begin("env", "--default-signal=INT", "check", "Relay.tla", "Long.tla", "--jobs", "2");
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      said.readLine();
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(3);
      assertThat(out)
          .containsPattern("OPEN +Long/Long.cfg +not decided")
          .contains("TLC was killed by signal 9");
      assertThat(temporary).isEmptyDirectory();
    }
  }

  @Test
  void aReaderThatGoesAwayIsNoFault() throws Exception {
    begin("bash", "-c", "exec 3>&1; \"$@\" | true; exit ${PIPESTATUS[0]}", "bash");
    String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(complaint).isEmpty();
    assertThat(process.exitValue()).isZero();
  }

  private void begin(String... command) throws IOException {
    boolean piped = command[0].equals("bash");
    List<String> all = new ArrayList<>();
    int head = piped ? command.length : 2;
    all.addAll(List.of(command).subList(0, head));
    all.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-D" + BothCompilers.LEFT_OUT + "=true",
            "-cp",
            System.getProperty("java.class.path"),
            Sluice.class.getName()));
    Stream.of(command).skip(head).forEach(all::add);
    if (piped) {
      all.add("--help");
    }
    ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile());
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    process = builder.start();
    process.getOutputStream().close();
  }
}
