package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Syndrome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests of LDCP by their LSNs, at hosts over one switch. A way takes 800,000 ps, a byte 80; a
 * READ is a frame of 110 B, an acknowledgment one of 94.
 */
class LdcpRequestsTest {
  private static final long WAY = 800_000;
  private static final long ONE = 4_096;
  private static final int READ = 110;
  private static final int ACK = 94;
  private static final long BASE_RTT = 2 * RoceLab.US;

  /** A frame as a host sent it. */
  private record Left(long atPs, int opcode, long psn, long lsn, boolean alone) {
    boolean isRequest() {
      return !Opcode.isResponse(opcode);
    }
  }

  private final List<Left> left = new ArrayList<>();

  /** What each window came to: packets taken out of flight, and those that still are in it. */
  private final List<long[]> moved = new ArrayList<>();

  private RoceLab lab(long iw, boolean stable) {
    LdcpSender.Params sender =
        new LdcpSender.Params(
            new PawaParams(
                ONE, ONE, ONE, 256, 1_000 * ONE, true, BASE_RTT, BASE_RTT, TimerRtt.BASE),
            new FastStart.Params(
                iw, TailOf.MESSAGE, RoundEnd.IW_SENT, BASE_RTT, RoceParams.usual().timeoutPs()),
            stable);
    RoceLab lab =
        RoceLab.star(
            3,
            RoceParams.usual()
                .with(1_024, 8_192)
                .counting(0, 1)
                .acknowledging(new LdcpAcks(true, new AckPolicy.Params(1, true), 0))
                .by(LdcpSender.windows(rate -> sender)));
    lab.nics.observe(
        new RoceObserver() {
          @Override
          public void windowMoved(
              long atPs, int host, int to, long n, boolean ece, long cw, long one, long inFlight) {
            if (host == 0) {
              moved.add(new long[] {n, inFlight, cw});
            }
          }

          @Override
          public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
            lab.packetDelivered(atPs, host, flow, bytes, marked);
          }

          @Override
          public void flowEnded(long atPs, int flow, Completion how) {
            lab.flowEnded(atPs, flow, how);
          }

          @Override
          public void ignored(long atPs, int host, int peer) {
            lab.ignored(atPs, host, peer);
          }
        });
    lab.watch(this::note);
    return lab;
  }

  private void note(Packets packets, int packet, long atPs) {
    byte[] octets = packets.octets();
    int bth = packets.at(packet) + 28;
    int opcode = Bth.opcode(octets, bth);
    int own = bth + Opcode.headerSize(opcode);
    left.add(
        new Left(
            atPs,
            opcode,
            Bth.psn(octets, bth),
            LdcpHeader.lsn(octets, own),
            opcode == Opcode.ACKNOWLEDGE && LdcpHeader.isAlone(octets, own)));
  }

  private List<Left> requests() {
    return left.stream().filter(Left::isRequest).toList();
  }

  private static long rtt(int bytes) {
    return bytes * 80L + WAY + ACK * 80 + WAY;
  }

  /**
   * Four packets may be in flight: the READ and three of the WRITE. The READ leaves the window with
   * its own acknowledgment, a round trip later, and the WRITE goes on while 200 responses come,
   * which take 18 us.
   */
  @Test
  @Requirement({"LDCP-2", "LDCP-12"})
  void aWriteBehindAReadDoesNotWaitForItsResponses() {
    RoceLab lab = lab(4, true);
    lab.nics.ask(Op.READ, 0, 1, 1, 200 * 1_024, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 20 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    List<Left> requests = requests();
    assertThat(requests).hasSize(21);
    assertThat(requests.get(4).atPs).as("the fifth").isEqualTo(rtt(READ));
    assertThat(requests.get(4).lsn).as("a READ occupies 16").isEqualTo(16 + 3 * 1_024);
    assertThat(moved.get(0)[0]).as("packets taken out of flight").isEqualTo(1);
    long lastResponse =
        left.stream()
            .filter(frame -> frame.opcode == Opcode.READ_RESPONSE_LAST)
            .findFirst()
            .orElseThrow()
            .atPs;
    assertThat(requests.get(20).atPs)
        .as("five windows of four or more at most")
        .isLessThan(7 * rtt(1_130));
    assertThat(lastResponse).isGreaterThan(200 * 1_118 * 80L);
    assertThat(requests.get(20).atPs).isLessThan(lastResponse);
    for (int flow = 0; flow < 2; flow++) {
      assertThat(lab.nics.ending(flow)).isEqualTo(Completion.DONE);
    }
    assertThat(left.stream().filter(frame -> frame.opcode == Opcode.ACKNOWLEDGE && frame.alone))
        .as("of the READ and of each packet behind it")
        .hasSize(21);
  }

  /** A request that is lost is asked for by its LSN, and the READ before it is not repeated. */
  @Test
  @Requirement({"LDCP-10", "LDCP-12"})
  void aLostRequestIsSentAgainWithoutTheReadBeforeIt() {
    RoceLab lab = lab(30, true);
    lab.nics.ask(Op.READ, 0, 1, 1, 200 * 1_024, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 10 * 1_024, 0);
    long second = (READ + 1_130) * 80L; // the second packet of the WRITE leaves
    lab.loop.at(second - 1_000, s -> lab.fabric.disturb(0, LinkFaults.loss(1L << 32)), 0);
    lab.loop.at(second + 1_000, s -> lab.fabric.disturb(0, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    List<Left> requests = requests();
    assertThat(requests.stream().filter(frame -> frame.opcode == Opcode.READ_REQUEST)).hasSize(1);
    assertThat(requests).hasSize(1 + 10 + 9);
    assertThat(requests.get(11).lsn).isEqualTo(16 + 1_024);
    assertThat(requests.get(11).psn).isEqualTo(201);
    assertThat(lab.nics.ending(1)).isEqualTo(Completion.DONE);
    assertThat(lab.delivered.get(1)).isEqualTo(10 * 1_024);
  }

  /**
   * A response that is lost has the READ repeated, and what is behind it, under LSNs of their own.
   */
  @Test
  @Requirement("LDCP-12")
  void aRepeatedReadHasAnLsnOfItsOwn() {
    RoceLab lab = lab(8, true);
    lab.nics.ask(Op.READ, 0, 1, 1, 4 * 1_024, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 2 * 1_024, 0);
    long second = READ * 80L + WAY + (ACK + 1_122) * 80L; // the second response leaves
    lab.loop.at(second - 20_000, s -> lab.fabric.disturb(2, LinkFaults.loss(1L << 32)), 0);
    lab.loop.at(second + 20_000, s -> lab.fabric.disturb(2, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    List<Left> requests = requests();
    long all = 16 + 2 * 1_024;
    assertThat(requests.stream().map(Left::lsn))
        .containsExactly(0L, 16L, 16L + 1_024, all, all + 16, all + 16 + 1_024);
    assertThat(requests.stream().map(Left::psn)).containsExactly(0L, 4L, 5L, 1L, 4L, 5L);
    assertThat(lab.delivered.get(0)).isEqualTo(4 * 1_024);
    assertThat(lab.delivered.get(1)).isEqualTo(2 * 1_024);
  }

  /**
   * The result of an ATOMIC is lost, and so are the responses to the READ behind it, of which four
   * fill their window. Asked for again, the result does not wait for responses that the requester
   * takes behind it alone.
   */
  @Test
  @Requirement({"LDCP-12", "LDCP-19", "RC-8"})
  void aResultThatIsAskedForAgainGoesBeforeResponsesBehindIt() {
    RoceLab lab = lab(4, true);
    lab.nics.ask(Op.ATOMIC, 0, 1, 1, 8, 0);
    lab.nics.ask(Op.READ, 0, 1, 1, 20 * 1_024, 0);
    lab.fabric.disturb(2, LinkFaults.loss(1L << 32));
    lab.loop.at(10 * RoceLab.US, s -> lab.fabric.disturb(2, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.ending(0)).isEqualTo(Completion.DONE);
    assertThat(lab.nics.ending(1)).isEqualTo(Completion.DONE);
    assertThat(lab.lastEndPs).isLessThan(2 * RoceParams.usual().timeoutPs());
    assertThat(lab.delivered.get(1)).isEqualTo(20 * 1_024);
  }

  /**
   * What nobody has sent, what is old, and what is inside a request: a peer that says so moves
   * nothing. Of the WRITE 1,500 B are in flight, in packets that end at 1,024 and 1,500.
   */
  @ParameterizedTest
  @CsvSource({
    "ACK, 1501, 0, false",
    "ACK, 1000, 1, false",
    "ACK, 1023, 1, false",
    "ACK, 2048, 0, false",
    "ACK, 4294967295, 0, false",
    "ACK, 2147483648, 0, false",
    "ACK, 0, 0, false",
    "NAK, 1000, 1, false",
    "NAK, 1501, 0, false",
    "NAK, 4294967295, 0, false",
    "ACK, 1024, 0, true",
    "ACK, 1500, 0, true",
    "NAK, 1024, 0, true",
    "NAK, 0, 0, true"
  })
  @Requirement({"LDCP-12", "RC-16"})
  void anAcknowledgmentCountsIfItIsOfAPacketInFlight(
      String kind, long lsn, int ignored, boolean moves) {
    RoceLab lab = lab(8, true);
    int[] dropped = new int[1];
    lab.ignored = () -> dropped[0]++;
    lab.fabric.disturb(0, LinkFaults.loss(1L << 32)); // what leaves gets nowhere
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_500, 0);
    String[] before = new String[1];
    String[] after = new String[1];
    lab.loop.at(
        RoceLab.US,
        s -> {
          RoceNic nic = lab.nics.nic(0);
          before[0] = lab.nics.describe();
          moved.clear();
          left.clear();
          deliver(lab, nic, kind.equals("NAK"), lsn);
          after[0] = lab.nics.describe();
          assertThat(nic.broken()).isNull();
        },
        0);
    lab.loop.run(2 * RoceLab.US, 100_000);
    assertThat(dropped[0]).isEqualTo(ignored);
    assertThat(after[0]).as("the connection hears of none").isEqualTo(before[0]);
    assertThat(moved.size() + requests().size() > 0).isEqualTo(moves);
  }

  /** Hands the requester an acknowledgment of LSNs alone. */
  private static void deliver(RoceLab lab, RoceNic nic, boolean nak, long lsn) {
    Packets packets = lab.fabric.packets();
    RoceNic peer = lab.nics.nic(1);
    Service service = new Service(26, true, false);
    QueuePair from = new QueuePair(0, 0, nic.nextQp() - 1, service);
    int syndrome =
        nak
            ? Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR)
            : Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int packet = peer.frames.acknowledgment(from, 7, syndrome, 0, LdcpHeader.SIZE);
    LdcpHeader.putAlone(
        packets.octets(), peer.frames.behind(packet, Opcode.ACKNOWLEDGE), lsn, false);
    nic.host.settle();
    nic.host.feed();
    nic.host.deliver(packet, lab.loop.nowPs());
    packets.release(packet);
  }
}
