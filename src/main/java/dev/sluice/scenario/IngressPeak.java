package dev.sluice.scenario;

/**
 * The most that a switch held at any moment of one queue's frames that came over one link.
 *
 * @param port the port that sends over that link; empty if nothing was held
 * @param queue the queue's name
 * @param bytes how much it was; −1 where it was not counted
 */
public record IngressPeak(String port, String queue, long bytes) {
  /** It was not counted. */
  public static final IngressPeak NONE = new IngressPeak("", "", -1);
}
