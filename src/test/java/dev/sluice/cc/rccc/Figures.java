package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.Profile;
import dev.sluice.units.WrappingCounter;
import java.util.List;

/** The source document's example in numbers, and how tests call kernels. */
final class Figures {
  /** 100 Gb/s = 12.5 GB/s, for 1 us. */
  static final long SLICE = 12_500_000_000L * 1 / 1_000_000;

  /** One sixth of the BDP of 75,000 B. */
  static final long INITIAL = 75_000 / 6;

  /** The RMA write. */
  static final long WRITE = 256_000_000;

  static final SenderKey RANK_0 = new SenderKey(0, 0x0A000001, 0, 0xA1);
  static final SenderKey RANK_1 = new SenderKey(0, 0x0A000002, 0, 0xA1);

  private Figures() {}

  /** The document's parameters, for an MTU. */
  static CreditParams params(long mtuBytes) {
    return new CreditParams(
        Profile.SOURCE_DOCUMENTS,
        1,
        SLICE,
        mtuBytes,
        INITIAL,
        1_000_000,
        0,
        WrappingCounter.MODULUS_24);
  }

  /** What an accepted call led to. */
  static <S> S next(Outcome<S> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return outcome.next();
  }

  /** What an accepted call asks the host to do. */
  static <S> List<Effect> effects(Outcome<S> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted<S>) outcome).effects();
  }

  /** A refused call returns the very state it was given. */
  static <S> void assertRefused(S state, Outcome<S> outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(outcome.next()).isSameAs(state);
  }
}
