package dev.sluice.host.uet;

import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.Transfer;

/**
 * What the kernel that was called last has decided, for its host to carry out as soon as the call
 * is back. An action decides on one of each kind at most; what it does not decide on is as before.
 */
final class ContextEffects implements PdsManager.Sink, CccManager.Sink, Ccc.Sink, Transfer.Sink {
  /** The PDC that takes work, was opened, or asks its target to close. */
  int pdc;

  /** The CCC that a PDC has left, or that is there now. */
  int ccc;

  /** Whose CCC is asked for, or there now. */
  Flow flow;

  /** Bytes of work taken, of data sent, or acknowledged to the source. */
  long size;

  @Override
  public void workTaken(int by, long work) {
    pdc = by;
    size = work;
  }

  @Override
  public void opened(int id) {
    pdc = id;
  }

  @Override
  public void cccAsked(Flow whose) {
    flow = whose;
  }

  @Override
  public void closeAsked(int of) {
    pdc = of;
  }

  @Override
  public void closeDone(int of) {
    // the PDC itself answers its source
  }

  @Override
  public void left(int id) {
    ccc = id;
  }

  @Override
  public void created(int id, Flow whose) {
    ccc = id;
    flow = whose;
  }

  @Override
  public void ackSent(long bytes) {
    size = bytes;
  }

  @Override
  public void dataSent(long bytes) {
    size = bytes;
  }
}
