package dev.sluice.model.graph;

import dev.sluice.model.tlc.probe.LongIds;
import dev.sluice.model.tlc.probe.Segment;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the segments that TLC's worker threads wrote into one {@link StateGraph}.
 *
 * <p>A worker may write an edge before another has written its target, so states are numbered by
 * fingerprint at first sight and filled in when they come; at the end none may be missing.
 */
public final class GraphReader {
  private final LongIds states = new LongIds();
  private final Map<String, Value> constants = new TreeMap<>();
  private final Map<ActionInstance, Integer> alphabet = new HashMap<>();
  private List<String> variables;
  private List<Map<Value, Integer>> valueIds;
  private int[] stateValues = new int[0];
  private byte[] filled = new byte[0];
  private final IntList initials = new IntList();
  private final IntList edgeSources = new IntList();
  private final IntList edgeActions = new IntList();
  private final IntList edgeTargets = new IntList();

  private GraphReader() {}

  /**
   * Reads a directory of segments.
   *
   * @throws GraphBroken if a segment lacks its end, or states that edges name were never written
   * @throws IOException if the files cannot be read
   */
  public static StateGraph read(Path directory) throws IOException, GraphBroken {
    List<Path> segments;
    try (Stream<Path> files = Files.list(directory)) {
      segments =
          files
              .filter(file -> file.getFileName().toString().startsWith("segment-"))
              .sorted()
              .collect(Collectors.toList());
    }
    if (segments.isEmpty()) {
      throw new GraphBroken("TLC reported no state at all: " + directory + " holds no segment");
    }
    GraphReader reader = new GraphReader();
    for (Path segment : segments) {
      reader.segment(segment);
    }
    return reader.graph();
  }

  private void segment(Path file) throws IOException, GraphBroken {
    List<Integer> actionIds = new ArrayList<>();
    List<IntList> localValues = new ArrayList<>();
    int source = -1;
    long edges = 0;
    try (SegmentReader in = new SegmentReader(file)) {
      while (true) {
        int tag = in.number();
        if (tag >= Segment.EDGE) {
          edgeSources.add(source);
          edgeActions.add(actionIds.get(tag - Segment.EDGE));
          edgeTargets.add(state(in.fingerprint()));
          edges++;
          continue;
        }
        switch (tag) {
          case Segment.SOURCE -> source = state(in.fingerprint());
          case Segment.INITIAL, Segment.STATE -> {
            int state = state(in.fingerprint());
            int width = variables.size();
            for (int i = 0; i < width; i++) {
              stateValues[state * width + i] = localValues.get(i).get(in.number());
            }
            if (tag == Segment.INITIAL && filled[state] == 0) {
              initials.add(state);
            }
            filled[state] = 1;
          }
          case Segment.VALUE -> {
            int variable = in.number();
            in.number(); // ids count up: the place in the list says the same
            Map<Value, Integer> ids = valueIds.get(variable);
            Value value = in.value();
            Integer known = ids.putIfAbsent(value, ids.size());
            localValues.get(variable).add(known == null ? ids.size() - 1 : known);
          }
          case Segment.ACTION -> {
            in.number();
            actionIds.add(action(in));
          }
          case Segment.VARIABLES -> {
            declare(in);
            for (int i = 0; i < variables.size(); i++) {
              localValues.add(new IntList());
            }
          }
          case Segment.CONSTANT -> constants.put(in.text(), in.value());
          case Segment.END -> {
            if (in.fingerprint() != edges) {
              throw new GraphBroken(file + " does not hold as many transitions as it says");
            }
            return;
          }
          default -> throw new GraphBroken(file + " holds a record of unknown kind " + tag);
        }
      }
    }
  }

  private void declare(SegmentReader in) throws IOException, GraphBroken {
    List<String> names = new ArrayList<>();
    for (int left = in.number(); left > 0; left--) {
      names.add(in.text());
    }
    if (variables == null) {
      variables = List.copyOf(names);
      valueIds = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        valueIds.add(new HashMap<>());
      }
    } else if (!variables.equals(names)) {
      throw new GraphBroken("two segments disagree on the variables: " + variables + ", " + names);
    }
  }

  private int action(SegmentReader in) throws IOException, GraphBroken {
    ActionInstance action = in.action();
    Integer known = alphabet.putIfAbsent(action, alphabet.size());
    return known == null ? alphabet.size() - 1 : known;
  }

  private int state(long fingerprint) {
    int state = states.find(fingerprint);
    if (state < 0) {
      state = states.add(fingerprint);
      if (state >= filled.length) {
        int room = Math.max(1024, Math.multiplyExact(filled.length, 2));
        filled = Arrays.copyOf(filled, room);
        stateValues = Arrays.copyOf(stateValues, Math.multiplyExact(room, variables.size()));
      }
    }
    return state;
  }

  private StateGraph graph() throws GraphBroken {
    int count = states.size();
    for (int state = 0; state < count; state++) {
      if (filled[state] == 0) {
        throw new GraphBroken(
            "the graph names a state that was never written: TLC was stopped before its end");
      }
    }
    // Sorted by name and arguments, so that nothing that follows depends on TLC's order.
    List<ActionInstance> letters = new ArrayList<>(alphabet.keySet());
    letters.sort(null);
    int[] rank = new int[letters.size()];
    for (int i = 0; i < letters.size(); i++) {
      rank[alphabet.get(letters.get(i))] = i;
    }
    List<Value[]> values = new ArrayList<>();
    for (Map<Value, Integer> ids : valueIds) {
      Value[] byId = new Value[ids.size()];
      ids.forEach((value, id) -> byId[id] = value);
      values.add(byId);
    }
    return new StateGraph(
        variables,
        constants,
        letters,
        values,
        Arrays.copyOf(stateValues, count * variables.size()),
        initials.toArray(),
        edges(count, rank));
  }

  private StateGraph.Edges edges(int count, int[] rank) {
    int[] first = new int[count + 1];
    int total = edgeSources.size();
    for (int edge = 0; edge < total; edge++) {
      first[edgeSources.get(edge) + 1]++;
    }
    for (int state = 0; state < count; state++) {
      first[state + 1] += first[state];
    }
    // One long an edge, action above target, so that sorting a state's edges needs no objects.
    long[] packed = new long[total];
    long[] reported = new long[rank.length];
    int[] next = Arrays.copyOf(first, count);
    for (int edge = 0; edge < total; edge++) {
      int letter = rank[edgeActions.get(edge)];
      packed[next[edgeSources.get(edge)]++] = (long) letter << 32 | edgeTargets.get(edge);
      reported[letter]++;
    }
    int kept = 0;
    for (int state = 0; state < count; state++) {
      int from = first[state];
      int to = first[state + 1];
      Arrays.sort(packed, from, to);
      first[state] = kept;
      for (int edge = from; edge < to; edge++) {
        if (kept == first[state] || packed[edge] != packed[kept - 1]) {
          packed[kept++] = packed[edge];
        }
      }
    }
    first[count] = kept;
    int[] actions = new int[kept];
    int[] targets = new int[kept];
    for (int edge = 0; edge < kept; edge++) {
      actions[edge] = (int) (packed[edge] >>> 32);
      targets[edge] = (int) packed[edge];
    }
    return new StateGraph.Edges(first, actions, targets, reported);
  }

  /** A growing array of numbers. */
  private static final class IntList {
    private int[] items = new int[16];
    private int size;

    void add(int item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, Math.multiplyExact(size, 2));
      }
      items[size++] = item;
    }

    int get(int index) {
      if (index >= size) {
        throw new IndexOutOfBoundsException(index + " of " + size);
      }
      return items[index];
    }

    int size() {
      return size;
    }

    int[] toArray() {
      return Arrays.copyOf(items, size);
    }
  }
}
