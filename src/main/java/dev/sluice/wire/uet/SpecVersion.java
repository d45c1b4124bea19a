package dev.sluice.wire.uet;

/** A release of the specification; every check names the one it follows. */
public enum SpecVersion {
  /** June 2025. */
  V1_0,
  /** September 2025. */
  V1_0_1,
  /** January 2026. */
  V1_0_2,
  /** July 2026. */
  V1_0_3
}
