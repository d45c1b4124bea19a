package dev.sluice.kernel;

/**
 * Hears of each action that a kernel has taken, from within the method that took it: after the
 * kernel has changed and before anything goes into a sink; where another kernel's change, which the
 * sink brings about, is a part of the action, after that.
 *
 * <p>It only looks. A kernel that nobody listens to pays for one comparison.
 *
 * @param <K> the kernel
 */
@FunctionalInterface
public interface Listener<K> {
  /**
   * An action was taken.
   *
   * @param kernel as it is now
   * @param action one of its face
   * @param arguments one for each of {@link Action#parameters()}, and then one for each of {@link
   *     Action#effects()}: whole numbers, truth values, words, lists of these, and keys of entries,
   *     which the face names
   */
  void took(K kernel, Action action, Object... arguments);

  /** Nobody, where a kernel wants somebody to tell. */
  static <K> Listener<K> nobody() {
    return (kernel, action, arguments) -> {};
  }
}
