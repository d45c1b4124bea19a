package dev.sluice.host.roce;

import dev.sluice.host.EffectsOnTheWire;
import java.util.List;

/** What the kernels of RoCEv2's connections and of the algorithms on them decide. */
class EffectsReachRoceWireTest extends EffectsOnTheWire {
  EffectsReachRoceWireTest() {
    super(
        List.of("roce", "cc/rcm", "cc/ldcp", "cc/hpcc"),
        "dev.sluice.host.roce",
        RoceWireRuns.class,
        RoceExchanges.EFFECTS + RoceExchanges.ANSWERS,
        RoceExchanges.UNEXCHANGED);
  }
}
