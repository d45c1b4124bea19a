package dev.sluice.model.graph;

/** A streamed graph that cannot be used: cut short, damaged, or not what it claims to be. */
public final class GraphBroken extends Exception {
  private static final long serialVersionUID = 1L;

  /** The sentence to show: what is wrong, and where. */
  public GraphBroken(String sentence) {
    super(sentence);
  }
}
