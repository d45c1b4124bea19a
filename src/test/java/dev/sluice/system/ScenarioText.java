package dev.sluice.system;

/** A scenario as a file says it. */
record ScenarioText(String toml) {
  @Override
  public String toString() {
    return "\n" + toml;
  }
}
