package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.model.tlc.LogNames;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Refuses names that a log may not tell, and logs whose header and events contradict each other.
 */
class LogNamesTest {
  private static final String PUMP = "Pump";

  /** A specification with two actions that a log tells, and one that the projection adds. */
  private static final class Pump implements Projection {
    private boolean isMissing = true;

    @Override
    public String spec() {
      return PUMP;
    }

    @Override
    public List<Behaviour> behaviours(EventLog log) {
      return List.of();
    }

    @Override
    public Set<String> constants() {
      return Set.of("Room", "Pace", "Profile");
    }

    @Override
    public Set<String> implied() {
      return Set.of("Pace");
    }

    @Override
    public Set<String> fixes(String action) {
      return action.equals("Fill") ? Set.of("Rate") : Set.of();
    }

    @Override
    public Set<String> reads(String action) {
      return action.equals("Fill") ? Set.of("psn") : Set.of();
    }

    @Override
    public Map<String, List<String>> records() {
      return Map.of("tank", List.of("high", "low", "valve"), "valve", List.of("open"));
    }

    @Override
    public Set<String> added() {
      return Set.of("Tick", "Fill.hidden");
    }

    @Override
    public boolean isMissing(String variable, Step step, EventLog log) {
      return isMissing;
    }

    @Override
    public Optional<String> begins() {
      return Optional.of("Create");
    }
  }

  private static LogNames.Of of(String... arguments) {
    return new LogNames.Of(
        List.of(arguments),
        List.of("amount", "hidden", "tank"),
        List.of("level", "tank"),
        List.of("Room"),
        List.of("size"));
  }

  private final Pump pump = new Pump();
  private final Vocabulary vocabulary =
      new Vocabulary(
          pump,
          new LogNames(
              List.of("Room", "Pace", "Profile", "Hidden"),
              new TreeMap<>(
                  Map.of(
                      "Fill", of("amount", "hidden", "tank", "unread"),
                      "Stop", of(),
                      "Tick", of()))));

  private static HandLog told() {
    return new HandLog().constant(PUMP, "Room", 3);
  }

  private void accepted(HandLog log) {
    assertThatCode(() -> vocabulary.check(log.log())).doesNotThrowAnyException();
  }

  private void refused(HandLog log, long line, String problem) {
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> vocabulary.check(log.log()))
        .withMessageContaining(problem)
        .satisfies(bad -> assertThat(bad.line()).as("line").isEqualTo(line));
  }

  // ---------------------------------------------------------------- vocabulary

  @Test
  void allThatALogMayTellIsListed() {
    assertThat(vocabulary.actions()).containsExactly("Fill", "Stop");
    assertThat(vocabulary.constants()).containsExactly("Room", "Pace", "Profile");
    assertThat(vocabulary.variables()).containsExactly("level", "tank");
  }

  @Test
  void everyNameThatMeansSomethingIsAccepted() {
    HandLog log =
        told()
            .event(PUMP, "Fill")
            .in("amount", 1)
            .in("tank", List.of(Map.of("high", 1, "valve", Map.of("open", true))))
            .st("level", 2)
            .st("tank", Map.of("low", 3))
            .given("Room", 4)
            .given("Rate", 5)
            .msg("size", 6)
            .msg("psn", 7)
            .end();
    log.event(PUMP, "Odd").in("nothing", 1).outside().end();
    log.event("Other", "Odd").end();
    accepted(log);
  }

  @Test
  void aConstantThatMeansNothingIsRefused() {
    refused(
        told().constant(PUMP, "Rom", 1), 1, "constants.Pump has a name \"Rom\" that no log tells");
    refused(told().constant(PUMP, "Hidden", 1), 1, "\"Hidden\" that no log tells");
  }

  @Test
  void aConstantIsToldOrImpliedOrLeftOutInWords() {
    HandLog log = new HandLog();
    accepted(log); // tells no event of it
    log.event(PUMP, "Stop").end();
    refused(log, 1, "constants.Pump do not tell Room; tell it, or let a sentence of omits begin");
    accepted(log.omits("Pump.Room: any will do"));
  }

  @Test
  void anActionThatMeansNothingIsRefused() {
    refused(told().event(PUMP, "Fil").end(), 2, "event 1, Pump.Fil, is no action that a log of");
    refused(told().event(PUMP, "Tick").end(), 2, "is no action that a log of Pump tells of");
    refused(
        told().event(PUMP, "Stop").end().event(PUMP, "Fill").outside().end(),
        3,
        "is said to be outside, but it is an action of Pump");
  }

  @Test
  void aValueThatMeansNothingIsRefused() {
    refused(
        told().event(PUMP, "Stop").in("amount", 1).end(),
        2,
        "tells \"amount\" in \"in\", which means nothing there");
    refused(told().event(PUMP, "Fill").in("hidden", 1).end(), 2, "\"hidden\" in \"in\"");
    refused(told().event(PUMP, "Fill").in("unread", 1).end(), 2, "\"unread\" in \"in\"");
    refused(told().event(PUMP, "Fill").st("levl", 1).end(), 2, "\"levl\" in \"st\"");
    refused(told().event(PUMP, "Stop").given("Rate", 1).end(), 2, "\"Rate\" in \"given\"");
    refused(told().event(PUMP, "Stop").msg("psn", 1).end(), 2, "\"psn\" in \"msg\"");
  }

  @Test
  void aFieldThatMeansNothingIsRefusedAtAnyDepth() {
    refused(
        told().event(PUMP, "Fill").st("tank", Map.of("hgh", 1)).end(),
        2,
        "tells \"hgh\" in \"st.tank\", which means nothing there");
    refused(
        told().event(PUMP, "Fill").st("tank", List.of(1, Map.of("valve", Map.of("opn", 1)))).end(),
        2,
        "tells \"opn\" in \"st.tank.valve\"");
    refused(
        told().event(PUMP, "Fill").st("level", Map.of("high", 1)).end(),
        2,
        "tells a record under \"st.level\", where there is none");
  }

  @Test
  void whatStepsHaveToldIsCounted() {
    EventLog log =
        told()
            .event(PUMP, "Fill")
            .st("level", 1)
            .end()
            .event(PUMP, "Fill")
            .st("tank", Map.of("high", 1))
            .end()
            .log();
    Step one = Step.of(log.events().get(0));
    Step two = Step.of(log.events().get(1));
    Compared both = vocabulary.coverage(List.of(one, two, two.asImplied()), log);
    assertThat(both.compared()).as("compared").isEqualTo(4);
    assertThat(both.values()).as("of").isEqualTo(8);
    assertThat(both.untold()).isEmpty();
    assertThat(both.missing()).isEmpty();
    assertThat(both.unseen()).containsExactly("Stop");
    Compared first = vocabulary.coverage(List.of(one), log);
    assertThat(first.untold()).containsExactly("tank");
    assertThat(first.missing()).containsExactly("tank");
    assertThat(first.values()).as("of").isEqualTo(4);
    pump.isMissing = false;
    Compared nothing = vocabulary.coverage(List.of(one), log);
    assertThat(nothing.values()).as("of those that there are").isEqualTo(1);
    assertThat(nothing.missing()).isEmpty();
    assertThat(nothing.untold()).containsExactly("tank");
  }

  // ---------------------------------------------------------------- omissions

  @ParameterizedTest
  @CsvSource({
    "target: far away, true", "st: no room, true", "Pump: all of it, true",
    "Pump.Fill: too many, true", "Valve.Open: x, true", "Pomp.Fill: x, false",
    "targets: x, false", "Pump, false", "target, false"
  })
  void aSentenceOfOmitsBeginsWithAName(String sentence, boolean isOne) {
    EventLog log = new HandLog().omits(sentence).log();
    Collection<String> specs = List.of(PUMP, "Valve");
    if (isOne) {
      assertThatCode(() -> Omitted.checkNames(log, specs)).doesNotThrowAnyException();
    } else {
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> Omitted.checkNames(log, specs))
          .withMessageContaining("omits has \"" + sentence + "\", which does not begin with");
    }
  }

  @Test
  void theSentencesAboutASpecificationAreThoseOfItAndOfAll() {
    EventLog log =
        new HandLog()
            .omits("target: a")
            .omits("st: b")
            .omits("Pump: c")
            .omits("Pump.Fill: d")
            .omits("Pumps: e")
            .omits("Valve: f")
            .log();
    assertThat(log.omits(PUMP)).containsExactly("target: a", "st: b", "Pump: c", "Pump.Fill: d");
    assertThat(Omitted.name("no colon")).isEqualTo("no colon");
    assertThat(Omitted.name(": nothing before it")).isEmpty();
    assertThat(Omitted.isOmitted(log, "Pump.Fill")).as("Fill").isTrue();
    assertThat(Omitted.isOmitted(log, "Pump.Stop")).as("Stop").isFalse();
  }

  private void contradicts(HandLog log, String problem) {
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> Omitted.check(log.log(), PUMP, vocabulary))
        .withMessageContaining(problem);
  }

  @Test
  void aLogLeavesOutAllThatItSaysItDoes() {
    HandLog log = told().event(PUMP, "Fill").st("level", 1).end();
    for (String name : List.of("Pump.Stop", "Pump.tank", "Pump.Pace", "Valve.Open", "st")) {
      log.omits(name + ": x");
    }
    assertThatCode(() -> Omitted.check(log.log(), PUMP, vocabulary)).doesNotThrowAnyException();
    HandLog nothing = told().event(PUMP, "Fill").end();
    assertThatCode(() -> Omitted.check(nothing.log(), PUMP, vocabulary)).doesNotThrowAnyException();
    contradicts(told().omits("Pump.Fil: x"), "Fil is no action, variable or constant of it");
    contradicts(told().omits("Pump.Room: x"), "constants.Pump tell Room, though omits say");
    String isThere = "is there, though the header's omits say that it is left out";
    contradicts(told().omits("Pump.Fill: x").event(PUMP, "Fill").end(), isThere);
    contradicts(told().omits("Pump: x").event(PUMP, "Fill").end(), isThere);
    contradicts(
        told().omits("Pump.level: x").event(PUMP, "Fill").st("level", 1).end(),
        "tells level, though the header's omits say that it is left out");
  }

  // ---------------------------------------------------------------- the frame

  private static final Map<String, String> UNITS =
      Map.of("Pump.level", "B", "Pump.msg.size", "packets", "Valve.level", "B", "Pump.Room", "B");

  private final LogFrame frame =
      new LogFrame(List.of(pump, Projection.whole("Valve")), UNITS, List.of("uet-1.0", "uet-1.1"));

  private void framed(HandLog log) {
    assertThatCode(() -> frame.check(log.log())).doesNotThrowAnyException();
  }

  private void unframed(HandLog log, String problem) {
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> frame.check(log.log()))
        .withMessageContaining(problem);
  }

  @Test
  void aProfileIsKnownAndToldOnce() {
    framed(new HandLog());
    unframed(
        new HandLog().profile("uet-2.0"),
        "profile is \"uet-2.0\", which is none that is known; did you mean");
    framed(new HandLog().constant(PUMP, "Profile", "uet-1.0"));
    unframed(
        new HandLog().constant(PUMP, "Profile", "uet-1.1"),
        "constants.Pump.Profile is not the profile, which is \"uet-1.0\"");
    unframed(
        new HandLog().constant("Pomp", "Room", 1),
        "constants has a name \"Pomp\", which is no specification that logs are held against");
  }

  @Test
  void aUnitIsThatOfAQuantity() {
    framed(new HandLog().unit("Pump.level", "B"));
    unframed(
        new HandLog().unit("Pump.level", "KiB"),
        "units say that Pump.level counts \"KiB\"; it counts \"B\", in every log");
    unframed(
        new HandLog().unit("Pump.lvl", "B"),
        "units has a name \"Pump.lvl\" that is no quantity; did you mean \"Pump.level\"? there may"
            + " be Pump.Room, Pump.level, Pump.msg.size");
    unframed(new HandLog().unit("Odd.level", "B"), "there may be Pump, Valve");
  }

  @Test
  void aQuantityThatIsToldHasItsUnit() {
    String told = "units do not tell that of Pump.%s, which the log tells; it counts \"%s\"";
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).in("level", 1).end(),
        told.formatted("level", "B"));
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).st("level", 1).end(),
        told.formatted("level", "B"));
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).given("level", 1).end(),
        told.formatted("level", "B"));
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).st("tank", List.of(Map.of("level", 1))).end(),
        told.formatted("level", "B"));
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).msg("size", 1).end(),
        told.formatted("msg.size", "packets"));
    unframed(
        new HandLog().event(PUMP, "Fill").of(null).msg("head", Map.of("size", 1)).end(),
        told.formatted("msg.size", "packets"));
    unframed(
        new HandLog().constant(PUMP, "Room", 1).event(PUMP, "Fill").of(null).end(),
        told.formatted("Room", "B"));
    framed(new HandLog().event(PUMP, "Fill").of(null).in("size", 1).end());
    framed(new HandLog().unit("Pump.level", "B").event(PUMP, "Fill").of(null).in("level", 1).end());
  }

  @Test
  void anEventIsOfASpecificationThatIsKnown() {
    unframed(
        new HandLog().event("Pumps", "Fill").of(null).end(),
        "is of no specification that logs are held against");
    unframed(new HandLog().omits("odd"), "does not begin with the name");
  }

  private static HandLog.Event created(HandLog log, int life, int ccc) {
    return log.event(PUMP, "Create")
        .of(new LogInstance(LogInstance.SOURCE, "a", "b", 0, ccc, life, 0));
  }

  @Test
  void theEndThatActsIsTheHostWhereItHappens() {
    framed(created(new HandLog(), 1, 7).end());
    unframed(
        created(new HandLog(), 1, 7).at("b", 1).end(),
        "happens at \"b\", but \"of\" says that the source acts, which is \"a\"");
    LogInstance target = new LogInstance(LogInstance.TARGET, "a", "b", 0, 7, 1, 0);
    unframed(
        new HandLog().event(PUMP, "Create").of(target).end(),
        "happens at \"a\", but \"of\" says that the destination acts, which is \"b\"");
    framed(new HandLog().event(PUMP, "Create").at("b", 1).of(target).end());
    LogInstance any = new LogInstance(LogInstance.TARGET, "a", "", 0, 0, 0, 0);
    framed(new HandLog().event(PUMP, "Fill").at("c", 1).of(any).end());
  }

  @Test
  void livesCountFromOneAndEachHasOneId() {
    HandLog log = created(new HandLog(), 1, 7).end();
    created(log, 2, 7).end();
    created(log, 1, 7).end();
    framed(log);
    created(log, 2, 9).end();
    unframed(log, "has CCC 9 in life 2, which is that of CCC 7");
    unframed(
        created(new HandLog(), 2, 7).end(),
        "is the first of life 2 of its CCC, where life 1 is next; lives count from 1");
    HandLog late = created(new HandLog(), 1, 7).end();
    created(late, 3, 7).end();
    unframed(late, "is the first of life 3 of its CCC, where life 2 is next");
    HandLog other = created(new HandLog(), 1, 7).end();
    other.event(PUMP, "Create").of(new LogInstance(LogInstance.SOURCE, "a", "c", 0, 8, 1, 0)).end();
    other
        .event(PUMP, "Create")
        .at("b", 1)
        .of(new LogInstance(LogInstance.TARGET, "a", "b", 0, 9, 1, 0))
        .end();
    other.event(PUMP, "Fill").of(new LogInstance(LogInstance.SOURCE, "a", "b", 0, 0, 0, 0)).end();
    framed(other);
  }

  @Test
  void anEventIsOfAContextThatWasCreated() {
    LogInstance second = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 1, 0);
    HandLog log = new HandLog();
    log.event(PUMP, "Fill").of(second).end();
    framed(log); // without a CCC Manager
    created(log, 1, 7).end();
    unframed(log, "is of life 1 of the CCC of a>b/0 at its source, which no event has created");
    assertThat(new HashSet<>(vocabulary.actions())).doesNotContain("Create");
  }

  // ---------------------------------------------------------------- PDCs

  private static LogEvent ofPdc(String role, int pdc, String name, Object value) {
    LogInstance of = new LogInstance(role, "a", "b", 0, 7, 1, pdc);
    return new HandLog().event(PUMP, "Fill").of(of).in(name, value).end().log().events().get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "source, 3, p, 3, ''",
    "source, 3, p, 4, in.p",
    "target, 3, p, 4, ''",
    "source, 3, q, 4, ''",
    "target, 3, t, 3, ''",
    "target, 3, t, 4, in.t",
    "source, 3, t, 4, in.t"
  })
  void anEventNamesItsOwnPdc(String role, int own, String name, int told, String problem)
      throws BadLog {
    ofOnePdc(ofPdc(role, own, name, told), problem);
  }

  @ParameterizedTest
  @CsvSource({"3, 3, ''", "3, 4, in.m.dpdcid", "0, 4, ''", "3, 0, ''"})
  void aMessageIsAddressedToTheOwnPdc(int own, int told, String problem) throws BadLog {
    ofOnePdc(ofPdc("target", own, "m", Map.of("dpdcid", told)), problem);
    ofOnePdc(ofPdc("target", own, "m", Map.of("spdcid", 9)), "");
  }

  private static void ofOnePdc(LogEvent event, String problem) throws BadLog {
    LogInstance of = event.instance().orElseThrow();
    if (problem.isEmpty()) {
      Contexts.hasItsPdc(event, of);
      return;
    }
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> Contexts.hasItsPdc(event, of))
        .withMessageContaining("has another PDC in of.pdc than in " + problem);
  }

  @Test
  void partsOfAHundredValuesAreRoundedDown() {
    TreeSet<String> none = new TreeSet<>();
    assertThat(new Compared(2, 3, none, none, none).percent()).as("2 of 3").isEqualTo(66);
    assertThat(new Compared(0, 0, none, none, none).percent()).as("none of none").isEqualTo(100);
    assertThat(new Compared(0, 1, none, none, none).isNothing()).as("0 of 1").isTrue();
    assertThat(new Compared(1, 1, none, none, none).isNothing()).as("1 of 1").isFalse();
    assertThat(new Compared(0, 0, none, none, none).isNothing()).as("0 of 0").isFalse();
  }

  /** Names a quantity in the second record of a list. */
  @Test
  void aQuantityInAnyRecordOfAListNeedsItsUnit() {
    unframed(
        new HandLog()
            .event(PUMP, "Fill")
            .of(null)
            .st("tank", List.of(Map.of("odd", 1), Map.of("level", 1)))
            .end(),
        "units do not tell that of Pump.level, which the log tells");
  }

  /** Creates a context of one flow, and uses one of the same id in another flow. */
  @Test
  void aContextIsCreatedForItsOwnFlow() {
    HandLog log = created(new HandLog(), 1, 7).end();
    log.event(PUMP, "Fill").of(new LogInstance(LogInstance.SOURCE, "a", "c", 0, 7, 1, 0)).end();
    unframed(log, "is of life 1 of the CCC of a>c/0 at its source, which no event has created");
  }

  /** Creates a context at the source alone, and one of another flow at the target. */
  @Test
  void aContextIsCreatedAtItsOwnEnd() {
    HandLog log = created(new HandLog(), 1, 7).end();
    log.event(PUMP, "Create")
        .at("b", 1)
        .of(new LogInstance(LogInstance.TARGET, "c", "b", 0, 8, 1, 0))
        .end();
    log.event(PUMP, "Fill")
        .at("b", 1)
        .of(new LogInstance(LogInstance.TARGET, "a", "b", 0, 9, 1, 0))
        .end();
    unframed(log, "is of life 1 of the CCC of a>b/0 at its target, which no event has created");
  }
}
