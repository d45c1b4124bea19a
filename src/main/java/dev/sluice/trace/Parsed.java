package dev.sluice.trace;

/**
 * What became of text that was read: a value, or a sentence saying where it went wrong.
 *
 * @param <T> what the text stands for
 */
public sealed interface Parsed<T> {

  /** The text stands for this. */
  record Good<T>(T value) implements Parsed<T> {}

  /**
   * The text stands for nothing.
   *
   * @param line counted from 1
   * @param column counted from 1
   * @param because a sentence: what stands there, and what was expected
   */
  record Bad<T>(int line, int column, String because) implements Parsed<T> {
    @Override
    public String toString() {
      return "line " + line + ", column " + column + ": " + because;
    }
  }

  /**
   * The value, where the caller knows the text to be good.
   *
   * @throws IllegalArgumentException with position and sentence, if it is not
   */
  default T get() {
    if (this instanceof Good<T> good) {
      return good.value();
    }
    throw new IllegalArgumentException(toString());
  }
}
