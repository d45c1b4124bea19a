package dev.sluice.cc;

/** A rate that stays as it is, whatever is signalled: packets are spaced out, and no window. */
public final class FixedRate implements SenderRole {
  private final Pacer pacer;

  /**
   * A rate, all that frames take on a link counted.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public FixedRate(long rateBps) {
    pacer = new Pacer(rateBps);
  }

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public long notBeforePs(long nowPs) {
    return pacer.notBeforePs(nowPs);
  }

  @Override
  public void onFrame(long nowPs, long frameBytes) {
    pacer.begun(nowPs, frameBytes);
  }
}
