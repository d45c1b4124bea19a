package dev.sluice.system;

import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.SynField;
import java.util.HashMap;
import java.util.Map;

/**
 * The opening of PDCs, as frames show it: SYN on every request until the first acknowledgment has
 * come, with pdc_info 0, and on none after it; one PDC at the target, whose id the source uses from
 * then on; data and acknowledgments in their classes.
 */
final class Syns extends Conversations {
  private final Map<Talk, Integer> targetPdcs = new HashMap<>();

  @Override
  void requested(long atPs, Talk talk, long number, Request request, Frame frame, boolean isNew) {
    if (talk.targetPdc < 0) {
      check(request.syn(), "%s does not know its target's PDC, and sends without SYN", talk);
      check(
          !request.syn() || SynField.pdcInfo(request.dpdcid()) == 0,
          "%s asks for a special PDC",
          talk);
      check(
          !request.syn() || SynField.psnOffset(request.dpdcid()) == number,
          "%s: packet %d has another offset",
          talk,
          number);
    } else {
      check(!request.syn(), "%s knows its target's PDC, and sends a SYN", talk);
      check(
          request.syn() || request.dpdcid() == talk.targetPdc,
          "%s sends to PDC %d instead of %d",
          talk,
          request.dpdcid(),
          talk.targetPdc);
    }
    boolean credits = rig.params().congestionControl().rccc();
    check(
        request.type() == (credits ? PacketType.RUD_CC_REQ : PacketType.RUD_REQ),
        "data in a packet of type %d",
        request.type());
    Ipv4 ip = (Ipv4) frame.packet().ip();
    int trafficClass = rig.scenario.flows().get(talk.parcels.get((int) number).flow).trafficClass();
    check(
        ip.dscp() == rig.params().codePoints().ofClass(trafficClass),
        "data with the DSCP %d",
        ip.dscp());
    check(ip.ecn() == Ecn.ECT_0 || ip.ecn() == Ecn.ECT_1, "data leaves with ECN %d", ip.ecn());
    check(request.cccId() != 0 || !credits, "data without a CCC_ID");
  }

  @Override
  void acknowledges(long atPs, Talk talk, AckCc ack, Frame frame) {
    Integer before = targetPdcs.putIfAbsent(talk, ack.ack().spdcid());
    check(
        before == null || before == ack.ack().spdcid(),
        "host %d has the PDCs %d and %d for %s",
        talk.target,
        before,
        ack.ack().spdcid(),
        talk);
    Ipv4 ip = (Ipv4) frame.packet().ip();
    check(
        ip.dscp() == rig.params().codePoints().control(),
        "an acknowledgment with the DSCP %d",
        ip.dscp());
  }

  @Override
  void closes(Talk talk, Control control) {
    check(
        control.dpdcid() == talk.targetPdc && (control.flags() & Control.SYN) == 0,
        "%s is closed at PDC %d",
        talk,
        control.dpdcid());
    check(
        talk.parcels.stream().allMatch(parcel -> parcel.fate == Fate.DONE),
        "%s is closed before all is there",
        talk);
  }
}
