package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The count beside a list that is searched from end to end each time. */
class FlowCountProperties {
  private static final long IDLE_PS = 40;

  private record Heard(long flow, long atPs) {}

  @Property(seed = "77", tries = 300)
  @Requirement("HPCC-17")
  void theCountIsThatOfAPlainList(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 8) int room,
      @ForAll @IntRange(min = 1, max = 20) int longest) {
    SplittableRandom chance = new SplittableRandom(seed);
    FlowCount count = new FlowCount(room, IDLE_PS);
    List<Heard> heard = new ArrayList<>();
    long nowPs = 0;
    for (int step = 0; step < 200; step++) {
      nowPs += chance.nextInt(longest);
      long now = nowPs;
      heard.removeIf(each -> now - each.atPs() >= IDLE_PS);
      long flow = chance.nextInt(12);
      boolean isCounted = heard.stream().anyMatch(each -> each.flow() == flow);
      if (chance.nextInt(5) == 0) {
        assertThat(count.end(flow, nowPs) == null).isEqualTo(isCounted);
        heard.removeIf(each -> each.flow() == flow);
      } else {
        boolean fits = isCounted || heard.size() < room;
        assertThat(count.arrive(flow, nowPs) == null).isEqualTo(fits);
        if (fits) {
          heard.removeIf(each -> each.flow() == flow);
          heard.add(new Heard(flow, nowPs));
        }
      }
      assertThat(count.flows(nowPs)).isEqualTo(heard.size());
    }
  }
}
