package dev.sluice.system;

import dev.sluice.fabric.FabricObserver;
import dev.sluice.host.uet.NicObserver;
import java.util.ArrayList;
import java.util.List;

/** Looks on while a system runs, and notes what must never be. */
abstract class Judge implements NicObserver, FabricObserver {
  private static final int ENOUGH = 20;

  /** What was wrong, the first things only. */
  final List<String> wrong = new ArrayList<>();

  Rig rig;

  final void check(boolean holds, String what, Object... values) {
    if (!holds && wrong.size() < ENOUGH) {
      wrong.add("at " + rig.loop.nowPs() + " ps: " + what.formatted(values));
    }
  }

  /** The system is put together; nothing has happened yet. */
  void begin() {}

  /** A host has begun to send a frame. */
  void sent(long atPs, int host, Frame frame) {}

  /** A frame has come to a host, which has not seen it yet. */
  void came(long atPs, int host, Frame frame) {}

  /** A frame is gone that waited at its host, or that the host's link has lost. */
  void lost(long atPs, int host, Frame frame) {}

  /** All is over. */
  void end() {}
}
