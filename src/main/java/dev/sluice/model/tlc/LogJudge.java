package dev.sluice.model.tlc;

import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import dev.sluice.model.tlc.probe.JudgeWire;
import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.StepKind;
import dev.sluice.trace.Value;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A TLC process that decides whether logs are behaviours of specifications; see {@link Tlc#judge}.
 *
 * <p>For one thread. A module is parsed once, and then serves any number of behaviours.
 */
public final class LogJudge implements Closeable {
  private static final long LEAVING_SECONDS = 5;

  /** How a JVM ends that is told to do so without memory. */
  private static final int OUT_OF_MEMORY = 3;

  /** And a process that a signal ends: this and its number. */
  private static final int KILLED = 128;

  private final Process process;
  private final TlcJar jar;
  private final Path said;
  private final Runnable closed;
  private final DataOutputStream out;
  private final DataInputStream in;
  private Path loaded;
  private LogNames names;

  /**
   * A process that has been started.
   *
   * @param jar whose TLC it is
   * @param said the file for what it prints
   * @param closed what is to be done once it has ended
   */
  LogJudge(Process process, TlcJar jar, Path said, Runnable closed) {
    this.process = process;
    this.jar = jar;
    this.said = said;
    this.closed = closed;
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
  }

  /**
   * Decides about one behaviour.
   *
   * @param module the log's module; its configuration stands beside it
   * @param constants values of its constants; of one that is left out the configuration's
   * @param events in order
   * @param counts whether the kinds of steps are counted
   * @throws IOException if the module cannot be used, or the process has ended
   */
  public LogVerdict judge(
      Path module, Map<String, Value> constants, Iterator<Value> events, boolean counts)
      throws IOException {
    String unusable = "";
    try {
      if (!hasLoaded(module)) {
        unusable = load(module);
      }
      if (unusable.isEmpty()) {
        ask(constants, events, counts);
        return verdict();
      }
    } catch (IOException ended) {
      throw lastWords(ended);
    }
    throw new IOException(unusable);
  }

  /**
   * The names that a module looks for in events.
   *
   * @param module the log's module
   * @throws IOException if the module cannot be used, or the process has ended
   */
  public LogNames names(Path module) throws IOException {
    String unusable;
    try {
      unusable = hasLoaded(module) ? "" : load(module);
    } catch (IOException ended) {
      throw lastWords(ended);
    }
    if (!unusable.isEmpty()) {
      throw new IOException(unusable);
    }
    return names;
  }

  /** Whether a module need not be parsed any more. */
  public boolean hasLoaded(Path module) {
    return module.equals(loaded);
  }

  private void ask(Map<String, Value> constants, Iterator<Value> events, boolean counts)
      throws IOException {
    out.write(counts ? JudgeWire.COUNT : JudgeWire.JUDGE);
    out.writeInt(constants.size());
    for (Map.Entry<String, Value> constant : constants.entrySet()) {
      JudgeWire.text(out, constant.getKey());
      ValueWriter.write(out, constant.getValue());
    }
    while (events.hasNext()) {
      out.write(1);
      ValueWriter.write(out, events.next());
    }
    out.write(0);
    out.flush();
  }

  /** Has the process parse a module; answers what is wrong with it, or nothing. */
  private String load(Path module) throws IOException {
    loaded = null;
    out.write(JudgeWire.LOAD);
    JudgeWire.text(out, module.toAbsolutePath().normalize().toString());
    out.flush();
    String unusable = JudgeWire.text(in);
    if (unusable.isEmpty()) {
      names = LogNames.read(in);
      loaded = module;
    }
    return unusable;
  }

  /** The exit code of a process that does not answer any more: it ends, or is ended here. */
  private int ended() {
    try {
      if (process.waitFor(LEAVING_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly().onExit().join();
    return 0;
  }

  /** What there is to be said of a process that does not answer any more. */
  private IOException lastWords(IOException noAnswer) {
    int exit = ended(); // what it has printed is in the file then
    List<String> code = refusedCode();
    if (!code.isEmpty()) {
      return new IOException(JavaCode.WOULD_RUN + ": " + String.join("; ", code));
    }
    if (exit == OUT_OF_MEMORY) {
      return new Gone(
          "TLC ran out of memory before it had judged; judge one specification at a time, with"
              + " --spec, or a shorter log");
    } else if (exit > KILLED) {
      return new Gone(
          "TLC was killed by signal " + (exit - KILLED) + " before it had judged; run it again");
    }
    List<String> words = new ArrayList<>(List.of("TLC's process ended before it had judged"));
    try (Stream<String> lines = Files.lines(said)) {
      lines
          .map(line -> line.startsWith(Probe.BROKEN) ? line.substring(Probe.BROKEN.length()) : line)
          .filter(line -> !line.isBlank() && !line.contains("VM warning") && !line.startsWith("\t"))
          .limit(2) // what went wrong, and by what it was caused
          .forEach(line -> words.add(line.strip()));
    } catch (IOException | UncheckedIOException unreadable) {
      // then nothing more is known
    }
    String all = String.join(": ", words);
    if (DiskTrouble.saysFull(all)) {
      return new Gone(
          "the disk is full, and nothing was judged; free some space in the temporary folder, or"
              + " point TMPDIR elsewhere");
    }
    return jar.bundled()
        ? new Gone(all)
        : new IOException(all + ". It was started with " + jar.path(), noAnswer);
  }

  /** Returns what there is to be said of Java classes for which the process has ended. */
  private List<String> refusedCode() {
    try (Stream<String> lines = Files.lines(said)) {
      return lines
          .filter(line -> line.startsWith(Probe.REFUSES_CODE))
          .map(line -> JavaCode.refused(line.substring(Probe.REFUSES_CODE.length())))
          .toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of(); // the other words of the process say so
    }
  }

  private LogVerdict verdict() throws IOException {
    int kind = in.readByte();
    if (kind == JudgeWire.ACCEPTED) {
      return new Accepted(in.readInt(), in.readInt(), variables(), kinds());
    } else if (kind != JudgeWire.REJECTED) {
      return new Undecided(in.readInt(), JudgeWire.text(in));
    }
    int event = in.readInt();
    String broken = JudgeWire.text(in);
    int states = in.readInt();
    Map<String, String> before = JudgeWire.texts(in);
    Optional<Misfit> misfit = in.readByte() == 0 ? Optional.empty() : Optional.of(Misfit.read(in));
    List<Integer> fitting = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      fitting.add(in.readInt());
    }
    return new Rejected(event, broken, states, before, misfit, fitting);
  }

  private Set<String> variables() throws IOException {
    Set<String> variables = new TreeSet<>();
    for (int left = in.readInt(); left > 0; left--) {
      variables.add(JudgeWire.text(in));
    }
    return variables;
  }

  private SortedMap<StepKind, Integer> kinds() throws IOException {
    SortedMap<StepKind, Integer> kinds = new TreeMap<>();
    JudgeWire.counts(in).forEach((kind, count) -> kinds.put(StepKind.parse(kind), count));
    return kinds;
  }

  /** Ends the process. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    closed.run();
  }
}
