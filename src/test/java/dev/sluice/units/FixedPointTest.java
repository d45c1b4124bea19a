package dev.sluice.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Products and quotients agree with the specification's, and with numbers of any size. */
class FixedPointTest {
  private static final Path SPEC = Path.of("spec/lib/FixedPointVectors.tla");
  private static final Pattern VECTOR = Pattern.compile("<<(\\d+(?:, \\d+){3,5})>>");

  /** The vectors that TLC checks with the model NsccWindow/size. */
  private static List<long[]> vectors(int length) throws IOException {
    List<long[]> vectors = new ArrayList<>();
    Matcher matcher = VECTOR.matcher(Files.readString(SPEC));
    while (matcher.find()) {
      long[] vector = Stream.of(matcher.group(1).split(", ")).mapToLong(Long::parseLong).toArray();
      if (vector.length == length) {
        vectors.add(vector);
      }
    }
    return vectors;
  }

  @Test
  void theSpecificationsVectorsHoldHereToo() throws IOException {
    assertThat(vectors(4))
        .hasSize(30)
        .allSatisfy(v -> assertThat(FixedPoint.mulDiv(v[0], v[1], v[2])).isEqualTo(v[3]));
    assertThat(vectors(6))
        .hasSize(20)
        .allSatisfy(
            v -> assertThat(FixedPoint.mulDivs(v[0], v[1], v[2], v[3], v[4])).isEqualTo(v[5]));
  }

  @Property(seed = "71", tries = 2000)
  void aQuotientIsExactHoweverLargeTheProduct(
      @ForAll @LongRange(min = 0) long a,
      @ForAll @LongRange(min = 0) long b,
      @ForAll @LongRange(min = 1) long c) {
    BigInteger exact =
        BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).divide(BigInteger.valueOf(c));
    if (exact.bitLength() < Long.SIZE) {
      assertThat(FixedPoint.mulDiv(a, b, c)).isEqualTo(exact.longValueExact());
    } else {
      assertThatThrownBy(() -> FixedPoint.mulDiv(a, b, c)).isInstanceOf(ArithmeticException.class);
    }
  }

  @Property(seed = "72", tries = 2000)
  void aQuotientOfNearlyTheDivisorIsExactToo(
      @ForAll @LongRange(min = 1) long c,
      @ForAll @LongRange(min = 0, max = 3) long less,
      @ForAll @LongRange(min = 0) long b) {
    long a = Math.max(0, c - less);
    BigInteger exact =
        BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).divide(BigInteger.valueOf(c));
    assertThat(FixedPoint.mulDiv(a, b, c)).isEqualTo(exact.longValueExact());
  }

  @Test
  void whatIsNoProductOfNaturalNumbersIsRefused() {
    assertThatThrownBy(() -> FixedPoint.mulDiv(-1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FixedPoint.mulDiv(1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(FixedPoint.gcd(12, 18)).isEqualTo(6);
    assertThat(FixedPoint.gcd(0, 5)).isEqualTo(5);
  }

  @Test
  void bytesAreCountedInUnits() {
    assertThat(Bytes.ofWhole(150_000)).isEqualTo(76_800_000);
    assertThat(Bytes.toWhole(76_800_511)).isEqualTo(150_000);
    assertThat(Bytes.toWhole(-1)).isEqualTo(-1);
  }
}
