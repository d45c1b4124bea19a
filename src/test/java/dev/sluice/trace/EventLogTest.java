package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The event log: what is written, what is read back, and what is refused. */
class EventLogTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  private static LogHeader header() {
    return new LogHeader(
        "sluice",
        "0.1.0",
        "source-documents",
        -1,
        DIGEST,
        Map.of("t", "ps", "credit", "B"),
        Map.of(
            "CreditConservation",
            new LogValue.Fields(Map.of("Sender", new LogValue.Items(List.of(LogValue.of("a")))))),
        List.of("st: switches \"and\" queues"));
  }

  private static byte[] example() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventLogWriter log = new EventLogWriter(out, header());
    log.event(0, "host-0", "CreditConservation", "Want")
        .argument("s", "höst\t\"0\"")
        .argument("again", false)
        .variable("backlog", 256_000_000)
        .end();
    log.event(6_000_000, "host-0", "CreditConservation", "Learn")
        .argument("total", 3_000_000_000L)
        .variable("credit", 3_000_000_000L)
        .variable("backlog", -2)
        .variable("known", new LogValue.Items(List.of(LogValue.of(1), LogValue.of(1L << 40))))
        .variable("open", true)
        .end();
    log.event(6_000_000, "host-1", "CreditConservation", "Slice").end();
    log.finish();
    return out.toByteArray();
  }

  private static final String TEXT =
      """
      {"format":"sluice-log","version":1,"writer":{"name":"sluice","version":"0.1.0"},\
      "profile":"source-documents","seed":"0xffffffffffffffff","scenario":"%s",\
      "units":{"credit":"B","t":"ps"},"constants":{"CreditConservation":{"Sender":["a"]}},\
      "omits":["st: switches \\"and\\" queues"]}
      {"n":1,"t":0,"at":"host-0","spec":"CreditConservation","do":"Want",\
      "in":{"s":"höst\\t\\"0\\"","again":false},"st":{"backlog":256000000}}
      {"n":2,"t":6000000,"at":"host-0","spec":"CreditConservation","do":"Learn",\
      "in":{"total":3000000000},\
      "st":{"credit":3000000000,"backlog":-2,"known":[1,1099511627776],"open":true},\
      "wide":["credit","known","total"]}
      {"n":3,"t":6000000,"at":"host-1","spec":"CreditConservation","do":"Slice","in":{},"st":{}}
      {"n":4,"end":true}
      """
          .formatted(DIGEST);

  private static List<LogEvent> read(String text) throws BadTrace, IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<LogEvent> read(byte[] bytes) throws BadTrace, IOException {
    List<LogEvent> events = new ArrayList<>();
    try (EventLogReader reader = EventLogReader.open("a.ndjson", new ByteArrayInputStream(bytes))) {
      for (Optional<LogEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        events.add(event.get());
      }
      assertThat(reader.next()).isEmpty();
      assertThat(reader.events()).isEqualTo(events.size());
    }
    return events;
  }

  private static BadTrace refusal(String text) {
    return catchThrowableOfType(BadTrace.class, () -> read(text));
  }

  @Test
  void theLogIsThisText() {
    assertThat(new String(example(), StandardCharsets.UTF_8)).isEqualTo(TEXT);
  }

  @Test
  void whatIsWrittenIsReadBack() throws BadTrace, IOException {
    try (EventLogReader reader =
        EventLogReader.open("a.ndjson", new ByteArrayInputStream(example()))) {
      assertThat(reader.header()).isEqualTo(header());
    }
    List<LogEvent> events = read(example());
    assertThat(events).hasSize(3);
    assertThat(events.get(0).arguments())
        .isEqualTo(Map.of("s", LogValue.of("höst\t\"0\""), "again", LogValue.of(false)));
    LogEvent learn = events.get(1);
    assertThat(learn)
        .isEqualTo(
            new LogEvent(
                2,
                6_000_000,
                "host-0",
                "CreditConservation",
                "Learn",
                Optional.empty(),
                Map.of("total", LogValue.of(3_000_000_000L)),
                learn.variables(),
                Map.of(),
                Map.of(),
                false));
    assertThat(learn.wide()).containsExactly("credit", "known", "total");
    assertThat(learn.variables().get("credit").toTlc()).isEmpty();
    assertThat(learn.variables().get("known").toTlc()).isEmpty();
    assertThat(learn.variables().get("backlog").toTlc()).contains(Value.of(-2));
    assertThat(events.get(2).variables()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2147483647,true", "2147483648,false", "-2147483648,true", "-2147483649,false"})
  void theEdgeOfTlcsIntegersIsMarked(long value, boolean fits) throws BadTrace, IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventLogWriter log = new EventLogWriter(out, header());
    log.event(0, "a", "S", "Act").variable("x", value).end();
    log.finish();
    LogEvent event = read(out.toByteArray()).get(0);
    assertThat(event.wide().isEmpty()).isEqualTo(fits);
    assertThat(event.variables().get("x").toTlc().isPresent()).isEqualTo(fits);
    assertThat(out.toString(StandardCharsets.UTF_8).contains("\"wide\":[\"x\"]")).isEqualTo(!fits);
  }

  @Test
  void hostileLinesAreRefusedWithTheirNumberAndAReason() {
    Map<String, String> refusals = new LinkedHashMap<>();
    refusals.put("\"n\":2,>\"n\":3,", "line 3: the number is 3 where 2 is next");
    refusals.put("\"n\":2,>\"n\":1,", "line 3: the number is 1 where 2 is next");
    refusals.put("\"n\":2,>", "line 3: the number is missing where 2 is next");
    refusals.put("\"n\":4,\"end\">\"n\":5,\"end\"", "line 5: the number is 5 where 4 is next");
    refusals.put(
        "{\"n\":2,\"t\":60>{\"n\":2,\"t\":{\"n\":9,\"t\":60",
        "line 3: another event begins within this line: more than one writer");
    refusals.put(
        "{\"n\":3,\"t\":6000000,\"at\":\"host-1\">{\"n\":1,\"t\":6000000,\"at\":\"host-1\"",
        "line 4: number 1 stands twice, and host-1 is new here: more than one writer");
    refusals.put(
        "{\"n\":2,\"t\":60>{\"format\":\"sluice-log\",\"n\":2,\"t\":60",
        "line 3: another log begins here: more than one writer");
    refusals.put(
        "\"end\":true}>\"end\":true}\n{\"format\":\"sluice-log\"}",
        "line 6: another log begins here: more than one writer has written to this file. Give each");
    refusals.put("\"end\":true}>\"end\":true}\n{}", "line 6: something follows the line that ends");
    refusals.put("\"end\":true>\"end\":false", "line 5: \"end\" is true; found false");
    refusals.put("\"end\":true>\"end\":true,\"t\":1", "no other keys");
    refusals.put("\"t\":6000000,\"at\":\"host-1\">\"t\":5,\"at\":\"host-1\"", "the time falls");
    refusals.put("\"t\":0,>", "the key \"t\" is missing, or negative");
    refusals.put("\"t\":0,>\"t\":-1,", "missing, or negative");
    refusals.put("\"t\":6000000,>\"t\":9007199254740992,", "more than 2^53 - 1 ps after the first");
    refusals.put("\"do\":\"Want\",>", "line 2: the key \"do\" is missing");
    refusals.put("256000000>256000000.0", "line 2: \"backlog\" is a whole number; found");
    refusals.put("256000000>2.56e8", "\"backlog\" is a whole number");
    refusals.put("256000000>null", "\"backlog\" is a whole number; found null");
    refusals.put("256000000>9007199254740992", "9007199254740992, beyond 2^53 - 1");
    refusals.put("256000000>-99999999999999999999", "beyond 2^53 - 1");
    refusals.put("256000000>" + "9".repeat(65), "line 2: this is not JSON that is read here");
    refusals.put("256000000>NaN", "line 2: this is not JSON");
    refusals.put("256000000>\"\\u0007\"", "line 2: \"backlog\" has characters that are not read");
    refusals.put("256000000>" + "[".repeat(13) + "]".repeat(13), "nested 12 deep");
    refusals.put("256000000>" + "[".repeat(100_000), "line 2: values may be nested 12 deep");
    refusals.put("256000000>[" + "0,".repeat(5_000) + "0]", "more than 4096 members");
    refusals.put("256000000>\"" + "a".repeat(70_000) + "\"", "line 2: this is not JSON");
    refusals.put("256000000>\"" + "a".repeat(1 << 20) + "\"", "line 2: the line is longer than");
    refusals.put("\"again\":false>\"s\":1", "line 2: this is not JSON that is read here: the key");
    refusals.put("\"again\":false}>\"again\":false} }", "line 2: the key \"st\" is missing");
    refusals.put("\"n\":3,>{},\"n\":3,", "line 4: this is not JSON");
    refusals.put(",\"wide\":[\"credit\",\"known\",\"total\"]>", "line 3: \"wide\" names [], but");
    refusals.put("\"wide\":[\"credit\",>\"wide\":[", "line 3: \"wide\" names [known, total], but");
    refusals.put(
        "\"known\",\"total\"]>\"known\",\"total\",\"x\"]", "line 3: \"wide\" names [credit");
    refusals.put("\"known\",\"total\"]>\"known\",\"known\"]", "line 3: \"wide\" names known twice");
    refusals.put("\"in\":{},>\"in\":{},\"extra\":1,", "line 4: an event has no key \"extra\"");
    refusals.put("sluice-log\">other\"", "line 1: the first line is no header");
    refusals.put(
        "\"version\":1>\"version\":2", "line 1: version 2 of the format; this reader knows 1");
    refusals.put("0xffff>0xfffff", "line 1: the seed is not 0x");
    refusals.put("sha256:0>sha256:", "line 1: the scenario is not");
    refusals.put("\"omits\":>\"x_omits\":", "line 1: the key \"omits\" is missing");
    refusals.put("\"profile\":>\"profil\":", "line 1: a header has no key \"profil\"");
    refusals.forEach(
        (change, reason) -> {
          String[] parts = change.split(">", 2);
          assertThat(TEXT).contains(parts[0]);
          BadTrace refused = refusal(TEXT.replace(parts[0], parts[1]));
          assertThat(refused).as(change.substring(0, Math.min(40, change.length()))).isNotNull();
          assertThat(refused).hasMessageContaining(reason);
          assertThat(refused.file()).isEqualTo("a.ndjson");
        });
    assertThat(refusal("")).hasMessageContaining("line 1: the file is empty");
    assertThat(refusal("[]\n")).hasMessageContaining("a line is a JSON object; found a list");
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    bytes[TEXT.indexOf('\n') + 10] = (byte) 0xFF;
    assertThat(catchThrowableOfType(BadTrace.class, () -> read(bytes)))
        .hasMessageContaining("line 2: the line is not UTF-8");
  }

  @Test
  void anUnfinishedLogIsReadUpToItsLastCompleteLine() throws BadTrace, IOException {
    String noEnd = TEXT.replace("{\"n\":4,\"end\":true}\n", "");
    assertThat(extent(noEnd))
        .isEqualTo(
            new LogExtent(
                Optional.of("it has no last line {\"n\":4,\"end\":true}"), 4, BigInteger.ZERO));
    assertThat(read(noEnd)).hasSize(3);
    assertThat(extent(TEXT)).isEqualTo(new LogExtent(Optional.empty(), 5, BigInteger.ZERO));
    for (int length = TEXT.indexOf('\n') + 1; length < TEXT.length(); length++) {
      String part = TEXT.substring(0, length);
      long complete = part.chars().filter(c -> c == '\n').count();
      assertThat(read(part)).as("cut to %d characters", length).hasSize((int) complete - 1);
      assertThat(extent(part).lines()).isEqualTo((int) complete);
      assertThat(extent(part).isPrefix()).isTrue();
    }
    assertThat(refusal(TEXT.substring(0, 20))).hasMessageContaining("line 1: the header's line");
  }

  private static LogExtent extent(String text) throws BadTrace, IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (EventLogReader reader = EventLogReader.open("a.ndjson", new ByteArrayInputStream(bytes))) {
      while (reader.next().isPresent()) {
        assertThat(reader.line()).isPositive();
      }
      return reader.extent();
    }
  }

  @Test
  void timesOfAWallClockCountFromTheFirstEvent() throws BadTrace, IOException {
    String epoch = "1700000000000000000000000";
    String text =
        TEXT.replace("\"t\":0,", "\"t\":" + epoch + ",")
            .replace("\"t\":6000000,", "\"t\":1700000000000000006000000,");
    assertThat(read(text)).isEqualTo(read(TEXT));
    assertThat(extent(text).originPs()).isEqualTo(new BigInteger(epoch));
  }

  @Test
  void keysOfOthersArePassedOver() throws BadTrace, IOException {
    String text =
        TEXT.replace("\"in\":{},", "\"in\":{},\"x_mine\":[1.5,null],")
            .replace("\"version\":1,", "\"version\":1,\"x_mine\":{},");
    assertThat(read(text)).isEqualTo(read(TEXT));
  }

  @Test
  void aFileThatIsNotThereIsRefused(@TempDir Path folder) throws BadTrace, IOException {
    BadTrace missing =
        catchThrowableOfType(
            BadTrace.class, () -> EventLogReader.open(folder.resolve("none.ndjson")));
    assertThat(missing).hasMessageContaining("there is no such file");
    Path file = folder.resolve("a.ndjson");
    Files.write(file, example());
    try (EventLogReader reader = EventLogReader.open(file)) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.line()).isEqualTo(2);
    }
  }

  @Test
  void whatCannotBeLoggedIsRefused() {
    EventLogWriter log = new EventLogWriter(OutputStream.nullOutputStream(), header());
    log.event(5, "a", "S", "Act");
    assertThatIllegalArgumentException().isThrownBy(() -> log.argument("x", 1L << 53));
    assertThatIllegalArgumentException().isThrownBy(() -> log.argument("x", -(1L << 53)));
    assertThatIllegalArgumentException().isThrownBy(() -> LogValue.of(1L << 53));
    assertThatIllegalArgumentException().isThrownBy(() -> LogValue.of("\u001b[31m"));
    assertThatIllegalStateException().isThrownBy(() -> log.event(6, "a", "S", "Act"));
    assertThatIllegalStateException().isThrownBy(log::finish);
    EventLogWriter other = new EventLogWriter(OutputStream.nullOutputStream(), header());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.event(1, "a", "S", "Act").argument("x", "\u001b[31m"));
    EventLogWriter third = new EventLogWriter(OutputStream.nullOutputStream(), header());
    third.event(7, "a", "S", "Act").argument("x", 1).variable("x", 1);
    assertThatIllegalStateException().isThrownBy(() -> third.argument("y", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> third.variable("x", 2));
    third.end();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> third.event(6, "a", "S", "Act"))
        .withMessageContaining("after an event at 7 ps");
    third.finish();
    assertThatIllegalStateException().isThrownBy(() -> third.event(8, "a", "S", "Act"));
  }

  private static final String WHOSE =
      "\"of\":{\"role\":\"target\",\"source\":\"a\",\"destination\":\"b\",\"class\":0,\"ccc\":161,"
          + "\"life\":2,\"pdc\":16385},";

  private static final String BEHIND =
      ",\"given\":{\"Jobs\":3000000000,\"Work\":2},\"msg\":{\"credit\":16777215},\"outside\":true";

  private static String told() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventLogWriter log = new EventLogWriter(out, header());
    log.event(1, "b", "S", "Act")
        .instance(new LogInstance(LogInstance.TARGET, "a", "b", 0, 161, 2, 16_385))
        .argument("s", "a/161")
        .given("Jobs", LogValue.of(3_000_000_000L))
        .given("Work", LogValue.of(2))
        .message(new LogValue.Fields(Map.of("credit", LogValue.of(16_777_215))))
        .outside()
        .end();
    log.event(1, "b", "S", "Act")
        .instance(new LogInstance(LogInstance.TARGET, "", "b", -1, 0, 0, 0))
        .end();
    log.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whoseEventItIsAndWhatElseItTellsIsReadBack() throws BadTrace, IOException {
    assertThat(told())
        .contains("\"do\":\"Act\"," + WHOSE + "\"in\":{\"s\":\"a/161\"},\"st\":{}" + BEHIND)
        .contains(",\"of\":{\"role\":\"target\",\"destination\":\"b\"},\"in\":{},\"st\":{}}");
    LogEvent event = read(told().getBytes(StandardCharsets.UTF_8)).get(0);
    assertThat(event.instance())
        .contains(new LogInstance(LogInstance.TARGET, "a", "b", 0, 161, 2, 16_385));
    assertThat(event.instance().orElseThrow().flow()).isEqualTo("a>b/0");
    assertThat(event.given()).containsOnlyKeys("Jobs", "Work");
    assertThat(event.message()).containsEntry("credit", LogValue.of(16_777_215));
    assertThat(event.isOutside()).isTrue();
    assertThat(event.wide()).containsExactly("Jobs");
    LogEvent plain = read(TEXT).get(0);
    assertThat(plain.instance()).isEmpty();
    assertThat(plain.isOutside()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"role\":\"target\",\"source\" | \"source\" | the key \"role\" is missing",
        "\"role\":\"target\",\"source\" | \"role\":\"both\",\"source\" | not \"both\"",
        "\"class\":0 | \"class\":-1 | \"class\" is -1; from 0 on",
        "\"ccc\":161 | \"ccc\":0 | \"ccc\" is 0; from 1 on",
        "\"ccc\":161 | \"ccc\":2147483648 | \"ccc\" is 2147483648",
        "\"ccc\":161,\"life\":2 | \"ccc\":161 | \"ccc\" and \"life\" go together",
        "\"pdc\":16385 | \"port\":1 | a context has no key \"port\"",
        "\"in\": | \"times\":4096,\"in\": | an event has no key \"times\"",
        "\"outside\":true | \"outside\":false | is true, or left out; found false",
        "\"Jobs\":3000000000,\"Work\":2 | '' | fixes a constant",
        "\"credit\":16777215 | \"credit\":1.5 | is a whole number",
        ",\"wide\":[\"Jobs\"] | '' | names [], but [Jobs] do not fit"
      })
  void whatDoesNotSayWhoseItIsIsRefused(String part, String instead, String reason) {
    assertThat(told()).contains(part);
    assertThat(refusal(told().replace(part, instead))).hasMessageContaining(reason);
  }

  @Test
  void whatIsToldOutOfOrderIsRefused() {
    EventLogWriter log = new EventLogWriter(OutputStream.nullOutputStream(), header());
    LogInstance of = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 0, 0, 0);
    log.event(5, "a", "S", "Act").argument("x", 1);
    assertThatIllegalStateException().isThrownBy(() -> log.instance(of));
    log.outside();
    assertThatIllegalStateException().isThrownBy(() -> log.variable("x", 1));
    log.given("A", LogValue.of(1));
    assertThatIllegalArgumentException().isThrownBy(() -> log.given("A", LogValue.of(1)));
    log.given("B", LogValue.of(1)).outside();
    assertThatIllegalStateException().isThrownBy(() -> log.given("C", LogValue.of(1)));
    log.end();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LogInstance("both", "a", "b", 0, 0, 0, 0));
  }

  @Test
  void aFullDiskEndsTheRun() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    assertThat(
            catchThrowableOfType(
                UncheckedIOException.class, () -> new EventLogWriter(full, header())))
        .hasMessageContaining("No space left");
  }

  @Test
  void anEventAllocatesNothing() throws IOException {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (EventLogWriter log = new EventLogWriter(OutputStream.nullOutputStream(), header())) {
      write(log, 0, 20_000);
      long thread = Thread.currentThread().getId();
      long before = threads.getThreadAllocatedBytes(thread);
      write(log, 20_000, 120_000);
      long allocated = threads.getThreadAllocatedBytes(thread) - before;
      assertThat(allocated).as("bytes for 100,000 events").isLessThan(100_000);
      assertThat(log.events()).isEqualTo(120_000);
    }
  }

  private static void write(EventSink log, int from, int to) {
    for (int i = from; i < to; i++) {
      log.event(i, "host-0", "CreditConservation", "Learn")
          .argument("s", "host-0")
          .argument("total", 5_000_000_000L + i)
          .variable("credit", 5_000_000_000L + i)
          .variable("backlog", i)
          .end();
    }
  }
}
