package dev.sluice.host;

/** One end of a connection, as a transport knows it: what a frame is for. */
public abstract class Connection implements Looked {
  /** Its packets between first sending and acknowledgment; null at an end that only receives. */
  protected final Flight flight;

  /** An end of a connection; of one that only receives, without a flight. */
  protected Connection(Flight flight) {
    this.flight = flight;
  }

  /** What it sends by; null while there is nothing, and at an end that only receives. */
  protected abstract Sender sender();

  @Override
  public final long look(int step) {
    Sender sender = sender();
    return (step > 0 && flight != null ? flight.look() : 0)
        + (sender == null ? 0 : sender.look(step));
  }
}
