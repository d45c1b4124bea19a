package dev.sluice.scenario;

/**
 * A flow: one write from a host into another's memory.
 *
 * @param from the source's number
 * @param to the target's number
 * @param bytes how much
 * @param startPs when it is asked for
 * @param trafficClass of its data
 * @param job the job that asks
 */
public record Flow(int from, int to, long bytes, long startPs, int trafficClass, int job) {}
