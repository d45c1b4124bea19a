package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.EventSink;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;

/**
 * What the NIC of one host has of HPCC++: how it is spoken, the count of flows that come to the
 * host, its logs, and where tests put faults. A queue pair has a {@link HpccDataSender} of what it
 * sends, by {@link HpccResponses} where that are responses to READs, and a {@link HpccDataReceiver}
 * of what comes.
 */
public final class HpccNic {
  /** Hears of a window that an answer has come to. */
  @FunctionalInterface
  public interface Told {
    /**
     * @param peer the host that the window is of packets to
     */
    void told(HpccSending window, int peer);
  }

  final Host host;
  final HpccFrames frames;
  final HpccEnds ends;
  final Told told;
  final HpccWindowLog windows;
  final TelemetryRecordsLog records;
  HpccFaultPoints points = HpccFaultPoints.NONE;

  /** What counts the flows that come to this host; null where nothing does. */
  final FlowCount flows;

  /** That of a host, whose queue pairs are still to be made. */
  public HpccNic(Host host, RoceFrames frames, HpccEnds ends, Told told) {
    this.host = host;
    this.frames = new HpccFrames(frames, host.packets(), ends);
    this.ends = ends;
    this.told = told;
    flows = ends.flows();
    windows = new HpccWindowLog(host, ends);
    records = new TelemetryRecordsLog(host, ends);
  }

  /** Puts faulty pieces into the queue pairs that are made from now on. */
  public void plant(HpccFaultPoints faults) {
    points = faults;
  }

  /** Tells a log of the queue pairs that are made from now on; null for nobody. */
  public void log(EventSink sink) {
    windows.to(sink);
    records.to(sink);
  }

  /**
   * A packet has come for one end of a connection. Where hosts probe, it may be a probe, or what
   * answers one: the end is told of it, as far as it is all there.
   *
   * @param at where its base header begins
   * @param end where its headers end, but for the ICRC
   */
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  public void came(HpccEnd to, byte[] octets, int at, int end) {
    if (!ends.byProbe()) {
      return;
    }
    int opcode = Bth.opcode(octets, at);
    int whole = end + Icrc.SIZE;
    if (opcode == RoceProbe.OPCODE && at + RoceProbe.size(ends.format().room()) <= whole) {
      to.probed(octets, at);
    } else if (opcode == AckTelemetry.NOTICE_OPCODE) {
      to.notice(AckTelemetry.read(octets, at + Bth.SIZE, end));
    } else if (opcode == RoceResponse.OPCODE && at + RoceResponse.SIZE <= whole) {
      to.notice(AckTelemetry.of(RoceResponse.read(octets, at)));
    }
  }

  /** A window is a queue pair's. */
  public void joins(HpccSending role) {
    role.plant(points);
  }
}
