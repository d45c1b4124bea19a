package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.trace.EventSink;

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
    windows = new HpccWindowLog(host, ends, flows != null);
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

  /** A window is a queue pair's. */
  public void joins(HpccSending role) {
    role.plant(points);
  }
}
