package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.host.roce.HpccFault;
import dev.sluice.host.roce.LdcpFault;
import dev.sluice.host.roce.LdcpRateFault;
import dev.sluice.host.roce.RcmFault;
import dev.sluice.host.roce.RoceFault;
import dev.sluice.host.uet.PlantedFault;
import dev.sluice.house.Golden;
import dev.sluice.house.Whole;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.UpstreamJar;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Roce;
import dev.sluice.scenario.Scenario;
import dev.sluice.system.Rig;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A NIC with a fault writes a log that TLC rejects, and the explanation names the fault. The
 * explanations are kept in {@code src/test/resources/faults}, and written anew by {@code mvn test
 * -Dtest=LogFaultsTest -Dsluice.pages=write}.
 */
class LogFaultsTest {
  private static final Path KEPT = Path.of("src", "test", "resources", "faults");

  /** Where the page shows an explanation. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "(<!-- begin explanation: [^\n]* -->\n).*(<!-- end explanation)", Pattern.DOTALL);

  /** A fault, the specification that sees it, and a scenario in which it shows. */
  private record Case(PlantedFault fault, String spec, String toml) {
    @Override
    public String toString() {
      return fault.name();
    }
  }

  /** Every build tries one for each specification. */
  static List<Case> some() {
    return Whole.ofEach(cases(), Case::spec);
  }

  static List<RoceFault> ofRoce() {
    return Whole.drawn(EnumSet.complementOf(EnumSet.of(RoceFault.NONE)).stream().toList(), 2);
  }

  static List<RcmFault> ofRcm() {
    return Whole.drawn(EnumSet.complementOf(EnumSet.of(RcmFault.NONE)).stream().toList(), 2);
  }

  static List<LdcpFault> ofLdcp() {
    return Whole.ofEach(
        EnumSet.complementOf(EnumSet.of(LdcpFault.NONE)).stream().toList(), LdcpFault::spec);
  }

  static List<LdcpRateFault> ofLdcpRate() {
    return Whole.drawn(
        Arrays.stream(LdcpRateFault.values()).filter(LdcpRateFault::isLogged).toList(), 1);
  }

  static List<HpccFault> ofHpcc() {
    return Whole.ofEach(
        EnumSet.complementOf(EnumSet.of(HpccFault.NONE)).stream().toList(), HpccFault::spec);
  }

  static List<Case> cases() {
    return List.of(
        new Case(PlantedFault.ID_REUSED_TOO_EARLY, "PdcHandshake", incast("nscc", "", LOSS)),
        new Case(PlantedFault.PSN_OFFSET_MASKED, "PdcHandshake", incast("nscc", "", "")),
        new Case(PlantedFault.PSN_COMPARED_PLAINLY, "PdcHandshake", incast("nscc", "", "")),
        new Case(
            PlantedFault.REFUSED_SYN_KEEPS_ITS_PDC,
            "PdcHandshake",
            incast("nscc", "pdc-pool = 2", "")),
        new Case(
            PlantedFault.ACK_BEFORE_COMMIT,
            "CreditConservation",
            incast("rccc", "commit = \"5us\"", "")),
        new Case(PlantedFault.CREDIT_COUNTED_TWICE, "CreditConservation", incast("rccc", "", LOSS)),
        new Case(
            PlantedFault.OLD_CREDIT_TAKEN_FOR_A_WRAP,
            "CreditConservation",
            "profile = \"source-documents\"\n" + incast("rccc", "", REORDER)),
        new Case(PlantedFault.BACKLOG_NOT_REDUCED, "CreditConservation", incast("rccc", "", "")),
        new Case(PlantedFault.REMAINDER_DROPPED, "CreditConservation", incast("rccc", "", "")),
        new Case(PlantedFault.ETA_WITH_EVERY_STEP, "NsccWindow", TURNS),
        new Case(
            PlantedFault.LATER_ONES_COUNTED_TWICE,
            "LossRecovery",
            incast("nscc", "gaps = \"on\"", LOSS)),
        new Case(
            PlantedFault.RESENT_ONES_GIVEN_UP_AGAIN,
            "LossRecovery",
            incast("nscc", "gaps = \"on\"", LOSS)),
        new Case(
            PlantedFault.RECOVERY_WITHOUT_END,
            "LossRecovery",
            incast("nscc", "gaps = \"on\"", LOSS)),
        new Case(
            PlantedFault.OLD_COUNT_TAKEN,
            "LossRecovery",
            incast("nscc", "gaps = \"on\"", LOSS + REORDER)),
        new Case(PlantedFault.WINDOW_OFF_BY_ONE_PACKET, "CccScheduling", incast("window", "", "")),
        new Case(PlantedFault.PACKET_TAKEN_TWICE, "CccLifecycle", incast("nscc", "", "")));
  }

  @ParameterizedTest
  @MethodSource("some")
  void isRejectedAndExplained(Case of) throws Exception {
    assertThat(explained(of, PlantedFault.NONE, SpecJudges.pool())).as("sound NICs").isEmpty();
    List<String> lines = explained(of, of.fault(), SpecJudges.pool());
    assertThat(lines).as("%s", of).isNotEmpty();
    Path kept = kept(of.fault());
    String text = String.join("\n", lines) + "\n";
    Golden.hold(kept, text, LogFaultsTest.class);
  }

  /** The same of RoCEv2 NICs, in runs of their own. */
  @ParameterizedTest
  @MethodSource("ofRoce")
  void isRejectedAndExplained(RoceFault fault) throws Exception {
    isRejectedAndExplained(fault, fault.log(false), fault.log(true), Roce.TRANSPORT.name());
  }

  /** And of their notification points and reaction points. */
  @ParameterizedTest
  @MethodSource("ofRcm")
  @Requirement({"RCM-3", "RCM-5", "RCM-6"})
  void isRejectedAndExplained(RcmFault fault) throws Exception {
    isRejectedAndExplained(fault, fault.log(false), fault.log(true), Rcm.LOOP.name());
  }

  /** And of their first round trips, windows and acknowledgments in LDCP. */
  @ParameterizedTest
  @MethodSource("ofLdcp")
  @Requirement({"LDCP-3", "LDCP-4", "LDCP-8", "LDCP-9", "LDCP-10", "LDCP-11"})
  void isRejectedAndExplained(LdcpFault fault) throws Exception {
    isRejectedAndExplained(fault, fault.log(false), fault.log(true), fault.spec());
  }

  /** And of their rates in LDCP. */
  @ParameterizedTest
  @MethodSource("ofLdcpRate")
  @Requirement({"LDCP-13", "LDCP-19"})
  void isRejectedAndExplained(LdcpRateFault fault) throws Exception {
    isRejectedAndExplained(fault, fault.log(false), fault.log(true), Ldcp.EVENTS.name());
  }

  /** And of their windows and records in HPCC++. */
  @ParameterizedTest
  @MethodSource("ofHpcc")
  @Requirement({"HPCC-2", "HPCC-3", "HPCC-4", "HPCC-8", "HPCC-11"})
  void isRejectedAndExplained(HpccFault fault) throws Exception {
    isRejectedAndExplained(fault, fault.log(false), fault.log(true), fault.spec());
  }

  private static void isRejectedAndExplained(
      Enum<?> fault, EventLog sound, EventLog planted, String spec) throws Exception {
    assertThat(explained(sound, spec, SpecJudges.pool())).as("sound NICs").isEmpty();
    List<String> lines = explained(planted, spec, SpecJudges.pool());
    assertThat(lines).as("%s", fault).isNotEmpty();
    Golden.hold(kept(fault), String.join("\n", lines) + "\n", LogFaultsTest.class);
  }

  @Test
  void thePageHasEach() throws IOException {
    String page = Files.readString(Path.of("docs/validation.md"));
    for (Case of : cases()) {
      assertThat(page).contains(" | " + of.spec() + " | [", "](../" + kept(of.fault()) + ") |");
    }
    for (RoceFault fault : RoceFault.values()) {
      if (fault != RoceFault.NONE) {
        assertThat(page).contains("](../" + kept(fault) + ") |");
      }
    }
    for (RcmFault fault : RcmFault.values()) {
      if (fault != RcmFault.NONE) {
        assertThat(page).contains(" | RcmLoop | [", "](../" + kept(fault) + ") |");
      }
    }
    for (LdcpFault fault : LdcpFault.values()) {
      if (fault != LdcpFault.NONE) {
        assertThat(page).contains(" | " + fault.spec() + " | [", "](../" + kept(fault) + ") |");
      }
    }
    for (LdcpRateFault fault : LdcpRateFault.values()) {
      if (fault.isLogged()) {
        assertThat(page).contains(" | EventRate | [", "](../" + kept(fault) + ") |");
      }
    }
    for (HpccFault fault : HpccFault.values()) {
      if (fault != HpccFault.NONE) {
        assertThat(page).contains(" | " + fault.spec() + " | [", "](../" + kept(fault) + ") |");
      }
    }
  }

  /** A request comes that nobody has sent: the module gives the one that came a name of LET. */
  @Test
  void aLocalNameIsToldWithWhatItStandsFor() throws Exception {
    Map<String, LogValue> other = Map.of("credit_target", LogValue.of(1));
    assertThat(explainedWithAReceive("Receive", other))
        .containsSubsequence("    i # 0", "    i is 0", "    i stands for Came(e, s)");
  }

  @Test
  void anActionThatNoSpecificationHasIsRefusedWithTheNearest() {
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> explainedWithAReceive("Recieve", Map.of()))
        .withMessageContaining("did you mean \"Receive\"?");
  }

  /** What is said of a sound log whose first Receive is another action, or says something else. */
  private static List<String> explainedWithAReceive(String action, Map<String, LogValue> other)
      throws Exception {
    Case of = cases().get(4);
    EventLog log = log(of, PlantedFault.NONE);
    List<LogEvent> events = new ArrayList<>(log.events());
    int at = 0;
    while (!events.get(at).spec().equals(of.spec()) || !events.get(at).action().equals("Receive")) {
      at++;
    }
    Map<String, LogValue> message = new LinkedHashMap<>(events.get(at).message());
    message.putAll(other);
    LogEvent altered = LogMutations.withMessage(events.get(at), message);
    events.set(at, LogMutations.withAction(altered, action));
    return explained(new EventLog(log.header(), events), of.spec(), SpecJudges.pool());
  }

  /** Of another jar's TLC the same text: it is read from the module's syntax tree. */
  @Test
  void aJarOfOnesOwnJudgesAndExplainsAlike(@TempDir Path folder) throws Exception {
    Case of = cases().get(4);
    Tlc tlc = new Tlc(TlcJar.of(UpstreamJar.make(folder)));
    Validation validation = new Validation(tlc, ModelTable.load(Path.of("")));
    try (JudgePool pool = validation.pool(Housing.BRIEF, 1, folder.resolve("run"))) {
      assertThat(explained(of, PlantedFault.NONE, pool)).as("sound NICs").isEmpty();
      assertThat(explained(of, of.fault(), pool)).isEqualTo(Files.readAllLines(kept(of.fault())));
    }
  }

  private static final String LOSS = "[[fault]]\nlink = \"*\"\nloss = \"2%\"\n";
  private static final String REORDER =
      "[[fault]]\nlink = \"*\"\nreordering = \"20%\"\nlate = \"3us\"\n";

  /** A sender that has the link for itself, shares it, and has it for itself again. */
  private static final String TURNS =
      """
      cc = "nscc"
      [topology]
      hosts = 3
      rate = "400G"
      [[flow]]
      from = 1
      to = 0
      size = "2MB"
      [[flow]]
      from = 2
      to = 0
      size = "500KB"
      start = "20us"
      """;

  private static String incast(String cc, String nic, String fault) {
    return """
        cc = "%s"
        [nic]
        rto = "20us"
        %s
        [topology]
        hosts = 4
        [[workload]]
        kind = "incast"
        senders = 3
        size = "300KB"
        %s"""
        .formatted(cc, nic, fault);
  }

  @Test
  void thePageShowsAnExplanationThatIsTrue() throws Exception {
    Path file = Path.of("docs", "validation.md");
    String page = Files.readString(file);
    String kept = "````\n" + Files.readString(KEPT.resolve("id_reused_too_early.txt")) + "````\n";
    String told = SHOWN.matcher(page).replaceFirst("$1" + Matcher.quoteReplacement(kept) + "$2");
    Golden.hold(file, told, LogFaultsTest.class);
  }

  private static Path kept(Enum<?> fault) {
    return KEPT.resolve(fault.name().toLowerCase(Locale.ROOT) + ".txt");
  }

  private static EventLog log(Case of, PlantedFault fault) throws Exception {
    Scenario scenario = Scenario.read("fault", "fault.toml", of.toml(), Map.of());
    List<LogEvent> events = new ArrayList<>();
    Rig.logged(of.toml(), fault, new EventCollector(events::add, null));
    return new EventLog(RunLog.header(scenario), events);
  }

  /** What the case's specification says of the log; nothing if it accepts it. */
  private static List<String> explained(Case of, PlantedFault fault, JudgePool pool)
      throws Exception {
    return explained(log(of, fault), of.spec(), pool);
  }

  private static List<String> explained(EventLog log, String spec, JudgePool pool)
      throws Exception {
    Projection projection =
        Systems.projections().stream()
            .filter(each -> each.spec().equals(spec))
            .findFirst()
            .orElseThrow();
    return pool.through(projection, judge -> judge.judge(log)).stream()
        .filter(Judged::isRejected)
        .findFirst()
        .map(ValidationText::lines)
        .orElse(List.of());
  }
}
