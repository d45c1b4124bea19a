package dev.sluice.model.validate;

import static dev.sluice.model.validate.ProjectedLogs.behaviours;
import static dev.sluice.model.validate.ProjectedLogs.part;
import static dev.sluice.model.validate.ProjectedLogs.projection;
import static dev.sluice.model.validate.ProjectedLogs.telling;
import static dev.sluice.model.validate.ProjectedLogs.times;
import static dev.sluice.model.validate.ProjectedLogs.unjudged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cuts behaviours from logs of a few events, and names the rule of each step and constant. */
class ProjectionRulesTest {
  // ---------------------------------------------------------------- CccScheduling

  private static final String TURNS = "CccScheduling";

  /** Leaves a variable out that a header declares limited, or not. */
  @ParameterizedTest
  @CsvSource({
    "credit, Overdraft, false",
    "window, OwnSize, false",
    "nsccInflight, OwnSize, false",
    "state, Overdraft, true",
    "state, OwnSize, true"
  })
  void aVariableIsMissingUnlessItLimitsNothing(String variable, String constant, boolean always)
      throws BadLog {
    HandLog log = new HandLog();
    log.constant(TURNS, "Mtu", 4204).event(TURNS, "NewData").end();
    Projection turns = projection(TURNS);
    Step step = behaviours(log.log()).get(0).steps().get(0);
    for (Object told : List.of(true, false, 7)) {
      EventLog other = telling(log.log(), constant, told);
      assertThat(turns.isMissing(variable, step, other))
          .as("%s is missing where %s is %s", variable, constant, told)
          .isEqualTo(always || !told.equals(true));
    }
    assertThat(turns.isMissing(variable, step, log.log())).as("untold").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1/7..7, 7, 1",
    "1.1/60000..60001, 60000, 2",
    "1.1/0..99999, 0, 100000",
    "1.1/0..100000, -1, 1",
    "1.1/7..6, -1, 1"
  })
  void aNameHoldsUpToAHundredThousandPackets(String name, int first, int count) throws BadLog {
    HandLog log = new HandLog();
    log.constant(TURNS, "Mtu", 4204).event(TURNS, "Nack").in("S", List.of(name)).end();
    Step step = behaviours(log.log()).get(0).steps().get(0);
    List<Value> packets = ((Value.Seq) part(step, "in", "S")).items();
    assertThat(packets.size()).as("packets of %s", name).isEqualTo(count);
    String pdc = first < 0 ? name : "1.1";
    assertThat(packets.get(0)).as("the first").isEqualTo(Value.seq(Value.of(pdc), Value.of(first)));
  }

  /** Leaves out the new value of a window, or of credit, which the first event tells. */
  @ParameterizedTest
  @CsvSource({"Nscc, window, w", "Rccc, credit, c"})
  void aSilentAlgorithmEndsWhatIsJudgedIfItsVariableIsToldAtAll(
      String action, String variable, String argument) throws BadLog {
    List<String> silent = List.of("it does not tell what the algorithm allows now");
    assertThat(unjudged(silent(variable, action).end().log())).as("neither").isEqualTo(silent);
    assertThat(unjudged(silent(variable, action).in(argument, 1).end().log())).as("in").isEmpty();
    assertThat(unjudged(silent(variable, action).st(variable, 1).end().log())).as("st").isEmpty();
    assertThat(unjudged(silent("state", action).end().log())).as("never told").isEmpty();
    assertThat(unjudged(silent(variable, "Settle").end().log())).as("of others").isEmpty();
  }

  private static HandLog.Event silent(String variable, String action) {
    HandLog log = new HandLog().constant(TURNS, "Mtu", 4204);
    return log.event(TURNS, "NewData").st(variable, 7).end().event(TURNS, action);
  }

  @Test
  void creditThatALogNeverTellsIsAskedForWhereTheHeaderLimitsIt() throws BadLog {
    EventLog log = silent("state", "Rccc").end().log();
    assertThat(unjudged(telling(log, "Overdraft", false)))
        .containsExactly("it does not tell what the algorithm allows now");
    assertThat(unjudged(telling(log, "Overdraft", true))).isEmpty();
  }

  // ---------------------------------------------------------------- NsccWindow

  private static final String WINDOW = "NsccWindow";

  /** 255 bytes, in the 512th parts of a byte that the specification counts in. */
  private static final int UNIT_LESS_A_BYTE = 255 * 512;

  private static HandLog window(HandLog log, long ps) {
    return log.event(WINDOW, "Send")
        .at("a", ps)
        .in("S", List.of("a/7"))
        .st("window", Map.of("sinceDecrease", 3_000))
        .given("Config", Map.of("mtu", 1))
        .end();
  }

  private static LogInstance pdc(String role, int id) {
    return new LogInstance(role, "a", "b", 0, 7, 1, id);
  }

  /** Has a flow with these PDCs at its source, one at its target, and one of another flow. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "8192, 8192", "16448, 8192", "16449, 8192", "40000, 8192"})
  void eachPdcOfTheSourceMayRoundAUnitUp(int pdcs, int counted) throws BadLog {
    HandLog log = new HandLog();
    for (int id = 1; id <= pdcs; id++) {
      log.event("PdcHandshake", "Open").of(pdc("source", id)).end();
    }
    log.event("PdcHandshake", "Admit").of(pdc("target", 99_999)).end();
    log.event("PdcHandshake", "Open")
        .of(new LogInstance("source", "a", "c", 0, 7, 1, 99_998))
        .end();
    Projection projection = projection(WINDOW);
    assertThat(projection.behaviours(window(log, 1).log()).get(0).constants().get("Rounding"))
        .as("Rounding of %d PDCs", pdcs)
        .isEqualTo(Value.of(counted * UNIT_LESS_A_BYTE));
  }

  @Test
  void aLogThatTellsOfNoPdcMayHaveAThousand() throws BadLog {
    assertThat(behaviours(window(new HandLog(), 1).log()).get(0).constants().get("Rounding"))
        .as("Rounding")
        .isEqualTo(Value.of(1_024 * UNIT_LESS_A_BYTE));
  }

  /** Tells when a window's context was configured, by that event, or by the window's clock. */
  @ParameterizedTest
  @CsvSource({
    "CccLifecycle, Configure, 4000",
    "CccLifecycle, Create, 3000",
    "CccScheduling, Configure, 3000"
  })
  void aWindowStandsFromWhenItsContextIsConfigured(String spec, String action, int passed)
      throws BadLog {
    HandLog log = new HandLog();
    log.event(spec, action).at("a", 1_000).end();
    Behaviour window = projection(WINDOW).behaviours(window(log, 5_000).log()).get(0);
    assertThat(times(window, "Tick", 2))
        .as("time before the first event, after %s.%s at 1,000 ps", spec, action)
        .containsExactly(passed);
  }

  @ParameterizedTest
  @CsvSource({
    "uet-1.0, both, true",
    "uet-1.0, rtt, false",
    "uet-1.0, none, false",
    "source-documents, both, true",
    "source-documents, rtt, true",
    "source-documents, none, false"
  })
  void aWindowFollowsTheSignalsOfItsProfile(String profile, String signals, boolean isOne)
      throws BadLog {
    EventLog log = telling(window(new HandLog().profile(profile), 1).log(), "Signals", signals);
    if (isOne) {
      assertThat(behaviours(log).get(0).constants().get("Signals"))
          .as("Signals of %s", profile)
          .isEqualTo(Value.of(signals));
    } else {
      assertThatExceptionOfType(BadLog.class)
          .as("Signals = \"%s\" in %s", signals, profile)
          .isThrownBy(() -> behaviours(log))
          .withMessageContaining("Signals is not one of the profile's readings");
    }
  }

  // ---------------------------------------------------------------- RcTransport

  private static final String ROCE = "RcTransport";
  private static final int FIRST_PSN = 0xFFFFFE;

  /** Returns the log of a queue pair that is asked for a SEND of packets, and a WRITE of others. */
  private static HandLog.Event asked(int send, int write) {
    HandLog.Event first = of("source", new HandLog().event(ROCE, "Transmit"));
    for (String name : List.of("Window", "AckEvery", "Depth", "Retries", "RnrRetries")) {
      first.given(name, 4);
    }
    return first
        .given("FirstPsn", FIRST_PSN)
        .given(
            "Work",
            List.of(
                Map.of("op", "SEND", "packets", send), Map.of("op", "WRITE", "packets", write)));
  }

  private static HandLog.Event of(String role, HandLog.Event event) {
    return event.of(LogInstance.connection(role, "a", 2, "b", 2));
  }

  private static int psn(int packet) {
    return FIRST_PSN + packet & 0xFFFFFF;
  }

  private static Value constant(HandLog log, String name) throws BadLog {
    return behaviours(log.log()).get(0).constants().get(name);
  }

  /** Sends packets in turn, and counts those whose requests are known: 4,096 beyond the last. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 4097",
    "1, 1, 4098",
    "0, 3, 4099",
    "-1, 1, 4096",
    "2999 10, 1, 7096",
    "2999 3000, 1, 7097",
    "2980 10 2990, 20, 7106",
    "8388607, 1, 10000",
    "8388608, 1, 4096",
    "none, 1, 4097",
    "2999 none, 1, 7097"
  })
  void theRequestsOfPacketsAreKnownAsFarAsTheyAreSentAndAWhileBeyond(
      String packets, int span, int known) throws BadLog {
    HandLog log = null;
    for (String packet : packets.split(" ")) {
      HandLog.Event sent =
          log == null ? asked(5_000, 5_000) : of("source", log.event(ROCE, "Transmit"));
      if (!packet.equals("none")) {
        sent.msg("psn", psn(Integer.parseInt(packet))).msg("span", span);
      }
      log = sent.end();
    }
    List<Value> places = ((Value.Seq) constant(log, "Places")).items();
    assertThat(places.size()).as("packets whose request is known").isEqualTo(known);
    assertThat(places.get(0)).as("request of the first").isEqualTo(Value.of(1));
    assertThat(places.get(known - 1))
        .as("request of the last")
        .isEqualTo(Value.of(known > 5_000 ? 2 : 1));
  }

  /** Has a packet refused by the end that answers, and by the answer that the other end takes. */
  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 1", "1, 1", "2, 2", "4, 2", "5, 0"})
  void theRequestOfARefusedPacketIsRefused(int packet, int request) throws BadLog {
    List<Value> refused = request == 0 ? List.of() : List.of(Value.of(request));
    HandLog sent = asked(2, 3).msg("psn", psn(0)).end();
    HandLog heard =
        of("source", sent.event(ROCE, "ReceiveResponse"))
            .msg("kind", "REFUSED")
            .msg("psn", psn(packet))
            .end();
    assertThat(constant(heard, "Refused")).as("as heard").isEqualTo(Value.set(refused));
    for (String kind : List.of("REFUSED", "ACK")) {
      HandLog.Event event =
          of("target", asked(2, 3).msg("psn", psn(0)).end().event(ROCE, "Receive"))
              .given("FirstPsn", FIRST_PSN)
              .given("Receives", 1)
              .given("Saved", 1)
              .msg("psn", psn(packet))
              .msg("ack", true);
      HandLog answered =
          event.msg("answer", List.of(Map.of("kind", kind, "psn", psn(packet)))).end();
      assertThat(constant(answered, "Refused"))
          .as("as it is answered with %s", kind)
          .isEqualTo(Value.set(kind.equals("REFUSED") ? refused : List.of()));
    }
  }

  /** Has a timer run out, and the end tell of requests in one standing. */
  @ParameterizedTest
  @CsvSource({"FAILED, 1, true", "FLUSHED, 1, true", "DONE, 1, false", "FAILED, 0, false"})
  void aConnectionFailsWithItsFailedRequestOrWithFlushedOnes(
      String standing, int requests, boolean fails) throws BadLog {
    HandLog sent = asked(2, 3).msg("psn", psn(0)).end();
    List<Object> ranges = requests == 0 ? List.of() : List.of(List.of(1, 1));
    HandLog log =
        of("source", sent.event(ROCE, "Timeout")).st("told", Map.of(standing, ranges)).end();
    Step comes =
        behaviours(log.log()).get(0).steps().stream()
            .filter(Step::isImplied)
            .findFirst()
            .orElseThrow();
    assertThat(part(comes, "in", "all"))
        .as("whether all requests are kept once %d are told %s", requests, standing)
        .isEqualTo(Value.of(fails));
  }

  // ---------------------------------------------------------------- CreditConservation

  private static final String CREDIT = "CreditConservation";

  private static HandLog credit() {
    HandLog log = new HandLog();
    for (String name : List.of("Mtu", "InitialCredit", "SliceBudget", "Window", "Quantum")) {
      log.constant(CREDIT, name, 64);
    }
    return log.constant(CREDIT, "Modulus", 1 << 24);
  }

  private static LogInstance flow(String role, String source, int trafficClass) {
    return new LogInstance(role, source, "b", trafficClass, 7, 1, 0);
  }

  /** Adds an event of the sender a/7 to a log. */
  private static HandLog.Event ofSender(HandLog log, String action) {
    boolean isTarget = List.of("Receive", "ReceiveTrimmed", "Commit", "Grant").contains(action);
    return log.event(CREDIT, action)
        .of(flow(isTarget ? "target" : "source", "a", 0))
        .in("s", "a/7");
  }

  /** Sends and takes one packet, and names the events before which it came twice. */
  @ParameterizedTest
  @CsvSource({
    "Transmit Receive Receive, 2",
    "Transmit Resend Receive Receive, ''",
    "Transmit Receive Resend Receive, ''",
    "Transmit Receive Receive Receive, 2 3",
    "Transmit Resend ReceiveTrimmed Receive Receive, 4",
    "Transmit Resend Resend ReceiveTrimmed Receive Receive, ''",
    "Transmit ReceiveTrimmed ReceiveTrimmed Receive, ''",
    "Ask Receive Receive, 2",
    "Ask Ask Receive Receive, 3",
    "Receive, ''"
  })
  void aRequestThatComesMoreOftenThanItWasSentHasComeTwice(String actions, String twice)
      throws BadLog {
    HandLog log = credit();
    for (String action : actions.split(" ")) {
      ofSender(log, action).msg("packet", "1/0").msg("credit_target", 5).msg("size", 9).end();
    }
    assertThat(twice(log)).as("events before which it came twice").isEqualTo(twice);
  }

  private static String twice(HandLog log) throws BadLog {
    List<String> twice = new ArrayList<>();
    for (Step step : behaviours(log.log()).get(0).steps()) {
      if (part(step, "in", "twice") != null) {
        twice.add("" + step.number());
      }
    }
    return String.join(" ", twice);
  }

  @ParameterizedTest
  @CsvSource({"1/0, 5, 2", "1/1, 5, ''", "1/0, 6, ''"})
  void requestsOfTwoPacketsOrTargetsAreTwo(String packet, int target, String twice) throws BadLog {
    HandLog log = credit();
    for (String action : List.of("Transmit", "Receive")) {
      ofSender(log, action).msg("packet", "1/0").msg("credit_target", 5).end();
    }
    ofSender(log, "Receive").msg("packet", packet).msg("credit_target", target).end();
    assertThat(twice(log)).as("events before which one came twice").isEqualTo(twice);
  }

  /** Takes the oldest of some answers, after which others have left; each may be under way. */
  @ParameterizedTest
  @CsvSource({"Receive Grant, 12", "Grant Grant, 12", "Grant Grant Commit, 14", "Grant, 10"})
  void asManyAnswersAreUnderWayAsLeftSinceTheOneThatIsTaken(String actions, int most)
      throws BadLog {
    HandLog log = credit();
    int amount = 5;
    for (String action : actions.split(" ")) {
      ofSender(log, action).msg("credit", amount++).msg("size", 0).end();
    }
    ofSender(log, "Learn").st("acked", 0).msg("credit", 5).end();
    assertThat(constant(log, "MaxAcks")).as("MaxAcks after %s", actions).isEqualTo(Value.of(most));
  }

  @Test
  void ofAnswersThatTellTheSameTheLastWillDo() throws BadLog {
    HandLog log = credit();
    ofSender(log, "Grant").msg("credit", 5).end();
    ofSender(log, "Grant").msg("credit", 5).end();
    ofSender(log, "Learn").st("acked", 0).msg("credit", 5).end();
    assertThat(constant(log, "MaxAcks")).as("MaxAcks").isEqualTo(Value.of(10));
  }

  @ParameterizedTest
  @CsvSource({"65535, ''", "65536, 'it names PDC 65536, and none has more than 16 bits'"})
  void aPdcHasSixteenBits(int pdc, String why) throws BadLog {
    HandLog log = ofSender(credit(), "Want").in("p", pdc).end();
    assertThat(unjudged(log.log())).isEqualTo(why.isEmpty() ? List.of() : List.of(why));
  }

  @ParameterizedTest
  @CsvSource({"64, 16777216, 4194304", "64, 1000, 32000", "100, 16777216, 4194300"})
  void creditMayBeLateByHalfOfTheModulusAndNoMoreThanFourMillion(int quantum, int modulus, int lag)
      throws BadLog {
    HandLog log =
        credit().constant(CREDIT, "Quantum", quantum).constant(CREDIT, "Modulus", modulus);
    assertThat(constant(ofSender(log, "Ask").end(), "Lag")).isEqualTo(Value.of(lag));
  }

  @Test
  void sendersStandInTheOrderOfTheirHostsBeforeThatOfTheirClasses() throws BadLog {
    HandLog log = credit();
    log.event(CREDIT, "Ask").of(flow("source", "c", 0)).in("s", "c/7").end();
    log.event(CREDIT, "Ask").of(flow("source", "a", 2)).in("s", "a/7").end();
    log.event(CREDIT, "Receive").of(flow("target", "a", 1)).in("s", "a/9").end();
    assertThat(constant(log, "SenderOrder"))
        .as("SenderOrder")
        .isEqualTo(Value.seq(Value.of("a/9"), Value.of("a/7"), Value.of("c/7")));
  }

  @ParameterizedTest
  @CsvSource({"a, a/7, true", "a/b, a/b/7, true", "7, 7, true", "'', /7, true", "a, b/7, false"})
  void aSenderIsOfTheHostBeforeItsLastSlash(String source, String sender, boolean isOf)
      throws BadLog {
    HandLog log =
        credit().event(CREDIT, "Grant").of(flow("target", source, 0)).in("s", sender).end();
    if (isOf) {
      assertThat(behaviours(log.log())).as("behaviours of %s", sender).hasSize(1);
    } else {
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> behaviours(log.log()))
          .withMessageContaining("is about the sender \"%s\"", sender);
    }
  }

  /** Returns the messages that arrive with the last of some events, with their levels. */
  private static List<Traffic.Arrival> arrivals(HandLog log, Traffic traffic) {
    Projection credit = projection(CREDIT);
    for (LogEvent event : log.log().events()) {
      traffic.next();
      credit.traffic(event, traffic);
    }
    return traffic.arrivals();
  }

  @Test
  void whatIsAskedForArrivesAsOftenAsItDeparts() {
    Traffic source = new Traffic();
    arrivals(ofSender(credit(), "Ask").end(), source);
    assertThat(source.departures()).as("an Ask").hasSize(1);
    String key = source.departures().get(0).key();
    HandLog taken = ofSender(ofSender(credit(), "Receive").end(), "Receive").end();
    assertThat(arrivals(taken, new Traffic()))
        .as("the second Receive without a packet")
        .containsExactly(new Traffic.Arrival(key, 2));
  }

  @Test
  void bytesOfTheNextContextAreCountedOnTopOfThoseOfTheLast() {
    HandLog log = ofSender(credit(), "Learn").st("acked", 100).end();
    ofSender(log, "Close").end();
    ofSender(log, "Learn").st("acked", 50).end();
    assertThat(arrivals(log, new Traffic()))
        .extracting(Traffic.Arrival::level)
        .as("bytes that must have been committed")
        .containsExactly(150L);
  }

  // ---------------------------------------------------------------- CccLifecycle

  private static final String LIFE = "CccLifecycle";

  private static HandLog.Event life(HandLog log, String action, int ccc, int pdc) {
    return log.event(LIFE, action).of(new LogInstance("source", "a", "b", 0, ccc, 1, pdc));
  }

  @Test
  void anIdThatIsGivenBackLeavesItsName() throws BadLog {
    HandLog log = new HandLog();
    life(log, "Allocate", 0, 5).in("p", 5).end();
    life(log, "EndClose", 3, 5).in("p", 5).end();
    life(log, "Allocate", 0, 9).in("p", 9).end();
    life(log, "Create", 3, 0).in("c", 3).end();
    life(log, "CloseCcc", 3, 0).in("c", 3).end();
    life(log, "Create", 4, 0).in("c", 4).end();
    assertThat(constant(log, "PdcPool")).as("PdcPool").isEqualTo(Value.of(1));
    assertThat(constant(log, "CccPool")).as("CccPool").isEqualTo(Value.of(1));
    life(log, "Allocate", 0, 8).in("p", 8).end();
    life(log, "Create", 6, 0).in("c", 6).end();
    assertThat(constant(log, "PdcPool")).as("PdcPool with two at a time").isEqualTo(Value.of(2));
    assertThat(constant(log, "CccPool")).as("CccPool with two at a time").isEqualTo(Value.of(2));
  }

  /** Posts the request B, which wants the same, before and after the request A is taken. */
  @ParameterizedTest
  @CsvSource({"Post A Post B, 2, ''", "Post A Assign A Post B, 1, 3", "Post A Post A, 1, ''"})
  void aRequestThatIsTakenLeavesItsNumberToTheNextAlike(String events, int numbers, String renewed)
      throws BadLog {
    HandLog log = new HandLog();
    String[] words = events.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      HandLog.Event event = life(log, words[i], 0, 0).in("r", words[i + 1]);
      if (words[i].equals("Post")) {
        event.given("Work", Map.of("src", "a", "dst", "b", "size", 9));
      }
      event.end();
    }
    assertThat(((Value.Seq) constant(log, "Work")).items()).as("Work").hasSize(numbers);
    assertThat(
            behaviours(log.log()).get(0).steps().stream()
                .filter(Step::isImplied)
                .map(step -> step.action() + " " + step.number()))
        .as("requests that are renewed")
        .isEqualTo(renewed.isEmpty() ? List.of() : List.of("Renew " + renewed));
  }

  @Test
  void theWindowThatConfigureTellsImpliesTheLinksSpeed() throws BadLog {
    HandLog log = new HandLog();
    life(log, "Create", 3, 0).st("ccc", Map.of("maxWnd", 500)).end();
    life(log, "Configure", 3, 0).st("ccc", Map.of("maxWnd", 1_000)).end();
    life(log, "Configure", 4, 0).st("ccc", Map.of("maxWnd", 2_000)).end();
    assertThat(((Value.Rec) constant(log, "LinkSpeed")).get("a"))
        .as("bits in one base RTT, of which three halves are 1,000 bytes")
        .isEqualTo(Value.of(5_334));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, true", "1, 2, true", "0, 1, false", "1, 0, false"})
  void theFactorOfTheLargestWindowIsAFractionAboveZero(int up, int down, boolean isOne)
      throws BadLog {
    HandLog log = new HandLog().constant(LIFE, "MaxWndFactor", List.of(up, down));
    life(log, "Create", 3, 0).end();
    if (isOne) {
      assertThat(constant(log, "MaxWndFactor")).isEqualTo(Value.seq(Value.of(up), Value.of(down)));
    } else {
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> behaviours(log.log()))
          .withMessageContaining("MaxWndFactor is no fraction above 0");
    }
  }

  // ---------------------------------------------------------------- PdcHandshake

  private static final String PDCS = "PdcHandshake";

  private static HandLog.Event pdc(HandLog log, String action, String role, int pdc, int ccc) {
    HandLog.Event event = log.event(PDCS, action).of(new LogInstance(role, "a", "b", 0, 0, 0, pdc));
    return ccc < 0
        ? event.st("target", List.of())
        : event.st("target", List.of(Map.of("pdcid", pdc, "fa", "a", "spdcid", 1, "cccid", ccc)));
  }

  /** Ends a PDC with its context, without it, or not at all, before one with another context. */
  @ParameterizedTest
  @CsvSource({"-1, false, 1", "-1, true, 2", "5, false, 2"})
  void aContextThatEndsWithItsPdcLeavesItsName(int left, boolean isKept, int names) throws BadLog {
    HandLog log = pdc(new HandLog(), "Admit", "target", 1, 5).end();
    pdc(log, "ReceiveClose", "target", 1, left)
        .st("context", isKept ? List.of(Map.of("cccid", 5)) : List.of())
        .end();
    pdc(log, "Admit", "target", 2, 9).end();
    assertThat(constant(log, "TargetCccs")).as("TargetCccs").isEqualTo(Value.of(names));
  }

  @Test
  void anEventOfASourceEndsNoContext() throws BadLog {
    HandLog log = pdc(new HandLog(), "Admit", "target", 1, 5).end();
    pdc(log, "Transmit", "source", 1, -1).end();
    pdc(log, "Admit", "target", 2, 9).end();
    assertThat(constant(log, "TargetCccs")).as("TargetCccs").isEqualTo(Value.of(2));
  }

  @ParameterizedTest
  @CsvSource({"0 0, 1", "0 1, 2", "0 1 2 1, 3"})
  void eachClassOfAPairHasAContext(String classes, int contexts) throws BadLog {
    HandLog log = new HandLog();
    int pdc = 1;
    for (String each : classes.split(" ")) {
      log.event(PDCS, "Open")
          .of(new LogInstance("source", "a", "b", Integer.parseInt(each), 0, 0, pdc++))
          .st("source", List.of(Map.of("start", 100 * pdc)))
          .end();
    }
    assertThat(constant(log, "TargetCccs")).as("TargetCccs").isEqualTo(Value.of(contexts));
  }

  @Test
  void aNackAnswersARequestThatWasRefused() {
    Projection pdcs = projection(PDCS);
    HandLog log = new HandLog();
    log.event(PDCS, "Refuse").in("m", Map.of("fa", "a", "spdcid", 3, "psn", 7)).end();
    log.event(PDCS, "ReceiveNack").in("m", Map.of("fa", "a", "dpdcid", 3, "psn", 7)).end();
    Traffic target = new Traffic();
    pdcs.traffic(log.log().events().get(0), target);
    Traffic source = new Traffic();
    pdcs.traffic(log.log().events().get(1), source);
    assertThat(target.departures()).as("the NACK that departs").hasSize(1);
    assertThat(source.arrivals())
        .as("the NACK that arrives")
        .containsExactly(new Traffic.Arrival(target.departures().get(0).key(), 1));
  }
}
