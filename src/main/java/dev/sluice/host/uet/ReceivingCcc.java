package dev.sluice.host.uet;

import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;

/** One CCC at its destination. */
final class ReceivingCcc {
  final int id;
  final Flow flow;

  /** Its life. */
  final Ccc context;

  /** Its entry in the Active Sender Table; null if it has none. */
  SenderKey key;

  /** Where in the table it was last. */
  int slot = -1;

  /** The PDC that a packet came for last: grants travel with its acknowledgments. */
  ReceivingPdc last;

  ReceivingCcc(int id, Flow flow, Ccc.Params params) {
    this.id = id;
    this.flow = flow;
    this.context = new Ccc(params, flow);
  }

  Ccc.Phase phase() {
    return context.phase();
  }
}
