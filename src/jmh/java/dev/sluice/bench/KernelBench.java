package dev.sluice.bench;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.ReceiveWindow;
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

  static <S> S next(Outcome<S> outcome) {
    return ((Outcome.Accepted<S>) outcome).next();
  }

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

  private final Initiator.Params source =
      new Initiator.Params(0x0A000001, MODULUS, 4096, 1024, 0, 0);
  private final Target.Params target = new Target.Params(MODULUS, 1024, 0);
  private final SourcePdc.State opened =
      new SourcePdc.State(
          1, 2, 0, 1, 1, SourcePdc.Phase.ESTABLISHED, 70_000, Long.MAX_VALUE / 4, 0, 0);
  private SourcePdc.State pdc = opened;

  /** Sixteen packets are on their way; one is sent, and one acknowledged. */
  @Benchmark
  public SourcePdc.State sourcePdc() {
    pdc = next(SourcePdc.transmit(pdc, source));
    if (pdc.sent() - pdc.acked() > 16) {
      long cack = (pdc.start() + pdc.acked() + 1) % MODULUS;
      pdc = next(SourcePdc.receiveAck(pdc, source, new Packet.AckCc(0x0A000001, 2, 1, cack)));
    }
    return pdc;
  }

  private TargetPdc.State receiving =
      new TargetPdc.State(2, new PdcKey(0x0A000001, 1), 1, 70_000, ReceiveWindow.empty());
  private long packet;

  @Benchmark
  public TargetPdc.State targetPdcInOrder() {
    receiving = receive(receiving, packet++);
    return receiving;
  }

  /** Each group of 64 comes last packet first: 63 wait until the first one closes the gap. */
  @Benchmark
  public TargetPdc.State targetPdcReordered() {
    receiving = receive(receiving, (packet | 63) - (packet & 63));
    packet++;
    return receiving;
  }

  private TargetPdc.State receive(TargetPdc.State state, long number) {
    long psn = (70_000 + number) % MODULUS;
    return next(
        TargetPdc.receiveRequest(state, target, new Packet.Request(0x0A000001, 1, 2, psn, 1)));
  }

  // ---------------------------------------------------------------- CCC

  private final CccScheduling scheduling = scheduling();
  private final CccScheduling.Acked acked = new CccScheduling.Acked();

  private static CccScheduling scheduling() {
    CccScheduling ccc = new CccScheduling();
    ccc.newData(1L << 50);
    ccc.rccc();
    ccc.settle(true);
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
    scheduling.settle(true);
    acked.clear();
    acked.add(PacketStanding.FLYING, PACKET);
    scheduling.ack(acked);
    scheduling.nscc();
    scheduling.rccc();
    scheduling.settle(true);
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
