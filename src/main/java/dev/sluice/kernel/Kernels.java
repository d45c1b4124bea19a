package dev.sluice.kernel;

/** How a host, or a fabric, takes what a kernel answers. */
public final class Kernels {
  private Kernels() {}

  /**
   * After a call in place that the kernel must allow: it was, or there is a fault of ours.
   *
   * @param refused why it was refused; null: it was not
   * @throws IllegalStateException if it was
   */
  public static void done(String refused) {
    if (refused != null) {
      throw new IllegalStateException("a kernel refused: " + refused);
    }
  }
}
