package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import java.util.List;

/**
 * The switch's part: what it writes into a packet that begins to leave by one of its ports.
 *
 * <p>It counts the hop, adds its own id to the path's by exclusive or, and tells of the port, all
 * of one instant. It keeps nothing from packet to packet, so that a switch needs no table of flows.
 *
 * <p>A path longer than a header has room for is still counted, up to {@link #MOST_HOPS}, and its
 * id goes on; only the records of the switches beyond are missing. A receiver sees that some are,
 * as the count is above the room. At the sixteenth switch the count has no more values, and stays.
 */
public final class Stamp {
  /** The largest count of hops. */
  public static final int MOST_HOPS = 15;

  /** The largest id of a switch. */
  public static final int MOST_ID = 0xFFF;

  private final TelemetryUnits units;
  private final int switchId;

  /** What the switch does with it. */
  public interface Sink {
    /** The packet's count and id are now these. */
    void head(int nHop, int pathId);

    /**
     * The packet gets this record.
     *
     * @param slot which of its records it is, from 0
     * @param record see {@link TelemetryUnits}
     */
    void record(int slot, long record);
  }

  /**
   * The stamp of one switch.
   *
   * @param switchId 1 to {@link #MOST_ID}; 0 would leave no trace in the path's id
   * @param portsMbps the speeds of the switch's ports in Mb/s
   * @throws IllegalArgumentException if a port's speed has no code, or a number is out of its range
   */
  @Requirement("HPCC-7")
  public Stamp(TelemetryUnits units, int switchId, List<Long> portsMbps) {
    if (switchId < 1 || switchId > MOST_ID) {
      throw new IllegalArgumentException(
          "switch %d: an id is 1 to %d".formatted(switchId, MOST_ID));
    }
    portsMbps.forEach(units::code);
    this.units = units;
    this.switchId = switchId;
  }

  /**
   * A packet begins to leave. The three numbers are of one instant, that of its first bit: its own
   * bytes are neither sent nor waiting.
   *
   * @param mbps the port's speed
   * @param nowPs the instant
   * @param sentBytes what the port has sent before the packet, in all
   * @param waits how many bytes wait behind the packet; or, where the units say so, how many
   *     picoseconds it has waited itself, from its coming in to its leaving
   * @param room how many records the packet can have, 1 to {@link #MOST_HOPS}
   * @param nHop the packet's count as it came, 0 to {@link #MOST_HOPS}
   * @param pathId the path's id as it came, 12 bits
   * @return null, or why it is refused, and then nothing is written
   */
  @Requirement({"HPCC-1", "HPCC-7", "HPCC-14", "HPCC-21"})
  public String emit(
      long mbps,
      long nowPs,
      long sentBytes,
      long waits,
      int room,
      int nHop,
      int pathId,
      Sink sink) {
    if (!units.hasCode(mbps)) {
      return "a port of " + mbps + " Mb/s has no code of Speed";
    } else if (room < 1 || room > MOST_HOPS) {
      return "room for " + room + " records";
    } else if (nHop < 0 || nHop > MOST_HOPS || pathId < 0 || pathId > MOST_ID) {
      return nHop + " hops on path " + pathId + " do not fit a header";
    }
    sink.head(Math.min(nHop + 1, MOST_HOPS), pathId ^ switchId);
    if (nHop < room) {
      sink.record(nHop, units.record(units.code(mbps), nowPs, sentBytes, waits));
    }
    return null;
  }
}
