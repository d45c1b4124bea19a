package dev.sluice.cc;

/** What a switch port is to do with a frame that comes to a queue. */
public enum PortVerdict {
  /** Queue it as it is. */
  PASS,
  /** Queue it with congestion experienced; a frame that is not ECN-capable is queued as it is. */
  MARK,
  /** Cut it down to its header, if this frame and this port allow that; otherwise drop it. */
  TRIM,
  /** Drop it. */
  DROP
}
