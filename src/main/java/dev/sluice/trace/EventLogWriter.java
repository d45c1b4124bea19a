package dev.sluice.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes an event log: a header, an event a line, and a line that says that it is whole.
 *
 * <p>Equal events give equal bytes. Numbers of events have no gap; times never fall; a name comes
 * once in an event; a number beyond ±(2⁵³ − 1) is refused, and one beyond TLC's 32 bits is marked,
 * by its name in {@code wide}. An event is put together in one buffer and allocates nothing, unless
 * it has values that consist of parts.
 *
 * <p>If the disk is full, the event that meets it throws {@link UncheckedIOException}.
 */
public final class EventLogWriter implements EventSink, Closeable {
  private static final int ROOM = 1 << 16;

  private enum Stage {
    BETWEEN,
    BEGUN,
    ARGUMENTS,
    VARIABLES,
    GIVEN,
    BEHIND,
    ENDED
  }

  private final OutputStream out;
  private final byte[] digits = new byte[20];
  private byte[] line = new byte[ROOM];
  private int used;

  private Stage stage = Stage.BETWEEN;
  private long number;
  private long lastPs;
  private String[] names = new String[16];
  private int named;
  private int argumentsNamed;
  private String[] wide = new String[4];
  private int widely;
  private boolean fixed;

  /**
   * Begins a log.
   *
   * @param out takes it; buffered here, and closed with the writer
   */
  public EventLogWriter(OutputStream out, LogHeader header) {
    this.out = out;
    ascii("{\"format\":\"").ascii(LogHeader.FORMAT).ascii("\",\"version\":");
    number(LogHeader.VERSION);
    ascii(",\"writer\":{\"name\":").text(header.writer()).ascii(",\"version\":");
    text(header.writerVersion()).ascii("},\"profile\":").text(header.profile());
    ascii(",\"seed\":\"0x").ascii(Long.toHexString(header.seed())).ascii("\"");
    if (!header.scenario().isEmpty()) {
      ascii(",\"scenario\":").text(header.scenario());
    }
    ascii(",\"units\":{");
    String comma = "";
    for (Map.Entry<String, String> unit : header.units().entrySet()) {
      ascii(comma).text(unit.getKey()).ascii(":").text(unit.getValue());
      comma = ",";
    }
    ascii("},\"constants\":");
    value(new LogValue.Fields(header.constants()), 1);
    ascii(",\"omits\":[");
    comma = "";
    for (String sentence : header.omits()) {
      ascii(comma).text(sentence);
      comma = ",";
    }
    ascii("]}\n");
    flush();
  }

  @Override
  public EventSink event(long atPs, String at, String spec, String action) {
    if (stage != Stage.BETWEEN) {
      throw new IllegalStateException(
          action + " begins " + (stage == Stage.ENDED ? "after the end" : "inside another event"));
    }
    if (atPs < lastPs || atPs > LogValue.LARGEST) {
      throw new IllegalArgumentException(
          action + " at " + atPs + " ps, after an event at " + lastPs + " ps");
    }
    lastPs = atPs;
    stage = Stage.BEGUN;
    named = 0;
    widely = 0;
    fixed = false;
    ascii("{\"n\":").number(++number).ascii(",\"t\":").number(atPs).ascii(",\"at\":").text(at);
    ascii(",\"spec\":").text(spec).ascii(",\"do\":").text(action);
    return this;
  }

  @Override
  public EventSink instance(LogInstance of) {
    require(Stage.BEGUN, "whose event it is");
    ascii(",\"of\":{\"role\":").text(of.role());
    if (!of.source().isEmpty()) {
      ascii(",\"source\":").text(of.source());
    }
    if (!of.destination().isEmpty()) {
      ascii(",\"destination\":").text(of.destination());
    }
    if (of.trafficClass() >= 0) {
      ascii(",\"class\":").number(of.trafficClass());
    }
    if (of.ccc() > 0) {
      ascii(",\"ccc\":").number(of.ccc()).ascii(",\"life\":").number(of.life());
    }
    if (of.pdc() > 0) {
      ascii(",\"pdc\":").number(of.pdc());
    }
    if (of.isConnection()) {
      ascii(",\"sourceQp\":").number(of.sourceQp());
      ascii(",\"destinationQp\":").number(of.destinationQp());
    }
    ascii("}");
    return this;
  }

  @Override
  public EventSink given(String constant, LogValue value) {
    if (stage != Stage.GIVEN) {
      if (fixed) {
        throw new IllegalStateException(constant + " is told apart from the other constants");
      }
      behind();
      fixed = true;
      argumentsNamed = named;
      ascii(",\"given\":{");
      stage = Stage.GIVEN;
    }
    key(constant, argumentsNamed).logged(constant, value);
    return this;
  }

  @Override
  public EventSink message(LogValue.Fields fields) {
    behind();
    for (Map.Entry<String, LogValue> field : fields.fields().entrySet()) {
      if (!field.getValue().fitsTlc()) {
        addWide(field.getKey());
      }
    }
    ascii(",\"msg\":");
    value(fields, 0);
    return this;
  }

  @Override
  public EventSink outside() {
    behind();
    ascii(",\"outside\":true");
    return this;
  }

  private void behind() {
    if (stage == Stage.BEHIND) {
      return;
    }
    if (stage != Stage.GIVEN) {
      endVariables();
    }
    ascii("}");
    stage = Stage.BEHIND;
  }

  private void endVariables() {
    if (stage == Stage.BEGUN) {
      beginArguments();
    }
    if (stage == Stage.ARGUMENTS) {
      beginVariables();
    }
    require(Stage.VARIABLES, "the end of an event");
  }

  private void beginArguments() {
    ascii(",\"in\":{");
    stage = Stage.ARGUMENTS;
  }

  @Override
  public EventSink argument(String name, long value) {
    argument(name).logged(name, value);
    return this;
  }

  @Override
  public EventSink argument(String name, String value) {
    argument(name).text(value);
    return this;
  }

  @Override
  public EventSink argument(String name, boolean value) {
    argument(name).ascii(value ? "true" : "false");
    return this;
  }

  @Override
  public EventSink argument(String name, LogValue value) {
    argument(name).logged(name, value);
    return this;
  }

  @Override
  public EventSink variable(String name, long value) {
    variable(name).logged(name, value);
    return this;
  }

  @Override
  public EventSink variable(String name, String value) {
    variable(name).text(value);
    return this;
  }

  @Override
  public EventSink variable(String name, boolean value) {
    variable(name).ascii(value ? "true" : "false");
    return this;
  }

  @Override
  public EventSink variable(String name, LogValue value) {
    variable(name).logged(name, value);
    return this;
  }

  @Override
  public void end() {
    behind();
    for (int i = 0; i < widely; i++) {
      ascii(i == 0 ? ",\"wide\":[" : ",").text(wide[i]);
    }
    ascii(widely > 0 ? "]}\n" : "}\n");
    stage = Stage.BETWEEN;
    if (used > ROOM / 2) {
      flush();
    }
  }

  /** How many events there are so far. */
  public long events() {
    return number;
  }

  /** Says that the log is whole; nothing can be added. */
  public void finish() {
    require(Stage.BETWEEN, "the end of the log");
    ascii("{\"n\":").number(number + 1).ascii(",\"end\":true}\n");
    stage = Stage.ENDED;
    flush();
  }

  /** Closes the file; a log that was not {@link #finish}ed is seen to be cut off. */
  @Override
  public void close() throws IOException {
    try {
      flush();
    } finally {
      out.close();
    }
  }

  // ---------------------------------------------------------------- one event

  private EventLogWriter argument(String name) {
    if (stage == Stage.BEGUN) {
      beginArguments();
    }
    require(Stage.ARGUMENTS, name);
    return key(name, 0);
  }

  private EventLogWriter variable(String name) {
    if (stage == Stage.BEGUN) {
      beginArguments();
    }
    if (stage == Stage.ARGUMENTS) {
      beginVariables();
    }
    require(Stage.VARIABLES, name);
    return key(name, argumentsNamed);
  }

  private void beginVariables() {
    ascii("},\"st\":{");
    argumentsNamed = named;
    stage = Stage.VARIABLES;
  }

  private void require(Stage wanted, String what) {
    if (stage != wanted) {
      throw new IllegalStateException(what + " is told in the stage " + stage);
    }
  }

  private EventLogWriter key(String name, int from) {
    for (int i = from; i < named; i++) {
      if (names[i].equals(name)) {
        throw new IllegalArgumentException(name + " is told twice in event " + number);
      }
    }
    if (named == names.length) {
      names = Arrays.copyOf(names, 2 * named);
    }
    if (named > from) {
      ascii(",");
    }
    names[named++] = name;
    return text(name).ascii(":");
  }

  private void logged(String name, long value) {
    if (value < -LogValue.LARGEST || value > LogValue.LARGEST) {
      throw new IllegalArgumentException(
          name + " = " + value + " is beyond 2^53 - 1, the most that is logged");
    }
    if (!LogValue.fitsTlc(value)) {
      addWide(name);
    }
    number(value);
  }

  private void logged(String name, LogValue value) {
    if (!value.fitsTlc()) {
      addWide(name);
    }
    value(value, 1);
  }

  private void addWide(String name) {
    for (int i = 0; i < widely; i++) {
      if (wide[i].equals(name)) {
        return; // an argument and a variable of one name
      }
    }
    if (widely == wide.length) {
      wide = Arrays.copyOf(wide, 2 * widely);
    }
    int at = widely++;
    while (at > 0 && wide[at - 1].compareTo(name) > 0) {
      wide[at] = wide[at - 1];
      at--;
    }
    wide[at] = name;
  }

  private void value(LogValue value, int depth) {
    if (depth > LogValue.MAX_DEPTH) {
      throw new IllegalArgumentException("a value nested deeper than " + LogValue.MAX_DEPTH);
    }
    if (value instanceof LogValue.Num number) {
      number(number.value());
    } else if (value instanceof LogValue.Str string) {
      text(string.value());
    } else if (value instanceof LogValue.Truth truth) {
      ascii(truth.value() ? "true" : "false");
    } else if (value instanceof LogValue.Items items) {
      String before = "[";
      for (LogValue item : items.items()) {
        ascii(before).value(item, depth + 1);
        before = ",";
      }
      ascii(items.items().isEmpty() ? "[]" : "]");
    } else if (value instanceof LogValue.Fields fields) {
      String before = "{";
      for (Map.Entry<String, LogValue> field : fields.fields().entrySet()) {
        ascii(before).text(field.getKey()).ascii(":").value(field.getValue(), depth + 1);
        before = ",";
      }
      ascii(fields.fields().isEmpty() ? "{}" : "}");
    }
  }

  // ---------------------------------------------------------------- octets

  private EventLogWriter ascii(String plain) {
    int length = plain.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      line[used + i] = (byte) plain.charAt(i);
    }
    used += length;
    return this;
  }

  private EventLogWriter number(long value) {
    long rest = value;
    int at = digits.length;
    do {
      digits[--at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    int count = digits.length - at;
    reserve(count + 1);
    if (value < 0) {
      line[used++] = '-';
    }
    System.arraycopy(digits, at, line, used, count);
    used += count;
    return this;
  }

  private EventLogWriter text(String text) {
    int length = text.length();
    reserve(length + 2);
    int begun = used;
    line[used++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c > 0x7E || c == '"' || c == '\\') {
        used = begun;
        return escaped(text);
      }
      line[used++] = (byte) c;
    }
    line[used++] = '"';
    return this;
  }

  private EventLogWriter escaped(String text) {
    if (!Text.isWritable(text)) {
      throw new IllegalArgumentException("a string with characters that are not logged");
    }
    StringBuilder escaped = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> escaped.append('\\').append(c);
        case '\t' -> escaped.append("\\t");
        case '\n' -> escaped.append("\\n");
        case '\f' -> escaped.append("\\f");
        case '\r' -> escaped.append("\\r");
        default -> escaped.append(c);
      }
    }
    byte[] bytes = escaped.append('"').toString().getBytes(StandardCharsets.UTF_8);
    reserve(bytes.length);
    System.arraycopy(bytes, 0, line, used, bytes.length);
    used += bytes.length;
    return this;
  }

  private void reserve(int more) {
    if (used + more > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, used + more));
    }
  }

  private void flush() {
    try {
      out.write(line, 0, used);
      out.flush();
      used = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
