package dev.sluice.sim;

/**
 * Looks at the memory that appointments will need, shortly before they happen.
 *
 * <p>A large simulation does not fit into a processor's caches, and an event then waits for one
 * piece of memory after another, each of which says where the next one is. Of several events at
 * once the processor can fetch the pieces side by side. So the loop tells what is due next, some
 * dozen events at a time, and whoever looks at what they will need finds it at hand when they
 * happen.
 */
@FunctionalInterface
public interface Lookout {
  /**
   * Looks, and changes nothing: not all of this may happen, and other things may happen before.
   *
   * @param subjects of the appointments that are due next, in their order
   * @param count how many there are; what stands behind is of no meaning
   * @return any number that follows from all that was looked at, so that none of it is left out
   */
  long lookAt(int[] subjects, int count);
}
