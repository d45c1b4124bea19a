package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditParams.Packets;
import dev.sluice.cc.rccc.CreditParams.TargetSays;
import dev.sluice.requirement.Requirement;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which parameters of credit are sound, up to the last ones, and how messages are cut by them. */
class CreditParamsTest {
  private static final int QUANTUM = 0;
  private static final int SLICE = 1;
  private static final int MTU = 2;
  private static final int HEADER = 3;
  private static final int INITIAL = 4;
  private static final int WINDOW = 5;
  private static final int OVERSHOOT = 6;
  private static final int GRANT = 7;
  private static final int CAP = 8;

  /** Of uet-1.0: a quantum of 256 B, packets of 4,096 B and a window of 64 of them. */
  private static final long[] NUMBERS = {256, 12_500, 4_096, 126, 4_096, 262_144, 0, 4_096, 0};

  private static CreditParams of(Profile profile, Packets packets, long[] numbers) {
    return new CreditParams(
        profile,
        TargetSays.TOTAL,
        packets,
        numbers[QUANTUM],
        numbers[SLICE],
        numbers[MTU],
        numbers[HEADER],
        numbers[INITIAL],
        numbers[WINDOW],
        numbers[OVERSHOOT],
        1 << 24,
        numbers[GRANT],
        numbers[CAP]);
  }

  /** A number may be so much, and by one quantum or one byte more, or less, it may not. */
  @ParameterizedTest
  @CsvSource({
    "QUANTUM, 256, 0",
    "QUANTUM, 1, -1",
    "SLICE, 1, 0",
    "HEADER, 0, -1",
    "HEADER, 4095, 4096",
    "GRANT, 4096, 4095", // a grant that holds no packet, where credit is saved
    "INITIAL, 0, -256",
    "INITIAL, 256, 255",
    "WINDOW, 4096, 3840",
    "WINDOW, 4352, 4351",
    "OVERSHOOT, 0, -1",
    "CAP, 4096, 3840",
    "CAP, 4352, 4351",
  })
  @Requirement({"RCCC-5", "RCCC-12", "FIND-5", "FIND-15"})
  void theyEndHere(String name, long sound, long beyond) throws Exception {
    int number = CreditParamsTest.class.getDeclaredField(name).getInt(null);
    long[] numbers = NUMBERS.clone();
    numbers[number] = sound;
    assertThat(of(Profile.UET_1_0, Packets.SAVED, numbers)).isNotNull();
    numbers[number] = beyond;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers));
  }

  @Test
  void aPacketHasAByteAtLeast() {
    long[] numbers = {1, 12_500, 1, 0, 0, 100, 0, 1, 0};
    assertThat(of(Profile.UET_1_0, Packets.SAVED, numbers).mtuBytes()).isEqualTo(1);
    numbers[MTU] = 0;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("must be positive");
  }

  @Test
  @Requirement({"RCCC-9", "FIND-5"})
  void aWindowAndACapHoldTheInitialCreditAndAWholeGrant() {
    long[] numbers = NUMBERS.clone();
    numbers[INITIAL] = 8_192;
    numbers[WINDOW] = 8_192;
    numbers[CAP] = 8_192;
    assertThat(of(Profile.UET_1_0, Packets.SAVED, numbers).capBytes()).isEqualTo(8_192);
    numbers[CAP] = 8_192 - 256;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("a cap of 7936");
    numbers[CAP] = 0;
    numbers[WINDOW] = 8_192 - 256;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("a window of 7936");
    // a grant of 4,222 B is one of 17 quanta, 4,352 B
    numbers[INITIAL] = 0;
    numbers[GRANT] = 4_222;
    numbers[WINDOW] = 4_352;
    numbers[CAP] = 4_352;
    assertThat(of(Profile.UET_1_0, Packets.SAVED, numbers).enough()).isEqualTo(4_352);
    numbers[CAP] = 4_096;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("a grant of 4352");
    numbers[CAP] = 0;
    numbers[WINDOW] = 4_096;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("a grant of 4352");
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-13"})
  void aPacketHoldsAByteBesideItsHeaderAndTheWindowIsToldInQuanta() {
    long[] numbers = NUMBERS.clone();
    numbers[HEADER] = 4_096;
    numbers[GRANT] = 8_192;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessageContaining("leaves no room for data");
    numbers[HEADER] = 4_095;
    assertThat(of(Profile.UET_1_0, Packets.SAVED, numbers).headerBytes()).isEqualTo(4_095);
    numbers[WINDOW] = 256L << 23;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.UET_1_0, Packets.SAVED, numbers))
        .withMessage("a window of 8388608 quanta is half of the modulus 16777216 or more");
  }

  @Test
  @Requirement({"RCCC-13", "FIND-18"})
  void wherePacketsAreCutAGrantHoldsAByteBesideAHeader() {
    long[] numbers = {1, 12_500, 4_096, 126, 0, 262_144, 0, 127, 0};
    assertThat(of(Profile.SOURCE_DOCUMENTS, Packets.CUT, numbers).grantBytes()).isEqualTo(127);
    numbers[GRANT] = 126;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Profile.SOURCE_DOCUMENTS, Packets.CUT, numbers))
        .withMessageContaining("leaves no room for data");
  }

  @Test
  @Requirement({"RCCC-8", "UET-5"})
  void aCreditTargetAndAPacketHaveNames() {
    for (TargetSays each : TargetSays.values()) {
      assertThat(each.label()).isNotBlank();
      assertThat(TargetSays.of(each.label())).isEqualTo(each);
    }
    for (Packets each : Packets.values()) {
      assertThat(each.label()).isNotBlank();
      assertThat(Packets.of(each.label())).isEqualTo(each);
    }
    for (Profile each : Profile.values()) {
      assertThat(Profile.of(each.label())).isEqualTo(each);
    }
    assertThat(Profile.SOURCE_DOCUMENTS.label()).isEqualTo("source-documents");
  }

  /**
   * A message whose packets are cut wherever credit ends: each has a header, and all together carry
   * each byte of its data once.
   */
  @Property(seed = "18")
  @Requirement({"RCCC-13", "FIND-18"})
  void allDataOfAMessageLeavesHoweverItIsCut(
      @ForAll @IntRange(min = 1, max = 40_000) int data,
      @ForAll @IntRange(min = 1, max = 300) int header,
      @ForAll @IntRange(min = 1, max = 9_000) int most,
      @ForAll long seed) {
    long mtu = (long) header + most;
    long[] numbers = {1, 12_500, mtu, header, 0, 1_000_000, 0, mtu, 0};
    CreditParams params = of(Profile.SOURCE_DOCUMENTS, Packets.CUT, numbers);
    java.util.Random random = new java.util.Random(seed);
    long left = data + (long) (data + most - 1) / most * header;
    long carried = 0;
    while (left > 0) {
      assertThat(left).as("a header, and a byte").isGreaterThan(header);
      long whole = Math.min(mtu, left);
      long packet = random.nextInt(4) > 0 ? whole : header + 1 + random.nextLong(whole - header);
      carried += packet - header;
      left = params.rest(left, packet);
    }
    assertThat(carried).isEqualTo(data);
  }
}
