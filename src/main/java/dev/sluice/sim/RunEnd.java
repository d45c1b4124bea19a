package dev.sluice.sim;

/** Why {@link EventLoop#run} came back. */
public enum RunEnd {
  /** No event is left, or only background timers are, at rest: see {@link EventLoop#endsAtRest}. */
  IDLE,
  /** The next event lies beyond the last instant given. */
  TIME,
  /** As many events as allowed have happened, and there are more. */
  EVENTS,
  /** Somebody called {@link EventLoop#stop()}. */
  STOPPED
}
