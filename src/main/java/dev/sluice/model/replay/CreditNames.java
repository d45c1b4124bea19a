package dev.sluice.model.replay;

import dev.sluice.model.replay.Twin.Part;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongBiFunction;

/**
 * Values of {@code spec/uet/CreditConservation.tla} by its names of senders and PDCs.
 *
 * @param senders in the order in which they are served
 * @param pdcs of each sender, in the same order
 */
record CreditNames(List<String> senders, List<String> pdcs) {
  /** Returns the names in a list. */
  static List<String> of(List<Value> items) {
    return items.stream().map(Constants::string).toList();
  }

  /** Returns the set of senders whose number is 1. */
  Value set(Numbers isIn) {
    List<Value> in = new ArrayList<>();
    for (int s = 0; s < senders.size(); s++) {
      if (isIn.get(s) == 1) {
        in.add(Value.of(senders.get(s)));
      }
    }
    return Value.set(in);
  }

  /** Returns a function of the senders. */
  Value bySender(IntFunction<Value> value) {
    return Value.function(senders, value);
  }

  /** Returns a function of the PDCs of sender s; places count all PDCs, sender by sender. */
  Value byPdc(IntFunction<Value> ofPlace, int s) {
    return Value.function(pdcs, p -> ofPlace.apply(s * pdcs.size() + p));
  }

  /** Returns such a function of sequences. */
  <T> Value byPdc(List<List<T>> lists, int s, Function<T, Value> value) {
    return byPdc(place -> each(lists.get(place), value), s);
  }

  /** Returns a sequence. */
  static <T> Value each(List<T> list, Function<T, Value> value) {
    return Value.seq(list.stream().map(value).toList());
  }

  /** Makes a variable that is a number for each PDC of each sender. */
  <W> Part<W> numbers(String name, ToLongBiFunction<W, Integer> number) {
    return Part.of(
        name,
        world ->
            Numbers.of(senders.size() * pdcs.size(), place -> number.applyAsLong(world, place)),
        numbers -> bySender(s -> byPdc(place -> Value.ofExact(numbers.get(place)), s)));
  }

  /** Makes a variable that is a set of senders. */
  <W> Part<W> senders(String name, BiPredicate<W, Integer> isIn) {
    return Part.of(
        name, world -> Numbers.of(senders.size(), s -> isIn.test(world, s) ? 1 : 0), this::set);
  }

  /** Makes a variable that the network, or the host, has lists for. */
  <W, T> Part<W> lists(
      String name, Function<W, List<List<T>>> of, BiFunction<List<List<T>>, Integer, Value> value) {
    return Part.of(
        name,
        world -> CreditMessages.copies(of.apply(world)),
        lists -> bySender(s -> value.apply(lists, s)));
  }
}
