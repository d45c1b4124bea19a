package dev.sluice.kernel;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A variable of a kernel.
 *
 * @param name spelled as in the specification, or, where it is {@link Standing#KEPT}, as the field
 * @param unit what it counts
 * @param words the values of a variable that is one of several words, by the number that stands for
 *     each; {@link #TRUTHS} for a truth value; empty for a number
 * @param says what it is, as a phrase that follows its name
 * @param standing whether the specification has it
 * @param width how many of it a kernel has, one for each of its places; null if it is one
 * @param reader how it is read
 * @param writer how it is set; null if it follows from others
 * @param equation what it must be, by the variables; null if nothing else says so
 * @param <K> the kernel, or the part of one, that has it
 */
public record Variable<K>(
    String name,
    Unit unit,
    List<String> words,
    String says,
    Standing standing,
    ToIntFunction<K> width,
    Reader<K> reader,
    Writer<K> writer,
    Reader<K> equation) {
  /** The words of a truth value. */
  public static final List<String> TRUTHS = List.of("FALSE", "TRUE");

  /** What a variable is to the specification. */
  public enum Standing {
    /** The specification has a variable or a field of this name, and it is compared. */
    SHOWN,
    /** The kernel keeps it beside its variables, and no specification knows of it. */
    KEPT
  }

  /** Reads a number. */
  @FunctionalInterface
  public interface Reader<K> {
    /**
     * The number that a variable holds; of a word, its place among the words.
     *
     * @param at which one, if there is one for each place; else the host's clock in picoseconds,
     *     for what counts from a point in time
     */
    long of(K kernel, long at);
  }

  /** Sets a variable. */
  @FunctionalInterface
  public interface Writer<K> {
    /**
     * Sets it to a number that the reader gave.
     *
     * @param at which one, if there is one for each place
     */
    void set(K kernel, int at, long value);
  }

  /** How many numbers it is in this kernel. */
  public int widthIn(K kernel) {
    return width == null ? 1 : width.applyAsInt(kernel);
  }

  /** Whether there is one for each place. */
  public boolean isRow() {
    return width != null;
  }

  /** Whether it is true or false. */
  public boolean isTruth() {
    return words.equals(TRUTHS);
  }

  /** Whether it is a number. */
  public boolean isNumber() {
    return words.isEmpty();
  }
}
