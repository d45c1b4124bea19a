package dev.sluice.cli;

import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;

/**
 * Small scenarios of RoCEv2, drawn by chance: each kind of {@code roce.cc} in turn, with pause and
 * without. A few senders write into one host, so that queues mark, pause and drop.
 */
final class DrawnRoce {
  private static final String[] KINDS = {"none", "rcm", "ldcp", "ldcp-rate", "hpcc"};

  /** So many in a row have every kind, with pause and without. */
  static final int ALL = 2 * KINDS.length;

  private DrawnRoce() {}

  /**
   * A scenario as text.
   *
   * @param which counts the scenarios, from 0: it says the kind, and whether switches pause
   */
  static String toml(int which, long seed) {
    RandomStream chance = new RandomStreams(seed).stream("drawn");
    String kind = KINDS[which % KINDS.length];
    boolean pauses = which / KINDS.length % 2 == 0;
    int senders = 2 + (int) chance.below(3);
    String other = kind.equals("hpcc") ? "send" : "read"; // HPCC++ has no responses to READs
    long marksFrom = 4 + chance.below(20);
    String faults =
        pauses || chance.below(2) == 0
            ? ""
            : """
            [[fault]]
            link = "*"
            loss = "%d%%"
            repetition = "%d%%"
            """
                .formatted(chance.below(3), chance.below(3));
    return """
        seed = %d
        until = "100ms"
        [topology]
        kind = "star"
        hosts = %d
        rate = "%dG"
        length = "%dm"
        [[queue]]
        name = "roce"
        dscp = 26
        ecn-min = "%dKB"
        ecn-max = "%dKB"
        ecn-chance = "%d%%"
        %s
        [[queue]]
        name = "others"
        dscp = "others"
        rank = 1
        %s
        [roce]
        cc = "%s"
        mtu = %d
        window = %d
        [[workload]]
        kind = "incast"
        transport = "roce"
        senders = %d
        size = "%dB"
        [[flow]]
        transport = "roce"
        operation = "%s"
        from = 0
        to = 1
        size = "%dB"
        start = "%dus"
        %s
        """
        .formatted(
            seed,
            senders + 1 + (int) chance.below(2),
            chance.below(2) == 0 ? 100 : 400,
            1 + chance.below(200),
            marksFrom,
            marksFrom + 1 + chance.below(60),
            1 + chance.below(100),
            pauses ? "" : "limit = \"" + (60 + chance.below(300)) + "KB\"",
            pauses
                ? "[pause]\nlossless = \"roce\"\nthreshold = \"" + (5 + chance.below(25)) + "KB\""
                : "",
            kind,
            512 << chance.below(4),
            32 << chance.below(4),
            senders,
            1 + chance.below(80_000),
            chance.below(2) == 0 ? other : "write",
            1 + chance.below(30_000),
            chance.below(30),
            faults);
  }
}
