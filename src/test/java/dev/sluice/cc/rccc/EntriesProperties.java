package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Requirement({"RCCC-1", "RCCC-2"})
class EntriesProperties {
  /** What the entries are compared with: a list, searched from one end to the other. */
  private final List<Entry> list = new ArrayList<>();

  private final List<Long> due = new ArrayList<>();

  @Property(seed = "61", tries = 200)
  void theyBehaveLikeAList(
      @ForAll @IntRange(max = 600) int size,
      @ForAll @Size(max = 60) List<@IntRange(max = 1 << 30) Integer> steps) {
    list.clear();
    due.clear();
    Entries entries = new Entries();
    for (int slot = 0; slot < size; slot++) {
      insert(entries, slot / 2);
    }
    for (int step : steps) {
      int slot = list.isEmpty() ? 0 : step / 3 % list.size();
      if (list.isEmpty() || step % 3 == 0) {
        insert(entries, slot);
      } else if (step % 3 == 1) {
        entries.remove(slot);
        list.remove(slot);
        due.remove(slot);
      } else {
        long level = step % 7 == 0 ? Entries.NEVER : step % 1000;
        entries.due(slot, level);
        due.set(slot, level);
      }
      assertThat(entries.size()).isEqualTo(list.size());
      for (int other = 0; other < list.size(); other++) {
        assertThat(entries.get(other)).isSameAs(list.get(other));
        assertThat(entries.due(other)).isEqualTo(due.get(other));
      }
      for (int from : new int[] {0, slot, list.size()}) {
        assertThat(entries.firstDue(from, step % 13)).isEqualTo(firstDue(from, step % 13));
        assertThat(entries.firstDue(from, step % 1100)).isEqualTo(firstDue(from, step % 1100));
      }
    }
  }

  @Property(seed = "62", tries = 200)
  void anEntryIsFoundByItsKeyWhereverItWas(
      @ForAll @Size(max = 80) List<@IntRange(max = 100) Integer> ids,
      @ForAll @IntRange(min = -3, max = 90) int near) {
    Entries entries = new Entries();
    TreeSet<Integer> sorted = new TreeSet<>();
    for (int id : ids) {
      if (sorted.add(id)) {
        entries.insert(~entries.slot(key(id), near), new Entry(key(id)));
      }
    }
    for (int id = 0; id <= 100; id++) {
      int before = sorted.headSet(id).size();
      assertThat(entries.slot(key(id), near)).isEqualTo(sorted.contains(id) ? before : ~before);
    }
  }

  private static SenderKey key(int id) {
    return new SenderKey(0, 0x0A000001, 0, id);
  }

  private void insert(Entries entries, int slot) {
    Entry entry = new Entry(key(list.size()));
    list.add(slot, entry);
    due.add(slot, Entries.NEVER);
    entries.insert(slot, entry);
  }

  private int firstDue(int from, long level) {
    for (int slot = from; slot < due.size(); slot++) {
      if (due.get(slot) <= level) {
        return slot;
      }
    }
    return -1;
  }
}
