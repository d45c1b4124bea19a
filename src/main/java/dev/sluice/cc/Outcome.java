package dev.sluice.cc;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a kernel answers to one signal.
 *
 * @param <S> the kernel's state, an immutable value with {@code equals}
 */
public sealed interface Outcome<S> {
  /** The state after the signal; for {@link Refused}, the very state that was given. */
  S next();

  /**
   * The host may make this call: here is the new state, and what must now be done, in order.
   *
   * <p>One or two effects, as most calls have, need no list unless somebody asks for one.
   */
  final class Accepted<S> implements Outcome<S> {
    private final S next;
    private final Effect first;
    private final Effect last;

    /** All of them, where there are more than two. */
    private final List<Effect> many;

    private Accepted(S next, Effect first, Effect last, List<Effect> many) {
      this.next = next;
      this.first = first;
      this.last = last;
      this.many = many;
    }

    @Override
    public S next() {
      return next;
    }

    /** What must now be done, in order. */
    public List<Effect> effects() {
      if (many != null) {
        return many;
      }
      return last == null ? List.of() : first == null ? List.of(last) : List.of(first, last);
    }

    /** The last of the effects; null if there is none. */
    public Effect lastEffect() {
      return last;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Accepted<?> that
          && Objects.equals(next, that.next)
          && effects().equals(that.effects());
    }

    @Override
    public int hashCode() {
      return 31 * Objects.hashCode(next) + effects().hashCode();
    }

    @Override
    public String toString() {
      return "Accepted[next=" + next + ", effects=" + effects() + "]";
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
    return new Accepted<>(next, null, null, null);
  }

  /** An accepted signal with one effect. */
  static <S> Outcome<S> accepted(S next, Effect effect) {
    return new Accepted<>(next, null, effect, null);
  }

  /** An accepted signal with two effects, in the order in which they must happen. */
  static <S> Outcome<S> accepted(S next, Effect first, Effect second) {
    return new Accepted<>(next, first, second, null);
  }

  /** An accepted signal with its effects, in the order in which they must happen. */
  static <S> Outcome<S> accepted(S next, Effect... effects) {
    return accepted(next, List.of(effects));
  }

  /** An accepted signal with its effects, in the order in which they must happen. */
  static <S> Outcome<S> accepted(S next, List<Effect> effects) {
    int size = effects.size();
    return switch (size) {
      case 0 -> accepted(next);
      case 1 -> accepted(next, effects.get(0));
      case 2 -> accepted(next, effects.get(0), effects.get(1));
      default -> new Accepted<>(next, null, effects.get(size - 1), List.copyOf(effects));
    };
  }

  /**
   * What an action came to that was tried on a draft: a state that is worked on in place.
   *
   * @param before the state that the draft began as
   * @param refused what the action answered: null, or why it is refused
   * @param after the draft as it stands
   * @param effects of an accepted one
   */
  static <S> Outcome<S> of(S before, String refused, Supplier<S> after, Effect... effects) {
    return refused == null ? accepted(after.get(), effects) : refused(before, refused);
  }

  /** A refused call; {@code state} must be the state that was given. */
  static <S> Outcome<S> refused(S state, String because) {
    return new Refused<>(state, because);
  }
}
