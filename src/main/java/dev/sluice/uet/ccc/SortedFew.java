package dev.sluice.uet.ccc;

import java.util.Arrays;

/**
 * A small immutable set, kept sorted, so that equal sets are equal objects whatever way they came
 * about.
 *
 * @param <T> element
 */
public final class SortedFew<T extends Comparable<T>> {
  private final Object[] items;

  private SortedFew(Object[] items) {
    this.items = items;
  }

  /** The empty set. */
  public static <T extends Comparable<T>> SortedFew<T> none() {
    return new SortedFew<>(new Object[0]);
  }

  /** How many elements it has. */
  public int size() {
    return items.length;
  }

  /** The element at this place of the order, from 0 on. */
  @SuppressWarnings("unchecked")
  public T get(int index) {
    return (T) items[index];
  }

  /** Whether it is an element. */
  public boolean contains(T item) {
    return Arrays.binarySearch(items, item) >= 0;
  }

  /** This set and the element. */
  public SortedFew<T> with(T item) {
    int at = Arrays.binarySearch(items, item);
    if (at >= 0) {
      return this;
    }
    int place = -at - 1;
    Object[] more = new Object[items.length + 1];
    System.arraycopy(items, 0, more, 0, place);
    more[place] = item;
    System.arraycopy(items, place, more, place + 1, items.length - place);
    return new SortedFew<>(more);
  }

  /** This set less the element. */
  public SortedFew<T> without(T item) {
    int at = Arrays.binarySearch(items, item);
    if (at < 0) {
      return this;
    }
    if (items.length == 1) {
      return none();
    }
    Object[] fewer = new Object[items.length - 1];
    System.arraycopy(items, 0, fewer, 0, at);
    System.arraycopy(items, at + 1, fewer, at, fewer.length - at);
    return new SortedFew<>(fewer);
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof SortedFew<?> that && Arrays.equals(items, that.items);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(items);
  }

  @Override
  public String toString() {
    return Arrays.toString(items);
  }
}
