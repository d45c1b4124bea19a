package dev.sluice.scenario;

/**
 * A storm of pause frames, as the watchdog of a switch has found it.
 *
 * @param port that was paused
 * @param queue in which, or {@code all}
 * @param foundPs time of the poll that found it
 * @param endPs time of the poll that found it over; −1 if none did
 * @param dropped frames dropped at the port from then until then
 */
public record StormResult(String port, String queue, long foundPs, long endPs, long dropped) {}
