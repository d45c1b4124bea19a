package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Requirement({"RCCC-1", "RCCC-2"})
class EntriesProperties {
  /** What the entries are compared with: a list, searched from one end to the other. */
  private final List<Entry> entries = new ArrayList<>();

  private final List<Long> due = new ArrayList<>();

  @Property(seed = "61", tries = 200)
  void theTreeBehavesLikeAListAndNeverChanges(
      @ForAll @IntRange(max = 600) int size,
      @ForAll @Size(max = 60) List<@IntRange(max = 1 << 30) Integer> steps) {
    entries.clear();
    due.clear();
    Entries tree = Entries.NONE;
    for (int slot = 0; slot < size; slot++) {
      tree = insert(tree, slot / 2);
    }
    for (int step : steps) {
      Entries before = tree;
      List<Entry> were = List.copyOf(entries);
      int slot = entries.isEmpty() ? 0 : step / 3 % entries.size();
      if (entries.isEmpty() || step % 3 == 0) {
        tree = insert(tree, slot);
      } else if (step % 3 == 1) {
        tree = tree.without(slot);
        entries.remove(slot);
        due.remove(slot);
      } else {
        Entry entry = new Entry(step % 7 - 3, step, 0, 0, 0);
        long at = entry.isWaiting() ? step % 1000 : Entries.NEVER;
        tree = tree.with(slot, tree.get(slot), entry, at);
        entries.set(slot, entry);
        due.set(slot, at);
      }
      assertThat(list(before)).isEqualTo(were);
      assertThat(list(tree)).isEqualTo(entries);
      assertThat(tree.waiting()).isEqualTo((int) entries.stream().filter(Entry::isWaiting).count());
      assertThat(tree.firstDue(slot, step % 1100)).isEqualTo(firstDue(slot, step % 1100));
      assertThat(tree.firstDue(0, step % 13)).isEqualTo(firstDue(0, step % 13));
    }
  }

  private Entries insert(Entries tree, int slot) {
    Entry entry = new Entry(0, entries.size(), 0, 0, 0);
    entries.add(slot, entry);
    due.add(slot, Entries.NEVER);
    return tree.withInserted(slot, entry);
  }

  private int firstDue(int from, long level) {
    for (int slot = from; slot < due.size(); slot++) {
      if (due.get(slot) <= level) {
        return slot;
      }
    }
    return -1;
  }

  private static List<Entry> list(Entries tree) {
    List<Entry> list = new ArrayList<>();
    for (int slot = 0; slot < tree.size(); slot++) {
      list.add(tree.get(slot));
    }
    return list;
  }
}
