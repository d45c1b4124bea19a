package dev.sluice.bench;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import dev.sluice.units.Bytes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The kernels that every packet and every acknowledgment goes through. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KernelBench {
  private static final long RATE_BPS = 100_000_000_000L;
  private static final long BASE_RTT_PS = 6_000_000;
  private static final long PACKET = 4096;
  private static final long MODULUS = 1L << 32;

  private int turn;

  // ---------------------------------------------------------------- NSCC

  private final NsccParams documents =
      NsccParams.sourceDocuments(
          RATE_BPS, RATE_BPS, BASE_RTT_PS, PACKET, 75_000, 1024, BASE_RTT_PS * 3 / 4);
  private final NsccParams uet =
      NsccParams.uet10(RATE_BPS, RATE_BPS, BASE_RTT_PS, PACKET, PACKET, true);
  private final NsccWindow window = new NsccWindow(documents, 0);
  private final NsccWindow quadrants = new NsccWindow(uet, 0);
  private long nowPs;

  /** A packet sent and acknowledged, its sample going round the quadrants. */
  @Benchmark
  public String windowSourceDocuments() {
    return round(window);
  }

  @Benchmark
  public String windowUet10() {
    return round(quadrants);
  }

  private String round(NsccWindow of) {
    turn++;
    nowPs += 330_000;
    long size = Bytes.ofWhole(PACKET);
    long rtt = BASE_RTT_PS + (turn * 700_001L) % (2 * BASE_RTT_PS);
    String refused = of.send(size);
    return refused == null
        ? of.ack(nowPs, size, size, (turn & 8) != 0, rtt, 0, false)
        : refused;
  }

  // ---------------------------------------------------------------- PDC

  /** What is asked of it, it adds up. */
  private static final class Sum implements Initiator.Sink, Target.Sink {
    private long sum;

    @Override
    public void syn(long fa, int trafficClass, int spdcid, long psn, long offset, long payload) {
      sum += psn;
    }

    @Override
    public void request(long fa, int spdcid, int dpdcid, long psn, long payload) {
      sum += psn;
    }

    @Override
    public void closeCommand(long fa, int spdcid, int dpdcid, long psn) {
      sum += psn;
    }

    @Override
    public void inFlight(int ccc, long change) {
      sum += change;
    }

    @Override
    public void sourceClockRestarted(int spdcid) {
      sum += spdcid;
    }

    @Override
    public void ended(int spdcid, long payload) {
      sum += payload;
    }

    @Override
    public void targetClockRestarted(PdcKey key) {
      sum += key.spdcid();
    }

    @Override
    public void written(PdcKey key, long payload, long offset) {
      sum += offset;
    }

    @Override
    public void ackCc(long fa, int spdcid, int dpdcid, long cack) {
      sum += cack;
    }

    @Override
    public void nack(long fa, int dpdcid, Packet.Code code, long psn) {
      sum += psn;
    }
  }

  private static final int FA = 0x0A000001;
  private final Sum sum = new Sum();
  private final Initiator source =
      new Initiator(new Initiator.Params(FA, MODULUS, 4096, 1024, 0, 0, true), 1);
  private final SourcePdc pdc = opened(source);

  private static SourcePdc opened(Initiator source) {
    source.open(new Initiator.Job(0, 1, 1, 70_000, Long.MAX_VALUE / 4), 1);
    return source.source(1);
  }

  /** Sixteen packets are on their way; one is sent, and one acknowledged. */
  @Benchmark
  public long sourcePdc() {
    source.transmit(1, sum);
    if (pdc.sent() - pdc.acked() > 16) {
      source.receiveAck(2, 1, (pdc.start() + pdc.acked() + 1) % MODULUS, sum);
    }
    return sum.sum;
  }

  private final TargetPdc receiving =
      new TargetPdc(new Target.Params(MODULUS, 1024, 0), 2, new PdcKey(FA, 1), 1, 70_000);
  private long packet;

  @Benchmark
  public long targetPdcInOrder() {
    return receive(packet++);
  }

  /** Each group of 64 comes last packet first: 63 wait until the first one closes the gap. */
  @Benchmark
  public long targetPdcReordered() {
    long number = (packet | 63) - (packet & 63);
    packet++;
    return receive(number);
  }

  private long receive(long number) {
    receiving.receiveRequest((70_000 + number) % MODULUS, 1, sum);
    return sum.sum;
  }

  // ---------------------------------------------------------------- CCC

  /** A window and credit for any packet; no PDC names one. */
  private final CccScheduling.Work work =
      new CccScheduling.Work() {
        @Override
        public long window() {
          return 1L << 50;
        }

        @Override
        public long inflight() {
          return turn & 0xFFFF;
        }

        @Override
        public boolean lets(long size) {
          return true;
        }

        @Override
        public long credit() {
          return 1L << 50;
        }

        @Override
        public boolean findNext() {
          return false;
        }

        @Override
        public long nextSize() {
          return PACKET;
        }

        @Override
        public boolean isPaid() {
          return false;
        }
      };

  private final CccScheduling scheduling = scheduling();
  private final CccScheduling.Acked acked = new CccScheduling.Acked();

  private CccScheduling scheduling() {
    CccScheduling ccc = new CccScheduling(new SendPermission(false, true, PACKET));
    ccc.newData(1L << 50);
    ccc.rccc();
    ccc.settle(work);
    return ccc;
  }

  private final CccScheduling.Sink told =
      new CccScheduling.Sink() {
        @Override
        public void stands(PacketStanding standing) {
          turn += standing.ordinal();
        }

        @Override
        public void sent(long size) {
          turn++;
        }
      };

  /** A packet sent and acknowledged: two events of the four-state machine. */
  @Benchmark
  public CccScheduling cccScheduling() {
    scheduling.send(PacketStanding.WAITING, PACKET, told);
    scheduling.settle(work);
    acked.clear();
    acked.add(PacketStanding.FLYING, PACKET);
    scheduling.ack(acked);
    scheduling.nscc();
    scheduling.rccc();
    scheduling.settle(work);
    return scheduling;
  }

  // ---------------------------------------------------------------- switch port

  private final RedMarker marker = RedMarker.perMillion(15_000, 60_000, 1_000_000);

  @Benchmark
  public PortVerdict redMarker() {
    turn++;
    return marker.onEnqueue(
        (turn * 4_160L) & 0x1FFFF, 1 << 20, 4_160, Ecn.ECT_0, (turn * 0x9E3779B9L) & 0xFFFF_FFFFL);
  }
}
