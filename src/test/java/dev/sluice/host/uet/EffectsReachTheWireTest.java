package dev.sluice.host.uet;

import dev.sluice.host.EffectsOnTheWire;
import java.util.List;

/** What the kernels of UET and of its algorithms decide. */
class EffectsReachTheWireTest extends EffectsOnTheWire {
  EffectsReachTheWireTest() {
    super(
        List.of("cc/nscc", "cc/rccc", "uet"),
        "dev.sluice.host.uet",
        WireRuns.class,
        Exchanges.EFFECTS + Exchanges.ANSWERS,
        Exchanges.UNEXCHANGED);
  }
}
