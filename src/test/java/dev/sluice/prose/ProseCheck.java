package dev.sluice.prose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Comparison of a census with the recorded numbers.
 *
 * <p>For each kind and rule, the files with a recorded line are compared as a whole, so that text
 * may move between them; a deleted file drops out. Every other file must meet the goals of the
 * style by itself, whether it is new or has met them before: at most 0.3 {@code what} per 1,000
 * words, and no occurrence of another rule. A renamed file keeps its numbers: it is recognised by a
 * missing file of the same kind with as many words and at least as many occurrences of each rule.
 */
final class ProseCheck {
  /** Number of files, and of places in each, that a message names. */
  private static final int NAMED = 3;

  private final ProseRatchet recorded;
  private final ProseCensus now;
  private final Map<ProseKind, ProseCount> before = new EnumMap<>(ProseKind.class);
  private final Map<ProseKind, ProseCount> after = new EnumMap<>(ProseKind.class);
  private final List<String> failures = new ArrayList<>();

  ProseCheck(ProseRatchet recorded, ProseCensus now) {
    this.recorded = recorded;
    this.now = now;
    for (ProseKind kind : ProseKind.values()) {
      before.put(kind, sum(recorded.files(kind), now.files(kind)));
      after.put(kind, sum(now.files(kind), recorded.files(kind)));
      for (StyleRule rule : StyleRule.values()) {
        compareRecorded(kind, rule);
      }
      judgeOthers(kind);
    }
  }

  private static ProseCount sum(Map<String, ProseCount> counts, Map<String, ProseCount> among) {
    Map<String, ProseCount> common = new TreeMap<>(counts);
    common.keySet().retainAll(among.keySet());
    return ProseCount.sum(common.values());
  }

  /** Returns a message for each number that is worse than recorded or misses its goal. */
  List<String> failures() {
    return Collections.unmodifiableList(failures);
  }

  /** Returns whether a number is better than recorded. */
  boolean isBetter() {
    return Stream.of(ProseKind.values())
        .anyMatch(
            kind ->
                Stream.of(StyleRule.values())
                    .anyMatch(rule -> after(kind).isBetter(rule, before(kind))));
  }

  /** Returns the census that was checked. */
  ProseCensus now() {
    return now;
  }

  /** Returns the recorded count, over the recorded files that still contain prose of a kind. */
  ProseCount before(ProseKind kind) {
    return before.get(kind);
  }

  /** Returns the present count over the same files. */
  ProseCount after(ProseKind kind) {
    return after.get(kind);
  }

  private void compareRecorded(ProseKind kind, StyleRule rule) {
    ProseCount is = after(kind);
    ProseCount was = before(kind);
    if (is.isWorse(rule, was)) {
      failures.add(
          "%s \"%s\": occurrences %d, recorded %d; per 1,000 words of these files %s, recorded %s; %s%s"
              .formatted(
                  kind.id(),
                  rule.id(),
                  is.of(rule),
                  was.of(rule),
                  is.rate(rule),
                  was.rate(rule),
                  rule.advice(),
                  changes(kind, rule)));
    }
  }

  /** Names the files whose count has moved in the wrong direction, with the places. */
  private String changes(ProseKind kind, StyleRule rule) {
    StringBuilder text = new StringBuilder();
    int named = 0;
    for (Map.Entry<String, ProseCount> each : recorded.files(kind).entrySet()) {
      ProseCount is = now.files(kind).get(each.getKey());
      if (is != null && isMoved(rule, is.of(rule), each.getValue().of(rule))) {
        named++;
        if (named <= NAMED) {
          text.append(
              "\n  %s has %d, recorded %d"
                  .formatted(each.getKey(), is.of(rule), each.getValue().of(rule)));
          text.append(rule.isWanted() ? "" : places(kind, rule, each.getKey()));
        }
      }
    }
    return text + (named > NAMED ? "\n  and files beyond these: %d".formatted(named - NAMED) : "");
  }

  private static boolean isMoved(StyleRule rule, long is, long was) {
    return rule.isWanted() ? is < was : is > was;
  }

  private String places(ProseKind kind, StyleRule rule, String file) {
    StringBuilder text = new StringBuilder();
    now.occurrences(kind, rule).stream()
        .filter(each -> each.passage().file().equals(file))
        .limit(NAMED)
        .forEach(each -> text.append("\n    ").append(each));
    return text.toString();
  }

  private void judgeOthers(ProseKind kind) {
    SortedMap<String, ProseCount> gone = new TreeMap<>(recorded.files(kind));
    gone.keySet().removeAll(now.files(kind).keySet());
    now.files(kind)
        .forEach(
            (file, is) -> {
              ProseCount was = recorded.files(kind).get(file);
              boolean isGood = was == null || was.meetsGoals();
              if (isGood && !is.meetsGoals() && !isRenamed(is, gone)) {
                judge(kind, file, is);
              }
            });
  }

  private void judge(ProseKind kind, String file, ProseCount is) {
    for (StyleRule rule : StyleRule.values()) {
      if (!is.meetsGoal(rule)) {
        failures.add(
            "%s \"%s\": %s must meet the goals, but has %d in %d words; %s%s"
                .formatted(
                    kind.id(),
                    rule.id(),
                    file,
                    is.of(rule),
                    is.words(),
                    rule.advice(),
                    places(kind, rule, file)));
      }
    }
  }

  /** Returns whether a missing file has the numbers of this one, and removes it from the map. */
  private static boolean isRenamed(ProseCount is, SortedMap<String, ProseCount> gone) {
    for (Map.Entry<String, ProseCount> old : gone.entrySet()) {
      boolean isWithin =
          is.occurrences().keySet().stream()
              .allMatch(rule -> rule.isWanted() || is.of(rule) <= old.getValue().of(rule));
      if (isWithin && is.words() == old.getValue().words()) {
        gone.remove(old.getKey());
        return true;
      }
    }
    return false;
  }
}
