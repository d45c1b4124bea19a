package dev.sluice.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cc.BaseRtt;
import dev.sluice.host.uet.NicParams;
import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast the simulator is.
 *
 * <p>Each case has a process of its own. There the scenario runs once cold, which gives the figure
 * of a whole process, Java's start and compilation included; then some rounds to warm up, and then
 * those that count, by the CPU time of the one thread that simulates. What the compiler and the
 * garbage collector took meanwhile, on threads of their own, stands beside it.
 *
 * <p>Of those rounds the fastest is told. Whoever shares the processor and its memory can make a
 * round slower, by a half and more, and never faster; how much that was, tells a yardstick: the
 * same arithmetic, done before each round.
 */
final class SimBench {
  /**
   * One case.
   *
   * @param name what it is called in the table
   * @param cc the algorithm, as in a scenario's file; {@link #ROCE}: RoCEv2, with none
   * @param text the scenario's file
   */
  record Case(String name, String cc, String text) {
    String id() {
      return name + "-" + cc;
    }

    /** A command line in which this case's quantities stand for their names. */
    String filledIn(String command) {
      Scenario scenario = scenario();
      return command
          .replace("{case}", name)
          .replace("{cc}", cc)
          .replace("{hosts}", Integer.toString(scenario.topology().hosts()))
          .replace("{flows}", Integer.toString(scenario.flows().size()))
          .replace("{bytes}", Long.toString(scenario.flows().get(0).bytes()));
    }

    /** Our own command line for the shell: the whole process, with both compilers. */
    String ours(Path folder) throws IOException {
      Path file = folder.resolve(id() + ".toml");
      Files.writeString(file, cc.equals(ROCE) ? text : "cc = \"" + cc + "\"\n" + text);
      List<String> command = new ArrayList<>(java());
      command.addAll(List.of("run", file.toString(), "--json"));
      return String.join(" ", command.stream().map(AgainstBench::quoted).toList());
    }

    Scenario scenario() {
      try {
        Map<String, String> changes = cc.equals(ROCE) ? Map.of() : Map.of("cc", cc);
        return Scenario.read(id(), id() + ".toml", text, changes);
      } catch (BadScenario ours) {
        throw new IllegalStateException(ours);
      }
    }
  }

  /**
   * What one round of a case took.
   *
   * @param yardstickNanos CPU time of the yardstick before it
   * @param threadNanos CPU time of the thread that simulates
   * @param compilerMillis what the compiler took meanwhile
   * @param collectorMillis what the garbage collector took meanwhile
   */
  record Round(
      @JsonProperty("yardstickNanos") long yardstickNanos,
      @JsonProperty("threadNanos") long threadNanos,
      @JsonProperty("compilerMillis") long compilerMillis,
      @JsonProperty("collectorMillis") long collectorMillis) {}

  /**
   * What a case's process found out.
   *
   * @param packets data packets that came to their memory, once each, in every round
   * @param hops frames, of any kind, times links
   * @param events of the simulation
   * @param coldNanos CPU time of the whole process until the first round was over
   * @param peakKib peak resident memory of the process
   * @param rounds that count
   */
  record Measured(
      @JsonProperty("packets") long packets,
      @JsonProperty("hops") long hops,
      @JsonProperty("events") long events,
      @JsonProperty("coldNanos") long coldNanos,
      @JsonProperty("peakKib") long peakKib,
      @JsonProperty("rounds") List<Round> rounds) {
    /** The round that took least CPU time: the one that others disturbed least. */
    Round fastest() {
      return Collections.min(rounds, Comparator.comparingLong(Round::threadNanos));
    }

    long perSecond(long count) {
      return Math.round(count * 1e9 / fastest().threadNanos());
    }

    double nanosPerHop() {
      return (double) fastest().threadNanos() / hops;
    }
  }

  private static final String INCAST =
      """
      [topology]
      kind = "fat-tree"
      radix = 8
      [[workload]]
      kind = "incast"
      senders = 32
      size = "20MB"
      """;

  /** In place of an algorithm: the flows are RoCEv2's, and go at the rate of their links. */
  static final String ROCE = "roce";

  /** How many of NSCC's data packets a CPU second RoCEv2's are at least. */
  static final double ROCE_GOAL = 1.0;

  private static final String PERMUTATION =
      """
      [topology]
      kind = "fat-tree"
      radix = 16
      [[workload]]
      kind = "permutation"
      size = "2MB"
      """;

  /** All packets together, however many senders there are. */
  private static final long STAR_BYTES = 4096L * 262_144;

  private static final long STAR_BPS = 100_000_000_000L;

  /** For how many turns a sender on a star waits for credit before it asks for it. */
  static final int ASK_TURNS = 32;

  /** The senders of the curve. */
  static final int[] STAR = {16, 64, 256, 1024, 4096};

  /**
   * How many processes measure each point of the curve, in turn. The best is told: points of one
   * curve must not differ by what else the machine did in the minute of each.
   */
  static final int STAR_TURNS = 3;

  /** The least number of rounds that do not count, the cold one included, and their least time. */
  private static final int WARM_UP = 4;

  private static final long WARM_UP_NANOS = 8_000_000_000L;

  /** So long are the rounds together that count, at least. */
  private static final long COUNTED_NANOS = 4_000_000_000L;

  /** How many times higher the curve may end than it begins. */
  static final double STAR_LIMIT = 2.0;

  private SimBench() {}

  /** The two figures, each for both algorithms; and the incast once more over RoCEv2. */
  static List<Case> figures() {
    List<Case> all = new ArrayList<>();
    for (String cc : List.of("nscc", "rccc")) {
      all.add(new Case("incast", cc, INCAST));
      all.add(new Case("permutation", cc, PERMUTATION));
    }
    all.add(new Case("incast", ROCE, INCAST + "transport = \"roce\"\n"));
    all.sort(Comparator.comparing(Case::name));
    return List.copyOf(all);
  }

  /**
   * The curve: an incast through one switch, ever more senders, the same packets in all.
   *
   * <p>{@link #starTimerPs} says what its timers are set to, by one rule for any number of senders.
   * Shorter ones fire in vain, and what they send is work that says nothing of what a hop costs.
   */
  static List<Case> star() {
    List<Case> all = new ArrayList<>();
    for (int senders : STAR) {
      String text =
          """
          [topology]
          kind = "star"
          rate = "100G"
          [nic]
          rto = "%1$dps"
          ask = "%4$dps"
          lifetime = "%1$dps"
          [[workload]]
          kind = "incast"
          senders = %2$d
          size = "%3$dB"
          """
              .formatted(
                  starTimerPs(senders, 1),
                  senders,
                  STAR_BYTES / senders,
                  starTimerPs(senders, ASK_TURNS));
      all.add(new Case("star-" + senders, "rccc", text));
    }
    return List.copyOf(all);
  }

  /**
   * What the timers are set to on a star: a millisecond, which is the usual timeout, and so many
   * turns. A turn is the time in which the target's link carries the initial credit of all senders
   * and one grant to each.
   *
   * <p>The initial credit of all makes a queue that stays (FIND-6), and a packet at its end is not
   * lost: the retransmission timeout, and the longest time that a packet is under way, are for one
   * turn. A sender that waits for its turn to be granted has not been forgotten. The timer that
   * asks for credit runs on while grants come, and asks if it finds the sender waiting, as most do
   * among many; so it is for {@link #ASK_TURNS} turns, or all senders would ask in every other
   * turn, and be answered, for nothing.
   */
  static long starTimerPs(int senders, int turns) {
    NicParams nic = NicParams.uet10();
    long bytes = senders * (nic.initialCreditBytes() + nic.grantBytes());
    return nic.rtoPs() + turns * bytes * BaseRtt.psPerByte(STAR_BPS);
  }

  /** Every case by its id. */
  static Map<String, Case> all() {
    Map<String, Case> all = new LinkedHashMap<>();
    figures().forEach(each -> all.put(each.id(), each));
    star().forEach(each -> all.put(each.id(), each));
    return all;
  }

  /** Measures a case in this process, which does nothing else. */
  static Measured here(Case one, int rounds) {
    Scenario scenario = one.scenario();
    Figures figures = Run.of(scenario);
    long cold = processNanos();
    if (figures.completed() != figures.flows().size()) {
      throw new IllegalStateException(
          one.id() + ": " + figures.completed() + " of " + figures.flows().size() + " flows");
    }
    long warm = 0;
    for (int round = 1; round < WARM_UP || warm < WARM_UP_NANOS; round++) {
      warm += round(scenario).threadNanos();
    }
    List<Round> measured = new ArrayList<>();
    long counted = 0;
    while (measured.size() < rounds || counted < COUNTED_NANOS) {
      measured.add(round(scenario));
      counted += measured.get(measured.size() - 1).threadNanos();
    }
    return new Measured(
        figures.dataPackets() - figures.retransmissions(),
        figures.frames().hops(),
        figures.events(),
        cold,
        Probe.peakKib(),
        measured);
  }

  private static Round round(Scenario scenario) {
    var threads = ManagementFactory.getThreadMXBean();
    long yardstick = yardstickNanos();
    long compiler = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    long collector = collectorMillis();
    long begun = threads.getCurrentThreadCpuTime();
    Run.of(scenario);
    return new Round(
        yardstick,
        threads.getCurrentThreadCpuTime() - begun,
        ManagementFactory.getCompilationMXBean().getTotalCompilationTime() - compiler,
        collectorMillis() - collector);
  }

  /** What some arithmetic takes that needs no memory: on an undisturbed core always the same. */
  private static long yardstickNanos() {
    var threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    long one = 1;
    long two = 2;
    long three = 3;
    for (long step = begun; step < begun + 10_000_000; step++) { // three things at a time
      one += two ^ step;
      two = two * 3 + three;
      three ^= one >>> 1;
    }
    long took = threads.getCurrentThreadCpuTime() - begun;
    return one + two + three == 0 ? took + 1 : took; // so that none of it can be left out
  }

  /** Measures a case in a process of its own. */
  static Measured apart(Case one, int rounds) throws IOException, InterruptedException, Refusal {
    List<String> command = new ArrayList<>(java());
    command.addAll(
        List.of(
            "bench", "sim", "--rounds", Integer.toString(rounds), "--in-this-process", one.id()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = said.readLine();
      if (process.waitFor() != 0 || line == null) {
        throw Refusal.notDecided(one.id() + ": its process ended with " + process.exitValue());
      }
      return new ObjectMapper().readValue(line, Measured.class);
    } finally {
      process.destroyForcibly();
    }
  }

  /** How a process of our own is started. */
  private static List<String> java() {
    Path jar = Home.jar();
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UseTransparentHugePages", // as the launcher has it; Linux only
        "-cp",
        jar != null && jar.toString().endsWith(".jar")
            ? jar.toString()
            : System.getProperty("java.class.path"),
        Sluice.class.getName());
  }

  private static long processNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : -1;
  }

  private static long collectorMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
