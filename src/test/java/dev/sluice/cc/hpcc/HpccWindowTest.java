package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.SenderRole;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of a window of HPCC++, at full size. */
class HpccWindowTest {
  private static final long BYTE = 512;
  private static final long ONE = HpccParams.ONE;
  private static final long T_PS = 5_000_000;
  private static final long HUNDRED_G = 100_000_000_000L;
  private static final long MODULUS = 1 << 24;
  private static final long ABSENT = HpccWindow.ABSENT;

  private static HpccParams params(long rateBps, long flows) {
    return HpccParams.defaults(rateBps, flows, 1_000, MODULUS);
  }

  /** Windows up to 62,500 B, of 62.5 B at least, and packets of 1,000 B. */
  private static HpccParams params(
      long eta,
      long maxU,
      long maxStage,
      HpccReaction reacts,
      long wai,
      boolean bounded,
      long modulus) {
    return new HpccParams(
        ONE,
        eta,
        maxU,
        maxStage,
        reacts,
        HpccDeparture.FITS,
        T_PS,
        62_500 * BYTE,
        wai,
        32_000,
        bounded,
        512_000,
        modulus);
  }

  private static HpccSender sender(HpccParams params) {
    return new HpccSender(params, new HpccWindow(params), 0);
  }

  private static long send(HpccSender sender, long packets, long fromPs) {
    long now = fromPs;
    for (int i = 0; i < packets; i++) {
      now = sender.notBeforePs(now);
      assertThat(sender.transmit(now, seq -> {})).isNull();
    }
    return now;
  }

  private static void ack(HpccSender sender, long seq, long u, long tauPs) {
    assertThat(sender.receiveAck(seq, ABSENT, ABSENT, u, tauPs)).isNull();
  }

  /** 100 Gb/s · 5 µs = 62,500 B; of these 5 % are 3,125 B, for N flows. */
  @Test
  @Requirement({"HPCC-6", "HPCC-19"})
  void theDefaultsHaveTheirFigures() {
    for (long flows : new long[] {1, 10, 100, 200}) {
      HpccParams params = params(HUNDRED_G, flows);
      assertThat(params.tPs()).isEqualTo(5_000_000);
      assertThat(params.eta() * 100).isEqualTo(95 * params.one());
      assertThat(params.maxStage()).isEqualTo(5);
      assertThat(params.wInit()).isEqualTo(62_500 * BYTE);
      assertThat(params.wai()).isEqualTo(3_125 * BYTE / flows);
      assertThat(sender(params).w()).isEqualTo(62_500 * BYTE);
    }
  }

  /** Wc 75,000 B, U 1.2: 75,000 / (1.2 / 0.95) = 59,375 B, and a step of 3,750 / 100 = 37.5 B. */
  @Test
  @Requirement("HPCC-20")
  void oneUpdateReachesTheTarget() {
    HpccParams params = params(120_000_000_000L, 100);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    ack(sender, 1, ONE / 10 * 12, T_PS);
    assertThat(sender.w()).isEqualTo(59_375 * BYTE + 75 * BYTE / 2);
    assertThat(sender.window().wc()).isEqualTo(sender.w());
  }

  /**
   * All ACKs of a round react to the same reference. The one that ends a round moves it, so that
   * one congestion may be reacted to twice, by 0.95 / 1.2 each time, and no more often: 75,000 B,
   * 59,412.5 B, and for each of the others 59,412.5 · 0.95 / 1.2 + 37.5 = 47,072.3958... B.
   */
  @Test
  @Requirement({"HPCC-4", "HPCC-20"})
  void reactingToEachAckDoesNotAddUp() {
    HpccSender sender = sender(params(120_000_000_000L, 100));
    send(sender, 40, 0);
    ack(sender, 1, ONE / 10 * 12, T_PS);
    long wc = sender.window().wc();
    for (int seq = 2; seq <= 40; seq++) {
      ack(sender, seq, ONE / 10 * 12, T_PS);
      assertThat(sender.w()).isEqualTo(47_072 * BYTE + 202);
      assertThat(sender.window().wc()).isEqualTo(wc);
    }
  }

  /**
   * N equal flows settle at U = eta + N · W_ai / (B · T), with W_ai 31.25 B and B · T 62,500 B:
   * 0.955, 1 and 1.05; beyond 1 a queue of N · 31.25 − 3,125 B stands.
   */
  @Test
  @Requirement("HPCC-13")
  void equalFlowsSettleWhereTheyShould() {
    HpccParams params = params(HUNDRED_G, 100);
    long[][] figures = {{10, 955, 0}, {100, 1_000, 0}, {200, 1_050, 3_125}};
    for (long[] figure : figures) {
      HpccWindow[] flows = new HpccWindow[(int) figure[0]];
      for (int f = 0; f < flows.length; f++) {
        flows[f] = new HpccWindow(params);
        flows[f].measure(f % 2 == 0 ? 2 * ONE : 5 * ONE, T_PS);
        flows[f].computeWind(true);
      }
      long total = 0;
      for (int round = 0; round < 3_000; round++) {
        total = 0;
        for (HpccWindow flow : flows) {
          total += flow.wc();
        }
        for (HpccWindow flow : flows) {
          flow.measure(total * ONE / params.wInit(), T_PS);
          flow.computeWind(true);
        }
      }
      assertThat(total * 1_000.0 / params.wInit()).isBetween(figure[1] - 0.01, figure[1] + 0.01);
      long queue = Math.max(0, total - params.wInit()) / BYTE;
      assertThat(queue).isBetween(figure[2] - 1, figure[2]);
      assertThat(flows[0].wc() - flows[1].wc()).isBetween(-BYTE, BYTE);
    }
  }

  /** An ACK within the round undoes what one before it did: only the last U counts. */
  @Test
  @Requirement("HPCC-4")
  void eachAckOfARoundIsHeard() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    send(sender, 4, 0);
    ack(sender, 1, ONE * 2, T_PS);
    long wc = sender.window().wc();
    ack(sender, 2, ONE * 4, T_PS);
    long low = sender.w();
    ack(sender, 3, ONE / 2, T_PS);
    assertThat(sender.w()).isEqualTo(wc + params.wai());
    assertThat(low).isLessThan(wc / 4 + params.wai());
  }

  /** Five steps of W_ai, then one to where the link is used at eta: 30,000 + 156.25 B, times 2. */
  @Test
  @Requirement("HPCC-3")
  void afterMaxStageStepsTheWindowRampsUp() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    send(sender, 1, 0);
    ack(sender, 1, ONE / 100 * 198, T_PS);
    long now = 0;
    long wc = sender.window().wc();
    for (int stage = 1; stage <= 5; stage++) {
      now = send(sender, 1, now);
      ack(sender, stage + 1, ONE / 100 * 50, T_PS);
      assertThat(sender.window().incStage()).isEqualTo(stage);
      assertThat(sender.w()).isEqualTo(wc + stage * params.wai());
    }
    long before = sender.w();
    send(sender, 1, now);
    ack(sender, 7, ONE / 100 * 50, T_PS);
    assertThat(sender.window().incStage()).isZero();
    assertThat(sender.w()).isEqualTo(Math.min(params.wInit(), before * 95 / 50 + params.wai()));
    assertThat(sender.w()).isGreaterThan(before * 18 / 10);
  }

  /** U moves by tau / T of the way: 84 ns of 5 µs are 0.0168. */
  @Test
  @Requirement("HPCC-2")
  void uFollowsByTheShareOfT() {
    HpccParams params = params(HUNDRED_G, 1);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    ack(sender, 1, 2 * ONE, 84_000);
    assertThat(sender.window().u()).isEqualTo(ONE + 336_000);
    ack(sender, 2, 0, 2 * T_PS);
    assertThat(sender.window().u()).isZero();
    ack(sender, 3, 1_000 * ONE, T_PS);
    assertThat(sender.window().u()).isEqualTo(5 * ONE);
  }

  /** An idle link has a U of 0: line rate, and no division by it. */
  @Test
  @Requirement({"HPCC-3", "FIND-11"})
  void anIdleLinkGivesLineRate() {
    HpccParams params = params(ONE / 100 * 95, 5 * ONE, 0, HpccReaction.BOTH, 16_000, true, 64);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    ack(sender, 1, 5 * ONE, T_PS);
    assertThat(sender.w()).isEqualTo(62_500 * BYTE * 95 / 500 + 16_000);
    ack(sender, 2, 0, T_PS);
    assertThat(sender.w()).isEqualTo(params.wInit());
    assertThat(sender.broken()).isNull();
  }

  /** As published: U 0.01 after all steps gives 95 windows, and U 0 gives no number. */
  @Test
  @Requirement("FIND-11")
  void asPublishedAWindowHasNoBounds() {
    HpccParams params = params(ONE / 100 * 95, 5 * ONE, 0, HpccReaction.BOTH, 1, false, 64);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    ack(sender, 1, ONE / 100, T_PS);
    assertThat(sender.w()).isEqualTo(95 * 62_500 * BYTE + 1);
    ack(sender, 2, 0, T_PS);
    assertThat(sender.w()).isEqualTo(ABSENT);
    assertThat(sender.notBeforePs(0)).isEqualTo(SenderRole.NEVER_PS);
    assertThat(sender.transmit(1 << 30, seq -> {})).contains("window of -1");
  }

  /** 1,000 B at 62,500 B in 5 µs are 80 ns; at a hundredth of that rate 8 µs. */
  @Test
  @Requirement({"HPCC-5", "HPCC-19", "HPCC-21"})
  void packetsLeaveAtTheRateAndWithinTheWindow() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    List<Long> sent = new ArrayList<>();
    long now = 0;
    while (sender.notBeforePs(now) != SenderRole.NEVER_PS) {
      long from = sender.notBeforePs(now);
      if (from > 0) {
        assertThat(sender.transmit(from - 1, seq -> {})).isNotNull();
      }
      now = from;
      assertThat(sender.transmit(now, sent::add)).isNull();
    }
    assertThat(now).isEqualTo(61 * 80_000);
    assertThat(sent).hasSize(62).endsWith(61L);
    assertThat(sender.transmit(Long.MAX_VALUE, seq -> {})).contains("62 packets in flight");
  }

  /**
   * 62,500 B, and 62 packets of 1,000 B: the window has no room for another whole one. It leaves
   * where less than the window in flight is enough, and none does behind it. At 63 packets of 1,000
   * B, or just the window in flight, both let nothing leave.
   */
  @Test
  @Requirement("HPCC-5")
  void aPacketThatPassesTheWindowLeavesWhereLessThanTheWindowInFlightIsEnough() {
    assertThat(HpccDeparture.FITS.permits(61, 1_000, 62_500)).isTrue();
    assertThat(HpccDeparture.FITS.permits(62, 1_000, 62_500)).isFalse();
    assertThat(HpccDeparture.BELOW.permits(62, 1_000, 62_500)).isTrue();
    assertThat(HpccDeparture.BELOW.permits(63, 1_000, 62_500)).isFalse();
    assertThat(HpccDeparture.FITS.permits(61, 1_000, 62_000)).isTrue();
    assertThat(HpccDeparture.BELOW.permits(62, 1_000, 62_000)).isFalse();
    assertThat(HpccDeparture.BELOW.permits(0, 1_000, 1)).isTrue();
    assertThat(HpccDeparture.BELOW.permits(0, 1_000, 0)).isFalse();
  }

  /** Below one packet one is in flight, and RTT · packet / W apart: 625 B are 8 µs for 1,000 B. */
  @Test
  @Requirement({"HPCC-5", "HPCC-23"})
  void aWindowBelowOnePacketSendsAtItsPace() {
    HpccParams params = params(ONE, 100 * ONE, 0, HpccReaction.BOTH, 1, true, 64);
    HpccSender sender = sender(params);
    send(sender, 1, 0);
    ack(sender, 1, 100 * ONE, T_PS);
    assertThat(sender.w()).isEqualTo(625 * BYTE + 1);
    long gap = sender.notBeforePs(0);
    assertThat(gap).isBetween(7_999_900L, 8_000_000L);
    assertThat(sender.transmit(gap, seq -> {})).isNull();
    assertThat(sender.notBeforePs(gap)).isEqualTo(SenderRole.NEVER_PS);
  }

  /** More than T has passed: 5 µs exactly have not. */
  @Test
  @Requirement("HPCC-11")
  void theReceiverSendsAWindowOnceMoreThanTHasPassed() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccReceiver receiver = new HpccReceiver(params, new HpccWindow(params), 0);
    List<Long> windows = new ArrayList<>();
    HpccReceiver.Sink sink = (seq, w, n) -> windows.add(w);
    assertThat(receiver.receive(T_PS, 0, ONE, T_PS, sink)).isNull();
    assertThat(receiver.receive(T_PS + 1, 1, ONE, T_PS, sink)).isNull();
    assertThat(receiver.receive(2 * T_PS, 2, ONE, T_PS, sink)).isNull();
    assertThat(receiver.expected()).isEqualTo(3);
    assertThat(windows).containsExactly(ABSENT, 62_500 * BYTE * 95 / 100 + params.wai(), ABSENT);

    HpccSender sender = new HpccSender(params, null, 0);
    send(sender, 2, 0);
    assertThat(sender.receiveAck(1, windows.get(1), ABSENT, ABSENT, 0)).isNull();
    assertThat(sender.w()).isEqualTo(windows.get(1));
    assertThat(sender.receiveAck(2, 1L << 39, ABSENT, ABSENT, 0)).isNull();
    assertThat(sender.w()).isEqualTo(params.wInit());
  }

  /** Half of all sequence numbers pass without telemetry, and the next one still ends the round. */
  @Test
  @Requirement("HPCC-4")
  void aRoundEndsAfterHoweverManyAcksWithoutTelemetry() {
    HpccParams params = params(ONE, 2 * ONE, 1, HpccReaction.BOTH, 1, true, 16);
    HpccSender sender = sender(params);
    long now = 0;
    for (int i = 1; i < 16 * 3; i++) {
      now = send(sender, 1, now);
      ack(sender, i % 16, ABSENT, 0);
      assertThat(sender.w()).isEqualTo(params.wInit());
    }
    send(sender, 1, now);
    ack(sender, 0, 2 * ONE, T_PS);
    assertThat(sender.window().wc()).isEqualTo(params.wInit() / 2 + 1);
  }

  @Test
  void whatIsRefusedChangesNothing() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    send(sender, 2, 0);
    String before = sender.toString() + sender.window();
    assertThat(sender.receiveAck(1, ABSENT, ABSENT, ABSENT, 5)).contains("utilisation");
    assertThat(sender.receiveAck(1, ABSENT, ABSENT, 5, 0)).contains("utilisation");
    assertThat(sender.receiveAck(1, ABSENT, ABSENT, -2, 5)).contains("utilisation");
    assertThat(sender.receiveAck(1, ABSENT, ABSENT, 5, -1)).contains("utilisation");
    assertThat(sender.receiveAck(MODULUS, ABSENT, ABSENT, 5, 5)).contains("sequence number");
    assertThat(sender.receiveAck(-1, ABSENT, ABSENT, 5, 5)).contains("sequence number");
    HpccReceiver receiver = new HpccReceiver(params, null, 0);
    assertThat(receiver.receive(0, 0, 5, 5, (seq, w, n) -> {})).contains("sender runs");
    assertThat(receiver.receive(0, 0, 5, 0, (seq, w, n) -> {})).contains("utilisation");
    assertThat(new HpccSender(params, null, 0).receiveAck(0, ABSENT, ABSENT, 5, 5))
        .contains("receiver runs");
    assertThat(sender.toString() + sender.window()).isEqualTo(before);
    assertThat(receiver.expected()).isZero();
    ack(sender, 2, ABSENT, 0);
    assertThat(sender.goBack()).isEqualTo("nothing is in flight");
  }

  /** What comes twice frees nothing twice; an ACK beyond what is to be sent again moves that on. */
  @Test
  @Requirement("HPCC-10")
  void acksForWhatIsSentAgainAreTaken() {
    HpccSender sender = sender(params(HUNDRED_G, 100));
    send(sender, 3, 0);
    ack(sender, 1, ABSENT, 0);
    assertThat(sender.goBack()).isNull();
    assertThat(sender.inFlight()).isZero();
    ack(sender, 1, ABSENT, 0);
    assertThat(sender.inFlight()).isZero();
    send(sender, 1, 240_000);
    ack(sender, 3, ABSENT, 0);
    assertThat(sender.sndUna()).isEqualTo(3);
    assertThat(sender.sndNxt()).isEqualTo(3);
    assertThat(sender.lastUpdateSeq()).isEqualTo(2);
  }

  /** An ACK that another one has overtaken. */
  @Test
  @Requirement("HPCC-4")
  void anOldAckMovesNothingBack() {
    HpccSender sender = sender(params(HUNDRED_G, 100));
    send(sender, 3, 0);
    ack(sender, 3, ABSENT, 0);
    ack(sender, 1, ABSENT, 0);
    assertThat(sender.sndUna()).isEqualTo(3);
    assertThat(sender.inFlight()).isZero();
    assertThat(sender).hasToString("W 32000000, 0 in flight");
  }

  /** Both once a round: the second of two ACKs of one round moves U alone. */
  @Test
  @Requirement("HPCC-4")
  void onceARoundTheOtherAcksMoveUAlone() {
    HpccParams params = params(ONE, 5 * ONE, 5, HpccReaction.ROUND, 1, true, 64);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    ack(sender, 1, 2 * ONE, T_PS);
    long first = sender.w();
    assertThat(first).isEqualTo(31_250 * BYTE + 1);
    ack(sender, 2, 4 * ONE, T_PS);
    assertThat(sender.window()).hasToString("U 80000000, Wc 16000001, 0 additive steps");
    assertThat(sender.w()).isEqualTo(first);
    ack(sender, 3, 4 * ONE, T_PS);
    assertThat(sender.w()).as("no packet that was sent since").isEqualTo(first);
  }

  /** As published: 2^40 is the most that a register holds, and one part of U comes to more. */
  @Test
  @Requirement("FIND-11")
  void asPublishedAWindowStopsAtWhatARegisterHolds() {
    long eta = 3 << 20; // 3 * 2^20 of eta, 2^19 + 1 of Wc: beyond 2^40, and less than one more
    HpccParams params =
        new HpccParams(
            1 << 22,
            eta,
            1 << 23,
            0,
            HpccReaction.BOTH,
            HpccDeparture.FITS,
            T_PS,
            (1L << 40) / eta + 1,
            5,
            1,
            false,
            512,
            64);
    HpccSender sender = sender(params);
    send(sender, 2, 0);
    ack(sender, 1, 1, T_PS);
    assertThat(sender.window().u()).isEqualTo(1);
    assertThat(sender.w()).isEqualTo((1L << 40) + 5);
  }

  /**
   * 31.25 B by a hundred flows that are expected; 3,125 B by one that is counted, 390.625 B by
   * eight, a part where there are more flows than parts of headroom, and 31.25 B again without a
   * count.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-17"})
  void aStepIsTheHeadroomOverTheFlowsThatAReceiverHasCounted() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    send(sender, 6, 0);
    long[] counts = {1, 8, 2_000_000, ABSENT};
    long[] steps = {3_125 * BYTE, 3_125 * BYTE / 8, 1, 16_000};
    for (int i = 0; i < counts.length; i++) {
      assertThat(sender.receiveAck(1 + i, ABSENT, counts[i], 2 * ONE, T_PS)).isNull();
      assertThat(sender.window().n()).isEqualTo(counts[i]);
      assertThat(sender.window().wai()).isEqualTo(steps[i]);
    }
    assertThat(sender.receiveAck(5, ABSENT, 7, ABSENT, 0)).as("without telemetry").isNull();
    assertThat(sender.window().n()).isEqualTo(ABSENT);
    assertThat(sender.receiveAck(6, ABSENT, 0, 2 * ONE, T_PS)).isEqualTo("a count of 0 flows");
    assertThat(sender.sndUna()).isEqualTo(5);
  }

  /** N that changes within a round counts at once: both windows start from one reference. */
  @Test
  @Requirement({"HPCC-4", "HPCC-17"})
  void aCountThatChangesWithinARoundCountsAtOnce() {
    HpccParams params = params(HUNDRED_G, 100);
    HpccSender sender = sender(params);
    send(sender, 3, 0);
    assertThat(sender.receiveAck(1, ABSENT, 1, 2 * ONE, T_PS)).isNull();
    long wc = sender.window().wc();
    assertThat(wc).isEqualTo(62_500 * BYTE * 95 / 200 + 3_125 * BYTE);
    assertThat(sender.receiveAck(2, ABSENT, 5, 2 * ONE, T_PS)).isNull();
    assertThat(sender.window().wc()).as("the round goes on").isEqualTo(wc);
    assertThat(sender.w()).isEqualTo(wc * 95 / 200 + 625 * BYTE);
  }

  /** A receiver reports what it counts; one that runs the algorithm goes by it. */
  @Test
  @Requirement("HPCC-17")
  void aReceiverReportsNOrGoesByIt() {
    HpccParams params = params(HUNDRED_G, 100);
    List<Long> reported = new ArrayList<>();
    HpccReceiver.Sink sink = (seq, w, n) -> reported.add(n);
    HpccReceiver reports = new HpccReceiver(params, null, 0);
    assertThat(reports.receive(0, 0, ABSENT, 0, sink)).isNull();
    assertThat(reports.count(0)).isEqualTo("a count of 0 flows");
    assertThat(reports.count(4)).isNull();
    assertThat(reports.count(4)).isEqualTo("4 flows are counted already");
    assertThat(reports.receive(0, 1, ABSENT, 0, sink)).isNull();
    assertThat(reports.count(ABSENT)).isNull();
    assertThat(reports.receive(0, 2, ABSENT, 0, sink)).isNull();
    assertThat(reported).containsExactly(ABSENT, 4L, ABSENT);

    HpccReceiver runs = new HpccReceiver(params, new HpccWindow(params), 0);
    assertThat(runs.count(5)).isNull();
    assertThat(runs.receive(1, 0, ABSENT, 0, sink)).isNull();
    assertThat(runs.window().wai()).as("nothing is measured").isEqualTo(16_000);
    assertThat(runs.receive(2, 1, ONE, 1, sink)).isNull();
    assertThat(runs.window().wai()).isEqualTo(625 * BYTE);
    assertThat(reported.get(4)).isEqualTo(ABSENT);
  }

  @Test
  @Requirement({"HPCC-4", "HPCC-5", "HPCC-11"})
  void aListenerHearsOfEachActionBeforeAPacketLeaves() {
    HpccParams params = params(HUNDRED_G, 100);
    List<String> heard = new ArrayList<>();
    HpccSender sender = new HpccSender(params, null, 0);
    sender.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    assertThat(sender.goBack()).isNotNull(); // of which nobody hears
    assertThat(sender.transmit(0, seq -> heard.add("packet " + seq))).isNull();
    assertThat(sender.goBack()).isNull();
    assertThat(sender.receiveAck(1, 77_777, ABSENT, ABSENT, 0)).isNull();
    assertThat(heard)
        .containsExactly("Transmit[0]", "packet 0", "GoBack[]", "ReceiveAck[-1, 0, 1, 77777, -1]");

    heard.clear();
    HpccReceiver receiver = new HpccReceiver(params, new HpccWindow(params), 0);
    assertThat(receiver).hasToString("packet 0 is missing");
    receiver.tell((kernel, action, arguments) -> heard.add(action.name() + List.of(arguments)));
    HpccReceiver.Sink sink = (seq, w, n) -> heard.add("up to " + seq);
    assertThat(receiver.receive(0, 0, ABSENT, 1, sink)).isNotNull();
    assertThat(receiver.receive(0, 0, ONE, 1, sink)).isNull();
    assertThat(receiver.receive(0, 5, ABSENT, 0, sink)).isNull();
    assertThat(heard)
        .containsExactly("Receive[20000000, 1, 0]", "up to 1", "Receive[-1, 0, 5]", "up to 1");
    assertThat(receiver).hasToString("packet 1 is missing");
  }

  private static void set(HpccWindow window, String variable, long value) {
    HpccWindow.FACE.variable(variable).writer().set(window, 0, value);
  }

  /** What no action brings about, each at the last value that fits and one beyond. */
  @Test
  void whatDoesNotFitTogetherIsNamed() {
    HpccParams params = params(HUNDRED_G, 100);
    long[][] bounds = {{0, params.maxU()}, {params.minW(), params.wInit()}, {0, params.maxStage()}};
    String[] names = {"u", "wc", "incStage"};
    for (int i = 0; i < names.length; i++) {
      HpccSender sender = sender(params);
      HpccReceiver receiver = new HpccReceiver(params, sender.window(), 0);
      for (int side = 0; side < 2; side++) {
        set(sender.window(), names[i], bounds[i][side]);
        assertThat(sender.broken()).as(names[i]).isNull();
        assertThat(receiver.broken()).as(names[i]).isNull();
        long beyond = bounds[i][side] + 2 * side - 1;
        set(sender.window(), names[i], beyond);
        assertThat(sender.broken()).as(names[i]).contains(Long.toString(beyond));
        assertThat(receiver.broken()).as(names[i]).isEqualTo(sender.broken());
      }
    }
    HpccSender sender = new HpccSender(params, null, 0);
    HpccSender.FACE.variable("w").writer().set(sender, 0, params.wInit());
    assertThat(sender.broken()).isNull();
    HpccSender.FACE.variable("w").writer().set(sender, 0, params.wInit() + 1);
    assertThat(sender.broken()).isEqualTo("a window of 32000001");
  }
}
