package dev.sluice.model.replay;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.Value;
import java.util.Arrays;

/**
 * What a world shows of one variable, as numbers, and how the faces of kernels turn these into TLA+
 * values.
 *
 * @param numbers compared by content; nobody changes them
 */
record Numbers(long[] numbers) {
  /** The number at a place. */
  interface At {
    long at(int place);
  }

  /** So many numbers. */
  static Numbers of(int length, At numbers) {
    long[] row = new long[length];
    for (int i = 0; i < length; i++) {
      row[i] = numbers.at(i);
    }
    return new Numbers(row);
  }

  long get(int place) {
    return numbers[place];
  }

  /** One variable's number as the specification has it. */
  static Value value(Variable<?> variable, long number) {
    if (variable.isNumber()) {
      return Value.ofExact(number);
    }
    return variable.isTruth()
        ? Value.of(number == 1)
        : Value.of(variable.words().get(Math.toIntExact(number)));
  }

  /** The record of all that a face shows, whose numbers begin at a place. */
  Value record(Face<?> face, int from) {
    Value.Field[] fields = new Value.Field[face.shown().size()];
    for (int i = 0; i < fields.length; i++) {
      Variable<?> variable = face.shown().get(i);
      fields[i] = Value.field(variable.name(), value(variable, numbers[from + i]));
    }
    return Value.rec(fields);
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
