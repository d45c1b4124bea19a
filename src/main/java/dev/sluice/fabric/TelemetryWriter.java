package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryFrames;
import dev.sluice.wire.telemetry.TelemetryHead;
import java.util.List;

/**
 * A switch that stamps telemetry into the packets that leave it, where their sender has left room.
 *
 * <p>The instant is that of a packet's first bit, its own bytes are neither sent nor waiting, and
 * what waits is what the port says of the packet's own queue. Packets without telemetry pass as
 * they are.
 */
public final class TelemetryWriter implements DequeueRole {
  private static final long PS_MBPS = 8_000_000;

  private final TelemetryFormat format;
  private final Stamp stamp;

  /**
   * The writer of one switch.
   *
   * @param format one with preallocated room: a packet's length is fixed when it is sent
   * @param switchId see {@link Stamp}
   * @param portsMbps the speeds of the switch's ports in Mb/s
   * @throws IllegalArgumentException if packets of the format grow, or as {@link Stamp} says
   */
  @Requirement("HPCC-7")
  public TelemetryWriter(
      TelemetryFormat format, TelemetryUnits units, int switchId, List<Long> portsMbps) {
    if (!format.preallocated()) {
      throw new IllegalArgumentException("a packet that grows on its way has no length here");
    }
    this.format = format;
    stamp = new Stamp(units, switchId, format.room(), portsMbps);
  }

  @Override
  @Requirement("HPCC-1")
  public PortVerdict onDequeue(
      long nowPs,
      long queueBytes,
      long sentBytes,
      long psPerByte,
      int ecn,
      long draw,
      byte[] octets,
      int at,
      int length) {
    if (TelemetryFrames.isOne(format, octets, at, at + length)) {
      int head = TelemetryFrames.at(octets, at);
      String refusal =
          stamp.emit(
              PS_MBPS / psPerByte,
              nowPs,
              sentBytes,
              queueBytes,
              TelemetryHead.nHop(octets, head),
              TelemetryHead.pathId(octets, head),
              new Stamp.Sink() {
                @Override
                public void head(int nHop, int pathId) {
                  TelemetryFrames.hop(format, octets, at, at + length, nHop, pathId);
                }

                @Override
                public void record(int slot, long record) {
                  TelemetryFrames.record(octets, at, slot, record);
                }
              });
      if (refusal != null) {
        throw new IllegalStateException(refusal);
      }
    }
    return PortVerdict.PASS;
  }
}
