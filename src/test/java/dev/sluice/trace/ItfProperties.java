package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class ItfProperties {
  private static final ItfTrace.Meta META =
      new ItfTrace.Meta("", "Any", "trace", "0".repeat(64), Map.of());

  @Provide
  Arbitrary<Value> values() {
    return Values.any();
  }

  private static ItfTrace trace(List<Value> values) {
    ItfTrace.State first = new ItfTrace.State(Optional.empty(), values.subList(0, 1));
    ItfTrace.Step step = new ItfTrace.Step("Do", List.of(Value.field("x", values.get(1))));
    ItfTrace.State second = new ItfTrace.State(Optional.of(step), values.subList(1, 2));
    return new ItfTrace(META, List.of("v"), List.of(first, second));
  }

  @Property(seed = "5", edgeCases = EdgeCasesMode.NONE)
  void everyValueSurvivesWritingAndReading(@ForAll @Size(2) List<@From("values") Value> values)
      throws BadTrace {
    byte[] bytes = ItfWriter.bytes(trace(values));
    ItfTrace read = ItfReader.read("any", bytes, ItfReader.Expected.ANY);
    assertThat(read).isEqualTo(trace(values));
    assertThat(ItfWriter.bytes(read)).isEqualTo(bytes);
  }

  /** Whatever byte is damaged: the file is refused, or it is a trace; nothing else is thrown. */
  @Property(seed = "6", edgeCases = EdgeCasesMode.NONE)
  void aDamagedByteIsRefusedOrReadNeverThrown(
      @ForAll @Size(2) List<@From("values") Value> values, @ForAll int place, @ForAll byte with) {
    byte[] bytes = ItfWriter.bytes(trace(values));
    byte[] damaged = Arrays.copyOf(bytes, bytes.length);
    damaged[Math.floorMod(place, bytes.length)] = with;
    try {
      assertThat(ItfReader.read("any", damaged, ItfReader.Expected.ANY).states()).hasSize(2);
    } catch (BadTrace refused) {
      assertThat(refused.getMessage()).startsWith("any").endsWith(".");
    }
  }
}
