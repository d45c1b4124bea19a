package dev.sluice.model.mutate;

/**
 * How mutants are run.
 *
 * @param budget how many times the pinned number of states a search may find
 * @param glance states within which a larger model is searched at first
 * @param replay whether graphs are replayed where nothing stronger has noticed
 * @param matrix whether all claims that notice a mutant are looked for, not only the first
 * @param heapMib TLC's largest heap in each process, in MiB
 * @param timeoutSeconds after which a run is left undecided
 */
public record Settings(
    int budget, int glance, boolean replay, boolean matrix, int heapMib, long timeoutSeconds) {
  /** Returns those that fates rest on, as one text. */
  String words() {
    return budget + " " + glance + " " + replay + (matrix ? " matrix" : "");
  }

  /** The budget that results are kept of. */
  public static final int BUDGET = 2;

  /** How far a larger model is searched at first. */
  public static final int GLANCE = 300;
}
