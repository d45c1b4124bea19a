package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** PSNs are compared by distance, across the wrap as well. */
class PsnTest {
  private static final long LAST = 4_294_967_295L; // 2^32 - 1

  @Test
  @Requirement("PDC-3")
  void psnsWrapAt32Bits() {
    assertThat(Psn.WIRE_MODULUS).isEqualTo(LAST + 1);
    assertThat(Psn.at(LAST, 1, Psn.WIRE_MODULUS)).isZero();
    assertThat(Psn.at(LAST, 4_096, Psn.WIRE_MODULUS)).isEqualTo(4_095);
  }

  @Test
  @Requirement("PDC-3")
  void distanceCrossesTheWrap() {
    assertThat(Psn.offset(0, LAST, Psn.WIRE_MODULUS)).isEqualTo(1);
    assertThat(Psn.offset(LAST, 0, Psn.WIRE_MODULUS)).isEqualTo(LAST);
    assertThat(Psn.offset(5, 5, Psn.WIRE_MODULUS)).isZero();
  }
}
