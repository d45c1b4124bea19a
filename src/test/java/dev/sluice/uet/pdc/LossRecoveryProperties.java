package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** What is given up is what a plain list of sets and rules gives up, whatever comes in. */
class LossRecoveryProperties {
  /** The rules over sets, packet by packet; and what is done to both. */
  private static final class Plain implements LossRecovery.Packets {
    private final LossRecovery recovery = new LossRecovery();
    private final TreeSet<Long> flying = new TreeSet<>();
    private final TreeSet<Long> waiting = new TreeSet<>();
    private final TreeSet<Long> done = new TreeSet<>();
    private final TreeSet<Long> resent = new TreeSet<>();
    private final List<Long> givenUp = new ArrayList<>();
    private long sent;
    private long acked;
    private boolean on;
    private long end;

    @Override
    public boolean isFlying(long packet) {
      return flying.contains(packet);
    }

    @Override
    public void giveUp(long packet) {
      givenUp.add(packet);
    }

    private void send(int packets) {
      for (int i = 0; i < packets; i++) {
        assertThat(recovery.transmit(sent)).isNull();
        flying.add(sent++);
      }
    }

    private void sendAgain() {
      if (!waiting.isEmpty()) {
        long packet = waiting.pollFirst();
        flying.add(packet);
        resent.add(packet);
        assertThat(recovery.retransmit(packet)).isNull();
      }
    }

    /** A NACK or a timer. */
    private void lose(Random random) {
      if (!flying.isEmpty()) {
        long from = random.nextInt((int) sent);
        Long packet = flying.ceiling(from) == null ? flying.first() : flying.ceiling(from);
        givenUp.clear();
        assertThat(recovery.timeout(packet, this)).isNull();
        assertThat(givenUp).containsExactly(packet);
        flying.remove(packet);
        waiting.add(packet);
      }
    }

    private void done(long packet) {
      flying.remove(packet);
      waiting.remove(packet);
      done.add(packet);
    }

    private void ack(Random random, int threshold, int window) {
      long cack = Math.max(0, acked - 2) + random.nextInt(5) * random.nextInt(3);
      cack = Math.min(cack, sent);
      for (long packet = acked; packet < cack; packet++) {
        done(packet);
      }
      for (long packet = cack + 1; packet < sent; packet++) {
        if (random.nextInt(4) == 0) {
          done(packet);
        }
      }
      acked = Math.max(acked, cack);
      while (done.contains(acked)) { // a target acknowledges them all before one
        acked++;
        cack = acked;
      }
      int count =
          random.nextInt(8) == 0 ? LossRecovery.NOT_COMPUTED : random.nextInt(threshold + 3);
      boolean waits = !waiting.isEmpty();
      givenUp.clear();
      String refused = recovery.receiveAck(cack, acked, count, waits, threshold, window, this);
      assertThat(refused).isNull();
      TreeSet<Long> missing = new TreeSet<>();
      if (on && acked >= end) {
        on = false;
      }
      if (cack == acked) {
        if (!on && !waits && count >= threshold && acked + 1 + count <= sent) {
          on = true;
          end = sent;
          resent.clear();
        }
        for (long packet : flying) {
          if (on && packet < end && packet < acked + window && !resent.contains(packet)) {
            missing.add(packet);
          }
        }
      }
      assertThat(givenUp).containsExactlyElementsOf(missing);
      flying.removeAll(missing);
      waiting.addAll(missing);
      assertIs();
    }

    private void assertIs() {
      assertThat(recovery.broken()).isNull();
      assertThat(recovery.recovering()).isEqualTo(on);
      assertThat(recovery.point()).isEqualTo(on ? end : 0);
      for (long packet = acked; packet < end; packet++) {
        assertThat(recovery.again(packet)).isEqualTo(on && resent.contains(packet));
      }
    }
  }

  @Property(seed = "91123", tries = 300)
  @Requirement("UET-9")
  void itGivesUpWhatSetsAndRulesGiveUp(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 90) int burst) {
    Random random = new Random(seed);
    Plain plain = new Plain();
    int recoveries = 0;
    for (int step = 0; step < 120; step++) {
      boolean before = plain.on;
      switch (random.nextInt(6)) {
        case 0 -> plain.send(1 + random.nextInt(burst));
        case 1, 2 -> plain.sendAgain();
        case 3 -> plain.lose(random);
        default -> plain.ack(random, 5 + random.nextInt(3), 1 + random.nextInt(burst));
      }
      recoveries += plain.on && !before ? 1 : 0;
    }
    Statistics.collect(recoveries > 0 ? "a recovery" : "none");
    Statistics.coverage(found -> found.check("a recovery").percentage(p -> p > 60));
  }
}
