package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.pfc.Headroom;
import dev.sluice.cc.pfc.PauseThreshold;
import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Priority flow control on links: a lossless class loses nothing at the bound that the kernels' own
 * constants give, and a frame one frame below it; another class is not held up.
 */
class PauseFabricTest {
  private static final int CLASSES = 3;
  private static final int LOSSLESS = TrafficClasses.LOW;
  static final int FRAME = 1_500;
  static final long THRESHOLD = 30_000;
  private static final long LATENCY_PS = 300_000;
  private static final int RESPONSE_QUANTA = 394;
  private static final BaseRtt.Link LINK = Topologies.link(100, 100);

  /** Three hosts at one switch; links of 100 Gb/s over 100 m. */
  static Topology star() {
    return Topologies.star(3, i -> LINK, SwitchSpec.cutThrough(LATENCY_PS));
  }

  static Headroom bound() {
    long oneWayPs = BaseRtt.propagationPs(LINK.lengthMm()) + LINK.fecPs();
    return Headroom.of(LINK.rateBps(), oneWayPs, RESPONSE_QUANTA, FRAME, FRAME)
        .interfaces(LATENCY_PS);
  }

  static FabricRules rules(long headroom, int quanta) {
    return rules(PauseThreshold.of(THRESHOLD), headroom, quanta);
  }

  static FabricRules rules(PauseThreshold threshold, long headroom, int quanta) {
    return rules(threshold, headroom, quanta, false);
  }

  /** Adds watchdogs if wanted: two polls of 5 us find a storm, and one ends it. */
  static FabricRules rules(PauseThreshold threshold, long headroom, int quanta, boolean isWatched) {
    return new FabricRules() {
      @Override
      public Optional<WatchdogPlan> watchdog() {
        return isWatched ? Optional.of(new WatchdogPlan(5_000_000, 2, 1, true)) : Optional.empty();
      }

      @Override
      public PortRules port(Topology topology, int port) {
        return PortRules.unlimited(CLASSES);
      }

      @Override
      public Optional<PausePlan> pauses(Topology topology, int port) {
        long responsePs = RESPONSE_QUANTA * 64 * BaseRtt.psPerByte(LINK.rateBps());
        return Optional.of(
            new PausePlan(
                false, 1 << LOSSLESS, threshold, 2 * FRAME, headroom, quanta, FRAME, responsePs));
      }
    };
  }

  /** Two hosts send to a third; and it to one of them, so that its pause frames have to wait. */
  private static Lab incast(FabricRules rules, int frames) {
    Lab lab = new Lab(star(), rules);
    for (int i = 0; i < frames; i++) {
      lab.send(0, 2, FRAME, 0, 0, 0);
      lab.send(1, 2, FRAME, 0, 0, 0);
      lab.send(2, 0, FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
      lab.send(2, 1, FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
    }
    lab.runToTheEnd();
    return lab;
  }

  @Test
  @Requirement({"PFC-1", "PFC-3", "PFC-4", "PFC-6", "RCM-7"})
  void nothingIsLostWithTheHeadroomOfTheFormula() {
    Lab lab = incast(rules(bound().bytes(), 0xFFFF), 400);
    assertThat(lab.fabric.counts().dropped()).isZero();
    assertThat(lab.fabric.counts().delivered()).isEqualTo(1_600);
    assertThat(lab.fabric.pauses().xoffs()).isPositive();
    assertThat(lab.fabric.pauses().xons()).isPositive();
  }

  /** A pause of 500 quanta is repeated again and again, and does not run out in between. */
  @Test
  @Requirement({"PFC-5", "PFC-7"})
  void aShortPauseIsRepeatedInTime() {
    Lab lab = incast(rules(bound().bytes(), 500), 400);
    assertThat(lab.fabric.counts().dropped()).isZero();
    assertThat(lab.fabric.counts().delivered()).isEqualTo(1_600);
  }

  /**
   * Both senders keep sending while their pause is under way: 40 % of the headroom is too little.
   */
  @Test
  @Requirement("PFC-6")
  void muchLessHeadroomLosesFrames() {
    Lab lab = incast(rules(bound().bytes() * 2 / 5, 0xFFFF), 400);
    assertThat(lab.fabric.dropped(DropReason.NO_HEADROOM)).isPositive();
  }

  /**
   * The receiver's link is kept busy by a more urgent class, so that nothing of the lane leaves;
   * and as the lane passes its threshold its port has just begun a full frame. All that the formula
   * counts comes, but for what does not divide into frames.
   */
  @Test
  @Requirement("PFC-6")
  void theWorstCaseFillsTheHeadroomButForAPartOfAFrame() {
    long most = 0;
    for (int shift = 0; shift < FRAME; shift += 100) {
      most = Math.max(most, worst(bound().bytes(), shift).held);
    }
    long unused = THRESHOLD + bound().bytes() - most;
    assertThat(unused).isBetween(0L, (long) FRAME);
    boolean lost = false;
    for (int shift = 0; shift < FRAME && !lost; shift += 100) {
      lost = worst(bound().bytes() - FRAME, shift).lost > 0;
    }
    assertThat(lost).isTrue();
  }

  private record Worst(long held, long lost) {}

  private static Worst worst(long headroom, int shift) {
    Lab lab = new Lab(star(), rules(headroom, 0xFFFF));
    long[] most = new long[1];
    lab.fabric.observe(
        new FabricObserver() {
          @Override
          public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
            if (trafficClass == LOSSLESS) {
              most[0] = Math.max(most[0], bytes);
            }
          }
        });
    for (int i = 0; i < 200; i++) { // host 1 fills the way to host 2
      lab.send(1, 2, FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
    }
    lab.at(
        3_000_000,
        () -> {
          for (int i = 0; i < 100; i++) {
            lab.send(0, 2, FRAME, 0, 0, 0);
          }
        });
    lab.at(
        3_000_000 + 80L * shift,
        () -> {
          for (int i = 0; i < 150; i++) { // host 2 fills the way to host 0
            lab.send(2, 0, FRAME, TrafficClasses.DSCP_CONTROL, 0, 0);
          }
        });
    lab.runToTheEnd();
    return new Worst(most[0], lab.fabric.dropped(DropReason.NO_HEADROOM));
  }

  /**
   * What host 0 sends of another class comes as it would without any pause: two links of 650 ns, a
   * switch of 300 ns, 120 ns for the frame, and as much for the one that has begun.
   */
  @Test
  @Requirement({"PFC-4", "RCM-9"})
  void anotherClassIsNotHeldUp() {
    Lab lab = new Lab(star(), rules(bound().bytes(), 0xFFFF));
    for (int i = 0; i < 200; i++) {
      lab.send(0, 2, FRAME, 0, 0, 0);
      lab.send(1, 2, FRAME, 0, 0, 0);
    }
    int[] tag = new int[1];
    lab.at(20_000_000, () -> tag[0] = lab.send(0, 1, FRAME, TrafficClasses.DSCP_CONTROL, 0, 0));
    lab.runToTheEnd();
    List<Lab.Arrival> urgent =
        lab.arrivals.stream().filter(one -> one.dscp() == TrafficClasses.DSCP_CONTROL).toList();
    assertThat(urgent).hasSize(1);
    assertThat(urgent.get(0).atPs() - 20_000_000).isBetween(1_720_000L, 1_840_000L);
    assertThat(lab.fabric.pauses().xoffs()).isPositive();
  }

  /** 1,600 ns of cable, error correction and switch both ways carry 20,000 B. */
  @Test
  @Requirement("PFC-6")
  void theBoundHasTheRunsOwnConstants() {
    assertThat(bound().bytes()).isEqualTo(1_500 + 84 + 20_000 + 25_216 + 1_500);
  }

  /**
   * Five switches in a ring, and flows over two of its links each: every lane waits for the next.
   */
  @Test
  @Requirement({"FIND-12", "PFC-8"})
  void aRingDeadlocksThoughNothingIsLost() {
    Topology.Builder builder = Topology.builder();
    int[] switches = new int[5];
    for (int i = 0; i < switches.length; i++) {
      switches[i] = builder.addSwitch("switch-" + i, SwitchSpec.cutThrough(LATENCY_PS));
    }
    for (int i = 0; i < switches.length; i++) {
      builder.link(switches[i], switches[(i + 1) % switches.length], LINK);
      builder.link(builder.host("host-" + i), switches[i], LINK);
    }
    Lab lab = new Lab(builder.build(), rules(bound().bytes(), 0xFFFF));
    for (int frame = 0; frame < 2_000; frame++) {
      for (int i = 0; i < switches.length; i++) {
        lab.send(i, (i + 2) % switches.length, FRAME, 0, 0, 0);
      }
    }
    lab.loop.run(1_000_000L, 10_000_000);
    assertThat(PauseDeadlock.in(lab.fabric)).as("after 1 us").isEmpty();
    lab.loop.run(2_000_000_000L, 10_000_000);
    long delivered = lab.fabric.counts().delivered();
    PauseDeadlock found = PauseDeadlock.in(lab.fabric).orElseThrow();
    assertThat(found.lanes()).as("five of the ring, five behind them").isEqualTo(10);
    assertThat(found.cycle()).hasSize(5);
    for (int i = 0; i < found.cycle().size(); i++) {
      PauseDeadlock.Wait wait = found.cycle().get(i);
      PauseDeadlock.Wait next = found.cycle().get((i + 1) % found.cycle().size());
      assertThat(wait.forPort()).isEqualTo(next.port());
      assertThat(lab.fabric.topology().portFrom(wait.forPort()))
          .isEqualTo(lab.fabric.topology().portTo(wait.port()));
      assertThat(wait.bytes()).isGreaterThan(THRESHOLD);
    }
    lab.loop.run(4_000_000_000L, 10_000_000);
    assertThat(lab.fabric.counts().delivered()).isEqualTo(delivered).isLessThan(10_000);
    assertThat(lab.fabric.counts().dropped()).isZero();
  }
}
