package dev.sluice.kernel;

/** Whose something is that a specification speaks of. */
public enum Party {
  /** The end that sends the data: source, initiator. */
  SENDER("sender"),
  /** The end that takes them: target. */
  RECEIVER("receiver"),
  /** Each of both ends has its own. */
  EITHER("either end"),
  /** What lies between the ends: messages under way, and what may still befall them. */
  NETWORK("network"),
  /** Who wants something sent. */
  APPLICATION("application"),
  /** An onlooker, who sees the traffic of all ends: keeps witnesses, which no endpoint has. */
  ONLOOKER("onlooker");

  private final String label;

  Party(String label) {
    this.label = label;
  }

  /** As files that others read spell it. */
  public String label() {
    return label;
  }
}
