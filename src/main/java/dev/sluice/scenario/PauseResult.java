package dev.sluice.scenario;

/**
 * What pause frames have done to one port, in one queue.
 *
 * @param port that was paused
 * @param queue in which, or {@code all}
 * @param xoffs frames that asked it to pause, for the first time or again
 * @param xons frames that had it go on
 * @param pausedPs for how long it stood paused in all
 */
public record PauseResult(String port, String queue, long xoffs, long xons, long pausedPs) {}
