package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events and steps as octets, a tenth of the room that they take as objects: a log of some hundred
 * megabytes fits the memory of a small machine. Strings that come back are written once.
 *
 * <p>One thread writes; when it has, any number may read.
 */
final class Packing {
  /** Words that are kept; more than that are no words that come back. */
  private static final int MOST_WORDS = 1 << 16;

  private static final int NUMBER = 0;
  private static final int TEXT = 1;
  private static final int TRUE = 2;
  private static final int FALSE = 3;
  private static final int LIST = 4;
  private static final int RECORD = 5;
  private static final int SET = 6;
  private static final int FUNCTION = 7;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> words = new ArrayList<>();
  private byte[] octets = new byte[1 << 10];
  private int end;

  // ---------------------------------------------------------------- octets

  /** What has been written since the last time. */
  byte[] taken() {
    byte[] all = Arrays.copyOf(octets, end);
    end = 0;
    return all;
  }

  private void octet(int value) {
    if (end == octets.length) {
      octets = Arrays.copyOf(octets, 2 * end);
    }
    octets[end++] = (byte) value;
  }

  private void number(long value) {
    long left = value << 1 ^ value >> 63; // small ones, of either sign, take few octets
    while ((left & ~0x7FL) != 0) {
      octet((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    octet((int) left);
  }

  private void word(String text) {
    Integer known = numbers.get(text);
    if (known == null && words.size() < MOST_WORDS) {
      words.add(text);
      known = words.size();
      numbers.put(text, known);
    }
    number(known == null ? 0 : known);
    if (known == null) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      number(utf8.length);
      for (byte each : utf8) {
        octet(each);
      }
    }
  }

  /** Reads what was written. */
  private final class Reader {
    private final byte[] from;
    private int at;

    Reader(byte[] from) {
      this.from = from;
    }

    int octet() {
      return from[at++] & 0xFF;
    }

    long number() {
      long value = 0;
      int shift = 0;
      int octet;
      do {
        octet = octet();
        value |= (long) (octet & 0x7F) << shift;
        shift += 7;
      } while (octet >= 0x80);
      return value >>> 1 ^ -(value & 1);
    }

    int count() {
      return (int) number();
    }

    String word() {
      int known = count();
      if (known > 0) {
        return words.get(known - 1);
      }
      int length = count();
      at += length;
      return new String(from, at - length, length, StandardCharsets.UTF_8);
    }

    LogValue logged() {
      int kind = octet();
      switch (kind) {
        case NUMBER:
          return LogValue.of(number());
        case TEXT:
          return LogValue.of(word());
        case LIST:
          LogValue[] items = new LogValue[count()];
          for (int i = 0; i < items.length; i++) {
            items[i] = logged();
          }
          return new LogValue.Items(Arrays.asList(items));
        case RECORD:
          return new LogValue.Fields(named());
        default:
          return LogValue.of(kind == TRUE);
      }
    }

    Map<String, LogValue> named() {
      int count = count();
      if (count == 0) {
        return Map.of();
      }
      Map<String, LogValue> all = new LinkedHashMap<>();
      for (; count > 0; count--) {
        String name = word();
        all.put(name, logged());
      }
      return all;
    }

    Value value() {
      int kind = octet();
      switch (kind) {
        case NUMBER:
          return Value.of((int) number());
        case TEXT:
          return Value.of(word());
        case LIST:
          return new Value.Seq(values());
        case SET:
          return new Value.Set(values());
        case RECORD:
          List<Value.Field> fields = new ArrayList<>();
          for (int left = count(); left > 0; left--) {
            String name = word();
            fields.add(Value.field(name, value()));
          }
          return new Value.Rec(fields);
        case FUNCTION:
          List<Value.Entry> entries = new ArrayList<>();
          for (int left = count(); left > 0; left--) {
            Value argument = value();
            entries.add(new Value.Entry(argument, value()));
          }
          return new Value.Fun(entries);
        default:
          return Value.of(kind == TRUE);
      }
    }

    private List<Value> values() {
      Value[] items = new Value[count()];
      for (int i = 0; i < items.length; i++) {
        items[i] = value();
      }
      return Arrays.asList(items);
    }
  }

  // ---------------------------------------------------------------- events

  /** An event as octets. */
  byte[] packed(LogEvent event) {
    number(event.number());
    number(event.atPs());
    word(event.at());
    word(event.spec());
    word(event.action());
    octet(event.isOutside() ? 1 : 0);
    LogInstance of = event.instance().orElse(null);
    word(of == null ? "" : of.role());
    if (of != null) {
      word(of.source());
      word(of.destination());
      number(of.trafficClass());
      number(of.ccc());
      number(of.life());
      number(of.pdc());
      number(of.sourceQp());
      number(of.destinationQp());
    }
    named(event.arguments());
    named(event.variables());
    named(event.given());
    named(event.message());
    return taken();
  }

  private void named(Map<String, LogValue> values) {
    number(values.size());
    values.forEach(
        (name, value) -> {
          word(name);
          logged(value);
        });
  }

  private void logged(LogValue value) {
    if (value instanceof LogValue.Num number) {
      octet(NUMBER);
      number(number.value());
    } else if (value instanceof LogValue.Str text) {
      octet(TEXT);
      word(text.value());
    } else if (value instanceof LogValue.Truth truth) {
      octet(truth.value() ? TRUE : FALSE);
    } else if (value instanceof LogValue.Items items) {
      octet(LIST);
      number(items.items().size());
      items.items().forEach(this::logged);
    } else if (value instanceof LogValue.Fields fields) {
      octet(RECORD);
      named(fields.fields());
    }
  }

  /** The specification of an event that was packed; the rest of it is left as it is. */
  String spec(byte[] from) {
    Reader in = new Reader(from);
    in.number();
    in.number();
    in.word();
    return in.word();
  }

  /** The event that was packed. */
  LogEvent event(byte[] from) {
    Reader in = new Reader(from);
    long number = in.number();
    long atPs = in.number();
    String at = in.word();
    String spec = in.word();
    String action = in.word();
    boolean isOutside = in.octet() == 1;
    String role = in.word();
    Optional<LogInstance> of =
        role.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new LogInstance(
                    role,
                    in.word(),
                    in.word(),
                    in.count(),
                    in.count(),
                    in.count(),
                    in.count(),
                    in.count(),
                    in.count()));
    return new LogEvent(
        number,
        atPs,
        at,
        spec,
        action,
        of,
        in.named(),
        in.named(),
        in.named(),
        in.named(),
        isOutside);
  }

  // ---------------------------------------------------------------- steps

  /** A step as octets. */
  byte[] packed(Step step) {
    number(step.number());
    number(step.atPs());
    word(step.at());
    word(step.action());
    octet(step.isImplied() ? 1 : 0);
    value(step.event());
    return taken();
  }

  /** The step that was packed. */
  Step step(byte[] from) {
    Reader in = new Reader(from);
    return new Step(in.number(), in.number(), in.word(), in.word(), in.octet() == 1, in.value());
  }

  private void value(Value value) {
    if (value instanceof Value.Int number) {
      octet(NUMBER);
      number(number.value());
    } else if (value instanceof Value.Str text) {
      octet(TEXT);
      word(text.value());
    } else if (value instanceof Value.Bool truth) {
      octet(truth.value() ? TRUE : FALSE);
    } else if (value instanceof Value.Seq sequence) {
      octet(LIST);
      values(sequence.items());
    } else if (value instanceof Value.Set set) {
      octet(SET);
      values(set.items());
    } else if (value instanceof Value.Rec record) {
      octet(RECORD);
      number(record.fields().size());
      for (Value.Field field : record.fields()) {
        word(field.name());
        value(field.value());
      }
    } else if (value instanceof Value.Fun function) {
      octet(FUNCTION);
      number(function.entries().size());
      for (Value.Entry entry : function.entries()) {
        value(entry.argument());
        value(entry.value());
      }
    }
  }

  private void values(List<Value> values) {
    number(values.size());
    values.forEach(this::value);
  }
}
