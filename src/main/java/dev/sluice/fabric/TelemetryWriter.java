package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.TcpTelemetry;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryFrames;
import dev.sluice.wire.telemetry.TelemetryHead;
import java.util.List;

/**
 * A switch that stamps telemetry into the packets that leave it, where their sender has left room:
 * packets with the draft's header behind UDP, and probes of the RoCEv2 and the TCP form.
 *
 * <p>The instant is that of a packet's first bit, its own bytes are neither sent nor waiting, and
 * what waits is what the port says of the packet's own queue, or for how long the packet has been
 * there. All other packets pass as they are, responses and notifications among them.
 */
public final class TelemetryWriter implements DequeueRole {
  private static final long PS_MBPS = 8_000_000;

  private final TelemetryFormat format;
  private final int tcpDscp;
  private final boolean hasSojourn;
  private final Stamp stamp;

  /**
   * The writer of one switch.
   *
   * @param format of packets behind UDP; one with all the room there is, as a packet's length is
   *     fixed when it is sent
   * @param tcpDscp the class of probes over TCP, 0 to 63; below 0 there are none
   * @param switchId see {@link Stamp}
   * @param portsMbps the speeds of the switch's ports in Mb/s
   * @throws IllegalArgumentException if packets of the format grow, or as {@link Stamp} says
   */
  @Requirement("HPCC-7")
  public TelemetryWriter(
      TelemetryFormat format,
      int tcpDscp,
      TelemetryUnits units,
      int switchId,
      List<Long> portsMbps) {
    if (!format.preallocated()) {
      throw new IllegalArgumentException("a packet that grows on its way has no length here");
    }
    this.format = format;
    this.tcpDscp = tcpDscp;
    hasSojourn = units.hasSojourn();
    stamp = new Stamp(units, switchId, portsMbps);
  }

  @Override
  @Requirement({"HPCC-1", "HPCC-12", "HPCC-18"})
  public PortVerdict onDequeue(
      long nowPs,
      long queueBytes,
      long waitedPs,
      long sentBytes,
      long psPerByte,
      int ecn,
      long draw,
      byte[] octets,
      int at,
      int length) {
    Into into = into(octets, at, at + length);
    if (into != null) {
      String refusal =
          stamp.emit(
              PS_MBPS / psPerByte,
              nowPs,
              sentBytes,
              waits(queueBytes, waitedPs),
              into.room,
              TelemetryHead.nHop(octets, into.head),
              TelemetryHead.pathId(octets, into.head),
              into);
      if (refusal != null) {
        throw new IllegalStateException(refusal);
      }
    }
    return PortVerdict.PASS;
  }

  @Requirement("HPCC-14")
  private long waits(long queueBytes, long waitedPs) {
    return hasSojourn ? waitedPs : queueBytes;
  }

  /** Where a packet takes a stamp; null if it takes none. */
  private Into into(byte[] octets, int at, int to) {
    if (TelemetryFrames.isOne(format, octets, at, to)) {
      return new Into(TelemetryFrames.at(octets, at), format.room()) {
        @Override
        public void head(int nHop, int pathId) {
          TelemetryFrames.hop(format, octets, at, to, nHop, pathId);
        }

        @Override
        public void record(int slot, long record) {
          TelemetryFrames.record(octets, at, slot, record);
        }
      };
    } else if (RoceProbe.isOne(octets, at, to)) {
      return new Into(RoceProbe.headAt(octets, at), RoceProbe.room(octets, at)) {
        @Override
        public void head(int nHop, int pathId) {
          RoceProbe.hop(octets, at, nHop, pathId);
        }

        @Override
        public void record(int slot, long record) {
          RoceProbe.record(octets, at, slot, record);
        }
      };
    } else if (tcpDscp >= 0 && TcpTelemetry.isProbe(octets, at, to, tcpDscp)) {
      return new Into(TcpTelemetry.headAt(octets, at), TcpTelemetry.room(octets, at)) {
        @Override
        public void head(int nHop, int pathId) {
          TcpTelemetry.hop(octets, at, nHop, pathId);
        }

        @Override
        public void record(int slot, long record) {
          TcpTelemetry.record(octets, at, slot, record);
        }
      };
    }
    return null;
  }

  private abstract static class Into implements Stamp.Sink {
    private final int head;
    private final int room;

    Into(int head, int room) {
      this.head = head;
      this.room = room;
    }
  }
}
