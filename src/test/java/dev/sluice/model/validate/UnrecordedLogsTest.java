package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.trace.LogInstance;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cuts behaviours from logs of a few events; {@link ProjectionsTest} has recorded ones. */
class UnrecordedLogsTest {
  private static final LogInstance PDC_1 =
      new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 1, 1);

  private static List<Behaviour> behaviours(String spec, HandLog log) throws BadLog {
    return ProjectedLogs.projection(spec).behaviours(log.log());
  }

  private static HandLog acknowledged(int count) {
    return new HandLog()
        .event("LossRecovery", "ReceiveAck")
        .of(PDC_1)
        .msg("cack", 1)
        .msg("count", count)
        .given("Threshold", 3)
        .given("Window", 8)
        .end();
  }

  /** Tells that the count was not computed with one of the two acknowledgments. */
  @Test
  void anAcknowledgmentIsHeldAgainstTheTargetWithACountAndWithout() throws BadLog {
    for (int count : new int[] {5, 0xFFFF}) {
      HandLog log = acknowledged(count);
      assertThat(behaviours("LossRecovery", log).get(0).steps().get(0).event().toString())
          .as("what comes before an acknowledgment with the count %d", count)
          .contains("told |-> TRUE");
      log.omits("target: only a writes a log.");
      assertThat(behaviours("LossRecovery", log).get(0).steps().get(0).event().toString())
          .as("the same of a log without targets")
          .contains("told |-> FALSE");
    }
  }

  private static HandLog sent(String packet) {
    HandLog log =
        new HandLog()
            .event("CreditConservation", "Transmit")
            .of(PDC_1)
            .in("s", "a/7")
            .msg("packet", packet)
            .end();
    for (String name :
        List.of("Quantum", "Mtu", "InitialCredit", "Modulus", "SliceBudget", "Window")) {
      log.constant("CreditConservation", name, 1);
    }
    return log;
  }

  /** Tells of the packet 3 of PDC 1, and of PDCs whose numbers begin or end alike. */
  @Test
  void aPacketIsOfThePdcThatTheEventNames() throws BadLog {
    assertThat(behaviours("CreditConservation", sent("1/3"))).hasSize(1);
    for (String packet : List.of("12/3", "21/3", "1", "")) {
      assertThatExceptionOfType(BadLog.class)
          .as("the packet \"%s\" of PDC 1", packet)
          .isThrownBy(() -> behaviours("CreditConservation", sent(packet)))
          .withMessageContaining("not that of a packet in its message");
    }
  }
}
