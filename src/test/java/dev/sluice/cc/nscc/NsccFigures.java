package dev.sluice.cc.nscc;

import dev.sluice.cc.Outcome;
import dev.sluice.units.Bytes;

/** The configurations of the sources' examples, and short words for their units. */
final class NsccFigures {
  static final long G = 1_000_000_000L;
  static final long US = 1_000_000L;

  /** 100 Gb/s, 6 µs, MTU 4096, trimming: the example of the source documents in uet-1.0. */
  static final NsccParams UET_6US = uet(100, 100, 6);

  /** The same over 12 µs: the reference network. */
  static final NsccParams UET_12US = uet(100, 100, 12);

  /** The example of the source documents: 100 Gb/s, 6 µs, from one BDP, F = 1024, θ = 4.5 µs. */
  static final NsccParams SOURCE = source(100, 1024);

  private NsccFigures() {}

  static NsccParams uet(long senderGbps, long receiverGbps, long rttUs) {
    return NsccParams.uet10(
        senderGbps * G, receiverGbps * G, rttUs * US, 4096, 4096, /* trimming */ true);
  }

  static NsccParams source(long gbps, long scalingFactor) {
    return NsccParams.sourceDocuments(
        gbps * G, gbps * G, 6 * US, 4096, 75_000, scalingFactor, 4_500_000);
  }

  /** Whole bytes in units of 2^-9 byte. */
  static long bytes(long whole) {
    return Bytes.ofWhole(whole);
  }

  /** An acknowledgment of so many bytes, all of which were in flight, without a penalty. */
  static NsccWindow.State ack(
      NsccWindow.State state,
      NsccParams params,
      long nowPs,
      long received,
      boolean marked,
      long rttPs) {
    return taken(
        NsccWindow.ack(
            state, params, nowPs, bytes(received), bytes(received), marked, rttPs, 0, false));
  }

  static NsccWindow.State taken(Outcome<NsccWindow.State> outcome) {
    if (outcome instanceof Outcome.Accepted<NsccWindow.State> accepted) {
      return accepted.next();
    }
    throw new AssertionError("refused: " + ((Outcome.Refused<?>) outcome).because());
  }

  /** A state as given, but for what a test sets; everything else as at the start, at time 0. */
  static Given given(NsccParams params) {
    NsccWindow.State start = NsccWindow.initial(params, 0);
    return new Given(start, start.cwnd(), 0, 0, 0, 0, start.qaEndPs());
  }

  /** Builds the state a test starts from. */
  record Given(
      NsccWindow.State start,
      long cwnd,
      long inflight,
      long avgDelayPs,
      long incBytes,
      long achieved,
      long qaEndPs) {
    Given cwnd(long units) {
      return new Given(start, units, inflight, avgDelayPs, incBytes, achieved, qaEndPs);
    }

    Given inflight(long units) {
      return new Given(start, cwnd, units, avgDelayPs, incBytes, achieved, qaEndPs);
    }

    Given avgDelayPs(long ps) {
      return new Given(start, cwnd, inflight, ps, incBytes, achieved, qaEndPs);
    }

    Given incBytes(long grains) {
      return new Given(start, cwnd, inflight, avgDelayPs, grains, achieved, qaEndPs);
    }

    /** What was achieved in a period of quick adapt, and when that ends. */
    Given achieved(long units, long endPs) {
      return new Given(start, cwnd, inflight, avgDelayPs, incBytes, units, endPs);
    }

    NsccWindow.State state() {
      return new NsccWindow.State(
          cwnd,
          inflight,
          start.maxWnd(),
          start.baseRttPs(),
          0,
          avgDelayPs,
          incBytes,
          0,
          achieved,
          0,
          false,
          0,
          0,
          false,
          0,
          0,
          qaEndPs);
    }
  }
}
