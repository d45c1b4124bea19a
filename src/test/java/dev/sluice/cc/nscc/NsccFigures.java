package dev.sluice.cc.nscc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.units.Bytes;
import java.util.function.Function;

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

  /**
   * A window as it is after an acknowledgment of so many bytes, all of which were in flight,
   * without a penalty; the window that is given stays as it is.
   */
  static NsccWindow ack(NsccWindow before, long nowPs, long received, boolean marked, long rttPs) {
    long units = bytes(received);
    return taken(before, to -> to.ack(nowPs, units, units, marked, rttPs, 0, false));
  }

  /** A window as it is after an action that it takes; the window that is given stays as it is. */
  static NsccWindow taken(NsccWindow before, Function<NsccWindow, String> action) {
    NsccWindow after = before.copy();
    assertThat(action.apply(after)).isNull();
    return after;
  }

  /** A window as given, but for what a test sets; everything else as at the start, at time 0. */
  static Given given(NsccParams params) {
    return new Given(new NsccWindow(params, 0));
  }

  /** The window that a test starts from. */
  record Given(NsccWindow window) {
    Given cwnd(long units) {
      window.cwnd = units;
      return this;
    }

    Given inflight(long units) {
      window.inflight = units;
      return this;
    }

    Given avgDelayPs(long ps) {
      window.avgDelayPs = ps;
      return this;
    }

    Given incBytes(long grains) {
      window.incBytes = grains;
      return this;
    }

    /** What was achieved in a period of quick adapt, and when that ends. */
    Given achieved(long units, long endPs) {
      window.achievedBytes = units;
      window.qaEndPs = endPs;
      return this;
    }
  }
}
