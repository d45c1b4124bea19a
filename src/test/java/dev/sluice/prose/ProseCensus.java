package dev.sluice.prose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts of all prose, for each kind and file, with the place of each occurrence. */
final class ProseCensus {
  private final Map<ProseKind, SortedMap<String, ProseCount>> counts =
      new EnumMap<>(ProseKind.class);
  private final Map<ProseKind, ProseCount> sums = new EnumMap<>(ProseKind.class);
  private final List<Occurrence> occurrences = new ArrayList<>();

  ProseCensus(List<Passage> passages) {
    for (ProseKind kind : ProseKind.values()) {
      counts.put(kind, new TreeMap<>());
    }
    for (Passage passage : passages) {
      List<Occurrence> found = StyleRule.occurrences(passage);
      occurrences.addAll(found);
      counts
          .get(passage.kind())
          .merge(passage.file(), ProseCount.of(passage, found), ProseCount::plus);
    }
    counts.forEach((kind, files) -> sums.put(kind, ProseCount.sum(files.values())));
  }

  /** Returns the count of each file that contains prose of a kind. */
  SortedMap<String, ProseCount> files(ProseKind kind) {
    return counts.get(kind);
  }

  /** Returns the sum over all files. */
  ProseCount sum(ProseKind kind) {
    return sums.get(kind);
  }

  /** Returns the occurrences of a rule in prose of a kind, in the order of the passages. */
  List<Occurrence> occurrences(ProseKind kind, StyleRule rule) {
    return occurrences.stream()
        .filter(each -> each.rule() == rule && each.passage().kind() == kind)
        .toList();
  }
}
