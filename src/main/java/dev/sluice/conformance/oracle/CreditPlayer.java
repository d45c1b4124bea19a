package dev.sluice.conformance.oracle;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditParams.Packets;
import dev.sluice.cc.rccc.CreditParams.TargetSays;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays {@code credit-spender}. */
final class CreditPlayer implements Player.Play {
  private static final long MICROSECOND_PS = 1_000_000;

  /** Packets that may leave between two requests, so that replies stay short. */
  private static final long MOST_PACKETS = 50;

  /** A message that no field of a request can tell whole. */
  private static final long HUGE = 1L << 40;

  /** The work, in largest packets, with which a context still gets a message on a tour. */
  private static final long MOST_WORK = 1;

  private static final long NO_CREDIT = -1;

  private static final long MODULUS = 1L << 24;

  /** The largest amount that is read right, in quanta. */
  private static final long REACH = (MODULUS - 1) / 2;

  private static final long QUANTUM = CreditParams.UET_QUANTUM_BYTES;

  /** A window that no case fills. In one bit less it is small, so that each target shows it. */
  private static final long BEYOND_A_CASE_QUANTA = (1L << 22) + 17;

  /** Returns the player of the role. */
  static Player player() {
    KernelRole role =
        new KernelRole(
                "credit-spender",
                Uet.CREDIT,
                "the source of receiver credit: spends and asks for it")
            .kernel(CreditSpender.class, CreditSpender.FACE)
            .event(CreditSpender.WANT, in(1), Map.of("size", LogValue.of(8_408)))
            .event(CreditSpender.RESEND, in(1), Map.of())
            .refused()
            .event(
                CreditSpender.INFER_LOSS,
                Map.of(),
                Map.of("pdc", LogValue.of(1), "size", LogValue.of(4_204)))
            .refused()
            .event(CreditSpender.ASK, Map.of(), Map.of())
            .refused()
            .event(CreditSpender.RECOVER, in(1), Map.of("size", LogValue.of(4_204)))
            .refused()
            .event(
                CreditSpender.LEARN,
                Map.of(),
                Map.of("credit", LogValue.of(33), "acked", LogValue.of(8_408)))
            .optional("credit")
            .event(CreditSpender.CLOSE, Map.of(), Map.of())
            .refused()
            .departures(CreditSpender.TRANSMIT, CreditSpender.ASK, CreditSpender.RESEND)
            .time(CreditSpender.TRANSMIT, CreditSpender.class, "allowed", "pdcInTurn")
            .rule("open", CreditSpender.class, "close")
            .rule("queue", CreditSpender.class, "want", "packetBytes")
            .rule("lastPdc", CreditSpender.class, "pdcInTurn")
            .rule("backlog", CreditSpender.class, "authorise", "want")
            .rule("credit", CreditSpender.class, "learn")
            .rule("authorised", CreditSpender.class, "authorise")
            .rule("spent", CreditSpender.class, "spend")
            .rule("acked", CreditSpender.class, "learn");
    role.configuration("usual", uet(4_204, 108, 33, 600, 0, MODULUS, 2, 0));
    role.configuration(
        "overdraft", uet(4_204, 108, 0, 17, 4_203, MODULUS, 3, (MODULUS - 1) * QUANTUM));
    role.configuration("wrap", uet(4_204, 108, 8, 40, 0, MODULUS, 2, (MODULUS - 17) * QUANTUM));
    role.configuration("sign", uet(9_111, 0, 40, 150, 9_110, MODULUS, 1, (REACH - 60) * QUANTUM));
    role.configuration("largest", uet(1_500, 62, REACH, REACH, 0, MODULUS, 4, 0));
    role.configuration("narrow", uet(1_000, 93, 3, 127, 1, 256, 5, 255 * QUANTUM));
    role.configuration(
        "published",
        published(TargetSays.TOTAL, Packets.CUT, 4_096, 0, 12_500, 1 << 20, 2, MODULUS - 9_001));
    role.configuration(
        "cut", published(TargetSays.TOTAL, Packets.CUT, 4_204, 108, 4_204, 1 << 16, 2, 0));
    role.configuration(
        "backlog", published(TargetSays.BACKLOG, Packets.CUT, 1_001, 13, 0, REACH, 3, 0));
    role.configuration(
        "saved", published(TargetSays.TOTAL, Packets.SAVED, 9_001, 107, 9_000, REACH, 3, REACH));
    role.configuration(
        "saved-backlog",
        published(TargetSays.BACKLOG, Packets.SAVED, 4_096, 0, REACH, REACH, 1, 1L << 31));
    role.configuration("window", uet(4_204, 108, 33, BEYOND_A_CASE_QUANTA, 0, MODULUS, 2, 0));
    Asking first = new Asking(0);
    role.example(
        "example-write",
        published(TargetSays.BACKLOG, Packets.CUT, 4_096, 0, 12_500, 37_500, 1, 0),
        first.want(0, 256_000_000),
        ShimRequest.advance(0, true),
        first.learn(25_000, 0),
        ShimRequest.advance(0, true),
        first.learn(37_500, 12_500),
        ShimRequest.advance(0, true));
    role.tour("tour-uet", uet(512, 200, 2, 2, 0, 16, 2, 0));
    role.tour("tour-wrap", uet(512, 0, 1, 3, 511, 8, 1, 5 * QUANTUM));
    role.tour("tour-total", published(TargetSays.TOTAL, Packets.CUT, 3, 1, 2, 3, 1, 0));
    role.tour("tour-backlog", published(TargetSays.BACKLOG, Packets.SAVED, 2, 0, 1, 2, 2, 0));
    return role.played(new CreditPlayer());
  }

  private static Map<String, LogValue> in(long place) {
    return Map.of("p", LogValue.of(place));
  }

  /** Returns parameters of UE 1.0; the initial credit and the window are in quanta. */
  private static Map<String, LogValue> uet(
      long mtu,
      long header,
      long initial,
      long window,
      long overshoot,
      long modulus,
      int pdcs,
      long startSpent) {
    return given(
        new CreditParams(
            Profile.UET_1_0,
            TargetSays.TOTAL,
            Packets.SAVED,
            QUANTUM,
            QUANTUM,
            mtu,
            header,
            initial * QUANTUM,
            window * QUANTUM,
            overshoot,
            modulus,
            mtu,
            0),
        pdcs,
        startSpent);
  }

  /** Returns parameters of the published documents. */
  private static Map<String, LogValue> published(
      TargetSays target,
      Packets packets,
      long mtu,
      long header,
      long initial,
      long window,
      int pdcs,
      long startSpent) {
    return given(
        new CreditParams(
            Profile.SOURCE_DOCUMENTS,
            target,
            packets,
            1,
            1,
            mtu,
            header,
            initial,
            window,
            0,
            MODULUS,
            mtu,
            0),
        pdcs,
        startSpent);
  }

  private static Map<String, LogValue> given(CreditParams params, int pdcs, long startSpent) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("Profile", LogValue.of(params.profile().label()));
    given.put("TargetSays", LogValue.of(params.targetSays().label()));
    given.put("Packets", LogValue.of(params.packets().label()));
    given.put("Quantum", LogValue.of(params.quantumBytes()));
    given.put("Mtu", LogValue.of(params.mtuBytes()));
    given.put("Header", LogValue.of(params.headerBytes()));
    given.put("InitialCredit", LogValue.of(params.initialCreditBytes()));
    given.put("Window", LogValue.of(params.windowBytes()));
    given.put("Overshoot", LogValue.of(params.overshootBytes()));
    given.put("Modulus", LogValue.of(params.modulus()));
    given.put("Pdcs", LogValue.of(pdcs));
    given.put("StartSpent", LogValue.of(startSpent));
    return given;
  }

  /** Returns the parameters of a kernel; those of the receiver alone are the least ones. */
  private static CreditParams params(Map<String, LogValue> given) {
    long mtu = RoleParameters.number(given, "Mtu");
    long quantum = RoleParameters.number(given, "Quantum");
    return new CreditParams(
        Profile.of(RoleParameters.text(given, "Profile")),
        TargetSays.of(RoleParameters.text(given, "TargetSays")),
        Packets.of(RoleParameters.text(given, "Packets")),
        quantum,
        quantum,
        mtu,
        RoleParameters.number(given, "Header"),
        RoleParameters.number(given, "InitialCredit"),
        RoleParameters.number(given, "Window"),
        RoleParameters.number(given, "Overshoot"),
        RoleParameters.number(given, "Modulus"),
        mtu,
        0);
  }

  @Override
  public Optional<String> backlog() {
    return Optional.of(CreditSpender.TRANSMIT.name());
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    CreditParams params = params(given);
    int pdcs = (int) RoleParameters.number(given, "Pdcs");
    CreditSpender spender = new CreditSpender(params, pdcs);
    long startSpent = RoleParameters.number(given, "StartSpent");
    if (startSpent > 0) {
      CreditSpender.FACE.variable("open").writer().set(spender, 0, 1);
      for (String counter : List.of("credit", "authorised", "spent", "acked")) {
        CreditSpender.FACE.variable(counter).writer().set(spender, 0, startSpent);
      }
    }
    return new CreditDevice(params, spender, pdcs);
  }

  // ---------------------------------------------------------------- stimuli

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    CreditDevice sender = (CreditDevice) device;
    CreditSpender spender = sender.spender();
    CreditParams params = params(given);
    Asking asks = new Asking(nowPs);
    long startSpent = RoleParameters.number(given, "StartSpent");
    long begun = spender.open() && spender.acked() >= startSpent ? startSpent : 0;
    long work = spender.sent() + spender.queued() - begun;
    long unacknowledged = spender.sent() - spender.acked();
    long half = (params.mtuBytes() + params.headerBytes() + 1) / 2;
    List<ShimRequest> all = new ArrayList<>();
    for (int pdc = 0; pdc < sender.pdcs(); pdc++) {
      int place = pdc;
      if (work <= MOST_WORK * params.mtuBytes()) {
        all.add(asks.want(pdc, work == 0 ? params.mtuBytes() : half));
      }
      if (unacknowledged == 0 || sender.flight().stream().anyMatch(each -> each.pdc() == place)) {
        all.add(asks.resend(pdc));
      }
      if (unacknowledged < params.mtuBytes()) {
        all.add(asks.infer(pdc, unacknowledged + 1));
      }
      List<Long> again = sender.again(pdc);
      if (again.isEmpty() || params.profile() != Profile.SOURCE_DOCUMENTS) {
        (again.isEmpty() ? List.of(params.mtuBytes()) : again)
            .stream().distinct().forEach(size -> all.add(asks.recover(place, size)));
      }
    }
    if (spender.spent() - begun < (MOST_WORK + 1) * params.mtuBytes()) {
      sender.flight().stream()
          .distinct()
          .forEach(lost -> all.add(asks.infer(lost.pdc(), lost.size())));
    }
    for (long quanta : new long[] {-1, 0, 1, params.windowBytes() / params.quantumBytes()}) {
      long total = spender.credit() + quanta * params.quantumBytes();
      if (total >= 0 && total - begun <= (MOST_WORK + 1) * params.mtuBytes()) {
        all.add(asks.learn(params.wireCredit(total), spender.acked()));
      }
    }
    long first = sender.flight().isEmpty() ? 0 : sender.flight().get(0).size();
    all.add(asks.learn(params.wireCredit(spender.credit()), spender.acked() + first));
    all.add(asks.learn(NO_CREDIT, spender.sent() + sender.given()));
    all.add(asks.alone(CreditSpender.ASK));
    all.add(asks.alone(CreditSpender.CLOSE));
    all.add(ShimRequest.advance(nowPs, true));
    return all;
  }

  /** Makes events that happen at one time. */
  private record Asking(long nowPs) {
    private ShimRequest event(
        Action action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
      return ShimRequest.event(nowPs, action.name(), arguments, message);
    }

    ShimRequest alone(Action action) {
      return event(action, Map.of(), Map.of());
    }

    private static Map<String, LogValue> size(long size) {
      return Map.of("size", LogValue.of(size));
    }

    ShimRequest want(int pdc, long size) {
      return event(CreditSpender.WANT, in(pdc + 1L), size(size));
    }

    ShimRequest resend(int pdc) {
      return event(CreditSpender.RESEND, in(pdc + 1L), Map.of());
    }

    ShimRequest infer(int pdc, long size) {
      return event(
          CreditSpender.INFER_LOSS,
          Map.of(),
          Map.of("pdc", LogValue.of(pdc + 1L), "size", LogValue.of(size)));
    }

    ShimRequest recover(int pdc, long size) {
      return event(CreditSpender.RECOVER, in(pdc + 1L), size(size));
    }

    /** Makes an acknowledgment, which has no credit if that is {@link #NO_CREDIT}. */
    ShimRequest learn(long wireCredit, long acked) {
      Map<String, LogValue> message = new LinkedHashMap<>();
      if (wireCredit != NO_CREDIT) {
        message.put("credit", LogValue.of(wireCredit));
      }
      message.put("acked", LogValue.of(acked));
      return event(CreditSpender.LEARN, Map.of(), message);
    }
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    CreditDevice sender = (CreditDevice) device;
    return new Proposal(sender, params(given), nowPs, new Asking(nowPs), draw).next();
  }

  /** One choice of a request. */
  private record Proposal(
      CreditDevice sender, CreditParams params, long nowPs, Asking asks, Draw draw) {
    ShimRequest next() {
      CreditSpender spender = sender.spender();
      if (draw.oneIn(7)) {
        return perhapsRefused();
      } else if (!spender.open()) {
        return draw.oneIn(6) ? learn() : want();
      } else if (spender.queued() == 0 && spender.acked() == spender.sent() && draw.oneIn(3)) {
        return asks.alone(CreditSpender.CLOSE);
      }
      return switch ((int) draw.below(16)) {
        case 0, 1, 2, 3 -> want();
        case 4, 5, 6, 7, 8 -> learn();
        case 9, 10, 11 -> ofLost();
        case 12 ->
            sender.largestNext() > spender.allowed() ? asks.alone(CreditSpender.ASK) : advance();
        default -> advance();
      };
    }

    private ShimRequest advance() {
      return ShimRequest.advance(nowPs + draw.below(2 * MICROSECOND_PS), !draw.oneIn(8));
    }

    private int anyPdc() {
      return (int) draw.below(sender.pdcs());
    }

    /** Makes a request that the source must refuse in some states, among them perhaps this one. */
    private ShimRequest perhapsRefused() {
      CreditSpender spender = sender.spender();
      long unacknowledged = spender.sent() - spender.acked();
      int pdc = anyPdc();
      switch ((int) draw.below(6)) {
        case 0:
          if (sender.again(pdc).isEmpty()) {
            return asks.recover(pdc, params.mtuBytes());
          }
          break;
        case 1:
          if (unacknowledged == 0) {
            return asks.resend(pdc);
          }
          break;
        case 2:
          if (unacknowledged < params.mtuBytes()) {
            return asks.infer(
                pdc, unacknowledged + 1 + draw.below(params.mtuBytes() - unacknowledged));
          }
          break;
        case 3, 4:
          return asks.alone(CreditSpender.ASK);
        default:
          break;
      }
      return asks.alone(CreditSpender.CLOSE);
    }

    /** Loses a packet, recovers one that was given up, or retransmits one. */
    private ShimRequest ofLost() {
      int pdc = anyPdc();
      boolean recovers = params.profile() != Profile.SOURCE_DOCUMENTS;
      if (recovers && !sender.again(pdc).isEmpty() && !draw.oneIn(3)) {
        List<Long> sizes = sender.again(pdc);
        long size = sizes.get((int) draw.below(sizes.size()));
        return asks.recover(pdc, size);
      } else if (sender.flight().isEmpty()) {
        return advance();
      }
      CreditDevice.Packet lost =
          sender.flight().get((int) draw.below(Math.min(8, sender.flight().size())));
      return draw.oneIn(3) ? asks.resend(lost.pdc()) : asks.infer(lost.pdc(), lost.size());
    }

    private long slack() {
      return sender.spender().credit() + params.overshootBytes() - sender.spender().spent();
    }

    /** Returns whether a reply would be short. */
    private boolean isShort(long slack, long queued) {
      return Math.min(slack, queued) <= MOST_PACKETS * params.mtuBytes();
    }

    private ShimRequest want() {
      long mtu = params.mtuBytes();
      long least = params.headerBytes() + 1;
      long size =
          switch ((int) draw.below(8)) {
            case 0 -> mtu * (1 + draw.below(8));
            case 1 -> least;
            case 2 -> mtu + least;
            case 3 -> draw.oneIn(3) ? huge() + draw.below(mtu) : mtu - 1;
            default -> least + draw.below(12 * mtu);
          };
      // Each packet of a message has data.
      long last = size % mtu;
      size += last == 0 || last >= least ? 0 : least - last;
      boolean opens = !sender.spender().open();
      long slack = opens ? params.initialCreditBytes() + params.overshootBytes() : slack();
      if (!isShort(slack, sender.spender().queued() + size)) {
        size = mtu;
      }
      return asks.want(anyPdc(), size);
    }

    /** Returns an amount at which a field, or a register of 32 bits, is full. */
    private long huge() {
      return switch ((int) draw.below(3)) {
        case 0 -> params.modulus() * params.quantumBytes() - params.mtuBytes();
        case 1 -> (1L << 32) - params.mtuBytes();
        default -> HUGE;
      };
    }

    // -------------------------------------------------------------- acknowledgments

    private ShimRequest learn() {
      long credit = draw.oneIn(6) ? NO_CREDIT : params.wireCredit(total());
      return asks.learn(credit, acked());
    }

    private long acked() {
      long acked = sender.spender().acked();
      long sent = sender.spender().sent();
      return switch ((int) draw.below(7)) {
        case 0 -> acked - draw.below(1 + Math.min(acked, 2 * params.mtuBytes()));
        case 1 -> acked + draw.below(1 + sent - acked);
        case 2, 3 -> sent + sender.given();
        case 4 -> sender.flight().isEmpty() ? acked : acked + sender.flight().get(0).size();
        default -> sent;
      };
    }

    /**
     * Returns a total of credit in bytes, at most a window ahead, and less than it if it is old.
     */
    private long total() {
      long credit = sender.spender().credit();
      long known = credit / params.quantumBytes();
      long window = params.windowBytes() / params.quantumBytes();
      long half = params.modulus() / 2;
      long quanta =
          switch ((int) draw.below(11)) {
            case 0 -> 0;
            case 7 -> Math.max(0, params.headerBytes() + draw.below(2) - slack());
            case 1 -> -(draw.oneIn(2) ? half : draw.below(half));
            case 2 -> window;
            case 3 -> params.modulus() - known % params.modulus() - 1 + draw.below(3);
            case 4 -> 1 + draw.below(2);
            case 5 -> draw.below(1 + window);
            case 6 -> 1 + draw.below(3 * params.mtuBytes()) / params.quantumBytes();
            default ->
                (Math.max(0, sender.spender().queued() - slack()) + params.quantumBytes() - 1)
                    / params.quantumBytes();
          };
      quanta = Math.max(-known, Math.min(quanta, window));
      if (!isShort(slack() + quanta * params.quantumBytes(), sender.spender().queued())) {
        quanta =
            Math.min(
                quanta,
                1 + draw.below(MOST_PACKETS * params.mtuBytes() / 2) / params.quantumBytes());
      }
      return credit + quanta * params.quantumBytes();
    }
  }
}
