package dev.sluice.fabric;

/** Which class of a port goes next: one of the first rank of which anything waits. */
final class Turns {
  private final int[] members;
  private final RoundRobin[] ranks;
  private final int[] rankOf;

  /** Turns by {@link Treatment#ranks} and quanta. */
  Turns(Treatment treatment) {
    members = treatment.ranks;
    ranks = new RoundRobin[members.length];
    rankOf = new int[treatment.quantumBytes.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RoundRobin(treatment.quantumBytes, members[rank]);
      for (int i = 0; i < rankOf.length; i++) {
        if ((members[rank] & 1 << i) != 0) {
          rankOf[i] = rank;
        }
      }
    }
  }

  /**
   * The class that sends next; its first frame counts as sent.
   *
   * @param port at which at least one frame waits that may begin
   */
  int next(Port port, Packets packets) {
    int rank = 0;
    while ((port.readyClasses() & members[rank]) == 0) {
      rank++;
    }
    return ranks[rank].next(port, packets);
  }

  /** Nothing of a class waits any more: what it has left is gone. */
  void emptied(int trafficClass) {
    ranks[rankOf[trafficClass]].emptied(trafficClass);
  }
}
