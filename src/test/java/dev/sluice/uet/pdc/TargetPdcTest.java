package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a PDC takes once it is written, and whom it tells. */
class TargetPdcTest {
  private static final PdcKey KEY = new PdcKey(0x0A00_0001, 7);
  private static final Target.Params PARAMS = new Target.Params(Psn.WIRE_MODULUS, 16, 0);
  private static final long START = Psn.WIRE_MODULUS - 1;

  private final TargetPdc pdc = new TargetPdc(PARAMS, 3, KEY, 1, START);
  private final Asked asked = new Asked();

  @Test
  @Requirement({"PDC-6", "UET-9"})
  void whatIsTakenIsWrittenOnceAcknowledgedAndTold() {
    List<Object> heard = new ArrayList<>();
    pdc.tell((kernel, action, told) -> heard.add(action.name() + List.of(told) + kernel.cack()));
    pdc.receive(START, asked);
    assertThat(asked.since())
        .isEqualTo(List.of(new Asked.Written(KEY, 0, 0), new Packet.AckCc(KEY.fa(), 3, 7, 0)));
    pdc.receive(START, asked);
    assertThat(asked.since()).isEqualTo(List.of(new Packet.AckCc(KEY.fa(), 3, 7, 0)));
    pdc.receive(START + 1 + 16 - Psn.WIRE_MODULUS, asked);
    assertThat(asked.since()).as("16 beyond the one that is awaited").isEmpty();
    pdc.receive(1, asked);
    assertThat(asked.since())
        .isEqualTo(List.of(new Asked.Written(KEY, 0, 2), new Packet.AckCc(KEY.fa(), 3, 7, 0)));
    assertThat(heard).containsExactly("Receive[0]0", "Receive[0]0", "Receive[2]0");
    pdc.tell(null);
    pdc.receive(0, asked);
    assertThat(heard).hasSize(3);
    assertThat(pdc.cack()).isEqualTo(2);
  }
}
