package dev.sluice.cc.rccc;

import dev.sluice.cc.Profile;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;

/**
 * Configuration that both ends of receiver credits share; amounts in bytes.
 *
 * @param profile which reading of the rules
 * @param quantumBytes bytes that the wire counts as one: 1, or 256 in {@code uet-1.0}
 * @param sliceBytes bytes that the receiver's link carries in one slice
 * @param mtuBytes bytes that a packet holds
 * @param initialCreditBytes bytes that a sender may send unasked
 * @param windowBytes credit that may be out beyond what has come in (beyond what the source has
 *     seen, in {@code uet-1.0})
 * @param overshootBytes bytes that a sender may send beyond its credit; 0 but where a simulator's
 *     rule is to be followed
 * @param modulus credit on the wire, in quanta, is taken modulo this
 * @param grantBytes credit that an entry saves up before it is granted any, unless it wants less: a
 *     packet's worth, or more where fewer messages matter more than an early grant
 * @param capBytes credit that may be out beyond what has come in over all senders that the receiver
 *     knows; 0: any amount, as published
 */
@Requirement({"RCCC-5", "RCCC-9", "FIND-5", "FIND-6"})
public record CreditParams(
    Profile profile,
    long quantumBytes,
    long sliceBytes,
    long mtuBytes,
    long initialCreditBytes,
    long windowBytes,
    long overshootBytes,
    long modulus,
    long grantBytes,
    long capBytes) {

  /** Grants of a packet's worth, and no cap over all senders. */
  public CreditParams(
      Profile profile,
      long quantumBytes,
      long sliceBytes,
      long mtuBytes,
      long initialCreditBytes,
      long windowBytes,
      long overshootBytes,
      long modulus) {
    this(
        profile,
        quantumBytes,
        sliceBytes,
        mtuBytes,
        initialCreditBytes,
        windowBytes,
        overshootBytes,
        modulus,
        mtuBytes,
        0);
  }

  /** The same with a cap over all senders. */
  public CreditParams withCap(long bytes) {
    return new CreditParams(
        profile,
        quantumBytes,
        sliceBytes,
        mtuBytes,
        initialCreditBytes,
        windowBytes,
        overshootBytes,
        modulus,
        grantBytes,
        bytes);
  }

  /**
   * Checks what the kernels rely on.
   *
   * <p>Half the modulus must lie beyond the window: otherwise credit that was issued unseen reads
   * as old, and the sender sticks.
   */
  public CreditParams {
    if (quantumBytes <= 0 || sliceBytes <= 0 || mtuBytes <= 0 || overshootBytes < 0) {
      throw new IllegalArgumentException(
          "quantum, slice and MTU must be positive: %d, %d, %d; overshoot not negative: %d"
              .formatted(quantumBytes, sliceBytes, mtuBytes, overshootBytes));
    }
    if (grantBytes < mtuBytes) {
      throw new IllegalArgumentException(
          "a grant of %d is less than a packet of %d".formatted(grantBytes, mtuBytes));
    }
    if (initialCreditBytes < 0
        || initialCreditBytes % quantumBytes != 0
        || windowBytes % quantumBytes != 0) {
      throw new IllegalArgumentException(
          "initial credit %d and window %d must be whole quanta of %d"
              .formatted(initialCreditBytes, windowBytes, quantumBytes));
    }
    long wholeGrant = Math.addExact(grantBytes, quantumBytes - 1) / quantumBytes * quantumBytes;
    if (windowBytes < wholeGrant || windowBytes < initialCreditBytes) {
      throw new IllegalArgumentException(
          "a window of %d holds neither a grant of %d nor the initial credit of %d"
              .formatted(windowBytes, wholeGrant, initialCreditBytes));
    }
    if (capBytes != 0 && (capBytes < wholeGrant || capBytes < initialCreditBytes)
        || capBytes % quantumBytes != 0) {
      throw new IllegalArgumentException(
          "a cap of %d over all senders is less than a grant of %d or the initial credit of %d, or not whole quanta of %d"
              .formatted(capBytes, wholeGrant, initialCreditBytes, quantumBytes));
    }
    if (!WrappingCounter.isSafe(windowBytes / quantumBytes, modulus)) {
      throw new IllegalArgumentException(
          "a window of %d quanta is half of the modulus %d or more"
              .formatted(windowBytes / quantumBytes, modulus));
    }
    if (profile == Profile.SOURCE_DOCUMENTS && (quantumBytes != 1 || overshootBytes != 0)) {
      throw new IllegalArgumentException(
          "this profile counts bytes and allows no overshoot: quantum %d, overshoot %d"
              .formatted(quantumBytes, overshootBytes));
    }
  }

  boolean sourceDocuments() {
    return profile == Profile.SOURCE_DOCUMENTS;
  }

  /** The whole quanta in an amount, as bytes. */
  long roundDown(long bytes) {
    return bytes - bytes % quantumBytes;
  }

  /** The whole quanta that cover an amount, as bytes. */
  long roundUp(long bytes) {
    return roundDown(Math.addExact(bytes, quantumBytes - 1));
  }

  /** Credit at which an entry need not wait for more. */
  long enough() {
    return roundUp(grantBytes);
  }

  /** What the wire shows of a total of credit. */
  @Requirement("RCCC-5")
  public long wireCredit(long totalBytes) {
    return WrappingCounter.wire(totalBytes / quantumBytes, modulus);
  }

  /** Bytes by which credit on the wire is read to be ahead of a total; 0 if it is old. */
  @Requirement("RCCC-5")
  public long progress(long wireCredit, long totalBytes) {
    return quantumBytes * WrappingCounter.progress(wireCredit, wireCredit(totalBytes), modulus);
  }

  /**
   * What the credit_target field shows of a target, as {@link CreditSpender} computed it: the value
   * itself in {@code source-documents}, which fits the field, and the level in quanta, wrapped, in
   * {@code uet-1.0}.
   */
  @Requirement({"RCCC-8", "UET-5"})
  public long wireTarget(long target) {
    return sourceDocuments() ? target : wireCredit(target);
  }
}
