package dev.sluice.nic;

import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Target;
import java.util.List;

/**
 * The pools of ids that a NIC begins with, all of them free; the states are values, so NICs that
 * are configured alike share them.
 *
 * @param pds the PDS Manager's, at a source and at a target
 * @param sourceCccs of a source's CCCs, as many as CCC_IDs
 * @param targetCccs of a target's
 * @param initiator of SPDCIDs
 * @param target of DPDCIDs and of contexts
 */
record Pools(
    PdsManager.State pds,
    CccManager.State sourceCccs,
    CccManager.State targetCccs,
    Initiator.State initiator,
    Target.State target) {
  static Object key(NicParams params) {
    return List.of(Pools.class, params.pdcPool(), params.cccIdBase());
  }

  static Pools free(NicParams params) {
    int pdcs = params.pdcPool();
    int anyHost = 0;
    return new Pools(
        PdsManager.State.initial(new PdsManager.Params(anyHost, pdcs, 0)),
        CccManager.State.initial(
            new CccManager.Params(anyHost, SourceSide.CCC_IDS - params.cccIdBase(), 0)),
        CccManager.State.initial(new CccManager.Params(anyHost, params.targetCccs(), 0)),
        Initiator.State.ofPool(pdcs),
        Target.State.ofPools(pdcs, params.targetCccs()));
  }
}
