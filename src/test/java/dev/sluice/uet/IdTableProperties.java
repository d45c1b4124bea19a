package dev.sluice.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A pool behaves like the sorted map that it stands for, whatever is done to it. */
class IdTableProperties {

  /** An entry that can be found by {@code key}; one with key 0 cannot. */
  private record Entry(int key, int content) {
    Integer found() {
      return key == 0 ? null : key;
    }
  }

  private static IdTable<Integer, Entry> empty(int capacity) {
    return IdTable.ofCapacity(capacity, Entry::found);
  }

  @Property(seed = "20260113")
  @Requirement({"CCC-1", "CCC-11"})
  void readsAndFindsWhatASortedMapWould(
      @ForAll @IntRange(min = 1, max = 2_000) int capacity,
      @ForAll @Size(max = 300) List<@IntRange(min = 0, max = 40) Integer> keys) {
    IdTable<Integer, Entry> table = empty(capacity);
    TreeMap<Integer, Entry> map = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      int key = keys.get(i);
      if (key % 5 == 4 && !map.isEmpty()) { // release some id or other
        int id = List.copyOf(map.keySet()).get(key % map.size());
        table = table.without(id);
        map.remove(id);
      } else if (key % 5 == 3 && !map.isEmpty()) { // change an entry, and its key with it
        int id = List.copyOf(map.keySet()).get(key % map.size());
        table = table.with(id, new Entry(key, i));
        map.put(id, new Entry(key, i));
      } else if (table.free() > 0) {
        int id = table.leastFree();
        table = table.with(id, new Entry(key, i));
        map.put(id, new Entry(key, i));
      }
    }

    assertThat(table.free()).isEqualTo(capacity - map.size());
    int leastFree = 1;
    while (map.containsKey(leastFree)) {
      leastFree++;
    }
    assertThat(table.leastFree()).isEqualTo(leastFree > capacity ? 0 : leastFree);
    for (int id = 0; id <= capacity + 1; id++) {
      assertThat(table.get(id)).isEqualTo(map.get(id));
    }
    for (int key = 1; key <= 40; key++) {
      int wanted = key;
      int first =
          map.entrySet().stream()
              .filter(entry -> entry.getValue().key() == wanted)
              .mapToInt(java.util.Map.Entry::getKey)
              .findFirst()
              .orElse(0);
      assertThat(table.find(key)).isEqualTo(first);
    }
    IdTable<Integer, Entry> rebuilt = empty(capacity);
    for (int id : map.descendingKeySet()) {
      rebuilt = rebuilt.with(id, map.get(id));
    }
    assertThat(rebuilt).isEqualTo(table).hasSameHashCodeAs(table);
  }

  @Property(seed = "20260113", tries = 20)
  @Requirement("CCC-1")
  void handsOutEveryIdOnceAndNeverZero(@ForAll @IntRange(min = 1, max = 1_500) int capacity) {
    IdTable<Integer, Entry> table = empty(capacity);
    for (int id = 1; id <= capacity; id++) {
      assertThat(table.leastFree()).isEqualTo(id);
      table = table.with(id, new Entry(id, id));
    }
    assertThat(table.leastFree()).isZero();
    assertThat(table.free()).isZero();
    for (int key = 0; key <= capacity + 1; key++) {
      assertThat(table.find(key)).isEqualTo(key <= capacity ? key : 0);
    }
  }

  /** A key whose hash others have, too. */
  private record Crowded(int number, int mask) {
    @Override
    public int hashCode() {
      return number & mask;
    }
  }

  @Property(seed = "20260113", tries = 100)
  @Requirement("CCC-1")
  void findsEachOfThousandsWhateverTheirHashes(
      @ForAll @IntRange(min = 1, max = 3_000) int entries,
      @ForAll @IntRange int mask,
      @ForAll @IntRange(min = 1, max = 2_999) int stride) {
    IdTable<Crowded, Crowded> table = IdTable.ofCapacity(60_000, key -> key);
    for (int n = 0; n < entries; n++) {
      table = table.with(20 * n + 1, new Crowded(n, mask));
    }
    int left = entries;
    int at = 0;
    for (int gone = 0; gone < entries - 5; gone++, left--) { // in some order or other
      at = (at + stride) % entries;
      while (table.get(20 * at + 1) == null) {
        at = (at + 1) % entries;
      }
      assertThat(table.find(new Crowded(at, mask))).isEqualTo(20 * at + 1);
      table = table.without(20 * at + 1);
      assertThat(table.find(new Crowded(at, mask))).isZero();
    }
    IdTable<Crowded, Crowded> rebuilt = IdTable.ofCapacity(60_000, key -> key);
    for (int n = 0; n < entries; n++) {
      Crowded key = table.get(20 * n + 1);
      assertThat(table.find(new Crowded(n, mask))).isEqualTo(key == null ? 0 : 20 * n + 1);
      rebuilt = key == null ? rebuilt : rebuilt.with(20 * n + 1, key);
    }
    assertThat(60_000 - table.free()).isEqualTo(left);
    assertThat(rebuilt).isEqualTo(table).hasSameHashCodeAs(table);
  }
}
