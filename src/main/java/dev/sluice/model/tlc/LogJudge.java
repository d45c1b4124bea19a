package dev.sluice.model.tlc;

import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import dev.sluice.model.tlc.probe.JudgeWire;
import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.trace.StepKind;
import dev.sluice.trace.Value;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
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

/**
 * A TLC process that decides whether logs are behaviours of specifications; see {@link Tlc#judge}.
 *
 * <p>For one thread. A module is parsed once, and then serves any number of behaviours.
 */
public final class LogJudge implements Closeable {
  private final Process process;
  private final Runnable closed;
  private final DataOutputStream out;
  private final DataInputStream in;
  private Path loaded;

  LogJudge(Process process, Runnable closed) {
    this.process = process;
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
    try {
      if (!hasLoaded(module)) {
        load(module);
      }
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
      return verdict();
    } catch (EOFException ended) {
      throw new IOException("TLC's process ended before it had judged", ended);
    }
  }

  /** Whether a module need not be parsed any more. */
  public boolean hasLoaded(Path module) {
    return module.equals(loaded);
  }

  private void load(Path module) throws IOException {
    loaded = null;
    out.write(JudgeWire.LOAD);
    JudgeWire.text(out, module.toAbsolutePath().normalize().toString());
    out.flush();
    String unusable = JudgeWire.text(in);
    if (!unusable.isEmpty()) {
      throw new IOException(unusable);
    }
    loaded = module;
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
