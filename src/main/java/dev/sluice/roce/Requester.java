package dev.sluice.roce;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PACKET;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a reliable connection that asks: which packet leaves next, what each response tells,
 * and when it has tried often enough.
 *
 * <p>Mirrors the requester's variables of {@code spec/roce/RcTransport.tla}, and its actions of the
 * same names. Requests and packets are numbers from 0, in the order in which they were posted; a
 * packet of a request, or of the response to a READ, has one. An action answers null, or why it is
 * refused, and has changed nothing then.
 */
public final class Requester {
  /** Whether it goes on. */
  public enum State {
    READY,
    /** It has given up, or was refused. */
    ERROR
  }

  /** The next packet leaves. */
  public static final Action TRANSMIT =
      Action.of("Transmit", By.MUST).telling("op", "psn", "span", "first", "last", "ack");

  /** A response comes; the user hears what has become of requests, one after the other. */
  public static final Action RECEIVE_RESPONSE =
      Action.of("ReceiveResponse", By.MESSAGE).telling("kind", "psn", "msn", "told");

  /** Nothing was acknowledged for too long; the user may hear that all is over. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME).telling("told");

  /** The time that an RNR NAK asked for is over. */
  public static final Action RNR_TIMER = Action.of("RnrTimer", By.TIME);

  /** The variables and actions of the specification that are the requester's. */
  public static final Face<Requester> FACE =
      Face.of(Requester.class)
          .heldBy(Party.SENDER)
          .word("state", State.values(), "whether it goes on", r -> r.state, (r, v) -> r.state = v)
          .number("next", PACKET, "the next to send", r -> r.next, (r, v) -> r.next = v)
          .number(
              "sent", PACKET, "before it, sent at least once", r -> r.sent, (r, v) -> r.sent = v)
          .number("acked", PACKET, "before it, acknowledged", r -> r.acked, (r, v) -> r.acked = v)
          .number(
              "tries",
              NONE,
              "retries since something was acknowledged",
              r -> r.tries,
              (r, v) -> r.tries = (int) v)
          .number("rnrs", NONE, "RNR NAKs since then", r -> r.rnrs, (r, v) -> r.rnrs = (int) v)
          .truth("waits", "it waits for the RNR timer", r -> r.waits, (r, v) -> r.waits = v)
          .truth(
              "askedAgain",
              "it has gone back for the missing response",
              r -> r.askedAgain,
              (r, v) -> r.askedAgain = v)
          .keeps("out", NONE, "READs and ATOMICs out", r -> r.out, (r, v) -> r.out = (int) v)
          .keeps("ofAcked", NONE, "the request of acked", r -> r.ofAcked, (r, v) -> r.ofAcked = v)
          .keeps("ofNext", NONE, "the request of next", r -> r.ofNext, (r, v) -> r.ofNext = v)
          .keeps(
              "ofUnanswered",
              NONE,
              "before it, no request that is not complete is a READ or an ATOMIC",
              r -> r.ofUnanswered,
              (r, v) -> r.ofUnanswered = v)
          .actions(TRANSMIT, RECEIVE_RESPONSE, TIMEOUT, RNR_TIMER)
          .build();

  /** In place of the messages completed, of a response that does not say how many. */
  public static final long NO_MSN = -1;

  private static final long NONE_MISSING = Long.MAX_VALUE;

  private final RequesterParams params;
  private final PsnRing psns;

  private State state = State.READY;
  private long next;
  private long sent;
  private long acked;
  private int tries;
  private int rnrs;
  private boolean waits;
  private boolean askedAgain;

  private final Requests requests;
  private int out;
  private long ofAcked;
  private long ofNext;
  private long ofUnanswered;

  private Listener<Requester> listener;

  /** What the connection's owner does for it. */
  public interface Sink {
    /** A packet leaves. */
    void send(long number, RequestPacket packet);

    /** What the response in hand brings is the answer to this packet. */
    void returned(long number);

    /** The user hears what became of a request. */
    void told(long request, Completion told);
  }

  /** A requester with nothing to do. */
  public Requester(RequesterParams params) {
    this(params, new Requests());
  }

  private Requester(RequesterParams params, Requests requests) {
    this.params = params;
    this.requests = requests;
    psns = new PsnRing(params.modulus(), params.firstPsn());
  }

  /** A copy with everything in it. */
  public Requester copy() {
    return FACE.copy(this, new Requester(params, requests.copy()));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Requester> to) {
    listener = to;
  }

  /** How it is configured. */
  public RequesterParams params() {
    return params;
  }

  /** How many requests have been posted. */
  public long posted() {
    return requests.count();
  }

  /** What a request asks for that is not complete. */
  public Op op(long request) {
    return requests.op(request);
  }

  /** How many packets it has, or the response to it. */
  public long packets(long request) {
    return requests.end(request) - requests.begin(request);
  }

  /** Whether it goes on. */
  public State state() {
    return state;
  }

  /** The next packet to send. */
  public long next() {
    return next;
  }

  /** All packets before it have been sent at least once. */
  public long sent() {
    return sent;
  }

  /** All packets before it are acknowledged. */
  public long acked() {
    return acked;
  }

  /** Retries since something was acknowledged. */
  public int tries() {
    return tries;
  }

  /** Whether it waits for the RNR timer. */
  public boolean waits() {
    return waits;
  }

  /** The packet that a PSN stands for; one that was never sent, of a PSN that is old. */
  @Requirement("RC-2")
  public long number(long psn) {
    return acked + psns.ahead(psn, psns.of(acked));
  }

  /** Whether a response of this kind, with the PSN of this packet, brings what is missing first. */
  @Requirement("RC-7")
  public boolean brings(ResponseKind kind, long number) {
    return state == State.READY
        && number < sent
        && number == unanswered()
        && kind == answer(requests.op(ofUnanswered));
  }

  /** Whether something was sent and is not acknowledged: its timer runs. */
  public boolean isOutstanding() {
    return state == State.READY && acked < sent;
  }

  /**
   * Puts a request behind all others.
   *
   * @param packets of it, or of the response to a READ, from 1; an ATOMIC has one
   * @return its number; null if the connection has failed
   * @throws IllegalArgumentException if it cannot have so many packets, or would not fit into the
   *     window, where it must be outstanding as a whole
   */
  @Requirement("RC-1")
  public Long post(Op op, long packets) {
    if (packets < 1 || op == Op.ATOMIC && packets > 1) {
      throw new IllegalArgumentException(op + " of " + packets + " packets");
    }
    if (op == Op.READ && packets > params.window()) {
      throw new IllegalArgumentException(
          "READ of " + packets + " packets, with a window of " + params.window());
    }
    return state == State.ERROR ? null : requests.add(op, packets);
  }

  /** Whether there is a packet that may leave, as far as this connection is concerned. */
  public boolean mayTransmit() {
    return held() == null;
  }

  /** Why the next packet stays, null if it may leave. */
  @Requirement({"RC-2", "RC-10"})
  private String held() {
    if (state == State.ERROR) {
      return "the connection has failed";
    } else if (waits) {
      return "it waits for the RNR timer";
    } else if (next == requests.end()) {
      return "nothing is left to send";
    } else if (next + span(next) > acked + params.window()) {
      return "the window is full";
    }
    return requests.op(ofNext).isAnswered() && out >= params.depth()
        ? out + " READs and ATOMICs are out"
        : null;
  }

  /** How many PSNs the next packet takes: of a READ as many as are left of it. */
  @Requirement({"RC-1", "RC-9"})
  private long span(long number) {
    return requests.op(ofNext) == Op.READ ? requests.end(ofNext) - number : 1;
  }

  /** The next packet leaves. */
  @Requirement({"RC-1", "RC-2", "RC-4", "RC-9", "RC-10"})
  public String transmit(Sink sink) {
    String held = held();
    if (held != null) {
      return held;
    }
    long number = next;
    long request = ofNext;
    Op op = requests.op(request);
    long begin = requests.begin(request);
    long end = requests.end(request);
    long span = span(number);
    boolean last = number + span == end;
    boolean ack = asksForAck(number, begin, end);
    next = number + span;
    sent = Math.max(sent, next);
    out += op.isAnswered() ? 1 : 0;
    ofNext += next == end ? 1 : 0;
    boolean first = number == begin;
    long psn = psns.of(number);
    if (listener != null) {
      listener.took(this, TRANSMIT, op.name(), psn, span, first, last, ack);
    }
    sink.send(number, new RequestPacket(op, psn, span, first, last, ack));
    return null;
  }

  /** The last packet of a message, one behind which the window is full, and each few of them. */
  @Requirement("RC-4")
  private boolean asksForAck(long number, long begin, long end) {
    return number + 1 == end
        || number + 1 == acked + params.window()
        || params.ackEvery() > 0 && (number + 1 - begin) % params.ackEvery() == 0;
  }

  /**
   * A response comes. One that answers nothing that is out is old, and changes nothing.
   *
   * @param psn as it stands in the response
   * @param msn the messages completed, which nothing here rests on; {@link #NO_MSN} where the
   *     response does not say
   */
  @Requirement({"RC-4", "RC-7", "RC-9", "RC-11", "RC-13", "RC-16"})
  public String receiveResponse(ResponseKind kind, long psn, long msn, Sink sink) {
    long number = number(psn);
    long missing = unanswered();
    boolean brings = brings(kind, number);
    boolean isData = kind == ResponseKind.DATA || kind == ResponseKind.ATOMIC;
    boolean isNews =
        state == State.READY && number < sent && (!isData || number > missing || brings);
    if (!isNews) {
      if (listener != null) {
        listener.took(this, RECEIVE_RESPONSE, kind.name(), psn, msn, List.of());
      }
      return null;
    }
    long upTo = kind == ResponseKind.ACK ? number + 1 : number;
    boolean tellsOfLoss = !brings && upTo > missing;
    long first = brings ? number + 1 : Math.min(upTo, missing);
    long before = ofAcked;
    takeNews(kind, first, tellsOfLoss);
    if (listener != null) {
      listener.took(this, RECEIVE_RESPONSE, kind.name(), psn, msn, told(before));
    }
    if (brings) {
      sink.returned(number);
    }
    tellUser(before, sink);
    return null;
  }

  private static ResponseKind answer(Op op) {
    return op == Op.READ ? ResponseKind.DATA : ResponseKind.ATOMIC;
  }

  /**
   * What is before the first packet is acknowledged; it goes back there, waits or fails as the
   * response has it.
   */
  private void takeNews(ResponseKind kind, long first, boolean tellsOfLoss) {
    boolean progress = first > acked;
    boolean back = kind == ResponseKind.NAK || tellsOfLoss && (progress || !askedAgain);
    boolean isRnr = kind == ResponseKind.RNR && !tellsOfLoss;
    boolean isFinal = kind == ResponseKind.REFUSED && !tellsOfLoss;
    tries = (progress ? 0 : tries) + (back ? 1 : 0);
    rnrs =
        (progress ? 0 : rnrs) + (isRnr && params.rnrRetries() != RequesterParams.ENDLESS ? 1 : 0);
    waits = isRnr || waits && !progress;
    askedAgain = tellsOfLoss && back || askedAgain && !progress;
    acknowledge(first);
    if (back || isRnr) {
      goBack();
    }
    if (tries > params.retries() || rnrs > params.rnrRetries() || isFinal) {
      state = State.ERROR;
    }
  }

  /** All before a packet is acknowledged; one that would be sent again is not any more. */
  @Requirement("RC-4")
  private void acknowledge(long first) {
    acked = first;
    while (ofAcked < requests.count() && requests.end(ofAcked) <= acked) {
      out -= requests.op(ofAcked).isAnswered() && ofAcked < ofNext ? 1 : 0;
      ofAcked++;
    }
    if (next < acked) {
      goBack();
    }
  }

  /** Goes on from the first packet that is not acknowledged. */
  @Requirement({"RC-7", "RC-9"})
  private void goBack() {
    next = acked;
    ofNext = ofAcked;
    out = 0;
  }

  /** The first packet whose answer brings something, and has not come. */
  @Requirement("RC-7")
  private long unanswered() {
    ofUnanswered = Math.max(ofUnanswered, ofAcked);
    while (ofUnanswered < requests.count() && !requests.op(ofUnanswered).isAnswered()) {
      ofUnanswered++;
    }
    return ofUnanswered == requests.count()
        ? NONE_MISSING
        : Math.max(acked, requests.begin(ofUnanswered));
  }

  /** The user hears of what is complete, and of all that is not once the connection has failed. */
  @Requirement("RC-13")
  private void tellUser(long from, Sink sink) {
    long to = toldUpTo();
    long done = ofAcked;
    requests.forget(done);
    for (long request = from; request < to; request++) {
      sink.told(request, standing(request, done));
    }
  }

  /** What the user hears with this action, of the requests from this one on. */
  private List<String> told(long from) {
    List<String> all = new ArrayList<>();
    for (long request = from; request < toldUpTo(); request++) {
      all.add(standing(request, ofAcked).name());
    }
    return all;
  }

  private long toldUpTo() {
    return state == State.ERROR ? requests.count() : ofAcked;
  }

  private static Completion standing(long request, long done) {
    if (request < done) {
      return Completion.DONE;
    }
    return request == done ? Completion.FAILED : Completion.FLUSHED;
  }

  /** Nothing was acknowledged for too long: it goes back to what is not. */
  @Requirement({"RC-12", "RC-13"})
  public String timeout(Sink sink) {
    if (state == State.ERROR) {
      return "the connection has failed";
    } else if (waits) {
      return "it waits for the RNR timer";
    } else if (!isOutstanding()) {
      return "nothing is out";
    }
    goBack();
    tries++;
    askedAgain = false;
    state = tries > params.retries() ? State.ERROR : State.READY;
    if (listener != null) {
      listener.took(this, TIMEOUT, told(ofAcked));
    }
    tellUser(ofAcked, sink);
    return null;
  }

  /** The time that an RNR NAK asked for is over. */
  @Requirement("RC-11")
  public String rnrTimer() {
    if (state == State.ERROR) {
      return "the connection has failed";
    } else if (!waits) {
      return "it does not wait";
    }
    waits = false;
    if (listener != null) {
      listener.took(this, RNR_TIMER);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    if (acked > next || next > sent || sent > requests.end()) {
      return "%d acknowledged, %d next, %d sent of %d".formatted(acked, next, sent, requests.end());
    }
    if (ofAcked != requests.of(acked) || ofNext != requests.of(next)) {
      return "request %d of packet %d, and %d of %d".formatted(ofAcked, acked, ofNext, next);
    }
    int answers = 0;
    for (long request = ofAcked; request < ofNext; request++) {
      answers += requests.op(request).isAnswered() ? 1 : 0;
    }
    if (out != answers) {
      return "%d READs and ATOMICs out, where there are %d".formatted(out, answers);
    }
    for (long request = ofAcked; request < ofUnanswered; request++) {
      if (requests.op(request).isAnswered()) {
        return "request " + request + " is not answered, and " + ofUnanswered + " is the first";
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return "%s, %d acknowledged, %d next, %d sent".formatted(state, acked, next, sent);
  }
}
