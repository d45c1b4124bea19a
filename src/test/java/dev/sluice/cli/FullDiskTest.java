package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.DiskFaults;
import dev.sluice.house.WritePlaces;
import dev.sluice.model.Toy;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk is full at every place where a file is written, by Sluice and by TLC: the command ends
 * with 3 and says so, nobody is left behind, and what stood there before stands there still.
 *
 * <p>{@code -Dsluice.faults=all} tries each place, prints how many, and holds the longest against
 * ten seconds; otherwise two are drawn, with a seed that {@code -Dsluice.faults.seed} changes.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 1, unit = TimeUnit.HOURS) // a hundred processes
class FullDiskTest {
  private static final boolean ALL = "all".equals(System.getProperty("sluice.faults"));
  private static final long SEED = Long.getLong("sluice.faults.seed", 1);
  private static final long LONGEST_MILLIS = 10_000;

  private static final Pattern LIES =
      Pattern.compile("\tat |Exception|a fault of Sluice|was killed|AS EXPECTED|HOLDS:");

  /**
   * A command that comes by some of the places.
   *
   * @param toy whether it runs in the small project of the toy
   */
  private record Command(boolean toy, List<String> words) {
    Command(boolean toy, String words) {
      this(toy, List.of(words.split(" ")));
    }
  }

  /** They come by all places between them; quick ones first. */
  private static final Map<String, Command> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put(
        "run",
        new Command(
            false, "run mine.toml --log old.ndjson --pcap old.pcapng --csv old.csv --plot plots"));
    COMMANDS.put("device", new Command(false, "run mine.toml --csv /dev/null"));
    COMMANDS.put("demo", new Command(false, "conform run --demo --case rcm-np/5ms/1 --out kept"));
    COMMANDS.put("check", new Command(true, "check Relay.tla --dump graph.dot"));
    COMMANDS.put(
        "counterexample",
        new Command(true, "check Relay/fault_latest --itf old.itf.json --out kept"));
    COMMANDS.put("verify", new Command(true, "verify --out result --jobs 1"));
    COMMANDS.put("traces", new Command(true, "traces"));
    COMMANDS.put("doctor", new Command(true, "doctor"));
    COMMANDS.put("validate", new Command(false, "validate bad.ndjson --shrink small.ndjson"));
    COMMANDS.put("coverage", new Command(false, "validate old.ndjson --coverage seen.json"));
    COMMANDS.put("mutate", new Command(true, "mutate Relay --jobs 1 --results mutants"));
    COMMANDS.put("sums", new Command(true, "mutate Relay/Next/constant-3 --results mutants"));
    COMMANDS.put("own", new Command(true, "mutate Relay.tla --only Send --jobs 1"));
    COMMANDS.put("liveness", new Command(false, "check CccThreeState/live"));
    COMMANDS.put(
        "against", new Command(false, "bench sim --against true --rounds 1 --case incast-nscc"));
  }

  /** So long a counterexample that TLC reads what leads to it from a file. */
  private static final String CAUGHT_LATER =
      Project.CAUGHT
          .replace("fault_late", "fault_latest")
          .replace("Send <- SendLate", "Receive <- ReceiveLatest")
          .replace("SeenWasSentInv", "SeenNeverFallsProp")
          .replace("length = 2", "length = 5");

  /**
   * A token may be lost by either of two disjuncts: a mutant of the second leaves the same graph
   * behind, told otherwise.
   */
  private static final String LOST_TWICE =
      "Next == Send \\/ (\\E n \\in 1 .. Last : Receive(n) \\/ Lose(n))"
          + " \\/ \\E n \\in 2 .. Last : Lose(n)\n";

  /** Each place of Sluice's own, and the command that comes by it. */
  private static final Path LIST = Path.of("src/test/resources/write-places.txt");

  private static final String SCENARIO =
      """
      [topology]
      kind = "star"
      hosts = 2
      [[flow]]
      from = 0
      to = 1
      size = "4KiB"
      """;

  @TempDir static Path once;
  private static final WritePlaces PLACES = new WritePlaces();
  private static int own;

  @TempDir Path temp;
  private int runs;

  /** Copies of Sluice and of TLC in which each place can fail; made once. */
  private static synchronized String copies() throws IOException {
    Path classes = once.resolve("classes");
    Path jar = once.resolve("tlc.jar");
    if (own == 0) {
      PLACES.copyClasses(Path.of("target/classes").toAbsolutePath(), classes);
      own = PLACES.names().size();
      PLACES.copyJar(source(tlc2.TLC.class), jar);
    }
    return String.join(
        File.pathSeparator,
        classes.toString(),
        jar.toString(),
        System.getProperty("java.class.path"));
  }

  private static Path source(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** What came of a command in which something failed, or nothing. */
  private record Outcome(int code, String said, Set<String> seen, long millis, List<String> left) {}

  private Outcome outcome(String name, String fault) throws Exception {
    Command command = COMMANDS.get(name);
    Path work = Files.createDirectory(temp.resolve("run-" + runs++));
    Path folder = Files.createDirectory(work.resolve("folder"));
    Path tmp = Files.createDirectory(work.resolve("tmp"));
    Path seen = Files.createFile(work.resolve("seen"));
    Files.writeString(folder.resolve("mine.toml"), SCENARIO);
    for (String toy : List.of("Relay.tla", "Relay.cfg")) {
      Files.copy(Toy.folder().resolve(toy), folder.resolve(toy));
    }
    for (String old : List.of("old.ndjson", "bad.ndjson")) {
      Files.copy(logs().resolve(old), folder.resolve(old));
    }
    Path home =
        command.toy()
            ? Project.of(
                    Files.createDirectory(work.resolve("toy")),
                    Project.HOLDS,
                    Project.CAUGHT,
                    CAUGHT_LATER)
                .root()
            : Path.of("").toAbsolutePath();
    if (name.equals("sums")) {
      Path spec = home.resolve("spec/Relay.tla");
      Files.writeString(
          spec,
          Files.readString(spec)
              .replaceFirst("Next == .*\n", Matcher.quoteReplacement(LOST_TWICE)));
    }
    List<String> all = Launched.sluice();
    all.set(all.indexOf("-cp") + 1, copies());
    all.addAll(command.words());
    Map<String, String> variables = new TreeMap<>();
    variables.put("SLUICE_HOME", home.toString());
    variables.put(DiskFaults.SEEN, seen.toString());
    variables.put(DiskFaults.FAULT, fault);
    long begun = System.nanoTime();
    try (Launched launched = Launched.start(folder, tmp, variables, all)) {
      Launched.Ended ended = launched.end();
      for (ProcessHandle other : launched.others()) {
        other.onExit().get();
      }
      List<String> left = new ArrayList<>(Launched.inside(tmp));
      Launched.inside(folder).stream()
          .filter(file -> file.contains("sluice-unfinished") || file.startsWith(".sluice-out"))
          .forEach(left::add);
      if (!Files.readString(folder.resolve("old.ndjson"))
              .equals(Files.readString(logs().resolve("old.ndjson")))
          && ended.code() != 0) {
        left.add("old.ndjson is not as it was");
      }
      return new Outcome(
          ended.code(),
          ended.out() + ended.err(),
          new HashSet<>(Files.readAllLines(seen)),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun),
          left);
    }
  }

  /** A sound log and one that is rejected; made once. */
  private static synchronized Path logs() throws IOException {
    Path logs = once.resolve("logs");
    if (!Files.exists(logs)) {
      Files.createDirectory(logs);
      Path scenario = Files.writeString(logs.resolve("mine.toml"), SCENARIO);
      Project project = Project.own(Files.createDirectory(logs.resolve("tmp")));
      Path log = logs.resolve("old.ndjson");
      assertThat(project.run("run", scenario.toString(), "--log", log.toString())).isZero();
      String text = Files.readString(log);
      int at = text.lastIndexOf("\"backlog\":") + "\"backlog\":".length();
      Files.writeString(
          logs.resolve("bad.ndjson"), text.substring(0, at) + "7" + text.substring(at));
    }
    return logs;
  }

  // ------------------------------------------------------------- which places there are

  /** What {@link #LIST} says of a place: the command that comes by it, or why none does. */
  private static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new LinkedHashMap<>();
    for (String line : Files.readAllLines(LIST)) {
      if (!line.startsWith("#") && !line.isBlank()) {
        String[] columns = line.split(" \\| ");
        listed.put(columns[0].strip(), columns[1].strip());
      }
    }
    return listed;
  }

  @Test
  void noPlaceIsForgotten() throws IOException {
    copies();
    assertThat(PLACES.names().subList(0, own))
        .as("places where a file is written; a new one gets its line in %s", LIST)
        .containsExactlyInAnyOrderElementsOf(listed().keySet());
    assertThat(listed().values())
        .allMatch(each -> COMMANDS.containsKey(each) || each.startsWith("none: "));
  }

  // ------------------------------------------------------------- the disk is full there

  /** A place, and what fails there. */
  private record Fault(String command, int place, String how) {
    String name() {
      return PLACES.names().get(place) + " (" + how + ") of " + command;
    }
  }

  @Test
  void aFullDiskEndsTheCommandAndNothingElse() throws Exception {
    copies();
    List<Fault> faults = new ArrayList<>();
    Map<String, String> listed = listed();
    for (int place = 0; place < own; place++) {
      String command = listed.getOrDefault(PLACES.names().get(place), "none: not listed");
      if (!command.startsWith("none: ")) {
        faults.add(new Fault(command, place, "open"));
      }
    }
    if (ALL) {
      faults.addAll(whatElseIsComeBy(faults));
    } else {
      List<Fault> quick =
          faults.stream().filter(each -> each.command().matches("run|check")).toList();
      Random lot = new Random(SEED);
      faults = List.of(quick.get(lot.nextInt(quick.size())), quick.get(lot.nextInt(quick.size())));
    }
    long longest = 0;
    List<String> wrong = new ArrayList<>();
    for (Fault fault : faults) {
      Outcome outcome = outcome(fault.command(), fault.place() + ":" + fault.how());
      longest = Math.max(longest, outcome.millis());
      String what = wrong(fault, outcome);
      if (!what.isEmpty()) {
        wrong.add(fault.name() + ": " + what + "; it said: " + outcome.said());
      }
    }
    if (ALL) {
      System.out.printf(
          "disk full: %d faults, %d places of Sluice's and %d of TLC's; %d not as they must be;"
              + " longest %d ms%n",
          faults.size(),
          faults.stream().map(Fault::place).filter(place -> place < own).distinct().count(),
          faults.stream().map(Fault::place).filter(place -> place >= own).distinct().count(),
          wrong.size(),
          longest);
      assertThat(longest).isLessThan(LONGEST_MILLIS);
    }
    assertThat(wrong).isEmpty();
  }

  /** Places of TLC's, and streams that fail once they are open: found by running each command. */
  private List<Fault> whatElseIsComeBy(List<Fault> known) throws Exception {
    Set<String> have = new HashSet<>();
    known.forEach(fault -> have.add(fault.place() + ":" + fault.how()));
    List<Fault> more = new ArrayList<>();
    for (String command : COMMANDS.keySet()) {
      for (String seen : outcome(command, "").seen().stream().sorted().toList()) {
        String[] parts = seen.split(":");
        if (have.add(seen)) {
          more.add(new Fault(command, Integer.parseInt(parts[0]), parts[1]));
        }
      }
    }
    return more;
  }

  /** What is wrong with how a command ended, or nothing. */
  private static String wrong(Fault fault, Outcome outcome) {
    boolean asks = fault.command().equals("doctor"); // it says what is missing
    if (!outcome.seen().contains("fired")) {
      return "it never came there";
    } else if (outcome.code() != (asks ? ExitCodes.BAD_INPUT : ExitCodes.NOT_DECIDED)) {
      return "it ended with " + outcome.code();
    } else if (!outcome.said().contains("the disk is full")) {
      return "it does not say why";
    } else if (!outcome.said().contains("free some space")) {
      return "it does not say what to do";
    } else if (LIES.matcher(outcome.said()).find()) {
      return "it says what is not so";
    } else if (!outcome.left().isEmpty()) {
      return "it left " + outcome.left();
    }
    return "";
  }
}
