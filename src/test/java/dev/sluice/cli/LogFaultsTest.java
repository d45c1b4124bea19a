package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.nic.PlantedFault;
import dev.sluice.scenario.Scenario;
import dev.sluice.system.Rig;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A NIC with a fault writes a log that TLC rejects, and the explanation names the fault. The
 * explanations are kept in {@code src/test/resources/faults}, and written anew by {@code mvn test
 * -Dtest=LogFaultsTest -Dsluice.pages=write}.
 */
class LogFaultsTest {
  private static final Path KEPT = Path.of("src", "test", "resources", "faults");

  @TempDir Path folder;
  private int judges;

  @ParameterizedTest
  @CsvSource({"ID_REUSED_TOO_EARLY, nscc, uet-1.0"})
  void isRejectedAndExplained(PlantedFault fault, String cc, String profile) throws Exception {
    String toml = scenario(cc, profile);
    assertThat(explained(toml, PlantedFault.NONE)).as("sound NICs").isEmpty();
    List<String> lines = explained(toml, fault);
    assertThat(lines).as("%s", fault).isNotEmpty();
    Path kept = KEPT.resolve(fault.name().toLowerCase(Locale.ROOT) + ".txt");
    String text = String.join("\n", lines) + "\n";
    if ("write".equals(System.getProperty("sluice.pages"))) {
      Files.createDirectories(KEPT);
      Files.writeString(kept, text);
    }
    assertThat(text).isEqualTo(Files.readString(kept));
  }

  private static String scenario(String cc, String profile) {
    return """
        profile = "%s"
        cc = "%s"
        [nic]
        rto = "20us"
        [topology]
        hosts = 4
        [[workload]]
        kind = "incast"
        senders = 3
        size = "300KB"
        [[fault]]
        link = "*"
        loss = "2%%"
        """
        .formatted(profile, cc);
  }

  @Test
  void thePageShowsAnExplanationThatIsTrue() throws Exception {
    String page = Files.readString(Path.of("docs", "validation.md"));
    String kept = Files.readString(KEPT.resolve("id_reused_too_early.txt"));
    assertThat(page).contains("````\n" + kept + "````\n");
  }

  /** What is said of the first specification that rejects; nothing if none does. */
  private List<String> explained(String toml, PlantedFault fault) throws Exception {
    Scenario scenario = Scenario.read("fault", "fault.toml", toml, Map.of());
    List<LogEvent> events = new ArrayList<>();
    Rig.logged(toml, fault, new EventCollector(events::add, null));
    EventLog log = new EventLog(RunLog.header(scenario), events);
    for (Projection projection : Validation.projections()) {
      List<Judged> rejected = rejected(projection, log);
      if (!rejected.isEmpty()) {
        return ValidationText.lines(rejected.get(0));
      }
    }
    return List.of();
  }

  private List<Judged> rejected(Projection projection, EventLog log) throws Exception {
    Validation validation = new Validation(new Tlc(TlcJar.shipped()), ModelTable.load(Path.of("")));
    Path own = Files.createDirectory(folder.resolve("judge-" + ++judges));
    try (SpecJudge judge = validation.through(projection, own)) {
      return judge.judge(log).stream().filter(Judged::isRejected).toList();
    }
  }
}
