package dev.sluice.model.tlc;

import dev.sluice.model.tlc.Verdict.BadInput;
import dev.sluice.model.tlc.Verdict.Holds;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.Verdict.NotDecided;
import dev.sluice.model.tlc.Verdict.Violated;
import dev.sluice.model.tlc.probe.Probe;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs TLC, in processes forked for it: as a rule one for each run, see {@link Housing}.
 *
 * <p>Thread-safe: several runs may be under way at once. {@link #stop} ends them all, so that an
 * interrupted command leaves no process behind.
 */
public final class Tlc {
  private static final Pattern PARSE_ERROR =
      Pattern.compile(".*at line (\\d+), col(?:umn)? (\\d+).*");
  private static final Pattern SEMANTIC_ERROR =
      Pattern.compile("line (\\d+), col (\\d+) to line \\d+, col \\d+ of module (\\S+)");
  private static final Pattern PARSED_FILE = Pattern.compile("Parsing file (.*)");
  private static final Pattern INVARIANT =
      Pattern.compile("Invariant (\\S+) is violated( by the initial state:)?.*");
  private static final Pattern ACTION_PROPERTY =
      Pattern.compile("Action property (?!line \\d+, col )(\\S+).* is violated.*");
  // An action property that is part of another formula, as in a refinement, has a place, no name.
  private static final Pattern ACTION_PROPERTY_AT =
      Pattern.compile("Action property (line \\d+, col .*) is violated.*");
  private static final Pattern TEMPORAL_NAMED =
      Pattern.compile("Temporal propert(?:y|ies) (\\S+) (?:was|were|is|are) violated.*");
  private static final Pattern PROPERTY_INITIALLY =
      Pattern.compile("Property (\\S+) is violated by the initial state.*");

  /** Keeps a specification that upstream would write beside the user's own out of there. */
  private static final String NO_TRACE_SPEC = "-noGenerateSpecTE";

  private final TlcJar jar;
  private final Path archive;
  private final AtomicBoolean archiving = new AtomicBoolean();
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private final SharedProcesses shared = new SharedProcesses(running::remove);
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile boolean stopped;

  /** A driver for this jar. */
  public Tlc(TlcJar jar) {
    this(jar, null);
  }

  /**
   * A driver for this jar that lets its processes share their loaded classes: the first of those
   * that are to be brief leaves an archive of them, and the later ones start faster.
   *
   * @param archive a file that does not exist yet; whoever made its folder, where processes that
   *     serve several runs have their temporary files too, deletes it after {@link #rest}
   */
  public Tlc(TlcJar jar, Path archive) {
    this.jar = jar;
    this.archive = archive;
  }

  /** The jar in use. */
  public TlcJar jar() {
    return jar;
  }

  /** Ends every run under way, and lets no new one start. */
  public void stop() {
    synchronized (running) {
      stopped = true;
      running.forEach(Process::destroyForcibly);
    }
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
  public TlcRun run(TlcRequest request, Path folder, Consumer<String> progress)
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
        request.housing() == Housing.SHARED && mayShare(arguments) && !lacksArchive()
            ? amongOthers(request, arguments, listener)
            : alone(request, command, folder, listener);
    long[] usage = usage(graph);
    Verdict verdict =
        ended.timedOut
            ? new NotDecided(
                "TLC was still searching after "
                    + request.timeoutSeconds()
                    + " s ("
                    + said.distinct()
                    + " distinct states reported); allow more time with --timeout, or check a smaller model")
            : verdict(request, said, ended.exit);
    return new TlcRun(
        verdict,
        said.generated(),
        said.distinct(),
        ended.exit,
        command,
        output,
        graph,
        usage[0],
        usage[1]);
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
    if (archive != null && Files.exists(archive)) {
      command.add(1, "-XX:SharedArchiveFile=" + archive);
    }
    command.add(Probe.JUDGE);
    ProcessBuilder builder = builder(command, folder).redirectErrorStream(false);
    Path said = folder.resolve("tlc.out");
    builder.redirectError(said.toFile());
    Process process = start(builder);
    return new LogJudge(process, jar, said, () -> running.remove(process));
  }

  /** How a run's process, or the run within it, came to its end. */
  private record Ended(int exit, boolean timedOut) {}

  /** A run in a process of its own. */
  private Ended alone(TlcRequest request, List<String> command, Path folder, Listener listener)
      throws IOException, InterruptedException {
    Path left = request.housing() == Housing.LONG ? null : shared(command, folder);
    Process process = start(builder(command, folder));
    boolean timedOut;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Watchdog watchdog = new Watchdog(process, request.timeoutSeconds());
      watchdog.start();
      listener.listen(reader, null);
      process.waitFor();
      watchdog.interrupt();
      timedOut = watchdog.fired;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw e;
    } finally {
      running.remove(process);
      process.getOutputStream().close();
    }
    if (left != null && Files.exists(left)) {
      Files.move(left, archive);
    }
    return new Ended(process.exitValue(), timedOut);
  }

  /** Other jars may keep more from run to run than the one we know; a line is an argument. */
  private boolean mayShare(List<String> arguments) {
    return archive != null
        && jar.bundled()
        && arguments.stream()
            .noneMatch(argument -> argument.isEmpty() || argument.indexOf('\n') >= 0);
  }

  /** Whether the next process ought to leave the archive; one that serves many ends too late. */
  private boolean lacksArchive() throws IOException {
    return !Files.isDirectory(TlcJar.home(Probe.class)) // Java archives classes of jars only
        && !archiving.get()
        && !Files.exists(archive);
  }

  /** A run in a process that has served others, or will. */
  private Ended amongOthers(TlcRequest request, List<String> arguments, Listener listener)
      throws IOException, InterruptedException {
    int number = numbers.incrementAndGet();
    Path home = archive.resolveSibling("shared");
    List<String> command = jvm(request, Files.createDirectories(home));
    List<String> key = List.copyOf(command);
    SharedProcesses.Lodging lodging = shared.take(key);
    if (lodging == null) {
      if (Files.exists(archive)) {
        command.add(1, "-XX:SharedArchiveFile=" + archive);
      }
      command.add(Probe.SERVE);
      lodging = new SharedProcesses.Lodging(key, start(builder(command, home)));
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
        process.waitFor();
        return new Ended(process.exitValue(), watchdog.fired);
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
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(folder.toFile());
    // Both would change what the child prints, or how it runs, behind the back of the command
    // shown.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().put(Probe.TETHER, Long.toString(ProcessHandle.current().pid()));
    return builder;
  }

  /** Takes down what a run prints. */
  private record Listener(Path output, TlcOutput said, Consumer<String> progress) {
    /**
     * Listens until the line that ends the run.
     *
     * @param end what that line begins with, or {@code null} where the end is that of the process
     * @return the exit code that stands in that line, or {@code null} if it never came
     */
    Integer listen(BufferedReader reader, String end) throws IOException {
      try (Writer copy = Files.newBufferedWriter(output)) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          if (end != null && line.startsWith(end)) {
            return Integer.valueOf(line.substring(end.length()));
          }
          copy.write(line);
          copy.write('\n');
          said.line(line);
          if (line.startsWith("Progress(")) {
            progress.accept(said.progress());
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
    } else {
      command.add("-XX:+UseSerialGC");
      command.add("-XX:TieredStopAtLevel=1");
      command.add("-Xshare:auto");
    }
    common(command, scratch, request.library());
    return command;
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
    List<String> folders = library.stream().map(Path::toString).toList();
    command.add("-DTLA-Library=" + String.join(File.pathSeparator, folders));
    command.add("-cp");
    command.add(jar.path() + File.pathSeparator + TlcJar.home(Probe.class));
    command.add(Probe.class.getName());
  }

  /** What the probe is told for one run. */
  private List<String> arguments(TlcRequest request, Path graph, Path metadir) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(graph.toString());
    command.add(request.stream() ? "stream" : "plain");
    command.add("-tool");
    command.add("-fp");
    command.add("0");
    // Once, on the whole graph. By default TLC looks now and then as well, by the clock: a slow
    // machine would find another counterexample than a fast one.
    command.add("-lncheck");
    command.add("final");
    command.add("-workers");
    command.add(Integer.toString(request.workers()));
    if (!jar.bundled() && jar.takes(NO_TRACE_SPEC)) {
      command.add(NO_TRACE_SPEC);
    }
    command.add("-metadir");
    command.add(metadir.toString());
    command.add("-config");
    command.add(config(request));
    command.add(request.module().toString());
    return command;
  }

  /**
   * Adds to a command that it uses the archive, or that it leaves one.
   *
   * @return the file that it leaves, if it does
   */
  private Path shared(List<String> command, Path folder) throws IOException {
    if (archive == null) {
      return null;
    }
    if (Files.exists(archive)) {
      command.add(1, "-XX:SharedArchiveFile=" + archive);
      return null;
    }
    if (!lacksArchive() || !archiving.compareAndSet(false, true)) {
      return null;
    }
    Path left = folder.resolve("classes.jsa");
    command.add(1, "-XX:ArchiveClassesAtExit=" + left);
    command.add(2, "-Xlog:cds=off");
    return left;
  }

  /** TLC takes a configuration's path from the module's folder, an absolute one too. */
  private static String config(TlcRequest request) {
    Path home = request.module().toAbsolutePath().normalize().getParent();
    Path config = request.config().toAbsolutePath().normalize();
    return home.equals(config.getParent()) ? config.toString() : home.relativize(config).toString();
  }

  private static long[] usage(Path graph) throws IOException {
    Path file = graph.resolve(Probe.USAGE_FILE);
    if (!Files.exists(file)) {
      return new long[] {-1, 0};
    }
    List<String> lines = Files.readAllLines(file);
    return lines.size() < 2
        ? new long[] {-1, 0}
        : new long[] {Long.parseLong(lines.get(0)), Long.parseLong(lines.get(1))};
  }

  private Verdict verdict(TlcRequest request, TlcOutput said, int exit) throws IOException {
    String everything = allText(said);
    if (stopped) {
      return new NotDecided("the run was interrupted");
    }
    if (exit == 3 || everything.contains("OutOfMemoryError") || said.first(1001) != null) {
      return new NotDecided(
          "TLC ran out of memory with a heap of "
              + request.heapMib()
              + " MiB; allow more with --heap, or check a smaller model");
    }
    if (everything.contains("No space left on device")) {
      return new NotDecided(
          "the disk is full: TLC keeps its queue and its graph in the temporary folder; free some"
              + " space there, or point TMPDIR elsewhere");
    }
    if (exit > 128 && exit <= 128 + 15) {
      return new NotDecided(
          "TLC was killed by signal " + (exit - 128) + " before its end; run it again");
    }
    return switch (exit) {
      case 0 ->
          said.first(2193) != null
              ? new Holds()
              : new NotDecided("TLC ended without saying that it had searched everything");
      case 10 -> new Violated(Kind.ASSUMPTION, assumption(said), said.counterexample());
      case 11 -> new Violated(Kind.DEADLOCK, "Deadlock", said.counterexample());
      case 12 -> new Violated(Kind.INVARIANT, named(INVARIANT, said), said.counterexample());
      case 13 -> temporal(request, said);
      case 14 -> new Violated(Kind.ASSERTION, "Assert", said.counterexample());
      case 75, 76, 77 ->
          new BadInput("TLC cannot evaluate the specification", errors(said, request.module()));
      case 150 ->
          new BadInput("the specification does not parse", parseErrors(said, request.module()));
      case 151 ->
          new BadInput(
              "the configuration does not fit the specification", errors(said, request.config()));
      default -> {
        List<String> errors = errors(said, request.config());
        yield errors.isEmpty()
            ? new NotDecided("TLC ended with exit code " + exit + lastWords(said))
            : new BadInput("TLC cannot start on this input", errors);
      }
    };
  }

  private static Verdict temporal(TlcRequest request, TlcOutput said) throws IOException {
    String action = named(ACTION_PROPERTY, said);
    if (!action.isEmpty()) {
      return new Violated(Kind.ACTION_PROPERTY, action, said.counterexample());
    }
    String name = named(TEMPORAL_NAMED, said);
    if (name.isEmpty()) {
      name = named(PROPERTY_INITIALLY, said);
    }
    Kind kind = named(ACTION_PROPERTY_AT, said).isEmpty() ? Kind.LIVENESS : Kind.ACTION_PROPERTY;
    if (name.isEmpty()) {
      // This TLC does not name it; where the configuration lists one property, it can be no other.
      List<String> properties = TlcConfig.read(request.config()).properties();
      name = properties.size() == 1 ? properties.get(0) : "";
    }
    return new Violated(kind, name, said.counterexample());
  }

  private static String named(Pattern pattern, TlcOutput said) {
    for (TlcOutput.Message message : said.messages()) {
      Matcher matcher = pattern.matcher(message.line());
      if (matcher.matches()) {
        return matcher.group(1);
      }
    }
    return "";
  }

  private static String assumption(TlcOutput said) {
    return said.messages().stream()
        .filter(message -> message.severity() == 1)
        .map(TlcOutput.Message::line)
        .findFirst()
        .orElse("");
  }

  private static String allText(TlcOutput said) {
    StringBuilder text = new StringBuilder();
    said.freeText().forEach(line -> text.append(line).append('\n'));
    said.messages().forEach(message -> text.append(message.line()).append('\n'));
    return text.toString();
  }

  /** What the process said outside every frame at the end: usually where an exception came from. */
  private static String lastWords(TlcOutput said) {
    List<String> lines = said.freeText().stream().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error: "))
        .findFirst()
        .or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1)))
        .map(line -> ", its last words: " + line.strip())
        .orElse(" and no word why");
  }

  /** TLC's errors, each on one line. */
  private static List<String> errors(TlcOutput said, Path where) {
    List<String> lines = new ArrayList<>();
    for (TlcOutput.Message message : said.messages()) {
      if (message.severity() == 1 || message.severity() == 2) {
        String text =
            message
                .line()
                .replace("TLC threw an unexpected exception. ", "")
                .replace("This was probably caused by an error in the spec or model. ", "")
                .replace("See the User Output or TLC Console for clues to what happened. ", "");
        if (message.code() != 2121) {
          lines.add(where + ": " + text);
        }
      }
    }
    return lines;
  }

  /** SANY's errors as {@code file:line:column: what}. */
  private static List<String> parseErrors(TlcOutput said, Path module) {
    List<String> lines = new ArrayList<>();
    List<String> files = new ArrayList<>(List.of(module.toString()));
    List<String> text = said.freeText().stream().filter(line -> !line.isBlank()).toList();
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).strip();
      Matcher file = PARSED_FILE.matcher(line);
      Matcher semantic = SEMANTIC_ERROR.matcher(line);
      if (file.matches()) {
        files.add(file.group(1));
      } else if (semantic.matches()) {
        String what = i + 1 < text.size() ? text.get(i + 1).strip() : "";
        lines.add(
            fileOf(files, semantic.group(3))
                + ":"
                + semantic.group(1)
                + ":"
                + semantic.group(2)
                + ": "
                + what);
      } else if (line.equals("***Parse Error***") && i + 1 < text.size()) {
        String what = text.get(i + 1).strip();
        Matcher at = PARSE_ERROR.matcher(what);
        String last = files.get(files.size() - 1);
        lines.add(
            at.matches()
                ? last + ":" + at.group(1) + ":" + at.group(2) + ": " + what
                : last + ": " + what);
      } else if (line.startsWith("Cannot find source file for module")) {
        lines.add(module + ": " + line);
      }
    }
    if (lines.isEmpty()) {
      lines.addAll(errors(said, module));
    }
    return lines;
  }

  private static String fileOf(List<String> files, String module) {
    return files.stream()
        .filter(file -> Path.of(file).getFileName().toString().equals(module + ".tla"))
        .findFirst()
        .orElse(module + ".tla");
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
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        return; // the run is over
      }
    }
  }
}
