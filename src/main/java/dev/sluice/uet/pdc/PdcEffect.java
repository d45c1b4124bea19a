package dev.sluice.uet.pdc;

import dev.sluice.cc.Effect;

/** What the kernels of this room ask of their host. */
public sealed interface PdcEffect extends Effect {

  /** A packet leaves. */
  record Sent(Packet packet) implements PdcEffect {}

  /**
   * The packets in flight of an initiator's CCC change: up by one for a packet's first
   * transmission, down by those that an acknowledgment is the first to cover.
   */
  record InFlight(int ccc, long change) implements PdcEffect {}

  /** The clock of an initiator's PDC starts anew: a SYN has left, or the PDC has ended. */
  record SourceClockRestarted(int spdcid) implements PdcEffect {}

  /** The PDC has ended; its owner may be told, and the CCC give up what it holds for it. */
  record Ended(int spdcid, long payload) implements PdcEffect {}

  /** The target's clock for a key starts anew: its PDC was closed. */
  record TargetClockRestarted(PdcKey key) implements PdcEffect {}

  /**
   * A packet's payload goes to the target's memory.
   *
   * @param offset the packet's place in its PDC, from 0 on
   */
  record Written(PdcKey key, long payload, long offset) implements PdcEffect {}
}
