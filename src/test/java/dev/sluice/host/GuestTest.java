package dev.sluice.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A transport that is none of ours, on the very host and fabric that ours run on: every hook of the
 * roles is called, at its picosecond, and window and spacing bind.
 *
 * <p>Links of 100 Gb/s: 80 ps a byte, 200,000 ps of fibre and FEC; the switch takes 400,000 ps and
 * cuts through. A packet of 1,000 bytes is there 880,000 ps after it began, its answer of 64 bytes
 * 805,120 ps after that: a round trip of 1,685,120 ps.
 */
class GuestTest {
  private static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);
  private static final long RTT = 1_685_120;
  private static final long LINK_DELAY = 600_000;

  /** Notes every call. Its answers are fields. */
  private static class Noting implements SenderRole {
    final List<String> notes = new ArrayList<>();
    long cwnd = 2 * Guest.PACKET;
    long gapPs;
    long nextPs;
    long timerPs = NEVER_PS;
    int sent;
    int asked;
    boolean isShut;

    void note(long nowPs, String what) {
      notes.add("%,d %s".formatted(nowPs, what));
    }

    @Override
    public long cwnd() {
      return cwnd;
    }

    @Override
    public boolean mayTransmit(long bytes) {
      return !isShut;
    }

    @Override
    public boolean requestsAck() {
      asked++;
      return true;
    }

    @Override
    public long notBeforePs(long nowPs) {
      return nextPs;
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      note(nowPs, "send " + bytes + (isDroppable() ? " droppable" : ""));
      nextPs = nowPs + gapPs;
      sent++;
    }

    @Override
    public void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {
      note(nowPs, "ack %d %d%s %,d".formatted(received, freed, marked ? " marked" : "", rttPs));
    }

    @Override
    public void onTelemetry(long nowPs, long[] hops, int length) {
      note(nowPs, "telemetry %,d %,d".formatted(hops[0], hops[1]));
    }

    @Override
    public void onNotification(long nowPs) {
      note(nowPs, "notification");
    }

    @Override
    public void onNack(long nowPs, long bytes, int code, long rttPs) {
      note(nowPs, "nack %d %d %,d".formatted(bytes, code, rttPs));
    }

    @Override
    public void onLoss(long nowPs, long bytes) {
      note(nowPs, "loss " + bytes);
    }

    @Override
    public long timerPs() {
      return timerPs;
    }

    @Override
    public void onTimer(long nowPs) {
      note(nowPs, "timer");
      isShut = false;
      timerPs = NEVER_PS;
    }
  }

  private static final int CLASSES = 3;

  private final EventLoop loop = new EventLoop();
  private Guest[] guests;

  /** Answers go first, then data, then data that is dropped first. */
  private void build(int hosts, PortRole marks, DequeueRole stamps, int refuses, boolean punctual) {
    byte[] classOf = new byte[64];
    java.util.Arrays.fill(classOf, (byte) 1);
    classOf[Guest.ANSWER] = 0;
    classOf[Guest.DROPPABLE] = 2;
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    PortRules.Queue data = PortRules.Queue.of(PortRules.UNLIMITED, marks).leaving(stamps);
    PortRules.Queue first =
        PortRules.Queue.of(PortRules.UNLIMITED, (q, f, b, e, d) -> PortVerdict.DROP);
    FabricRules rules =
        FabricRules.everywhere(new PortRules(PortRules.UNLIMITED, List.of(plain, data, first)));
    TrafficClasses classes = new TrafficClasses(CLASSES, classOf, Set.of(), 1, 2);
    RandomStreams streams = new RandomStreams(1);
    Fabric fabric =
        new Fabric(
            Topologies.star(hosts, host -> HUNDRED, SwitchSpec.cutThrough(400_000)),
            new FabricConfig(Guest.FORMAT, classes, rules, 0, punctual),
            new Packets(Guest.HEADER),
            loop,
            streams);
    guests = new Guest[hosts];
    for (int host = 0; host < hosts; host++) {
      guests[host] = new Guest(new Host(fabric, loop, streams, host), refuses);
    }
  }

  private static final PortRole PASSES = (queue, free, bytes, ecn, draw) -> PortVerdict.PASS;

  private static final DequeueRole STAMPS =
      (now, queue, waited, sent, ps, ecn, draw, octets, at, length) -> {
        Guest.put(octets, at + Guest.STAMP, (int) now);
        Guest.put(octets, at + Guest.STAMP + 4, (int) sent);
        return PortVerdict.PASS;
      };

  private void begin(int host, int to, int packets, SenderRole role) {
    Guest.Line line = guests[host].open(to, packets, role);
    loop.at(0, subject -> begin(host, line), 0);
  }

  private void begin(int host, Guest.Line line) {
    line.begin();
    guests[host].feed();
  }

  private void run() {
    assertThat(loop.run(Long.MAX_VALUE - 1, 1_000_000)).isEqualTo(RunEnd.IDLE);
  }

  @Test
  @Requirement("CCC-12")
  void windowAndSpacingHoldPacketsBackEachAtItsPicosecond() {
    build(2, PASSES, STAMPS, -1, false);
    Noting role =
        new Noting() {
          @Override
          public void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {
            super.onAck(nowPs, received, freed, marked, rttPs);
            cwnd = 3 * Guest.PACKET;
          }
        };
    role.gapPs = 400_000;
    begin(0, 1, 4, role);
    run();
    assertThat(role.notes)
        .containsExactly(
            "0 send 1000",
            "400,000 send 1000", // spaced out: there is room for it at 0
            "1,685,120 telemetry 600,000 0",
            "1,685,120 ack 1000 1000 1,685,120",
            "1,685,120 send 1000", // the window: it might have left at 800,000
            "2,085,120 send 1000", // spaced out again, in a larger window
            "2,085,120 telemetry 1,000,000 1,000",
            "2,085,120 ack 1000 1000 1,685,120",
            "3,370,240 telemetry 2,285,120 2,000",
            "3,370,240 ack 1000 1000 1,685,120",
            "3,770,240 telemetry 2,685,120 3,000",
            "3,770,240 ack 1000 1000 1,685,120");
  }

  @Test
  void marksNotificationsRefusalsLossesAndTimersAreHeardAtTheirPicosecond() {
    PortRole marksAll = (queue, free, bytes, ecn, draw) -> PortVerdict.MARK;
    build(2, marksAll, STAMPS, 1, false);
    Noting role =
        new Noting() {
          @Override
          public boolean isDroppable() {
            return sent == 2;
          }

          @Override
          public void onNotification(long nowPs) {
            super.onNotification(nowPs);
            if (timerPs == NEVER_PS && sent == 2) {
              timerPs = nowPs + 1_000;
            }
          }
        };
    role.cwnd = Guest.PACKET;
    begin(0, 1, 3, role);
    run();
    long second = RTT; // when the acknowledgment of the first is there
    long notified = second + 5_120; // its notification comes 64 bytes behind it
    long refused = second + RTT;
    long lost = refused + Guest.RTO_PS;
    assertThat(role.notes)
        .containsExactly(
            "0 send 1000",
            "%,d telemetry 600,000 0".formatted(second),
            "%,d ack 1000 1000 marked 1,685,120".formatted(second),
            "%,d send 1000".formatted(second),
            "%,d notification".formatted(notified),
            "%,d timer".formatted(notified + 1_000),
            "%,d nack 1000 7 1,685,120".formatted(refused),
            "%,d send 1000 droppable".formatted(refused), // the switch drops it
            "%,d notification".formatted(refused + 5_120),
            "%,d loss 1000".formatted(lost),
            "%,d send 1000".formatted(lost),
            "%,d telemetry %,d 2,000".formatted(lost + RTT, lost + LINK_DELAY),
            "%,d ack 1000 1000 marked 1,685,120".formatted(lost + RTT),
            "%,d send 1000".formatted(lost + RTT),
            "%,d notification".formatted(lost + RTT + 5_120),
            "%,d telemetry %,d 3,000".formatted(lost + 2 * RTT, lost + RTT + LINK_DELAY),
            "%,d ack 1000 1000 marked 1,685,120".formatted(lost + 2 * RTT),
            "%,d notification".formatted(lost + 2 * RTT + 5_120));
    assertThat(role.asked).as("asked of each packet whether it wants an answer").isEqualTo(5);
  }

  @Test
  void whatTheRoleDoesNotLetOutWaitsForIt() {
    build(2, PASSES, STAMPS, -1, false);
    Noting role = new Noting();
    role.isShut = true;
    role.timerPs = 2_000_000;
    begin(0, 1, 1, role);
    run();
    assertThat(role.notes.subList(0, 2)).containsExactly("2,000,000 timer", "2,000,000 send 1000");
  }

  @Test
  void aTimerNamedAsAPacketLeavesComesNoEarlierThanTheLinkIsLate() {
    for (long afterPs : new long[] {1_000, LINK_DELAY, LINK_DELAY + 1}) {
      for (boolean punctual : new boolean[] {true, false}) {
        GuestTest lab = new GuestTest();
        lab.build(2, PASSES, STAMPS, -1, punctual);
        Noting role =
            new Noting() {
              @Override
              public void onSend(long nowPs, long bytes) {
                super.onSend(nowPs, bytes);
                timerPs = nowPs + afterPs;
              }
            };
        lab.begin(0, 1, 1, role);
        lab.run();
        assertThat(role.notes)
            .as("a timer %,d ps after a packet", afterPs)
            .contains("%,d timer".formatted(Math.max(afterPs, LINK_DELAY)));
      }
    }
  }

  /** Four senders on one link, spaced out by less and by more than the link is late. */
  @Test
  void nothingDependsOnHowLateTheLinkAsks() {
    List<List<String>> all = new ArrayList<>();
    for (boolean punctual : new boolean[] {true, false}) {
      GuestTest lab = new GuestTest();
      lab.build(5, PASSES, STAMPS, 3, punctual);
      List<Noting> roles = new ArrayList<>();
      for (int host = 0; host < 4; host++) {
        Noting role = new Noting();
        role.gapPs = new long[] {90_000, 250_001, 777_777, 2_000_000}[host];
        role.cwnd = 5_000;
        roles.add(role);
        lab.begin(host, 4, 40, role);
      }
      lab.run();
      List<String> notes = new ArrayList<>();
      roles.forEach(role -> notes.addAll(role.notes));
      assertThat(roles).allSatisfy(role -> assertThat(role.sent).isGreaterThanOrEqualTo(40));
      all.add(notes);
    }
    assertThat(all.get(0)).isEqualTo(all.get(1));
  }

  @Test
  void theLinkOfASenderThatIsSpacedOutCarriesWhatElseTheHostSends() {
    build(2, PASSES, STAMPS, -1, false);
    Noting slow = new Noting();
    slow.gapPs = 10_000_000;
    Noting other = new Noting();
    begin(0, 1, 2, slow);
    begin(1, 0, 1, other); // whose packet host 0 acknowledges while its own sender waits
    run();
    assertThat(other.notes).contains("1,685,120 ack 1000 1000 1,685,120");
    assertThat(slow.notes).contains("10,000,000 send 1000");
  }
}
