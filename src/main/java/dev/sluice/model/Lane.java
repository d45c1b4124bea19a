package dev.sluice.model;

import java.util.Locale;

/** How much of a machine's time a model may take, and what is kept of it. */
public enum Lane {
  /** Small; every transition is replayed, and the behaviours are kept in {@code model-traces/}. */
  TRACE,
  /** Seconds, in every run. */
  SMOKE,
  /** Minutes, only when asked for. */
  FULL,
  /** Must fail, by the property named. */
  CONTROL;

  /** The lane as a table of models writes it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
