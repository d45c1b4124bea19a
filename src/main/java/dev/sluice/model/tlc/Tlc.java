package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.PhaseTimes;
import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.trace.DiskTrouble;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs TLC, in processes forked for it: as a rule one for each run, see {@link Housing}.
 *
 * <p>Thread-safe: several runs may be under way at once. {@link #stop} ends them all, so that an
 * interrupted command leaves no process behind.
 */
public final class Tlc {
  /** Keeps a specification that upstream would write beside the user's own out of there. */
  private static final String NO_TRACE_SPEC = "-noGenerateSpecTE";

  private static final int SYNTAX_MIB = 256;

  /** For the way out of a process; nothing that it has found depends on it. */
  private static final long LEAVING_SECONDS = 5;

  /**
   * Ctrl-C is sent to all processes of a terminal, and some send SIGTERM so. It is for the command
   * to say what was decided until then: TLC ends with it, and not before.
   */
  private static final List<String> UNDISTURBED =
      List.of("/bin/sh", "-c", "trap '' INT TERM HUP; exec \"$@\"", "sh");

  private final TlcJar jar;
  private final Path home;
  private final ClassArchive archive;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private final SharedProcesses shared = new SharedProcesses(running::remove);
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile boolean stopped;

  /** A driver for this jar, each of whose processes makes one run. */
  public Tlc(TlcJar jar) {
    this(jar, null);
  }

  /**
   * A driver for this jar, some of whose processes make several runs.
   *
   * @param home a folder for the files of these processes; whoever made it deletes it after {@link
   *     #rest}
   */
  public Tlc(TlcJar jar, Path home) {
    this.jar = jar;
    this.home = home;
    this.archive = ClassArchive.of(jar, home);
  }

  /** The jar in use. */
  public TlcJar jar() {
    return jar;
  }

  /** Ends every run under way, and lets no new one start. */
  public void stop() {
    synchronized (running) {
      stopped = true;
      running.forEach(Tlc::kill);
    }
  }

  /** Ends a process, and leaves what it has printed to be read: its own method closes the pipe. */
  private static void kill(Process process) {
    process.toHandle().destroyForcibly();
  }

  /**
   * Waits for the end of a process that has said that it leaves; one that does not, as where its
   * JVM hangs on a full disk, is ended.
   *
   * @return its exit code
   */
  private static int left(Process process, int said) throws InterruptedException {
    if (process.waitFor(LEAVING_SECONDS, TimeUnit.SECONDS)) {
      return process.exitValue();
    }
    process.destroyForcibly().onExit().join();
    return said;
  }

  /** Ends the processes that wait for a further run; the next one starts afresh. */
  public void rest() {
    shared.end();
  }

  /** Starts a process, unless stopped: none may slip past {@link #stop}. */
  private Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    synchronized (running) {
      if (stopped) {
        throw new InterruptedException("stopped");
      }
      Process process = builder.start();
      running.add(process);
      return process;
    }
  }

  /**
   * Makes one run and waits for its end.
   *
   * @param request what to run
   * @param folder an empty folder for everything the run writes
   * @param progress told how far the search has come, from time to time
   * @throws IOException if the process cannot be started or its files cannot be written
   * @throws InterruptedException if the waiting thread was interrupted, or the driver stopped
   *     before the run could start; no process is left
   */
  public TlcRun run(TlcRequest request, Path folder, Consumer<TlcOutput.HowFar> progress)
      throws IOException, InterruptedException {
    Path graph = Files.createDirectories(folder.resolve("graph"));
    Path scratch = Files.createDirectories(folder.resolve("tmp"));
    Path metadir = Files.createDirectories(folder.resolve("meta"));
    Path output = folder.resolve("tlc.out");
    List<String> arguments = arguments(request, graph, metadir);
    List<String> command = jvm(request, scratch);
    command.addAll(arguments);
    TlcOutput said = new TlcOutput();
    Listener listener = new Listener(output, said, progress);
    Ended ended =
        (request.housing() == Housing.KEPT
                    || request.housing() == Housing.SHARED && !archive.isMissing(request.library()))
                && mayShare(arguments)
            ? amongOthers(request, arguments, listener)
            : alone(request, command, folder, listener);
    Usage usage = Usage.read(graph);
    VerdictReader reader = new VerdictReader(request, jar, said);
    Verdict verdict =
        stopped
            ? reader.interrupted()
            : ended.timedOut ? reader.timedOut() : reader.verdict(ended.exit);
    return new TlcRun(
        request,
        verdict,
        reader.warnings(),
        said.version(),
        said.first(TlcOutput.LIVENESS) != null,
        said.ignoredConstant(),
        reader.drawn(),
        said.generated(),
        said.initials(),
        said.distinct(),
        said.depth(),
        said.printed(),
        said.morePrinted(),
        said.coverage(),
        ended.exit,
        command,
        output,
        graph,
        usage.cpuNanos(),
        usage.peakKib(),
        usage.phases());
  }

  /**
   * Starts a process that decides whether logs are behaviours of specifications.
   *
   * @param library folders in which modules are found
   * @param folder an empty folder for what it writes; it is whoever made it that deletes it
   * @param housing {@link Housing#LONG} or {@link Housing#BRIEF}; it serves any number of logs
   * @param heapMib how much memory it may take
   * @throws InterruptedException if the driver has been stopped
   */
  public LogJudge judge(List<Path> library, Path folder, Housing housing, int heapMib)
      throws IOException, InterruptedException {
    List<String> command = java(heapMib);
    command.add("-Xss16m"); // values and formulas are walked down to their leaves
    command.add("-XX:+UseSerialGC");
    command.add("-Xshare:auto");
    if (housing != Housing.LONG) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    common(command, folder, library);
    archive.use(command, library);
    command.add(Probe.JUDGE);
    ProcessBuilder builder = builder(command, folder).redirectErrorStream(false);
    Path said = folder.resolve("tlc.out");
    builder.redirectError(said.toFile());
    Process process = start(builder);
    return new LogJudge(process, jar, said, () -> running.remove(process));
  }

  /**
   * Reads modules as TLC's parser does.
   *
   * @param modules their files; the first must parse with all that it extends
   * @param library folders in which modules are found
   * @param folder an empty folder for everything the run writes
   * @return the lines that {@code probe.SyntaxTree} writes
   * @throws BadModule if one of them does not parse
   * @throws IOException if the process cannot be started, or has failed
   */
  public List<String> syntax(List<Path> modules, List<Path> library, Path folder)
      throws BadModule, IOException, InterruptedException {
    List<String> command = java(SYNTAX_MIB);
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xshare:auto");
    common(command, folder, library);
    archive.use(command, library);
    command.add(Probe.SYNTAX);
    Path out = folder.resolve("syntax");
    command.add(out.toString());
    modules.forEach(module -> command.add(module.toString()));
    Path said = folder.resolve("tlc.out");
    Process process = start(builder(command, folder).redirectOutput(said.toFile()));
    try {
      process.waitFor();
    } finally {
      process.destroyForcibly();
      running.remove(process);
      process.getOutputStream().close();
    }
    int exit = process.exitValue();
    if (exit == 0) {
      return Files.readAllLines(out);
    } else if (stopped) {
      throw new InterruptedException("stopped");
    }
    String words = Files.readString(said).strip().replace('\n', ' ');
    if (exit == Probe.DOES_NOT_PARSE) {
      throw new BadModule(modules.get(0) + " does not parse: " + words);
    }
    throw DiskTrouble.saysFull(words)
        ? new IOException(words)
        : new Gone("TLC's parser ended with exit code " + exit + ", its words: " + words);
  }

  /** How a run's process, or the run within it, came to its end. */
  private record Ended(int exit, boolean timedOut) {}

  /** A run in a process of its own. */
  private Ended alone(TlcRequest request, List<String> command, Path folder, Listener listener)
      throws IOException, InterruptedException {
    boolean leaves = request.housing() != Housing.LONG && request.housing() != Housing.KEPT;
    Path left = !leaves ? null : archive.leave(command, request.library(), folder);
    if (leaves && left == null) {
      archive.use(command, request.library());
    }
    Process process = start(builder(command, folder));
    boolean timedOut;
    int exit;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Watchdog watchdog = new Watchdog(process, request.timeoutSeconds());
      watchdog.start();
      Integer said = listener.listen(reader, Probe.LEAVES);
      exit = said == null ? process.waitFor() : left(process, said);
      watchdog.interrupt();
      timedOut = watchdog.fired;
    } finally {
      process.destroyForcibly(); // where it could not be listened to
      running.remove(process);
      process.getOutputStream().close();
    }
    if (exit == 0 && left != null && Files.exists(left)) {
      archive.keep(left);
    }
    return new Ended(exit, timedOut);
  }

  /** In the talk with a process that serves many runs, a line is an argument. */
  private boolean mayShare(List<String> arguments) {
    return home != null
        && arguments.stream()
            .noneMatch(argument -> argument.isEmpty() || argument.indexOf('\n') >= 0);
  }

  /** A run in a process that has served others, or will. */
  private Ended amongOthers(TlcRequest request, List<String> arguments, Listener listener)
      throws IOException, InterruptedException {
    int number = numbers.incrementAndGet();
    Path folder = Files.createDirectories(home.resolve("shared"));
    List<String> command = jvm(request, folder);
    List<String> key = List.copyOf(command);
    SharedProcesses.Lodging lodging = shared.take(key);
    if (lodging == null) {
      archive.use(command, request.library());
      command.add(Probe.SERVE);
      lodging = new SharedProcesses.Lodging(key, start(builder(command, folder)));
    }
    Process process = lodging.process();
    boolean whole = false;
    Watchdog watchdog = new Watchdog(process, request.timeoutSeconds());
    try {
      String end = Probe.END + number + " ";
      lodging.ask(end, arguments);
      watchdog.start();
      Integer exit = listener.listen(lodging.reader(), end);
      watchdog.interrupt();
      if (exit == null) {
        return new Ended(process.waitFor(), watchdog.fired);
      } else if (listener.hasLeft()) {
        return new Ended(left(process, exit), false);
      }
      whole = true;
      return new Ended(exit, false);
    } finally {
      if (whole) {
        shared.leave(lodging);
      } else {
        watchdog.interrupt();
        process.destroyForcibly().onExit().join();
        running.remove(process);
      }
    }
  }

  private static ProcessBuilder builder(List<String> command, Path folder) {
    List<String> all = new ArrayList<>();
    if (Files.isExecutable(Path.of(UNDISTURBED.get(0)))) {
      all.addAll(UNDISTURBED);
    }
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.directory(folder.toFile());
    // Both would change what the child prints, or how it runs, behind the back of the command
    // shown.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().put(Probe.TETHER, Long.toString(ProcessHandle.current().pid()));
    return builder;
  }

  /** Takes down what a run prints. */
  private static final class Listener {
    private final Path output;
    private final TlcOutput said;
    private final Consumer<TlcOutput.HowFar> progress;
    private boolean left;

    Listener(Path output, TlcOutput said, Consumer<TlcOutput.HowFar> progress) {
      this.output = output;
      this.said = said;
      this.progress = progress;
    }

    /** Whether the process has said that it ends. */
    boolean hasLeft() {
      return left;
    }

    /**
     * Listens until the line that ends the run, or says that the process ends.
     *
     * @param end what the first begins with
     * @return the exit code that stands in that line, or {@code null} if it never came
     */
    Integer listen(BufferedReader reader, String end) throws IOException {
      try (Writer copy = Files.newBufferedWriter(output)) {
        TlcOutput.HowFar told = null;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          left = line.startsWith(Probe.LEAVES);
          if (left || line.startsWith(end)) {
            return Integer.valueOf(line.substring((left ? Probe.LEAVES : end).length()));
          }
          copy.write(line);
          copy.write('\n');
          said.line(line);
          if (said.howFar() != told) {
            told = said.howFar();
            progress.accept(told);
          }
        }
        return null;
      }
    }
  }

  /** The command up to the probe's own arguments. */
  private List<String> jvm(TlcRequest request, Path scratch) throws IOException {
    List<String> command = java(request.heapMib());
    if (request.housing() == Housing.LONG) {
      command.add("-XX:+UseParallelGC");
    } else if (request.housing() == Housing.KEPT) {
      command.add("-XX:+UseSerialGC"); // several of them share the machine
    } else {
      command.add("-XX:+UseSerialGC");
      command.add("-XX:TieredStopAtLevel=1");
      command.add("-XX:CompileThresholdScaling=5"); // most methods run too rarely to be compiled
      command.add("-Xshare:auto");
    }
    command.addAll(request.options().properties()); // before Sluice's own, which win
    common(command, scratch, request.library());
    return command;
  }

  private static boolean isJar(Path file) {
    return file.toString().endsWith(".jar");
  }

  private static List<String> java(int heapMib) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMib + "m");
    return command;
  }

  private void common(List<String> command, Path scratch, List<Path> library) throws IOException {
    command.add("-XX:-UsePerfData"); // leaves a file in /tmp where it is killed
    command.add("-XX:+ExitOnOutOfMemoryError"); // the JVM then ends with 3
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-D" + Probe.TRUST + "=" + jar.trusts());
    command.add("-Dfile.encoding=UTF-8"); // specifications are read alike in every locale
    List<String> folders = new ArrayList<>();
    List<String> classPath = new ArrayList<>(List.of(jar.classPath()));
    for (Path each : library) {
      (isJar(each) ? classPath : folders).add(each.toString());
    }
    classPath.add(TlcJar.probe().toString());
    command.add("-DTLA-Library=" + String.join(File.pathSeparator, folders));
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath));
    command.add(Probe.class.getName());
  }

  /** What the probe is told for one run. */
  private List<String> arguments(TlcRequest request, Path graph, Path metadir) throws IOException {
    TlcOptions options = request.options();
    List<String> command = new ArrayList<>();
    command.add(graph.toString());
    command.add(
        request.report().word() + (options.mostStates() > 0 ? ":" + options.mostStates() : ""));
    command.add("-tool");
    command.addAll(search(request, jar));
    command.add("-metadir");
    command.add(metadir.toString());
    command.add("-config");
    command.add(config(request, metadir));
    command.addAll(options.flags());
    command.add(request.module().toString());
    return command;
  }

  /** How a run is searched: what it comes to depends on these arguments of TLC's. */
  static List<String> search(TlcRequest request, TlcJar jar) throws IOException {
    TlcOptions options = request.options();
    List<String> command = new ArrayList<>(List.of("-fp", "0"));
    if (options.simulation() == null) {
      // Once, on the whole graph. By default TLC looks now and then as well, by the clock: a slow
      // machine would find another counterexample than a fast one.
      command.addAll(List.of("-lncheck", "final"));
    } else {
      TlcOptions.Simulation simulation = options.simulation();
      command.addAll(List.of("-simulate", "num=" + simulation.behaviours()));
      command.addAll(List.of("-depth", Integer.toString(simulation.depth())));
      command.addAll(List.of("-seed", Long.toString(simulation.seed()), "-aril", "0"));
    }
    command.add("-workers");
    command.add(Integer.toString(request.workers()));
    if (Boolean.FALSE.equals(options.deadlock())) {
      command.add("-deadlock"); // do not check it, says TLC's flag
    }
    if (options.coverage()) {
      command.addAll(List.of("-coverage", "1"));
    }
    if (!jar.bundled() && jar.takes(NO_TRACE_SPEC)) {
      command.add(NO_TRACE_SPEC);
    }
    return command;
  }

  /** TLC takes a configuration's path from the module's folder, an absolute one too. */
  private static String config(TlcRequest request, Path metadir) throws IOException {
    Path home = request.module().toAbsolutePath().normalize().getParent();
    Configuration wanted = request.config();
    if (Boolean.TRUE.equals(request.options().deadlock())) {
      // There is no flag for it. Lines stay where they are, for what TLC says of them.
      wanted = wanted.with(TlcConfig.withDeadlock(wanted.text()));
    }
    Path config = wanted.in(metadir.getParent());
    return home.equals(config.getParent()) ? config.toString() : home.relativize(config).toString();
  }

  /** Resources that a run used, as its process wrote them down. */
  private record Usage(long cpuNanos, long peakKib, PhaseTimes phases) {
    static Usage read(Path graph) throws IOException {
      Path file = graph.resolve(Probe.USAGE_FILE);
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      return lines.size() < 2
          ? new Usage(-1, 0, new PhaseTimes())
          : new Usage(
              Long.parseLong(lines.get(0)),
              Long.parseLong(lines.get(1)),
              PhaseTimes.read(lines.subList(2, lines.size())));
    }
  }

  /**
   * Ends a process that takes too long; a thread of its own, because the run reads what TLC prints.
   */
  private static final class Watchdog extends Thread {
    private final Process process;
    private final long seconds;
    private volatile boolean fired;

    Watchdog(Process process, long seconds) {
      super("TLC watchdog");
      this.process = process;
      this.seconds = seconds;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        if (seconds > 0 && !process.waitFor(seconds, TimeUnit.SECONDS)) {
          fired = true;
          kill(process);
        }
      } catch (InterruptedException e) {
        return; // the run is over
      }
    }
  }
}
