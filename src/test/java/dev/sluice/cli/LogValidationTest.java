package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.fabric.PauseRuns;
import dev.sluice.host.roce.HpccRuns;
import dev.sluice.host.roce.LdcpRateRuns;
import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.host.roce.RcmRuns;
import dev.sluice.host.roce.RoceRuns;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * TLC accepts what the system logs, and sees one wrong event in it.
 *
 * <p>The logs are those of {@link LoggedRuns}. Of each action of each specification a few events
 * are taken, and each is left out, repeated, swapped with the next, preceded by a foreign one, and
 * changed in every single value it tells; the log is numbered anew, so that it is the specification
 * that notices. What it need not notice is in {@link #EQUIVALENT}, with the reason.
 *
 * <p>A build spoils one event of each action, by one mutant of each kind and part of the event, and
 * judges a few logs. With {@code -Dsluice.all=true} all mutants of two events, and all logs.
 */
@Execution(ExecutionMode.CONCURRENT) // each waits for a process
@Order(1) // among the longest
class LogValidationTest {
  /** How many events of each action are spoiled, each in all ways. */
  private static final int SAMPLES = Whole.IS_ASKED ? 2 : 1;

  /** So many events of its context are kept behind the spoiled one. */
  private static final int AFTER = 12;

  /**
   * Mutants that are behaviours all the same: specification, action and mutation, where it matters
   * the place, and why.
   */
  private static final Map<Pattern, String> EQUIVALENT = equivalents();

  static Map<Pattern, String> equivalents() {
    Map<String, String> all = new TreeMap<>();
    all.put(
        "NsccWindow\\.Send alter given\\.Config\\..*",
        "another configuration: what it changes is no concern of the few events that follow");
    all.put(
        "NsccWindow\\.Ack alter in\\.(marked|rtt|penalty\\[1\\])",
        "a window at its top, or within its period, takes any such signal alike; the mark also"
            + " turns the entropy value, which a log does not tell");
    all.put(
        "CccLifecycle\\.(Signal repeat|CloseCcc drop)",
        "a window that is set to what it is; the last event of a context, which none comes after");
    all.put(
        "CccLifecycle\\.Receive drop",
        "its acknowledgment, which no packet would have drawn, does not come in the few events that"
            + " follow");
    all.put(
        "CccLifecycle\\.Signal alter in\\.window",
        "a window beyond the largest comes to the largest");
    all.put(
        "PdcHandshake\\.(ReceiveRequest|ReceiveSyn|ReceiveAck|Refuse) (repeat|add)|PdcHandshake\\.ReceiveClose add",
        "the network repeats packets, and one that was taken is taken again without a change");
    all.put(
        "PdcHandshake\\.(Refuse|Release) drop",
        "a refusal changes nothing; an id that nobody takes again need not come back");
    all.put(
        "PdcHandshake\\.Retransmit (repeat|drop|alter in\\.n)",
        "any packet that is not acknowledged may be sent again; and a copy that comes may be one"
            + " that the network has made of the first");
    all.put(
        "PdcHandshake\\.Transmit alter given\\.Work",
        "a job may grow until its PDC is closed, and this log ends before");
    all.put(
        "CreditConservation\\.(Ask|Learn) repeat|CreditConservation\\.(Close|Forget) add",
        "a timer may fire again, and the network repeats requests; several ACK_CCs say the same,"
            + " and one that says what is known changes nothing");
    all.put(
        "CreditConservation\\.(Forget|Grant) drop",
        "the last event of an entry, which none comes after; credit that the acknowledgment right"
            + " behind would have carried");
    all.put(
        "CreditConservation\\.Learn drop at rccc-8 event 50",
        "an ACK_CC right before another one that says all that it says, and more credit: the network"
            + " may have lost it");
    all.put(
        "CreditConservation\\.Resend repeat",
        "a packet that is not acknowledged may be sent again");
    all.put(
        "NsccWindow\\.Nack alter in\\.reason",
        "with receiver credits a trim at the last hop leaves the window to them, as other NACKs do");
    all.put(
        "LossRecovery\\.(Receive|ReceiveAck) repeat|LossRecovery\\.(Retransmit|Transmit) add",
        "the network repeats packets and acknowledgments");
    all.put(
        "LossRecovery\\.ReceiveAck alter (given\\.(Threshold|Window)|msg\\.count)",
        "far from the threshold one packet more makes no difference; and one more may have come"
            + " by then. GapsLogTest has those that matter");
    all.put(
        "RcTransport\\.((PostReceive|RnrTimer) add|ReceiveResponse repeat)",
        "the network repeats packets and responses, and one that was taken is taken again without a"
            + " change");
    all.put(
        "TelemetryRecords\\.Hear alter msg\\.first",
        "an ACK without records has no hop of the first one");
    all.put(
        "\\w+\\.\\w+ drop, the only event of its end",
        "a log may tell of some flows alone: where a specification tells nothing of an end of a flow,"
            + " nothing is compared");
    all.put(
        "RcTransport\\.Receive repeat",
        "the network repeats packets, and this log has no window that shows it");
    all.put(
        "LsnSpace\\.(Receive|ReceiveAck|Transmit) add|LsnSpace\\.Receive swap",
        "the network repeats packets and acknowledgments; a packet's data and the acknowledgment that"
            + " it brings may be taken in either order");
    all.put(
        "RcTransport\\.PostReceive drop",
        "the last event of a responder, which none comes after: the receive is of no use any more");
    all.put(
        "RcTransport\\.(Transmit alter given\\.(Window|AckEvery|Depth|Retries|RnrRetries)|Receive alter given\\.Saved)",
        "a limit that the few events that follow do not reach. RoceLogTest has logs that do");
    all.put(
        "RcmLoop\\.(Receive|ReceiveCnp|Transmit) (repeat|add)|RcmLoop\\.(Receive|Transmit) drop",
        "while nothing is held down nobody counts packets; the network repeats and loses them, and"
            + " CNPs, which a host without reaction points does not heed");
    all.put(
        "RcmLoop\\.Transmit alter (given\\..*|msg\\.bytes)",
        "nothing is held down yet, and what the constant says does not come up in the few events"
            + " that follow. RcmLogTest has logs in which it does");
    all.put(
        "PawaWindow\\.Receive (drop|repeat|alter in\\.(busy|ce))",
        "the network loses and repeats packets and acknowledgments, and some are of fast start,"
            + " and no news to the window; who acknowledges each packet may be busy or not");
    all.put(
        "FastStart\\.ReceiveAck repeat",
        "the network repeats acknowledgments, and one that was taken is taken again without a"
            + " change");
    all.put(
        "FastStart\\.(ReceiveAck|Timeout) drop",
        "the last event of a fast start, which none comes after: it has ended");
    all.put(
        "FastStart\\.Transmit alter given\\.(Iw|BaseRtt|Rto)",
        "what the constant says does not come up in the few events that follow. LdcpLogTest has"
            + " logs in which it does");
    all.put(
        "PawaWindow\\.Timeout repeat",
        "a second timeout in a row finds one packet's window and nothing in flight, and leaves that");
    all.put(
        "PawaWindow\\.(ReceiveAck alter in\\.rtt|Transmit alter given\\..*|Receive alter given\\.(CleanFirst|DelayUpTo))",
        "by the base RTT no sample matters; what a constant says does not come up in the few events"
            + " that follow. LdcpLogTest has logs in which it does");
    all.put(
        "EventRate\\.((OtherEvent|Notify) (drop|repeat|add)|(ReceiveResponse|Respond) repeat|Notify alter in\\.k)",
        "events that change nothing; the network repeats requests, responses and CNPs, and a response"
            + " that was taken is taken again without a change; how many packets came marked, no"
            + " log tells");
    all.put(
        "EventRate\\.(Request alter given\\..*|Respond alter given\\.Merge)",
        "what the constant says does not come up in the few events that follow. LdcpRateLogTest has"
            + " logs in which it does; One bounds alpha and beta alone");
    all.put(
        "LsnSpace\\.(Receive|ReceiveAck|Timeout) repeat",
        "the network repeats packets and acknowledgments, and one that was taken is taken again"
            + " without a change; so does a timer that runs out twice in a row");
    all.put(
        "LsnSpace\\.Transmit alter (given\\.(Empty|FirstResponse|Mtu)|in\\.window)",
        "no READ, and no response, comes up in the few events that follow: LdcpLogTest has logs in"
            + " which they do; a window of 2^30 bytes bounds nothing, nor does one with a byte more");
    all.put(
        "HpccWindow\\.(GoBack add|Receive(Ack)? (drop|repeat)|Receive alter msg\\.seq)",
        "a transport may go back whenever something is in flight; the network loses and repeats"
            + " packets and ACKs; one without telemetry that says what is known changes"
            + " nothing; and a packet that is not the missing one may be any other");
    all.put(
        "HpccWindow\\.(Transmit|Receive) alter given\\..*",
        "what a constant says does not come up in the few events that follow. HpccLogTest has logs"
            + " in which it does");
    all.put(
        "TelemetryRecords\\.Hear (drop|repeat|alter msg\\.hops\\[\\d\\]\\.(queue|speed|tx))",
        "a record that is no later than the one kept is let be, whatever it says");
    all.put(
        "TelemetryRecords\\.(Hear|Receive) alter given\\.(Fastest|One|QueueUnit|Silence|T|TimeUnit|WaitUnit)",
        "a silence, a queue, or a second record of a link does not come up in the few events that"
            + " follow, nor does a record of how long packets wait. HpccLogTest has logs in which all"
            + " but the last do");
    all.put(
        "PfcLossless\\.(Admit|Release) alter in\\.t",
        "far from its threshold, a lane may hold one byte more or less");
    all.put(
        "PfcLossless\\.Admit alter given\\.(Headroom|Latency)",
        "more room than is used, and a longer wait than any: both are the most that there is");
    all.put(
        "PfcLossless\\.Admit alter given\\.(Cable|Gap|Pause|PauseFrame)",
        "nothing is paused in the few events that follow. PauseLogTest has logs in which it is");
    all.put(
        "PfcLossless\\.Begin (drop|alter in\\.size)",
        "the frame does not come in the few events that follow");
    Map<Pattern, String> patterns = new LinkedHashMap<>();
    all.forEach((pattern, why) -> patterns.put(Pattern.compile(pattern), why));
    return patterns;
  }

  private static Map<String, EventLog> logs;

  /** Of ready scenarios with RoCEv2: judged as they are; what is spoilt are {@link RoceRuns}. */
  private static Map<String, EventLog> ofRoce;

  @BeforeAll
  static void run() throws Exception {
    logs = new LinkedHashMap<>(RecordedLogs.logs());
    logs.putAll(RoceRuns.logs());
    logs.putAll(RcmRuns.logs());
    logs.putAll(LdcpRuns.logs());
    logs.putAll(LdcpRateRuns.logs());
    logs.putAll(HpccRuns.logs());
    logs.putAll(PauseRuns.logs());
    ofRoce = RecordedLogs.logsOfRoce();
  }

  static List<Projection> projections() {
    return Systems.projections();
  }

  @ParameterizedTest
  @MethodSource("projections")
  void everyRunIsAccepted(Projection projection) throws Exception {
    Map<String, EventLog> all = new LinkedHashMap<>(logs);
    all.putAll(ofRoce);
    Map<String, EventLog> judged = Acceptance.part(projection, all);
    Acceptance acceptance =
        SpecJudges.pool().through(projection, judge -> Acceptance.of(judge, judged));
    assertThat(acceptance.wrong()).isEmpty();
    assertThat(acceptance.tooWide()).isZero();
    assertThat(acceptance.events()).isPositive();
    System.out.println(
        projection.spec() + ": " + Words.count(acceptance.events()) + " events accepted");
  }

  /** One PDC opens while others of its CCC end: its first packets are lost, or refused. */
  private static final Map<String, String> OPENING_LATE =
      Map.of(
          "its SYN is lost",
          """
          cc = "both"
          [topology]
          hosts = 2
          [nic]
          rto = "20us"
          %s
          [[fault]]
          link = "host-0~switch-0"
          loss = "100%%"
          at = "500us"
          for = "60us"
          """
              .formatted(
                  write(0, 1, 1, "12KB", 0)
                      + write(0, 1, 2, "12KB", 0)
                      + write(0, 1, 3, "60KB", 500)),
          "its SYN is refused",
          """
          cc = "both"
          [topology]
          hosts = 3
          [nic]
          rto = "20us"
          pdc-pool = 2
          """
              + write(0, 2, 1, "20KB", 0)
              + write(1, 2, 1, "20KB", 0)
              + write(0, 2, 2, "20KB", 0)
              + write(1, 2, 2, "20KB", 0));

  private static String write(int from, int to, int job, String size, int startUs) {
    return """
        [[flow]]
        from = %d
        to = %d
        job = %d
        size = "%s"
        start = "%dus"
        """
        .formatted(from, to, job, size, startUs);
  }

  static List<Projection> ofUet() {
    return Systems.UET.projections();
  }

  @ParameterizedTest
  @MethodSource("ofUet")
  @Requirement({"RCCC-15", "CCC-11"})
  void thePermissionStaysWhileAPdcOpensLate(Projection projection) throws Exception {
    // LossRecovery is told of where its rules are in use alone.
    String gaps = projection.spec().equals("LossRecovery") ? "on" : "off";
    for (Map.Entry<String, String> each : OPENING_LATE.entrySet()) {
      Map<String, String> changes = Map.of("nic.gaps", gaps);
      EventLog log = LoggedRuns.log(Scenario.read("late", "late.toml", each.getValue(), changes));
      List<Judged> judged = SpecJudges.pool().through(projection, judge -> judge.judge(log));
      assertThat(judged).as(each.getKey()).isNotEmpty().allMatch(Judged::isAccepted);
    }
  }

  /** Runs with marks, and the reading that the header of each tells. */
  private static final Map<String, String> SIGNALS =
      Map.of("marks, documents", "both", "marks that do not count, documents", "rtt");

  @Test
  @Requirement("NSCC-9")
  void aWindowIsJudgedByTheReadingThatItsHeaderTells() throws Exception {
    Projection windows =
        projections().stream().filter(one -> one.spec().equals("NsccWindow")).findAny().get();
    for (Map.Entry<String, String> each : SIGNALS.entrySet()) {
      String other = each.getValue().equals("both") ? "rtt" : "both";
      assertThat(accepted(windows, with(logs.get(each.getKey()), each.getValue()))).isTrue();
      assertThat(accepted(windows, with(logs.get(each.getKey()), other))).isFalse();
    }
    EventLog odd = with(logs.get("marks, documents"), "ecn");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> windows.behaviours(odd))
        .withMessageContaining("constants.NsccWindow.Signals");
  }

  @Test
  @Requirement({"RCCC-13", "FIND-25"})
  void creditIsJudgedByTheReadingsThatItsHeaderTells() throws Exception {
    Projection credit =
        projections().stream()
            .filter(one -> one.spec().equals("CreditConservation"))
            .findAny()
            .get();
    EventLog log = logs.get("backlogs that are told again, credit saved for whole packets");
    assertThat(accepted(credit, log)).isTrue();
    assertThat(accepted(credit, with(log, "CreditConservation", "TargetSays", "total"))).isFalse();
    assertThat(accepted(credit, with(log, "CreditConservation", "Packets", "cut")))
        .as("a sender that waits for credit may do so in either reading")
        .isTrue();
    EventLog cut = logs.get("rccc-8"); // begins with 3 x 4,096 + 212 B
    assertThat(accepted(credit, cut)).isTrue();
    assertThat(accepted(credit, with(cut, "CreditConservation", "Packets", "saved"))).isFalse();
    EventLog odd = with(log, "CreditConservation", "Packets", "sliced");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> credit.behaviours(odd))
        .withMessageContaining("constants.CreditConservation.Packets");
  }

  private static boolean accepted(Projection windows, EventLog log) throws Exception {
    List<Judged> judged = SpecJudges.pool().through(windows, judge -> judge.judge(log));
    assertThat(judged).isNotEmpty();
    return judged.stream().allMatch(Judged::isAccepted);
  }

  /** The same log under a header that tells another reading. */
  private static EventLog with(EventLog log, String signals) {
    return with(log, "NsccWindow", "Signals", signals);
  }

  private static EventLog with(EventLog log, String spec, String name, String reading) {
    Map<String, LogValue> constants = new TreeMap<>(log.header().constants());
    Map<String, LogValue> told = new TreeMap<>(((LogValue.Fields) constants.get(spec)).fields());
    told.put(name, LogValue.of(reading));
    constants.put(spec, new LogValue.Fields(told));
    return new EventLog(log.header().telling(constants), log.events());
  }

  @ParameterizedTest
  @MethodSource("projections")
  void oneWrongEventIsSeen(Projection projection) throws Exception {
    Map<String, String> survivors =
        SpecJudges.pool().through(projection, judge -> survivors(projection, judge));
    assertThat(survivors).isEmpty();
  }

  /** Spoilt events that were not seen and need have been, with the place of the first. */
  private static Map<String, String> survivors(Projection projection, SpecJudge judge)
      throws BadLog, IOException {
    Map<String, Integer> taken = new TreeMap<>();
    Map<String, String> survivors = new TreeMap<>();
    long mutants = 0;
    long killed = 0;
    for (Map.Entry<String, EventLog> log : logs.entrySet()) {
      List<LogEvent> events = log.getValue().events();
      Map<String, Integer> here = new LinkedHashMap<>();
      for (int at = 0; at < events.size() * 2 / 3; at++) {
        LogEvent event = events.get(at);
        if (!event.spec().equals(projection.spec())
            || event.isOutside()
            || taken.getOrDefault(event.action(), 0) >= SAMPLES
            || here.merge(event.action(), 1, Integer::sum)
                != 2 - taken.getOrDefault(event.action(), 0)) {
          continue;
        }
        taken.merge(event.action(), 1, Integer::sum);
        for (LogMutations.Mutant mutant :
            Whole.ofEach(mutants(projection, log.getValue(), at), LogMutations.Mutant::part)) {
          mutants++;
          if (isSeen(judge, mutant.log())) {
            killed++;
          } else {
            survivors.putIfAbsent(
                projection.spec() + "." + event.action() + " " + mutant.kind(),
                log.getKey() + " event " + event.number());
          }
        }
      }
    }
    System.out.println(
        projection.spec()
            + ": "
            + Words.count(killed)
            + " of "
            + Words.count(mutants)
            + " mutants of "
            + taken.size()
            + " actions seen; survivors: "
            + new TreeSet<>(survivors.keySet()));
    assertThat(mutants).as("mutants of %s", projection.spec()).isPositive();
    survivors.entrySet().removeIf(each -> isEquivalent(each.getKey()) || isEquivalent(at(each)));
    return survivors;
  }

  private static String at(Map.Entry<String, String> survivor) {
    return survivor.getKey() + " at " + survivor.getValue();
  }

  static boolean isEquivalent(String mutant) {
    return EQUIVALENT.keySet().stream().anyMatch(one -> one.matcher(mutant).matches());
  }

  /**
   * All that may be wrong with one event, in the behaviour that it belongs to. The others are as
   * they were, and {@link #everyRunIsAccepted} has them judged.
   */
  static List<LogMutations.Mutant> mutants(Projection projection, EventLog log, int at)
      throws BadLog {
    EventLog cut = log.with(log.events().subList(0, until(log.events(), at)));
    LogEvent event = cut.events().get(at);
    Set<Long> own = new HashSet<>();
    for (Behaviour behaviour : projection.behaviours(cut)) {
      Set<Long> numbers = new HashSet<>();
      behaviour.steps().forEach(step -> numbers.add(step.number()));
      if (numbers.contains(event.number())) {
        own.addAll(numbers);
      }
    }
    List<LogEvent> kept =
        cut.events().stream()
            .filter(one -> !one.spec().equals(event.spec()) || own.contains(one.number()))
            .toList();
    return own.isEmpty()
        ? LogMutations.of(cut, at, cut.events().size())
        : LogMutations.of(cut.with(kept), kept.indexOf(event), kept.size());
  }

  /** Where the log may end, so that what comes after the event has had time to tell. */
  static int until(List<LogEvent> events, int at) {
    LogEvent event = events.get(at);
    int left = AFTER;
    for (int i = at + 1; i < events.size(); i++) {
      LogEvent other = events.get(i);
      boolean same =
          other.spec().equals(event.spec())
              && other
                  .instance()
                  .map(LogInstance::flow)
                  .equals(event.instance().map(LogInstance::flow));
      if (same && --left == 0) {
        return i + 1;
      }
    }
    return events.size();
  }

  static boolean isSeenBy(Projection projection, EventLog log) throws Exception {
    return SpecJudges.pool().through(projection, judge -> isSeen(judge, log));
  }

  static boolean isSeen(SpecJudge judge, EventLog log) throws IOException {
    try {
      List<Judged> judged = judge.judge(log);
      return judged.stream().anyMatch(each -> each.isRejected());
    } catch (BadLog refused) {
      return true;
    }
  }
}
