package dev.sluice.fabric;

import dev.sluice.host.EffectsOnTheWire;
import java.util.List;

/** What the kernels of priority flow control decide, which run in the fabric. */
class EffectsReachLinksTest extends EffectsOnTheWire {
  EffectsReachLinksTest() {
    super(
        List.of("cc/pfc"),
        "dev.sluice.fabric",
        PauseWireRuns.class,
        PauseExchanges.EFFECTS + PauseExchanges.ANSWERS,
        PauseExchanges.UNEXCHANGED);
  }
}
