package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.kernel.Action;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/rccc.md}: it names every action of the two kernels, and its walk is what the kernels
 * did; {@code mvn test -Dtest=RcccPageTest -Dsluice.pages=write} writes that anew.
 */
class RcccPageTest {
  private static final Path PAGE = Path.of("docs/rccc.md");
  private static final Pattern WALK =
      Pattern.compile("(<!-- begin walk [^>]*-->\n)(.*?)(<!-- end walk -->)", Pattern.DOTALL);

  /** So many events go from the first message to the first packet that granted credit lets out. */
  private static final int EVENTS = 17;

  private static final List<String> SHOWN =
      List.of(
          "backlog", "credit", "authorised", "spent", "wanted", "granted", "arrived", "committed");

  /** What the specification does beside the two kernels' own rules, or what needs no word there. */
  private static final List<String> LEFT_OUT = List.of("TransmitAgain", "Recover", "Resend");

  @Test
  void thePageNamesEveryActionOfTheKernels() throws IOException {
    String page = Files.readString(PAGE);
    Stream.concat(CreditSpender.FACE.actions().stream(), CreditGranter.FACE.actions().stream())
        .map(Action::name)
        .filter(name -> !LEFT_OUT.contains(name))
        .forEach(name -> assertThat(page).containsPattern("(?m)^" + name + "\\b"));
  }

  @Test
  void theWalkIsWhatTheKernelsDid() throws Exception {
    String page = Files.readString(PAGE);
    Matcher walk = WALK.matcher(page);
    assertThat(walk.find()).isTrue();
    String should = page.substring(0, walk.start(2)) + walk() + page.substring(walk.end(2));
    if ("write".equals(System.getProperty("sluice.pages")) && !should.equals(page)) {
      Files.writeString(PAGE, should);
      return;
    }
    assertThat(page)
        .as("write it with: mvn test -Dtest=RcccPageTest -Dsluice.pages=write")
        .isEqualTo(should);
  }

  private static String walk() throws Exception {
    String text = ReadyScenarios.text("rccc-8").orElseThrow();
    Scenario scenario = Scenario.read("rccc-8", "rccc-8", text, Map.of("until", "8us"));
    StringBuilder table = new StringBuilder("\n| time | at | event | packet or credit |");
    SHOWN.forEach(name -> table.append(' ').append(name).append(" |"));
    table.append("\n|--:|---|---|--:|").append("--:|".repeat(SHOWN.size())).append('\n');
    LoggedRuns.log(scenario).events().stream()
        .filter(event -> event.spec().equals("CreditConservation"))
        .limit(EVENTS)
        .forEach(event -> table.append(row(event)));
    return table.append('\n').toString();
  }

  private static String row(LogEvent event) {
    StringBuilder row = new StringBuilder();
    row.append("| ")
        .append(Amounts.time(event.atPs()))
        .append(" | ")
        .append(event.at())
        .append(" | ")
        .append(event.action())
        .append(" | ");
    boolean hasSize = event.message().containsKey("size");
    boolean hasCredit = event.message().containsKey("credit");
    row.append(hasSize ? number(event.message().get("size")) + " B" : "")
        .append(hasSize && hasCredit ? ", " : "")
        .append(hasCredit ? "credit " + number(event.message().get("credit")) : "")
        .append(" |");
    for (String name : SHOWN) {
      LogValue value = event.variables().get(name);
      row.append(' ').append(value == null ? "" : number(value)).append(" |");
    }
    return row.append('\n').toString();
  }

  private static String number(LogValue value) {
    return Words.count(((LogValue.Num) value).value());
  }
}
