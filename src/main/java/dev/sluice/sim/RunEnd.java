package dev.sluice.sim;

/** Why {@link EventLoop#run} came back. */
public enum RunEnd {
  /** Nothing is left to happen. */
  IDLE,
  /** The next event lies beyond the last instant given. */
  TIME,
  /** As many events as allowed have happened, and there are more. */
  EVENTS,
  /** Somebody called {@link EventLoop#stop()}. */
  STOPPED
}
