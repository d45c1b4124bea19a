package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.LogMerge;
import dev.sluice.model.validate.MergedLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs of several hosts, whose clocks differ, in one order. */
class LogMergeTest {
  private static final long US = 1_000_000;

  private static EventLog recorded(String name) {
    EventLog log = RecordedLogs.logs().get(name);
    return log != null ? log : RecordedLogs.logsOfRoce().get(name);
  }

  /** Returns a log for each host, by another clock. */
  private static List<EventLog> split(EventLog log, ToLongFunction<LogEvent> clock) {
    Map<String, List<LogEvent>> byHost = new TreeMap<>();
    for (LogEvent event : log.events()) {
      byHost
          .computeIfAbsent(event.at(), fresh -> new ArrayList<>())
          .add(LogMutations.at(event, clock.applyAsLong(event)));
    }
    return byHost.values().stream().map(log::with).toList();
  }

  private static MergedLog merged(List<EventLog> logs) throws BadLog {
    return LogMerge.of(logs, Systems.projections());
  }

  private static boolean isAccepted(String spec, EventLog log) throws Exception {
    Projection through =
        Systems.projections().stream().filter(each -> each.spec().equals(spec)).findAny().get();
    List<Judged> judged = SpecJudges.pool().through(through, judge -> judge.judge(log));
    return !judged.isEmpty() && judged.stream().allMatch(Judged::isAccepted);
  }

  /** Checks every message of every recorded run: it leaves before it arrives. */
  @Test
  void oneClockContradictsNoOrder() throws BadLog {
    Map<String, EventLog> all = new TreeMap<>(RecordedLogs.logs());
    all.putAll(RecordedLogs.logsOfRoce());
    for (Map.Entry<String, EventLog> log : all.entrySet()) {
      assertThat(LogMerge.contradictions(log.getValue(), Systems.projections()))
          .as(log.getKey())
          .isEmpty();
    }
  }

  /** Sets hosts' clocks 0, 7, 14, 3, 10 … us ahead; only messages tell that. */
  @ParameterizedTest
  @CsvSource({
    "first-windows, CccLifecycle PdcHandshake",
    "'few PDCs, read and write', CccLifecycle PdcHandshake",
    "'losses, both algorithms', CccLifecycle PdcHandshake CreditConservation",
    "'RoCEv2, losses, receives that are posted late', RcTransport",
  })
  void logsOfSkewedClocksAreMergedIntoABehaviour(String name, String specs) throws Exception {
    EventLog log = recorded(name);
    List<String> hosts = log.events().stream().map(LogEvent::at).distinct().sorted().toList();
    List<EventLog> logs =
        split(log, event -> event.atPs() + 7 * hosts.indexOf(event.at()) % 18 * US);
    MergedLog merged = merged(logs);
    assertThat(merged.isAligned()).isTrue();
    assertThat(merged.contradictions()).isNotEmpty();
    assertThat(merged.log().events()).hasSameSizeAs(log.events());
    for (EventLog each : logs) {
      String host = each.events().get(0).at();
      assertThat(
              merged.log().events().stream()
                  .filter(event -> event.at().equals(host))
                  .map(event -> LogMutations.at(event, 0).numbered(0)))
          .as("%s's own order", host)
          .isEqualTo(
              each.events().stream().map(event -> LogMutations.at(event, 0).numbered(0)).toList());
    }
    for (String spec : specs.split(" ")) {
      assertThat(isAccepted(spec, merged.log())).as(spec).isTrue();
    }
  }

  @Test
  void aClockThatDriftsIsReported() throws BadLog {
    EventLog log = recorded("first-windows");
    String first = log.events().get(0).at();
    MergedLog merged =
        merged(split(log, event -> event.at().equals(first) ? 3 * event.atPs() : event.atPs()));
    assertThat(merged.isAligned()).isFalse();
    assertThat(merged.hosts()).allMatch(clock -> clock.offsetPs() == 0);
    long before = 0;
    for (LogEvent event : merged.log().events()) {
      assertThat(event.atPs()).isGreaterThanOrEqualTo(before);
      before = event.atPs();
    }
  }

  /** Sets the one clock of all hosts back by 100 ns in the middle. */
  @Test
  void aClockThatIsSetBackGoesOnFromThere() throws BadLog {
    EventLog log = recorded("first-windows");
    List<LogEvent> events = new ArrayList<>(log.events());
    int half = events.size() / 2;
    while (!events.get(half).at().equals(events.get(half - 1).at())
        || events.get(half).atPs() != events.get(half - 1).atPs()) {
      half++;
    }
    for (int i = half; i < events.size(); i++) {
      events.set(i, LogMutations.at(events.get(i), events.get(i).atPs() - US / 10));
    }
    MergedLog merged = merged(List.of(log.with(events)));
    assertThat(merged.log().events().stream().map(LogEvent::atPs))
        .isEqualTo(log.events().stream().map(LogEvent::atPs).toList());
    assertThat(merged.hosts().stream().mapToLong(MergedLog.Clock::falls).sum()).isEqualTo(1);
    assertThat(merged.hosts().stream().mapToLong(MergedLog.Clock::worstFallPs).max())
        .hasValue(US / 10);
  }

  @Test
  void whatRestsOnTheMissingEndOfALogIsLeftOut() throws Exception {
    List<EventLog> logs = new ArrayList<>(split(recorded("first-windows"), LogEvent::atPs));
    int last = logs.size() - 1;
    EventLog whole = logs.get(last);
    logs.set(
        last,
        new EventLog(
            whole.header(),
            whole.events().subList(0, 10),
            new LogExtent(Optional.of("its last line is incomplete"), 11, BigInteger.ZERO)));
    MergedLog merged = merged(logs);
    assertThat(merged.log().extent().isPrefix()).isTrue();
    assertThat(merged.log().events()).hasSizeLessThan(recorded("first-windows").events().size());
    assertThat(isAccepted("PdcHandshake", merged.log())).isTrue();
  }

  @Test
  void logsThatDoNotGoTogetherAreRefused() {
    EventLog log = recorded("first-windows");
    EventLog other = recorded("losses, documents");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> merged(List.of(log, log)))
        .withMessageContaining("host-0 has events in two of the logs");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> merged(List.of(log, new EventLog(other.header(), List.of()))))
        .withMessageContaining("the headers of the logs differ in");
  }

  /** Gives one of the logs another unit: a merged log has a single header. */
  @Test
  void logsThatCountInDifferentUnitsAreRefused() {
    List<EventLog> logs = split(recorded("first-windows"), LogEvent::atPs);
    LogHeader header = logs.get(0).header();
    for (String quantity : header.units().keySet()) {
      Map<String, String> units = new TreeMap<>(header.units());
      units.put(quantity, "furlong");
      for (int odd : List.of(0, logs.size() - 1)) {
        List<EventLog> differing = new ArrayList<>(logs);
        differing.set(odd, new EventLog(counting(header, units), logs.get(odd).events()));
        assertThatExceptionOfType(BadLog.class)
            .as("log %d counts %s in furlongs", odd, quantity)
            .isThrownBy(() -> merged(differing))
            .withMessageContaining("the headers of the logs differ in units." + quantity)
            .withMessageContaining("furlong");
      }
    }
  }

  private static LogHeader counting(LogHeader header, Map<String, String> units) {
    return new LogHeader(
        header.writer(),
        header.writerVersion(),
        header.profile(),
        header.seed(),
        header.scenario(),
        units,
        header.constants(),
        header.omits());
  }

  /** Sets the arrival of the last acknowledged packet one picosecond after its acknowledgment. */
  @Test
  void theLastOfSeveralMessagesMustHaveLeft() throws BadLog {
    List<Projection> handshake =
        Systems.projections().stream().filter(each -> each.spec().equals("PdcHandshake")).toList();
    int tried = 0;
    for (Map.Entry<String, EventLog> log : RecordedLogs.logs().entrySet()) {
      Map<String, Long> acked = new TreeMap<>();
      List<LogEvent> before = new ArrayList<>();
      for (LogEvent event : log.getValue().of("PdcHandshake")) {
        before.add(event);
        if (!event.action().equals("ReceiveAck")) {
          continue;
        }
        Map<String, LogValue> m = ((LogValue.Fields) event.arguments().get("m")).fields();
        long cack = number(m, "cack");
        Long last = acked.put(m.get("fa") + " " + m.get("dpdcid"), cack);
        int of = lastTaken(before, m, cack - 1);
        if (last == null || cack - last < 2 || of < 0) {
          continue;
        }
        tried++;
        List<LogEvent> events = new ArrayList<>(before);
        for (int later = of; later < events.size() - 1; later++) {
          LogEvent each = events.get(later);
          if (each.at().equals(events.get(of).at())) {
            events.set(later, LogMutations.at(each, event.atPs() + 1));
          }
        }
        assertThat(LogMerge.contradictions(log.getValue().with(events), handshake))
            .as(
                "%s, event %d acknowledges %d packets, and the last comes 1 ps later",
                log.getKey(), event.number(), cack - last)
            .extracting(MergedLog.Contradiction::from)
            .contains(events.get(of).at());
        break;
      }
    }
    assertThat(tried).as("acknowledgments of several packets").isGreaterThan(1);
  }

  /** Returns where a target has taken a packet that is acknowledged; −1 if the log has none. */
  private static int lastTaken(List<LogEvent> events, Map<String, LogValue> ack, long psn) {
    for (int at = events.size() - 1; at >= 0; at--) {
      if (events.get(at).isOfTarget()
          && events.get(at).arguments().get("m") instanceof LogValue.Fields m
          && m.fields().get("fa").equals(ack.get("fa"))
          && m.fields().get("spdcid").equals(ack.get("dpdcid"))
          && number(m.fields(), "psn") == psn) {
        return at;
      }
    }
    return -1;
  }

  private static long number(Map<String, LogValue> values, String name) {
    return ((LogValue.Num) values.get(name)).value();
  }
}
