package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.ChangedSources;
import dev.sluice.model.Systems;
import dev.sluice.model.Toy;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log each of whose events fits an action is rejected all the same if it breaks an invariant or
 * an action property, and the verdict names that.
 */
class JudgedClaimsTest {
  private static final Projection RELAY = Projection.whole("Relay", "Last");

  @TempDir static Path home;
  private static JudgePool pool;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    List<Path> library =
        List.of(Toy.folder().resolve("log"), Toy.folder(), Path.of("spec/lib").toAbsolutePath());
    pool = new Validation(new Tlc(JarInUse.jar()), library).pool(Housing.BRIEF, 1, home);
  }

  @AfterAll
  static void end() {
    pool.close();
  }

  private static LogEvent event(int number, String action, Map<String, LogValue> arguments) {
    return new LogEvent(
        number,
        0,
        "a",
        "Relay",
        action,
        Optional.empty(),
        arguments,
        Map.of(),
        Map.of(),
        Map.of(),
        false);
  }

  /** What becomes of a log of these actions; a number is the token of a Receive. */
  private static Judged judged(Object... actions) throws Exception {
    List<LogEvent> events = new ArrayList<>();
    for (Object action : actions) {
      int number = events.size() + 1;
      events.add(
          action instanceof Integer token
              ? event(number, "Receive", Map.of("n", LogValue.of(token)))
              : event(number, (String) action, Map.of()));
    }
    Map<String, LogValue> constants =
        Map.of("Relay", new LogValue.Fields(Map.of("Last", LogValue.of(3))));
    List<String> omits = List.of("st: these ends tell what they do, and no values");
    EventLog log =
        new EventLog(new LogHeader("toy", "1", "", 0, "", Map.of(), constants, omits), events);
    return pool.through(RELAY, judge -> judge.judge(log)).get(0);
  }

  private static void assertRejected(Judged judged, long event, String claim) {
    assertThat(judged.rejected())
        .hasValueSatisfying(step -> assertThat(step.number()).isEqualTo(event));
    assertThat(((Rejected) judged.verdict()).broken()).isEqualTo(claim);
    assertThat(ValidationText.lines(judged).get(1)).endsWith(claim + " does not hold after it");
  }

  @Test
  void aLogThatKeepsAllClaimsIsAccepted() throws Exception {
    assertThat(judged("Send", "Send", 1, 2, "Send", 3).isAccepted()).isTrue();
    assertThat(judged("Send", "Send", "Send", 3).isAccepted()).as("1 and 2 are lost").isTrue();
  }

  @Test
  void aLogThatBreaksAnInvariantIsRejectedByItsName() throws Exception {
    assertRejected(judged("Send", "SendLate", 1), 2, "SeenWasSentInv");
    assertRejected(judged("SendLate"), 1, "SeenWasSentInv");
  }

  @Test
  void aLogThatBreaksAnActionPropertyIsRejectedByItsName() throws Exception {
    assertRejected(judged("Send", "Send", 2, 1, "Send"), 4, "SeenNeverFallsProp");
  }

  @Test
  void whatFitsNoActionBreaksNoClaim() throws Exception {
    Judged judged = judged("Send", 1, 1);
    assertThat(judged.isRejected()).isTrue();
    assertThat(((Rejected) judged.verdict()).broken()).isEmpty();
    assertThat(ValidationText.lines(judged).get(1)).endsWith("fits no action");
  }

  /** How many claims a log of each specification is held against; none may go unnoticed. */
  private static final Map<String, Integer> ASKED =
      Map.ofEntries(
          Map.entry("CccLifecycle", 27),
          Map.entry("CccScheduling", 15),
          Map.entry("CreditConservation", 29),
          Map.entry("EventRate", 17),
          Map.entry("FastStart", 12),
          Map.entry("HpccWindow", 20),
          Map.entry("LossRecovery", 10),
          Map.entry("LsnSpace", 14),
          Map.entry("NsccWindow", 11),
          Map.entry("PdcHandshake", 20),
          Map.entry("PfcLossless", 11),
          Map.entry("RcTransport", 18),
          Map.entry("RcmLoop", 21),
          Map.entry("PawaWindow", 16),
          Map.entry("TelemetryRecords", 11));

  @Test
  void everyLogModuleHasItsClaims() throws IOException {
    for (Projection projection : Systems.projections()) {
      Path config = SpecFiles.log(projection, ".cfg");
      Map<String, List<String>> sections = TlcConfig.sections(Files.readString(config));
      int claims = 0;
      for (String keyword : List.of("INVARIANT", "INVARIANTS", "PROPERTY", "PROPERTIES")) {
        claims += sections.getOrDefault(keyword, List.of()).size();
      }
      assertThat(claims).as("%s asks for", config).isEqualTo(ASKED.get(projection.spec()));
    }
  }

  // ---------------------------------------------------------------- the command

  /** Says of a sound log of CccLifecycle, which the command must then reject, that it breaks it. */
  private static final Map<String, String> CLAIMS =
      Map.of(
          "INVARIANT",
          "NobodyIsReady == \\A n \\in Node : \\A c \\in CccId : ccc[n][c].state # \"READY\"",
          "PROPERTY",
          "NobodyBecomesReady == [][\\A n \\in Node : \\A c \\in CccId :"
              + " ccc'[n][c].state = \"READY\" => ccc[n][c].state = \"READY\"]_ccc");

  @Test
  void theCommandHoldsEveryLogAgainstTheClaimsOfItsModule() throws Exception {
    Path log = folder.resolve("sound.log");
    Project own = Project.own(folder);
    own.run("run", "first-windows", "--log", log.toString());
    for (Map.Entry<String, String> claim : CLAIMS.entrySet()) {
      Project project = Project.of(folder.resolve(claim.getKey()), Project.HOLDS);
      copy(Path.of("spec"), project.root().resolve("spec"));
      Path module = project.root().resolve("spec/uet/log/CccLifecycleLog.tla");
      Path config = module.resolveSibling("CccLifecycleLog.cfg");
      String name = claim.getValue().split(" ")[0];
      String end = "\nLogNext(e) ==";
      String text = Files.readString(module);
      Files.writeString(
          module, ChangedSources.replaced(text, end, "\n" + claim.getValue() + "\n" + end));
      Files.writeString(
          config, Files.readString(config) + "\n" + claim.getKey() + " " + name + "\n");
      int code = project.run("validate", "--spec", "CccLifecycle", log.toString());
      assertThat(code).as(project.err()).isEqualTo(ExitCodes.FAILED);
      assertThat(project.out()).contains("MakeReady", name + " does not hold after it");
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
