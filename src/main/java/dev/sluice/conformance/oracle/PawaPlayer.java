package dev.sluice.conformance.oracle;

import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plays {@code ldcp-pawa}. */
final class PawaPlayer implements Player.Play {
  private static final long MICROSECOND_PS = 1_000_000;

  /** Packets that may leave between two requests, so that replies stay short. */
  private static final long MOST_PACKETS = 100;

  /** The packets in flight with which no more leave on a tour. */
  private static final long MOST_IN_FLIGHT = 3;

  /** The most packets in one acknowledgment. */
  private static final long MOST_AN_ACK = 1 << 16;

  /** Returns the player of the role. */
  static Player player() {
    KernelRole role =
        new KernelRole(
                "ldcp-pawa", Ldcp.STABLE, "the sender of LDCP: its window in the stable stage")
            .kernel(PawaWindow.class, PawaWindow.FACE)
            .event(
                PawaWindow.RECEIVE_ACK,
                Map.of("rtt", LogValue.of(2 * MICROSECOND_PS)),
                Map.of("n", LogValue.of(1), "ece", LogValue.of(false)))
            .event(PawaWindow.GO_BACK, Map.of(), Map.of())
            .event(PawaWindow.TIMEOUT, Map.of(), Map.of())
            .departures(PawaWindow.TRANSMIT)
            .time(PawaWindow.TRANSMIT, PawaWindow.class, "notBeforePs")
            .rule("cw", PawaWindow.class, "grow", "cut")
            .rule("rest", PawaWindow.class, "grow")
            .rule("rtt", PawaWindow.class, "measured")
            .rule("sinceSent", PawaWindow.class, "notBeforePs");
    add(role, "usual", with(4_096, 2_048, 3_072, 1_024, 40 * 4_096, 2_000_000), 16_384, 0);
    add(
        role,
        "measured",
        new PawaParams(
            65_536,
            65_536,
            65_536,
            16_384,
            16 * 65_536,
            true,
            2 * MICROSECOND_PS,
            20 * MICROSECOND_PS,
            TimerRtt.MEASURED),
        16 * 65_536,
        16);
    add(
        role,
        "sixteenth",
        new PawaParams(
            4_096, 2_048, 4_096, 256, 2 * 4_096, true, 1_999_993, 7_000_003, TimerRtt.MEASURED),
        256,
        0);
    add(
        role,
        "odd",
        new PawaParams(
            65_521,
            12_347,
            54_321,
            8_191,
            7 * 65_521 + 13,
            true,
            3_000_017,
            3_000_019,
            TimerRtt.MEASURED),
        3 * 65_521 + 1,
        3);
    // Gamma is one part, because the specification counts no wait beyond that of Gamma. As
    // published, a window may fall below Gamma, and the kernel waits longer then.
    add(
        role,
        "published",
        new PawaParams(
            4_096,
            4_096,
            4_096,
            1,
            9 * 4_096,
            false,
            5 * MICROSECOND_PS,
            9 * MICROSECOND_PS,
            TimerRtt.MEASURED),
        2 * 4_096,
        1);
    add(role, "coarse", with(8, 1, 3, 1, 100, 1_000_003), 8, 1);
    add(role, "ceiling", with(8, 5, 1, 3, 17, 100 * MICROSECOND_PS), 16, 2);
    add(
        role,
        "large",
        new PawaParams(
            65_536, 60_000, 1, 4_096, 1L << 36, true, 1L << 33, 1L << 36, TimerRtt.MEASURED),
        (1L << 36) - 200_000,
        (1L << 20) - 20);
    ShimRequest[] round = new ShimRequest[100];
    Arrays.fill(round, acknowledgment(0, 1, false, MICROSECOND_PS));
    role.example(
        "example-round",
        given(
            with(65_536, 65_536, 65_536, 16_384, 200 * 65_536, MICROSECOND_PS), 100 * 65_536, 100),
        round);
    tour(role, "tour-whole", small(4, 2, 3, 2, 9, 1, 1, TimerRtt.BASE), 9, 0);
    tour(role, "tour-below", small(8, 8, 8, 3, 16, 1, 1, TimerRtt.BASE), 7, 0);
    tour(role, "tour-published", new PawaParams(4, 3, 4, 1, 10, false, 2, 2, TimerRtt.BASE), 4, 0);
    tour(role, "tour-measured", small(4, 4, 4, 2, 8, 2, 3, TimerRtt.MEASURED), 4, 1);
    return role.played(new PawaPlayer());
  }

  private static PawaParams small(
      long one,
      long alpha,
      long beta,
      long gamma,
      long maxCw,
      long baseRttPs,
      long maxRttPs,
      TimerRtt timer) {
    return new PawaParams(one, alpha, beta, gamma, maxCw, true, baseRttPs, maxRttPs, timer);
  }

  private static PawaParams with(
      long one, long alpha, long beta, long gamma, long maxCw, long rttPs) {
    return new PawaParams(one, alpha, beta, gamma, maxCw, true, rttPs, 5 * rttPs, TimerRtt.BASE);
  }

  private static void add(
      KernelRole to, String name, PawaParams params, long startCw, long startInFlight) {
    to.configuration(name, given(params, startCw, startInFlight));
  }

  private static void tour(
      KernelRole to, String name, PawaParams params, long startCw, long startInFlight) {
    to.tour(name, given(params, startCw, startInFlight));
  }

  private static Map<String, LogValue> given(PawaParams params, long startCw, long startInFlight) {
    Map<String, LogValue> given = RoleParameters.of(params);
    given.put("StartCw", LogValue.of(startCw));
    given.put("StartInFlight", LogValue.of(startInFlight));
    return given;
  }

  @Override
  public Optional<String> backlog() {
    return Optional.of(PawaWindow.TRANSMIT.name());
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    return started(given, false);
  }

  @Override
  public Set<String> grained() {
    return Set.of(PawaDevice.WINDOW);
  }

  @Override
  public Device startInParts(Map<String, LogValue> given) {
    return started(given, true);
  }

  private static Device started(Map<String, LogValue> given, boolean isInParts) {
    PawaParams params = RoleParameters.to(PawaParams.class, given);
    return new PawaDevice(
        params,
        new PawaWindow(
            params,
            RoleParameters.number(given, "StartCw"),
            RoleParameters.number(given, "StartInFlight"),
            0),
        isInParts);
  }

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    PawaWindow window = ((PawaDevice) device).window();
    PawaParams params = RoleParameters.to(PawaParams.class, given);
    List<ShimRequest> all = new ArrayList<>();
    if (window.inFlight() > 0) {
      for (long n = 1; n <= window.inFlight(); n++) {
        all.add(acknowledgment(nowPs, n, false, params.baseRttPs()));
        all.add(acknowledgment(nowPs, n, true, params.maxRttPs()));
      }
      if (params.timerRtt() == TimerRtt.MEASURED) {
        all.add(acknowledgment(nowPs, 1, true, params.baseRttPs() - 1));
        all.add(acknowledgment(nowPs, 1, false, params.maxRttPs() + 1));
      }
      all.add(alone(nowPs, PawaWindow.GO_BACK));
      all.add(alone(nowPs, PawaWindow.TIMEOUT));
    }
    all.add(ShimRequest.advance(nowPs + 1, false));
    // Below one packet only the timer says how many packets are in flight.
    if (window.inFlight() < MOST_IN_FLIGHT) {
      long leaves = device.notBeforePs(nowPs);
      all.add(ShimRequest.advance(1 + (leaves == Device.NEVER_PS ? nowPs : leaves), true));
    }
    return all;
  }

  private static ShimRequest alone(long nowPs, Action action) {
    return ShimRequest.event(nowPs, action.name(), Map.of(), Map.of());
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    PawaWindow window = ((PawaDevice) device).window();
    PawaParams params = RoleParameters.to(PawaParams.class, given);
    long leavesPs = device.notBeforePs(nowPs);
    boolean isLarge = window.cw() / params.one() > MOST_PACKETS;
    if (window.inFlight() > 0 && (leavesPs == Device.NEVER_PS ? !draw.oneIn(6) : draw.oneIn(2))) {
      if (!isLarge && draw.oneIn(20)) {
        return alone(nowPs, PawaWindow.GO_BACK);
      } else if (draw.oneIn(isLarge ? 60 : 20)) {
        return alone(nowPs, PawaWindow.TIMEOUT);
      }
      return acknowledgment(nowPs, window, params, draw);
    } else if (leavesPs != Device.NEVER_PS && leavesPs > nowPs && draw.oneIn(2)) {
      return ShimRequest.advance(leavesPs - 1 + draw.below(3), true);
    }
    long spanPs = params.baseRttPs();
    if (window.cw() > 0 && window.cw() < params.one()) {
      spanPs = 4 * (params.baseRttPs() * params.one() / window.cw());
    }
    return ShimRequest.advance(nowPs + draw.below(1 + spanPs), !draw.oneIn(6));
  }

  private static ShimRequest acknowledgment(
      long nowPs, PawaWindow window, PawaParams params, Draw draw) {
    long most = Math.min(window.inFlight(), MOST_AN_ACK);
    boolean isLarge = window.cw() / params.one() > MOST_PACKETS;
    long n =
        switch ((int) draw.below(4)) {
          case 0 -> most;
          case 1 -> 1 + draw.below(most);
          default -> 1;
        };
    n = isLarge ? Math.min(n, 1 + draw.below(MOST_PACKETS)) : n;
    boolean rises = window.cw() > params.maxCw() - params.maxCw() / 4;
    boolean ece = draw.oneIn(rises ? 8 : 3);
    return acknowledgment(nowPs, n, ece, roundTripPs(params, draw));
  }

  private static ShimRequest acknowledgment(long nowPs, long n, boolean ece, long rttPs) {
    return ShimRequest.event(
        nowPs,
        PawaWindow.RECEIVE_ACK.name(),
        Map.of("rtt", LogValue.of(rttPs)),
        Map.of("n", LogValue.of(n), "ece", LogValue.of(ece)));
  }

  private static long roundTripPs(PawaParams params, Draw draw) {
    long span = params.maxRttPs() - params.baseRttPs();
    return switch ((int) draw.below(6)) {
      case 0 -> 1 + draw.below(params.baseRttPs());
      case 1 -> params.maxRttPs() + draw.below(params.maxRttPs());
      case 2 -> params.baseRttPs();
      default -> params.baseRttPs() + draw.below(1 + span);
    };
  }
}
