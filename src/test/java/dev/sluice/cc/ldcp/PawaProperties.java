package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds of windows in the stable stage at full size, whatever comes. */
class PawaProperties {
  private static final long ONE = 4_096;
  private static final long RTT_PS = 8_000_000;
  private static final long LARGEST = 1L << 30;

  private static PawaParams drawn(Random random) {
    long gamma = ONE >> (2 + random.nextInt(3));
    return new PawaParams(
        ONE,
        1 + random.nextInt((int) ONE),
        1 + random.nextInt((int) ONE),
        gamma,
        2 * ONE + random.nextInt(1 << 20),
        true,
        RTT_PS,
        8 * RTT_PS,
        random.nextBoolean() ? TimerRtt.BASE : TimerRtt.MEASURED);
  }

  /**
   * The window stays at gamma or above, whatever is marked and however many packets an ACK stands
   * for; what is in flight is within the window as a packet leaves, or the wait was RTT/cw.
   */
  @Property(tries = 40, seed = "19")
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7", "FIND-10"})
  void theWindowStaysAboveGammaAndBoundsWhatIsInFlight(@ForAll long seed) {
    Random random = new Random(seed);
    PawaParams params = drawn(random);
    PawaWindow window = new PawaWindow(params, params.maxCw() - random.nextInt(8_192), 0);
    long now = 0;
    long lastPs = Long.MIN_VALUE / 2;
    for (int step = 0; step < 3_000; step++) {
      long from = window.notBeforePs(now);
      if (from != SenderRole.NEVER_PS && (window.inFlight() == 0 || random.nextInt(3) > 0)) {
        now = Math.max(now, from);
        long cw = window.cw();
        assertThat(window.transmit(now, ecn -> {})).isNull();
        if (cw >= ONE) {
          assertThat(window.inFlight() * ONE).isLessThanOrEqualTo(cw);
        } else {
          assertThat(Math.multiplyExact(now - lastPs >> 20, cw))
              .isGreaterThanOrEqualTo((RTT_PS >> 20) * ONE - cw);
        }
        lastPs = now;
      } else {
        long n = 1 + random.nextInt((int) Math.min(64, window.inFlight()));
        assertThat(window.receiveAck(n, random.nextInt(4) > 0, RTT_PS + random.nextInt(99_999_999)))
            .isNull();
      }
      assertThat(window.cw()).isBetween(params.gamma(), params.maxCw());
      assertThat(window.broken()).isNull();
    }
  }

  /** Of what clean ACKs add, a thousandth is lost at most, up to the largest window. */
  @Property(tries = 30, seed = "19")
  @Requirement({"LDCP-4", "LDCP-5"})
  void aThousandthIsLostAtMost(@ForAll long seed) {
    Random random = new Random(seed);
    long alpha = ONE >> random.nextInt(4);
    PawaParams params =
        new PawaParams(ONE, alpha, ONE, 256, LARGEST, true, RTT_PS, RTT_PS, TimerRtt.BASE);
    long start = ONE << random.nextInt(17);
    PawaWindow window = new PawaWindow(params, start, 0);
    double exact = start;
    // Long enough that a step which has not come to a whole part yet is less than a thousandth.
    long acks = Math.max(1_000, 2_000 * start / (alpha * ONE));
    for (long i = 0; i < acks; i++) {
      long n = 1 + random.nextInt((int) Math.min(8, window.cw() / ONE));
      for (int j = 0; j < n; j++) {
        assertThat(window.transmit(0, ecn -> {})).isNull();
      }
      assertThat(window.receiveAck(n, false, RTT_PS)).isNull();
      exact += (double) n * alpha * ONE / exact;
    }
    double share = (window.cw() - start) / (exact - start);
    assertThat(share).isBetween(0.999, 1.001);
  }

  /** A bottleneck, so many equal flows, and where their windows and its queue come to rest. */
  private static final class Draw {
    private final int flows;
    private final int bdp;
    private final int min;
    private final int max;
    private final long ppm;
    private final long alpha;
    private final long beta;
    private final double queue;
    private final double cw;
    private final double p;

    Draw(Random random) {
      flows = 2 + random.nextInt(9);
      bdp = 100 + random.nextInt(101);
      min = 15 + random.nextInt(26);
      max = min + 80 + random.nextInt(221);
      ppm = new long[] {100_000, 200_000, 500_000}[random.nextInt(3)];
      beta = ONE >> random.nextInt(3);
      alpha = beta >> random.nextInt(2);
      double r = (double) alpha / beta;
      double slope = (max - min) / (ppm / 1e6);
      double b = r * flows + bdp - min;
      double c = -(min * (r * flows + bdp) + slope * r * flows);
      queue = (-b + Math.sqrt(b * b - 4 * c)) / 2;
      cw = (bdp + queue) / flows;
      p = r / (r + cw);
    }

    /**
     * Where the closed forms hold within 5 %: marks stay on the ramp (p* at most half of P_max, and
     * the queue four packets and ten betas above K_min), and a window has so many packets that what
     * does not make a whole one, half a packet in the mean, is little (cw* at least 15).
     */
    boolean isValid() {
      return p <= ppm / 2e6 && cw >= 15 && queue - min >= 4 + 10.0 * beta / ONE;
    }

    @Override
    public String toString() {
      return "N %d, BDP %d, K %d/%d, P %d ppm, alpha %d, beta %d: q* %.2f, cw* %.2f, p* %.4f"
          .formatted(flows, bdp, min, max, ppm, alpha, beta, queue, cw, p);
    }
  }

  /** The means of a run: the queue that a packet finds, the window, the share of marks. */
  private static double[] run(Draw draw, Random random) {
    PawaParams params =
        new PawaParams(
            ONE, draw.alpha, draw.beta, ONE / 16, LARGEST, true, RTT_PS, RTT_PS, TimerRtt.BASE);
    AckPolicy[] receivers = new AckPolicy[draw.flows];
    PawaWindow[] windows = new PawaWindow[draw.flows];
    Deque<int[]> queue = new ArrayDeque<>();
    Deque<int[]> pipe = new ArrayDeque<>();
    RedMarker marker = RedMarker.perMillion(draw.min, draw.max, draw.ppm);
    for (int f = 0; f < draw.flows; f++) {
      windows[f] = new PawaWindow(params, (long) (draw.cw * ONE), 0);
      receivers[f] = new AckPolicy(new AckPolicy.Params(1, true));
    }
    for (int i = 0; i < draw.bdp; i++) {
      pipe.add(new int[0]);
    }
    double queued = 0;
    double windowed = 0;
    long marks = 0;
    long acks = 0;
    int rounds = 400 * draw.bdp;
    int from = rounds / 4;
    for (int t = 0; t < rounds; t++) {
      pipe.add(queue.isEmpty() ? new int[0] : queue.remove());
      int[] came = pipe.remove();
      int seen = queue.size();
      if (t < draw.bdp) {
        // The first round trip is spread out: a burst would be marked flow by flow.
        send(windows[t % draw.flows], t % draw.flows, queue, marker, random);
      }
      if (came.length > 0) {
        int f = came[0];
        boolean ce = came[1] == 1;
        assertThat(
                receivers[f].receive(
                    ce, false, (n, ece) -> taken(windows[f].receiveAck(n, ece, RTT_PS))))
            .isNull();
        fill(windows[f], f, queue, marker, random);
        acks += t < from ? 0 : 1;
        marks += t < from || !ce ? 0 : 1;
      }
      if (t >= from) {
        queued += seen;
        for (PawaWindow window : windows) {
          windowed += (double) window.cw() / ONE / draw.flows;
        }
      }
    }
    return new double[] {
      queued / (rounds - from), windowed / (rounds - from), (double) marks / acks
    };
  }

  private static void taken(String refused) {
    assertThat(refused).isNull();
  }

  private static void fill(
      PawaWindow window, int flow, Deque<int[]> queue, RedMarker marker, Random random) {
    while (window.notBeforePs(0) == 0) {
      send(window, flow, queue, marker, random);
    }
  }

  private static void send(
      PawaWindow window, int flow, Deque<int[]> queue, RedMarker marker, Random random) {
    if (window.notBeforePs(0) == 0) {
      taken(
          window.transmit(
              0,
              ecn -> {
                long draw = random.nextInt() & 0xFFFF_FFFFL;
                PortVerdict verdict = marker.onEnqueue(queue.size(), 1 << 20, 1, ecn, draw);
                queue.add(new int[] {flow, verdict == PortVerdict.MARK ? 1 : 0});
              }));
    }
  }

  /** Queue, window and share of marks are the closed forms within 5 %, where these are valid. */
  @Property(tries = 1, seed = "19")
  @Requirement({"LDCP-14", "LDCP-2", "LDCP-4"})
  void theClosedFormsHoldWhereTheyAreValid() {
    System.out.println(
        "closed forms of LDCP are held to 5 % where p* <= P_max / 2, cw* >= 15 and q* - K_min >= 4 + 10 beta");
    Random random = new Random(19);
    int valid = 0;
    int draws = 40;
    for (int i = 0; i < draws; i++) {
      Draw draw = new Draw(random);
      if (draw.isValid()) {
        valid++;
        double[] means = run(draw, random);
        assertThat(means[0] / draw.queue).as("q of %s", draw).isBetween(0.95, 1.05);
        assertThat(means[1] / draw.cw).as("cw of %s", draw).isBetween(0.95, 1.05);
        assertThat(means[2] / draw.p).as("p of %s", draw).isBetween(0.95, 1.05);
      }
    }
    System.out.println(valid + " of " + draws + " draws are valid");
    assertThat(2 * valid).isGreaterThanOrEqualTo(draws);
  }
}
