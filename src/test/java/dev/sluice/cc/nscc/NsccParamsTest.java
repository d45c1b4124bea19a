package dev.sluice.cc.nscc;

import static dev.sluice.cc.nscc.NsccFigures.G;
import static dev.sluice.cc.nscc.NsccFigures.SOURCE;
import static dev.sluice.cc.nscc.NsccFigures.UET_6US;
import static dev.sluice.cc.nscc.NsccFigures.US;
import static dev.sluice.cc.nscc.NsccFigures.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Profile;
import dev.sluice.kernel.Variable;
import dev.sluice.requirement.Requirement;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which configurations are sound, up to the last one, and what follows from their numbers. */
class NsccParamsTest {
  /** TLC counts to 2^31 − 1. */
  private static final long LARGEST_OF_TLC = Integer.MAX_VALUE;

  /** The fields that the specification's {@code Config} has of one. */
  private static Map<String, Long> fields(NsccParams params) {
    Map<String, Long> fields = new LinkedHashMap<>();
    for (Variable<NsccParams> field : NsccParams.FACE.variables()) {
      fields.put(field.name(), field.reader().of(params, 0));
    }
    return fields;
  }

  private static NsccParams of(Map<String, Long> fields) {
    return NsccParams.of(Profile.UET_1_0, Signals.BOTH, fields::get);
  }

  /** The published example: 100 Gb/s, 6 µs, an MTU of 4,096 B, trimming; in units of 2^-9 B. */
  @Test
  @Requirement({"UET-2", "NSCC-2", "X14"})
  void aConfigurationTellsItsNumbers() {
    Map<String, Long> told = new LinkedHashMap<>();
    told.put("mtu", bytes(4_096));
    told.put("baseRtt", 6 * US);
    told.put("target", 4_500_000L);
    told.put("initialWnd", bytes(112_500));
    told.put("maxWnd", bytes(112_500));
    told.put("perRttNum", 48L); // 1.5 · 12.5 B/ns are 9.6 units in a picosecond
    told.put("perRttDen", 5L);
    told.put("step", 0L);
    told.put("fair", bytes(10_240)); // 5 · MTU · scaling_a, which is 0.5
    told.put("proportional", bytes(3_072)); // 682.67 B/µs · 4.5 µs
    told.put("fastNum", 1L); // 0.25 · 0.5
    told.put("fastDen", 8L);
    told.put("eta", 157_286L); // 307.2 B
    told.put("aboutZero", US);
    told.put("period", 6 * US);
    told.put("threshold", bytes(32_768)); // 8 MTU
    told.put("grain", 1L << 19); // 57,600,000² ÷ 4 ÷ 2^19 fits 31 bits
    told.put("gammaNum", 4L);
    told.put("gammaDen", 5L);
    told.put("jumpNum", 1L);
    told.put("jumpDen", 2L);
    told.put("avgNum", 0L);
    told.put("avgDen", 1L);
    told.put("quickAdapt", 1L);
    told.put("gate", 3L);
    told.put("qaThreshold", LARGEST_OF_TLC); // no delay triggers
    told.put("rccc", 0L);
    told.put("ownSize", 0L);
    told.put("clampsAtOnce", 1L);
    told.put("keepsSaved", 1L);
    assertThat(fields(UET_6US)).containsExactlyEntriesOf(told);
    assertThat(fields(SOURCE)).containsEntry("step", 75_000L); // 146.484375 B
  }

  /** A field may be as small, or as large, as this; and by one more it may not. */
  @ParameterizedTest
  @CsvSource({
    "mtu, 1, 0",
    "mtu, 38400000, 38400001", // the initial window
    "baseRtt, 1, 0",
    "target, 1, 0",
    "initialWnd, 2097152, 2097151", // the MTU
    "initialWnd, 57600000, 57600001", // the largest window
    "maxWnd, 38400000, 38399999",
    "perRttNum, 0, -1",
    "perRttDen, 1, 0",
    "step, 0, -1",
    "fair, 0, -1",
    "proportional, 0, -1",
    "fastNum, 0, -1",
    "fastDen, 1, 0",
    "eta, 0, -1",
    "period, 0, -1",
    "threshold, 0, -1",
    "grain, 1, 0",
    "gammaNum, 0, -1",
    "gammaNum, 5, 6",
    "jumpNum, 1, 0",
    "jumpNum, 2, 3",
    "avgNum, 0, -1",
    "avgNum, 1, 2",
    "avgDen, 1, 0",
    "gate, 0, -1",
    "gate, 31, 32",
  })
  @Requirement({"NSCC-2", "NSCC-3", "NSCC-12", "UET-2"})
  void aSoundConfigurationEndsHere(String field, long sound, long beyond) {
    Map<String, Long> fields = fields(UET_6US);
    fields.put("initialWnd", 38_400_000L); // 75,000 B
    fields.put("perRttNum", 0L); // the largest window is as configured
    fields.put("grain", 1L << 40);
    fields.put(field, sound);
    assertThat(fields(of(fields))).isEqualTo(fields);
    fields.put(field, beyond);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(fields))
        .withMessageStartingWith("not a sound configuration: ");
  }

  @Test
  @Requirement("UET-2")
  void anAcknowledgmentIsAskedForBelowNothingOrMore() {
    assertThat(askedBelow(0).ackTrigger()).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> askedBelow(-1));
    NsccParams eight = UET_6US.withAckTrigger(8_192);
    assertThat(eight.ackTrigger()).isEqualTo(8_192 * 512);
    assertThat(fields(eight)).containsExactlyEntriesOf(fields(UET_6US));
    assertThatIllegalArgumentException().isThrownBy(() -> UET_6US.withAckTrigger(-1));
  }

  private static NsccParams askedBelow(long trigger) {
    return new NsccParams(
        Profile.UET_1_0,
        UET_6US.mtu(),
        6 * US,
        4_500_000,
        trigger,
        UET_6US.limits(),
        UET_6US.increase(),
        UET_6US.decrease(),
        UET_6US.average(),
        UET_6US.quickAdapt(),
        UET_6US.readings());
  }

  /** Each truth value by itself, so that no two are taken for each other. */
  @ParameterizedTest
  @CsvSource({"quickAdapt", "rccc", "ownSize", "clampsAtOnce", "keepsSaved"})
  @Requirement("UET-2")
  void aTruthValueIsReadAsItIsWritten(String field) {
    for (NsccParams params : new NsccParams[] {UET_6US, SOURCE}) {
      Map<String, Long> fields = fields(params);
      assertThat(fields(of(fields))).isEqualTo(fields);
      fields.put(field, 1 - fields.get(field));
      assertThat(fields(of(fields))).isEqualTo(fields);
    }
  }

  @Test
  void whatLowersTheWindowHasAName() {
    for (Signals signals : Signals.values()) {
      assertThat(signals.label()).isNotBlank();
      assertThat(Signals.of(signals.label())).isEqualTo(signals);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Signals.of("none"));
  }

  @Test
  @Requirement({"NSCC-3", "X14"})
  void aWindowMayBeginWithOnePacketOrWithTheLargest() {
    NsccParams one = UET_6US.withInitial(4_096);
    NsccWindow window = new NsccWindow(one, 0);
    assertThat(window.params()).isSameAs(one);
    assertThat(window.cwnd()).isEqualTo(bytes(4_096));
    assertThat(fields(one.withInitial(112_500))).isEqualTo(fields(UET_6US));
    assertThatIllegalArgumentException().isThrownBy(() -> UET_6US.withInitial(4_095));
    assertThatIllegalArgumentException().isThrownBy(() -> UET_6US.withInitial(112_501));
  }

  @Test
  @Requirement("UET-2")
  void onePartIsChangedAndTheOthersStay() {
    Map<String, Long> fields = fields(UET_6US);
    fields.putAll(Map.of("gammaNum", 1L, "gammaDen", 3L, "jumpNum", 2L, "jumpDen", 7L));
    fields.putAll(Map.of("avgNum", 3L, "avgDen", 4L));
    fields.putAll(Map.of("quickAdapt", 0L, "gate", 5L, "qaThreshold", 9L));
    NsccParams changed =
        UET_6US
            .with(new NsccParams.Decrease(1, 3, 2, 7))
            .with(new Average(3, 4))
            .with(new NsccParams.QuickAdapt(false, 5, 9));
    assertThat(fields(changed)).isEqualTo(fields);
  }

  /** Where the sum of increments stops, it lifts any window to the top. */
  @Property(seed = "11")
  @Requirement("X14")
  void whatIsBeyondTheSumOfIncrementsChangesNothing(
      @ForAll @LongRange(min = 1, max = 5_000) long largest, @ForAll @LongRange(min = 1) long any) {
    NsccParams params =
        new NsccParams(
            Profile.UET_1_0,
            1,
            6 * US,
            4_500_000,
            0,
            new NsccParams.Limits(1, largest, 0, 1),
            new NsccParams.Increase(0, 1, 1, 1, 1, 0, 0, 0, 0, 1),
            UET_6US.decrease(),
            UET_6US.average(),
            UET_6US.quickAdapt(),
            UET_6US.readings());
    long window = 1 + any % largest;
    assertThat(window + params.incLimit() / window).isGreaterThanOrEqualTo(largest);
  }

  /**
   * The largest window of 20 Gb/s over 2.236962133 ms is 2^32 − 1 units. A quarter of its square is
   * 2^62 − 2^31 + 1: in grains of 2^31 that is a little more than TLC can count to.
   */
  @Test
  @Requirement("X14")
  void theSumOfIncrementsFitsTheModelCheckersNumbers() {
    NsccParams params = NsccParams.uet10(20 * G, 20 * G, 2_236_962_133L, 4096, 4096, true);
    assertThat(params.limits().maxWnd()).isEqualTo((1L << 32) - 1);
    assertThat(params.increase().grain()).isEqualTo(1L << 32);
    assertThat(params.incLimit()).isLessThanOrEqualTo(LARGEST_OF_TLC);
    assertThat(UET_6US.incLimit()).isLessThanOrEqualTo(LARGEST_OF_TLC);
    assertThat(2 * UET_6US.incLimit())
        .as("and no grain is too coarse")
        .isGreaterThan(LARGEST_OF_TLC);
  }
}
