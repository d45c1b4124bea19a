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
 * @param targetSays what credit_target says
 * @param packets what becomes of credit that no whole packet fits
 * @param mtuBytes bytes of credit that a packet takes at most, its header with it
 * @param headerBytes bytes of these that are header; 0 where credit counts data alone, as published
 * @param initialCreditBytes bytes that a sender may send unasked
 * @param windowBytes credit that may be out beyond what has come in (beyond what the source has
 *     seen, in {@code uet-1.0})
 * @param overshootBytes bytes that a sender may send beyond its credit; 0 but where a simulator's
 *     rule is to be followed
 * @param modulus credit on the wire, in quanta, is taken modulo this
 * @param grantBytes credit that an entry saves up before it is granted any, unless it wants less: a
 *     packet's worth, or more where fewer messages matter more than an early grant; or less where
 *     packets are cut, but more than a header
 * @param capBytes credit that may be out beyond what has come in over all senders that the receiver
 *     knows; 0: any amount, as published
 */
@Requirement({"RCCC-5", "RCCC-9", "FIND-5", "FIND-6"})
public record CreditParams(
    Profile profile,
    TargetSays targetSays,
    Packets packets,
    long quantumBytes,
    long sliceBytes,
    long mtuBytes,
    long headerBytes,
    long initialCreditBytes,
    long windowBytes,
    long overshootBytes,
    long modulus,
    long grantBytes,
    long capBytes) {
  /** Bytes that the wire counts as one in {@code uet-1.0}. */
  public static final int UET_QUANTUM_BYTES = 256;

  /** What credit_target says. */
  @Requirement({"RCCC-7", "FIND-25"})
  public enum TargetSays {
    /** The backlog as it stands, as published. */
    BACKLOG("backlog"),
    /** Up to which total credit is wanted: what is authorised, and the backlog. */
    TOTAL("total");

    private final String label;

    TargetSays(String label) {
      this.label = label;
    }

    /** The word for it in specifications, logs and scenarios. */
    public String label() {
      return label;
    }

    /**
     * The reading of this word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TargetSays of(String label) {
      for (TargetSays each : values()) {
        if (each.label.equals(label)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no such reading: " + label);
    }
  }

  /** What becomes of credit that no whole packet fits. */
  @Requirement("RCCC-13")
  public enum Packets {
    /** A packet is cut to the credit at hand. */
    CUT("cut"),
    /** Credit is saved up for a whole packet. */
    SAVED("saved");

    private final String label;

    Packets(String label) {
      this.label = label;
    }

    /** The word for it in specifications, logs and scenarios. */
    public String label() {
      return label;
    }

    /**
     * The reading of this word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Packets of(String label) {
      for (Packets each : values()) {
        if (each.label.equals(label)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no such reading: " + label);
    }
  }

  /**
   * The default readings, credit for data alone, grants of a packet's worth, and no cap over all
   * senders.
   */
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
        TargetSays.TOTAL,
        profile == Profile.SOURCE_DOCUMENTS ? Packets.CUT : Packets.SAVED,
        quantumBytes,
        sliceBytes,
        mtuBytes,
        0,
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
        targetSays,
        packets,
        quantumBytes,
        sliceBytes,
        mtuBytes,
        headerBytes,
        initialCreditBytes,
        windowBytes,
        overshootBytes,
        modulus,
        grantBytes,
        bytes);
  }

  /** The same with other readings. */
  public CreditParams with(TargetSays target, Packets packet) {
    return new CreditParams(
        profile,
        target,
        packet,
        quantumBytes,
        sliceBytes,
        mtuBytes,
        headerBytes,
        initialCreditBytes,
        windowBytes,
        overshootBytes,
        modulus,
        grantBytes,
        capBytes);
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
    if (headerBytes < 0 || headerBytes >= mtuBytes || grantBytes <= headerBytes) {
      throw new IllegalArgumentException(
          "a header of %d leaves no room for data in a packet of %d or a grant of %d"
              .formatted(headerBytes, mtuBytes, grantBytes));
    }
    if (packets == Packets.SAVED && grantBytes < mtuBytes) {
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
    if (profile != Profile.SOURCE_DOCUMENTS
        && (targetSays != TargetSays.TOTAL || packets != Packets.SAVED)) {
      throw new IllegalArgumentException(
          "this profile tells totals and sends whole packets: %s, %s"
              .formatted(targetSays.label(), packets.label()));
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

  boolean targetIsBacklog() {
    return targetSays == TargetSays.BACKLOG;
  }

  boolean cutsPackets() {
    return packets == Packets.CUT;
  }

  /**
   * How far a total on the wire, in quanta, may be ahead of another one, and still be read right.
   */
  long reach() {
    return (modulus - 1) / 2;
  }

  /**
   * Bytes that are left of a message when a packet of it has gone: what is cut off another packet
   * has a header of its own.
   *
   * @param left bytes of the message before, with the headers of whole packets
   * @param packet bytes of the packet, its header with it
   */
  @Requirement({"RCCC-13", "FIND-18"})
  public long rest(long left, long packet) {
    if (headerBytes == 0) {
      return left - packet;
    }
    long headers = (left + mtuBytes - 1) / mtuBytes * headerBytes;
    long data = left - headers - (packet - headerBytes);
    long most = mtuBytes - headerBytes;
    return data + (data + most - 1) / most * headerBytes;
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
   * What the credit_target field shows of a target, as {@link CreditSpender} computed it: a backlog
   * itself, which fits the field, and a total in quanta, wrapped.
   */
  @Requirement({"RCCC-8", "UET-5", "FIND-25"})
  public long wireTarget(long target) {
    return targetIsBacklog() ? target : wireCredit(target);
  }
}
