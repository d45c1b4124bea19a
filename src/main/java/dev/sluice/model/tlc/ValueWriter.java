package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.JudgeWire;
import dev.sluice.model.tlc.probe.Values;
import dev.sluice.trace.Value;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** Writes values for TLC's process, as {@link JudgeWire} says. */
public final class ValueWriter {
  private ValueWriter() {}

  /** Writes a value. */
  public static void write(DataOutputStream out, Value value) throws IOException {
    if (value instanceof Value.Int number) {
      out.write(Values.INT);
      out.writeInt(number.value());
    } else if (value instanceof Value.Bool truth) {
      out.write(truth.value() ? Values.TRUE : Values.FALSE);
    } else if (value instanceof Value.Str string) {
      out.write(Values.STRING);
      JudgeWire.text(out, string.value());
    } else if (value instanceof Value.Seq sequence) {
      out.write(Values.TUPLE);
      writeAll(out, sequence.items());
    } else if (value instanceof Value.Set set) {
      out.write(Values.SET);
      writeAll(out, set.items());
    } else if (value instanceof Value.Rec record) {
      out.write(Values.RECORD);
      out.writeInt(record.fields().size());
      for (Value.Field field : record.fields()) {
        JudgeWire.text(out, field.name());
        write(out, field.value());
      }
    } else if (value instanceof Value.Fun function) {
      out.write(Values.FUNCTION);
      out.writeInt(function.entries().size());
      for (Value.Entry entry : function.entries()) {
        write(out, entry.argument());
        write(out, entry.value());
      }
    } else {
      throw new IllegalStateException("an unknown kind of value: " + value);
    }
  }

  private static void writeAll(DataOutputStream out, List<Value> values) throws IOException {
    out.writeInt(values.size());
    for (Value value : values) {
      write(out, value);
    }
  }
}
