package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Requirement("RCCC-1")
class LongsProperties {
  @Property(seed = "61", tries = 200)
  void aRowBehavesLikeAListAndNeverChanges(
      @ForAll @Size(max = 200) List<Long> numbers,
      @ForAll @IntRange(max = 200) int somewhere,
      @ForAll long number) {
    Longs row = Longs.generate(numbers.size(), numbers::get);
    int place = somewhere % (numbers.size() + 1);
    List<Long> more = new ArrayList<>(numbers);
    more.add(place, number);
    Longs inserted = row.withInserted(place, number);
    assertThat(list(inserted)).isEqualTo(more);
    assertThat(inserted.without(place)).isEqualTo(row).hasSameHashCodeAs(row);
    more.set(place, ~number);
    assertThat(list(inserted.with(place, ~number))).isEqualTo(more);
    assertThat(inserted.with(place, number)).isSameAs(inserted);
    assertThat(inserted.with(place, ~number)).isNotEqualTo(inserted);
    assertThat(list(row)).isEqualTo(numbers);
  }

  private static List<Long> list(Longs row) {
    List<Long> list = new ArrayList<>();
    for (int place = 0; place < row.length(); place++) {
      list.add(row.get(place));
    }
    return list;
  }
}
