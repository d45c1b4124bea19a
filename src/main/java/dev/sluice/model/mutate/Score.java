package dev.sluice.model.mutate;

import dev.sluice.model.mutate.Arguments.Entry;
import dev.sluice.model.mutate.Arguments.Standing;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a specification's mutants say of its checks.
 *
 * @param specification the specification
 * @param made how many mutants it has, run or not
 * @param fates what became of each that was run
 * @param counts of each kind how many; the argued ones among the survivors are counted there, too
 * @param argued survivors that are equivalent or outside the bounds, with what is said of them
 * @param gaps survivors that are known to be wrong
 * @param unknown survivors that nobody has explained
 * @param stale entries that no longer fit: their mutant is killed, or there is none
 * @param parted mutants that came to something else than what is kept
 */
public record Score(
    Mutable specification,
    int made,
    Map<Mutant, Fate> fates,
    Map<Kill, Integer> counts,
    Map<Mutant, Entry> argued,
    Map<Mutant, Entry> gaps,
    Map<Mutant, Fate> unknown,
    List<Entry> stale,
    Map<Mutant, Fate> parted) {
  /** How many of a hundred mutants must be killed or argued. */
  public static final int GOAL = 95;

  /** How many of a hundred must be killed by a property or a control. */
  public static final int STRONG_GOAL = 85;

  /** How many of a hundred may be argued. */
  public static final int MOST_ARGUED = 10;

  private static final int HUNDRED = 100;

  /**
   * Adds up.
   *
   * @param all every mutant of the specification
   * @param fates what became of those that were run
   * @param kept what the checkout keeps of them, as far as it holds
   */
  public static Score of(
      Mutable specification,
      List<Mutant> all,
      Map<Mutant, Fate> fates,
      Arguments arguments,
      Results kept) {
    Map<Kill, Integer> counts = new EnumMap<>(Kill.class);
    Map<Mutant, Entry> argued = new LinkedHashMap<>();
    Map<Mutant, Entry> gaps = new LinkedHashMap<>();
    Map<Mutant, Fate> unknown = new LinkedHashMap<>();
    Map<Mutant, Fate> parted = new LinkedHashMap<>();
    List<Entry> stale = new ArrayList<>(arguments.entries());
    for (Mutant mutant : all) {
      Entry entry = arguments.of(mutant);
      Fate fate = fates.get(mutant);
      if (entry != null && (fate == null || fate.kill() == Kill.SURVIVES)) {
        stale.remove(entry);
      }
      if (fate == null) {
        continue;
      }
      counts.merge(fate.kill(), 1, Integer::sum);
      Fate before = kept.of(mutant);
      if (before != null && !before.equals(fate) && (kept.fit() || !fate.kill().isStrong())) {
        parted.put(mutant, before); // with other models another one may be the first to notice
      }
      if (fate.kill() == Kill.SURVIVES && entry != null) {
        (entry.standing() == Standing.GAP ? gaps : argued).put(mutant, entry);
      } else if (fate.kill() == Kill.SURVIVES || fate.kill() == Kill.UNDECIDED) {
        unknown.put(mutant, fate);
      }
    }
    return new Score(
        specification, all.size(), fates, counts, argued, gaps, unknown, stale, parted);
  }

  /** Whether all of its mutants were run: only then are shares held against the goals. */
  public boolean whole() {
    return fates.size() == made;
  }

  /** How many mutants count: those that parse. */
  public int counted() {
    return fates.size() - count(Kill.STILLBORN);
  }

  /** How many came to this. */
  public int count(Kill kill) {
    return counts.getOrDefault(kill, 0);
  }

  /** How many are killed, by whatever it be, or argued. */
  public int settled() {
    return counted() - gaps.size() - unknown.size();
  }

  /** How many are killed by a property or a control. */
  public int strong() {
    return count(Kill.PROPERTY) + count(Kill.CONTROL);
  }

  /** A share in per cent, rounded down to a tenth. */
  public static String share(int part, int whole) {
    long thousandths = whole == 0 ? 0 : 1000L * part / whole;
    return String.format(Locale.ROOT, "%d.%d %%", thousandths / 10, thousandths % 10);
  }

  /** For each property, how many mutants it is the first to notice, itself or by a control. */
  public Map<String, Integer> byProperty() {
    Map<String, Integer> by = new TreeMap<>();
    specification.propertyNames().forEach(name -> by.put(name, 0));
    fates.values().stream()
        .filter(fate -> fate.kill().isStrong())
        .forEach(fate -> by.merge(fate.by(), 1, Integer::sum));
    return by;
  }

  /** What is not as it must be, as sentences; empty where all is. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    String module = specification.module();
    unknown.forEach(
        (mutant, fate) ->
            problems.add(
                mutant.id()
                    + " (line "
                    + mutant.line()
                    + "): "
                    + fate.phrase()
                    + "\n    "
                    + mutant.from()
                    + "\n    "
                    + mutant.to()));
    stale.forEach(
        entry ->
            problems.add(
                module
                    + ": an entry is no longer needed, its mutant is killed or is none: "
                    + entry.phrase()));
    parted.forEach(
        (mutant, before) ->
            problems.add(
                mutant.id()
                    + " came to "
                    + fates.get(mutant).phrase()
                    + "; what is kept says "
                    + before.phrase()));
    if (whole()) {
      below(problems, settled(), GOAL, "killed or argued");
      below(problems, strong(), STRONG_GOAL, "killed by a property or a control");
      if (HUNDRED * argued.size() > MOST_ARGUED * counted()) {
        problems.add(
            module
                + ": "
                + share(argued.size(), counted())
                + " are argued, and at most "
                + MOST_ARGUED
                + " % may be");
      }
    }
    return problems;
  }

  private void below(List<String> problems, int part, int goal, String what) {
    if (HUNDRED * part < goal * counted()) {
      problems.add(
          specification.module()
              + ": "
              + share(part, counted())
              + " are "
              + what
              + ", and the goal is "
              + goal
              + " %");
    }
  }
}
