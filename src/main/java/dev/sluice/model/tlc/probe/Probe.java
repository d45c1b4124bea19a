package dev.sluice.model.tlc.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tlc2.TLC;
import tlc2.output.EC;
import tlc2.output.MP;
import tlc2.tool.liveness.LiveWorker;
import tlc2.util.BufferedRandomAccessFile;
import util.FileUtil;
import util.InternTable;
import util.ToolIO;
import util.UniqueString;

/**
 * The main class of a forked TLC.
 *
 * <p>{@code Probe DIRECTORY stream|parts|count|sum|sum-and-parts|plain[:STATES] TLC-ARGUMENT…}:
 * runs TLC with these arguments and exits with TLC's own code; a search that finds more than so
 * many states is ended. What is left in the directory:
 *
 * <ul>
 *   <li>with {@code stream} the graph's segments;
 *   <li>with {@code parts} the same, and {@value #PARTS_FILE}: the parts of claims, a {@link
 *       ClaimPart} on each line;
 *   <li>with {@code count} {@value #COUNTS_FILE}: how often each action instance was taken;
 *   <li>with {@code sum} {@value #SUM_FILE}: a digest of all transitions, see {@link EdgeSum};
 *   <li>with {@code sum-and-parts} both of these files;
 *   <li>where TLC printed a behaviour {@value #BEHAVIOUR_FILE}: what led to each of its states, see
 *       {@link Retrace};
 *   <li>always {@value #USAGE_FILE}: the CPU time of the run in nanoseconds, and the process's peak
 *       resident memory in KiB (0 where the system does not tell), one number a line; then the
 *       lines of {@link PhaseTimes}.
 * </ul>
 *
 * <p>{@code Probe serve}: makes run after run, each as a process of its own would, see {@link
 * SharedSyntax}. Each is asked for on standard input, by a line that its end is to be told with,
 * the arguments as above, one a line, and an empty line; it ends with that line and TLC's exit code
 * behind it.
 *
 * <p>{@code Probe syntax OUT MODULE…}: writes modules as TLC's parser reads them, see {@link
 * SyntaxTree}.
 *
 * <p>{@code Probe judge}: decides whether logs are behaviours, see {@link Judge}.
 */
public final class Probe {
  /** Where the process says what it used. */
  public static final String USAGE_FILE = "usage";

  /** Where it says how often each action instance was taken: a {@link Segment}. */
  public static final String COUNTS_FILE = "counts";

  /** Where it leaves a digest of the graph, where that was asked for and the search has ended. */
  public static final String SUM_FILE = "sum";

  /** Where it says what led to each state of the behaviour that TLC printed: a {@link Segment}. */
  public static final String BEHAVIOUR_FILE = "behaviour";

  /** File of the parts of claims that the search exercised, and of those that it did not. */
  public static final String PARTS_FILE = "parts";

  /** The first argument of a process that makes many runs. */
  public static final String SERVE = "serve";

  /** The one argument of a process that judges logs. */
  public static final String JUDGE = "judge";

  /** The first argument of a process that writes syntax trees. */
  public static final String SYNTAX = "syntax";

  /** TLC's own exit code for a specification that does not parse. */
  public static final int DOES_NOT_PARSE = 150;

  /** What a line that ends a run begins with, so that TLC prints none like it. */
  public static final String END = "@!@!@SLUICE-END ";

  /**
   * The environment variable that ties the process to whoever started it: where it is set to a
   * process id, the process ends soon after that one does, and is not left behind when its parent
   * is killed.
   */
  public static final String TETHER = "SLUICE_TETHER";

  private static final int UNTIED = 143;
  private static final int FAILED = 1;
  private static final int NOWHERE = -1;
  private static final long TETHER_MILLIS = 250;

  /**
   * What a line begins with that says why the process could not go on, so that it is not taken for
   * one that a specification prints.
   */
  public static final String BROKEN = "@!@!@SLUICE-BROKEN ";

  /**
   * The line that a process says as it ends, with its exit code behind it. Whoever started it need
   * not wait then for what a JVM does on its way out, which takes no end where the disk is full.
   */
  public static final String LEAVES = "@!@!@SLUICE-LEAVES ";

  /** The property that lets Java classes run that lie beside modules. */
  public static final String TRUST = "sluice.trust";

  /**
   * What a line begins with that names a Java class which TLC is about to load in place of a
   * module's operators: the module, and the class's file.
   */
  public static final String RUNS_CODE = "@!@!@SLUICE-RUNS ";

  /** The same of a class that is not loaded, because the user does not trust it. */
  public static final String REFUSES_CODE = "@!@!@SLUICE-REFUSES ";

  private static volatile int exit = FAILED;
  private static long cpuBefore;

  private Probe() {}

  /** TLC may have threads that would keep the process: whatever happens, it ends here. */
  public static void main(String[] args) {
    boolean talks = args.length > 0 && (args[0].equals(JUDGE) || args[0].equals(SYNTAX));
    Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> breakOff(failed));
    if (!talks) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> System.out.println("\n" + LEAVES + exit), "leaves"));
    }
    try {
      StandstillWatch.begin(Thread.currentThread());
      exit = begin(args);
    } catch (Throwable failed) {
      say(failed);
    }
    System.exit(exit);
  }

  /** A thread of TLC's has died, and others may wait for it for ever. */
  private static void breakOff(Throwable failed) {
    say(failed);
    Runtime.getRuntime().halt(FAILED);
  }

  /** Says why the process ends, on lines of their own. */
  private static void say(Throwable failed) {
    StringWriter trace = new StringWriter();
    failed.printStackTrace(new PrintWriter(trace));
    trace.toString().lines().forEach(Probe::broken);
  }

  /** Says one line of why the process ends. */
  static void broken(String line) {
    System.out.println(BROKEN + line);
    System.out.flush();
  }

  /** Prints a line of its own at once, even if TLC has begun another line. */
  static void line(String text) {
    System.out.println("\n" + text);
    System.out.flush();
  }

  /** Ends the process at once, when nothing else in it can, and says why. */
  static void halt(String why) {
    broken(why);
    Runtime.getRuntime().halt(FAILED);
  }

  private static int begin(String[] args) throws Exception {
    String parent = System.getenv(TETHER);
    if (parent != null) {
      Thread tether = new Thread(() -> endWith(Long.parseLong(parent)), "tether");
      tether.setDaemon(true);
      tether.start();
    }
    if (args.length == 1 && args[0].equals(JUDGE)) {
      PrintStream answers = System.out;
      System.setOut(System.err); // what TLC prints is for readers
      InputStream asked = System.in;
      System.setIn(InputStream.nullInputStream());
      Judge.serve(asked, answers);
      return 0;
    }
    if (args.length == 1 && args[0].equals(SERVE)) {
      SharedSyntax.install();
      serve();
      return 0;
    }
    if (args.length >= 3 && args[0].equals(SYNTAX)) {
      List<Path> modules = Stream.of(args).skip(2).map(Path::of).toList();
      return SyntaxTree.write(modules, Path.of(args[1]));
    }
    // Nobody is there to press a key: TLCSet("pause", TRUE) goes on at once.
    System.setIn(InputStream.nullInputStream());
    return run(List.of(args));
  }

  private static void serve() throws Exception {
    BufferedReader asked =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.setIn(InputStream.nullInputStream());
    for (String end = asked.readLine(); end != null; end = asked.readLine()) {
      List<String> args = new ArrayList<>();
      for (String line = asked.readLine(); !line.isEmpty(); line = asked.readLine()) {
        args.add(line);
      }
      SharedSyntax.next(args.get(args.size() - 1), args.get(args.indexOf("-config") + 1));
      int code = run(args);
      Leftovers.end();
      System.out.println();
      System.out.println(end + code);
      System.out.flush();
      try {
        forget();
      } catch (ReflectiveOperationException unknown) {
        return; // a version of TLC that keeps other things: each run gets a process of its own
      }
    }
  }

  /**
   * Puts back what a run leaves behind in static fields, so that the next one begins as if it were
   * the first.
   */
  static void forget() throws ReflectiveOperationException {
    // Which worker printed a lasso: without this no further one is ever printed.
    put(LiveWorker.class, "errFoundByThread", -1);
    // Buffers of closed files. TLC closes some files twice; their buffer is then here twice, and
    // two later files would write into the same one.
    put(BufferedRandomAccessFile.class, "numAvailBuffs", 0);
    // Warnings that were printed: each is printed once.
    Constructor<MP> printer = MP.class.getDeclaredConstructor();
    printer.setAccessible(true);
    Field instance = MP.class.getDeclaredField("instance");
    instance.setAccessible(true);
    instance.set(null, printer.newInstance());
    // Where each name stands in the table of variables or of definitions. Every run fills tables of
    // its own from the start, but finds names where an earlier one put them: a name that is new
    // would land on one that is not.
    Field names = InternTable.class.getDeclaredField("table");
    names.setAccessible(true);
    for (UniqueString name : (UniqueString[]) names.get(UniqueString.internTbl)) {
      if (name != null) {
        name.setLoc(NOWHERE);
      }
    }
  }

  private static void put(Class<?> owner, String name, int value)
      throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    field.setInt(null, value);
  }

  private static int run(List<String> args) throws Exception {
    PhaseClock clock = new PhaseClock();
    Path directory = Path.of(args.get(0));
    TLC tlc = new TLC();
    if (!tlc.handleParameters(args.subList(2, args.size()).toArray(new String[0]))) {
      return 1;
    }
    String home = FileUtil.parseDirname(tlc.getMainFile());
    tlc.setResolver(home.isEmpty() ? new ClassGate() : new ClassGate(home));
    PrintStream out = ToolIO.out;
    Retrace retrace = Retrace.install(clock);
    SearchProgress progress = SearchProgress.begin(retrace);
    int code;
    try {
      code = search(tlc, args.get(1), directory, clock);
    } finally {
      progress.interrupt();
      retrace.finish(out, directory.resolve(BEHAVIOUR_FILE));
    }
    TemporalNotes.print(out, code == EC.TLC_TEMPORAL_PROPERTY_VIOLATED);
    RandomNotes.print(out);
    leaveUsage(directory, clock);
    return EC.ExitStatus.errorConstantToExitStatus(code);
  }

  private static int search(TLC tlc, String mode, Path directory, PhaseClock clock)
      throws Exception {
    int colon = mode.indexOf(':');
    long most = colon < 0 ? Long.MAX_VALUE : Long.parseLong(mode.substring(colon + 1));
    switch (colon < 0 ? mode : mode.substring(0, colon)) {
      case "stream":
        try (GraphStream stream = new GraphStream(directory)) {
          report(tlc, clock.timed(stream), most);
          return tlc.process();
        }
      case "parts":
        try (GraphStream stream = new GraphStream(directory)) {
          PartWatch parts = new PartWatch(stream);
          report(tlc, clock.timed(parts), most);
          int searched = tlc.process();
          parts.write(directory.resolve(PARTS_FILE));
          return searched;
        }
      case "count":
        ActionCounter counts = new ActionCounter();
        report(tlc, counts, most);
        int code = tlc.process();
        counts.write(directory.resolve(COUNTS_FILE));
        return code;
      case "sum":
        EdgeSum sum = new EdgeSum();
        report(tlc, sum, most);
        int ended = tlc.process();
        sum.write(directory.resolve(SUM_FILE));
        return ended;
      case "sum-and-parts":
        EdgeSum edges = new EdgeSum();
        PartWatch watch = new PartWatch(edges);
        report(tlc, watch, most);
        int watched = tlc.process();
        edges.write(directory.resolve(SUM_FILE));
        watch.write(directory.resolve(PARTS_FILE));
        return watched;
      default:
        report(tlc, null, most);
        return tlc.process();
    }
  }

  private static void report(TLC tlc, Reports reports, long most)
      throws ReflectiveOperationException {
    if (most < Long.MAX_VALUE) {
      StateWriterAdapter.install(tlc, new Budget(reports, most));
    } else if (reports != null) {
      StateWriterAdapter.install(tlc, reports);
    }
  }

  /**
   * Looks now and then whether the parent lives. Waiting for the end of standard input would tell
   * at once, but a thread that sits in a native read holds up the JVM's exit by 0.3 s.
   */
  private static void endWith(long parent) {
    try {
      while (ProcessHandle.of(parent).map(ProcessHandle::isAlive).orElse(false)) {
        Thread.sleep(TETHER_MILLIS);
      }
    } catch (InterruptedException e) {
      // nobody interrupts this thread
    }
    Runtime.getRuntime().halt(UNTIED);
  }

  private static void leaveUsage(Path directory, PhaseClock clock) throws IOException {
    long cpuNow = PhaseClock.processCpuNanos();
    List<String> lines = new ArrayList<>();
    lines.add(Long.toString(cpuNow < 0 ? -1 : cpuNow - cpuBefore));
    lines.add(Long.toString(peakKib()));
    lines.addAll(clock.finish().lines());
    cpuBefore = cpuNow;
    Files.write(directory.resolve(USAGE_FILE), lines, StandardOpenOption.CREATE_NEW);
  }

  /** This process's peak resident memory in KiB, or 0 where the system does not tell. */
  public static long peakKib() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException | RuntimeException e) {
      return 0; // not Linux
    }
    return 0;
  }
}
