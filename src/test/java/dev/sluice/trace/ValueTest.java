package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueTest {
  @Test
  void aFunctionHasOneForm() {
    assertThat(Value.function(Map.of())).isEqualTo(Value.EMPTY_SEQ);
    assertThat(Value.function(Map.of(Value.of(2), Value.of("b"), Value.of(1), Value.of("a"))))
        .isEqualTo(Value.seq(Value.of("a"), Value.of("b")));
    assertThat(Value.function(Map.of(Value.of("f"), Value.of(1))))
        .isEqualTo(Value.rec(Value.field("f", Value.of(1))));
    assertThat(Value.function(Map.of(Value.of(0), Value.of(1)))).isInstanceOf(Value.Fun.class);
  }

  @Test
  void aFunctionInAnotherFormThanItsOwnIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Value.Fun(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Value.Fun(List.of(new Value.Entry(Value.of(1), Value.of(1)))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Value.Fun(List.of(new Value.Entry(Value.of("a"), Value.of(1)))));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Value.Fun(
                    List.of(
                        new Value.Entry(Value.of(0), Value.of(1)),
                        new Value.Entry(Value.of(0), Value.of(2)))))
        .withMessage("argument given twice: 0");
  }

  @Test
  void anIntegerBeyondThirtyTwoBitsIsRefusedNotTruncated() {
    assertThat(Value.ofExact(2_147_483_647L)).isEqualTo(Value.of(Integer.MAX_VALUE));
    assertThatThrownBy(() -> Value.ofExact(2_147_483_648L)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Value.ofExact(5_570_000_000L)).isInstanceOf(ArithmeticException.class);
  }
}
