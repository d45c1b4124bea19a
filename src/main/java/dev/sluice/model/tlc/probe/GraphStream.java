package dev.sluice.model.tlc.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import tla2sany.semantic.OpDeclNode;
import tlc2.TLCGlobals;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.util.FP64;
import tlc2.value.IValue;
import util.UniqueString;

/**
 * Streams a model's graph into segment files while TLC checks it.
 *
 * <p>Called on TLC's worker threads. Each thread has a segment, a dictionary of values and a table
 * of actions of its own, so that nothing is shared on the hot path: an edge costs two fingerprints,
 * which TLC has computed already, and one look-up.
 *
 * <p>The first state to arrive also writes what the whole graph rests on: the constants as TLC
 * evaluated them, and the alphabet, every action instance of {@code Next}, whether it ever fires or
 * not.
 */
final class GraphStream implements Reports, Closeable {
  private final Path directory;
  private final List<Worker> workers = new ArrayList<>();
  private final ThreadLocal<Worker> mine = ThreadLocal.withInitial(this::enlist);
  private boolean closed;

  GraphStream(Path directory) {
    this.directory = directory;
  }

  @Override
  public void initial(TLCState state) {
    mine.get().node(Segment.INITIAL, state);
  }

  @Override
  public void edge(TLCState from, TLCState to, boolean isNew, Action action) {
    mine.get().edge(from, to, isNew, action);
  }

  private synchronized Worker enlist() {
    if (closed) {
      throw new IllegalStateException("a thread reports states after the end of the run");
    }
    try {
      Worker worker = new Worker(directory.resolve("segment-" + workers.size()), workers.isEmpty());
      workers.add(worker);
      return worker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends every segment. Call once no worker runs any more. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (Worker worker : workers) {
      worker.out.close();
    }
    workers.clear();
  }

  /** One thread's part of the stream. */
  private static final class Worker {
    private final Segment out;
    private final UniqueString[] variables;
    private final LongIds[] values;
    private final IdentityHashMap<Action, Integer> actions = new IdentityHashMap<>();
    private Action lastAction;
    private int lastActionId;

    Worker(Path file, boolean first) throws IOException {
      out = new Segment(file);
      List<OpDeclNode> declared = Loaded.variablesAsDeclared();
      variables = new UniqueString[declared.size()];
      values = new LongIds[declared.size()];
      for (int i = 0; i < variables.length; i++) {
        variables[i] = declared.get(i).getName();
        values[i] = new LongIds();
      }
      out.variables(declared);
      if (first) {
        preamble();
      }
    }

    private void preamble() throws IOException {
      ITool tool = TLCGlobals.mainChecker.tool;
      out.constants(Loaded.constants(tool));
      for (Action action : Loaded.actions(tool)) {
        id(action);
      }
    }

    void node(int tag, TLCState state) {
      try {
        int[] ids = new int[variables.length];
        for (int i = 0; i < ids.length; i++) {
          IValue value = state.lookup(variables[i]);
          long fingerprint = value.fingerPrint(FP64.New());
          int id = values[i].find(fingerprint);
          if (id < 0) {
            id = values[i].add(fingerprint);
            out.tag(Segment.VALUE);
            out.number(i);
            out.number(id);
            Values.write(out, value);
          }
          ids[i] = id;
        }
        out.tag(tag);
        out.fingerprint(state.fingerPrint());
        for (int id : ids) {
          out.number(id);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void edge(TLCState from, TLCState to, boolean isNew, Action action) {
      try {
        int id = action == lastAction ? lastActionId : id(action);
        lastAction = action;
        lastActionId = id;
        if (isNew) {
          node(Segment.STATE, to);
        }
        out.edge(from.fingerPrint(), id, to.fingerPrint());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int id(Action action) throws IOException {
      Integer known = actions.get(action);
      if (known != null) {
        return known;
      }
      int id = actions.size();
      actions.put(action, id);
      out.tag(Segment.ACTION);
      out.number(id);
      out.action(action);
      return id;
    }
  }
}
