package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.PortVerdict;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.Request;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules by which a sender asks for an acknowledgment of the packets in flight. */
class AckRequestTest {
  private static final int MTU = 4_096;

  /** Target acknowledgments only on request: the trigger is larger than all that is sent. */
  private static final NicParams PARAMS =
      NicParams.sourceDocuments()
          .with()
          .congestionControl(CongestionControl.NSCC)
          .trimming(true)
          .ackTriggerBytes(10_000_000)
          .rtoPs(1_000 * NicLab.US)
          .build();

  private static FabricRules trimming(int frame) {
    int[] came = {0};
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    PortRules.Queue data =
        PortRules.Queue.of(
                PortRules.UNLIMITED,
                (queue, free, bytes, ecn, draw) ->
                    came[0]++ == frame ? PortVerdict.TRIM : PortVerdict.PASS)
            .trimming();
    return (topology, port) ->
        topology.leadsToHost(port)
            ? new PortRules(PortRules.UNLIMITED, List.of(plain, plain, data))
            : PortRules.unlimited(3);
  }

  private static List<Control> ackRequests(Tap tap) {
    return tap.from(0).stream()
        .filter(packet -> packet.pds() instanceof Control)
        .map(packet -> (Control) packet.pds())
        .filter(control -> control.controlType() == ControlType.ACK_REQUEST)
        .toList();
  }

  private static List<Request> requests(Tap tap) {
    return tap.from(0).stream()
        .filter(packet -> packet.pds() instanceof Request)
        .map(packet -> (Request) packet.pds())
        .toList();
  }

  /**
   * Runs a CCC with a PDC for each of two jobs, until the last packet of a full window, which alone
   * asks for an acknowledgment, is trimmed, and the wait of a trimmed packet is over.
   */
  private static Tap runUntilThePacketThatAskedIsLost() {
    NicLab lab =
        new NicLab(Topologies.star(2, host -> NicLab.HUNDRED, NicLab.SWITCH), trimming(17), PARAMS);
    Tap tap = new Tap(lab.fabric);
    lab.nics.write(0, 1, 1, 0, 400L * MTU, 0);
    lab.nics.write(0, 1, 2, 0, 400L * MTU, 0);
    lab.run(15 * NicLab.US);
    assertThat(requests(tap).stream().map(request -> (request.flags() & Request.AR) != 0))
        .as("AR of the first window: of its 18 packets the last one asks")
        .containsExactly(
            Stream.concat(Collections.nCopies(17, false).stream(), Stream.of(true))
                .toArray(Boolean[]::new));
    return tap;
  }

  @Test
  @Requirement({"UET-4", "UET-8"})
  void aLossOfThePacketThatAskedHasTheSenderAskAgain() {
    assertThat(ackRequests(runUntilThePacketThatAskedIsLost()))
        .as("ACK_REQUESTs after the packet that asked was lost, long before the timeout of 1 ms")
        .isNotEmpty();
  }

  @Test
  @Requirement({"UET-4", "UET-8"})
  void anAckRequestGoesToEachPdcWithPacketsInFlight() {
    Tap tap = runUntilThePacketThatAskedIsLost();
    Map<Integer, Integer> lastPsn = new TreeMap<>();
    requests(tap).forEach(request -> lastPsn.put(request.spdcid(), request.psn()));
    assertThat(lastPsn).as("PDCs with packets in flight, and their last PSN").hasSize(2);
    Map<Integer, Integer> asked = new TreeMap<>();
    ackRequests(tap).forEach(control -> asked.put(control.spdcid(), control.psn()));
    assertThat(asked).as("PDCs with an ACK_REQUEST, and its PSN").isEqualTo(lastPsn);
  }
}
