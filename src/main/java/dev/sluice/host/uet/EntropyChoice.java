package dev.sluice.host.uet;

import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.kernel.Kernels;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;

/** Which entropy values the packets of a source take. */
final class EntropyChoice {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final FaultPoints points;

  /** The first value on the wire. */
  static final int FIRST = 0xC000;

  private final RandomStream chance;

  EntropyChoice(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    points = source.points;
    chance = nic.host.chance("entropy");
  }

  /** A mark has come back for a packet of this value. */
  void marked(SendingCcc ccc, int entropy) {
    if (!points.obeysMark()) {
      return;
    }
    int value = entropy - FIRST;
    boolean changes = ccc.entropy.changesOn(value);
    int drawn = changes ? (int) chance.below(params.entropies() - 1) : 0;
    Kernels.done(ccc.entropy.mark(value, drawn));
    if (changes && nic.observer != null) {
      nic.observer.entropyChanged(
          loop.nowPs(), nic.number, ccc.destination, entropy, FIRST + ccc.entropy.ev());
    }
  }

  /** The values of a new CCC. */
  EntropyValues values() {
    return new EntropyValues(
        params.entropy(), params.entropies(), (int) chance.below(params.entropies()));
  }

  /** The value of the packet that leaves. */
  int next(SendingCcc ccc) {
    int value = FIRST + ccc.entropy.next();
    Kernels.done(ccc.entropy.send());
    return value;
  }
}
