package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.00",
    "4999, 0.00",
    "5000, 0.01",
    "950999, 0.95",
    "9994999, 9.99",
    "9995000, 10.0",
    "99949999, 99.9",
    "99950000, 100",
    "999499999, 999",
    "1234500000, '1,235'"
  })
  void ratiosHaveThreeDigits(long millionths, String shown) {
    assertThat(Amounts.ratio(millionths)).isEqualTo(shown);
  }
}
