package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Keys of closed PDCs, as a set. */
class KeySetTest {
  private static final PdcKey ONE = new PdcKey(1, 0x4001);
  private static final PdcKey OTHER = new PdcKey(2, 0x4001);

  @Test
  @Requirement("PDC-5")
  void aKeyIsAddressAndSpdcid() {
    KeySet set = KeySet.none().with(ONE);
    assertThat(set.contains(ONE)).isTrue();
    assertThat(set.contains(OTHER)).isFalse();
    assertThat(set.contains(new PdcKey(1, 0x4002))).isFalse();
  }

  @Test
  @Requirement("PDC-5")
  void theOrderOfClosingLeavesNoTrace() {
    KeySet set = KeySet.none().with(OTHER).with(ONE).with(ONE);
    assertThat(set.size()).isEqualTo(2);
    assertThat(set)
        .isEqualTo(KeySet.none().with(ONE).with(OTHER))
        .hasSameHashCodeAs(KeySet.none().with(ONE).with(OTHER));
    assertThat(set.without(ONE).without(OTHER)).isEqualTo(KeySet.none());
    assertThat(set.without(new PdcKey(3, 1))).isSameAs(set);
  }

  @Test
  @Requirement("PDC-4")
  void whatDoesNotFitIsNoKey() {
    assertThatThrownBy(() -> new PdcKey(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PdcKey(1L << 47, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PdcKey(1, 1 << 16)).isInstanceOf(IllegalArgumentException.class);
  }
}
