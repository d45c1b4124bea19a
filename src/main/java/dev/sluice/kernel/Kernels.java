package dev.sluice.host.uet;

/** How a host takes what a kernel answers. */
final class Kernels {
  private Kernels() {}

  /** After a call in place that this host must be allowed to make; null: it was. */
  static void done(String refused) {
    if (refused != null) {
      throw new IllegalStateException("a kernel refused: " + refused);
    }
  }
}
