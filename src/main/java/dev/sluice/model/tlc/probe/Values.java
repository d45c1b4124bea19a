package dev.sluice.model.tlc.probe;

import java.io.IOException;
import tlc2.value.IValue;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.Enumerable;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.ModelValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;
import util.UniqueString;

/**
 * TLC's values as octets: a kind, then the content.
 *
 * <p>TLC keeps one TLA+ value in several classes (a function as a table, a tuple, a record, a
 * lambda); they are told apart here only by how they happen to be stored. The reader brings them to
 * the one canonical form of {@code dev.sluice.trace.Value}.
 */
public final class Values {
  public static final int INT = 1;
  public static final int FALSE = 2;
  public static final int TRUE = 3;
  public static final int STRING = 4;
  public static final int TUPLE = 5;
  public static final int SET = 6;
  public static final int RECORD = 7;
  public static final int FUNCTION = 8;
  public static final int MODEL_VALUE = 9;

  /** More elements than that, an interval or a SUBSET stays as TLC has it: described, not built. */
  private static final int LARGEST = 1 << 16;

  private Values() {}

  /**
   * Appends a value.
   *
   * @throws IllegalArgumentException for what no state can hold, such as an operator or an infinite
   *     set
   */
  static void write(Segment out, IValue value) throws IOException {
    if (value instanceof IntValue number) {
      out.number(INT);
      out.signed(number.val);
    } else if (value instanceof BoolValue truth) {
      out.number(truth.val ? TRUE : FALSE);
    } else if (value instanceof StringValue string) {
      out.number(STRING);
      out.text(string.getVal().toString());
    } else if (value instanceof ModelValue model) {
      out.number(MODEL_VALUE);
      out.text(model.val.toString());
    } else if (value instanceof TupleValue tuple) {
      out.number(TUPLE);
      out.number(tuple.elems.length);
      for (Value item : tuple.elems) {
        write(out, item);
      }
    } else if (value instanceof RecordValue record) {
      out.number(RECORD);
      out.number(record.names.length);
      for (int i = 0; i < record.names.length; i++) {
        UniqueString name = record.names[i];
        out.text(name.toString());
        write(out, record.values[i]);
      }
    } else if (value instanceof FcnRcdValue function) {
      Value[] domain = function.getDomainAsValues();
      out.number(FUNCTION);
      out.number(domain.length);
      for (int i = 0; i < domain.length; i++) {
        write(out, domain[i]);
        write(out, function.values[i]);
      }
    } else if (value instanceof SetEnumValue set) {
      set.normalize();
      out.number(SET);
      out.number(set.elems.size());
      for (int i = 0; i < set.elems.size(); i++) {
        write(out, set.elems.elementAt(i));
      }
    } else {
      write(out, stored((Value) value));
    }
  }

  /** Whether a value is finite, all the way down, and no set that TLC only describes is huge. */
  static boolean canBeWritten(IValue value) {
    if (value instanceof IntValue
        || value instanceof BoolValue
        || value instanceof StringValue
        || value instanceof ModelValue) {
      return true;
    }
    if (value instanceof TupleValue tuple) {
      return canBeWritten(tuple.elems);
    }
    if (value instanceof RecordValue record) {
      return canBeWritten(record.values);
    }
    if (value instanceof FcnRcdValue function) {
      return canBeWritten(function.getDomainAsValues()) && canBeWritten(function.values);
    }
    if (value instanceof SetEnumValue set) {
      set.normalize();
      for (int i = 0; i < set.elems.size(); i++) {
        if (!canBeWritten(set.elems.elementAt(i))) {
          return false;
        }
      }
      return true;
    }
    try {
      return !(value instanceof Enumerable set && set.size() > LARGEST)
          && canBeWritten(stored((Value) value));
    } catch (RuntimeException infinite) {
      return false;
    }
  }

  private static boolean canBeWritten(Value[] values) {
    for (Value value : values) {
      if (!canBeWritten(value)) {
        return false;
      }
    }
    return true;
  }

  private static Value stored(Value value) {
    Value plain = value.toSetEnum();
    if (plain == null) {
      plain = value.toFcnRcd();
    }
    if (plain == null || plain.getClass() == value.getClass()) {
      throw new IllegalArgumentException("not a value that can be written out: " + value);
    }
    return plain;
  }
}
