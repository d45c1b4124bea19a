package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Keys of closed PDCs, as a set. */
class KeySetTest {
  private static final PdcKey ONE = new PdcKey(1, 0x4001);
  private static final PdcKey OTHER = new PdcKey(2, 0x4001);

  private final KeySet set = new KeySet();

  @Test
  @Requirement("PDC-5")
  void aKeyIsAddressAndSpdcid() {
    set.add(ONE);
    assertThat(set.contains(ONE)).isTrue();
    assertThat(set.contains(OTHER)).isFalse();
    assertThat(set.contains(new PdcKey(1, 0x4002))).isFalse();
  }

  @Test
  @Requirement("PDC-5")
  void theOrderOfClosingLeavesNoTrace() {
    set.add(OTHER);
    set.add(ONE);
    set.add(ONE);
    assertThat(set.size()).isEqualTo(2);
    KeySet inOrder = new KeySet();
    inOrder.add(ONE);
    inOrder.add(OTHER);
    assertThat(set).hasToString(inOrder.toString());
    assertThat(set.broken()).isNull();
    KeySet copy = set.copy();
    set.remove(new PdcKey(3, 1));
    assertThat(set.size()).isEqualTo(2);
    set.remove(ONE);
    set.remove(OTHER);
    assertThat(set.size()).isZero();
    assertThat(set.contains(ONE) || set.contains(OTHER)).isFalse();
    assertThat(copy).as("a copy is apart").hasToString(inOrder.toString());
  }

  @Test
  @Requirement("PDC-4")
  void whatDoesNotFitIsNoKey() {
    assertThatThrownBy(() -> new PdcKey(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PdcKey(1L << 47, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PdcKey(1, 1 << 16)).isInstanceOf(IllegalArgumentException.class);
  }
}
