package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.FixedRate;
import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Cnp;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.WellKnown;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an algorithm hears of a queue pair, and what it decides. A way over the switch takes 800,000
 * ps, a byte 80; an acknowledgment 86 B, a WRITE of one packet 98 B and its payload.
 */
class RoceRolesTest {
  private static final long WAY = 800_000;

  /** Notes every call; its answers are fields. */
  private static final class Noting implements SenderRole {
    final List<String> notes = new ArrayList<>();
    long cwnd = UNBOUNDED;
    long notBeforePs;
    long timerPs = NEVER_PS;
    boolean isShut;

    private void note(long nowPs, String what) {
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
    public long notBeforePs(long nowPs) {
      return Math.max(nowPs, notBeforePs);
    }

    @Override
    public void onSend(long nowPs, long bytes) {
      note(nowPs, "send " + bytes);
    }

    @Override
    public void onFrame(long nowPs, long frameBytes) {
      note(nowPs, "frame " + frameBytes);
    }

    @Override
    public void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {
      note(nowPs, "ack %d %d %,d".formatted(received, freed, rttPs));
    }

    @Override
    public void onNotification(long nowPs) {
      note(nowPs, "notification");
    }

    @Override
    public void onNack(long nowPs, long bytes, int code, long rttPs) {
      note(nowPs, "nack %d 0x%02x %,d".formatted(bytes, code, rttPs));
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

  private final List<Noting> roles = new ArrayList<>();

  /** The roles come in the order of the queue pairs: of a connection first the responder's. */
  private RoceLab lab(RoceParams params) {
    return RoceLab.star(
        3,
        params.by(
            rate -> {
              roles.add(new Noting());
              return roles.get(roles.size() - 1);
            }));
  }

  @Test
  @Requirement({"RC-4", "RC-15"})
  void sendingAndAnAcknowledgment() {
    RoceLab lab = lab(RoceParams.usual());
    lab.nics.ask(Op.WRITE, 0, 1, 1, 101, 0);
    assertThat(lab.runToRest()).isTrue();
    long rtt = (98 + 101 + 3) * 80 + WAY + 86 * 80 + WAY;
    assertThat(roles.get(1).notes)
        .containsExactly("0 frame 202", "0 send 101", "%,d ack 101 101 %,d".formatted(rtt, rtt));
    assertThat(roles.get(0).notes).as("the responder sends no data").isEmpty();
  }

  /** Responses are spaced out at the responder, which hears of nothing that comes back. */
  @Test
  @Requirement("RC-9")
  void responsesToReadsAreTheRespondersToPace() {
    RoceLab lab = lab(RoceParams.usual());
    lab.nics.ask(Op.READ, 0, 1, 1, 5_000, 0);
    assertThat(lab.runToRest()).isTrue();
    long asked = 98 * 80 + WAY;
    assertThat(roles.get(0).notes)
        .containsExactly(
            "%,d frame 4182".formatted(asked), // 4,096 and 82 and an AETH of 4
            "%,d send 4096".formatted(asked),
            "%,d frame 990".formatted(asked + 4_182 * 80),
            "%,d send 904".formatted(asked + 4_182 * 80));
  }

  /** The second of three responses is lost: the third tells of it, and two are read once more. */
  @Test
  @Requirement({"RC-7", "RC-9"})
  void whatIsReadOnceMoreIsToldAsSuch() {
    RoceLab lab = lab(RoceParams.usual());
    lab.nics.ask(Op.READ, 0, 1, 1, 3 * 4_096, 0);
    long first = 98 * 80 + WAY;
    int port = lab.fabric.topology().hostPort(1);
    lab.loop.at(first + 1_000, s -> lab.fabric.disturb(port, LinkFaults.loss(1L << 32)), 0);
    lab.loop.at(first + 500_000, s -> lab.fabric.disturb(port, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.sent - lab.again).isEqualTo(1 + 3); // the request, and its responses
    assertThat(lab.again).isEqualTo(1 + 2); // the same
    assertThat(lab.delivered).containsEntry(0, 3 * 4_096L);
  }

  /** No receive is posted: code 1, and all that was in flight is to be sent again. */
  @Test
  @Requirement("RC-11")
  void aNakTellsWhatIsSentAgain() {
    RoceLab lab = lab(RoceParams.usual().receiving(0, 0, 1).retrying(8, 7, 1));
    lab.nics.ask(Op.SEND, 0, 1, 1, 5_000, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(roles.get(1).notes)
        .filteredOn(note -> note.contains("nack"))
        .hasSize(2) // the first retry finds none either, and is the last
        .first()
        .satisfies(note -> assertThat(note).endsWith("nack 5000 0x21 0"));
    assertThat(lab.said).contains("0 FAILED");
  }

  /** The second of four packets is lost: of three the third draws a NAK, and three go again. */
  @Test
  @Requirement({"RC-6", "RC-7"})
  void aGapTellsWhatIsSentAgain() {
    RoceLab lab = lab(RoceParams.usual());
    lab.nics.ask(Op.WRITE, 0, 1, 1, 4 * 4_096, 0);
    lab.loop.at((98 + 4_096) * 80 - 1, s -> lab.fabric.disturb(0, LinkFaults.loss(1L << 32)), 0);
    lab.loop.at(2 * (98 + 4_096) * 80 - 5_000, s -> lab.fabric.disturb(0, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.again).isEqualTo(3);
    assertThat(roles.get(1).notes)
        .anyMatch(note -> note.endsWith("nack %d 0x60 0".formatted(3 * 4_096)));
  }

  @Test
  @Requirement("RC-12")
  void aTimeoutTellsWhatWasInFlight() {
    RoceLab lab = lab(RoceParams.usual().retrying(4, 0, 7));
    lab.fabric.setLink(1, false);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 5_000, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(roles.get(1).notes).last().isEqualTo("65,536,000 loss 5000");
  }

  /** Window, permission and timer hold a packet back, and let it go. */
  @Test
  void itSendsAsTheAlgorithmAllows() {
    RoceLab lab = lab(RoceParams.usual().with(1_024, 64).counting(5, 1));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1, 0);
    assertThat(lab.runToRest()).isTrue();
    Noting role = roles.get(1);
    role.cwnd = 1_024;
    long at = 10 * RoceLab.US;
    lab.nics.ask(Op.WRITE, 0, 1, 1, 2_048, at);
    assertThat(lab.runToRest()).isTrue();
    long rtt = (98 + 1_024) * 80 + WAY + 86 * 80 + WAY;
    assertThat(role.notes).contains("%,d send 1024".formatted(at + rtt));

    role.isShut = true;
    role.timerPs = 40 * RoceLab.US;
    lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 20 * RoceLab.US);
    lab.loop.at(19 * RoceLab.US, s -> notify(lab, 1, 0, 2), 0); // after it the timer is looked at
    assertThat(lab.runToRest()).isTrue();
    assertThat(role.notes).contains("40,000,000 timer", "40,000,000 send 100");

    role.notBeforePs = 70 * RoceLab.US;
    lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 60 * RoceLab.US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(role.notes).contains("70,000,000 send 100");
  }

  private static void notify(RoceLab lab, int from, int to, int queuePair) {
    Packets packets = lab.fabric.packets();
    int bytes = Ipv4.SIZE + Udp.SIZE + Cnp.SIZE + Icrc.SIZE;
    int packet = packets.allocate(bytes);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    int udp = Ipv4.put(octets, at, 48, 1, bytes, 64, Ip.UDP, Addresses.of(from), Addresses.of(to));
    int bth = Udp.put(octets, udp, 0xC000, WellKnown.PORT, bytes - Ipv4.SIZE);
    Cnp.put(octets, bth, WellKnown.DEFAULT_P_KEY, queuePair);
    lab.fabric.send(from, packet);
  }

  /** A CNP reaches the algorithm of the queue pair that it names, at either end, and no other. */
  @Test
  @Requirement("RC-15")
  void aNotificationReachesTheQueuePairThatItNames() {
    RoceLab lab = lab(RoceParams.usual());
    lab.nics.ask(Op.WRITE, 0, 1, 1, 100, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 2, 100, 0);
    assertThat(lab.runToRest()).isTrue();
    notify(lab, 1, 0, 3); // the second queue pair of host 0
    notify(lab, 0, 1, 2); // the first of host 1, a responder
    notify(lab, 2, 0, 2); // from a host that it has nothing to do with
    notify(lab, 1, 0, 77);
    assertThat(lab.runToRest()).isTrue();
    List<Boolean> notified =
        roles.stream()
            .map(role -> role.notes.stream().anyMatch(note -> note.endsWith("notification")))
            .toList();
    // responder and requester of the first connection, and of the second
    assertThat(notified).containsExactly(true, false, false, true);
  }

  /** What is no answer is none, even if it comes from the right host with the right number. */
  @ParameterizedTest
  @ValueSource(ints = {Opcode.SEND_ONLY, Opcode.WRITE_ONLY, Opcode.READ_REQUEST, 0x80, 0x42, 0xFF})
  void strayFramesChangeNothing(int opcode) {
    RoceLab lab = lab(RoceParams.usual().counting(5, 16));
    lab.fabric.setLink(1, false);
    lab.nics.ask(Op.READ, 0, 1, 1, 100, 0);
    lab.loop.run(RoceLab.US, 1_000);
    String before = lab.nics.describe();
    lab.fabric.setLink(1, true);
    Packets packets = lab.fabric.packets();
    int bytes = Ipv4.SIZE + Udp.SIZE + Bth.SIZE + 20 + Icrc.SIZE;
    int packet = packets.allocate(bytes);
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    int udp = Ipv4.put(octets, at, 26, 0, bytes, 64, Ip.UDP, Addresses.of(1), Addresses.of(0));
    int bth = Udp.put(octets, udp, 0xC000, WellKnown.PORT, bytes - Ipv4.SIZE);
    Bth.put(octets, bth, opcode, 0, WellKnown.DEFAULT_P_KEY, 2, 0, 5); // the PSN that is awaited
    lab.fabric.send(1, packet);
    lab.loop.run(3 * RoceLab.US, 1_000);
    assertThat(lab.nics.describe()).isEqualTo(before);
  }

  /**
   * Connections with rates of their own, WRITEs and READs among them, beside others that have none:
   * on the link no window between two frames of one of them has more than its rate.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  @Requirement("RCM-10")
  void noFlowExceedsItsRateOverAnyWindow(long seed) {
    long rate = 7_000_000_000L + 333 * seed;
    RoceLab lab =
        RoceLab.star(
            4,
            RoceParams.usual()
                .with(seed % 2 == 0 ? 1_024 : 4_096, 4_096)
                .by(line -> new FixedRate(rate)));
    Map<Integer, List<long[]>> frames = new HashMap<>();
    lab.fabric.observe(
        new FabricObserver() {
          @Override
          public void dequeued(long atPs, int port, int packet, int of, long queueBytes) {
            Packets packets = lab.fabric.packets();
            int opcode = Bth.opcode(packets.octets(), packets.at(packet) + 28);
            boolean isData = packets.payloadBytes(packet) > 0 || opcode == Opcode.READ_REQUEST;
            if (lab.fabric.topology().isHost(lab.fabric.topology().portFrom(port))
                && isData
                && Ip.ecn(packets.octets(), packets.at(packet)) != 0) {
              int queuePair = Bth.destinationQp(packets.octets(), packets.at(packet) + 28);
              int to = Addresses.destination(packets.octets(), packets.at(packet));
              frames
                  .computeIfAbsent(port << 16 | to << 8 | queuePair, any -> new ArrayList<>())
                  .add(new long[] {atPs, packets.frameBytes(packet)});
            }
          }
        });
    RandomStream chance = new RandomStreams(seed).stream("test");
    Service plain = new Service(26, false, true);
    for (int flow = 0; flow < 24; flow++) {
      int from = (int) chance.below(4);
      int to = (from + 1 + (int) chance.below(3)) % 4;
      Service service = flow % 4 == 3 ? new Service(26, false, false) : plain;
      lab.nics.ask(
          flow % 3 == 0 ? Verb.READ : Verb.WRITE,
          service,
          from,
          to,
          flow % 2,
          1 + chance.below(100_000),
          chance.below(50 * RoceLab.US));
    }
    assertThat(lab.runToRest()).isTrue();
    assertThat(frames.size()).isGreaterThan(5);
    for (List<long[]> each : frames.values()) {
      keepsTo(rate, each);
    }
  }

  private static void keepsTo(long rateBps, List<long[]> frames) {
    for (int first = 0; first < frames.size(); first++) {
      long bytes = 0;
      for (int last = first + 1; last < frames.size(); last++) {
        bytes += frames.get(last - 1)[1];
        long time = frames.get(last)[0] - frames.get(first)[0] + 1;
        assertThat(BigInteger.valueOf(time).multiply(BigInteger.valueOf(rateBps)))
            .isGreaterThan(
                BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(8_000_000_000_000L)));
      }
    }
  }
}
