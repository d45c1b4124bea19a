package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.MarkAtDequeue;
import dev.sluice.cc.NotEctLimit;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.TrimBeyond;
import dev.sluice.fabric.Lab.Arrival;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Eight classes, told by DSCP or by tag; who of them goes first; what is marked and dropped. */
class ClassesTest {
  private static final PortRules.Queue PLAIN = PortRules.Queue.plain(PortRules.UNLIMITED);
  private static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  /** Class i by DSCP 8i, and all below 8(i + 1). */
  private static TrafficClasses eight() {
    return new TrafficClasses(8, TrafficClasses.selectors(), Set.of(), 1, 2);
  }

  private static Topology star(int hosts) {
    return Topologies.star(hosts, host -> Topologies.link(100, 10), SWITCH);
  }

  private static FabricRules everywhere(IntFunction<PortRules.Queue> queue, int classes) {
    PortRules rules =
        new PortRules(PortRules.UNLIMITED, IntStream.range(0, classes).mapToObj(queue).toList());
    return (topology, port) -> rules;
  }

  private static String classes(Lab lab) {
    return lab.arrivals.stream()
        .map(arrival -> Integer.toString(arrival.dscp() >> 3))
        .collect(Collectors.joining());
  }

  /** Two frames of each class wait behind one of class 3. */
  private static void two(Lab lab, int each) {
    lab.send(0, 1, 1_000, 24, Ecn.NOT_ECT, 0);
    for (int i = 0; i < each; i++) {
      for (int dscp = 0; dscp < 64; dscp += 8) {
        lab.send(0, 1, 1_000, dscp, Ecn.NOT_ECT, 0);
      }
    }
  }

  @Test
  @Requirement("RCM-9")
  void eightStrictClassesGoByTheirNumber() {
    Lab lab = new Lab(star(2), eight(), everywhere(i -> PLAIN, 8), true, 1);
    two(lab, 2);
    lab.runToTheEnd();
    assertThat(classes(lab)).isEqualTo("3" + "0011223344556677");
  }

  /** As ports of switches have it, class 7 first of all. */
  @Test
  @Requirement("RCM-9")
  void ranksTurnTheOrderRound() {
    Lab lab = new Lab(star(2), eight(), everywhere(i -> PLAIN.ranked(7 - i), 8), true, 1);
    two(lab, 2);
    lab.runToTheEnd();
    assertThat(classes(lab)).isEqualTo("3" + "7766554433221100");
  }

  /**
   * 7 alone first; then 6 and 5, of which 6 may send 2,000 B for 1,000 B; then 4; then 3 to 0 in
   * turn, a frame each.
   */
  @Test
  @Requirement("RCM-9")
  void aRankIsServedByItsQuantaOnceAllBeforeItAreEmpty() {
    long[] quanta = {1_000, 1_000, 1_000, 1_000, 0, 1_000, 2_000, 0};
    int[] ranks = {3, 3, 3, 3, 2, 1, 1, 0};
    Lab lab =
        new Lab(
            star(2),
            eight(),
            everywhere(i -> PLAIN.ranked(ranks[i]).sharing(quanta[i]), 8),
            true,
            1);
    two(lab, 4);
    lab.runToTheEnd();
    assertThat(classes(lab))
        .isEqualTo("3" + "7777" + "566" + "566" + "55" + "4444" + "0123".repeat(4));
  }

  /** Both may send 1,500 B a turn; what 5 has left is gone when nothing of it waits, 6 keeps it. */
  @Test
  void whatIsLeftBelongsToOneRank() {
    Lab lab =
        new Lab(
            star(2),
            eight(),
            everywhere(
                i -> i < 4 ? PLAIN.ranked(1).sharing(1_500) : PLAIN.ranked(0).sharing(1_500), 8),
            true,
            1);
    lab.send(0, 1, 1_000, 0, Ecn.NOT_ECT, 0);
    for (int i = 0; i < 3; i++) {
      lab.send(0, 1, 1_000, 40, Ecn.NOT_ECT, 0);
      lab.send(0, 1, 1_000, 48, Ecn.NOT_ECT, 0);
      lab.send(0, 1, 1_000, 8, Ecn.NOT_ECT, 0);
      lab.send(0, 1, 1_000, 16, Ecn.NOT_ECT, 0);
    }
    lab.runToTheEnd();
    // 5: 1,500 − 1,000; 2,000 − 2 · 1,000
    assertThat(classes(lab)).isEqualTo("0" + "56" + "5566" + "12" + "1122");
  }

  private static byte[] all(int of) {
    byte[] numbers = new byte[8];
    Arrays.fill(numbers, (byte) of);
    return numbers;
  }

  /** Priority 3 is class 0, all others class 1. */
  private static TrafficClasses byTag() {
    byte[] classOf = all(1);
    classOf[3] = 0;
    return TrafficClasses.byPriority(2, classOf, TrafficClasses.selectors(), Set.of(0), 24, 26);
  }

  /** DSCP 26 begins with 011, priority 3; a tag of its own outdoes the DSCP. */
  @Test
  @Requirement("RCM-9")
  void aTagTellsTheClassAndIsPartOfTheFrame() {
    Lab lab = new Lab(star(2), byTag(), everywhere(i -> PLAIN, 2), true, 1);
    lab.send(0, 1, 1_000, 0, Ecn.NOT_ECT, 0);
    int plain = lab.send(0, 1, 1_000, 46, Ecn.NOT_ECT, 0);
    int third = lab.send(0, 1, 1_000, 26, Ecn.NOT_ECT, 0);
    int own = lab.make(0, 1, 1_000, 46, Ecn.NOT_ECT, 0);
    int tag = lab.fabric.packets().payloadRegion(own);
    lab.fabric.packets().tag(own, 3);
    lab.fabric.send(0, own);
    lab.runToTheEnd();
    assertThat(lab.tags()).containsExactly(0, third, tag, plain);
    assertThat(lab.arrivals).allMatch(arrival -> arrival.frameBytes() == 1_004);
    assertThat(lab.arrivals.get(0).atPs()).isEqualTo(2 * 200_000 + 400_000 + 1_004 * 80);
    assertThat(lab.arrivals.get(1).atPs() - lab.arrivals.get(0).atPs()).isEqualTo(1_004 * 80);
  }

  /** Without tags the priority of one decides nothing, and it is part of the frame all the same. */
  @Test
  void whereClassesGoByDscpATagIsFourMoreOctets() {
    Lab lab = new Lab(star(2), eight(), everywhere(i -> PLAIN, 8), true, 1);
    int busy = lab.send(0, 1, 1_000, 0, Ecn.NOT_ECT, 0);
    int late = lab.make(0, 1, 1_000, 16, Ecn.NOT_ECT, 0);
    lab.fabric.packets().tag(late, 0);
    lab.fabric.send(0, late);
    int early = lab.send(0, 1, 1_000, 8, Ecn.NOT_ECT, 0);
    lab.runToTheEnd();
    assertThat(lab.tags()).containsExactly(busy, early, 1);
    assertThat(lab.arrivals.stream().map(Arrival::frameBytes)).containsExactly(1_000, 1_000, 1_004);
  }

  /** Trimmed, it has DSCP 26 at the last hop, whose priority is 3: it overtakes what waits. */
  @Test
  @Requirement("UET-6")
  void aTrimmedFrameHasTheTagOfItsNewDscp() {
    PortRules.Queue trims =
        new PortRules.Queue(
                PortRules.UNLIMITED,
                true,
                java.util.Optional.of(new TrimBeyond(2_500, RedMarker.step(1 << 30))))
            .trimming();
    PortRules rules = new PortRules(PortRules.UNLIMITED, List.of(PLAIN, trims));
    FabricRules atSwitches =
        (topology, port) -> topology.leadsToHost(port) ? rules : PortRules.unlimited(2);
    Lab lab = new Lab(star(3), byTag(), atSwitches, true, 1);
    List<Integer> priorities = new ArrayList<>();
    Packets packets = lab.fabric.packets();
    lab.fabric.attach(
        2,
        (packet, atPs) -> {
          assertThat(packets.isTagged(packet)).isTrue();
          assertThat(packets.frameBytes(packet)).isEqualTo(packets.isTrimmed(packet) ? 28 : 1_004);
          priorities.add(packets.priority(packet));
        });
    for (int i = 0; i < 4; i++) {
      lab.send(0, 2, 1_000, 0, Ecn.ECT_0, 0);
      lab.send(1, 2, 1_000, 0, Ecn.ECT_0, 0);
    }
    lab.runToTheEnd();
    assertThat(priorities).hasSize(8).contains(3).contains(0);
    assertThat(lab.fabric.counts().trimmed())
        .isEqualTo(priorities.stream().filter(p -> p == 3).count());
    assertThat(priorities.get(7)).as("what waited").isZero();
  }

  /**
   * From three hosts three frames of 1,000 B come together every 80,000 ps, in which one leaves:
   * capable, not capable, capable. They find queues of 0, 0, 1; then 1, 2, 3; and after a drop from
   * K = 2,000 B on, one less.
   */
  @Test
  @Requirement("LDCP-8")
  void fromKOnOnlyWhatIsNotCapableIsDropped() {
    List<Long> found = new ArrayList<>();
    NotEctLimit limit =
        new NotEctLimit(
            2_000,
            (queue, free, frame, ecn, draw) -> {
              found.add(queue);
              return PortVerdict.PASS;
            });
    FabricRules rules =
        FabricRules.everywhere(
            new PortRules(
                PortRules.UNLIMITED,
                List.of(PLAIN, PLAIN, PortRules.Queue.of(PortRules.UNLIMITED, limit))));
    Lab lab = new Lab(star(4), rules);
    int[] codepoints = {Ecn.ECT_0, Ecn.NOT_ECT, Ecn.ECT_1};
    lab.inTurn(
        3,
        host -> {
          for (int i = 0; i < 4; i++) {
            lab.send(host, 3, 1_000, 0, host == 2 && i == 3 ? Ecn.CE : codepoints[host], 0);
          }
        });
    lab.runToTheEnd();
    // First 0, 0, 1,000. When the second three come, one more has begun, and 1,000 B wait: they
    // find 1,000, 2,000 (dropped), 2,000. The third: 2,000, 3,000 (dropped), 3,000; then one more.
    assertThat(found)
        .containsExactly(0L, 0L, 1_000L, 1_000L, 2_000L, 2_000L, 3_000L, 3_000L, 4_000L);
    assertThat(lab.fabric.dropped(DropReason.ROLE)).isEqualTo(3);
    assertThat(lab.arrivals).filteredOn(a -> a.ecn() == Ecn.NOT_ECT).hasSize(1);
    assertThat(lab.arrivals).hasSize(9);
  }

  /**
   * Two times three frames meet at one port, and K is 2,000 B. At enqueue they find 0, 0, 1,000,
   * and 1,000, 2,000, 3,000 B: the last two are marked. As they leave, 0, 1,000 + 3,000 − 1,000 …
   * are behind them.
   */
  @Test
  @Requirement("RCM-2")
  void aMarkAtDequeueIsOfTheQueueLeftBehind() {
    RedMarker ramp = RedMarker.step(2_000);
    PortRules.Queue[] kinds = {
      PortRules.Queue.of(PortRules.UNLIMITED, ramp), PLAIN.leaving(new MarkAtDequeue(ramp))
    };
    List<String> marks = new ArrayList<>();
    for (PortRules.Queue kind : kinds) {
      FabricRules rules =
          FabricRules.everywhere(new PortRules(PortRules.UNLIMITED, List.of(PLAIN, PLAIN, kind)));
      Lab lab = new Lab(star(4), rules, false, 1);
      lab.inTurn(
          3,
          host -> {
            lab.send(host, 3, 1_000, 0, Ecn.ECT_0, 0);
            lab.send(host, 3, 1_000, 0, host == 0 ? Ecn.NOT_ECT : Ecn.ECT_0, 0);
          });
      lab.runToTheEnd();
      marks.add(
          lab.arrivals.stream()
              .map(arrival -> arrival.ecn() == Ecn.CE ? "x" : arrival.ecn() == 0 ? "0" : "-")
              .collect(Collectors.joining()));
    }
    // Behind the first frame nothing, behind the second 1,000 B; as the third leaves, three more
    // have come: 3,000, 2,000 behind the fourth, which is not capable, then 1,000 and 0.
    assertThat(marks).containsExactly("---0xx", "--x0--");
  }

  @Test
  void whatIsNoClassIsRefused() {
    assertThatThrownBy(() -> new Packets(64).tag(0, 8)).hasMessageContaining("8");
    assertThatThrownBy(
            () -> TrafficClasses.byPriority(2, all(2), TrafficClasses.selectors(), Set.of(), 1, 2))
        .hasMessageContaining("no class 2 among 2");
    assertThatThrownBy(() -> PLAIN.ranked(-1)).hasMessageContaining("rank -1");
    assertThatThrownBy(() -> new NotEctLimit(-1, RedMarker.step(0))).hasMessageContaining("-1");
  }
}
