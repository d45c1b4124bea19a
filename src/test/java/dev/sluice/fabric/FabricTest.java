package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.TrimBeyond;
import dev.sluice.fabric.Lab.Arrival;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The fabric by example, each instant with its arithmetic. */
class FabricTest {
  private static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  /** 100G, 10 m: 80 ps a byte, 50 ns of fibre, 150 ns of FEC. */
  private static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);

  private static final long HOP_PS = 50_000 + 150_000;

  private static FabricRules data(PortRules.Queue low, long bufferBytes) {
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    return FabricRules.everywhere(new PortRules(bufferBytes, List.of(plain, plain, low)));
  }

  private static Lab star(int hosts, FabricRules rules) {
    return new Lab(Topologies.star(hosts, host -> HUNDRED, SWITCH), rules);
  }

  @Test
  @Requirement({"RTT-2", "RTT-6"})
  void aFrameAloneTakesTheSumOfItsDelays() {
    Lab lab = star(2, Lab.open());
    lab.data(0, 1, 1_000);
    lab.runToTheEnd();
    assertThat(lab.arrivals.get(0).atPs()).isEqualTo(HOP_PS + 400_000 + HOP_PS + 1_000 * 80);
    assertThat(lab.loop.firedEvents()).as("events of two hops").isEqualTo(2);
  }

  @Test
  @Requirement("RTT-2")
  void aStoreAndForwardSwitchCountsSerializationAgain() {
    Lab lab = new Lab(Topologies.star(2, i -> HUNDRED, new SwitchSpec(400_000, false)), Lab.open());
    lab.data(0, 1, 1_000);
    lab.runToTheEnd();
    assertThat(lab.arrivals.get(0).atPs()).isEqualTo(HOP_PS + 80_000 + 400_000 + HOP_PS + 80_000);
  }

  @Test
  @Requirement("RTT-2")
  void aFasterLinkWaitsUntilItsLastBitIsThere() {
    Lab lab =
        new Lab(
            Topologies.star(2, i -> Topologies.link(i == 0 ? 100 : 400, 10), SWITCH), Lab.open());
    lab.data(0, 1, 1_000);
    lab.runToTheEnd();
    assertThat(lab.arrivals.get(0).atPs())
        .as("begins 80,000 − 20,000 ps later, and ends when the last bit is there")
        .isEqualTo(HOP_PS + 400_000 + (80_000 - 20_000) + HOP_PS + 20_000);
  }

  /** Two frames each from two hosts meet at one port, which sends one in 80,000 ps. */
  @Test
  void aRoleSeesEachFrameBeginToLeaveAndWritesIntoIt() {
    for (boolean punctual : new boolean[] {true, false}) {
      List<String> seen = new ArrayList<>();
      DequeueRole role =
          (nowPs, queueBytes, waitedPs, sentBytes, psPerByte, ecn, draw, octets, at, length) -> {
            seen.add(
                "%,d: %d behind, %d before, here for %,d"
                    .formatted(nowPs, queueBytes, sentBytes, waitedPs));
            assertThat(psPerByte).isEqualTo(80);
            assertThat(length).isEqualTo(Lab.HEADER_BYTES);
            octets[at + length - 1]++;
            return queueBytes > 0 ? PortVerdict.MARK : PortVerdict.PASS;
          };
      FabricRules rules = data(PortRules.Queue.plain(10_000).leaving(role), 10_000);
      Lab lab = new Lab(Topologies.star(3, host -> HUNDRED, SWITCH), rules, punctual, 1);
      List<Integer> written = new ArrayList<>();
      Packets packets = lab.fabric.packets();
      lab.fabric.attach(
          2,
          (packet, atPs) ->
              written.add((int) packets.octets()[packets.at(packet) + Lab.HEADER_BYTES - 1]));
      for (int host : new int[] {0, 1, 0, 1}) {
        int packet = lab.make(host, 2, 1_000, TrafficClasses.DSCP_DATA, Ecn.ECT_0, 0);
        packets.octets()[packets.at(packet) + Lab.HEADER_BYTES - 1] = 0;
        lab.fabric.send(host, packet);
      }
      lab.runToTheEnd();
      assertThat(seen)
          .as("a frame that comes as the port is free finds the next one begun")
          .containsExactly(
              "600,000: 0 behind, 0 before, here for 0",
              "680,000: 0 behind, 1000 before, here for 80,000",
              "760,000: 1000 behind, 2000 before, here for 80,000",
              "840,000: 0 behind, 3000 before, here for 160,000");
      assertThat(written).containsExactly(1, 1, 1, 1);
      assertThat(lab.fabric.counts().marked()).isEqualTo(1);
    }
  }

  @Test
  void aFrameThatLeavesCannotBeDroppedAnyMore() {
    DequeueRole drops =
        (now, queue, waited, sent, ps, ecn, draw, octets, at, length) -> PortVerdict.DROP;
    Lab lab = star(2, data(PortRules.Queue.plain(10_000).leaving(drops), 10_000));
    lab.data(0, 1, 1_000);
    assertThatThrownBy(lab::runToTheEnd)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DROP for a frame that leaves");
  }

  @Test
  void controlWaitsForTheFrameBeingSentAndNoMore() {
    Lab lab = star(3, Lab.open());
    int first = lab.data(0, 1, 5_000);
    int second = lab.data(0, 1, 5_000);
    int third = lab.data(0, 1, 5_000);
    int[] urgent = new int[1];
    lab.at(100_000, () -> urgent[0] = lab.control(0, 1, 100));
    lab.runToTheEnd();
    assertThat(lab.tags()).containsExactly(first, urgent[0], second, third);
    assertThat(lab.arrivals.get(1).atPs())
        .as("begins when the first ends, at 400 ns")
        .isEqualTo(400_000 + HOP_PS + 400_000 + HOP_PS + 8_000);
  }

  @Test
  @Requirement("RCM-2")
  void onlyEctIsMarkedAndTheLastHopMarksNothingWithoutARole() {
    PortRules.Queue marking = PortRules.Queue.of(PortRules.UNLIMITED, RedMarker.step(2_000));
    for (boolean lastHopMarks : new boolean[] {true, false}) {
      FabricRules everywhere = data(marking, PortRules.UNLIMITED);
      FabricRules rules =
          (topology, port) ->
              lastHopMarks || !topology.leadsToHost(port)
                  ? everywhere.port(topology, port)
                  : PortRules.unlimited(3);
      Lab lab = star(4, rules);
      for (int round = 0; round < 4; round++) {
        lab.send(0, 3, 1_000, 0, Ecn.ECT_0, 0);
        lab.send(1, 3, 1_000, 0, Ecn.ECT_1, 0);
        lab.send(2, 3, 1_000, 0, Ecn.NOT_ECT, 0);
      }
      lab.runToTheEnd();
      assertThat(lab.arrivals).hasSize(12);
      assertThat(lab.arrivals.stream().filter(a -> a.ecn() == Ecn.NOT_ECT)).hasSize(4);
      long marked = lab.arrivals.stream().filter(a -> a.ecn() == Ecn.CE).count();
      assertThat(marked).isEqualTo(lab.fabric.counts().marked());
      // Three come together, and one leaves before the next three: they find 0, 0, 1; 1, 2, 3; 3,
      // 4, 5; and 5, 6, 7 thousand bytes before them, the third of each three not ECN-capable.
      assertThat(marked).isEqualTo(lastHopMarks ? 1 + 2 + 2 : 0);
    }
  }

  @Test
  @Requirement("RCM-2")
  void aRoleThatMarksEverythingStillMarksOnlyEct() {
    Lab lab =
        star(
            2,
            data(
                PortRules.Queue.of(
                    PortRules.UNLIMITED, (queue, free, frame, ecn, draw) -> PortVerdict.MARK),
                PortRules.UNLIMITED));
    lab.send(0, 1, 1_000, 0, Ecn.NOT_ECT, 0);
    lab.send(0, 1, 1_000, 0, Ecn.ECT_1, 0);
    lab.runToTheEnd();
    assertThat(lab.arrivals.stream().map(Arrival::ecn)).containsExactly(Ecn.NOT_ECT, Ecn.CE);
    assertThat(lab.fabric.counts().marked()).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsDropped() {
    Lab lab = star(3, data(PortRules.Queue.plain(PortRules.UNLIMITED), 3_000));
    for (int i = 0; i < 3; i++) {
      lab.data(0, 2, 1_000);
      lab.data(1, 2, 1_000);
    }
    lab.runToTheEnd();
    assertThat(lab.fabric.dropped(DropReason.NO_ROOM))
        .as("one is being sent and two wait; each 80 ns brings two and takes one")
        .isEqualTo(1);
    assertThat(lab.arrivals).hasSize(5);
  }

  @Test
  void aSharedBufferIsFreeAgainWhenALastBitHasLeftAnotherPort() {
    FabricRules rules =
        new FabricRules() {
          @Override
          public PortRules port(Topology topology, int port) {
            return PortRules.unlimited(3);
          }

          @Override
          public long sharedBufferBytes(Topology topology, int node) {
            return 1_500;
          }
        };
    Lab lab = star(5, rules);
    lab.data(0, 2, 1_000); // 80,000 ps
    lab.at(79_999, () -> lab.data(1, 4, 1_000));
    lab.at(80_000, () -> lab.data(3, 4, 1_000));
    lab.runToTheEnd();
    assertThat(lab.fabric.dropped(DropReason.NO_ROOM)).isEqualTo(1);
    assertThat(lab.tags()).containsExactly(0, 2);
  }

  @Test
  void aFrameWithoutRoomIsTrimmedAndGoesFirst() {
    PortRules.Queue low = PortRules.Queue.plain(2_000).trimming();
    Lab lab = star(5, data(low, PortRules.UNLIMITED));
    lab.inTurn(4, from -> lab.data(from, 4, 1_000));
    lab.runToTheEnd();
    assertThat(lab.tags()).containsExactly(0, 3, 1, 2);
    Arrival trimmed = lab.arrivals.get(1);
    assertThat(trimmed.trimmed()).isTrue();
    assertThat(trimmed.frameBytes()).isEqualTo(24);
    assertThat(trimmed.dscp()).isEqualTo(TrafficClasses.DSCP_TRIMMED_LAST_HOP);
    assertThat(lab.fabric.counts().trimmed()).isEqualTo(1);
  }

  @Test
  void aRoleMayTrimBeforeTheQueueIsFullAndWhatMayNotBeTrimmedIsDropped() {
    PortRules.Queue low =
        PortRules.Queue.of(PortRules.UNLIMITED, new TrimBeyond(1_000, RedMarker.step(1 << 30)))
            .trimming();
    Lab lab = star(5, data(low, PortRules.UNLIMITED));
    lab.inTurn(4, from -> lab.send(from, 4, 1_000, from == 3 ? 8 : 0, Ecn.NOT_ECT, 0));
    lab.runToTheEnd();
    assertThat(lab.tags()).containsExactly(0, 2, 1);
    assertThat(lab.fabric.dropped(DropReason.ROLE)).isEqualTo(1);
  }

  @Test
  void faultsAreWhatTheyAreCalled() {
    Lab lost = star(2, Lab.open());
    lost.fabric.disturb(0, LinkFaults.loss(LinkFaults.CERTAIN));
    lost.data(0, 1, 1_000);
    lost.runToTheEnd();
    assertThat(lost.fabric.dropped(DropReason.LOST)).isEqualTo(1);

    Lab damaged = star(2, Lab.open());
    damaged.fabric.disturb(0, new LinkFaults(0, LinkFaults.CERTAIN, 0, 0, 0));
    damaged.data(0, 1, 1_000);
    damaged.runToTheEnd();
    assertThat(damaged.fabric.dropped(DropReason.DAMAGED)).isEqualTo(1);
    assertThat(damaged.fabric.counts().hops()).as("a cut-through switch sends it on").isEqualTo(2);

    Lab repeated = star(2, Lab.open());
    repeated.fabric.disturb(0, new LinkFaults(0, 0, LinkFaults.CERTAIN, 0, 0));
    repeated.data(0, 1, 1_000);
    repeated.runToTheEnd();
    assertThat(repeated.tags()).containsExactly(0, 0);

    Lab reordered = star(2, Lab.open());
    reordered.fabric.disturb(0, new LinkFaults(0, 0, 0, LinkFaults.CERTAIN >> 1, 10_000_000));
    IntStream.range(0, 50).forEach(i -> reordered.data(0, 1, 100));
    reordered.runToTheEnd();
    assertThat(reordered.tags()).hasSize(50).doesNotHaveDuplicates();
    assertThat(reordered.tags()).isNotEqualTo(reordered.tags().stream().sorted().toList());
  }

  @Test
  void aFrameThatIsLostIsNotRepeated() {
    Lab lab = star(2, Lab.open());
    lab.fabric.disturb(0, new LinkFaults(LinkFaults.CERTAIN, 0, LinkFaults.CERTAIN, 0, 0));
    lab.data(0, 1, 1_000);
    lab.runToTheEnd();
    assertThat(lab.fabric.counts().repeated()).isZero();
    assertThat(lab.fabric.dropped(DropReason.LOST)).isEqualTo(1);
  }

  @Test
  void aFrameIsMarkedOnceHoweverManyPortsWouldMarkIt() {
    List<Integer> asked = new ArrayList<>();
    PortRules.Queue marks =
        PortRules.Queue.of(
            PortRules.UNLIMITED,
            (queue, free, frame, ecn, draw) -> {
              asked.add(ecn);
              return PortVerdict.MARK;
            });
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    Topology topology = Topologies.leafSpine(2, 1, 1, host -> HUNDRED, HUNDRED, SWITCH);
    PortRules rules = new PortRules(PortRules.UNLIMITED, List.of(plain, plain, marks));
    Lab lab = new Lab(topology, FabricRules.everywhere(rules));
    lab.data(0, 1, 1_000);
    lab.runToTheEnd();
    assertThat(asked).as("each port behind the first").startsWith(Ecn.ECT_0).endsWith(Ecn.CE);
    assertThat(asked.subList(1, asked.size())).containsOnly(Ecn.CE);
    assertThat(lab.fabric.counts().marked()).isEqualTo(1);
    assertThat(lab.arrivals.get(0).ecn()).isEqualTo(Ecn.CE);
  }

  /** Until routes are computed anew, the leaf itself goes around a link of its own that is down. */
  @Test
  void whatALinkThatIsDownWouldHaveCarriedIsSpreadOverAllOthers() {
    Topology topology = Topologies.leafSpine(2, 3, 1, host -> HUNDRED, HUNDRED, SWITCH);
    Lab lab = new Lab(topology, Lab.open());
    int leaf = topology.node("leaf-0");
    lab.fabric.setLink(topology.port(leaf, topology.node("spine-0")) >> 1, false);
    IntStream.range(0, 300)
        .forEach(i -> lab.send(0, 1, 100, TrafficClasses.DSCP_DATA, Ecn.ECT_0, i));
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSize(300);
    for (String spine : List.of("spine-1", "spine-2")) {
      int port = topology.port(leaf, topology.node(spine));
      assertThat(lab.fabric.sentBytes(port) / 100).as("of 300").isBetween(125L, 175L);
    }
  }

  @Test
  void oneFaultsDrawsAreNotMovedByAnother() {
    List<List<Integer>> survivors = new ArrayList<>();
    for (long more : new long[] {0, LinkFaults.CERTAIN / 2}) {
      Lab lab = star(2, Lab.open());
      lab.fabric.disturb(0, new LinkFaults(LinkFaults.CERTAIN / 4, 0, more, more, 1_000));
      IntStream.range(0, 100).forEach(i -> lab.data(0, 1, 100));
      lab.runToTheEnd();
      survivors.add(lab.tags().stream().distinct().sorted().toList());
    }
    assertThat(survivors.get(1)).isEqualTo(survivors.get(0)).hasSizeBetween(60, 90);
  }

  @Test
  void aLinkThatGoesDownLosesWhatIsOnItAndInFrontOfIt() {
    Lab lab = star(2, Lab.open());
    for (int i = 0; i < 5; i++) {
      lab.data(0, 1, 10_000); // 800 ns each
    }
    lab.at(1_000_000, () -> lab.fabric.setLink(0, false));
    lab.at(2_000_000, () -> lab.data(0, 1, 10_000));
    lab.at(3_000_000, () -> lab.fabric.setLink(0, true));
    lab.at(3_000_001, () -> lab.data(0, 1, 10_000));
    lab.runToTheEnd();
    assertThat(lab.tags()).as("the first was through; the last comes after").containsExactly(0, 6);
    assertThat(lab.fabric.dropped(DropReason.LINK_DOWN)).isEqualTo(5);
    assertThat(lab.fabric.packets().used()).isZero();
  }

  @Test
  void switchesGoAroundADeadLinkAndFarOnesAfterNewRoutes() {
    Topology topology = Topologies.leafSpine(2, 2, 1, host -> HUNDRED, HUNDRED, SWITCH);
    int near = topology.port(topology.node("leaf-0"), topology.node("spine-0")) >> 1;
    int far = topology.port(topology.node("spine-0"), topology.node("leaf-1")) >> 1;
    Lab lab = new Lab(topology, Lab.open());
    lab.fabric.setLink(near, false);
    sendManyEntropies(lab);
    assertThat(lab.arrivals).as("the leaf sees it").hasSize(100);

    Lab blind = new Lab(topology, Lab.open());
    blind.fabric.setLink(far, false);
    sendManyEntropies(blind);
    assertThat(blind.arrivals).as("the leaf does not see it").hasSizeBetween(30, 70);
    blind.fabric.computeRoutes();
    blind.arrivals.clear();
    sendManyEntropies(blind);
    assertThat(blind.arrivals).hasSize(100);

    blind.fabric.setLink(near, false);
    blind.fabric.setLink(
        topology.port(topology.node("leaf-0"), topology.node("spine-1")) >> 1, false);
    blind.arrivals.clear();
    sendManyEntropies(blind);
    assertThat(blind.arrivals).isEmpty();
    assertThat(blind.fabric.counts().inFlight()).isZero();
  }

  private static void sendManyEntropies(Lab lab) {
    for (int entropy = 0; entropy < 100; entropy++) {
      lab.send(0, 1, 100, 0, Ecn.ECT_0, entropy * 257);
    }
    lab.runToTheEnd();
  }

  @Test
  void anUnknownDestinationIsNoRoute() {
    Lab lab = star(2, Lab.open());
    lab.data(0, 77, 100);
    lab.runToTheEnd();
    assertThat(lab.fabric.dropped(DropReason.NO_ROUTE)).isEqualTo(1);
  }

  @Test
  void entropySpreadsOneFlowOverAllPathsAndOneValueStaysOnOne() {
    Topology topology = Topologies.fatTree(8, host -> HUNDRED, HUNDRED, HUNDRED, SWITCH);
    Lab lab = new Lab(topology, Lab.open());
    for (int i = 0; i < 4_096; i++) {
      lab.send(0, 127, 100, 0, Ecn.ECT_0, i);
    }
    lab.runToTheEnd();
    long[] carried =
        IntStream.range(0, 16)
            .mapToLong(
                core ->
                    lab.fabric.sentBytes(
                            topology.port(
                                topology.node("core-" + core),
                                topology.node("aggregation-7-" + core / 4)))
                        / 100)
            .toArray();
    assertThat(carried).hasSize(16);
    for (long frames : carried) {
      assertThat(frames).as("about 256").isBetween(190L, 330L);
    }
    assertThat(IntStream.range(0, 16).mapToLong(i -> carried[i]).sum()).isEqualTo(4_096);

    Lab steady = new Lab(topology, Lab.open());
    for (int i = 0; i < 100; i++) {
      steady.send(0, 127, 100, 0, Ecn.ECT_0, 4_711);
    }
    steady.runToTheEnd();
    assertThat(
            IntStream.range(0, 16)
                .filter(
                    core ->
                        steady.fabric.sentBytes(
                                topology.port(
                                    topology.node("core-" + core),
                                    topology.node("aggregation-7-" + core / 4)))
                            > 0)
                .count())
        .isEqualTo(1);
    assertThat(steady.tags()).isSorted();
  }

  @Test
  void aSourceIsPulledWheneverItsLinkIsFree() {
    Lab lab = star(2, Lab.open());
    int[] left = {5};
    long[] asked = new long[6];
    lab.fabric.attach(
        0,
        new HostSide() {
          @Override
          public void deliver(int packet, long atPs) {}

          @Override
          public int pull(long atPs, int paused) {
            asked[5 - left[0]] = atPs;
            return left[0]-- == 0 ? Packets.NONE : lab.make(0, 1, 1_000, 0, Ecn.ECT_0, 0);
          }
        });
    lab.at(10_000, () -> lab.fabric.ready(0));
    lab.at(100_000, () -> lab.control(0, 1, 500));
    lab.runToTheEnd();
    assertThat(asked)
        .as("one after the other, and after the control frame that came in the second's time")
        .containsExactly(10_000, 90_000, 210_000, 290_000, 370_000, 450_000);
    assertThat(lab.arrivals).hasSize(6);
  }

  @Test
  @Requirement("RCCC-14")
  void twoSendersFillHalfTheCoreAndQueueAtTheLastHop() {
    Topology topology = Topologies.twoLeaves(10, 20, SWITCH);
    Lab lab = new Lab(topology, Lab.open());
    int frames = 1_000;
    for (int i = 0; i < frames; i++) {
      lab.data(0, 2, 4_096);
      lab.data(1, 2, 4_096);
    }
    int core = topology.port(topology.node("leaf-0"), topology.node("leaf-1"));
    int last = topology.hostPort(2) ^ 1;
    long afterPs = 300_000_000;
    lab.loop.run(afterPs, 10_000_000);
    long coreBytes = lab.fabric.sentBytes(core);
    assertThat(coreBytes * 8 * 1_000 / (afterPs / 1_000))
        .as("Mb/s of 400,000: half, less the first frame's delay")
        .isBetween(199_000L, 200_000L);
    assertThat(lab.fabric.heldBytes(last))
        .as("what 100 Gb/s bring beyond what 100 Gb/s take")
        .isBetween(coreBytes / 2 - 20_000, coreBytes / 2);
    lab.runToTheEnd();
    assertThat(lab.arrivals).hasSize(2 * frames);
  }

  @Test
  void aSlotIsSentOnceAndReleasedOnce() {
    Lab lab = star(2, Lab.open());
    int packet = lab.make(0, 1, 100, 0, 0, 0);
    lab.fabric.send(0, packet);
    assertThatThrownBy(() -> lab.fabric.send(0, packet)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> lab.fabric.packets().release(packet))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in the fabric");
    int unsent = lab.make(0, 1, 100, 0, 0, 0);
    lab.fabric.packets().release(unsent);
    assertThatThrownBy(() -> lab.fabric.packets().release(unsent))
        .hasMessageContaining("does not exist");
    lab.runToTheEnd();
    assertThat(lab.fabric.packets().used()).isZero();
  }

  @Test
  void memoryIsThatOfTheFramesInFlight() {
    Lab lab = star(2, Lab.open());
    for (int i = 0; i < 1_000; i++) {
      lab.at(i * 1_000_000L, () -> lab.data(0, 1, 1_000));
    }
    lab.runToTheEnd();
    assertThat(lab.fabric.counts().delivered()).isEqualTo(1_000);
    assertThat(lab.fabric.packets().made()).isEqualTo(1);
  }
}
