package dev.sluice.model.replay;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a world shows of one variable, as numbers, and how the faces of kernels turn these into TLA+
 * values.
 *
 * @param numbers compared by content; nobody changes them
 */
public record Numbers(long[] numbers) {
  /** The number at a place. */
  public interface At {
    /** The number at a place, from 0 on. */
    long at(int place);
  }

  /** So many numbers. */
  public static Numbers of(int length, At numbers) {
    long[] row = new long[length];
    for (int i = 0; i < length; i++) {
      row[i] = numbers.at(i);
    }
    return new Numbers(row);
  }

  /** All that a face shows of a kernel. */
  public static <K> Numbers of(Face<K> face, K kernel) {
    long[] numbers = new long[face.shown().size()];
    face.read(kernel, 0, numbers, 0);
    return new Numbers(numbers);
  }

  /** The number at a place, from 0 on. */
  public long get(int place) {
    return numbers[place];
  }

  /** One variable's number as the specification has it. */
  public static Value value(Variable<?> variable, long number) {
    if (variable.isNumber()) {
      return Value.ofExact(number);
    }
    return variable.isTruth()
        ? Value.of(number == 1)
        : Value.of(variable.words().get(Math.toIntExact(number)));
  }

  /** The fields of the record of all that a face shows, whose numbers begin at a place. */
  public List<Value.Field> fields(Face<?> face, int from) {
    List<Value.Field> fields = new ArrayList<>();
    for (Variable<?> variable : face.shown()) {
      long number = numbers[from + fields.size()];
      fields.add(Value.field(variable.name(), value(variable, number)));
    }
    return fields;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Numbers that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }
}
