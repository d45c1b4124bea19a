package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single values that no judge looked at once: each log is sound except for one of them. */
class LogDetailsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private record Ran(int code, String out) {}

  private Ran run(List<ObjectNode> lines, String... specs) throws IOException {
    Path log = folder.resolve("a.log");
    Files.write(log, lines.stream().map(JsonNode::toString).toList());
    List<String> args = new ArrayList<>(List.of("validate", log.toString()));
    for (String spec : specs) {
      args.addAll(List.of("--spec", spec));
    }
    Project project = Project.own(folder);
    int code = project.run(args.toArray(String[]::new));
    return new Ran(code, project.out() + project.err());
  }

  private static List<ObjectNode> lines(EventLog log) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    log.write(out);
    List<ObjectNode> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      lines.add((ObjectNode) JSON.readTree(line));
    }
    return lines;
  }

  /** Judges a log after a change to the first of its events of an action. */
  private Ran with(EventLog log, String spec, String action, Consumer<ObjectNode> change)
      throws IOException {
    List<ObjectNode> lines = lines(log);
    Predicate<ObjectNode> isIt =
        line -> spec.equals(line.path("spec").asText()) && action.equals(line.path("do").asText());
    change.accept(lines.stream().filter(isIt).findFirst().orElseThrow());
    return run(lines, spec);
  }

  private static EventLog growth() {
    return RecordedLogs.logs().get("growth");
  }

  private static EventLog ldcp() {
    return RecordedLogs.logsOfRoce().get("ldcp-incast");
  }

  @Test
  void aCloseIsOfThePdcThatItNames() throws IOException {
    Ran ran =
        with(
            growth(),
            "PdcHandshake",
            "ReceiveClose",
            e -> ((ObjectNode) e.get("of")).put("pdc", 9));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out())
        .contains("PdcHandshake.ReceiveClose, has another PDC in of.pdc than in in.m.dpdcid");
  }

  @Test
  void aPdcIsOpenedByTheIdThatItsEventIsOf() throws IOException {
    Ran ran = with(growth(), "PdcHandshake", "Admit", e -> ((ObjectNode) e.get("in")).put("t", 9));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("PdcHandshake.Admit, has another PDC in of.pdc than in in.t");
  }

  @Test
  void whatHappensToACccTellsWhichItIs() throws IOException {
    Ran ran =
        with(
            growth(),
            "CccLifecycle",
            "Receive",
            event -> ((ObjectNode) event.get("of")).remove(List.of("ccc", "life")));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("CccLifecycle.Receive, is of a CCC, and does not tell it");
  }

  @Test
  void aRoundTripTakesNoLessThanNoTime() throws IOException {
    Ran ran =
        with(ldcp(), "PawaWindow", "ReceiveAck", e -> ((ObjectNode) e.get("in")).put("rtt", -5));
    assertThat(ran.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out()).contains("e.in.rtt \\in Nat");
  }

  @Test
  void queuePairsCountRetriesInThreeBits() throws IOException {
    Ran ran =
        with(
            RecordedLogs.logsOfRoce().get("roce-write"),
            "RcTransport",
            "Transmit",
            event -> ((ObjectNode) event.get("given")).put("Retries", 1_000));
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("Retries is from 0 to 7");
  }

  @Test
  void aSpecificationWithConstantsAndWithoutEventsIsLeftOut() throws IOException {
    List<ObjectNode> lines = lines(growth());
    lines.removeIf(line -> line.path("spec").asText().equals("NsccWindow"));
    number(lines);
    Ran ran = run(lines, "NsccWindow", "PdcHandshake");
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("Accepted, as a partial log", "nothing logged, and the header tells of it");
  }

  @Test
  void aQuantityWithoutItsUnitIsRefused() throws IOException {
    List<ObjectNode> lines = lines(growth());
    ((ObjectNode) lines.get(0).get("units")).removeAll();
    Ran ran = run(lines, "PdcHandshake");
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("the header's units do not tell that of ", "; it counts \"");
  }

  /** Drops each constant of the header on its own. One judge serves all of them. */
  @Test
  void aConstantIsToldOrLeftOutInWords() throws Exception {
    EventLog sound = growth();
    int tried = 0;
    for (Projection projection : Systems.projections()) {
      String spec = projection.spec();
      for (String constant : sound.constants(spec).keySet()) {
        if (constant.equals("Profile") || projection.implied().contains(constant)) {
          continue;
        }
        tried++;
        Map<String, LogValue> constants = new TreeMap<>(sound.header().constants());
        Map<String, LogValue> left = new TreeMap<>(sound.constants(spec));
        left.remove(constant);
        constants.put(spec, new LogValue.Fields(left));
        EventLog log = new EventLog(sound.header().telling(constants), sound.events());
        assertThatExceptionOfType(BadLog.class)
            .as("%s.%s", spec, constant)
            .isThrownBy(() -> SpecJudges.pool().through(projection, judge -> judge.judge(log)))
            .withMessageContaining(
                "do not tell " + constant + "; tell it, or let a sentence of omits")
            .withMessageContaining("begin with \"" + spec + "." + constant + ":\"");
      }
    }
    assertThat(tried).isGreaterThan(12);
  }

  /** Drops the constant from logs of older writers, which told it only if it was configured. */
  @Test
  void aFirstWindowIsAsLargeAsItsLimitIfNoHeaderTellsIt() throws Exception {
    List<ObjectNode> lines = lines(RecordedLogs.logs().get("handshake"));
    ObjectNode constants = (ObjectNode) lines.get(0).get("constants").get("CccLifecycle");
    assertThat(constants.remove("InitialCwnd").asText()).isEqualTo("InitialLimit");
    Ran ran = run(lines, "CccLifecycle");
    assertThat(ran.code()).as(ran.out()).isZero();
  }

  @Test
  void aConstantThatIsLeftOutInWordsMakesAPartialLog() throws IOException {
    List<ObjectNode> lines = lines(growth());
    ObjectNode header = lines.get(0);
    ((ObjectNode) header.get("constants").get("PdcHandshake")).remove("IdSafety");
    header.putArray("omits").add("PdcHandshake.IdSafety: the firmware has it.");
    Ran ran = run(lines, "PdcHandshake");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("accepted, as a partial log");
  }

  /**
   * Returns the first window's configuration, and its events until one of its clocks starts again.
   */
  private static List<ObjectNode> firstWindow() throws IOException {
    List<ObjectNode> kept = new ArrayList<>();
    boolean runs = true;
    for (ObjectNode line : lines(growth())) {
      String spec = line.path("spec").asText();
      JsonNode window = line.path("st").path("window");
      boolean isOfIt = spec.equals("NsccWindow") && line.get("of").get("ccc").asInt() == 1;
      runs &= !isOfIt || window.get("sinceDecrease").asLong() == line.get("t").asLong();
      if (kept.size() < 2 && (line.has("format") || line.path("do").asText().equals("Configure"))
          || runs && isOfIt) {
        kept.add(line);
      }
    }
    kept.add(JSON.createObjectNode().put("n", 0).put("end", true));
    number(kept);
    assertThat(kept).hasSizeGreaterThan(7);
    assertThat(kept.get(1).get("do").asText()).isEqualTo("Configure");
    return kept;
  }

  private static void number(List<ObjectNode> lines) {
    for (int i = 1; i < lines.size(); i++) {
      lines.get(i).put("n", i);
    }
  }

  private static List<ObjectNode> events(List<ObjectNode> lines, int first) {
    return lines.subList(first, lines.size() - 1);
  }

  private static void later(ObjectNode event, long ps) {
    event.put("t", event.get("t").asLong() + ps);
  }

  private static void aged(ObjectNode event, long ps) {
    ObjectNode window = (ObjectNode) event.get("st").get("window");
    for (String clock : List.of("sinceDecrease", "sinceAdjust")) {
      window.put(clock, window.get(clock).asLong() + ps);
    }
  }

  /** Rejects clocks that start at the first event. */
  @Test
  void aWindowsClocksRunFromItsConfiguration() throws IOException {
    List<ObjectNode> lines = firstWindow();
    events(lines, 2).forEach(event -> later(event, 500_000));
    Ran ran = run(lines, "NsccWindow");
    assertThat(ran.code()).as(ran.out()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out()).contains("by the log, window.sinceDecrease is 0");

    events(lines, 2).forEach(event -> aged(event, 500_000));
    assertThat(run(lines, "NsccWindow").code()).isZero();
  }

  /** Takes the age of a window from its first event if no log tells its configuration. */
  @Test
  void aWindowOfUnknownBeginIsAsOldAsItsClocksShow() throws IOException {
    List<ObjectNode> lines = firstWindow();
    lines.remove(1);
    number(lines);
    for (ObjectNode event : events(lines, 1)) {
      aged(event, 500_000);
      later(event, 900_000);
    }
    Ran ran = run(lines, "NsccWindow");
    assertThat(ran.code()).as(ran.out()).isZero();

    aged(lines.get(2), 1);
    assertThat(run(lines, "NsccWindow").code()).isEqualTo(ExitCodes.FAILED);
  }

  /** Writes an unknown name into a record of a list. */
  @Test
  void aRecordInAListIsLookedThrough() throws IOException {
    Ran ran =
        with(
            growth(),
            "PdcHandshake",
            "Transmit",
            event -> ((ObjectNode) event.get("st").get("source").get(0)).put("sentt", 1));
    assertThat(ran.code()).as(ran.out()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out()).contains("tells \"sentt\" in \"st.source\", which means nothing there");
  }

  /** Names events in the header's omits that the log has. */
  @ParameterizedTest
  @ValueSource(strings = {"PdcHandshake", "PdcHandshake.Transmit"})
  void eventsThatTheHeaderLeavesOutAreRefused(String name) throws IOException {
    List<ObjectNode> lines = lines(growth());
    lines.get(0).putArray("omits").add(name + ": it is in hardware.");
    ((ObjectNode) lines.get(0).get("constants")).remove("PdcHandshake");
    ((ArrayNode) lines.get(0).get("omits"))
        .addAll(
            growth().constants("PdcHandshake").keySet().stream()
                .map(constant -> JSON.getNodeFactory().textNode("PdcHandshake." + constant + ": -"))
                .toList());
    Ran ran = run(lines, "PdcHandshake");
    assertThat(ran.code()).as(ran.out()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.out())
        .as("%s is left out", name)
        .contains("is there, though the header's omits say that it is left out");
  }

  /** Drops the unit of each constant that the header tells. */
  @Test
  void aConstantWithoutItsUnitIsRefused() {
    Set<String> headersAlone = new TreeSet<>();
    EventLog log = growth();
    for (String quantity : log.header().units().keySet()) {
      String spec = quantity.substring(0, quantity.indexOf('.'));
      String name = quantity.substring(spec.length() + 1);
      if (!log.constants(spec).containsKey(name)) {
        continue;
      }
      headersAlone.add(quantity);
      Map<String, String> units = new TreeMap<>(log.header().units());
      units.remove(quantity);
      LogHeader header =
          new LogHeader(
              log.header().writer(),
              log.header().writerVersion(),
              log.header().profile(),
              log.header().seed(),
              log.header().scenario(),
              units,
              log.header().constants(),
              log.header().omits());
      assertThatExceptionOfType(BadLog.class)
          .as("no unit of %s", quantity)
          .isThrownBy(() -> Systems.frame().check(new EventLog(header, log.events())))
          .withMessageContaining("units do not tell that of " + quantity);
    }
    assertThat(headersAlone).as("constants that have a unit").hasSizeGreaterThan(5);
  }
}
