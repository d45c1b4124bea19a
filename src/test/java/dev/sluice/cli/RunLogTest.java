package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.EventLogReader;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogSchema;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.PayloadSource;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs and captures of real runs. */
class RunLogTest {
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(LogSchema.text());

  private record Recorded(Scenario scenario, Figures figures, byte[] log, byte[] capture) {}

  private static Recorded run(String name, String... changes) throws IOException, BadScenario {
    Map<String, String> all = new java.util.TreeMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    Scenario scenario = Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), all);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    EventLogWriter writer = new EventLogWriter(log, RunLog.header(scenario));
    Figures figures = Run.of(scenario, new Run.Recording(false, writer, capture, null));
    writer.finish();
    return new Recorded(scenario, figures, log.toByteArray(), capture.toByteArray());
  }

  private static List<LogEvent> read(byte[] log) throws BadTrace, IOException {
    List<LogEvent> events = new ArrayList<>();
    try (EventLogReader reader = EventLogReader.open("log", new ByteArrayInputStream(log))) {
      for (Optional<LogEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        events.add(event.get());
      }
    }
    return events;
  }

  @ParameterizedTest
  @CsvSource({
    "handshake, nic.commit=100ns",
    "incast, workload[0].size=20KB",
    "link, flow[*].size=40KB",
    "many-to-many, workload[0].flows=12"
  })
  void everyLineIsValidAndNamesAnActionOfItsSpecification(String name, String change)
      throws Exception {
    Recorded run = run(name, change);
    ObjectMapper json = new ObjectMapper();
    String text = new String(run.log(), StandardCharsets.UTF_8);
    assertThat(text).endsWith(",\"end\":true}\n");
    for (String line : text.lines().toList()) {
      assertThat(SCHEMA.validate(json.readTree(line))).as(line).isEmpty();
    }
    Set<String> actions = new TreeSet<>();
    for (LogEvent event : read(run.log())) {
      actions.add(event.spec() + "." + event.action());
    }
    assertThat(actions).contains("CccLifecycle.Post", "CccLifecycle.MakeReady");
    for (String action : actions) {
      String[] parts = action.split("\\.");
      Path module = Path.of("spec/uet", parts[0] + ".tla");
      if (Files.exists(module)) {
        assertThat(Files.readString(module))
            .as(action)
            .containsPattern("(?m)^" + parts[1] + "(\\(| ==)");
      }
    }
  }

  @Test
  void theHeaderSaysWhatWasRun() throws Exception {
    Recorded run = run("handshake");
    try (EventLogReader reader = EventLogReader.open("a", new ByteArrayInputStream(run.log()))) {
      assertThat(reader.header().profile()).isEqualTo("source-documents");
      assertThat(reader.header().scenario()).isEqualTo(run.scenario().digest());
      assertThat(reader.header().units()).containsEntry("CreditConservation.backlog", "B");
      LogValue.Fields credit =
          (LogValue.Fields) reader.header().constants().get("CreditConservation");
      assertThat(credit.fields())
          .containsEntry("Profile", LogValue.of("source-documents"))
          .containsEntry("Quantum", LogValue.of(1))
          .containsEntry("Modulus", LogValue.of(16_777_216))
          .containsEntry("InitialCredit", LogValue.of(12_500))
          .containsEntry(
              "SliceBudget",
              new LogValue.Fields(
                  Map.of("host-0", LogValue.of(12_500), "host-1", LogValue.of(12_500))));
      assertThat(reader.header().omits()).isEmpty();
    }
  }

  @Test
  @Requirement({"NSCC-3", "X14"})
  void aWindowOfUetBeginsAtMaxWndOrWhereItIsToldTo() throws Exception {
    Map<String, Long> firsts = Map.of("auto", 112_500L, "90000B", 90_000L);
    for (Map.Entry<String, Long> each : firsts.entrySet()) {
      Recorded run =
          run(
              "growth",
              "profile=uet-1.0",
              "nic.initial-window=" + each.getKey(),
              "flow[0].size=20KB",
              "expect.rtt-max=>= 0us");
      try (EventLogReader reader = EventLogReader.open("a", new ByteArrayInputStream(run.log()))) {
        LogValue.Fields life = (LogValue.Fields) reader.header().constants().get("CccLifecycle");
        assertThat(life.fields()).containsEntry("InitialLimit", LogValue.of("MaxWnd"));
      }
      LogEvent configured =
          read(run.log()).stream()
              .filter(event -> event.action().equals("Configure"))
              .filter(event -> event.at().equals("host-0"))
              .findFirst()
              .orElseThrow();
      LogValue.Fields ccc = (LogValue.Fields) configured.variables().get("ccc");
      assertThat(ccc.fields()).containsEntry("cwnd", LogValue.of(each.getValue()));
      LogEvent sent =
          read(run.log()).stream()
              .filter(event -> event.spec().equals("NsccWindow"))
              .findFirst()
              .orElseThrow();
      LogValue.Fields window = (LogValue.Fields) sent.variables().get("window");
      assertThat(window.fields()).containsEntry("cwnd", LogValue.of(each.getValue() * 512));
    }
  }

  @Test
  void theHeaderSaysWhatLowersTheWindow() throws Exception {
    for (String reading : List.of("both", "rtt")) {
      Recorded run = run("growth", "nic.window-signals=" + reading, "flow[0].size=20KB");
      try (EventLogReader reader = EventLogReader.open("a", new ByteArrayInputStream(run.log()))) {
        LogValue.Fields window = (LogValue.Fields) reader.header().constants().get("NsccWindow");
        assertThat(window.fields())
            .containsEntry("Profile", LogValue.of("source-documents"))
            .containsEntry("Signals", LogValue.of(reading));
      }
    }
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-7", "RCCC-8", "RCCC-9", "PDC-1", "PDC-4", "PDC-7"})
  void theWalkThroughIsInTheLog() throws Exception {
    Recorded run = run("rccc-8", "until=8us", "expect.completed=0", "expect.fct-max=>= 0us");
    List<LogEvent> events = read(run.log());
    List<Long> backlogs = new ArrayList<>();
    List<Long> credits = new ArrayList<>();
    for (LogEvent event : events) {
      if (event.spec().equals("CreditConservation") && event.at().equals("host-0")) {
        add(event, "backlog", backlogs);
        add(event, "credit", credits);
      }
    }
    assertThat(backlogs)
        .as("256,000,000 - 12,500, and 12,500 less with each 12,500 of credit")
        .startsWith(255_987_500L, 255_975_000L, 255_962_500L);
    assertThat(credits).startsWith(12_500L, 25_000L, 37_500L);
    assertThat(events)
        .anyMatch(
            event ->
                event.action().equals("Allocate")
                    && event.variables().get("todo").equals(LogValue.of(256_000_000)));
    assertThat(events)
        .filteredOn(event -> event.spec().equals("CreditConservation"))
        .filteredOn(event -> event.arguments().containsKey("s"))
        .allMatch(event -> event.arguments().get("s").equals(LogValue.of("host-0/161")));
    assertThat(161).as("CCC_ID of the source").isEqualTo(0xA1);
  }

  private static void add(LogEvent event, String name, List<Long> values) {
    if (event.variables().get(name) instanceof LogValue.Num number
        && (values.isEmpty() || values.get(values.size() - 1) != number.value())) {
      values.add(number.value());
    }
  }

  @Test
  @Requirement("PDC-8")
  void theCaptureHoldsEveryFrameOfBothHosts() throws Exception {
    Recorded run = run("handshake");
    CaptureFile capture = ((Decoded.Good<CaptureFile>) PcapngReader.read(run.capture())).value();
    assertThat(capture.interfaces()).hasSize(2);
    // each frame leaves one host and comes to the other
    assertThat(capture.packets()).hasSize((int) (2 * run.figures().frames().delivered()));
    assertThat(capture.packets())
        .isSortedAccordingTo(java.util.Comparator.comparingLong(CaptureFile.Captured::timePs));
    byte[] first = capture.packets().get(0).octets();
    assertThat(first[12] << 8 | first[13]).as("IPv4").isEqualTo(0x0800);
    assertThat(first[14 + 9]).as("UDP").isEqualTo((byte) 17);
    assertThat((first[14 + 22] & 0xFF) << 8 | first[14 + 23] & 0xFF).as("port").isEqualTo(4793);
    assertThat(capture.packets().get(0).originalLength())
        .as("Ethernet 14, IPv4 20, UDP 8, request 16, semantic header 44, payload 4,096")
        .isEqualTo(14 + 20 + 8 + 16 + 44 + 4_096)
        .isEqualTo(first.length);
    assertThat(first[14 + 20 + 8 + 16 + 44 + 9])
        .as("octet 9 of the source's memory")
        .isEqualTo(PayloadSource.patternedOctet(0, 9));
  }

  @Test
  @Requirement({"PDC-8", "PDC-9", "UET-3", "UET-6"})
  void theHandshakeOpensInTshark(@TempDir Path folder) throws Exception {
    boolean isInstalled =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "tshark")));
    assumeTrue(isInstalled, "tshark is not installed: the handshake was not opened with it");
    Path file = Files.write(folder.resolve("h.pcapng"), run("handshake").capture());
    String fields =
        "ip.src ip.dst ip.dsfield.dscp ip.dsfield.ecn ip.len ip.checksum.status udp.dstport"
            + " udp.length udp.checksum.status";
    List<String> asked = new ArrayList<>(List.of("-T", "fields", "-E", "separator=;"));
    for (String field : fields.split(" ")) {
      asked.addAll(List.of("-e", field));
    }
    List<String> seen = tshark(folder, file, asked);
    // data: TC-Low and ECN-capable; ACK_CC: TC-High, not ECN-capable; both checksums good
    String data = "10.0.0.1;10.0.0.2;0;2;4184;1;4793;4164;1";
    String ack = "10.0.0.2;10.0.0.1;46;0;60;1;4793;40;1";
    String close = "10.0.0.1;10.0.0.2;46;0;44;1;4793;24;1";
    assertThat(seen)
        .containsExactly(data, data, data, data, data, data, ack, ack, close, close, ack, ack);
    assertThat(tshark(folder, file, List.of("-Y", "_ws.malformed || _ws.expert.severity == error")))
        .isEmpty();
  }

  private static List<String> tshark(Path folder, Path file, List<String> more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    command.addAll(List.of("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE"));
    command.addAll(more);
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(out);
  }

  @Test
  void recordingChangesNothing() throws Exception {
    Recorded run = run("many-to-many", "workload[0].flows=40");
    Scenario scenario = run.scenario();
    Figures bare = Run.of(scenario);
    assertThat(bare.flows()).isEqualTo(run.figures().flows());
    assertThat(bare.frames()).isEqualTo(run.figures().frames());
    assertThat(bare.peakQueueBytes()).isEqualTo(run.figures().peakQueueBytes());
  }

  /** What moves data; all else of CccLifecycle is the managers' or opens and closes. */
  private static final Set<String> DATA_PATH = Set.of("Send", "Receive", "Acknowledge", "Signal");

  @ParameterizedTest
  @CsvSource({"nscc", "rccc", "both"})
  @Requirement("CCC-9")
  void betweenReadyAndCloseNoManagerTakesAStep(String cc) throws Exception {
    Recorded run = run("growth", "cc=" + cc, "flow[0].size=400KB", "expect.rtt-max=>= 0us");
    List<LogEvent> life =
        read(run.log()).stream().filter(event -> event.spec().equals("CccLifecycle")).toList();
    for (String host : List.of("host-0", "host-1")) {
      List<String> steps =
          life.stream().filter(event -> event.at().equals(host)).map(LogEvent::action).toList();
      int ready = steps.indexOf("MakeReady");
      int close = steps.indexOf(host.equals("host-0") ? "BeginClose" : "FollowClose");
      assertThat(steps.subList(ready + 1, close))
          .as(host)
          .hasSizeGreaterThan(50)
          .isSubsetOf(DATA_PATH);
    }
  }

  @Test
  @Requirement({"X15", "CCC-5", "UET-1"})
  void aStateOfACccSaysWhichMachineItIsOf() throws Exception {
    Recorded run = run("incast", "workload[0].size=200KB");
    String life = "";
    Set<String> together = new TreeSet<>();
    Set<String> specs = new TreeSet<>();
    for (LogEvent event : read(run.log())) {
      if (event.at().equals("host-0")
          && event.variables().get("ccc") instanceof LogValue.Fields ccc) {
        specs.add(event.spec());
        life = ccc.fields().get("state").toString();
      } else if (event.at().equals("host-0") && event.variables().containsKey("state")) {
        specs.add(event.spec());
        together.add(life + " and " + event.variables().get("state"));
      }
    }
    assertThat(specs).containsExactly("CccLifecycle", "CccScheduling");
    assertThat(together)
        .as("READY in life, and yet with nothing that may be sent")
        .anyMatch(both -> both.contains("READY") && both.contains("PENDING"));
  }
}
