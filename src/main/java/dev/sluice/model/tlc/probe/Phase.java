package dev.sluice.model.tlc.probe;

/** Part of the work on one model. The time of a model is the sum of its phases. */
public enum Phase {
  /** Start of the run within its process: arguments, folders, state left by an earlier run. */
  START("start"),
  /** SANY: parsing, semantic analysis and level checking of the module and its imports. */
  SANY("SANY"),
  /** Constants, overrides and properties of the configuration; the tables of the search. */
  CONFIGURATION("configuration"),
  /** Breadth-first search, invariants and action properties included. */
  SEARCH("search"),
  /** Streaming of states and transitions, out of the search. */
  STREAM("stream"),
  /** Check of the temporal properties on the finished behaviour graph. */
  LIVENESS("liveness"),
  /** Reconstruction and printing of a counterexample, and the arguments of its actions. */
  COUNTEREXAMPLE("counterexample"),
  /** Reading of the streamed graph. */
  READ("read graph"),
  /** Replay of every transition on copies of the kernels. */
  REPLAY("replay"),
  /** Walks on kernels that are never copied. */
  WALKS("walks"),
  /** Comparison with the kept behaviours and counts. */
  KEPT("kept files"),
  /** Folders and files, the exchange with TLC's process, and all that no other phase counts. */
  FILES("files");

  private final String words;

  Phase(String words) {
    this.words = words;
  }

  /** Returns the name that tables print. */
  public String words() {
    return words;
  }
}
