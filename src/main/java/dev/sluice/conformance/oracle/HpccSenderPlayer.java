package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkChoice;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Plays {@code hpcc-sender}. */
final class HpccSenderPlayer implements Player.Play {
  static final String RUNS = "SENDER";

  /** Packets that may leave between two requests, so that replies stay short. */
  private static final long MOST_PACKETS = 40;

  /** The number of flows that a receiver can report at most. */
  private static final long MOST_FLOWS = 0xFFFF;

  private static final long PART = 512;

  /** Above the largest window of a case without bounds, and half of the one that a kernel keeps. */
  private static final long LARGEST_WINDOW = 1L << 39;

  private static final List<String> TELEMETRY = List.of("path", "nHop", "first", "hops");

  /** Fine times and coarse amounts: a byte counter that jumps at once makes u the largest. */
  private static final TelemetryUnits EXTREME_UNITS =
      new TelemetryUnits(1, 1 << 14, 1 << 12, List.of(1L, 1_600_000L));

  /** Returns the player of the role. */
  static Player player() {
    KernelRole role =
        new KernelRole(
                "hpcc-sender",
                Hpcc.WINDOW,
                "the sender of HPCC++: its window and its pace, by telemetry")
            .kernel(HpccSender.class, HpccSender.FACE)
            .kernel(HpccWindow.class, HpccWindow.FACE)
            .event(HpccSender.RECEIVE_ACK, Map.of(), heard(0, 3, 16_777_000, 1_048_000, 12))
            .optional(TELEMETRY.toArray(String[]::new))
            .event(HpccSender.GO_BACK, Map.of(), Map.of())
            .departures(HpccSender.TRANSMIT)
            .time(HpccSender.TRANSMIT, HpccSender.class, "notBeforePs")
            .rule("u", HpccWindow.class, "measure")
            .rule("u", TelemetryUnits.class, "sentBytes")
            .rule("u", LinkRecords.class, "hear")
            .rule("u", LinkChoice.class, "waits")
            .rule("w", HpccWindow.class, "computeWind", "scaled", "wai")
            .rule("wc", HpccWindow.class, "computeWind", "scaled", "wai")
            .rule("incStage", HpccWindow.class, "computeWind")
            .rule("n", HpccWindow.class, "counted")
            .rule("sndUna", HpccSender.class, "progress")
            .rule("sndNxt", HpccSender.class, "progress", "goBack", "transmit")
            .rule("lastUpdateSeq", HpccSender.class, "progress")
            .rule("sinceSent", HpccSender.class, "notBeforePs");
    TelemetryUnits usual = TelemetryProfile.EVERY_SPEED.units(100_000);
    TelemetryUnits fast = TelemetryProfile.EVERY_SPEED.units(1_600_000);
    TelemetryUnits odd =
        new TelemetryUnits(1_003, 77, 33, List.of(24_999L, 99_989L, 7L, 1_600_003L));
    add(role, "100g", HpccParams.defaults(100_000_000_000L, 100, 1_174, 1 << 24), usual);
    add(role, "extreme", extreme(), EXTREME_UNITS);
    add(
        role,
        "1600g",
        with(
            HpccParams.ONE,
            99,
            0,
            HpccReaction.BOTH,
            HpccDeparture.BELOW,
            12_000_000,
            2_400_000,
            9_174 * PART,
            1L << 32),
        fast);
    add(
        role,
        "coarse",
        with(
            20,
            95,
            1,
            HpccReaction.BOTH,
            HpccDeparture.BELOW,
            4_000_000,
            20_000,
            1_000 * PART,
            256),
        usual);
    add(
        role,
        "odd",
        new HpccParams(
            19_999_999,
            18_888_889,
            61_234_567,
            3,
            HpccReaction.BOTH,
            HpccDeparture.FITS,
            4_999_999,
            7_777_777,
            12_345,
            7_001,
            true,
            777_777,
            97),
        odd);
    add(
        role,
        "floor",
        with(
            20,
            95,
            1,
            HpccReaction.BOTH,
            HpccDeparture.FITS,
            9_000_001,
            1_500,
            1_000 * PART + 1,
            16),
        usual.withSojourn(10_000));
    add(
        role,
        "each-ack",
        with(
            1_000,
            95,
            5,
            HpccReaction.ACK,
            HpccDeparture.FITS,
            5_000_000,
            11_740,
            1_174 * PART,
            1 << 16),
        usual);
    add(
        role,
        "each-round",
        with(
            1_000,
            90,
            1,
            HpccReaction.ROUND,
            HpccDeparture.BELOW,
            5_000_000,
            9_999,
            1_174 * PART,
            32),
        usual.withSojourn(4_000));
    add(
        role,
        "published",
        unbounded(
            with(
                1_000,
                95,
                1,
                HpccReaction.BOTH,
                HpccDeparture.FITS,
                5_000_000,
                8_000,
                1_174 * PART,
                1 << 20)),
        usual);
    add(
        role,
        "receiver",
        with(
            HpccParams.ONE,
            95,
            5,
            HpccReaction.BOTH,
            HpccDeparture.FITS,
            5_000_000,
            12_500,
            1_174 * PART,
            128),
        usual,
        "RECEIVER");
    add(
        role,
        "wide",
        new HpccParams(
            (1L << 31) - 1,
            2_040_109_464,
            (1L << 31) - 1,
            2,
            HpccReaction.BOTH,
            HpccDeparture.BELOW,
            1L << 32,
            3L << 32,
            1L << 27,
            1L << 20,
            true,
            1L << 26,
            1L << 32),
        new TelemetryUnits(1_000, 1_024, 4_096, List.of(50_000L, 99_971L, 400_000L)));
    overload(role);
    HpccTours.addTo(role);
    return role.played(new HpccSenderPlayer());
  }

  /**
   * Makes parameters with which products of the window, and u, need more than 64 bits. Half of the
   * link stays free, so that flows have large steps.
   */
  private static HpccParams extreme() {
    return new HpccParams(
        (1L << 31) - 1,
        1L << 30,
        (1L << 31) - 1,
        4,
        HpccReaction.BOTH,
        HpccDeparture.FITS,
        1_999_999,
        (1L << 36) + 1,
        1L << 22,
        1L << 20,
        true,
        1L << 26,
        1 << 24);
  }

  /**
   * Adds an example: a link of 100 Gb/s that is full for all of T, with a queue of a fifth of B · T
   * before and after. U is 1.2 then.
   */
  private static void overload(KernelRole to) {
    HpccParams params =
        new HpccParams(
            HpccParams.ONE,
            HpccParams.ONE / 100 * 95,
            5 * HpccParams.ONE,
            5,
            HpccReaction.BOTH,
            HpccDeparture.FITS,
            6_000_000,
            75_000 * PART,
            375 * PART,
            1_000 * PART,
            true,
            1_000 * PART,
            1 << 24);
    TelemetryUnits units = new TelemetryUnits(1_000, 125, 1_000, List.of(100_000L));
    to.example(
        "example-overload",
        given(params, units, RUNS),
        ShimRequest.advance(1_000_000, true),
        ShimRequest.event(
            1_000_000, HpccSender.RECEIVE_ACK.name(), Map.of(), heard(0, -1, 1_000, 0, 15)),
        ShimRequest.advance(7_000_000, false),
        ShimRequest.event(
            7_000_000, HpccSender.RECEIVE_ACK.name(), Map.of(), heard(1, -1, 7_000, 600, 15)));
  }

  /** Makes an acknowledgment with the record of a link of 100 Gb/s, the only one of a path. */
  private static Map<String, LogValue> heard(long seq, long n, long ts, long tx, long queue) {
    Map<String, LogValue> hop = new LinkedHashMap<>();
    hop.put("speed", LogValue.of(100_000));
    hop.put("ts", LogValue.of(ts));
    hop.put("tx", LogValue.of(tx));
    hop.put("queue", LogValue.of(queue));
    return heard(acknowledgment(seq, HpccWindow.ABSENT, n), 5, hop);
  }

  /** Adds the record of a link, the only one of a path. */
  static Map<String, LogValue> heard(
      Map<String, LogValue> message, long path, Map<String, LogValue> hop) {
    message.put("path", LogValue.of(path));
    message.put("nHop", LogValue.of(1));
    message.put("first", LogValue.of(1));
    message.put("hops", new LogValue.Items(List.of(new LogValue.Fields(hop))));
    return message;
  }

  /** Makes an acknowledgment without telemetry. */
  static Map<String, LogValue> acknowledgment(long seq, long w, long n) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("seq", LogValue.of(seq));
    message.put("w", LogValue.of(w));
    message.put("n", LogValue.of(n));
    return message;
  }

  /**
   * Makes parameters whose least window is a small part of a packet.
   *
   * @param percent the utilisation aimed at
   * @param windowBytes the largest window
   */
  private static HpccParams with(
      long one,
      long percent,
      long maxStage,
      HpccReaction reacts,
      HpccDeparture leavesIf,
      long tPs,
      long windowBytes,
      long size,
      long modulus) {
    return new HpccParams(
        one,
        one * percent / 100,
        5 * one,
        maxStage,
        reacts,
        leavesIf,
        tPs,
        windowBytes * PART,
        windowBytes / 7,
        size / 500,
        true,
        size,
        modulus);
  }

  private static HpccParams unbounded(HpccParams of) {
    return new HpccParams(
        of.one(),
        of.eta(),
        of.maxU(),
        of.maxStage(),
        of.reacts(),
        of.leavesIf(),
        of.tPs(),
        of.wInit(),
        of.wai(),
        of.minW(),
        false,
        of.size(),
        of.modulus());
  }

  private static void add(KernelRole to, String name, HpccParams params, TelemetryUnits units) {
    add(to, name, params, units, RUNS);
  }

  private static void add(
      KernelRole to, String name, HpccParams params, TelemetryUnits units, String form) {
    to.configuration(name, given(params, units, form));
  }

  /** Returns the parameters that {@code start} has. */
  static Map<String, LogValue> given(HpccParams params, TelemetryUnits units, String form) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("Form", LogValue.of(form));
    given.putAll(RoleParameters.of(params));
    given.putAll(new TelemetryGiven(units).given(params));
    return given;
  }

  @Override
  public Optional<String> backlog() {
    return Optional.of(HpccSender.TRANSMIT.name());
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    return started(given, false);
  }

  @Override
  public Set<String> grained() {
    return HpccSenderDevice.GRAINED;
  }

  // A U close to 0 then makes a window that is close to none, or to one without end.
  @Override
  public String ungrained(Map<String, LogValue> given) {
    return RoleParameters.truth(given, "Bounded")
        ? ""
        : "a variable cannot have a grain if Bounded is false";
  }

  @Override
  public Device startInParts(Map<String, LogValue> given) {
    return started(given, true);
  }

  private static Device started(Map<String, LogValue> given, boolean isInParts) {
    return new HpccSenderDevice(
        RoleParameters.to(HpccParams.class, given),
        TelemetryGiven.of(given),
        RoleParameters.text(given, "Form").equals(RUNS),
        isInParts);
  }

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    return HpccTours.requests(
        (HpccSenderDevice) device, nowPs, RoleParameters.to(HpccParams.class, given));
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    HpccSenderDevice sender = (HpccSenderDevice) device;
    HpccParams params = RoleParameters.to(HpccParams.class, given);
    long leavesPs = device.notBeforePs(nowPs);
    boolean isFull = leavesPs == Device.NEVER_PS && sender.sender().inFlight() > 0;
    boolean hears =
        isFull ? !draw.oneIn(6) : draw.oneIn(isFilling(sender.sender(), params) ? 5 : 2);
    if (hears && sender.sender().inFlight() > 0 && draw.oneIn(20)) {
      return ShimRequest.event(nowPs, HpccSender.GO_BACK.name(), Map.of(), Map.of());
    } else if (hears) {
      Map<String, LogValue> message = message(sender, params, TelemetryGiven.of(given), draw);
      if (!params.bounded() && isBeyond(sender, nowPs, message)) {
        TELEMETRY.forEach(message::remove);
      }
      return ShimRequest.event(nowPs, HpccSender.RECEIVE_ACK.name(), Map.of(), message);
    } else if (leavesPs != Device.NEVER_PS && draw.oneIn(3)) {
      return ShimRequest.advance(Math.max(nowPs, leavesPs - 1 + draw.below(3)), true);
    }
    long silentPs = silentPs(sender) + (draw.oneIn(2) ? 0 : draw.below(3) - 1);
    if (silentPs > nowPs && draw.oneIn(8)) {
      return ShimRequest.advance(silentPs, false);
    }
    long gapPs = params.tPs();
    if (sender.sender().w() > 0) {
      gapPs = Math.max(1, params.size() * params.tPs() / sender.sender().w());
    }
    return ShimRequest.advance(nowPs + draw.below(MOST_PACKETS * gapPs), !draw.oneIn(6));
  }

  /**
   * Returns whether a window grows so far that the kernel may cut it, which no source says: without
   * bounds it has no largest one.
   */
  private static boolean isBeyond(
      HpccSenderDevice sender, long nowPs, Map<String, LogValue> message) {
    HpccSenderDevice after = (HpccSenderDevice) sender.copy();
    after.event(nowPs, HpccSender.RECEIVE_ACK.name(), Map.of(), message);
    return after.sender().w() >= LARGEST_WINDOW;
  }

  /** Returns up to when the record of the first hop may be compared, or −1 if there is none. */
  private static long silentPs(HpccSenderDevice sender) {
    return sender.links() == null || sender.links().heardAtPs(0) < 0
        ? -1
        : sender.links().heardAtPs(0) + sender.links().longestPs();
  }

  /** Returns whether a large window has room for many packets, which few stimuli should fill. */
  private static boolean isFilling(HpccSender sender, HpccParams params) {
    long packets = sender.w() / params.size();
    return packets > MOST_PACKETS && sender.inFlight() < packets;
  }

  private static Map<String, LogValue> message(
      HpccSenderDevice device, HpccParams params, TelemetryGiven telemetry, Draw draw) {
    boolean runs = device.links() != null;
    long w = runs || draw.oneIn(3) ? HpccWindow.ABSENT : window(params, draw);
    long n = runs && draw.oneIn(2) ? flows(draw) : HpccWindow.ABSENT;
    Map<String, LogValue> message = acknowledgment(seq(device, params, draw), w, n);
    boolean isQuiet = device.sender().sndUna() >= params.modulus() / 2 && params.modulus() < 64;
    if (runs && (isQuiet ? draw.oneIn(8) : !draw.oneIn(8))) {
      new TelemetryDraw(params, telemetry, device.links(), draw)
          .addTo(message, load(device.sender(), params, draw));
    }
    return message;
  }

  /** Draws the first packet that is missing: of packets that have left, or an older number. */
  private static long seq(HpccSenderDevice device, HpccParams params, Draw draw) {
    HpccSender sender = device.sender();
    long modulus = params.modulus();
    long round = Math.floorMod(sender.lastUpdateSeq() + draw.below(2) - sender.sndUna(), modulus);
    long ahead = device.ahead();
    if (isFilling(sender, params) && !draw.oneIn(4)) {
      return Math.floorMod(sender.sndUna() + Math.min(ahead, draw.below(4)), modulus);
    }
    long by =
        switch ((int) draw.below(10)) {
          case 0 -> 0;
          case 1 -> -1 - draw.below(Math.min(8, modulus / 8));
          case 2, 3 -> ahead;
          case 4, 5, 6 -> round <= ahead ? round : ahead;
          default -> Math.min(ahead, 1 + draw.below(1 + ahead));
        };
    long seq = Math.floorMod(sender.sndUna() + by, modulus);
    return isHalf(seq, sender, modulus) ? sender.sndUna() : seq;
  }

  /**
   * Returns whether a number is half of all numbers away from one that it is compared with, so that
   * the sources leave open which of the two is later.
   */
  private static boolean isHalf(long seq, HpccSender sender, long modulus) {
    return LongStream.of(sender.sndUna(), sender.sndNxt(), sender.lastUpdateSeq())
        .anyMatch(own -> 2 * Math.floorMod(seq - own, modulus) == modulus);
  }

  private static long window(HpccParams params, Draw draw) {
    return switch ((int) draw.below(5)) {
      case 0 -> draw.below(params.minW() + 2);
      case 1 -> params.wInit() - 1 + draw.below(3);
      case 2 -> params.size() - 1 + draw.below(3);
      default -> draw.below(2 * params.wInit());
    };
  }

  private static long flows(Draw draw) {
    return switch ((int) draw.below(4)) {
      case 0 -> 1;
      case 1 -> 1 + draw.below(10);
      case 2 -> 1 + draw.below(1_000);
      default -> MOST_FLOWS - draw.below(2);
    };
  }

  /** Draws the load of the fullest link, in thousandths. Runs of additive steps often go on. */
  private static long load(HpccSender sender, HpccParams params, Draw draw) {
    long aim = 1_000 * params.eta() / params.one();
    long part = Math.max(1, 1_000 / params.one());
    boolean multiplies = sender.window().incStage() >= params.maxStage();
    if (draw.oneIn(multiplies ? 6 : 25)) {
      return 0;
    }
    if (sender.window().incStage() > 0 && !draw.oneIn(3)) {
      return draw.oneIn(4) ? aim + draw.below(part) : 300 + draw.below(aim - 300);
    }
    if (!params.bounded() && draw.oneIn(4)) {
      return 2_000 + draw.below(3_000);
    }
    boolean isLarge = !params.bounded() && sender.w() > params.wInit();
    return switch ((int) draw.below(12)) {
      case 0, 1 -> isLarge ? aim + draw.below(2_000) : draw.below(150);
      case 2, 3, 4 -> isLarge ? aim : 200 + draw.below(aim - 200);
      case 5, 6 -> aim - 20 + draw.below(40);
      case 7 -> aim + draw.below(part);
      case 8 -> 999 + draw.below(3);
      case 9, 10 -> aim + draw.below(400);
      default -> 1_300 + draw.below(4_700);
    };
  }
}
