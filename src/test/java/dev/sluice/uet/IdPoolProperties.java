package dev.sluice.uet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A pool behaves like the sorted map that it stands for, whatever is done to it. */
class IdPoolProperties {

  /** An entry that can be found by {@code key}; one with key 0 cannot. */
  private record Entry(int key, int content) {
    Integer found() {
      return key == 0 ? null : key;
    }
  }

  private static IdPool<Integer, Entry> empty(int capacity) {
    return new IdPool<>(capacity, Entry::found);
  }

  @Property(seed = "20260113")
  @Requirement({"PDC-1", "PDC-11"})
  void readsAndFindsWhatASortedMapWould(
      @ForAll @IntRange(min = 1, max = 2_000) int capacity,
      @ForAll @Size(max = 300) List<@IntRange(min = 0, max = 40) Integer> keys) {
    IdPool<Integer, Entry> pool = empty(capacity);
    IdPool<Integer, Entry> halfway = pool;
    String shownHalfway = "{}";
    TreeMap<Integer, Entry> map = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      int key = keys.get(i);
      if (i == keys.size() / 2) {
        halfway = pool.copy(UnaryOperator.identity());
        shownHalfway = map.toString();
      }
      if (key % 5 == 4 && !map.isEmpty()) { // release some id or other
        int id = List.copyOf(map.keySet()).get(key % map.size());
        pool.remove(id);
        map.remove(id);
      } else if (key % 5 == 3 && !map.isEmpty()) { // change an entry, and its key with it
        int id = List.copyOf(map.keySet()).get(key % map.size());
        pool.put(id, new Entry(key, i));
        map.put(id, new Entry(key, i));
      } else if (pool.free() > 0) {
        int id = pool.leastFree();
        pool.put(id, new Entry(key, i));
        map.put(id, new Entry(key, i));
      }
    }

    assertThat(pool.broken()).isNull();
    assertThat(pool.free()).isEqualTo(capacity - map.size());
    int leastFree = 1;
    while (map.containsKey(leastFree)) {
      leastFree++;
    }
    assertThat(pool.leastFree()).isEqualTo(leastFree > capacity ? 0 : leastFree);
    for (int id = 0; id <= capacity + 1; id++) {
      assertThat(pool.get(id)).isEqualTo(map.get(id));
    }
    for (int key = 1; key <= 40; key++) {
      int wanted = key;
      int first =
          map.entrySet().stream()
              .filter(entry -> entry.getValue().key() == wanted)
              .mapToInt(java.util.Map.Entry::getKey)
              .findFirst()
              .orElse(0);
      assertThat(pool.find(key)).isEqualTo(first);
    }
    assertThat(pool).hasToString(map.toString());
    if (halfway != pool) {
      assertThat(halfway).as("a copy is apart").hasToString(shownHalfway);
      assertThat(halfway.broken()).isNull();
    }
  }

  @Property(seed = "20260113", tries = 20)
  @Requirement("PDC-1")
  void handsOutEveryIdOnceAndNeverZero(@ForAll @IntRange(min = 1, max = 5_000) int capacity) {
    IdPool<Integer, Entry> pool = empty(capacity);
    for (int id = 1; id <= capacity; id++) {
      assertThat(pool.leastFree()).isEqualTo(id);
      pool.put(id, new Entry(id, id));
    }
    assertThat(pool.leastFree()).isZero();
    assertThat(pool.free()).isZero();
    for (int key = 0; key <= capacity + 1; key++) {
      assertThat(pool.find(key)).isEqualTo(key <= capacity ? key : 0);
    }
    for (int id = capacity; id > 0; id -= 7) { // it never prefers an id that is greater
      pool.remove(id);
      assertThat(pool.leastFree()).isEqualTo(id);
    }
    assertThat(pool.broken()).isNull();
  }

  /** A key whose hash others have, too. */
  private record Crowded(int number, int mask) {
    @Override
    public int hashCode() {
      return number & mask;
    }
  }

  @Property(seed = "20260113", tries = 100)
  @Requirement("PDC-1")
  void findsEachOfThousandsWhateverTheirHashes(
      @ForAll @IntRange(min = 1, max = 3_000) int entries,
      @ForAll @IntRange int mask,
      @ForAll @IntRange(min = 1, max = 2_999) int stride) {
    IdPool<Crowded, Crowded> pool = new IdPool<>(60_000, key -> key);
    for (int n = 0; n < entries; n++) {
      pool.put(20 * n + 1, new Crowded(n, mask));
    }
    int left = entries;
    int at = 0;
    for (int gone = 0; gone < entries - 5; gone++, left--) { // in some order or other
      at = (at + stride) % entries;
      while (pool.get(20 * at + 1) == null) {
        at = (at + 1) % entries;
      }
      assertThat(pool.find(new Crowded(at, mask))).isEqualTo(20 * at + 1);
      pool.remove(20 * at + 1);
      assertThat(pool.find(new Crowded(at, mask))).isZero();
    }
    for (int n = 0; n < entries; n++) {
      boolean isThere = pool.get(20 * n + 1) != null;
      assertThat(pool.find(new Crowded(n, mask))).isEqualTo(isThere ? 20 * n + 1 : 0);
    }
    assertThat(60_000 - pool.free()).isEqualTo(left);
    assertThat(pool.broken()).isNull();
  }

  @Example
  @Requirement("PDC-1")
  void aPoolHasAnId() {
    assertThat(empty(1).leastFree()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> empty(0));
    assertThatIllegalArgumentException().isThrownBy(() -> empty(1).put(0, new Entry(1, 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> empty(1).put(2, new Entry(1, 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> empty(1).remove(1));
  }

  /** An entry's key does not change while it is in a pool; if it did, the pool would say so. */
  @Example
  void aKeyThatHasChangedIsSaid() {
    IdPool<Integer, int[]> pool = new IdPool<>(3, key -> key[0] == 0 ? null : key[0]);
    int[] entry = {5};
    pool.put(2, entry);
    assertThat(pool.broken()).isNull();
    entry[0] = 6;
    assertThat(pool.broken()).isEqualTo("id 2 is not found by its key 6");
    entry[0] = 0;
    assertThat(pool.broken()).isEqualTo("1 keys are counted, 1 can be found, and there are 0");
  }
}
