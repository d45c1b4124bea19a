package dev.sluice.model.tlc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.ValueWriter;
import dev.sluice.trace.StepKind;
import dev.sluice.trace.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import tlc2.util.FP64;

/** How a value changed is said alike of the driver's values and of TLC's. */
class StepKindCounterProperties {
  static {
    FP64.Init(0);
  }

  /** A value before a step, and after it; what TLC can compare, as in any variable. */
  record Pair(Value before, Value after) {}

  @Property(tries = 2_000, seed = "9")
  void changesAreSaidAlike(@ForAll("pairs") Pair pair) throws IOException {
    TreeSet<String> ours = new TreeSet<>();
    StepKind.changes("v", pair.before(), pair.after(), ours);
    TreeSet<String> theirs = new TreeSet<>();
    StepKindCounter.of("v", tlc(pair.before()), tlc(pair.after()), theirs);
    Statistics.collect(Math.min(ours.size(), 3));
    assertThat(theirs).isEqualTo(ours);
    assertThat(ours.isEmpty()).isEqualTo(pair.before().equals(pair.after()));
  }

  private static tlc2.value.impl.Value tlc(Value value) throws IOException {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    ValueWriter.write(new DataOutputStream(octets), value);
    return new ValueReader(new DataInputStream(new ByteArrayInputStream(octets.toByteArray())))
        .value();
  }

  @Provide
  Arbitrary<Pair> pairs() {
    return shape(3).flatMap(shape -> shape.list().ofSize(2)).map(two -> pair(two));
  }

  private static Pair pair(List<Value> two) {
    return new Pair(two.get(0), two.get(1));
  }

  /** Arbitraries of values of one shape. */
  private static Arbitrary<Arbitrary<Value>> shape(int depth) {
    Arbitrary<Value> number = Arbitraries.integers().between(0, 3).map(Value::of);
    Arbitrary<Value> text = Arbitraries.of("READY", "IDLE", "ab", "", "host-1").map(Value::of);
    Arbitrary<Value> truth = Arbitraries.of(true, false).map(Value::of);
    Arbitrary<Arbitrary<Value>> leaf = Arbitraries.of(List.of(number, text, truth));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Arbitrary<Value>> inner = shape(depth - 1);
    return Arbitraries.oneOf(
        leaf,
        inner.map(item -> item.list().ofMaxSize(3).map(Value::seq)),
        inner.map(item -> item.list().ofMaxSize(3).map(items -> Value.set(items))),
        inner.list().ofSize(3).map(parts -> record(parts)),
        inner.map(item -> function(item, List.of(Value.of("host-0"), Value.of("host-1")))),
        inner.map(item -> function(item, List.of(Value.of(3), Value.of(5)))));
  }

  private static Arbitrary<Value> record(List<Arbitrary<Value>> parts) {
    List<String> names = List.of("acked", "fa", "state");
    Arbitrary<List<Value>> values =
        net.jqwik.api.Combinators.combine(parts).as(all -> (List<Value>) new ArrayList<>(all));
    return values.map(
        all -> {
          Map<Value, Value> fields = new TreeMap<>();
          for (int i = 0; i < names.size(); i++) {
            fields.put(Value.of(names.get(i)), all.get(i));
          }
          return Value.function(fields);
        });
  }

  private static Arbitrary<Value> function(Arbitrary<Value> item, List<Value> domain) {
    return item.list()
        .ofSize(domain.size())
        .map(
            values -> {
              Map<Value, Value> entries = new TreeMap<>();
              for (int i = 0; i < domain.size(); i++) {
                entries.put(domain.get(i), values.get(i));
              }
              return Value.function(entries);
            });
  }
}
