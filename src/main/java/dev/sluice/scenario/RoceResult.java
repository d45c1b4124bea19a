package dev.sluice.scenario;

/**
 * What reliable connections of RoCEv2 came to in a run; in one without any, counts are −1.
 *
 * @param flows that it carried
 * @param completed of them
 * @param failed whose connection gave up, or had given up before
 * @param acknowledgments that requesters took in, those that they did not need included
 * @param naks that told of a missing packet
 * @param rnrNaks that told of a missing receive
 * @param timeouts of the retransmission timer
 * @param cnpsSent notifications of congestion that left
 * @param cnpsReceived those that came to their queue pair
 * @param leastRateBps the least rate that a reaction point has kept to, in bits a second; −1 if
 *     none heard of congestion
 */
public record RoceResult(
    int flows,
    int completed,
    long failed,
    long acknowledgments,
    long naks,
    long rnrNaks,
    long timeouts,
    long cnpsSent,
    long cnpsReceived,
    long leastRateBps) {
  /** Of a run without RoCEv2. */
  public static final RoceResult NONE = new RoceResult(0, 0, -1, -1, -1, -1, -1, -1, -1, -1);
}
