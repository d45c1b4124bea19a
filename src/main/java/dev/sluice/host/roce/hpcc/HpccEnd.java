package dev.sluice.host.roce.hpcc;

import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryReturn;

/**
 * What one end of a connection is told of packets that are HPCC++'s own. One that does not speak it
 * drops them.
 */
public interface HpccEnd {
  /** A probe has come, which begins there. */
  void probed(byte[] octets, int at);

  /** What a packet has gathered has come back in a packet of its own. */
  void notice(AckTelemetry brought);

  /** The same, with how far the receiver has got. */
  void notified(TelemetryReturn notification);
}
