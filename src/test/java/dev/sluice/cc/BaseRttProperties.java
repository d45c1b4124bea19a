package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt.Link;
import dev.sluice.cc.BaseRtt.OneWay;
import dev.sluice.cc.BaseRtt.Path;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds of the base RTT of any path. */
class BaseRttProperties {
  @Provide
  Arbitrary<Path> paths() {
    Arbitrary<Link> link =
        Combinators.combine(
                Arbitraries.of(10L, 25L, 50L, 100L, 200L, 400L, 800L),
                Arbitraries.longs().between(0, 2_000_000),
                Arbitraries.longs().between(0, 300_000))
            .as((gbps, mm, fec) -> new Link(gbps * 1_000_000_000L, mm, fec));
    return link.list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .flatMap(
            links ->
                Arbitraries.longs()
                    .between(0, 600_000)
                    .list()
                    .ofSize(links.size() - 1)
                    .map(latencies -> new Path(links, latencies)));
  }

  @Property(seed = "60126", tries = 500)
  @Requirement("RTT-6")
  void theWayBackTakesAsLongAsTheWayThere(
      @ForAll("paths") Path path, @ForAll @IntRange(min = 1, max = 9_216) int bytes) {
    OneWay there = BaseRtt.oneWay(path, bytes);
    assertThat(BaseRtt.oneWay(path.reversed(), bytes)).isEqualTo(there);
    assertThat(path.reversed().reversed()).isEqualTo(path);
  }

  @Property(seed = "60127", tries = 500)
  @Requirement({"RTT-1", "RTT-2"})
  void serializationLiesBetweenTheSlowestLinksAndTheSumOfAll(
      @ForAll("paths") Path path, @ForAll @IntRange(min = 1, max = 9_216) int bytes) {
    long slowest = 0;
    long sum = 0;
    for (Link link : path.links()) {
      long here = BaseRtt.serializationPs(bytes, link.rateBps());
      slowest = Math.max(slowest, here);
      sum += here;
    }
    assertThat(BaseRtt.serializationPs(path, bytes)).isBetween(slowest, sum);
  }

  @Property(seed = "60128", tries = 500)
  @Requirement("RTT-2")
  void moreSwitchesOfOneRateAddNoSerialization(
      @ForAll("paths") Path path, @ForAll @IntRange(min = 1, max = 20) int more) {
    List<Link> links = new ArrayList<>(path.links());
    List<Long> switches = new ArrayList<>(path.switchLatencyPs());
    for (int i = 0; i < more; i++) {
      links.add(links.get(links.size() - 1));
      switches.add(0L);
    }
    assertThat(BaseRtt.serializationPs(new Path(links, switches), 4_096))
        .isEqualTo(BaseRtt.serializationPs(path, 4_096));
  }

  @Property(seed = "60129", tries = 500)
  @Requirement({"RTT-6", "RTT-7"})
  void theConfiguredNumberIsTheLeastWholeMicrosecondThatIsSafe(
      @ForAll("paths") Path path, @ForAll @IntRange(max = 2_000_000) int commitPs) {
    long exact = BaseRtt.oneWay(path, 9_216).roundTripPs(commitPs);
    long configured = BaseRtt.configBaseRttPs(exact);
    assertThat(configured).isBetween(exact, exact + 999_999);
    assertThat(configured % 1_000_000).isZero();
  }

  @Property(seed = "60130", tries = 500)
  @Requirement("RTT-7")
  void aSmallerFrameIsNeverSlower(
      @ForAll("paths") Path path, @ForAll @IntRange(min = 1, max = 9_216) int bytes) {
    assertThat(BaseRtt.oneWay(path, bytes).totalPs())
        .isLessThanOrEqualTo(BaseRtt.oneWay(path, 9_216).totalPs());
  }
}
