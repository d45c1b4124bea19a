package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import tlc2.tool.Action;
import tlc2.tool.TLCState;

/**
 * A digest of a model's graph while TLC searches it: of initial states, and of transitions with the
 * names and arguments of their actions. It is a sum, so that the order in which TLC meets them
 * makes no difference; one that TLC reports twice counts twice.
 *
 * <p>It rests on TLC's fingerprints of states, and so can be held against that of another run only
 * if both have met strings in the same order.
 */
final class EdgeSum implements Reports {
  private static final long INITIAL = 0x9E3779B97F4A7C15L;
  private static final long OTHER = 0xC2B2AE3D27D4EB4FL;

  private final Map<Action, Long> labels = new IdentityHashMap<>();
  private Action lastAction;
  private long lastLabel;
  private TLCState lastFrom;
  private long lastPrint;
  private long sum;
  private long other;

  @Override
  public synchronized void initial(TLCState state) {
    add(INITIAL, INITIAL, state.fingerPrint());
  }

  @Override
  public synchronized void edge(TLCState from, TLCState to, boolean isNew, Action action) {
    if (action != lastAction) {
      lastAction = action;
      lastLabel = labels.computeIfAbsent(action, EdgeSum::label);
    }
    if (from != lastFrom) {
      lastFrom = from;
      lastPrint = from.fingerPrint();
    }
    add(lastPrint, lastLabel, to.fingerPrint());
  }

  private void add(long from, long label, long to) {
    long hash = mixed(mixed(mixed(from) + label) + to);
    sum += hash;
    other += mixed(hash ^ OTHER + from);
  }

  /** Spreads each bit over all, and is never the same for two numbers. */
  private static long mixed(long number) {
    long spread = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    spread = (spread ^ (spread >>> 27)) * 0x94D049BB133111EBL;
    return spread ^ (spread >>> 31);
  }

  private static long label(Action action) {
    long label = 0;
    String text = action.getName() + " " + Segment.arguments(action);
    for (int i = 0; i < text.length(); i++) {
      label = mixed(label + text.charAt(i)) + INITIAL;
    }
    return label;
  }

  /** Writes the digest; call once no worker runs. */
  synchronized void write(Path file) throws IOException {
    Files.writeString(file, String.format("%016x%016x", sum, other));
  }
}
