package dev.sluice.cli;

/** How much of an implementation is judged. */
enum ConformLevel {
  /** Departures and their times. */
  WIRE("departures and their times"),
  /** Those, and the variables that replies show. */
  STATE("departures, their times, and the variables that replies show");

  private final String about;

  ConformLevel(String about) {
    this.about = about;
  }

  /** Returns the level in a few words. */
  String about() {
    return about;
  }
}
