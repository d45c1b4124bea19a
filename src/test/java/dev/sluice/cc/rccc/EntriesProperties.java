package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.Entries.Entry;
import dev.sluice.requirement.Requirement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Requirement({"RCCC-1", "RCCC-2"})
class EntriesProperties {
  /** What an entry is compared with. */
  private record Expected(Entry entry, long due) {}

  /** What the entries are compared with: a map, searched from one end to the other. */
  private final TreeMap<Integer, Expected> map = new TreeMap<>();

  @Property(seed = "61", tries = 200)
  void theyBehaveLikeASortedMap(
      @ForAll @IntRange(max = 600) int size,
      @ForAll @IntRange(min = 1, max = 4) int bits,
      @ForAll @IntRange(min = 1, max = 3) int spare,
      @ForAll @Size(max = 120) List<@IntRange(max = 1 << 30) Integer> steps) {
    map.clear();
    Entries entries = new Entries(bits, spare);
    for (int id = 0; id < 2 * size; id += 2) {
      insert(entries, id);
    }
    for (int step : steps) {
      int id = step / 16 % (2 * size + 2);
      int slot = entries.slot(key(id));
      Map<Integer, Integer> before = slots(entries);
      int slotsBefore = entries.slots();
      if (step % 16 < 5) {
        if (slot < 0) {
          insert(entries, id);
        }
      } else if (step % 16 < 12) { // rather fewer than more, so that they move together
        if (slot >= 0) {
          entries.remove(slot);
          map.remove(id);
        }
      } else if (slot >= 0) {
        long level = step % 7 == 0 ? Entries.NEVER : step % 1000;
        entries.due(slot, level);
        map.put(id, new Expected(map.get(id).entry(), level));
      }
      assertThat(entries.broken()).isNull();
      asExpected(entries, spare, step);
      movedAsSaid(entries, before, slotsBefore, ~slot);
      for (int near : new int[] {slot, ~slot, step % 40}) { // where it may have been last
        assertThat(entries.slot(key(id), near)).isEqualTo(entries.slot(key(id)));
      }
    }
  }

  private void asExpected(Entries entries, int spare, int step) {
    assertThat(entries.size()).isEqualTo(map.size());
    assertThat(entries.slots()).isLessThanOrEqualTo(spare * map.size());
    List<Expected> expected = List.copyOf(map.values());
    int met = 0;
    for (int slot = 0; slot < entries.slots(); slot++) {
      if (entries.get(slot) != null) {
        assertThat(entries.get(slot)).isSameAs(expected.get(met).entry());
        assertThat(entries.due(slot)).isEqualTo(expected.get(met).due());
        met++;
      }
    }
    assertThat(met).isEqualTo(expected.size());
    for (int from : new int[] {0, step % (entries.slots() + 1), entries.slots()}) {
      for (long level : new long[] {step % 13, step % 1100}) {
        assertThat(entries.firstDue(from, level)).isEqualTo(firstDue(entries, from, level));
      }
    }
  }

  /** Slots are those from before, unless the number of slots tells how they have changed. */
  private void movedAsSaid(
      Entries entries, Map<Integer, Integer> before, int slotsBefore, int inserted) {
    Map<Integer, Integer> after = slots(entries);
    if (entries.slots() < slotsBefore) {
      assertThat(entries.slots()).isEqualTo(entries.size());
      return;
    }
    before.keySet().retainAll(after.keySet());
    int by = entries.slots() - slotsBefore;
    before.forEach(
        (id, slot) ->
            assertThat(after.get(id)).isEqualTo(by > 0 && slot >= inserted ? slot + by : slot));
  }

  private Map<Integer, Integer> slots(Entries entries) {
    Map<Integer, Integer> slots = new HashMap<>();
    map.keySet().forEach(id -> slots.put(id, entries.slot(key(id))));
    return slots;
  }

  @Property(seed = "62", tries = 200)
  void anEntryIsFoundByItsKeyWhereverItWas(
      @ForAll @Size(max = 80) List<@IntRange(max = 100) Integer> ids,
      @ForAll @IntRange(min = -3, max = 90) int near) {
    Entries entries = new Entries(Entries.BITS, Entries.SPARE);
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

  /** Two slots for each entry: four for two, and no more for one. */
  @Example
  void theyMoveTogetherOnceMoreSlotsAreEmptyThanMayBe() {
    Entries entries = new Entries(1, 2);
    for (int id = 0; id < 4; id++) {
      insert(entries, id);
    }
    entries.remove(0);
    entries.remove(2);
    assertThat(entries.slots()).isEqualTo(4);
    assertThat(entries.slot(key(3))).isEqualTo(3);
    entries.remove(1);
    assertThat(entries.slots()).isEqualTo(1);
    assertThat(entries.slot(key(3))).isZero();
  }

  /** Nothing is wrong but after a fault, as here of the caller; then it is said. */
  @Example
  void whatIsWrongIsSaid() {
    Entries entries = new Entries(Entries.BITS, 4);
    for (int id = 0; id < 3; id++) {
      insert(entries, id);
    }
    assertThat(entries.broken()).isNull();
    Entries empty = entries.copy();
    empty.remove(1);
    assertThat(empty.broken()).isNull();
    empty.due(1, 7);
    assertThat(empty.broken()).isEqualTo("slot 1 is empty, and due at 7");
    entries.insert(0, new Entry(key(2)));
    assertThat(entries.broken()).isEqualTo("slot 0 holds " + key(2) + ", before " + key(0));
    Entries twice = new Entries(Entries.BITS, Entries.SPARE);
    twice.insert(0, new Entry(key(1)));
    twice.insert(0, new Entry(key(1)));
    assertThat(twice.broken()).as("no key has two").isNotNull();
  }

  private static SenderKey key(int id) {
    return new SenderKey(0, 0x0A000001, 0, id);
  }

  private void insert(Entries entries, int id) {
    Entry entry = new Entry(key(id));
    map.put(id, new Expected(entry, Entries.NEVER));
    entries.insert(~entries.slot(entry.key), entry);
  }

  private int firstDue(Entries entries, int from, long level) {
    for (int slot = from; slot < entries.slots(); slot++) {
      if (entries.get(slot) != null && map.get(entries.get(slot).key.cccId()).due() <= level) {
        return slot;
      }
    }
    return -1;
  }
}
