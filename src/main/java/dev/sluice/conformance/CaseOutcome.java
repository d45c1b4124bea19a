package dev.sluice.conformance;

import dev.sluice.conformance.GrainChanges.Change;
import dev.sluice.conformance.GrainChanges.Count;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a case ended, without its dialogue.
 *
 * @param sentence the deviation, or why there is no verdict; empty if neither is the case
 * @param signature the verdict with the last request and the variables at fault: cases that fail in
 *     one way have the same one. Empty if the case does not fail.
 * @param requests how many requests were made, {@code start} among them
 * @param taken the actions that the implementation has taken, and those in which the case fails: an
 *     action that it refuses or that does not come in time, among them
 * @param changes how many changes of variables the declared grain hides
 */
public record CaseOutcome(
    Case of,
    CaseVerdict verdict,
    String sentence,
    String signature,
    int requests,
    Set<String> taken,
    Map<Change, Count> changes) {
  public CaseOutcome {
    taken = Collections.unmodifiableSet(new TreeSet<>(taken));
    changes = Collections.unmodifiableMap(new TreeMap<>(changes));
  }

  /** Returns the requirements on which the steps of the case rest. */
  public Set<String> requirements() {
    return new TreeSet<>(of.requirements(taken));
  }

  /** Returns the outcome with another verdict. */
  public CaseOutcome as(CaseVerdict other, String because) {
    return new CaseOutcome(of, other, because, signature, requests, taken, changes);
  }

  /** Groups results by the configuration of a role, in the order of its first case. */
  public static Map<String, List<CaseOutcome>> bySuite(List<CaseOutcome> results) {
    Map<String, List<CaseOutcome>> groups = new LinkedHashMap<>();
    results.forEach(
        each -> groups.computeIfAbsent(each.of().suite(), fresh -> new ArrayList<>()).add(each));
    return groups;
  }

  /** Counts the verdicts. */
  public static Map<CaseVerdict, Integer> counts(List<CaseOutcome> results) {
    Map<CaseVerdict, Integer> counts = new EnumMap<>(CaseVerdict.class);
    results.forEach(result -> counts.merge(result.verdict(), 1, Integer::sum));
    return counts;
  }
}
