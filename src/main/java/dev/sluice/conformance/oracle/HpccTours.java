package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Makes the small worlds of {@code hpcc-sender}: windows of a few units, and paths of one link,
 * which sends a byte in each picosecond.
 *
 * <p>Records follow the one that the sender keeps, so that the time of day does not matter. All
 * acknowledgments are for the first packets of a sender, except in the world whose sequence numbers
 * wrap.
 */
final class HpccTours {
  private static final TelemetryUnits UNITS = new TelemetryUnits(1, 1, 1, List.of(8_000_000L));
  private static final long TIMES = 1L << TelemetryUnits.TIME_BITS;
  private static final long SENT = 1L << TelemetryUnits.TX_BITS;
  private static final long PATH = 5;
  private static final long OTHER_PATH = 6;

  /** Sequence numbers that wrap within a tour. */
  private static final long FEW_NUMBERS = 16;

  /** Packets that are acknowledged where sequence numbers do not wrap. */
  private static final long MOST_ACKNOWLEDGED = 1;

  /** The packets in flight with which no more leave. */
  private static final long MOST_IN_FLIGHT = 1;

  private HpccTours() {}

  /** Makes parameters with windows of one and two packets, and rounds of one unit of time. */
  private static HpccParams coarse(HpccReaction reacts, HpccDeparture leavesIf, boolean bounded) {
    return new HpccParams(1, 1, 2, 1, reacts, leavesIf, 1, 2, 1, 1, bounded, 1, 64);
  }

  /** Makes parameters with windows below one packet, and few sequence numbers. */
  private static HpccParams fine() {
    return new HpccParams(
        2, 1, 4, 1, HpccReaction.BOTH, HpccDeparture.FITS, 2, 4, 1, 1, true, 2, FEW_NUMBERS);
  }

  /** Adds the worlds to a role. */
  static void addTo(KernelRole role) {
    add(role, "tour-both", coarse(HpccReaction.BOTH, HpccDeparture.BELOW, true), true);
    add(role, "tour-ack", coarse(HpccReaction.ACK, HpccDeparture.FITS, true), true);
    add(role, "tour-round", coarse(HpccReaction.ROUND, HpccDeparture.FITS, true), true);
    add(role, "tour-published", coarse(HpccReaction.BOTH, HpccDeparture.FITS, false), true);
    add(role, "tour-wrap", fine(), false);
  }

  private static void add(KernelRole to, String name, HpccParams params, boolean runs) {
    String form = runs ? HpccSenderPlayer.RUNS : "RECEIVER";
    to.tour(name, HpccSenderPlayer.given(params, UNITS, form));
  }

  /** Returns all requests that a tour makes in a state. */
  static List<ShimRequest> requests(HpccSenderDevice device, long nowPs, HpccParams params) {
    HpccSender sender = device.sender();
    List<ShimRequest> all = new ArrayList<>();
    for (long seq : numbers(device, params)) {
      for (Map<String, LogValue> message : messages(device, params, seq)) {
        all.add(ShimRequest.event(nowPs, HpccSender.RECEIVE_ACK.name(), Map.of(), message));
      }
    }
    if (sender.inFlight() > 0) {
      all.add(ShimRequest.event(nowPs, HpccSender.GO_BACK.name(), Map.of(), Map.of()));
    }
    all.add(ShimRequest.advance(nowPs + 1, false));
    if (device.ahead() < MOST_IN_FLIGHT) {
      long leaves = device.notBeforePs(nowPs);
      all.add(ShimRequest.advance(leaves == Device.NEVER_PS ? nowPs + 1 : leaves, true));
    }
    return all;
  }

  /** Returns the sequence numbers that an acknowledgment may have. */
  private static Iterable<Long> numbers(HpccSenderDevice device, HpccParams params) {
    long una = device.sender().sndUna();
    TreeSet<Long> all = new TreeSet<>();
    if (params.modulus() == FEW_NUMBERS) {
      all.add(Math.floorMod(una - 1, FEW_NUMBERS));
      all.add(Math.floorMod(una - FEW_NUMBERS / 2 + 1, FEW_NUMBERS));
    }
    for (long by = 0; by <= device.ahead(); by++) {
      if (params.modulus() == FEW_NUMBERS || una + by <= MOST_ACKNOWLEDGED) {
        all.add((una + by) % params.modulus());
      }
    }
    return all;
  }

  private static List<Map<String, LogValue>> messages(
      HpccSenderDevice device, HpccParams params, long seq) {
    List<Map<String, LogValue>> all = new ArrayList<>();
    all.add(HpccSenderPlayer.acknowledgment(seq, HpccWindow.ABSENT, HpccWindow.ABSENT));
    LinkRecords links = device.links();
    if (links == null) {
      return all;
    }
    long t = params.tPs();
    long path = links.nHop() == 0 ? PATH : links.path();
    all.add(heard(links, seq, path, t, 0, 0));
    all.add(heard(links, seq, path, t, 2 * t, 0));
    all.add(heard(links, seq, path, 0, 1, 0));
    all.add(heard(links, seq, path == PATH ? OTHER_PATH : PATH, t, t, 0));
    return all;
  }

  /**
   * Makes an acknowledgment with a record of the link.
   *
   * @param gap the ticks since the record that is kept
   * @param grown the bytes that have left since then
   */
  private static Map<String, LogValue> heard(
      LinkRecords links, long seq, long path, long gap, long grown, long queue) {
    long before = links.record(0);
    return HpccSenderPlayer.heard(
        HpccSenderPlayer.acknowledgment(seq, HpccWindow.ABSENT, grown > gap ? 2 : -1),
        path,
        Map.of(
            "speed",
            LogValue.of(UNITS.speedsMbps().get(0)),
            "ts",
            LogValue.of((TelemetryUnits.timestamp(before) + gap) % TIMES),
            "tx",
            LogValue.of((TelemetryUnits.txBytes(before) + grown) % SENT),
            "queue",
            LogValue.of(queue)));
  }
}
