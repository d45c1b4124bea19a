package dev.sluice.nic;

import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;

/** One CCC at its destination. */
final class ReceivingCcc {
  final int id;
  final Flow flow;

  // Ccc.State, which is a record only while the kernel is at work: see SendingCcc
  private Ccc.Phase phase = Ccc.Phase.IDLE;
  private int pdcs;
  private long maxWnd;
  private long cwnd;
  private long inflight;

  /** Its entry in the Active Sender Table; null if it has none. */
  SenderKey key;

  /** Where in the table it was last. */
  int slot = -1;

  /** The PDC that a packet came for last: grants travel with its acknowledgments. */
  ReceivingPdc last;

  ReceivingCcc(int id, Flow flow) {
    this.id = id;
    this.flow = flow;
  }

  Ccc.State state() {
    return new Ccc.State(phase, flow, maxWnd, cwnd, inflight, pdcs);
  }

  void state(Ccc.State next) {
    phase = next.phase();
    maxWnd = next.maxWnd();
    cwnd = next.cwnd();
    inflight = next.inflight();
    pdcs = next.pdcs();
  }
}
