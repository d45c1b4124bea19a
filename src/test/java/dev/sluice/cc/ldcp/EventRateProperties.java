package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds at full size of flows whose rate the events of a NIC move, whatever comes. */
class EventRateProperties {
  private static final long ONE = 4_096;
  private static final long RTT_PS = 8_000_000;
  private static final long WAIT_PS = 64_000_000;
  private static final long PER_PS = 1_000_000;

  /** A response on its way: when it comes, and the number of its request. */
  private record OnWay(long atPs, long number) {}

  /**
   * A NIC whose network loses, repeats and delays what it likes, but is never faster than light.
   */
  private static final class Nic implements EventRate.Sink {
    private final Random random;
    private final List<OnWay> responses = new ArrayList<>();
    private long nowPs;
    private long asked;
    private long rate;

    Nic(Random random) {
      this.random = random;
    }

    @Override
    public void request(long number) {
      asked++;
      int copies = Math.max(0, random.nextInt(6) - 2);
      for (int i = 0; i < copies; i++) {
        long more = random.nextInt(4) == 0 ? random.nextInt((int) (3 * WAIT_PS)) : 0;
        responses.add(new OnWay(nowPs + RTT_PS + random.nextInt((int) RTT_PS) + more, number));
      }
    }

    @Override
    public void pace(long told) {
      rate = told;
    }
  }

  /**
   * However often responses are lost, repeated and late, a window grows by alpha in a round trip at
   * most, and each CNP takes beta from it; the rate is the window over the round trip, rounded
   * down, and is never 0.
   */
  @Property(tries = 60, seed = "13")
  @Requirement({"LDCP-13", "LDCP-19"})
  void alphaComesOnceInARoundTripAtMost(@ForAll long seed) {
    Random random = new Random(seed);
    long alpha = 1 + random.nextInt((int) ONE);
    long beta = 1 + random.nextInt((int) ONE);
    EventRate flow =
        new EventRate(
            new EventRate.Params(
                ONE, alpha, beta, 256, 1L << 34, RTT_PS, WAIT_PS, PER_PS, 1L << 32),
            1000 * ONE);
    Nic nic = new Nic(random);
    nic.rate = flow.rate();
    long cnps = 0;
    for (int step = 0; step < 1_000; step++) {
      nic.nowPs += random.nextInt(4_000_000);
      for (int i = nic.responses.size() - 1; i >= 0; i--) {
        OnWay one = nic.responses.get(i);
        if (one.atPs <= nic.nowPs) {
          nic.responses.remove(i);
          assertThat(flow.receiveResponse(nic.nowPs, one.number, nic)).isNull();
        }
      }
      if (flow.isOut() && flow.timerPs() <= nic.nowPs) {
        assertThat(flow.timeout(nic.nowPs)).isNull();
      }
      if (random.nextInt(40) == 0) {
        cnps++;
        assertThat(flow.receiveCnp(nic)).isNull();
      }
      assertThat(flow.otherEvent(EventRate.Event.values()[random.nextInt(3)])).isNull();
      if (!flow.isOut()) {
        assertThat(flow.request(nic.nowPs, nic)).isNull();
      }
      long grown = flow.window() - 1000 * ONE + cnps * beta;
      assertThat(grown).isBetween(0L, alpha * Math.min(nic.asked, nic.nowPs / RTT_PS));
      assertThat(flow.rttPs()).isBetween(RTT_PS, WAIT_PS);
      assertThat(nic.rate).isEqualTo(flow.rate()).isPositive();
      assertThat(flow.rate() * flow.rttPs()).isLessThanOrEqualTo(flow.window() * PER_PS);
      assertThat((flow.rate() + 1) * flow.rttPs()).isGreaterThan(flow.window() * PER_PS);
      assertThat(flow.broken()).isNull();
    }
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

    /** Alpha in a round trip for p * cw betas, with p on the ramp and cw = (BDP + q) / N. */
    Draw(Random random) {
      flows = 2 + random.nextInt(7);
      bdp = 100 + random.nextInt(101);
      min = 15 + random.nextInt(26);
      max = min + 80 + random.nextInt(221);
      ppm = new long[] {200_000, 500_000}[random.nextInt(2)];
      beta = ONE >> 2 + random.nextInt(3);
      alpha = beta >> random.nextInt(2);
      double slope = (max - min) / (ppm / 1e6);
      double b = bdp - min;
      double c = -((double) min * bdp + slope * flows * alpha / beta);
      queue = (-b + Math.sqrt(b * b - 4 * c)) / 2;
      cw = (bdp + queue) / flows;
    }

    @Override
    public String toString() {
      return "N %d, BDP %d, K %d/%d, P %d ppm, alpha %d, beta %d: q* %.2f, cw* %.2f"
          .formatted(flows, bdp, min, max, ppm, alpha, beta, queue, cw);
    }
  }

  /** One packet leaves the queue in a slot, of which a round trip without a queue has BDP. */
  private static final class Bench {
    private final Draw draw;
    private final long slotPs;
    private final RedMarker marker;
    private final Random random;
    private final Deque<int[]> queue = new ArrayDeque<>();
    private final Deque<int[]> pipe = new ArrayDeque<>();
    private final EventRate[] flows;
    private final long[] tokens;
    private final List<OnWay> responses = new ArrayList<>();
    private int asks;
    private int slot;

    Bench(Draw draw, Random random) {
      this.draw = draw;
      this.random = random;
      slotPs = RTT_PS / draw.bdp;
      marker = RedMarker.perMillion(draw.min, draw.max, draw.ppm);
      flows = new EventRate[draw.flows];
      tokens = new long[draw.flows];
      EventRate.Params params =
          new EventRate.Params(
              ONE, draw.alpha, draw.beta, 256, 1L << 30, RTT_PS, WAIT_PS, PER_PS, 1L << 32);
      for (int f = 0; f < draw.flows; f++) {
        flows[f] = new EventRate(params, (long) (draw.cw * ONE));
        tokens[f] = random.nextInt((int) ONE) * PER_PS;
      }
      for (int i = 0; i < draw.bdp; i++) {
        pipe.add(new int[0]);
      }
    }

    private final EventRate.Sink sink =
        new EventRate.Sink() {
          @Override
          public void request(long number) {
            responses.add(new OnWay((slot + draw.bdp + queue.size()) * slotPs, asks));
          }

          @Override
          public void pace(long rate) {
            // it is asked for as packets leave
          }
        };

    void step() {
      slot++;
      pipe.add(queue.isEmpty() ? new int[0] : queue.remove());
      int[] came = pipe.remove();
      if (came.length > 0 && came[1] == 1) {
        assertThat(flows[came[0]].receiveCnp(sink)).isNull();
      }
      for (int i = responses.size() - 1; i >= 0; i--) {
        OnWay one = responses.get(i);
        if (one.atPs <= slot * slotPs) {
          responses.remove(i);
          EventRate flow = flows[(int) one.number];
          assertThat(flow.receiveResponse(slot * slotPs, flow.number(), sink)).isNull();
        }
      }
      for (int f = 0; f < flows.length; f++) {
        if (!flows[f].isOut()) {
          asks = f;
          assertThat(flows[f].request(slot * slotPs, sink)).isNull();
        }
        tokens[f] += flows[f].rate() * slotPs;
        if (tokens[f] >= ONE * PER_PS) {
          tokens[f] -= ONE * PER_PS;
          PortVerdict verdict =
              marker.onEnqueue(
                  queue.size(), 1 << 20, 1, Ecn.ECT_0, random.nextInt() & 0xFFFF_FFFFL);
          queue.add(new int[] {f, verdict == PortVerdict.MARK ? 1 : 0});
        }
      }
    }
  }

  /**
   * Where each mark has its CNP, queue and window come to rest where alpha a round trip is beta for
   * each mark of one: q² + q(BDP − K_min) − (K_min · BDP + S r N) = 0, within 5 %, where that is
   * four packets above K_min.
   */
  @Property(tries = 1, seed = "13")
  @Requirement({"LDCP-13", "LDCP-14"})
  void theClosedFormHoldsWhereEachMarkHasItsCnp() {
    Random random = new Random(13);
    int valid = 0;
    for (int i = 0; i < 12; i++) {
      Draw draw = new Draw(random);
      if (draw.queue - draw.min >= 4) {
        valid++;
        double[] means = run(new Bench(draw, random));
        assertThat(means[0] / draw.queue).as("q of %s", draw).isBetween(0.95, 1.05);
        assertThat(means[1] / draw.cw).as("cw of %s", draw).isBetween(0.95, 1.05);
      }
    }
    assertThat(valid).isGreaterThanOrEqualTo(10);
  }

  /** The means of a run: the queue, and the windows. */
  private static double[] run(Bench bench) {
    int slots = 600 * bench.draw.bdp;
    int from = slots / 4;
    double queued = 0;
    double windows = 0;
    for (int t = 0; t < slots; t++) {
      bench.step();
      if (t >= from) {
        queued += bench.queue.size();
        for (EventRate flow : bench.flows) {
          windows += (double) flow.window() / ONE / bench.flows.length;
        }
      }
    }
    return new double[] {queued / (slots - from), windows / (slots - from)};
  }
}
