package dev.sluice.model.tlc.probe;

import java.io.DataInputStream;
import java.io.IOException;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;
import util.UniqueString;

/** Reads values that TLC is to work with, as {@link JudgeWire} says. */
final class ValueReader {
  private final DataInputStream in;

  ValueReader(DataInputStream in) {
    this.in = in;
  }

  /** One value, normalised. */
  Value value() throws IOException {
    int kind = in.readByte();
    switch (kind) {
      case Values.INT:
        return IntValue.gen(in.readInt());
      case Values.FALSE:
        return BoolValue.ValFalse;
      case Values.TRUE:
        return BoolValue.ValTrue;
      case Values.STRING:
        return new StringValue(JudgeWire.text(in));
      case Values.TUPLE:
        return new TupleValue(values(in.readInt()));
      case Values.SET:
        Value set = new SetEnumValue(values(in.readInt()), false);
        set.normalize();
        return set;
      case Values.RECORD:
        return record(in.readInt());
      case Values.FUNCTION:
        return function(in.readInt());
      default:
        throw new IOException("a value of unknown kind " + kind);
    }
  }

  private Value[] values(int count) throws IOException {
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      values[i] = value();
    }
    return values;
  }

  private Value record(int count) throws IOException {
    UniqueString[] names = new UniqueString[count];
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      names[i] = UniqueString.uniqueStringOf(JudgeWire.text(in));
      values[i] = value();
    }
    Value record = new RecordValue(names, values, false);
    record.normalize();
    return record;
  }

  private Value function(int count) throws IOException {
    Value[] domain = new Value[count];
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      domain[i] = value();
      values[i] = value();
    }
    Value function = new FcnRcdValue(domain, values, false);
    function.normalize();
    return function;
  }
}
