package dev.sluice.model.tlc.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tlc2.TLCGlobals;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.util.Context;
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
final class GraphStream implements Closeable {
  private final Path directory;
  private final List<Worker> workers = new ArrayList<>();
  private final ThreadLocal<Worker> mine = ThreadLocal.withInitial(this::enlist);
  private boolean closed;

  GraphStream(Path directory) {
    this.directory = directory;
  }

  /** An initial state; TLC may report one more than once. */
  void initial(TLCState state) {
    mine.get().node(Segment.INITIAL, state);
  }

  /** A transition between two states of the model. */
  void edge(TLCState from, TLCState to, boolean isNew, Action action) {
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
      OpDeclNode[] declared = inDeclaredOrder(TLCState.vars);
      variables = new UniqueString[declared.length];
      values = new LongIds[declared.length];
      out.tag(Segment.VARIABLES);
      out.number(declared.length);
      for (int i = 0; i < declared.length; i++) {
        variables[i] = declared[i].getName();
        values[i] = new LongIds();
        out.text(variables[i].toString());
      }
      if (first) {
        preamble();
      }
    }

    /** TLC keeps variables in an order of its own; people expect the specification's. */
    private static OpDeclNode[] inDeclaredOrder(OpDeclNode[] variables) {
      OpDeclNode[] sorted = variables.clone();
      Arrays.sort(
          sorted,
          Comparator.comparing((OpDeclNode node) -> node.getLocation().source())
              .thenComparingInt(node -> node.getLocation().beginLine())
              .thenComparingInt(node -> node.getLocation().beginColumn()));
      return sorted;
    }

    private void preamble() throws IOException {
      ITool tool = TLCGlobals.mainChecker.tool;
      for (OpDeclNode constant : tool.getRootModule().getConstantDecls()) {
        IValue value = constant(tool, constant);
        if (value != null) {
          out.tag(Segment.CONSTANT);
          out.text(constant.getName().toString());
          Values.write(out, value);
        }
      }
      for (Action action : tool.getActions()) {
        id(action);
      }
    }

    private static IValue constant(ITool tool, OpDeclNode constant) {
      Object bound = constant.getToolObject(tool.getId());
      if (bound instanceof OpDefNode definition) {
        bound = definition.getBody().getToolObject(tool.getId());
        if (!(bound instanceof IValue)) {
          bound = tool.eval(definition.getBody(), Context.Empty, TLCState.Empty);
        }
      }
      return bound instanceof IValue value ? value : null;
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
      Map<String, IValue> arguments = arguments(action);
      out.tag(Segment.ACTION);
      out.number(id);
      out.text(action.getName().toString());
      out.number(arguments.size());
      for (Map.Entry<String, IValue> argument : arguments.entrySet()) {
        out.text(argument.getKey());
        Values.write(out, argument.getValue());
      }
      out.text(String.valueOf(action.getLocation()));
      return id;
    }

    private static Map<String, IValue> arguments(Action action) {
      Map<String, IValue> arguments = new LinkedHashMap<>();
      OpDefNode definition = action.getOpDef();
      if (definition == null || definition.getParams() == null) {
        return arguments;
      }
      for (FormalParamNode parameter : definition.getParams()) {
        Object bound = action.con.lookup(parameter);
        if (bound instanceof IValue value) {
          arguments.put(parameter.getName().toString(), value);
        }
      }
      return arguments;
    }
  }
}
