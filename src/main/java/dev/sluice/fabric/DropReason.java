package dev.sluice.fabric;

/** Why a frame went no further. */
public enum DropReason {
  /** A queue's limit, the port's buffer or the switch's shared buffer had no room. */
  NO_ROOM,
  /** A lossless lane's headroom had no room. */
  NO_HEADROOM,
  /** The port's role said so. */
  ROLE,
  /** Lost on a link, by injection. */
  LOST,
  /** Damaged on a link, by injection, and found out by the first that checks whole frames. */
  DAMAGED,
  /** A watchdog drops the frames of a class that a storm of pause frames holds up. */
  WATCHDOG,
  /** Its link went down, or was down. */
  LINK_DOWN,
  /** No port leads to its destination, or it has none. */
  NO_ROUTE
}
