package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/**
 * What the PDS Manager knows of one packet delivery context (PDC).
 *
 * @param phase whether it takes work or is on its way out
 * @param flow the flow it belongs to
 * @param job the job it serves; 0 at the target, which does not look PDCs up by it
 * @param mode the delivery mode; 0 at the target
 * @param remote at the target the source's PDC id; 0 at the source
 * @param ccc the id of the CCC it is bound to; 0 while it is bound to none
 */
public record Pdc(Phase phase, Flow flow, int job, int mode, int remote, int ccc) {
  /** How far a PDC has come. */
  public enum Phase {
    /** Takes work. */
    OPEN,
    /** Its work is done, and it waits for the target to close. */
    CLOSING
  }

  /** What a PDC is looked up by: another thing at the source than at the target. */
  public sealed interface Key {}

  /** The source's key. Destination and traffic class are the flow's. */
  @Requirement("CCC-1")
  public record SourceKey(Flow flow, int job, int mode) implements Key {}

  /** The target's key: the source endpoint, and the PDC id that it chose. */
  @Requirement("PDC-4")
  public record TargetKey(int source, int remote) implements Key {}

  /** A new PDC at the source. */
  static Pdc atSource(SourceKey key) {
    return new Pdc(Phase.OPEN, key.flow(), key.job(), key.mode(), 0, 0);
  }

  /** A new PDC at the target. */
  static Pdc atTarget(Flow flow, int remote) {
    return new Pdc(Phase.OPEN, flow, 0, 0, remote, 0);
  }

  /** Whether this end sends the data. */
  public boolean isSource() {
    return remote == 0;
  }

  /**
   * What it is found by; {@code null} for a source's PDC that is closing: it takes no more work.
   */
  Key key() {
    if (!isSource()) {
      return new TargetKey(flow.source(), remote);
    }
    return phase == Phase.OPEN ? new SourceKey(flow, job, mode) : null;
  }

  Pdc boundTo(int id) {
    return new Pdc(phase, flow, job, mode, remote, id);
  }

  Pdc closing() {
    return new Pdc(Phase.CLOSING, flow, job, mode, remote, ccc);
  }
}
