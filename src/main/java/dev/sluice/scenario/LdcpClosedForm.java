package dev.sluice.scenario;

import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Where equal flows of LDCP into one link come to rest. A window does not drift where (1 − p)·alpha
 * ÷ cw = p·beta; all windows together are a BDP and the queue; and p is the marking ramp's at that
 * queue. So, in bytes, with r = alpha ÷ beta, N flows of packets of F bytes, and S = (K_max −
 * K_min) ÷ P_max:
 *
 * <pre>q² + q·(r·N·F + BDP − K_min) − K_min·(r·N·F + BDP) − S·r·N·F = 0</pre>
 *
 * <p>What is in flight is whole packets, half a packet less than a window in the mean; so {@code
 * wholeQueueBytes} is the same where windows are that much larger. Where they are a few packets
 * large, the difference shows.
 *
 * <p>The queue is what a frame finds that comes, without itself and without the one being sent:
 * what marks go by. F and BDP count all that a packet takes on a link.
 *
 * @param flows N
 * @param bdpBytes the link's rate times the base RTT
 * @param frameBytes F
 * @param queueBytes q*, rounded
 * @param wholeQueueBytes the same for windows that whole packets fill
 * @param windowMillionths cw*, in millionths of a packet
 * @param markedMillionths p*
 * @param isValid whether marks stay on the ramp, and windows at or above one packet
 */
@Requirement("LDCP-14")
public record LdcpClosedForm(
    int flows,
    long bdpBytes,
    long frameBytes,
    long queueBytes,
    long wholeQueueBytes,
    long windowMillionths,
    long markedMillionths,
    boolean isValid) {
  private static final long MILLION = 1_000_000;
  private static final long BIT_PS_PER_BYTE_SECOND = 8_000_000_000_000L;

  /** That of a scenario whose flows all begin together and go to one host; empty of any other. */
  static Optional<LdcpClosedForm> of(Scenario scenario, LdcpPlan plan) {
    List<PlannedFlow> flows = scenario.flows();
    Topology topology = scenario.topology();
    QueueRules rules = scenario.queues();
    QueueRule queue = rules.queues().get(rules.classes().classOf(plan.dscp()));
    boolean isRamp =
        queue.ecn()
            && !queue.atDequeue()
            && queue.ecnMinBytes() != QueueRule.AUTO
            && queue.ecnMaxBytes() > queue.ecnMinBytes()
            && queue.ecnOf32() > 0;
    if (!scenario.isOneIncast() || !isRamp) {
      return Optional.empty();
    }
    long rateBps = topology.hostRateBps(flows.get(0).destination());
    PawaParams window = plan.sender().window();
    BigInteger bdp =
        of(rateBps).multiply(of(window.baseRttPs())).divide(of(BIT_PS_PER_BYTE_SECOND));
    return Optional.of(
        of(
            flows.size(),
            bdp.longValueExact(),
            plan.frameBytes(),
            window.alpha(),
            window.beta(),
            queue));
  }

  private static LdcpClosedForm of(
      int flows, long bdp, long frame, long alpha, long beta, QueueRule ramp) {
    long min = ramp.ecnMinBytes();
    long max = ramp.ecnMaxBytes();
    BigInteger unit = of(MILLION); // lengths are kept in millionths of a byte
    BigInteger all =
        of(flows).multiply(of(frame)).multiply(of(alpha)).multiply(unit).divide(of(beta));
    BigInteger pipe = of(bdp).multiply(unit);
    BigInteger low = of(min).multiply(unit);
    BigInteger slope = of(max - min).multiply(unit).shiftLeft(32).divide(of(ramp.ecnOf32()));
    BigInteger queue = root(all, pipe, low, slope);
    BigInteger halves = of(flows).multiply(of(frame)).multiply(unit).shiftRight(1);
    BigInteger whole = root(all, pipe.add(halves), low, slope);
    BigInteger window = pipe.add(queue).divide(of(flows)).divide(of(frame));
    // alpha ÷ (alpha + beta·cw), of which cw has millionths
    BigInteger marked =
        of(alpha)
            .multiply(unit)
            .multiply(unit)
            .divide(of(alpha).multiply(unit).add(of(beta).multiply(window)));
    boolean onRamp = marked.shiftLeft(32).compareTo(unit.multiply(of(ramp.ecnOf32()))) <= 0;
    return new LdcpClosedForm(
        flows,
        bdp,
        frame,
        bytes(queue),
        bytes(whole),
        window.longValueExact(),
        marked.longValueExact(),
        onRamp && window.compareTo(unit) >= 0);
  }

  /** The positive root, of lengths in millionths of a byte. */
  private static BigInteger root(
      BigInteger all, BigInteger pipe, BigInteger low, BigInteger slope) {
    BigInteger linear = all.add(pipe).subtract(low);
    BigInteger constant = low.multiply(all.add(pipe)).add(slope.multiply(all));
    BigInteger root = linear.multiply(linear).add(constant.shiftLeft(2)).sqrt();
    return root.subtract(linear).shiftRight(1);
  }

  private static long bytes(BigInteger millionths) {
    BigInteger unit = of(MILLION);
    return millionths.add(unit.shiftRight(1)).divide(unit).longValueExact();
  }

  private static BigInteger of(long value) {
    return BigInteger.valueOf(value);
  }
}
