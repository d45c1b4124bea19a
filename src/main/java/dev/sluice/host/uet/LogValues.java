package dev.sluice.host.uet;

import dev.sluice.trace.LogValue;
import dev.sluice.uet.pdc.ReceiveWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of a log, put together. */
final class LogValues {
  private LogValues() {}

  static LogValue text(String text) {
    return LogValue.of(text);
  }

  static LogValue.Items items(LogValue... items) {
    return new LogValue.Items(Arrays.asList(items));
  }

  /** A record: names and values in turn, values being numbers, words or values. */
  static LogValue.Fields fields(Object... namesAndValues) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      LogValue told;
      if (value instanceof Number number) {
        told = LogValue.of(number.longValue());
      } else if (value instanceof Boolean truth) {
        told = LogValue.of(truth.booleanValue());
      } else if (value instanceof String word) {
        told = LogValue.of(word);
      } else {
        told = (LogValue) value;
      }
      fields.put((String) namesAndValues[i], told);
    }
    return new LogValue.Fields(fields);
  }

  /** What has come, as ranges of packets: first and last of each. */
  static LogValue received(ReceiveWindow got) {
    List<LogValue> ranges = new ArrayList<>();
    long packet = got.awaited();
    if (packet > 0) {
      ranges.add(items(LogValue.of(0), LogValue.of(packet - 1)));
    }
    int ahead = got.ahead();
    while (ahead > 0) {
      while (!got.contains(packet)) {
        packet++;
      }
      long first = packet;
      while (got.contains(packet)) {
        packet++;
        ahead--;
      }
      ranges.add(items(LogValue.of(first), LogValue.of(packet - 1)));
    }
    return new LogValue.Items(ranges);
  }
}
