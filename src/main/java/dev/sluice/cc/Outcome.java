package dev.sluice.cc;

import java.util.List;

/**
 * What a kernel answers to one signal.
 *
 * @param <S> the kernel's state, an immutable value with {@code equals}
 */
public sealed interface Outcome<S> {
  /** The state after the signal; for {@link Refused}, the very state that was given. */
  S next();

  /** The host may make this call: here is the new state, and what must now be done, in order. */
  record Accepted<S>(S next, List<Effect> effects) implements Outcome<S> {
    public Accepted {
      effects = List.copyOf(effects);
    }
  }

  /**
   * The host must not make this call now. Nothing has changed.
   *
   * <p>What a peer may send, stale or repeated, is never refused: it is accepted, if only to change
   * nothing. Refused is for the host's own mistakes, such as sending without credit.
   *
   * @param next the state that was given, unchanged
   * @param because a constant sentence naming the condition that does not hold
   */
  record Refused<S>(S next, String because) implements Outcome<S> {}

  /** An accepted signal without effects. */
  static <S> Outcome<S> accepted(S next) {
    return new Accepted<>(next, List.of());
  }

  /** An accepted signal with one effect. */
  static <S> Outcome<S> accepted(S next, Effect effect) {
    return new Accepted<>(next, List.of(effect));
  }

  /** An accepted signal with two effects, in the order in which they must happen. */
  static <S> Outcome<S> accepted(S next, Effect first, Effect second) {
    return new Accepted<>(next, List.of(first, second));
  }

  /** An accepted signal with its effects, in the order in which they must happen. */
  static <S> Outcome<S> accepted(S next, Effect... effects) {
    return new Accepted<>(next, List.of(effects));
  }

  /** A refused call; {@code state} must be the state that was given. */
  static <S> Outcome<S> refused(S state, String because) {
    return new Refused<>(state, because);
  }
}
