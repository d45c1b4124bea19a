package dev.sluice.cc.ldcp;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.SenderRole;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * LDCP on a NIC that sends at a rate, driven by the NIC's events: each response to a round-trip
 * request adds alpha to a window, each congestion notification packet (CNP) takes beta, and the
 * window over the last round trip is the rate.
 *
 * <p>Mirrors {@code w} of {@code spec/ldcp/EventRate.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class EventRate {
  /** A request leaves. */
  public static final Action REQUEST = Action.of("Request", By.MUST);

  /** A response comes, to the request that is out or to an earlier one. */
  public static final Action RECEIVE_RESPONSE = Action.of("ReceiveResponse", By.MESSAGE, "number");

  /** The response to the request that is out has not come in time. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME);

  /** A congestion notification packet comes. */
  public static final Action RECEIVE_CNP = Action.of("ReceiveCnp", By.MESSAGE);

  /** The NIC reports something else: that a packet has left, or an answer has arrived. */
  public static final Action OTHER_EVENT = Action.of("OtherEvent", By.APPLICATION, "event");

  /** What a NIC tells of that this form of LDCP has no use for. */
  public enum Event {
    /** An acknowledgment has come. */
    ACK,
    /** A NACK has come. */
    NACK,
    /** A packet, or a burst of them, has been sent. */
    SENT
  }

  /**
   * What a sender is configured with.
   *
   * @param one parts of a packet
   * @param alpha what a response adds to the window, in such parts; from 1 part to a packet
   * @param beta what a CNP takes, in such parts; from 1 part to a packet
   * @param minWindow the least window, in such parts: so large that no rate is 0
   * @param maxWindow the largest window, in such parts
   * @param baseRttPs the round trip without a queue
   * @param responsePs how long a response is waited for; longer than the base round trip
   * @param ratePerPs the time that a rate counts parts in
   * @param numbers that requests have, from 0 on, in turn: so many that nothing with a number is
   *     under way any more as it comes again; at least 2
   */
  public record Params(
      long one,
      long alpha,
      long beta,
      long minWindow,
      long maxWindow,
      long baseRttPs,
      long responsePs,
      long ratePerPs,
      long numbers) {
    private static final long MOST_PARTS = 1 << 16;
    private static final long LARGEST_WINDOW = 1L << 36;
    private static final long LONGEST_PS = 1L << 40;
    private static final long LONGEST_PER_PS = 1L << 26;
    private static final long MOST_NUMBERS = 1L << 32;

    /**
     * @throws IllegalArgumentException if one is out of its range
     */
    @Requirement({"LDCP-4", "LDCP-13"})
    public Params {
      if (one < 1
          || one > MOST_PARTS
          || alpha < 1
          || alpha > one
          || beta < 1
          || beta > one
          || numbers < 2
          || numbers > MOST_NUMBERS) {
        throw new IllegalArgumentException(
            "alpha %d, beta %d in parts of a packet, of 1 to %d; %d numbers, of 2 to 2^32"
                .formatted(alpha, beta, one, numbers));
      }
      if (minWindow < 1 || maxWindow <= minWindow || maxWindow > LARGEST_WINDOW) {
        throw new IllegalArgumentException(
            "windows from " + minWindow + " to " + maxWindow + " parts, of 1 to 2^36");
      }
      if (baseRttPs < 1 || responsePs <= baseRttPs || responsePs > LONGEST_PS) {
        throw new IllegalArgumentException(
            "round trips from " + baseRttPs + " to " + responsePs + " ps, of 1 to 2^40");
      }
      if (ratePerPs < 1 || ratePerPs > LONGEST_PER_PS || minWindow * ratePerPs < responsePs) {
        throw new IllegalArgumentException(
            "a rate in parts in %d ps, of 1 to 2^26: %d parts in %d ps are less than 1"
                .formatted(ratePerPs, minWindow, responsePs));
      }
    }

    /** Parts in the time that a rate counts in, rounded down. */
    @Requirement("LDCP-13")
    long rate(long window, long rttPs) {
      return window * ratePerPs / rttPs;
    }
  }

  /** What the specification has of a sender. */
  public static final Face<EventRate> FACE =
      Face.of(EventRate.class)
          .heldBy(Party.SENDER)
          .number("window", NONE, "in parts of a packet", e -> e.window, (e, v) -> e.window = v)
          .number("rtt", PICOSECOND, "measured last", e -> e.rttPs, (e, v) -> e.rttPs = v)
          .number("rate", NONE, "parts in a stated time", e -> e.rate, (e, v) -> e.rate = v)
          .number("number", NONE, "of a request", e -> e.number, (e, v) -> e.number = v)
          .truth("out", "whether a request is out", e -> e.out, (e, v) -> e.out = v)
          .follows("age", PICOSECOND, "since the request left", EventRate::age)
          .keeps(
              "askedAtPs",
              PICOSECOND,
              "when the request left",
              e -> e.askedAtPs,
              (e, v) -> e.askedAtPs = v)
          .actions(REQUEST, RECEIVE_RESPONSE, TIMEOUT, RECEIVE_CNP, OTHER_EVENT)
          .build();

  private final Params params;

  private long window;
  private long rttPs;
  private long rate;
  private long number;
  private boolean out;
  private long askedAtPs;

  private Listener<EventRate> listener;

  /** What the flow's owner does for it. */
  public interface Sink {
    /** A request leaves, with this number. */
    void request(long number);

    /** The NIC is to send so many parts of a packet in the configured time from now on. */
    void pace(long rate);
  }

  /**
   * A flow that has sent nothing.
   *
   * @param startWindow in parts of a packet, from the least to the largest window: a BDP
   */
  @Requirement("LDCP-13")
  public EventRate(Params params, long startWindow) {
    if (startWindow < params.minWindow() || startWindow > params.maxWindow()) {
      throw new IllegalArgumentException(
          "a window of %d parts of a packet, of %d to %d"
              .formatted(startWindow, params.minWindow(), params.maxWindow()));
    }
    this.params = params;
    window = startWindow;
    rttPs = params.baseRttPs();
    rate = params.rate(window, rttPs);
  }

  /** A copy with everything in it. */
  public EventRate copy() {
    return FACE.copy(this, new EventRate(params, params.minWindow()));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<EventRate> to) {
    listener = to;
  }

  /** The window, in parts of a packet. */
  public long window() {
    return window;
  }

  /** The last round trip that was measured; that without a queue before the first. */
  public long rttPs() {
    return rttPs;
  }

  /** Parts of a packet that may leave in the configured time. */
  public long rate() {
    return rate;
  }

  /** The number of the request that is out, or of the next one. */
  public long number() {
    return number;
  }

  /** Whether a request is out. */
  public boolean isOut() {
    return out;
  }

  private long age(long nowPs) {
    return out ? Math.min(nowPs - askedAtPs, params.responsePs()) : 0;
  }

  /** What it is configured with. */
  public Params params() {
    return params;
  }

  /** When the wait for a response is over; {@link SenderRole#NEVER_PS} if no request is out. */
  @Requirement("LDCP-13")
  public long timerPs() {
    return out ? askedAtPs + params.responsePs() : SenderRole.NEVER_PS;
  }

  /** A request leaves: as the flow begins, and whenever none is out. */
  @Requirement("LDCP-13")
  public String request(long nowPs, Sink sink) {
    if (out) {
      return "request " + number + " is out";
    }
    out = true;
    askedAtPs = nowPs;
    if (listener != null) {
      listener.took(this, REQUEST);
    }
    sink.request(number);
    return null;
  }

  /**
   * A response comes. One to a request that has timed out, or that has had its response, is taken,
   * and changes nothing.
   *
   * @param answers the number of the request that it answers
   */
  @Requirement({"LDCP-13", "LDCP-19"})
  public String receiveResponse(long nowPs, long answers, Sink sink) {
    if (answers < 0 || answers >= params.numbers()) {
      return "a response to request " + answers + " of " + params.numbers();
    }
    boolean news = out && answers == number;
    if (news) {
      rttPs = Math.max(params.baseRttPs(), age(nowPs));
      window = Math.min(params.maxWindow(), window + params.alpha());
      rate = params.rate(window, rttPs);
      over();
    }
    if (listener != null) {
      listener.took(this, RECEIVE_RESPONSE, answers);
    }
    if (news) {
      sink.pace(rate);
    }
    return null;
  }

  private void over() {
    number = (number + 1) % params.numbers();
    out = false;
  }

  /** The response has not come in time: whether a round trip has passed nobody knows. */
  @Requirement("LDCP-13")
  public String timeout(long nowPs) {
    if (!out) {
      return "no request is out";
    } else if (nowPs < timerPs()) {
      return "request " + number + " is waited for until " + timerPs() + " ps";
    }
    over();
    if (listener != null) {
      listener.took(this, TIMEOUT);
    }
    return null;
  }

  /** A CNP comes: each one counts, whatever it stands for. */
  @Requirement({"LDCP-13", "LDCP-19"})
  public String receiveCnp(Sink sink) {
    window = Math.max(params.minWindow(), window - params.beta());
    rate = params.rate(window, rttPs);
    if (listener != null) {
      listener.took(this, RECEIVE_CNP);
    }
    sink.pace(rate);
    return null;
  }

  /** The NIC tells of something else, which changes nothing. */
  @Requirement("LDCP-19")
  public String otherEvent(Event event) {
    if (listener != null) {
      listener.took(this, OTHER_EVENT, event.name());
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  @Requirement("LDCP-13")
  public String broken() {
    if (window < params.minWindow() || window > params.maxWindow()) {
      return "a window of " + window + " parts of a packet";
    }
    return rate == params.rate(window, rttPs) && rate > 0
        ? null
        : "a rate of " + rate + " with a window of " + window + " parts and " + rttPs + " ps";
  }

  @Override
  public String toString() {
    return "window " + window + ", rtt " + rttPs + " ps, rate " + rate;
  }
}
