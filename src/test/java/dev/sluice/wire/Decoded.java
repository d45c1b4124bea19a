package dev.sluice.wire;

import java.util.List;

/**
 * What came out of octets that somebody else has written.
 *
 * <p>A decoder of this room never throws, whatever it is given: hostile octets are {@link Bad} with
 * a sentence. What can be read but should not look like that is {@link Good} with a {@link Notice}:
 * a reserved bit or an unknown code says that the peer follows another reading or another version,
 * not that the packet is broken.
 *
 * @param <T> what is read
 */
public sealed interface Decoded<T> {
  /**
   * The octets make sense.
   *
   * @param value what they mean
   * @param notices what is unusual about them, in the order in which it stands
   */
  record Good<T>(T value, List<Notice> notices) implements Decoded<T> {
    public Good {
      notices = List.copyOf(notices);
    }
  }

  /**
   * The octets make no sense.
   *
   * @param at index of the first octet that does not, or where one is missing
   * @param because what is wrong, in a sentence
   */
  record Bad<T>(int at, String because) implements Decoded<T> {}
}
