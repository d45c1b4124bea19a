package dev.sluice.host.load;

/**
 * What one open-loop source sends.
 *
 * @param from the host that sends
 * @param to the host that counts
 * @param isTcp whether a TCP header stands behind that of IP, or a UDP header
 * @param rateBps all that frames take on a link, in bits a second
 * @param frameBytes what each takes on a link, preamble, gap and tag counted
 * @param dscp of each
 * @param ecn the codepoint of each, see {@link dev.sluice.cc.Ecn}
 * @param startPs when the first frame is sent
 * @param forPs how long it goes on; a frame that would begin as late as that is not sent
 * @param onPs how long it sends before each pause; {@link #ALWAYS}: there is none
 * @param offPs how long each pause is
 */
public record Load(
    int from,
    int to,
    boolean isTcp,
    long rateBps,
    int frameBytes,
    int dscp,
    int ecn,
    long startPs,
    long forPs,
    long onPs,
    long offPs) {
  /** Without a pause. */
  public static final long ALWAYS = Long.MAX_VALUE;

  public Load {
    if (from == to || from < 0 || to < 0) {
      throw new IllegalArgumentException("a load from host " + from + " to host " + to);
    }
    if (startPs < 0 || forPs <= 0 || onPs <= 0 || offPs < 0) {
      throw new IllegalArgumentException(
          "a load from %d ps on for %d ps, on for %d and off for %d ps"
              .formatted(startPs, forPs, onPs, offPs));
    }
    Math.addExact(startPs, forPs);
  }
}
