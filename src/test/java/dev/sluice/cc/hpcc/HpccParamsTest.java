package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which configurations are sound, up to the last one, and what follows from their numbers. */
class HpccParamsTest {
  private static final long ONE = HpccParams.ONE;

  /** A sound one but for the number that is put in place of another. */
  private static HpccParams with(String field, long value) {
    return new HpccParams(
        field.equals("one") ? value : ONE,
        field.equals("eta") ? value : ONE / 2,
        field.equals("maxU") ? value : 2 * ONE,
        field.equals("maxStage") ? value : 3,
        HpccReaction.BOTH,
        field.equals("tPs") ? value : 1_000,
        field.equals("wInit") ? value : 1L << 30,
        field.equals("wai") ? value : 1,
        field.equals("minW") ? value : 512,
        true,
        field.equals("size") ? value : 1_024,
        field.equals("modulus") ? value : 64);
  }

  @ParameterizedTest
  @CsvSource({
    "eta, 1, 20000000",
    "maxU, 20000000, 2147483647", // 2^31 - 1
    "maxStage, 0, 9223372036854775807",
    "tPs, 1, 4294967296", // 2^32
    "size, 512, 67108864", // the least window, and 2^26
    "wInit, 1024, 1099511627776", // a packet, and 2^40
    "wai, 1, 1099511627776",
    "minW, 1, 1024", // to a packet
    "modulus, 8, 4294967296"
  })
  @Requirement({"HPCC-3", "HPCC-6"})
  void eachNumberHasItsRange(String field, long least, long most) {
    assertThatCode(() -> with(field, least)).doesNotThrowAnyException();
    assertThatCode(() -> with(field, most)).doesNotThrowAnyException();
    assertThatIllegalArgumentException().isThrownBy(() -> with(field, least - 1));
    assertThatIllegalArgumentException().isThrownBy(() -> with(field, most + 1));
  }

  /** A packet is of one unit at least, whatever the least window. */
  @Test
  @Requirement("HPCC-3")
  void aPacketMayBeOfOneUnit() {
    for (long size : new long[] {0, 1}) {
      Runnable of =
          () ->
              new HpccParams(
                  1, 1, 1, 0, HpccReaction.BOTH, 1, 1, 1, Math.min(1, size), true, size, 8);
      if (size == 0) {
        assertThatIllegalArgumentException()
            .isThrownBy(of::run)
            .withMessageStartingWith("a packet");
      } else {
        of.run();
      }
    }
  }

  /**
   * At 100 Gb/s: 95 % of 62,500 B leave 3,125 B for all flows; the least rate of 100 Mb/s is a
   * window of 62.5 B, or of a packet that is smaller.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17", "HPCC-19"})
  void theDefaultsFollowFromTheRate() {
    HpccParams params = HpccParams.defaults(100_000_000_000L, 10, 1_000, 64);
    assertThat(params.headroom()).isEqualTo(3_125 * 512);
    assertThat(params.minW()).isEqualTo(32_000);
    assertThat(params.maxU()).isEqualTo(5 * params.one());
    assertThat(params.size()).isEqualTo(512_000);
    assertThat(HpccParams.defaults(100_000_000_000L, 10, 50, 64).minW()).isEqualTo(50 * 512);
  }
}
