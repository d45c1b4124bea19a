package dev.sluice.host.uet;

import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;

/** One CCC at one end. */
abstract class HostedCcc {
  final int id;
  final Flow flow;

  /** Its life, its window, and what is in flight. */
  final Ccc context;

  HostedCcc(int id, Flow flow, Ccc.Params params) {
    this.id = id;
    this.flow = flow;
    this.context = new Ccc(params, flow);
  }

  final Ccc.Phase phase() {
    return context.phase();
  }

  final long cwnd() {
    return context.cwnd();
  }

  final long inflight() {
    return context.inflight();
  }
}
