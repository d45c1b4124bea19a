package dev.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The generator draws what its authors' code draws, and streams do not disturb each other. */
class RandomStreamTest {
  private static long[] draws(RandomStream stream, int count) {
    return LongStream.generate(stream::nextLong).limit(count).toArray();
  }

  @Test
  void xoshiroDrawsThePublishedNumbers() {
    assertThat(draws(RandomStream.ofState(1, 2, 3, 4), 4))
        .containsExactly(11520L, 0L, 1509978240L, 1215971899390074240L);
  }

  @Test
  void splitMixDrawsThePublishedNumbers() {
    long[] expected = {
      Long.parseUnsignedLong("6457827717110365317"),
      Long.parseUnsignedLong("3203168211198807973"),
      Long.parseUnsignedLong("9817491932198370423"),
      Long.parseUnsignedLong("4593380528125082431")
    };
    RandomStream byHand = RandomStream.ofState(expected[0], expected[1], expected[2], expected[3]);
    assertThat(draws(RandomStream.of(1234567), 8)).isEqualTo(draws(byHand, 8));
  }

  @Test
  void aStreamDependsOnSeedAndNameAlone() {
    RandomStreams few = new RandomStreams(5);
    RandomStreams many = new RandomStreams(5);
    long[] alone = draws(few.stream("port/a"), 20);
    draws(many.stream("port/b"), 3);
    RandomStream other = many.stream("port/c");
    RandomStream same = many.stream("port/a");
    long[] among = new long[20];
    for (int i = 0; i < among.length; i++) {
      other.nextLong();
      among[i] = same.nextLong();
    }
    assertThat(among).isEqualTo(alone);
    assertThat(draws(new RandomStreams(6).stream("port/a"), 20)).isNotEqualTo(alone);
    assertThat(draws(few.stream("port/b"), 20)).isNotEqualTo(alone);
  }

  @Test
  void aNamesFirstDrawIsTheSameForEver() {
    assertThat(new RandomStreams(1).stream("port/leaf-0~spine-1").nextLong())
        .isEqualTo(GOLDEN_DRAW);
  }

  /** Computed once outside Java; no change of platform or code may move it. */
  private static final long GOLDEN_DRAW = -5_191_361_624_675_150_685L;

  @Test
  void aStreamBelongsToOneUser() {
    RandomStreams streams = new RandomStreams(1);
    streams.stream("salt");
    assertThatThrownBy(() -> streams.stream("salt"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("salt");
  }

  @Test
  void boundedDrawsReachEveryNumberAboutEquallyOften() {
    RandomStream stream = RandomStream.of(9);
    int[] seen = new int[7];
    for (int i = 0; i < 70_000; i++) {
      seen[(int) stream.below(7)]++;
    }
    assertThat(Arrays.stream(seen).min().orElseThrow()).isGreaterThan(9_600);
    assertThat(Arrays.stream(seen).max().orElseThrow()).isLessThan(10_400);
    assertThatThrownBy(() -> stream.below(0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(stream.next32()).isBetween(0L, (1L << 32) - 1);
  }
}
