package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;

/**
 * Counts how often each action instance is taken while TLC searches: all that is asked of a graph
 * that nobody reads. A transition costs one addition in a table of its thread's own.
 */
final class ActionCounter implements Reports {
  private final List<Counts> all = new ArrayList<>();
  private final ThreadLocal<Counts> mine = ThreadLocal.withInitial(this::enlist);

  /** One thread's counts. */
  private static final class Counts {
    private final Map<Action, long[]> byAction = new IdentityHashMap<>();
    private Action last;
    private long[] lastCount;

    void add(Action action) {
      if (action != last) {
        last = action;
        lastCount = byAction.computeIfAbsent(action, unseen -> new long[1]);
      }
      lastCount[0]++;
    }
  }

  private synchronized Counts enlist() {
    Counts counts = new Counts();
    all.add(counts);
    return counts;
  }

  @Override
  public void initial(TLCState state) {}

  @Override
  public void edge(TLCState from, TLCState to, boolean isNew, Action action) {
    mine.get().add(action);
  }

  /** Writes the counts, of actions that were never taken too; call once no worker runs. */
  synchronized void write(Path file) throws IOException {
    ITool tool = Loaded.tool();
    try (Segment out = new Segment(file)) {
      if (tool == null) {
        return; // the search never began
      }
      out.constants(Loaded.constants(tool));
      for (Action action : Loaded.actions(tool)) {
        long taken = 0;
        for (Counts counts : all) {
          long[] count = counts.byAction.get(action);
          taken += count == null ? 0 : count[0];
        }
        out.tag(Segment.TAKEN);
        out.fingerprint(taken);
        out.action(action);
      }
    }
  }
}
