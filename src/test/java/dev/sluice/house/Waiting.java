package dev.sluice.house;

import java.util.concurrent.Callable;

/** Waits for a condition, however long it takes: what never comes is ended with the whole test. */
public final class Waiting {
  private static final long BETWEEN_LOOKS_MILLIS = 5;

  private Waiting() {}

  /** Waits until it is so. */
  public static void until(Callable<Boolean> isSo) {
    try {
      while (!isSo.call()) {
        Thread.sleep(BETWEEN_LOOKS_MILLIS);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
