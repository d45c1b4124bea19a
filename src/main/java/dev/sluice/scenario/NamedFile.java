package dev.sluice.scenario;

/**
 * A file that a scenario names.
 *
 * @param called what messages call it
 * @param text what stands in it
 * @param why it cannot be read, as a clause; empty if it has been
 */
public record NamedFile(String called, String text, String why) {}
