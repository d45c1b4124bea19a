package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * LDCP at hosts over one switch. A way takes 800,000 ps, a byte 80; a packet of 1,024 B is a frame
 * of 1,114 B, the first of a WRITE 16 B more, an acknowledgment 94 B.
 */
class LdcpHostTest {
  private static final long WAY = 800_000;
  private static final long ONE = 4_096;
  private static final int WHOLE = 1_114;
  private static final int FIRST = WHOLE + 16;
  private static final int ACK = 94;

  /** A response has another LSN. */
  private static final int READ_WHOLE = WHOLE + 4;

  private static final long BASE_RTT = 2 * RoceLab.US;
  private static final PortRole MARKS_ALL = RedMarker.step(0);
  private static final PortRole MARKS_NONE = RedMarker.step(1 << 30);

  /** A frame as a host sent it. */
  private record Left(long atPs, int opcode, long psn, int ecn, int bytes, long lsn, boolean ece) {}

  /** What a window came to. */
  private record Moved(long packets, boolean ece, long cw, long inFlight) {}

  private final List<Left> left = new ArrayList<>();
  private final List<Moved> moved = new ArrayList<>();

  private static RoceParams params(LdcpSender.Params sender, LdcpAcks acks) {
    return RoceParams.usual()
        .with(1_024, 8_192)
        .counting(0, 1)
        .acknowledging(acks)
        .by(LdcpSender.windows(rate -> sender));
  }

  private static LdcpSender.Params sender(long iw, long gamma, boolean stable) {
    long rto = RoceParams.usual().timeoutPs();
    return new LdcpSender.Params(
        new PawaParams(ONE, ONE, ONE, gamma, 1_000 * ONE, true, BASE_RTT, BASE_RTT, TimerRtt.BASE),
        new FastStart.Params(iw, TailOf.MESSAGE, RoundEnd.IW_SENT, BASE_RTT, rto),
        stable);
  }

  private static LdcpAcks each() {
    return new LdcpAcks(true, new AckPolicy.Params(1, true), 0);
  }

  private RoceLab lab(LdcpSender.Params sender, LdcpAcks acks, PortRole role) {
    RoceLab lab =
        new RoceLab(
            Topologies.star(3, host -> RoceLab.HUNDRED, RoceLab.SWITCH),
            (of, port) -> {
              if (of.isHost(of.portFrom(port))) {
                return PortRules.unlimited(3);
              }
              PortRules.Queue queue = PortRules.Queue.of(PortRules.UNLIMITED, role);
              return new PortRules(PortRules.UNLIMITED, List.of(queue, queue, queue));
            },
            params(sender, acks),
            1);
    lab.nics.observe(
        new RoceObserver() {
          @Override
          public void windowMoved(
              long atPs,
              int host,
              int destination,
              long packets,
              boolean ece,
              long cw,
              long one,
              long inFlight) {
            moved.add(new Moved(packets, ece, cw, inFlight));
          }
        });
    lab.watch(this::note);
    return lab;
  }

  private void note(Packets packets, int packet, long atPs) {
    byte[] octets = packets.octets();
    int ip = packets.at(packet);
    int bth = ip + 28;
    int opcode = Bth.opcode(octets, bth);
    LdcpHeader own = LdcpHeader.read(octets, bth + Opcode.headerSize(opcode));
    left.add(
        new Left(
            atPs,
            opcode,
            Bth.psn(octets, bth),
            Ip.ecn(octets, ip),
            packets.frameBytes(packet),
            own.lsn(),
            own.ece()));
  }

  private List<Left> data() {
    return left.stream().filter(frame -> !Opcode.isResponse(frame.opcode)).toList();
  }

  private List<Left> answers() {
    return left.stream().filter(frame -> Opcode.isResponse(frame.opcode)).toList();
  }

  /** Of four packets at once the last is capable, and so is each that an acknowledgment frees. */
  @Test
  @Requirement({"LDCP-8", "LDCP-9", "LDCP-11", "LDCP-12"})
  void theInitialWindowLeavesAtOnceAndItsLastPacketIsCapable() {
    RoceLab lab = lab(sender(4, 256, false), each(), MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 10 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    int no = Ecn.NOT_ECT;
    int yes = Ecn.ECT_0;
    assertThat(data().stream().map(Left::ecn))
        .containsExactly(no, no, no, yes, yes, yes, yes, yes, yes, yes);
    assertThat(data().get(3).atPs).isEqualTo((FIRST + 2 * WHOLE) * 80L);
    assertThat(data().get(4).atPs).as("a round trip").isEqualTo(rtt(FIRST));
    assertThat(data()).allMatch(frame -> frame.lsn == 1_024 * frame.psn && !frame.ece);
    assertThat(data().get(0).bytes).isEqualTo(FIRST);
    assertThat(data().get(1).bytes).isEqualTo(WHOLE);
  }

  private static long rtt(int bytes) {
    return bytes * 80L + WAY + ACK * 80 + WAY;
  }

  /** A shorter message ends with a capable packet, and another one goes on in fast start. */
  @Test
  @Requirement({"LDCP-9", "LDCP-11"})
  void theLastPacketOfAMessageIsCapable() {
    RoceLab lab = lab(sender(6, 256, false), each(), MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 3 * 1_024, 0);
    lab.nics.ask(Op.SEND, 0, 1, 1, 4 * 1_024, 10 * RoceLab.US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(data().stream().map(Left::ecn)).containsExactly(0, 0, 2, 0, 0, 2, 2);
  }

  /**
   * The third packet ends a message, and the sixth fast start: both are marked, and fast start
   * leaves the whole initial window all the same. The seventh, of the stable stage, takes beta.
   */
  @Test
  @Requirement("LDCP-20")
  void anEchoInFastStartLeavesTheInitialWindow() {
    RoceLab lab = lab(sender(6, 256, false), each(), MARKS_ALL);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 3 * 1_024, 0);
    lab.nics.ask(Op.SEND, 0, 1, 1, 4 * 1_024, 10 * RoceLab.US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved.stream().map(Moved::ece))
        .containsExactly(false, false, true, false, false, true, true);
    assertThat(moved.stream().map(Moved::cw))
        .containsExactly(6 * ONE, 6 * ONE, 6 * ONE, 6 * ONE, 6 * ONE, 6 * ONE, 5 * ONE);
  }

  /** Each packet has an acknowledgment, which says whether that packet was marked. */
  @Test
  @Requirement({"LDCP-2", "LDCP-16", "LDCP-19"})
  void eachAcknowledgmentEchoesTheMarkOfItsPacket() {
    RoceLab lab = lab(sender(4, 256, false), each(), MARKS_ALL);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 6 * 1_024, 0);
    lab.nics.ask(Op.ATOMIC, 0, 1, 1, 8, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(answers().stream().map(Left::ece))
        .containsExactly(false, false, false, true, true, true, true);
    assertThat(answers().stream().map(Left::lsn))
        .containsExactly(1_024L, 2_048L, 3_072L, 4_096L, 5_120L, 6_144L, 6_160L);
    assertThat(answers()).allMatch(frame -> frame.ecn == Ecn.ECT_0);
    assertThat(answers().get(0).bytes).isEqualTo(ACK);
    assertThat(answers().get(6).opcode).isEqualTo(Opcode.ATOMIC_ACKNOWLEDGE);
  }

  /** All of IW is acknowledged: the window is IW, and moves with what comes from then on. */
  @Test
  @Requirement({"LDCP-4", "LDCP-10"})
  void theStableStageBeginsWithTheInitialWindow() {
    RoceLab lab = lab(sender(4, 256, false), each(), MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 10 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved.get(3))
        .as("the fourth ends fast start")
        .isEqualTo(new Moved(1, false, 4 * ONE, 3));
    assertThat(moved.get(4).cw).isEqualTo(4 * ONE + ONE / 4);
    assertThat(moved.get(5).cw).isEqualTo(17_408 + 963); // 4,096 x 4,096 / 17,408 = 963.7
  }

  /** The third packet is lost: the window is the two that came, and the rest is sent again. */
  @Test
  @Requirement({"LDCP-10", "LDCP-11"})
  void aLossInFastStartLeavesWhatWasAcknowledged() {
    RoceLab lab = lab(sender(8, 256, false), each(), MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 12 * 1_024, 0);
    lab.loop.at(
        (FIRST + WHOLE) * 80L - 1_000, s -> lab.fabric.disturb(0, LinkFaults.loss(1L << 32)), 0);
    lab.loop.at((FIRST + WHOLE) * 80L + 1_000, s -> lab.fabric.disturb(0, LinkFaults.loss(0)), 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(data().subList(8, 10).stream().map(Left::psn))
        .as("freed by the first two")
        .containsExactly(8L, 9L);
    List<Left> again = data().subList(10, data().size());
    assertThat(again.get(0).psn).isEqualTo(2);
    assertThat(again).hasSize(10).allMatch(frame -> frame.ecn == Ecn.ECT_0);
    assertThat(again.get(2).atPs - again.get(0).atPs).as("two in flight").isGreaterThan(RoceLab.US);
    assertThat(moved.get(2)).isEqualTo(new Moved(1, false, 2 * ONE + ONE / 2, 1));
  }

  /** Nothing is heard of a message of one packet: a window of one packet, and it goes again. */
  @Test
  @Requirement({"LDCP-9", "LDCP-10", "FIND-10"})
  void aLostTailIsNoticedByTheTimer() {
    RoceLab lab = lab(sender(8, 256, false), each(), MARKS_NONE);
    lab.fabric.disturb(0, LinkFaults.loss(1L << 32));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024, 0);
    lab.loop.at(RoceLab.US, s -> lab.fabric.disturb(0, LinkFaults.loss(0)), 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024, 5_000 * RoceLab.US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(data().get(1).atPs).isEqualTo(RoceParams.usual().timeoutPs());
    assertThat(moved.get(0)).isEqualTo(new Moved(1, false, 2 * ONE, 0));
    assertThat(moved).hasSize(2);
  }

  /** Each packet is marked: from a quarter of a packet on, one leaves each four base RTTs. */
  @Test
  @Requirement({"LDCP-6", "LDCP-7"})
  void belowOnePacketATimerClocksThem() {
    RoceLab lab = lab(sender(2, ONE / 4, true), each(), MARKS_ALL);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 8 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved.stream().map(Moved::cw))
        .containsExactly(ONE, ONE / 4, ONE / 4, ONE / 4, ONE / 4, ONE / 4, ONE / 4, ONE / 4);
    List<Left> data = data();
    for (int i = 3; i < data.size(); i++) {
      assertThat(data.get(i).atPs - data.get(i - 1).atPs).isEqualTo(4 * BASE_RTT);
    }
  }

  /** A receiver that is busy for a microsecond acknowledges up to four, and a mark at once. */
  @Test
  @Requirement({"LDCP-3", "LDCP-5", "LDCP-19"})
  void aBusyReceiverAcknowledgesSeveral() {
    LdcpAcks four = new LdcpAcks(true, new AckPolicy.Params(4, true), RoceLab.US);
    RoceLab lab = lab(sender(12, 256, true), four, MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 12 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved.stream().map(Moved::packets)).containsExactly(1L, 4L, 4L, 3L);
    long exact = moved.get(0).cw + 4 * ONE * ONE / moved.get(0).cw; // and what was left over
    assertThat(moved.get(1).cw).as("four times alpha / cw").isBetween(exact, exact + 1);

    PortRole tenth =
        (queue, free, bytes, ecn, draw) ->
            bytes == WHOLE && count++ == 2 ? PortVerdict.MARK : PortVerdict.PASS;
    moved.clear();
    RoceLab marked = lab(sender(12, 256, true), four, tenth);
    marked.nics.ask(Op.WRITE, 0, 1, 1, 12 * 1_024, 0);
    assertThat(marked.runToRest()).isTrue();
    assertThat(moved.subList(0, 3).stream().map(Moved::packets)).containsExactly(1L, 2L, 1L);
    assertThat(moved.subList(0, 3).stream().map(Moved::ece)).containsExactly(false, false, true);
  }

  private int count;

  /** An acknowledgment that comes twice echoes one mark, be it of a request or of a response. */
  @ParameterizedTest
  @EnumSource(names = {"WRITE", "READ"})
  @Requirement({"LDCP-2", "LDCP-4", "LDCP-12"})
  void aCopyOfAnAcknowledgmentEchoesNoMarkOnceMore(Op op) {
    PortRole third =
        (queue, free, bytes, ecn, draw) ->
            bytes > ACK + 100 && count++ == 2 ? PortVerdict.MARK : PortVerdict.PASS;
    RoceLab lab = lab(sender(12, 256, true), each(), third);
    int answers = op == Op.WRITE ? 2 : 0; // from the host that takes the data
    lab.fabric.disturb(answers, new LinkFaults(0, 0, LinkFaults.CERTAIN, 0, 0));
    lab.nics.ask(op, 0, 1, 1, 6 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved.stream().filter(Moved::ece).mapToLong(Moved::packets).sum()).isEqualTo(1);
  }

  /** What is not selected has no window, no header, and no part in it. */
  @Test
  @Requirement("LDCP-8")
  void aFlowThatIsNotSelectedGoesOn() {
    RoceLab lab = lab(sender(1, 256, true), each(), MARKS_ALL);
    lab.nics.ask(Verb.WRITE, new Service(26, false, false), 0, 1, 1, 4 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(moved).isEmpty();
    assertThat(data().stream().map(Left::bytes)).containsExactly(1_122, 1_106, 1_106, 1_106);
    assertThat(data().stream().map(Left::ecn)).containsOnly(Ecn.NOT_ECT);
  }

  @Test
  @Requirement("LDCP-12")
  void responsesToReadsAreUnderTheWindowOfTheirSender() {
    RoceLab lab = lab(sender(4, 256, false), each(), MARKS_NONE);
    lab.nics.ask(Op.READ, 0, 1, 1, 10 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.nics.ending(0)).isEqualTo(Completion.DONE);
    assertThat(ofOpcode(Opcode.READ_REQUEST)).singleElement().extracting(Left::ecn).isEqualTo(2);
    List<Left> responses = responses();
    int no = Ecn.NOT_ECT;
    int yes = Ecn.ECT_0;
    assertThat(responses.stream().map(Left::ecn))
        .containsExactly(no, no, no, yes, yes, yes, yes, yes, yes, yes);
    assertThat(responses).allMatch(frame -> frame.lsn == 1_024 * frame.psn && !frame.ece);
    assertThat(responses.get(0).bytes).as("its AETH").isEqualTo(READ_WHOLE + 4);
    assertThat(responses.get(1).bytes).isEqualTo(READ_WHOLE);
    assertThat(responses.get(4).atPs - responses.get(0).atPs)
        .as("the fifth waits for the acknowledgment of the first")
        .isEqualTo(rtt(READ_WHOLE + 4));
    assertThat(ofOpcode(Opcode.ACKNOWLEDGE).stream().map(Left::lsn))
        .as("the READ is acknowledged, and each response")
        .containsExactly(
            16L, 1_024L, 2_048L, 3_072L, 4_096L, 5_120L, 6_144L, 7_168L, 8_192L, 9_216L, 10_240L);
    assertThat(moved.stream().filter(each -> each.inFlight == 0)).as("at both ends").hasSize(2);
  }

  /** The echo of a response's mark moves the window of its sender, not that of who has asked. */
  @Test
  @Requirement({"LDCP-2", "LDCP-4", "LDCP-12", "LDCP-16"})
  void marksOfResponsesComeBackToTheirSender() {
    RoceLab lab = lab(sender(2, 256, true), each(), MARKS_ALL);
    lab.nics.ask(Op.READ, 0, 1, 1, 3 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(ofOpcode(Opcode.ACKNOWLEDGE)).hasSize(4).allMatch(Left::ece);
    assertThat(responses()).as("the READ has an acknowledgment of its own").noneMatch(Left::ece);
    assertThat(moved.stream().filter(Moved::ece).map(Moved::cw))
        .as("three responses, and the READ")
        .containsExactlyInAnyOrder(ONE, 256L, 256L, ONE);
  }

  /**
   * The sixth response waits for its acknowledgment as another READ leaves, which names the one
   * behind it: nothing else acknowledges the sixth any more.
   */
  @Test
  @Requirement({"LDCP-3", "LDCP-12", "LDCP-19"})
  void whatWaitsIsAcknowledgedByAReadThatLeaves() {
    LdcpAcks four = new LdcpAcks(true, new AckPolicy.Params(4, true), RoceLab.US);
    RoceLab lab = lab(sender(12, 256, true), four, MARKS_NONE);
    lab.nics.ask(Op.READ, 0, 1, 1, 6 * 1_024, 0);
    lab.nics.ask(Op.READ, 0, 1, 1, 1_024, 2_500_000);
    assertThat(lab.runToRest()).isTrue();
    assertThat(ofOpcode(Opcode.READ_REQUEST).stream().map(Left::atPs))
        .containsExactly(0L, 2_500_000L);
    assertThat(ofOpcode(Opcode.ACKNOWLEDGE).stream().map(Left::lsn))
        .as("the READ, one response, four, the second READ, and its response")
        .containsExactly(16L, 1_024L, 5 * 1_024L, 32L, 7 * 1_024L);
    assertThat(moved.stream().map(Moved::packets))
        .as("the READ and one response, four, one by the READ, the READ itself, its response")
        .containsExactly(1L, 1L, 4L, 1L, 1L, 1L);
  }

  /**
   * Below one packet responses leave by the timer of their sender, and by the RTT that it measures.
   */
  @Test
  @Requirement({"LDCP-7", "LDCP-12"})
  void responsesBelowOnePacketLeaveByTheRoundTripThatTheyMeasure() {
    long base = RoceLab.US;
    PawaParams window =
        new PawaParams(ONE, ONE, ONE, 1_024, 9 * ONE, true, base, 8 * base, TimerRtt.MEASURED);
    FastStart.Params first =
        new FastStart.Params(1, TailOf.MESSAGE, RoundEnd.IW_SENT, base, 100 * RoceLab.US);
    RoceLab lab = lab(new LdcpSender.Params(window, first, true), each(), MARKS_ALL);
    lab.nics.ask(Op.READ, 0, 1, 1, 6 * 1_024, 0);
    assertThat(lab.runToRest()).isTrue();
    List<Left> responses = responses();
    for (int i = 1; i < responses.size(); i++) {
      assertThat(responses.get(i).atPs - responses.get(i - 1).atPs)
          .as("a quarter of a packet a round trip")
          .isEqualTo(4 * rtt(responses.get(i - 1).bytes));
    }
    assertThat(responses).hasSize(6);
  }

  /** Whatever a queue pair asks for, it counts in one space: data, and the headers of others. */
  @Test
  @Requirement({"LDCP-12", "LDCP-19"})
  void allRequestsShareOneSpaceAndResponsesHaveAnother() {
    RoceLab lab = lab(sender(20, 256, true), each(), MARKS_NONE);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_500, 0);
    lab.nics.ask(Op.READ, 0, 1, 1, 2_000, 0);
    lab.nics.ask(Op.ATOMIC, 0, 1, 1, 8, 0);
    lab.nics.ask(Op.READ, 0, 1, 1, 100, 0);
    lab.nics.ask(Op.SEND, 0, 1, 1, 10, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(data().stream().map(Left::lsn))
        .containsExactly(0L, 1_024L, 1_500L, 1_516L, 1_532L, 1_548L);
    assertThat(responses().stream().map(Left::lsn)).containsExactly(0L, 1_024L, 2_000L);
    for (int flow = 0; flow < 5; flow++) {
      assertThat(lab.nics.ending(flow)).isEqualTo(Completion.DONE);
    }
  }

  private List<Left> ofOpcode(int opcode) {
    return left.stream().filter(frame -> frame.opcode == opcode).toList();
  }

  private List<Left> responses() {
    return left.stream()
        .filter(
            frame ->
                frame.opcode >= Opcode.READ_RESPONSE_FIRST
                    && frame.opcode <= Opcode.READ_RESPONSE_ONLY)
        .toList();
  }
}
