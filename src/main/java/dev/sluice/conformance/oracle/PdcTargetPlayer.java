package dev.sluice.conformance.oracle;

import dev.sluice.conformance.Device;
import dev.sluice.conformance.Draw;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.Packet.ToTarget;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays {@code pdc-target}. */
final class PdcTargetPlayer implements Player.Play {
  private static final long MICROSECOND_PS = 1_000_000;
  private static final int LARGEST_ID = 0xFFFF;

  /** More PDCs than a case opens; one PDC in 15 bits. */
  private static final int ONE_IN_15_BITS = 0x8001;

  /** Initiators. Two pairs differ in one bit, the highest and a low one. */
  private static final List<Long> ADDRESSES =
      List.of(
          PdcMessages.address("10.0.0.1"),
          PdcMessages.address("10.0.0.2"),
          PdcMessages.address("138.0.0.1"),
          PdcMessages.address("10.0.1.1"));

  /** Their ids. Some are the same in 8 or in 15 bits. */
  private static final List<Integer> SPDCIDS = List.of(1, 2, 0x101, 0x4001, 0x8001, LARGEST_ID);

  private static final int CLASSES = 3;

  /** Returns the player of the role. */
  static Player player() {
    KernelRole role =
        new KernelRole(
                "pdc-target",
                Uet.HANDSHAKE,
                "the target of PDCs: opens, acknowledges, refuses and closes them")
            .kernel(Target.class, Target.FACE)
            .variable("target", "set of records")
            .variable("context", "set of records")
            .variable("memory", "set of keys")
            .event(
                Target.RECEIVE_SYN,
                Map.of(),
                PdcMessages.of(new Syn(ADDRESSES.get(0), 0, 1, 1, 1, 0)))
            .event(
                Target.RECEIVE_REQUEST,
                Map.of(),
                PdcMessages.of(new Request(ADDRESSES.get(0), 1, 1, 2, 0)))
            .event(
                Target.RECEIVE_CLOSE,
                Map.of(),
                PdcMessages.of(new CloseCommand(ADDRESSES.get(0), 1, 1, 2)))
            .departures(
                Target.ADMIT,
                Target.REFUSE,
                Target.RECEIVE_SYN,
                Target.RECEIVE_REQUEST,
                Target.RECEIVE_CLOSE)
            .rule("target", Target.class, "admit")
            .rule("context", Target.class, "canAdmit", "leave")
            .rule("memory", Target.class, "remember", "forget");
    long wire = Psn.WIRE_MODULUS;
    role.configuration("wire", given(LARGEST_ID, 256, 1_024, wire, 10 * MICROSECOND_PS));
    role.configuration("one-pdc", given(1, 4, 1_024, wire, MICROSECOND_PS));
    role.configuration("one-ccc", given(6, 1, 64, wire, 2 * MICROSECOND_PS));
    role.configuration("no-memory", given(3, 3, 1_024, wire, 0));
    role.configuration("long-memory", given(4, 4, 100, wire, 6_000 * MICROSECOND_PS));
    role.configuration("sign", given(5, 5, 4_096, wire, (1L << 31) + 1));
    role.configuration("far", given(ONE_IN_15_BITS, 300, 5_000, wire, 3 * MICROSECOND_PS));
    role.configuration("odd", given(3, 2, 37, wire, 12_345_677));
    role.configuration("in-order", given(2, 2, 1, wire, 1));
    role.configuration("short", given(300, 12, 100, 1 << 8, 777_777));
    role.configuration("half", given(7, 3, 32_767, 1 << 16, 5 * MICROSECOND_PS));
    Packets first = new Packets(new Target.Params(wire, 1_024, MICROSECOND_PS), 0);
    PdcKey key = new PdcKey(ADDRESSES.get(0), 0x4001);
    role.example(
        "example-write",
        given(LARGEST_ID, LARGEST_ID, 1_024, wire, MICROSECOND_PS),
        first.syn(key, 0, 1, 0),
        first.syn(key, 0, 1, 1),
        ShimRequest.advance(2 * MICROSECOND_PS, false));
    role.tour("tour-one", given(1, 1, 2, 16, 1));
    role.tour("tour-shared", given(2, 1, 1, 16, 1));
    role.tour("tour-two", given(2, 2, 1, 16, 0));
    return role.played(new PdcTargetPlayer());
  }

  private static Map<String, LogValue> given(
      int pdcs, int cccs, long mpRange, long modulus, long memoryPs) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("TargetPdcs", LogValue.of(pdcs));
    given.put("TargetCccs", LogValue.of(cccs));
    given.put("MpRange", LogValue.of(mpRange));
    given.put("Modulus", LogValue.of(modulus));
    given.put("Memory", LogValue.of(memoryPs));
    return given;
  }

  private static Target.Params params(Map<String, LogValue> given) {
    return new Target.Params(
        RoleParameters.number(given, "Modulus"),
        RoleParameters.number(given, "MpRange"),
        RoleParameters.number(given, "Memory"));
  }

  @Override
  public Device start(Map<String, LogValue> given) {
    return new PdcTargetDevice(
        new Target(
            params(given),
            (int) RoleParameters.number(given, "TargetPdcs"),
            (int) RoleParameters.number(given, "TargetCccs")),
        params(given).memory());
  }

  @Override
  public ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw) {
    return new Proposal((PdcTargetDevice) device, params(given), nowPs, draw).next();
  }

  @Override
  public List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
    Target.Params params = params(given);
    return new Everything((PdcTargetDevice) device, params, new Packets(params, nowPs)).all();
  }

  /** All requests of a state, from two initiators of one flow and a third one of another. */
  private record Everything(PdcTargetDevice device, Target.Params params, Packets packets) {
    /** The first packets of a PDC, which a tour sends; and the PSN of the first one. */
    private static final long MOST_PACKETS = 2;

    private static final long START = 15;

    private static final List<PdcKey> KEYS =
        List.of(
            new PdcKey(ADDRESSES.get(0), 1),
            new PdcKey(ADDRESSES.get(0), 2),
            new PdcKey(ADDRESSES.get(1), 1));

    List<ShimRequest> all() {
      List<ShimRequest> all = new ArrayList<>();
      for (PdcKey key : KEYS) {
        Optional<TargetPdc> pdc =
            device.pdcs().stream().filter(each -> each.key().equals(key)).findFirst();
        if (pdc.isPresent()) {
          toPdc(pdc.get(), all);
        } else {
          opening(key, all);
        }
        if (!device.isWaiting()) {
          stray(key, pdc, all);
        }
      }
      all.add(ShimRequest.advance(packets.nowPs() + 1, false));
      return all;
    }

    private void opening(PdcKey key, List<ShimRequest> all) {
      all.add(packets.syn(key, 0, START, 0));
      all.add(packets.syn(key, 0, START, params.mpRange() - 1));
      if (device.target().canAdmit(new Target.Flow(key.fa(), 0))) {
        all.add(packets.syn(key, 0, START, params.mpRange()));
      }
    }

    private void toPdc(TargetPdc pdc, List<ShimRequest> all) {
      long awaited = pdc.got().awaited();
      all.add(packets.syn(pdc.key(), 0, pdc.start(), 0));
      all.add(packets.syn(pdc.key(), 0, pdc.start() + 1, 0));
      all.add(packets.syn(pdc.key(), 0, pdc.start(), awaited + params.mpRange()));
      for (long packet = -1; packet < MOST_PACKETS; packet++) {
        all.add(packets.request(pdc.key(), pdc.pdcid(), pdc.start(), packet));
      }
      all.add(packets.request(pdc.key(), pdc.pdcid(), pdc.start(), awaited + params.mpRange()));
      all.add(packets.close(pdc.key(), pdc.pdcid(), pdc.start(), awaited));
      all.add(packets.close(pdc.key(), pdc.pdcid(), pdc.start(), awaited + 1));
    }

    /** Sends packets of an initiator to an id that is not that of its PDC. */
    private void stray(PdcKey key, Optional<TargetPdc> pdc, List<ShimRequest> all) {
      for (int id = 1; id <= device.target().target().capacity() + 1; id++) {
        if (pdc.isEmpty() || pdc.get().pdcid() != id) {
          all.add(packets.request(key, id, START, 0));
          all.add(packets.close(key, id, START, 1));
        }
      }
    }
  }

  /** Makes packets that come at one time. */
  private record Packets(Target.Params params, long nowPs) {
    long psn(long start, long packet) {
      return Psn.at(start, packet, params.psnModulus());
    }

    ShimRequest event(ToTarget packet) {
      Action action =
          packet instanceof Syn
              ? Target.RECEIVE_SYN
              : packet instanceof Request ? Target.RECEIVE_REQUEST : Target.RECEIVE_CLOSE;
      return ShimRequest.event(nowPs, action.name(), Map.of(), PdcMessages.of(packet));
    }

    ShimRequest syn(PdcKey key, int trafficClass, long start, long offset) {
      return event(new Syn(key.fa(), trafficClass, key.spdcid(), psn(start, offset), offset, 0));
    }

    ShimRequest request(PdcKey key, int pdcid, long start, long packet) {
      return event(new Request(key.fa(), key.spdcid(), pdcid, psn(start, packet), 0));
    }

    ShimRequest close(PdcKey key, int pdcid, long start, long packet) {
      return event(new CloseCommand(key.fa(), key.spdcid(), pdcid, psn(start, packet)));
    }
  }

  /** One choice of a request. */
  private record Proposal(PdcTargetDevice device, Target.Params params, long nowPs, Draw draw) {
    ShimRequest next() {
      if (device.isWaiting()) {
        // An id is unknown, and a packet must not name it by chance.
        return switch ((int) draw.below(4)) {
          case 0 -> opening();
          case 1 -> device.pdcs().isEmpty() ? advance() : toPdc();
          default -> advance();
        };
      }
      List<PdcKey> expiring =
          device.closedPs().keySet().stream()
              .filter(key -> Math.abs(forgottenPs(key) - nowPs) <= 1)
              .toList();
      if (!expiring.isEmpty() && draw.oneIn(3)) {
        return ofClosed(any(expiring));
      } else if (device.pdcs().isEmpty() && draw.oneIn(2)) {
        return nowPs == 0 && !device.closedPs().isEmpty() ? ofClosed(any(remembered())) : opening();
      } else if (nowPs == 0 && !device.pdcs().isEmpty() && draw.oneIn(3)) {
        return close();
      }
      return switch ((int) draw.below(21)) {
        case 0, 1, 2 -> advance();
        case 3, 4, 5 -> opening();
        case 6, 7 -> device.pdcs().isEmpty() ? opening() : synToPdc();
        case 8 -> device.closedPs().isEmpty() ? opening() : ofClosed(any(remembered()));
        case 9 -> stray();
        case 10, 11 -> repeated();
        case 12, 13, 14, 15, 16 -> device.pdcs().isEmpty() ? opening() : toPdc();
        default -> device.pdcs().isEmpty() ? advance() : close();
      };
    }

    private <T> T any(List<T> of) {
      return of.get((int) draw.below(of.size()));
    }

    private List<PdcKey> remembered() {
      return List.copyOf(device.closedPs().keySet());
    }

    private long forgottenPs(PdcKey key) {
      return device.closedPs().get(key) + params.memory();
    }

    // -------------------------------------------------------------- requests

    private ShimRequest event(ToTarget packet) {
      return new Packets(params, nowPs).event(packet);
    }

    private ShimRequest advance() {
      long to = nowPs + draw.below(MICROSECOND_PS + params.memory() / 4);
      if (!device.closedPs().isEmpty() && !draw.oneIn(3)) {
        to = Math.max(nowPs, forgottenPs(any(remembered())) - 1 + draw.below(3));
      }
      return ShimRequest.advance(to, false);
    }

    private long psn(long start, long packet) {
      return new Packets(params, nowPs).psn(start, packet);
    }

    /** Returns the first PSN of a PDC, which is often near a border. */
    private long start() {
      long modulus = params.psnModulus();
      return switch ((int) draw.below(5)) {
        case 0 -> 0;
        case 1, 2 -> modulus - 1 - draw.below(6);
        case 3 -> modulus / 2 - draw.below(6);
        default -> draw.below(modulus);
      };
    }

    /** Returns an offset that a SYN can have, most of them within the range. */
    private long offset(long awaited, boolean within) {
      long least = awaited + params.mpRange() - 1;
      long offset =
          switch ((int) draw.below(9)) {
            case 0 -> awaited + 1 + draw.below(3);
            case 1 -> least;
            case 2 -> least + 1;
            case 3 -> awaited + draw.below(params.mpRange());
            case 4 -> draw.below(awaited + 1);
            default -> awaited;
          };
      long most = Psn.WIRE_SYN_WINDOW - 1L;
      return Math.min(most, within ? Math.min(offset, least) : offset);
    }

    private Syn syn(PdcKey key, int trafficClass, long start, long offset) {
      return new Syn(key.fa(), trafficClass, key.spdcid(), psn(start, offset), offset, 0);
    }

    private int trafficClass() {
      return (int) draw.below(CLASSES);
    }

    // -------------------------------------------------------------- SYNs

    /** Makes a SYN of an initiator that has no PDC, if there is one. */
    private ShimRequest opening() {
      List<PdcKey> keys = new ArrayList<>();
      for (long fa : ADDRESSES) {
        for (int spdcid : SPDCIDS) {
          PdcKey key = new PdcKey(fa, spdcid);
          if (!device.target().knows(key)) {
            keys.add(key);
          }
        }
      }
      if (keys.isEmpty()) {
        return toPdc();
      }
      int trafficClass = trafficClass();
      PdcKey key = any(keys);
      if (!device.gone().isEmpty() && draw.oneIn(3)) {
        PdcKey last = device.gone().get(0).key();
        key = device.target().knows(last) ? key : last;
      }
      // Documents leave open the answer to a SYN that is beyond the range and finds no PDC.
      boolean within = !device.target().canAdmit(new Target.Flow(key.fa(), trafficClass));
      return event(syn(key, trafficClass, start(), offset(0, within)));
    }

    private int classOf(TargetPdc pdc) {
      return device.target().context().get(pdc.cccid()).flow().trafficClass();
    }

    /** Makes a SYN for a PDC, which may be of another start. */
    private ShimRequest synToPdc() {
      TargetPdc pdc = any(device.pdcs());
      long start = pdc.start();
      if (draw.oneIn(4)) {
        start = draw.oneIn(2) ? psn(start, 1 + draw.below(3)) : start();
      }
      return event(syn(pdc.key(), classOf(pdc), start, offset(pdc.got().awaited(), false)));
    }

    /** Makes a SYN of an initiator whose PDC was closed. */
    private ShimRequest ofClosed(PdcKey key) {
      if (forgottenPs(key) <= nowPs && nowPs < device.choicePs() + MICROSECOND_PS) {
        return advance(); // each choice doubles the states until its answer is due
      }
      long start =
          device.gone().stream()
              .filter(pdc -> pdc.key().equals(key) && !draw.oneIn(3))
              .map(TargetPdc::start)
              .findFirst()
              .orElseGet(this::start);
      return event(syn(key, trafficClass(), start, offset(0, true)));
    }

    // -------------------------------------------------------------- packets without SYN

    private ShimRequest toPdc() {
      TargetPdc pdc = any(device.pdcs());
      return event(
          new Request(
              pdc.key().fa(),
              pdc.key().spdcid(),
              pdc.pdcid(),
              psn(pdc.start(), packet(pdc.got().awaited())),
              0));
    }

    /** Returns the number of a packet, most of them of the awaited one. */
    private long packet(long awaited) {
      long range = params.mpRange();
      return switch ((int) draw.below(13)) {
        case 0 -> awaited + 1 + draw.below(3);
        case 1 -> awaited + range - 1;
        case 2 -> awaited + range;
        case 3 -> awaited + draw.below(range);
        case 4 -> awaited + range + draw.below(params.psnModulus() - 2 * range);
        case 5 -> draw.below(awaited + 1);
        case 6 -> -1 - draw.below(3);
        case 7 -> awaited + (1L << 5 + draw.below(7)) - draw.below(2);
        default -> awaited;
      };
    }

    private ShimRequest close() {
      TargetPdc pdc = any(device.pdcs());
      long awaited = pdc.got().awaited();
      long packet =
          switch ((int) draw.below(8)) {
            case 0 -> awaited + 1;
            case 1 -> awaited - 1;
            case 2 -> awaited + params.mpRange();
            default -> awaited;
          };
      return event(
          new CloseCommand(
              pdc.key().fa(), pdc.key().spdcid(), pdc.pdcid(), psn(pdc.start(), packet)));
    }

    /** Makes a late packet, or a late Close, of a PDC that was closed. */
    private ShimRequest repeated() {
      if (device.gone().isEmpty()) {
        return stray();
      }
      TargetPdc pdc = draw.oneIn(2) ? device.gone().get(0) : any(device.gone());
      PdcKey key = pdc.key();
      long psn = psn(pdc.start(), pdc.got().awaited());
      return draw.oneIn(2)
          ? stray(key, pdc.pdcid(), psn)
          : event(new CloseCommand(key.fa(), key.spdcid(), pdc.pdcid(), psn));
    }

    /** Makes a packet for an id that is another's, or is free. */
    private ShimRequest stray() {
      List<TargetPdc> pdcs = device.pdcs();
      if (pdcs.isEmpty()) {
        int id = 1 + (int) draw.below(LARGEST_ID);
        return stray(new PdcKey(any(ADDRESSES), any(SPDCIDS)), id, start());
      }
      TargetPdc pdc = any(pdcs);
      PdcKey key = pdc.key();
      long psn = psn(pdc.start(), pdc.got().awaited());
      return switch ((int) draw.below(6)) {
        case 0 -> stray(new PdcKey(any(ADDRESSES), key.spdcid()), pdc.pdcid(), psn);
        case 1 -> stray(new PdcKey(key.fa(), any(SPDCIDS)), pdc.pdcid(), psn);
        case 2 -> stray(key, any(pdcs).pdcid(), psn);
        case 3 -> stray(key, Math.max(1, pdc.pdcid() ^ 1 << 8 + draw.below(8)), psn);
        case 4 -> stray(key, Math.min(LARGEST_ID, device.target().target().capacity() + 1), psn);
        default -> stray(key, 1 + (int) draw.below(LARGEST_ID), psn);
      };
    }

    private ShimRequest stray(PdcKey key, int pdcid, long psn) {
      return event(
          draw.oneIn(2)
              ? new Request(key.fa(), key.spdcid(), pdcid, psn, 0)
              : new CloseCommand(key.fa(), key.spdcid(), pdcid, psn));
    }
  }
}
