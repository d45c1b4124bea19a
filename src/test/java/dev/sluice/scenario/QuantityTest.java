package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers with units, exact or not at all. */
class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "SIZE,20MB,20000000",
    "SIZE,256 MB,256000000",
    "SIZE,4KiB,4096",
    "SIZE,4KB,4000",
    "SIZE,1.5kB,1500",
    "SIZE,0.5KiB,512",
    "SIZE,12500B,12500",
    "SIZE,1TB,1000000000000",
    "RATE,100G,100000000000",
    "RATE,400Gb/s,400000000000",
    "RATE,1.6T,1600000000000",
    "RATE,40M,40000000",
    "TIME,6us,6000000",
    "TIME,6µs,6000000",
    "TIME,737.28ns,737280",
    "TIME,20.48ms,20480000000",
    "TIME,1s,1000000000000",
    "TIME,0ps,0",
    "LENGTH,50m,50000",
    "LENGTH,1.25m,1250",
    "LENGTH,2km,2000000",
    "LENGTH,5cm,50"
  })
  void aNumberWithItsUnitIsThisMany(Quantity quantity, String text, long value) {
    assertThat(quantity.parse(text)).isEqualTo(OptionalLong.of(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "20",
        "MB",
        "20 mb",
        "-1MB",
        "1e3MB",
        "0.5B",
        "1.0001kB",
        "20MBs",
        "9223372036854775807MB",
        "0x10B",
        "1,000B",
        "١MB"
      })
  void whatIsNoSizeIsNone(String text) {
    assertThat(Quantity.SIZE.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "SIZE,20000000,20MB",
    "SIZE,12500,12500B",
    "SIZE,0,0B",
    "SIZE,4096,4096B",
    "RATE,100000000000,100G",
    "RATE,49999999999,49999999999bit/s",
    "TIME,6000000,6us",
    "TIME,20480000000,20480us",
    "TIME,737280,737280ps",
    "LENGTH,50000,50m"
  })
  void whatIsPrintedIsReadBack(Quantity quantity, long value, String text) {
    assertThat(quantity.print(value)).isEqualTo(text);
    assertThat(quantity.parse(text)).isEqualTo(OptionalLong.of(value));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1,4294967296",
    "100%,4294967296",
    "50%,2147483648",
    "0.1%,4294967",
    "0.001,4294967",
    "1/1000,4294967",
    "1/4294967296,1",
    "0.25,1073741824"
  })
  void aChanceIsCountedIn32BitsRoundedTowardZero(String text, long of32) {
    assertThat(Quantity.chance(text)).isEqualTo(OptionalLong.of(of32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "101%", "1.1", "1/0", "2/1", "-1", "a", "1e-3"})
  void whatIsNoChanceIsNone(String text) {
    assertThat(Quantity.chance(text)).isEmpty();
  }
}
