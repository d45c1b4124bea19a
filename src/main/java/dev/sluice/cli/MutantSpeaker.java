package dev.sluice.cli;

import dev.sluice.model.mutate.Campaign;
import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.Mutant;

/** Prints the progress of a run of mutants now and then. */
final class MutantSpeaker implements Campaign.Watcher {
  private static final long SPEAK_NANOS = 10_000_000_000L;

  private final Session session;
  private final int total;
  private long next;
  private int finished;
  private int alive;

  /**
   * Makes a speaker.
   *
   * @param total the most mutants that are run
   */
  MutantSpeaker(Session session, int total) {
    this.session = session;
    this.total = total;
    this.next = session.nanos().getAsLong() + SPEAK_NANOS;
  }

  @Override
  public synchronized void done(Mutant mutant, Fate fate, int ofThisModule) {
    finished++;
    alive += fate.kill().kills() ? 0 : 1;
    long now = session.nanos().getAsLong();
    if (now >= next) {
      next = now + SPEAK_NANOS;
      session
          .terminal()
          .tell(
              mutant.module()
                  + ": "
                  + finished
                  + " of at most "
                  + Words.some(total, "mutant", "mutants")
                  + ", "
                  + Words.count(alive)
                  + " alive");
    }
  }
}
