package dev.sluice.conformance;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Plays cases against one implementation, each in turn. A process that is gone is started anew for
 * the next case.
 */
public final class CaseRunner implements AutoCloseable {
  /** Starts that may fail one after the other before the rest has not run. */
  private static final int MOST_FAILED_STARTS = 20;

  /** Starts a process anew. */
  @FunctionalInterface
  public interface Starter {
    /** Returns a dialogue with a new process. */
    Dialogue start() throws Broken;
  }

  private final Starter starter;
  private final String version;
  private final String nonce;
  private Dialogue dialogue;
  private Declaration declaration;

  /** The declaration with the values of hidden parameters that calibration has left. */
  private Declaration frozen;

  private final AtomicInteger failedStarts;
  private boolean judgesState = true;

  /**
   * Begins without a process.
   *
   * @param version the version of Sluice, which {@code hello} has
   * @param nonce a word that the replies to {@code hello} repeat
   */
  public CaseRunner(Starter starter, String version, String nonce) {
    this(starter, version, nonce, new AtomicInteger());
  }

  private CaseRunner(Starter starter, String version, String nonce, AtomicInteger failedStarts) {
    this.starter = starter;
    this.version = version;
    this.nonce = nonce;
    this.failedStarts = failedStarts;
  }

  /** Returns a runner for the same implementation, which has a process of its own. */
  CaseRunner another() {
    CaseRunner other = new CaseRunner(starter, version, nonce, failedStarts);
    other.declaration = declaration;
    other.frozen = frozen;
    other.judgesState = judgesState;
    return other;
  }

  /**
   * Starts the implementation, if it does not run, and returns its declaration.
   *
   * @throws Broken if it does not start, or declares something else than before
   */
  public Declaration declaration() throws Broken {
    if (dialogue == null) {
      try {
        Dialogue fresh = starter.start();
        dialogue = fresh;
        Declaration told = fresh.hello(version, nonce);
        if (declaration != null && !declaration.equals(told)) {
          throw fresh.broken("the shim declares something else than when it was started first");
        }
        declaration = told;
        frozen = frozen == null ? told : frozen;
        failedStarts.set(0);
      } catch (Broken broken) {
        failedStarts.incrementAndGet();
        gone();
        throw broken;
      }
    }
    return declaration;
  }

  private void gone() {
    if (dialogue != null) {
      dialogue.close();
      dialogue = null;
    }
  }

  /** Judges the variables that replies show, or departures alone. */
  public void judge(boolean state) {
    judgesState = state;
  }

  /** Returns the part of a declaration that is judged. */
  public Declaration.Part judged(Declaration.Part declared) {
    return judgesState ? declared : declared.onTheWire();
  }

  /**
   * Finds the values of the hidden parameters of a role. The first case of each configuration is
   * played, in order, and leaves the values that explain it. All cases of the role are judged with
   * the values that are left, or, if none explain a case, with those that explain the ones before.
   *
   * @param steps requests of a case
   * @return the number of cases that were played and explained; 0 if no parameters are hidden
   */
  public int calibrate(Player player, int steps) {
    String role = player.role().name();
    int played = 0;
    for (Case one : plan(player, 1, 1, steps)) {
      Declaration.Part part = frozen.roles().get(role);
      if (part == null || part.hidden().isEmpty()) {
        return 0;
      } else if (one.unsupported(judged(part)).isPresent()) {
        continue;
      }
      Optional<Map<String, List<LogValue>>> left;
      try {
        declaration();
        left = one.explaining(dialogue, judged(part));
      } catch (Broken broken) {
        return played;
      }
      if (left.isEmpty()) {
        gone(); // the dialogue may be broken
        return played;
      }
      frozen = frozen.hiding(role, left.get());
      played++;
    }
    return played;
  }

  /** Judges a role with some values of its hidden parameters, as calibration has left them. */
  public void freeze(String role, Map<String, List<LogValue>> values) {
    Declaration.Part part = frozen.roles().get(role);
    if (part != null && part.hidden().keySet().equals(values.keySet())) {
      frozen = frozen.hiding(role, values);
    }
  }

  /** Returns the declaration with the values of hidden parameters that calibration has left. */
  public Declaration frozen() {
    return frozen;
  }

  /** Plays a case. */
  public Result play(Case one) {
    return with(one, one::play);
  }

  /** Plays a case again whose dialogue is not known any more, and keeps its outcome. */
  public Result again(CaseOutcome outcome) {
    return checked(outcome.of(), outcome.verdict() == CaseVerdict.NONDETERMINISTIC).with(outcome);
  }

  /** Plays a case with other requests. */
  public Result replay(Case one, List<ShimRequest> requests) {
    return with(one, (talk, part) -> one.replay(talk, part, requests));
  }

  /** Plays a case in a dialogue. */
  private interface Play {
    Result of(Talk dialogue, Declaration.Part declared);
  }

  private Result with(Case one, Play play) {
    if (failedStarts.get() >= MOST_FAILED_STARTS) {
      return one.notPlayed(
          CaseVerdict.NOT_RUN, "the shim failed to start " + failedStarts.get() + " times");
    }
    try {
      declaration();
    } catch (Broken broken) {
      return one.notPlayed(
          CaseVerdict.CRASH, "the shim does not start again: " + broken.getMessage());
    }
    Declaration.Part part = frozen.roles().get(one.player().role().name());
    if (part == null) {
      return one.notPlayed(CaseVerdict.UNSUPPORTED, "the shim does not declare the role");
    }
    Result result = play.of(dialogue, judged(part));
    if (result.isBroken()) {
      gone();
    }
    return result;
  }

  /**
   * Finds fewer requests that end in the same verdict.
   *
   * @param goesOn asked before each try
   * @return the shortest case that was found, which may be the first
   */
  public Result shrunk(Result failed, BooleanSupplier goesOn) {
    if (failed.verdict() == CaseVerdict.NONDETERMINISTIC) {
      return failed; // one run of fewer requests cannot show that two differ
    }
    Result best = failed;
    int size = Math.max(1, failed.requests().size() / 2);
    while (size > 0) {
      boolean isShorter = false;
      for (int from = 0; from + size <= best.requests().size() && goesOn.getAsBoolean(); ) {
        Optional<Result> tried = without(best, from, size);
        if (tried.isPresent()) {
          best = tried.get();
          isShorter = true;
        } else {
          from += size;
        }
      }
      if (!goesOn.getAsBoolean()) {
        break;
      }
      size = isShorter && size == 1 ? 1 : size / 2;
    }
    return best;
  }

  /** Plays a case without some of its requests. */
  private Optional<Result> without(Result failed, int from, int size) {
    List<ShimRequest> fewer = new ArrayList<>(failed.requests());
    fewer.subList(from, from + size).clear();
    List<ShimRequest> timed = new ArrayList<>();
    long now = 0;
    for (ShimRequest each : fewer) {
      if (!each.advances() && each.untilPs() > now) {
        timed.add(ShimRequest.advance(each.untilPs(), false));
      }
      timed.add(each);
      now = Math.max(now, each.untilPs());
    }
    if (timed.size() >= failed.requests().size()) {
      return Optional.empty();
    }
    Result tried = replay(failed.of(), timed);
    return tried.verdict() == failed.verdict() ? Optional.of(tried) : Optional.empty();
  }

  /** Plans the cases of a role: each configuration with so many seeds. */
  public static List<Case> plan(Player player, long firstSeed, int seeds, int steps) {
    List<Case> all = new ArrayList<>();
    player
        .configurations()
        .forEach(
            (name, given) -> {
              for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
                all.add(new Case(player, name, given, seed, steps));
              }
            });
    return all;
  }

  /**
   * Plays a case, and plays it twice if it is the first one or fails, unless the implementation
   * declares that two runs of a case may differ.
   */
  Result checked(Case one, boolean isFirst) {
    Result result = play(one);
    return isFirst || result.verdict().isFailure() ? repeated(result) : result;
  }

  /** Plays a case again, and returns its result, or that the second one is another. */
  private Result repeated(Result first) {
    if (first.exchanges().isEmpty()
        || first.isBroken()
        || declaration.determinism() == Declaration.Determinism.NONE) {
      return first;
    }
    Result second = play(first.of());
    int most = Math.min(first.exchanges().size(), second.exchanges().size());
    for (int at = 0; at < most; at++) {
      Exchange one = first.exchanges().get(at);
      Exchange other = second.exchanges().get(at);
      if (other.reply() != null && !one.equals(other)) {
        return first.nondeterministic(at, other.reply());
      }
    }
    return first;
  }

  /** Ends the dialogue with {@code bye}, if there is one. */
  @Override
  public void close() {
    if (dialogue != null) {
      try {
        dialogue.bye();
      } catch (Broken tooLate) {
        // All verdicts are known, and the check of shims tests how they end.
        gone();
        return;
      }
      gone();
    }
  }
}
