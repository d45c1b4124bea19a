package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.host.roce.RoceRuns.Asked;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The number of flows that a receiver reports, against the windows that send to its link. */
class CountedWindowsTest {
  private static final LinkFaults SOUND = new LinkFaults(0, 0, 0, 0, 0);

  /**
   * Compares a host that is written to by a peer and reads from it with one that is written to
   * twice: in the first run two windows of the peer send over one link, and in the second one.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17"})
  void aReceiverReportsAsManyFlowsAsWindowsSendToIt() {
    assertThat(run(new Asked(Op.WRITE, 2, 0, 1, 90_000, 0), new Asked(Op.READ, 0, 2, 1, 90_000, 0)))
        .isEqualTo(2);
    assertThat(
            run(new Asked(Op.WRITE, 2, 0, 1, 90_000, 0), new Asked(Op.WRITE, 2, 0, 1, 90_000, 0)))
        .isEqualTo(1);
  }

  /** Returns the most flows that host 0 reports; as many windows of host 2 hear of its links. */
  private static long run(Asked... asked) {
    HpccEnds ends =
        HpccRuns.plans().get("HPCC: a receiver that reports the flows that it counts").ends();
    List<LogEvent> events =
        new HpccRuns.Plan(ends, 1_024, List.of(asked), SOUND, false, 1)
            .log(host -> RoceFaultPoints.NONE)
            .events();
    Set<LogInstance> windows =
        windows(events, "host-2", "ReceiveAck")
            .map(each -> each.instance().orElseThrow())
            .collect(Collectors.toSet());
    long most =
        windows(events, "host-0", "Receive").mapToLong(CountedWindowsTest::n).max().orElseThrow();
    assertThat(windows).hasSize((int) most);
    return most;
  }

  private static Stream<LogEvent> windows(List<LogEvent> events, String at, String action) {
    return events.stream()
        .filter(each -> each.spec().equals(Hpcc.WINDOW.name()))
        .filter(each -> each.at().equals(at) && each.action().equals(action));
  }

  private static long n(LogEvent event) {
    Map<String, LogValue> receiver = ((LogValue.Fields) event.variables().get("r")).fields();
    return ((LogValue.Num) receiver.get("n")).value();
  }
}
