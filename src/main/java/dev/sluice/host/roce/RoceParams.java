package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.hpcc.HpccSending;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.RequesterParams;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * How a host's RoCEv2 NIC is configured.
 *
 * @param mtu path MTU: payload of a whole packet, in bytes: 256, 512, 1024, 2048 or 4096
 * @param window PSNs outstanding at most, of each connection
 * @param ackEvery packets of a message after which an acknowledgment is asked for; 0: only at its
 *     end, and where the window is full
 * @param depth READs and ATOMICs outstanding at most; as many results are kept at the other end
 * @param retries before a connection fails, 0 to 7
 * @param rnrRetries the same for RNR NAKs; 7: any number
 * @param timeout the retransmission timer is 4.096 us times two to this power, 1 to 31
 * @param rnrTimer the code in RNR NAKs of how long to wait, 0 to 31
 * @param receives that a user posts for each connection before anything is sent
 * @param repostPs how long after a message has come its user posts another receive, in picoseconds
 * @param firstPsn with which each connection begins; −1: drawn
 * @param service how frames are treated where a flow says nothing else
 * @param algorithm makes the congestion control of one queue pair whose flows are selected for it,
 *     for the rate of its link in bits a second
 * @param notices how marks are answered
 * @param acks how packets are acknowledged in LDCP, where it is spoken
 * @param hpcc how HPCC++ is spoken, where it is
 */
public record RoceParams(
    int mtu,
    long window,
    int ackEvery,
    int depth,
    int retries,
    int rnrRetries,
    int timeout,
    int rnrTimer,
    long receives,
    long repostPs,
    int firstPsn,
    Service service,
    LongFunction<SenderRole> algorithm,
    Notices notices,
    LdcpAcks acks,
    HpccEnds hpcc) {
  private static final Set<Integer> MTUS = Set.of(256, 512, 1024, 2048, 4096);
  private static final int MOST_RETRIES = 7;
  private static final int MOST_CODE = 31;
  private static final long TIMEOUT_UNIT_PS = 4_096_000;

  /**
   * @throws IllegalArgumentException if one is out of its range
   */
  public RoceParams {
    if (!MTUS.contains(mtu)) {
      throw new IllegalArgumentException("a path MTU of " + mtu + " bytes; there are " + MTUS);
    }
    within("retries", retries, 0, MOST_RETRIES);
    within("timeout", timeout, 1, MOST_CODE);
    within("RNR timer", rnrTimer, 0, MOST_CODE);
    if (receives < 0 || repostPs < 0 || firstPsn < -1) {
      throw new IllegalArgumentException(
          receives + " receives, posted after " + repostPs + " ps; first PSN " + firstPsn);
    }
    long first = Math.max(firstPsn, 0);
    new RequesterParams( // what it does not take, nobody has
        RequesterParams.MODULUS, first, window, ackEvery, depth, retries, rnrRetries);
  }

  private static void within(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " " + value + ", from " + least + " to " + most);
    }
  }

  /**
   * What is usual: a path MTU of 4096, an acknowledgment each 16 packets, 16 READs and ATOMICs, 7
   * retries of either kind, a timer of 4.096 us x 2^8 = 1.048576 ms, and no congestion control.
   */
  public static RoceParams usual() {
    Service plain = new Service(26, false, true);
    return new RoceParams(
        4096,
        8192,
        16,
        16,
        7,
        7,
        8,
        1,
        1 << 20,
        0,
        -1,
        plain,
        rate -> unbounded(),
        Notices.NONE,
        LdcpAcks.NONE,
        HpccEnds.NONE);
  }

  private static SenderRole unbounded() {
    return SenderRole.fixed(SenderRole.UNBOUNDED);
  }

  /** The congestion control of a queue pair. */
  SenderRole role(Service of, long rateBps) {
    return of.isSelected() ? algorithm.apply(rateBps) : unbounded();
  }

  /** What LDCP by rates is configured with at a link of that rate; empty where it is not spoken. */
  public Optional<LdcpRate.Params> ldcpRate(long rateBps) {
    return algorithm.apply(rateBps) instanceof LdcpRate rate
        ? Optional.of(rate.params())
        : Optional.empty();
  }

  /** Returns the configuration of reaction points at a link of that rate, if there are any. */
  public Optional<ReactionParams> reaction(long rateBps) {
    return algorithm.apply(rateBps) instanceof Reaction reaction && reaction.reacts()
        ? Optional.of(reaction.params())
        : Optional.empty();
  }

  /** The same with another path MTU and window. */
  public RoceParams with(int otherMtu, long otherWindow) {
    Draft draft = new Draft(this);
    draft.mtu = otherMtu;
    draft.window = otherWindow;
    return draft.made();
  }

  /** The same with another retransmission timer, and as many retries of each kind. */
  public RoceParams retrying(int otherTimeout, int otherRetries, int otherRnrRetries) {
    Draft draft = new Draft(this);
    draft.retries = otherRetries;
    draft.rnrRetries = otherRnrRetries;
    draft.timeout = otherTimeout;
    return draft.made();
  }

  /** The same where so many receives are posted at first, and each again after so long. */
  public RoceParams receiving(long posted, long againPs, int otherRnrTimer) {
    Draft draft = new Draft(this);
    draft.rnrTimer = otherRnrTimer;
    draft.receives = posted;
    draft.repostPs = againPs;
    return draft.made();
  }

  /** The same with another first PSN, or acknowledgments asked for each so many packets. */
  public RoceParams counting(int otherFirstPsn, int otherAckEvery) {
    Draft draft = new Draft(this);
    draft.ackEvery = otherAckEvery;
    draft.firstPsn = otherFirstPsn;
    return draft.made();
  }

  /** The same with as many READs and ATOMICs out at most. */
  public RoceParams deep(int otherDepth) {
    Draft draft = new Draft(this);
    draft.depth = otherDepth;
    return draft.made();
  }

  /** The same with another service, and another algorithm for flows that are selected for it. */
  public RoceParams by(Service otherService, LongFunction<SenderRole> other) {
    Draft draft = new Draft(this);
    draft.service = otherService;
    draft.algorithm = other;
    return draft.made();
  }

  /** The same with another algorithm. */
  public RoceParams by(LongFunction<SenderRole> other) {
    return by(service, other);
  }

  /** The same where marks are answered in another way. */
  public RoceParams noticing(Notices other) {
    Draft draft = new Draft(this);
    draft.notices = other;
    return draft.made();
  }

  /** The same where packets are acknowledged as LDCP has it. */
  public RoceParams acknowledging(LdcpAcks other) {
    Draft draft = new Draft(this);
    draft.acks = other;
    return draft.made();
  }

  /** The same where HPCC++ is spoken so. */
  public RoceParams telling(HpccEnds other) {
    Draft draft = new Draft(this);
    draft.hpcc = other;
    draft.algorithm = other.isSpoken() ? HpccSending.windows(other) : algorithm;
    return draft.made();
  }

  /** How long nothing must have been acknowledged until all is sent again, in picoseconds. */
  @Requirement("RC-12")
  public long timeoutPs() {
    return TIMEOUT_UNIT_PS << timeout;
  }

  /** How many packets so many bytes are. */
  @Requirement("RC-15")
  public long packets(long bytes) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /** A copy while it is changed, so that what has one part in another way names that part alone. */
  private static final class Draft {
    private int mtu;
    private long window;
    private int ackEvery;
    private int depth;
    private int retries;
    private int rnrRetries;
    private int timeout;
    private int rnrTimer;
    private long receives;
    private long repostPs;
    private int firstPsn;
    private Service service;
    private LongFunction<SenderRole> algorithm;
    private Notices notices;
    private LdcpAcks acks;
    private HpccEnds hpcc;

    Draft(RoceParams of) {
      mtu = of.mtu;
      window = of.window;
      ackEvery = of.ackEvery;
      depth = of.depth;
      retries = of.retries;
      rnrRetries = of.rnrRetries;
      timeout = of.timeout;
      rnrTimer = of.rnrTimer;
      receives = of.receives;
      repostPs = of.repostPs;
      firstPsn = of.firstPsn;
      service = of.service;
      algorithm = of.algorithm;
      notices = of.notices;
      acks = of.acks;
      hpcc = of.hpcc;
    }

    RoceParams made() {
      return new RoceParams(
          mtu,
          window,
          ackEvery,
          depth,
          retries,
          rnrRetries,
          timeout,
          rnrTimer,
          receives,
          repostPs,
          firstPsn,
          service,
          algorithm,
          notices,
          acks,
          hpcc);
    }
  }
}
