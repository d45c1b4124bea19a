package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.trace.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a rejected log small.
 *
 * <p>Leaving an event out is a reason of its own to reject a log, so being rejected is not enough:
 * it must be the same event that does not fit, stopped by the same conjunct or breaking the same
 * invariant. What comes after it goes first, then ever smaller runs of events before it.
 */
public final class Shrinking {
  /** Judging a small log takes a millisecond or so. */
  private static final int TRIES = 4_000;

  private final SpecJudge judge;
  private int tries;

  /**
   * @param judge of the specification that rejects
   */
  public Shrinking(SpecJudge judge) {
    this.judge = judge;
  }

  /**
   * The smallest log found.
   *
   * @param log a log
   * @param rejected how one of its behaviours was rejected
   */
  public EventLog smallest(EventLog log, Judged rejected) throws IOException {
    tries = 0;
    List<LogEvent> kept = new ArrayList<>();
    for (LogEvent event : log.events()) {
      if (event.number() <= rejected.rejected().orElseThrow().number()) {
        kept.add(event);
      }
    }
    for (int run = Math.max(1, kept.size() / 2); ; run = Math.max(1, run / 2)) {
      boolean any = false;
      for (int from = kept.size() - 1 - run; from > -run && tries < TRIES; from -= run) {
        List<LogEvent> fewer = new ArrayList<>(kept);
        fewer.subList(Math.max(0, from), Math.min(kept.size() - 1, from + run)).clear();
        if (fewer.size() < kept.size() && isSame(log.with(fewer), rejected)) {
          kept = fewer;
          any = true;
        }
      }
      if (tries >= TRIES || run == 1 && !any) {
        return log.with(kept);
      }
    }
  }

  private boolean isSame(EventLog log, Judged rejected) throws IOException {
    tries++;
    try {
      for (Judged each : judge.judge(log)) {
        if (each.isRejected() && reason(each).equals(reason(rejected))) {
          return each.rejected().orElseThrow().number() == log.events().size();
        }
      }
      return false;
    } catch (BadLog tooFew) {
      return false;
    }
  }

  private static List<String> reason(Judged judged) {
    Rejected rejected = (Rejected) judged.verdict();
    Optional<Misfit> misfit = rejected.misfit();
    return List.of(
        judged.rejected().orElseThrow().action(),
        rejected.broken(),
        misfit.map(Misfit::conjunct).orElse(""),
        misfit.map(each -> each.bindings().getOrDefault("name", "")).orElse(""), // what it tells
        misfit.map(each -> each.module() + each.line()).orElse(""));
  }
}
