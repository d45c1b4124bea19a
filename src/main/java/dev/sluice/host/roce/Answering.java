package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.host.Sender;
import dev.sluice.host.roce.connection.AskedReads;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.Responses;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.host.roce.hpcc.HpccDataReceiver;
import dev.sluice.host.roce.hpcc.HpccResponses;
import dev.sluice.host.roce.hpcc.HpccSending;
import dev.sluice.host.roce.ldcp.LdcpArrivals;
import dev.sluice.host.roce.ldcp.LdcpResponses;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.PsnRing;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.AtomicAckEth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Syndrome;
import java.util.ArrayDeque;

/**
 * What leaves a queue pair that answers: acknowledgments and results in the order of the requests,
 * and responses to READs between them, under a window where there is one.
 */
final class Answering extends Sender {
  private final RespondingQp end;
  private final RoceNic nic;
  private final QueuePair qp;
  private final boolean isLdcp;

  /** Where HPCC++ is spoken, what it brings back; otherwise null. */
  private final HpccDataReceiver hpcc;

  /** Where windows are over responses to READs, those, of LDCP or of HPCC++; otherwise null. */
  final LdcpResponses responses;

  final HpccResponses hpccResponses;

  private final Responses windowed;

  /** Where LDCP is spoken, before which LSN of requests all is acknowledged. */
  private long acknowledgedUpTo = LdcpArrivals.FIRST;

  /** Answers that wait for their turn, in order. */
  private final ArrayDeque<Answer> answers = new ArrayDeque<>();

  /** When the response in the making leaves, which may lie behind. */
  private long leavesPs;

  /**
   * Those of a queue pair that has nothing to answer yet.
   *
   * @param role the algorithm for what it sends
   * @param isLdcp whether LDCP is spoken
   * @param hpcc where HPCC++ is spoken, what it brings back; otherwise null
   */
  Answering(RespondingQp end, SenderRole role, boolean isLdcp, HpccDataReceiver hpcc) {
    super(end.nic.host);
    this.end = end;
    nic = end.nic;
    qp = end.qp;
    this.isLdcp = isLdcp;
    this.hpcc = hpcc;
    responses =
        isLdcp && role instanceof LdcpSender moves
            ? new LdcpResponses(nic.ldcp, qp, moves, this::mayAnswer)
            : null;
    hpccResponses =
        hpcc != null && role instanceof HpccSending sending
            ? new HpccResponses(nic.hpcc, qp, nic.params.mtu(), sending, this::mayAnswer)
            : null;
    windowed = responses == null ? hpccResponses : responses;
    role(windowed == null ? role : windowed);
  }

  /** Whether nothing waits, but for responses under a window. */
  boolean isAtRest() {
    return answers.isEmpty();
  }

  // ---------------------------------------------------------------- its turns at the link

  /** Whether the first answer that waits need wait no longer for responses to READs. */
  private boolean mayAnswer() {
    return !answers.isEmpty() && isDue(answers.peek());
  }

  private boolean isDue(Answer answer) {
    return windowed == null || answer.behind <= windowed.place();
  }

  @Override
  protected boolean maySend() {
    return windowed == null
        ? !answers.isEmpty() && fits(bytes(answers.peek()))
        : mayAnswer() || windowed.maySend();
  }

  @Override
  protected int dscp(boolean droppable) {
    return qp.service().dscp();
  }

  @Override
  protected int send(long atPs, boolean droppable) {
    leavesPs = atPs;
    if (windowed != null && !mayAnswer()) {
      AskedReads.Response response = windowed.next();
      int made = responses == null ? stamped(response) : numbered(response);
      nic.leaves(this, atPs, response.bytes(), made);
      goesOn(maySend());
      return made;
    }
    Answer answer = answers.peek();
    int bytes = bytes(answer);
    int frame = frame(answer);
    if (answer.left == 0) {
      answers.remove();
    }
    if (answer.kind == ResponseKind.DATA) {
      nic.leaves(this, atPs, bytes, frame);
    } // an acknowledgment that waited in its turn is no part of the rate
    goesOn(maySend());
    return frame;
  }

  @Override
  public long inflight() {
    return 0;
  }

  // ---------------------------------------------------------------- what is to leave

  /** An acknowledgment leaves of all LSNs before one alone, before whatever waits. */
  void acknowledges(boolean nak, long upTo, boolean ece) {
    nic.ldcp.acknowledge(qp, end.epsn(), nak, upTo, ece);
  }

  /** What LDCP has acknowledge all before an LSN. */
  void acknowledges(ResponseKind kind, long psn, long msn, long value, long upTo, boolean ece) {
    acknowledgedUpTo = upTo;
    if (kind == null) {
      acknowledges(false, upTo, ece);
    } else {
      leaves(kind, psn, msn, value, ece);
    }
  }

  /** An answer is given to the request in hand, see {@link Answer}. */
  void leaves(ResponseKind kind, long psn, long msn, long value, boolean ece) {
    Answer answer = new Answer(kind, psn, msn, value, ece);
    if (hpcc != null) {
      answer.brings = hpcc.taken();
    }
    leaves(answer);
  }

  /**
   * Behind all that waits, but for a result that is asked for again; at once, where nothing does
   * and it carries nothing. In LDCP what has to wait is acknowledged at once by its LSN, and one
   * acknowledgment that waits stands for all.
   */
  @Requirement({"LDCP-2", "LDCP-12"})
  void leaves(Answer answer) {
    answer.behind = behind(answer);
    if (answers.isEmpty() && answer.kind != ResponseKind.DATA && isDue(answer)) {
      nic.host.send(frame(answer));
      return;
    }
    if (isLdcp) {
      acknowledges(false, acknowledgedUpTo, answer.ece);
      answer.ece = false;
      if (answer.standsFor(answers.peekLast())) {
        answers.removeLast();
      }
    }
    answer.join(answers);
    wake();
  }

  /**
   * Which responses to READs it comes behind: all that were asked for by now. An ATOMIC's result
   * that is asked for again comes before those of READs behind it: nobody takes them without it,
   * and if they fill their window, none leaves.
   */
  @Requirement({"RC-8", "LDCP-19", "HPCC-23"})
  private long behind(Answer answer) {
    if (windowed == null) {
      return 0;
    }
    boolean isAgain = end.isRepeated() && answer.kind == ResponseKind.ATOMIC;
    return isAgain ? windowed.reads().bytesBefore(answer.psn) : windowed.reads().bytes();
  }

  private int bytes(Answer answer) {
    return (int) Math.min(answer.left, nic.params.mtu());
  }

  /** The next frame of an answer, which then is shorter by it. */
  @Requirement({"RC-5", "RC-9", "LDCP-8", "LDCP-19"})
  private int frame(Answer answer) {
    int bytes = bytes(answer);
    boolean last = answer.left == bytes;
    int opcode = opcode(answer, last);
    boolean isData = answer.kind == ResponseKind.DATA;
    int ecn = isData || isLdcp ? nic.codepoint(this, qp) : Ecn.NOT_ECT;
    int beside = isLdcp ? LdcpHeader.SIZE : 0;
    beside += hpcc == null ? 0 : answer.brings.size();
    int frame = nic.frames.begin(qp, ecn, opcode, answer.psn, false, false, beside, bytes);
    byte[] octets = nic.packets.octets();
    int at = nic.frames.extended(frame);
    if (Opcode.hasAeth(opcode)) {
      at = Aeth.put(octets, at, syndrome(answer.kind), (int) answer.msn);
    }
    if (Opcode.hasAtomicAckEth(opcode)) {
      new AtomicAckEth(answer.value).put(octets, at);
    }
    if (isLdcp) {
      LdcpHeader.put(octets, nic.frames.behind(frame, opcode), acknowledgedUpTo, answer.ece);
    }
    if (hpcc != null) {
      answer.brings.put(octets, nic.frames.behind(frame, opcode));
    }
    if (isData) {
      nic.packets.payload(frame, answer.region, answer.place, bytes);
      answer.psn = PsnRing.OF_WIRE.plus(answer.psn, 1);
      answer.place += bytes;
      answer.number++;
      answer.left -= bytes;
      answer.first = false;
      if (nic.observer != null) {
        nic.observer.packetSent(
            leavesPs, nic.number, answer.region, answer.number, bytes, answer.again);
      }
    }
    return frame;
  }

  /** The frame of a response under a window of LDCP. */
  @Requirement({"LDCP-8", "LDCP-12", "LDCP-19"})
  private int numbered(AskedReads.Response response) {
    int ecn = responses.transmit(leavesPs, response);
    int frame = frame(response, ecn, false, LdcpHeader.READ_SIZE);
    int behind = nic.frames.behind(frame, opcode(response.first(), response.last()));
    responses.put(nic.packets.octets(), behind, acknowledgedUpTo);
    return frame;
  }

  /** The same of HPCC++, with the header for what switches write. */
  @Requirement({"HPCC-7", "HPCC-9"})
  private int stamped(AskedReads.Response response) {
    return frame(response, qp.service().ecn(), hpccResponses.transmit(leavesPs), 0);
  }

  private int frame(AskedReads.Response response, int ecn, boolean isStamped, int beside) {
    int opcode = opcode(response.first(), response.last());
    int frame =
        nic.frames.begin(
            qp, ecn, opcode, response.psn(), false, isStamped, beside, response.bytes());
    if (Opcode.hasAeth(opcode)) {
      int at = nic.frames.extended(frame);
      Aeth.put(nic.packets.octets(), at, syndrome(ResponseKind.DATA), (int) response.msn());
    }
    nic.packets.payload(frame, response.region(), response.place(), response.bytes());
    if (nic.observer != null) {
      nic.observer.packetSent(
          leavesPs,
          nic.number,
          response.region(),
          response.number() + 1,
          response.bytes(),
          response.again());
    }
    return frame;
  }

  private static int opcode(boolean first, boolean last) {
    if (first) {
      return last ? Opcode.READ_RESPONSE_ONLY : Opcode.READ_RESPONSE_FIRST;
    }
    return last ? Opcode.READ_RESPONSE_LAST : Opcode.READ_RESPONSE_MIDDLE;
  }

  private static int opcode(Answer answer, boolean last) {
    return switch (answer.kind) {
      case DATA -> opcode(answer.first, last);
      case ATOMIC -> Opcode.ATOMIC_ACKNOWLEDGE;
      default -> Opcode.ACKNOWLEDGE;
    };
  }

  private int syndrome(ResponseKind kind) {
    return switch (kind) {
      case RNR -> Syndrome.of(Syndrome.RNR_NAK, nic.params.rnrTimer());
      case NAK -> Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR);
      case REFUSED -> Syndrome.of(Syndrome.NAK, Syndrome.REMOTE_ACCESS_ERROR);
      default -> Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    };
  }

  /** Octets of an acknowledgment's IP packet. */
  static int acknowledgmentBytes() {
    return RoceFrames.headerBytes(false, Opcode.ACKNOWLEDGE);
  }

  /** What does not fit together in its window; {@code null} if all does. */
  String broken() {
    return windowed == null ? null : windowed.broken();
  }

  @Override
  public String toString() {
    return answers.size() + " due";
  }
}
