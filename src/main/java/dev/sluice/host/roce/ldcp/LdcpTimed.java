package dev.sluice.host.roce.ldcp;

/**
 * One packet of a space of LDCP sequence numbers whose way there and back is timed, and no other
 * until that is known.
 */
final class LdcpTimed {
  /** Where the packet ends, in bytes since the start, and when it left; −1: none is timed. */
  private long end = -1;

  private long leftPs;

  /** A packet leaves for the first time, and is timed if no other one is. */
  void leaves(long nowPs, long itsEnd) {
    if (end < 0) {
      end = itsEnd;
      leftPs = nowPs;
    }
  }

  /**
   * The round trip that an acknowledgment has measured, or 0.
   *
   * @param freed bytes acknowledged by now
   * @param place the byte to be sent next
   */
  long measured(long nowPs, long freed, long place) {
    boolean isBack = end >= 0 && freed >= end;
    if (isBack || place < end) { // or it is sent again, and nobody can tell which one comes
      end = -1;
    }
    return isBack ? nowPs - leftPs : 0;
  }

  /** All is sent again. */
  void forget() {
    end = -1;
  }
}
