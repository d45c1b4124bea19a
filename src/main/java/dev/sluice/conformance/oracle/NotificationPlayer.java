package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plays {@code rcm-np}. */
final class NotificationPlayer implements Player.Play {
  private static final long MICROSECOND_PS = 1_000_000;

  /** The most time from one packet to the next where no interval says more. */
  private static final long GAP_PS = MICROSECOND_PS;

  /** Returns the player of the role. */
  static Player player() {
    return new KernelRole(
            "rcm-np", Rcm.LOOP, "the notification point of a queue pair: answers marks with CNPs")
        .kernel(NotificationPoint.class, NotificationPoint.FACE)
        .configuration(
            "50us",
            given(50 * MICROSECOND_PS, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_1, 7))
        .configuration(
            "next-mark",
            given(4 * MICROSECOND_PS, NotificationPoint.Answers.NEXT_MARK, Ecn.NOT_ECT, 1))
        .configuration(
            "each-mark", given(0, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_0, 0xFFFFFF))
        .configuration(
            "5ms",
            given(
                5_000 * MICROSECOND_PS,
                NotificationPoint.Answers.INTERVAL_END,
                Ecn.NOT_ECT,
                65_537))
        .configuration(
            "odd", given(4_294_967_297L, NotificationPoint.Answers.NEXT_MARK, Ecn.ECT_1, 0x800001))
        .event(
            NotificationPoint.RECEIVE,
            Map.of("valid", LogValue.of(true)),
            Map.of("ecn", LogValue.of(Ecn.word(Ecn.CE))))
        .tour("tour-end", given(2, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_1, 2))
        .tour("tour-next", given(2, NotificationPoint.Answers.NEXT_MARK, Ecn.NOT_ECT, 3))
        .tour("tour-each", given(0, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_0, 1))
        .departures(NotificationPoint.CNP_TIMER, NotificationPoint.RECEIVE)
        .time(NotificationPoint.CNP_TIMER, NotificationPoint.class, "timerPs")
        .time(NotificationPoint.RECEIVE, NotificationPoint.class, "answers", "isNews")
        .rule("owed", NotificationPoint.class, "isNews")
        .rule("sinceCnp", NotificationPoint.class, "answers")
        .played(new NotificationPlayer());
  }

  private static Map<String, LogValue> given(
      long intervalPs, NotificationPoint.Answers answers, int cnpEcn, long peer) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("Interval", LogValue.of(intervalPs));
    given.put("Answers", LogValue.of(answers.name()));
    given.put("CnpEcn", LogValue.of(Ecn.word(cnpEcn)));
    given.put("Peer", LogValue.of(peer));
    return given;
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    NotificationPoint.Answers answers =
        NotificationPoint.Answers.valueOf(RoleParameters.text(given, "Answers"));
    return new NotificationDevice(
        new NotificationPoint.Params(
            RoleParameters.number(given, "Interval"),
            answers,
            NotificationDevice.codepoint(RoleParameters.text(given, "CnpEcn"))),
        RoleParameters.number(given, "Peer"));
  }

  private static ShimRequest packet(long nowPs, int ecn, boolean valid) {
    return ShimRequest.event(
        nowPs,
        NotificationPoint.RECEIVE.name(),
        Map.of("valid", LogValue.of(valid)),
        Map.of("ecn", LogValue.of(Ecn.word(ecn))));
  }

  // The packets of the role are data, and their delivery is not observed. An adapter without RCM
  // does not have the role.
  @Override
  public Set<String> unshown() {
    return Set.of("FIND-13", "RCM-11", "RCM-12");
  }

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    List<ShimRequest> all = new ArrayList<>();
    for (int ecn = Ecn.NOT_ECT; ecn <= Ecn.CE; ecn++) {
      all.add(packet(nowPs, ecn, true));
    }
    all.add(packet(nowPs, Ecn.CE, false));
    all.add(ShimRequest.advance(nowPs + 1, false));
    return all;
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    if (draw.oneIn(2)) {
      int ecn = draw.oneIn(2) ? Ecn.CE : draw.oneIn(2) ? Ecn.ECT_0 : Ecn.ECT_1;
      return packet(nowPs, ecn, !draw.oneIn(6));
    }
    long timer = device.timerPs();
    if (timer != Device.NEVER_PS && draw.oneIn(2)) {
      return ShimRequest.advance(Math.max(nowPs, timer - 1 + draw.below(3)), false);
    }
    long interval = RoleParameters.number(given, "Interval");
    long most = draw.oneIn(3) ? 2 * interval + GAP_PS : interval / 8 + GAP_PS;
    return ShimRequest.advance(nowPs + draw.below(most), false);
  }
}
