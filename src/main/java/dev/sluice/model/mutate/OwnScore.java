package dev.sluice.model.mutate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How good the claims of a specification of a user's own are, as its mutants show.
 *
 * @param made the number of mutants that the specification has
 * @param fates the fates of those that were run, in the order of the text
 * @param files the file of each module
 * @param claims the invariants and properties of the configuration, in its order
 * @param pluscal the line of the PlusCal algorithm of each survivor that has one
 */
public record OwnScore(
    int made,
    Map<Mutant, Fate> fates,
    Map<String, Path> files,
    List<String> claims,
    Map<Mutant, Integer> pluscal) {

  /** Returns the number of mutants with one of these fates. */
  public int count(Kill... kills) {
    Set<Kill> wanted = Set.of(kills);
    return (int) fates.values().stream().filter(fate -> wanted.contains(fate.kill())).count();
  }

  /** Returns the number of mutants that a claim, a type, a deadlock or a missing value shows. */
  public int noticed() {
    return count(Kill.PROPERTY, Kill.CONTROL, Kill.TYPE, Kill.ERROR);
  }

  /** Returns the mutants that no claim notices and that have this change of behaviour. */
  public List<Mutant> survivors(Change change) {
    List<Mutant> all = new ArrayList<>();
    fates.forEach(
        (mutant, fate) -> {
          if (Change.of(fate) == change && !isOfFairness(mutant)) {
            all.add(mutant);
          }
        });
    return all;
  }

  /** Returns the mutants of fairness that no claim notices. */
  public List<Mutant> unneeded() {
    List<Mutant> all = new ArrayList<>();
    fates.forEach(
        (mutant, fate) -> {
          if (fate.kill() == Kill.SURVIVES && isOfFairness(mutant)) {
            all.add(mutant);
          }
        });
    return all;
  }

  private static boolean isOfFairness(Mutant mutant) {
    return mutant.operator() == MutationOperator.FAIRNESS;
  }

  /** Returns all mutants that no claim notices, except those with the same behaviour. */
  public List<Mutant> survivors() {
    Set<Mutant> wanted = new HashSet<>(unneeded());
    for (Change change : Change.values()) {
      if (change != Change.NONE) {
        wanted.addAll(survivors(change));
      }
    }
    return fates.keySet().stream().filter(wanted::contains).toList();
  }

  /** Returns the number of mutants that count: those that behave differently, and were decided. */
  public int counted() {
    return noticed() + survivors().size();
  }

  /** Returns the share of the mutants noticed, in tenths of a per cent, rounded down. */
  public String share() {
    return Score.share(noticed(), counted());
  }

  /** Returns whether all mutants were run. */
  public boolean whole() {
    return fates.size() == made;
  }

  /** Returns the number of mutants that each claim is the first to notice. */
  public Map<String, Integer> first() {
    Map<String, Integer> by = new LinkedHashMap<>();
    claims.forEach(claim -> by.put(claim, 0));
    fates.values().stream()
        .filter(fate -> !fate.by().isEmpty())
        .forEach(fate -> by.merge(fate.by(), 1, Integer::sum));
    return by;
  }

  /** Returns the number of mutants that each claim notices, if others were looked for. */
  public Map<String, Integer> any() {
    Map<String, Integer> by = first();
    fates.values().forEach(fate -> fate.also().forEach(claim -> by.merge(claim, 1, Integer::sum)));
    return by;
  }

  /** Returns the number of mutants that no other claim notices, for each claim. */
  public Map<String, Integer> alone() {
    Map<String, Integer> by = new LinkedHashMap<>();
    claims.forEach(claim -> by.put(claim, 0));
    fates.values().stream()
        .filter(fate -> !fate.by().isEmpty() && fate.also().isEmpty())
        .forEach(fate -> by.merge(fate.by(), 1, Integer::sum));
    return by;
  }

  /** Returns the claims that no mutant violates. */
  public List<String> idle() {
    Map<String, Integer> any = any();
    return claims.stream().filter(claim -> any.get(claim) == 0).toList();
  }

  /** Returns the score of the mutants of one module; how many the module has is not counted. */
  public OwnScore of(String module) {
    Map<Mutant, Fate> mine = new LinkedHashMap<>(fates);
    mine.keySet().removeIf(mutant -> !mutant.module().equals(module));
    return new OwnScore(mine.size(), mine, files, claims, pluscal);
  }

  /** Returns the modules that have mutants. */
  public Set<String> modules() {
    Set<String> names = new TreeSet<>();
    fates.keySet().forEach(mutant -> names.add(mutant.module()));
    return names;
  }
}
