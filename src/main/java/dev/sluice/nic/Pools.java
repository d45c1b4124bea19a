package dev.sluice.nic;

import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Target;
import java.util.List;

/**
 * The pools of ids that a NIC begins with, all of them free; the states are values, so NICs that
 * are configured alike share them.
 *
 * @param initiator of SPDCIDs
 * @param target of DPDCIDs and of contexts
 */
record Pools(Initiator.State initiator, Target.State target) {
  static Object key(NicParams params) {
    return List.of(Pools.class, params.pdcPool(), params.cccIdBase());
  }

  static Pools free(NicParams params) {
    int pdcs = params.pdcPool();
    return new Pools(Initiator.State.ofPool(pdcs), Target.State.ofPools(pdcs, params.targetCccs()));
  }
}
