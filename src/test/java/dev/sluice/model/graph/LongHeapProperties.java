package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class LongHeapProperties {
  /** Removes after every third addition, so that the heap grows and shrinks. */
  @Property(seed = "411")
  void removesTheSmallestAsALibraryQueueDoes(@ForAll @Size(max = 300) long[] items) {
    LongHeap heap = new LongHeap();
    PriorityQueue<Long> queue = new PriorityQueue<>();
    for (int i = 0; i < items.length; i++) {
      heap.add(items[i]);
      queue.add(items[i]);
      if (i % 3 == 2) {
        assertThat(heap.remove()).isEqualTo(queue.remove());
      }
    }
    while (!queue.isEmpty()) {
      assertThat(heap.remove()).isEqualTo(queue.remove());
    }
    assertThat(heap.isEmpty()).isTrue();
    for (long item : items) {
      heap.add(item);
    }
    heap.clear();
    assertThat(heap.isEmpty()).as("empty once it is cleared").isTrue();
  }
}
