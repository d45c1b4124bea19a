package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads an event log line by line, whoever wrote it, and refuses what it would have to guess at.
 *
 * <p>Refused, each with the line's number and a sentence in {@link BadTrace}: a first line that is
 * no header of this version, what is no JSON or no UTF-8, a key given twice or unknown (those that
 * begin with {@code x_} are everybody's, and passed over), a number of an event that is not the
 * next one, a time that falls, a fraction, an exponent, {@code null}, a number beyond ±(2⁵³ − 1), a
 * mark {@code wide} that does not say exactly which names do not fit TLC, and the lines of a second
 * writer.
 *
 * <p>A log whose writer did not finish it, without its last line or cut within a line, is read up
 * to its last complete line: see {@link #extent}. Times of a first event beyond 2⁵³ − 1 ps, those
 * of a wall clock, count from that event.
 *
 * <p>A hostile file costs bounded memory and stack: a line has at most {@link #MAX_LINE} bytes, and
 * values are nested at most {@link LogValue#MAX_DEPTH} deep.
 */
public final class EventLogReader implements Closeable {
  /** The longest line, in bytes. */
  public static final int MAX_LINE = 1 << 20;

  private static final String REPAIR = "Correct what writes the log; its format: docs/eventlog.md.";
  private static final String MERGE =
      "Give each writer's log a file of its own, and all of them to `sluice validate --merge`.";

  /** The beginning of an event; within a line it is where another writer's line cut in. */
  private static final Pattern EVENT =
      Pattern.compile("\\{\\s*\"n\"\\s*:\\s*\\d+\\s*,\\s*\"(t|end)\"\\s*:");

  private final String file;
  private final InputStream in;
  private final Lines lines;

  private final LogHeader header;
  private int lineNumber;
  private long number;
  private long lastPs;
  private BigInteger originPs = BigInteger.ZERO;
  private boolean mayFall;
  private final Set<String> hosts = new HashSet<>();
  private boolean ended;
  private Optional<String> cut = Optional.empty();
  private JsonParser json;
  private JsonValues<BadTrace> values;

  private final JsonValues.Refusing<BadTrace> refusing =
      new JsonValues.Refusing<>() {
        @Override
        public BadTrace bad(String what) {
          return EventLogReader.this.bad(what, REPAIR);
        }

        @Override
        public BadTrace large(String what) {
          return EventLogReader.this.bad(what, "Correct the value, or leave it out.");
        }
      };

  private EventLogReader(String file, InputStream in) throws BadTrace {
    this.file = file;
    this.in = in;
    this.lines = new Lines(in, MAX_LINE);
    int length = nextLine();
    if (length < 0) {
      throw bad(
          length == Lines.END ? "the file is empty" : "the header's line has no line feed",
          "It has been cut off: write it anew.");
    }
    this.header = parse(length, this::readHeader);
  }

  /**
   * Opens a file, packed by gzip or zstd or not at all, and reads its header; {@code -} is standard
   * input.
   */
  public static EventLogReader open(Path file) throws BadTrace {
    InputStream in;
    try {
      in = LogFile.open(file);
    } catch (NoSuchFileException missing) {
      throw new BadTrace(LogFile.name(file), 0, -1, "there is no such file", "Check the path.");
    } catch (IOException failed) {
      String what = "it cannot be read: " + DiskTrouble.why(failed);
      throw new BadTrace(LogFile.name(file), 0, -1, what, "Check the path and its permissions.");
    }
    try {
      return new EventLogReader(LogFile.name(file), in);
    } catch (BadTrace bad) {
      try {
        in.close();
      } catch (IOException alsoFailed) {
        bad.addSuppressed(alsoFailed);
      }
      throw bad;
    }
  }

  /**
   * Reads a header from a stream, which is closed with the reader.
   *
   * @param file its name, for the sentences only
   */
  public static EventLogReader open(String file, InputStream in) throws BadTrace {
    return new EventLogReader(file, in);
  }

  /** The header. */
  public LogHeader header() {
    return header;
  }

  /** Accepts times that fall from one line to the next: the order of lines alone counts. */
  public EventLogReader acceptingFallingTimes() {
    mayFall = true;
    return this;
  }

  /** Returns how much of the file has been read, once {@link #next} has returned no event. */
  public LogExtent extent() {
    return new LogExtent(cut, cut.isPresent() ? lineNumber - 1 : lineNumber, originPs);
  }

  /** How many events have been read. */
  public long events() {
    return number;
  }

  /** The line that was read last, counted from 1. */
  public int line() {
    return lineNumber;
  }

  /** The next event, or empty at the end of a log that is whole. */
  public Optional<LogEvent> next() throws BadTrace {
    if (ended) {
      return Optional.empty();
    }
    int length = nextLine();
    if (length < 0) {
      ended = true;
      cut =
          Optional.of(
              length == Lines.UNFINISHED
                  ? "its last line is incomplete"
                  : "it has no last line {\"n\":" + (number + 1) + ",\"end\":true}");
      return Optional.empty();
    }
    Optional<LogEvent> event = parse(length, this::readEvent);
    if (event.isEmpty()) {
      ended = true;
      requireEnd();
    }
    return event;
  }

  private void requireEnd() throws BadTrace {
    int length = nextLine();
    if (length == Lines.END) {
      lineNumber--;
    } else if (new String(lines.bytes(), 0, Math.max(0, length), StandardCharsets.UTF_8)
        .contains("\"format\"")) {
      throw secondWriter("another log begins here");
    } else {
      throw bad("something follows the line that ends the log", REPAIR);
    }
  }

  private BadTrace secondWriter(String what) {
    return bad(what + ": more than one writer has written to this file", MERGE);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  // ---------------------------------------------------------------- lines

  private interface LineReader<T> {
    T read() throws IOException, BadTrace;
  }

  private <T> T parse(int length, LineReader<T> reader) throws BadTrace {
    String text;
    try {
      ByteBuffer octets = ByteBuffer.wrap(lines.bytes(), 0, length);
      text = StandardCharsets.UTF_8.newDecoder().decode(octets).toString();
    } catch (CharacterCodingException e) {
      throw bad("the line is not UTF-8 text", REPAIR);
    }
    try {
      return parse(text, reader);
    } catch (BadTrace bad) {
      if (EVENT.matcher(text).results().count() > 1) {
        throw secondWriter("another event begins within this line");
      }
      throw bad;
    }
  }

  private <T> T parse(String text, LineReader<T> reader) throws BadTrace {
    try (JsonParser parser = JsonValues.parser(text)) {
      json = parser;
      values = new JsonValues<>(parser, refusing);
      parser.nextToken();
      values.require(JsonToken.START_OBJECT, "a line is a JSON object");
      T result = reader.read();
      if (parser.nextToken() != null) {
        throw bad("something follows the object", REPAIR);
      }
      return result;
    } catch (JsonProcessingException e) {
      throw bad("this is not JSON that is read here: " + ParserWords.json(e), REPAIR);
    } catch (IOException impossible) {
      throw new IllegalStateException("reading from memory failed", impossible);
    }
  }

  /**
   * Reads the next line.
   *
   * @return its length, or {@link Lines#END}, or {@link Lines#UNFINISHED} if it has no line feed
   */
  private int nextLine() throws BadTrace {
    lineNumber++;
    try {
      int length = lines.next();
      if (length == Lines.TOO_LONG) {
        throw bad("the line is longer than " + MAX_LINE + " bytes", REPAIR);
      }
      return length;
    } catch (IOException e) {
      throw bad("it cannot be read: " + DiskTrouble.why(e), "Check the file.");
    }
  }

  private BadTrace bad(String what, String next) {
    return new BadTrace(file, lineNumber, -1, what, next);
  }

  // ---------------------------------------------------------------- header

  private LogHeader readHeader() throws IOException, BadTrace {
    String format = null;
    long version = -1;
    String[] writer = null;
    String profile = null;
    String seed = null;
    String scenario = "";
    Map<String, String> units = null;
    Map<String, LogValue> constants = null;
    List<String> omits = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "format" -> format = values.string(key);
        case "version" -> version = values.integer(key);
        case "writer" -> writer = writer();
        case "profile" -> profile = values.string(key);
        case "seed" -> seed = values.string(key);
        case "scenario" -> scenario = values.string(key);
        case "units" -> units = units();
        case "constants" -> constants = values.members(key, 1);
        case "omits" -> omits = sentences();
        default -> values.pass(key, "a header");
      }
    }
    if (!LogHeader.FORMAT.equals(format)) {
      throw bad(
          "the first line is no header: \"format\" must be \"" + LogHeader.FORMAT + "\"", REPAIR);
    }
    if (version != LogHeader.VERSION) {
      throw bad(
          "version " + version + " of the format; this reader knows " + LogHeader.VERSION,
          "Use the Sluice that wrote it, or a newer one.");
    }
    needed("writer", writer);
    needed("profile", profile);
    needed("seed", seed);
    needed("units", units);
    needed("constants", constants);
    needed("omits", omits);
    if (!seed.matches("0x[0-9a-f]{1,16}")) {
      throw bad("the seed is not 0x and up to 16 hexadecimal digits: " + seed, REPAIR);
    }
    if (!scenario.matches("(sha256:[0-9a-f]{64})?")) {
      throw bad("the scenario is not sha256: and 64 hexadecimal digits", REPAIR);
    }
    return new LogHeader(
        writer[0],
        writer[1],
        profile,
        Long.parseUnsignedLong(seed.substring(2), 16),
        scenario,
        units,
        constants,
        omits);
  }

  private void needed(String key, Object value) throws BadTrace {
    if (value == null) {
      throw bad("the key \"" + key + "\" is missing", REPAIR);
    }
  }

  private String[] writer() throws IOException, BadTrace {
    values.require(JsonToken.START_OBJECT, "\"writer\" is an object");
    String[] writer = new String[2];
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "name" -> writer[0] = values.string(key);
        case "version" -> writer[1] = values.string(key);
        default -> values.pass(key, "a writer");
      }
    }
    needed("name", writer[0]);
    needed("version", writer[1]);
    if (writer[0].isBlank() || writer[1].isBlank()) {
      throw bad("the name or the version of the writer is empty", REPAIR);
    }
    return writer;
  }

  private Map<String, String> units() throws IOException, BadTrace {
    values.require(JsonToken.START_OBJECT, "\"units\" is an object");
    Map<String, String> units = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      units.put(key, values.string(key));
    }
    return units;
  }

  private List<String> sentences() throws IOException, BadTrace {
    values.require(JsonToken.START_ARRAY, "\"omits\" is an array");
    List<String> sentences = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      sentences.add(values.string("omits"));
    }
    return sentences;
  }

  // ---------------------------------------------------------------- event

  private Optional<LogEvent> readEvent() throws IOException, BadTrace {
    long n = -1;
    long t = -1;
    String at = null;
    String spec = null;
    String action = null;
    Map<String, LogValue> arguments = null;
    Map<String, LogValue> variables = null;
    Map<String, LogValue> given = Map.of();
    Map<String, LogValue> message = Map.of();
    Optional<LogInstance> instance = Optional.empty();
    boolean outside = false;
    Set<String> wide = Set.of();
    boolean end = false;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "n" -> n = values.integer(key);
        case "t" -> t = time();
        case "at" -> at = values.string(key);
        case "spec" -> spec = values.string(key);
        case "do" -> action = values.string(key);
        case "of" -> instance = Optional.of(instance());
        case "given" -> {
          given = values.members(key);
          if (given.isEmpty()) {
            throw bad("an event fixes a constant, or leaves \"given\" out", REPAIR);
          }
        }
        case "msg" -> message = values.members(key);
        case "outside" -> {
          values.require(JsonToken.VALUE_TRUE, "\"outside\" is true, or left out");
          outside = true;
        }
        case "in" -> arguments = values.members(key);
        case "st" -> variables = values.members(key);
        case "wide" -> wide = wide();
        case "format" -> throw secondWriter("another log begins here");
        case "end" -> {
          values.require(JsonToken.VALUE_TRUE, "\"end\" is true");
          end = true;
        }
        default -> values.pass(key, "an event");
      }
    }
    if (n > 0 && n <= number && at != null && !hosts.contains(at)) {
      throw secondWriter("number " + n + " stands twice, and " + at + " is new here");
    }
    if (n != number + 1) {
      String what =
          "the number is " + (n < 0 ? "missing" : n) + " where " + (number + 1) + " is next";
      String next = "Numbers have no gap: lines are missing, or stand twice.";
      throw n < 0 ? bad(what, next) : BadTrace.gap(file, lineNumber, what, next);
    }
    if (end) {
      if (t != -1
          || at != null
          || spec != null
          || action != null
          || arguments != null
          || instance.isPresent()) {
        throw bad("the line that ends the log has no other keys than \"n\" and \"end\"", REPAIR);
      }
      return Optional.empty();
    }
    number = n;
    needed("at", at);
    hosts.add(at);
    needed("spec", spec);
    needed("do", action);
    needed("in", arguments);
    needed("st", variables);
    if (t < 0) {
      throw bad("the key \"t\" is missing, or negative", REPAIR);
    }
    if (t < lastPs && !mayFall) {
      throw bad(
          "the time falls from " + lastPs + " to " + t + " ps",
          "If the times are those of several hosts' clocks, use `sluice validate --merge`; else"
              + " correct what writes the log (docs/eventlog.md).");
    }
    lastPs = t;
    LogEvent event =
        new LogEvent(
            n, t, at, spec, action, instance, arguments, variables, given, message, outside);
    if (!event.wide().equals(wide)) {
      throw bad(
          "\"wide\" names " + wide + ", but " + event.wide() + " do not fit 32 bits",
          "Name exactly those that do not fit.");
    }
    return Optional.of(event);
  }

  private LogInstance instance() throws IOException, BadTrace {
    values.require(JsonToken.START_OBJECT, "\"of\" is an object");
    String role = null;
    String source = "";
    String destination = "";
    long[] numbers = {-1, 0, 0, 0, 0, 0};
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "role" -> role = values.string(key);
        case "source" -> source = values.string(key);
        case "destination" -> destination = values.string(key);
        case "class" -> numbers[0] = small(key, 0);
        case "ccc" -> numbers[1] = small(key, 1);
        case "life" -> numbers[2] = small(key, 1);
        case "pdc" -> numbers[3] = small(key, 1);
        case "sourceQp" -> numbers[4] = small(key, 1);
        case "destinationQp" -> numbers[5] = small(key, 1);
        default -> values.pass(key, "a context");
      }
    }
    needed("role", role);
    if (!role.equals(LogInstance.SOURCE) && !role.equals(LogInstance.TARGET)) {
      throw bad("a role is \"source\" or \"target\", not \"" + role + "\"", REPAIR);
    }
    if (numbers[1] > 0 != numbers[2] > 0) {
      throw bad("\"ccc\" and \"life\" go together", REPAIR);
    }
    if (numbers[4] > 0 != numbers[5] > 0) {
      throw bad("\"sourceQp\" and \"destinationQp\" go together", REPAIR);
    }
    return new LogInstance(
        role,
        source,
        destination,
        (int) numbers[0],
        (int) numbers[1],
        (int) numbers[2],
        (int) numbers[3],
        (int) numbers[4],
        (int) numbers[5]);
  }

  private long small(String key, long least) throws IOException, BadTrace {
    long number = values.integer(key);
    if (number < least || number > Integer.MAX_VALUE) {
      throw bad("\"" + key + "\" is " + number + "; from " + least + " on", REPAIR);
    }
    return number;
  }

  private Set<String> wide() throws IOException, BadTrace {
    values.require(JsonToken.START_ARRAY, "\"wide\" is an array");
    Set<String> wide = new TreeSet<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (!wide.add(values.string("wide"))) {
        throw bad("\"wide\" names " + json.getText() + " twice", REPAIR);
      }
    }
    if (wide.isEmpty()) {
      throw bad("\"wide\" names nothing; leave it out", REPAIR);
    }
    return wide;
  }

  // ---------------------------------------------------------------- time

  /** Reads a time, counted from the first event's if that one is beyond 2⁵³ − 1 ps. */
  private long time() throws IOException, BadTrace {
    values.require(JsonToken.VALUE_NUMBER_INT, "\"t\" is a whole number");
    BigInteger told = json.getBigIntegerValue();
    BigInteger largest = BigInteger.valueOf(LogValue.LARGEST);
    if (number == 0 && told.compareTo(largest) > 0) {
      originPs = told;
    }
    BigInteger passed = told.subtract(originPs);
    if (passed.compareTo(largest) > 0) {
      throw bad(
          "\"t\" is " + told + ", more than 2^53 - 1 ps after the first event",
          "Write times in picoseconds.");
    }
    return passed.max(BigInteger.valueOf(-1)).longValueExact();
  }
}
