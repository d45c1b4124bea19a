package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ValueProperties {
  @Provide
  Arbitrary<Value> values() {
    return Values.any();
  }

  @Property(seed = "1", edgeCases = EdgeCasesMode.NONE)
  void whatIsPrintedReadsBack(@ForAll("values") Value value) {
    assertThat(TlaNotation.parse(TlaNotation.print(value)).get()).isEqualTo(value);
  }

  @Property(seed = "2", edgeCases = EdgeCasesMode.NONE)
  void theOrderAgreesWithEquality(@ForAll("values") Value a, @ForAll("values") Value b) {
    assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
    assertThat(a.compareTo(a)).isZero();
  }

  @Property(seed = "3", edgeCases = EdgeCasesMode.NONE)
  void theOrderIsTransitive(
      @ForAll("values") Value a, @ForAll("values") Value b, @ForAll("values") Value c) {
    if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
      assertThat(a.compareTo(c)).isNotPositive();
    }
  }

  @Property(seed = "4", edgeCases = EdgeCasesMode.NONE)
  void equalTextIsEqualValue(@ForAll("values") Value a, @ForAll("values") Value b) {
    assertThat(a.toString().equals(b.toString())).isEqualTo(a.equals(b));
  }
}
