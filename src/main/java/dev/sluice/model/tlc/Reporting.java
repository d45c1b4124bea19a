package dev.sluice.model.tlc;

/** What a run of TLC reports beside its verdict. */
public enum Reporting {
  /** Every state and transition: {@code model.graph.GraphReader} reads them. */
  GRAPH("stream"),
  /**
   * Every state and transition, and which parts of the claims they exercise: the file {@code
   * probe.Probe.PARTS_FILE}.
   */
  GRAPH_AND_PARTS("parts"),
  /** How often each action instance was taken: {@code model.graph.ActionCounts} reads it. */
  COUNTS("count"),
  /** A digest of the graph, in the file {@code probe.Probe.SUM_FILE}. */
  SUM("sum"),
  /** A digest of the graph, and the parts of the claims that it exercises. */
  SUM_AND_PARTS("sum-and-parts"),
  /** Nothing. */
  NOTHING("plain");

  private final String word;

  Reporting(String word) {
    this.word = word;
  }

  /** The word by which the probe is asked for it. */
  String word() {
    return word;
  }
}
