package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.Bytes;
import org.junit.jupiter.api.Test;

/**
 * One host, four kinds of algorithm: what another document's reaction point, telemetry window or
 * sub-packet window needs is there, and the host does not know which of them it hosts.
 */
class SenderRoleTest {
  private static final long US = 1_000_000;
  private static final long MS = 1_000 * US;
  private static final long G = 1_000_000_000L;
  private static final long LINE_BPS = 100 * G;
  private static final long BIT_PS = 8L * 1_000 * 1_000_000_000L;

  /**
   * A rate and no window: halved by a notification, raised by a step on a timer. It stands for any
   * reaction point that hears notification packets.
   */
  private static final class RateAimd implements SenderRole {
    private static final long STEP_BPS = 2 * G;
    private static final long PERIOD_PS = 20 * US;

    private long rateBps = LINE_BPS;
    private long nextPs;
    private long timerPs = NEVER_PS;

    @Override
    public long cwnd() {
      return UNBOUNDED;
    }

    @Override
    public long notBeforePs(long nowPs) {
      return Math.max(nowPs, nextPs);
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      nextPs = nowPs + bytes * (BIT_PS / rateBps);
    }

    @Override
    public void onNotification(long nowPs) {
      rateBps = Math.max(STEP_BPS, rateBps / 2);
      timerPs = nowPs + PERIOD_PS;
    }

    @Override
    public long timerPs() {
      return timerPs;
    }

    @Override
    public void onTimer(long nowPs) {
      rateBps = Math.min(LINE_BPS, rateBps + STEP_BPS);
      timerPs = rateBps < LINE_BPS ? nowPs + PERIOD_PS : NEVER_PS;
    }
  }

  @Test
  void aRateSteeredByNotificationsSharesTheLinkWithAnother() {
    Bottleneck link = new Bottleneck(40_000);
    Bottleneck.Sender one = link.add(new RateAimd());
    Bottleneck.Sender two = link.add(new RateAimd());
    link.runUntil(2 * MS);
    long warm = link.delivered();
    long warmOne = one.acked();
    long warmTwo = two.acked();
    link.forgetHighestQueue();
    link.runUntil(10 * MS);
    long capacity = Bottleneck.capacity(8 * MS);
    assertThat(link.delivered() - warm).isBetween(capacity * 7 / 10, capacity);
    assertThat(one.acked() - warmOne).isBetween(capacity * 3 / 10, capacity * 6 / 10);
    assertThat(two.acked() - warmTwo).isBetween(capacity * 3 / 10, capacity * 6 / 10);
    // what two senders that speed up by 2 Gb/s in 20 µs can pile up until they hear of it
    assertThat(link.highestQueue()).isLessThan(300_000);
  }

  @Test
  void oneAloneAndUnmarkedKeepsTheLineRate() {
    Bottleneck link = new Bottleneck(Long.MAX_VALUE);
    Bottleneck.Sender alone = link.add(new RateAimd());
    link.runUntil(1 * MS);
    assertThat(link.highestQueue()).isEqualTo(Bottleneck.PACKET);
    assertThat(alone.sentPackets()).isEqualTo(1 * MS / (Bottleneck.PACKET * 80) + 1);
  }

  /** A window of a part of a packet: one packet each {@code rtts} base RTTs. */
  private static final class PartOfAPacket implements SenderRole {
    private final long gapPs;
    private long nextPs;
    private boolean first = true;

    private PartOfAPacket(int rtts) {
      gapPs = rtts * 6 * US;
    }

    @Override
    public long cwnd() {
      return Bottleneck.PACKET;
    }

    @Override
    public long notBeforePs(long nowPs) {
      return nextPs;
    }

    @Override
    public boolean isDroppable() {
      return first;
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      nextPs = nowPs + gapPs;
    }

    @Override
    public void onAck(long nowPs, long received, long freed, boolean marked, long rtt) {
      first = false;
    }
  }

  @Test
  void aWindowBelowOnePacketIsATimeBetweenPackets() {
    Bottleneck link = new Bottleneck(Long.MAX_VALUE);
    PartOfAPacket quarter = new PartOfAPacket(4);
    Bottleneck.Sender sender = link.add(quarter);
    assertThat(quarter.isDroppable()).isTrue();
    link.runUntil(240 * US - 1);
    assertThat(sender.sentPackets()).isEqualTo(10); // one in 24 µs
    assertThat(quarter.isDroppable()).isFalse();
  }

  /** A window by what the link itself says: it gives way while more than two packets wait. */
  private static final class TelemetryWindow implements SenderRole {
    private long cwnd = 150_000;

    @Override
    public long cwnd() {
      return cwnd;
    }

    @Override
    public void onTelemetry(long nowPs, long[] hops, int length) {
      long waits = hops[0];
      cwnd =
          waits > 2 * Bottleneck.PACKET
              ? Math.max(Bottleneck.PACKET, cwnd - Bottleneck.PACKET / 4)
              : cwnd + Bottleneck.PACKET / 16;
    }
  }

  @Test
  void aWindowFedByTelemetryKeepsTheLinkFullAndTheQueueShort() {
    Bottleneck link = new Bottleneck(Long.MAX_VALUE);
    link.add(new TelemetryWindow());
    link.runUntil(1 * MS);
    long warm = link.delivered();
    link.forgetHighestQueue();
    link.runUntil(3 * MS);
    assertThat(link.delivered() - warm).isGreaterThan(Bottleneck.capacity(2 * MS) * 9 / 10);
    assertThat(link.highestQueue()).isLessThan(10 * Bottleneck.PACKET);
  }

  /** The sender's window of UET, in the same place. */
  private static final class Nscc implements SenderRole {
    private final NsccWindow window;

    private Nscc(NsccParams params) {
      window = new NsccWindow(params, 0);
    }

    @Override
    public long cwnd() {
      return Bytes.toWhole(window.cwnd());
    }

    @Override
    public boolean mayTransmit(long bytes) {
      return window.mayTransmit(Bytes.ofWhole(bytes));
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      assertThat(window.send(Bytes.ofWhole(bytes))).isNull();
    }

    @Override
    public void onAck(long nowPs, long received, long freed, boolean marked, long rtt) {
      long units = Bytes.ofWhole(received);
      assertThat(window.ack(nowPs, units, Bytes.ofWhole(freed), marked, rtt, 0, false)).isNull();
    }
  }

  @Test
  @Requirement({"NSCC-4", "UET-2"})
  void theSendersWindowFillsTheLinkFromTheSamePlace() {
    Bottleneck link = new Bottleneck(40_000);
    NsccParams params =
        NsccParams.uet10(LINE_BPS, LINE_BPS, 6_400_000, Bottleneck.PACKET, Bottleneck.PACKET, true);
    Bottleneck.Sender one = link.add(new Nscc(params));
    Bottleneck.Sender two = link.add(new Nscc(params));
    link.runUntil(5 * MS);
    assertThat(link.delivered()).isGreaterThan(Bottleneck.capacity(5 * MS) * 99 / 100);
    assertThat(one.acked()).isBetween(two.acked() * 8 / 10, two.acked() * 12 / 10);
  }

  @Test
  @Requirement("CCC-12")
  void aWindowThatStaysAsItIsAsksForNothing() {
    SenderRole role = SenderRole.fixed(75_000);
    assertThat(role.cwnd()).isEqualTo(75_000);
    assertThat(role.mayTransmit(4_096)).isTrue();
    assertThat(role.notBeforePs(7 * US)).as("at once").isEqualTo(7 * US);
    assertThat(role.timerPs()).isEqualTo(SenderRole.NEVER_PS);
    assertThat(role.requestsAck()).isFalse();
    assertThat(role.isDroppable()).isFalse();
  }

  /** 1,250 B at 100 Gb/s take 100 ns; a frame of no bytes takes no time. */
  @Test
  void aFixedRateSpacesFramesAndHasNoWindow() {
    FixedRate role = new FixedRate(LINE_BPS);
    assertThat(role.cwnd()).isEqualTo(SenderRole.UNBOUNDED);
    assertThat(role.notBeforePs(7)).isEqualTo(7);
    role.onFrame(7, 1_250);
    assertThat(role.notBeforePs(8)).isEqualTo(100_007);
    role.onFrame(100_007, 0);
    assertThat(role.notBeforePs(0)).isEqualTo(100_007);
  }
}
