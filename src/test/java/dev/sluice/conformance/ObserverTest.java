package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.conformance.Observer.Finding;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds replies that were written by hand against the states that explain them. */
class ObserverTest {
  private static final long INTERVAL = 50_000_000;
  private static final Map<String, LogValue> CNP =
      Map.of("qp", LogValue.of(7), "ecn", LogValue.of("ECT_1"));

  static Observer of(String role, String configuration, long latencyPs, String... shown) {
    Player player = Players.of(role).orElseThrow();
    return new Observer(
        List.of(player.start(player.configurations().get(configuration))),
        player.role().refusable(),
        Set.of(shown),
        within(latencyPs),
        Map.of());
  }

  /** Returns the pipeline of an implementation that fetches packets when they leave. */
  static Pipeline within(long latencyPs) {
    return new Pipeline(latencyPs, 0, Device.NEVER_PS);
  }

  private static Observer notifier() {
    return of("rcm-np", "50us", Device.NEVER_PS, "owed");
  }

  private static ShimRequest mark(long atPs) {
    return ShimRequest.event(
        atPs, "Receive", Map.of("valid", LogValue.of(true)), Map.of("ecn", LogValue.of("CE")));
  }

  static LogValue departure(long atPs, String action, Map<String, LogValue> message) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    fields.put("t", LogValue.of(atPs));
    fields.put("do", LogValue.of(action));
    fields.put("msg", new LogValue.Fields(message));
    return new LogValue.Fields(fields);
  }

  static Reply reply(Map<String, LogValue> state, LogValue... sends) {
    return new Reply(
        Map.of("st", new LogValue.Fields(state), "sends", new LogValue.Items(List.of(sends))),
        Optional.empty());
  }

  static Reply reply(LogValue... sends) {
    return reply(Map.of(), sends);
  }

  static void passes(Observer observer, ShimRequest request, Reply reply) {
    assertThat(observer.observe(request, reply).map(Finding::sentence).orElse(""))
        .as("the deviation")
        .isEmpty();
  }

  static void fails(
      Observer observer, ShimRequest request, Reply reply, CaseVerdict verdict, String says) {
    Optional<Finding> finding = observer.observe(request, reply);
    assertThat(finding).as("a deviation that says %s", says).isPresent();
    assertThat(finding.get().verdict()).as(finding.get().sentence()).isEqualTo(verdict);
    assertThat(finding.get().sentence()).contains(says);
  }

  /** Lets a CNP leave for the first mark, at time 0. */
  private static Observer answered() {
    Observer observer = notifier();
    passes(observer, mark(0), reply(departure(0, "Receive", CNP)));
    return observer;
  }

  @Test
  void aMarkThatIsNotAnsweredInTimeIsLate() {
    Observer observer = notifier();
    passes(observer, mark(0), reply());
    fails(observer, ShimRequest.advance(1, false), reply(), CaseVerdict.LATE, "is due at 0 ps");
  }

  @Test
  void aDeclaredLatencyDelaysTheAnswer() {
    Observer observer = of("rcm-np", "50us", 1_000);
    passes(observer, mark(0), reply());
    passes(observer, ShimRequest.advance(1_000, false), reply(departure(1_000, "Receive", CNP)));
    Observer later = of("rcm-np", "50us", 1_000);
    passes(later, mark(0), reply());
    fails(later, ShimRequest.advance(1_001, false), reply(), CaseVerdict.LATE, "is due at 0 ps");
  }

  @Test
  void aCnpBeforeTheIntervalEndsIsEarly() {
    Observer observer = answered();
    passes(observer, mark(0), reply());
    fails(
        observer,
        ShimRequest.advance(INTERVAL, false),
        reply(departure(INTERVAL - 1, "CnpTimer", CNP)),
        CaseVerdict.EARLY,
        "no CNP leaves before " + INTERVAL);
  }

  @Test
  void aCnpThatNoMarkAsksForHasNoState() {
    Observer observer = answered();
    fails(
        observer,
        ShimRequest.advance(INTERVAL, false),
        reply(departure(INTERVAL, "CnpTimer", CNP)),
        CaseVerdict.VALUE,
        "no CNP may leave: the last mark, at 0 ps, was answered at 0 ps");
    fails(
        notifier(),
        ShimRequest.advance(INTERVAL, false),
        reply(departure(INTERVAL, "CnpTimer", CNP)),
        CaseVerdict.VALUE,
        "no CNP may leave: no valid packet with a mark has come");
    Observer next = of("rcm-np", "next-mark", Device.NEVER_PS);
    Map<String, LogValue> cnp = Map.of("qp", LogValue.of(1), "ecn", LogValue.of("NOT_ECT"));
    passes(next, mark(5), reply(departure(5, "Receive", cnp)));
    fails(
        next,
        mark(7),
        reply(departure(7, "Receive", cnp)),
        CaseVerdict.VALUE,
        "the last mark, at 7 ps, is within the interval after the CNP at 5 ps, and needs no answer");
  }

  @Test
  void aCnpWithAnotherFieldHasNoState() {
    Observer observer = notifier();
    Map<String, LogValue> other = new LinkedHashMap<>(CNP);
    other.put("qp", LogValue.of(8));
    fails(observer, mark(0), reply(departure(0, "Receive", other)), CaseVerdict.VALUE, "qp 7");
  }

  @Test
  void aVariableWithAnotherValueIsNamed() {
    Observer observer = notifier();
    fails(
        observer,
        mark(0),
        reply(Map.of("owed", LogValue.of(true)), departure(0, "Receive", CNP)),
        CaseVerdict.VALUE,
        "owed is true and should be false");
  }

  @Test
  void aVariableThatTheRoleDoesNotDeclareIsNotJudged() {
    Observer observer = of("rcm-np", "50us", Device.NEVER_PS);
    passes(
        observer, mark(0), reply(Map.of("owed", LogValue.of(true)), departure(0, "Receive", CNP)));
  }

  @Test
  void anEventOfTheRoleMustNotBeRefused() {
    Reply refusal =
        new Reply(Map.of(), Optional.of(new ShimError(ShimError.REFUSED, "not now", true)));
    fails(notifier(), mark(0), refusal, CaseVerdict.REFUSED_ALLOWED, "Receive must be taken");
  }

  /** Lets both timers of a reaction point run out at one instant, which happens in two orders. */
  @Test
  void timersOfOneInstantRunInEitherOrder() {
    Observer observer = of("rcm-rp", "paper-2015", Device.NEVER_PS, "rate", "alpha");
    passes(observer, ShimRequest.event(0, "ReceiveCnp", Map.of(), Map.of()), reply());
    ShimRequest both = ShimRequest.advance(55_000_000, false);
    assertThat(observer.observe(both, reply())).isEmpty();
    assertThat(observer.taken()).contains("RiseTimer", "AlphaTimer");
  }

  /** Has a packet leave later than it may, which is late only if a latency is declared. */
  @Test
  void aLatePacketFailsOnlyUnderADeclaredLatency() {
    Map<String, LogValue> packet = Map.of("bytes", LogValue.of(1_122), "ecn", LogValue.of("ECT_0"));
    ShimRequest advance = ShimRequest.advance(1_000_000, true);
    passes(
        of("rcm-rp", "paper-2015", Device.NEVER_PS),
        advance,
        reply(departure(900_000, "Transmit", packet)));
    fails(
        of("rcm-rp", "paper-2015", 100),
        advance,
        reply(departure(900_000, "Transmit", packet)),
        CaseVerdict.LATE,
        "may leave from 0 ps on");
  }

  /** Halves the rate: two packets are 448,800 ps apart then, and 224,400 ps before. */
  @Test
  void aPacketBeforeItsGapIsOverIsEarly() {
    Map<String, LogValue> packet = Map.of("bytes", LogValue.of(1_122), "ecn", LogValue.of("ECT_0"));
    Observer observer = of("rcm-rp", "paper-2015", Device.NEVER_PS);
    passes(observer, ShimRequest.event(0, "ReceiveCnp", Map.of(), Map.of()), reply());
    passes(observer, ShimRequest.advance(10, true), reply(departure(10, "Transmit", packet)));
    fails(
        observer,
        ShimRequest.advance(1_000_000, true),
        reply(departure(448_809, "Transmit", packet)),
        CaseVerdict.EARLY,
        "no packet leaves before 448810 ps");
  }

  private static ShimRequest acknowledged(long atPs, long ts, long tx, long queue) {
    Map<String, LogValue> hop = new LinkedHashMap<>();
    hop.put("speed", LogValue.of(100_000));
    hop.put("ts", LogValue.of(ts));
    hop.put("tx", LogValue.of(tx));
    hop.put("queue", LogValue.of(queue));
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("seq", LogValue.of(1));
    message.put("w", LogValue.of(-1));
    message.put("n", LogValue.of(-1));
    message.put("path", LogValue.of(7));
    message.put("nHop", LogValue.of(1));
    message.put("first", LogValue.of(1));
    message.put("hops", new LogValue.Items(List.of(new LogValue.Fields(hop))));
    return ShimRequest.event(atPs, "ReceiveAck", Map.of(), message);
  }

  /** Begins at 100 Gb/s with packets of 1,174 bytes, which are 93,920 ps apart at line rate. */
  @Test
  void aPacketOfHpccBeforeItsPaceIsEarly() {
    Observer observer = of("hpcc-sender", "100g", 0);
    Map<String, LogValue> next = Map.of("seq", LogValue.of(1));
    LogValue first = departure(0, "Transmit", Map.of("seq", LogValue.of(0)));
    passes(observer, ShimRequest.advance(93_919, true), reply(first));
    fails(
        observer,
        ShimRequest.advance(93_921, true),
        reply(),
        CaseVerdict.LATE,
        "a packet of the backlog may leave from 93920 ps on");
    assertThat(observer.latest()).as("actions of the last step").containsExactly("Transmit");
    Observer early = of("hpcc-sender", "100g", 0);
    fails(
        early,
        ShimRequest.advance(93_920, true),
        reply(first, departure(93_919, "Transmit", next)),
        CaseVerdict.EARLY,
        "until 93920 ps");
  }

  /**
   * Tells of 122 units of 512 bytes and a queue of 40 units of 320 bytes within T: U is 75,264 of
   * 62,500 bytes, which are 24,084,480 parts. W is 32,000,000 · 19,000,000 ÷ 24,084,480 + 16,000.
   * Timestamp and txBytes wrap in between.
   */
  @Test
  void telemetryMovesTheWindowByTheUtilisationThatItMeasures() {
    for (long w : new long[] {25_260_472, 25_260_473}) {
      Observer observer = of("hpcc-sender", "100g", Device.NEVER_PS, "w");
      LogValue first = departure(0, "Transmit", Map.of("seq", LogValue.of(0)));
      passes(observer, ShimRequest.advance(0, true), reply(first));
      passes(
          observer,
          acknowledged(0, (1 << 24) - 1_000, (1 << 20) - 100, 40),
          reply(Map.of("w", LogValue.of(32_000_000))));
      Reply then = reply(Map.of("w", LogValue.of(w)));
      if (w == 25_260_472) {
        passes(observer, acknowledged(0, 4_000, 22, 50), then);
      } else {
        fails(observer, acknowledged(0, 4_000, 22, 50), then, CaseVerdict.VALUE, "be 25260472");
      }
    }
  }

  /**
   * Takes three quarters of a packet with each mark. A window of a quarter has a packet leave each
   * 8 µs, a round trip of 2 µs over a quarter.
   */
  @Test
  void theTimerOfLdcpFollowsTheWindow() {
    Observer observer = of("ldcp-pawa", "usual", 0, "cw");
    LogValue packet = departure(0, "Transmit", Map.of("ecn", LogValue.of("ECT_0")));
    passes(observer, ShimRequest.advance(0, true), reply(packet, packet, packet, packet));
    Map<String, LogValue> in = Map.of("rtt", LogValue.of(2_000_000));
    Map<String, LogValue> all = Map.of("n", LogValue.of(4), "ece", LogValue.of(true));
    passes(
        observer,
        ShimRequest.event(0, "ReceiveAck", in, all),
        reply(Map.of("cw", LogValue.of(4_096))));
    passes(observer, ShimRequest.advance(0, true), reply(packet));
    passes(
        observer,
        ShimRequest.event(0, "Timeout", Map.of(), Map.of()),
        reply(Map.of("cw", LogValue.of(4_096))));
    passes(observer, ShimRequest.advance(0, true), reply(packet));
    Map<String, LogValue> one = Map.of("n", LogValue.of(1), "ece", LogValue.of(true));
    passes(
        observer,
        ShimRequest.event(0, "ReceiveAck", in, one),
        reply(Map.of("cw", LogValue.of(1_024))));
    fails(
        observer,
        ShimRequest.advance(8_000_000, true),
        reply(departure(7_999_999, "Transmit", Map.of("ecn", LogValue.of("ECT_0")))),
        CaseVerdict.EARLY,
        "the timer runs until 8000000 ps");
  }

  private static LogValue packet(long pdc, long size, long target) {
    return departure(
        0,
        "Transmit",
        Map.of(
            "pdc",
            LogValue.of(pdc),
            "size",
            LogValue.of(size),
            "credit_target",
            LogValue.of(target)));
  }

  /** Spends 8,408 of 8,448 B of initial credit, and then has a message of 20,000 B to send. */
  private static Observer withoutCredit() {
    Observer observer = of("credit-spender", "usual", 0, "credit", "spent");
    Map<String, LogValue> first = Map.of("size", LogValue.of(8_408));
    passes(observer, ShimRequest.event(0, "Want", Map.of("p", LogValue.of(1)), first), reply());
    passes(
        observer,
        ShimRequest.advance(0, true),
        reply(
            Map.of("credit", LogValue.of(8_448), "spent", LogValue.of(8_408)),
            packet(1, 4_204, 33),
            packet(1, 4_204, 33)));
    Map<String, LogValue> second = Map.of("size", LogValue.of(20_000));
    passes(observer, ShimRequest.event(0, "Want", Map.of("p", LogValue.of(2)), second), reply());
    return observer;
  }

  @Test
  void aPacketWithoutCreditIsEarly() {
    fails(
        withoutCredit(),
        ShimRequest.advance(0, true),
        reply(packet(2, 4_204, 95)),
        CaseVerdict.EARLY,
        "the next packet does not fit the credit");
  }

  /** Asks for 19,960 B beyond the credit, 78 units of 256 B, and may ask until it has them. */
  @Test
  void aSourceOfReceiverCreditAsksOnlyWithoutCredit() {
    Observer observer = withoutCredit();
    ShimRequest ask = ShimRequest.event(0, "Ask", Map.of(), Map.of());
    Map<String, LogValue> request =
        Map.of("size", LogValue.of(0), "credit_target", LogValue.of(33 + 78));
    passes(observer, ask, reply(departure(0, "Ask", request)));
    Map<String, LogValue> told = Map.of("credit", LogValue.of(111), "acked", LogValue.of(0));
    passes(
        observer,
        ShimRequest.event(0, "Learn", Map.of(), told),
        reply(Map.of("credit", LogValue.of(111 * 256))));
    fails(
        observer,
        ask,
        reply(departure(0, "Ask", request)),
        CaseVerdict.ACCEPTED_FORBIDDEN,
        "Ask must be refused: a packet may be sent");
  }

  /** Refuses each event. */
  private static final class Refusing implements Device {
    @Override
    public Device copy() {
      return this;
    }

    @Override
    public String event(
        long nowPs, String action, Map<String, LogValue> in, Map<String, LogValue> message) {
      return "the window is closed";
    }

    @Override
    public long notBeforePs(long nowPs) {
      return NEVER_PS;
    }

    @Override
    public Optional<Objection> leaves(Reply.Departure departure) {
      return Optional.of(Objection.only("Nothing", Map.of()));
    }

    @Override
    public Map<String, LogValue> shown(long nowPs) {
      return Map.of();
    }
  }

  @Test
  void theEnvironmentMustNotMakeAnEventThatNoImplementationRefuses() {
    Observer observer =
        new Observer(
            List.of(new Refusing()), Set.of(), Set.of(), within(Device.NEVER_PS), Map.of());
    assertThatThrownBy(
            () -> observer.observe(ShimRequest.event(0, "Transmit", Map.of(), Map.of()), reply()))
        .hasMessage("Transmit cannot happen in this state: the window is closed");
  }

  @Test
  void anEventThatMustBeRefusedMustNotBeCarriedOut() {
    ShimRequest request = ShimRequest.event(0, "Transmit", Map.of(), Map.of());
    fails(
        new Observer(
            List.of(new Refusing()),
            Set.of("Transmit"),
            Set.of(),
            within(Device.NEVER_PS),
            Map.of()),
        request,
        reply(),
        CaseVerdict.ACCEPTED_FORBIDDEN,
        "Transmit must be refused: the window is closed");
    Reply refusal =
        new Reply(Map.of(), Optional.of(new ShimError(ShimError.REFUSED, "not now", true)));
    passes(
        new Observer(
            List.of(new Refusing()),
            Set.of("Transmit"),
            Set.of(),
            within(Device.NEVER_PS),
            Map.of()),
        request,
        refusal);
    Reply busy = new Reply(Map.of(), Optional.of(new ShimError(ShimError.BUSY, "busy", true)));
    fails(
        new Observer(
            List.of(new Refusing()),
            Set.of("Transmit"),
            Set.of(),
            within(Device.NEVER_PS),
            Map.of()),
        request,
        busy,
        CaseVerdict.PROTOCOL,
        "Transmit must be refused with the code 13, and the shim answers error 20: busy");
    fails(
        notifier(),
        mark(0),
        busy,
        CaseVerdict.REFUSED_ALLOWED,
        "Receive is an action of the role, and the shim answers error 20: busy");
  }

  /** Opens with an event if it has forgotten the last one, which it may from 5 ps on. */
  static final class Forgetting implements Device {
    private boolean keeps = true;
    private Reply.Departure due;

    @Override
    public Device copy() {
      Forgetting copy = new Forgetting();
      copy.keeps = keeps;
      copy.due = due;
      return copy;
    }

    @Override
    public List<Step> choices(long nowPs, String action, Map<String, LogValue> message) {
      return keeps && nowPs >= 5
          ? List.of(new Step("Forget", in -> ((Forgetting) in).keeps = false))
          : List.of();
    }

    @Override
    public Device settled(long nowPs, Map<String, LogValue> told) {
      Forgetting settled = (Forgetting) copy();
      settled.keeps &= nowPs < 5 || LogValue.of(true).equals(told.get("keeps"));
      return settled;
    }

    @Override
    public String event(
        long nowPs, String action, Map<String, LogValue> in, Map<String, LogValue> message) {
      due = keeps ? null : new Reply.Departure(nowPs, "Open", Map.of());
      keeps = true;
      return null;
    }

    @Override
    public long notBeforePs(long nowPs) {
      return NEVER_PS;
    }

    @Override
    public Optional<Objection> leaves(Reply.Departure departure) {
      boolean isDue = due != null;
      due = null;
      return isDue ? Optional.empty() : Optional.of(new Objection(false, "nothing opens"));
    }

    @Override
    public Optional<Reply.Departure> due() {
      return Optional.ofNullable(due);
    }

    @Override
    public Map<String, LogValue> shown(long nowPs) {
      return Map.of("keeps", LogValue.of(keeps));
    }
  }

  @Test
  void aStepOfTheImplementationsOwnMayBeTakenAtAnyTimeBeforeAnEvent() {
    Reply opens = reply(departure(5, "Open", Map.of()));
    for (Reply each : List.of(opens, reply())) {
      Observer observer =
          new Observer(
              List.of(new Forgetting()), Set.of(), Set.of(), within(Device.NEVER_PS), Map.of());
      passes(observer, ShimRequest.event(5, "Ask", Map.of(), Map.of()), each);
      passes(observer, ShimRequest.event(5, "Ask", Map.of(), Map.of()), opens);
      passes(observer, ShimRequest.event(6, "Ask", Map.of(), Map.of()), reply());
    }
    fails(
        new Observer(
            List.of(new Forgetting()), Set.of(), Set.of(), within(Device.NEVER_PS), Map.of()),
        ShimRequest.event(4, "Ask", Map.of(), Map.of()),
        reply(departure(4, "Open", Map.of())),
        CaseVerdict.VALUE,
        "nothing opens");
  }

  @Test
  void aVariableTellsWhetherAStepOfTheImplementationsOwnWasTaken() {
    for (boolean keeps : new boolean[] {true, false}) {
      Observer observer =
          new Observer(List.of(new Forgetting()), Set.of(), Set.of("keeps"), within(0), Map.of());
      Reply then = reply(Map.of("keeps", LogValue.of(keeps)));
      passes(observer, ShimRequest.advance(5, false), then);
      fails(
          new Observer(List.of(new Forgetting()), Set.of(), Set.of("keeps"), within(0), Map.of()),
          ShimRequest.advance(4, false),
          reply(Map.of("keeps", LogValue.of(false))),
          CaseVerdict.VALUE,
          "keeps is false and should be true");
    }
  }
}
