package dev.sluice.nic;

import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;

/**
 * One CCC at one end.
 *
 * <p>The states of kernels lie here as plain numbers, side by side, or are worked on in place; they
 * are records only where a kernel asks for one. With thousands of contexts an event waits for
 * memory above all, and few objects that stay are fetched faster than many that are made anew.
 */
abstract class HostedCcc {
  final int id;
  final Flow flow;

  // Ccc.State
  private Ccc.Phase phase = Ccc.Phase.IDLE;
  private int pdcs;
  private long maxWnd;
  private long cwnd;
  private long inflight;

  HostedCcc(int id, Flow flow) {
    this.id = id;
    this.flow = flow;
  }

  final Ccc.State state() {
    return new Ccc.State(phase, flow, maxWnd, cwnd, inflight, pdcs);
  }

  final void state(Ccc.State next) {
    phase = next.phase();
    maxWnd = next.maxWnd();
    cwnd = next.cwnd();
    inflight = next.inflight();
    pdcs = next.pdcs();
  }

  final Ccc.Phase phase() {
    return phase;
  }

  final long cwnd() {
    return cwnd;
  }

  final long inflight() {
    return inflight;
  }
}
