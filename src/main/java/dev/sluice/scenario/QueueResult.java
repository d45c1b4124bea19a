package dev.sluice.scenario;

/**
 * What happened in one of a scenario's own queues, at all switch ports together.
 *
 * @param name what the scenario calls it
 * @param port where it was longest; empty if nothing ever waited in it
 * @param peakBytes how long it was there
 * @param marked frames that were marked in it
 * @param dropped frames that were dropped while they were its own, on links and at hosts too
 */
public record QueueResult(String name, String port, long peakBytes, long marked, long dropped) {}
