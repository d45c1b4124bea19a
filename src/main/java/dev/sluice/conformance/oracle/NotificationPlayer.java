package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plays {@code rcm-np}. */
final class NotificationPlayer implements Player {
  private static final long MICROSECOND_PS = 1_000_000;

  /** The most time from one packet to the next where no interval says more. */
  private static final long GAP_PS = MICROSECOND_PS;

  private final Map<String, Map<String, LogValue>> configurations = new LinkedHashMap<>();

  NotificationPlayer() {
    add("50us", 50 * MICROSECOND_PS, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_1, 7);
    add("next-mark", 4 * MICROSECOND_PS, NotificationPoint.Answers.NEXT_MARK, Ecn.NOT_ECT, 1);
    add("each-mark", 0, NotificationPoint.Answers.INTERVAL_END, Ecn.ECT_0, 0xFFFFFF);
    add("5ms", 5_000 * MICROSECOND_PS, NotificationPoint.Answers.INTERVAL_END, Ecn.NOT_ECT, 65_537);
    add("odd", 4_294_967_297L, NotificationPoint.Answers.NEXT_MARK, Ecn.ECT_1, 0x800001);
  }

  private void add(
      String name, long intervalPs, NotificationPoint.Answers answers, int cnpEcn, long peer) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("Interval", LogValue.of(intervalPs));
    given.put("Answers", LogValue.of(answers.name()));
    given.put("CnpEcn", LogValue.of(Ecn.word(cnpEcn)));
    given.put("Peer", LogValue.of(peer));
    configurations.put(name, given);
  }

  @Override
  public Role role() {
    return RoleParameters.role(
        "rcm-np",
        "the notification point of a queue pair: answers marks with CNPs",
        NotificationPoint.FACE,
        configurations.get("50us"),
        List.of(
            new Role.Event(
                NotificationPoint.RECEIVE.name(),
                Map.of("valid", LogValue.of(true)),
                Map.of("ecn", LogValue.of(Ecn.word(Ecn.CE))))),
        NotificationPoint.CNP_TIMER,
        NotificationPoint.RECEIVE);
  }

  @Override
  public Map<String, Map<String, LogValue>> configurations() {
    return configurations;
  }

  @Override
  public Set<String> requirements(String action) {
    return RoleParameters.cited(NotificationPoint.class, NotificationPoint.FACE, action);
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

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    if (draw.oneIn(2)) {
      String ecn =
          draw.oneIn(2) ? Ecn.word(Ecn.CE) : Ecn.word(draw.oneIn(2) ? Ecn.ECT_0 : Ecn.ECT_1);
      return ShimRequest.event(
          nowPs,
          NotificationPoint.RECEIVE.name(),
          Map.of("valid", LogValue.of(!draw.oneIn(6))),
          Map.of("ecn", LogValue.of(ecn)));
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
