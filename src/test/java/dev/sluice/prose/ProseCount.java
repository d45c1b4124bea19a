package dev.sluice.prose;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Number of words, and of occurrences of each rule, in one or more passages of one kind. */
record ProseCount(long words, Map<StyleRule, Long> occurrences) {
  private static final ProseCount NONE = new ProseCount(0, Map.of());

  /** Unit of a rate: occurrences per 100,000 words, which prints as hundredths per 1,000. */
  private static final long RATE = 100_000;

  ProseCount {
    occurrences = Map.copyOf(occurrences);
  }

  /** Counts the occurrences in one passage. */
  static ProseCount of(Passage passage, List<Occurrence> occurrences) {
    Map<StyleRule, Long> found = new EnumMap<>(StyleRule.class);
    occurrences.forEach(each -> found.merge(each.rule(), 1L, Long::sum));
    return new ProseCount(passage.words(), found);
  }

  /** Returns the sum of both. */
  ProseCount plus(ProseCount other) {
    Map<StyleRule, Long> sum = new EnumMap<>(StyleRule.class);
    sum.putAll(occurrences);
    other.occurrences.forEach((rule, count) -> sum.merge(rule, count, Long::sum));
    return new ProseCount(words + other.words, sum);
  }

  /** Returns the sum of all. */
  static ProseCount sum(Collection<ProseCount> counts) {
    return counts.stream().reduce(NONE, ProseCount::plus);
  }

  /** Returns the number of occurrences of a rule. */
  long of(StyleRule rule) {
    return occurrences.getOrDefault(rule, 0L);
  }

  /** Returns the rate of a rule per 1,000 words with two decimals, rounded down; for print only. */
  String rate(StyleRule rule) {
    long rate = words == 0 ? 0 : of(rule) * RATE / words;
    return "%d.%02d".formatted(rate / 100, rate % 100);
  }

  /** Returns whether the rate of a rule is at most its goal, or the rule has none. */
  boolean meetsGoal(StyleRule rule) {
    return rule.isWanted() || of(rule) * RATE <= rule.goal() * words;
  }

  /** Returns whether every rule is within its goal. */
  boolean meetsGoals() {
    return Stream.of(StyleRule.values()).allMatch(this::meetsGoal);
  }

  /**
   * Returns whether a rule's number is worse than a recorded one: both its rate and its count have
   * moved in the wrong direction. Both, because deleted words change the rate of the others, and no
   * deletion of good text is an offence. The comparison is exact.
   */
  boolean isWorse(StyleRule rule, ProseCount recorded) {
    return rule.isWanted() ? isLower(rule, recorded) : recorded.isLower(rule, this);
  }

  /** Returns whether a rule's number is better than a recorded one. */
  boolean isBetter(StyleRule rule, ProseCount recorded) {
    return recorded.isWorse(rule, this);
  }

  private boolean isLower(StyleRule rule, ProseCount other) {
    return of(rule) < other.of(rule) && of(rule) * other.words < other.of(rule) * words;
  }
}
