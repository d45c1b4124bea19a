package dev.sluice.bench;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Receiver credits, with few senders and with many. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CreditBench {
  private static final long PACKET = 4096;
  private static final int PACKETS = 1000;

  @Param({"1", "32", "1024"})
  public int senders;

  private final CreditParams params =
      new CreditParams(
          Profile.SOURCE_DOCUMENTS, 1, 12_500, PACKET, 12_500, 1 << 22, 0, 1 << 24);
  private SenderKey[] keys;
  private CreditGranter granter;
  private CreditSpender spender;
  private long told;
  private final CreditGranter.Sink acks = (to, total, issued, acked) -> told = total;
  private final CreditSpender.Sink requests = (pdc, bytes, target) -> told = target;

  @Setup
  public void set() {
    keys = new SenderKey[senders];
    granter = new CreditGranter(params);
    for (int i = 0; i < senders; i++) {
      keys[i] = new SenderKey(0, 0x0A000001 + i, 0, 0xA1);
      granter.receive(keys[i], i, PACKET, (1 << 24) - 1, acks);
    }
    spender = new CreditSpender(params, 4);
    spender.want(0, Long.MAX_VALUE / 4);
  }

  /** A packet comes in and is committed; a slice passes for every third, and grants what is due. */
  @Benchmark
  @OperationsPerInvocation(PACKETS)
  public CreditGranter granter() {
    for (int packet = 0; packet < PACKETS; packet++) {
      int from = packet % senders;
      granter.receive(keys[from], from, PACKET, (1 << 24) - 1, acks);
      granter.commit(keys[from], from, PACKET, acks);
      if (packet % 3 == 0) {
        int due;
        while ((due = granter.slotInTurn()) >= 0) {
          granter.grant(granter.key(due), due, acks);
        }
        granter.slice();
      }
    }
    return granter;
  }

  /** Credit for a packet is learnt, and spent. */
  @Benchmark
  public long spender() {
    spender.learn((spender.credit() + PACKET) % params.modulus(), spender.spent());
    if (spender.mayTransmit()) {
      spender.transmit(0, spender.queue(0), requests);
    }
    return told;
  }
}
