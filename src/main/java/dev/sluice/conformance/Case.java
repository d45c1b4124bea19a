package dev.sluice.conformance;

import dev.sluice.conformance.Observer.Finding;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A case: one configuration of a role, and a sequence of requests that follows from a seed and from
 * the replies.
 *
 * @param configuration its name
 * @param given the parameters
 */
public record Case(
    Player player, String configuration, Map<String, LogValue> given, long seed, int steps) {
  private static final int MASK_BITS = 32;

  /**
   * A request with its reply.
   *
   * @param reply null if there is none, since the dialogue broke
   */
  public record Exchange(ShimRequest request, Reply reply) {}

  /**
   * How a case ended.
   *
   * @param sentence the deviation; empty if there is none
   * @param exchanges all requests of the case, {@code start} first
   * @param taken the actions that the implementation has taken
   * @param errors the last lines of the shim's standard error if the dialogue broke
   */
  public record Result(
      Case of,
      CaseVerdict verdict,
      String sentence,
      List<Exchange> exchanges,
      Set<String> taken,
      String errors) {
    /** Returns the requirements on which the steps of the case rest. */
    public Set<String> requirements() {
      Set<String> all = new TreeSet<>();
      taken.forEach(action -> all.addAll(of.player().requirements(action)));
      return all;
    }

    /** Returns the requests after {@code start}. */
    public List<ShimRequest> requests() {
      return exchanges.stream().skip(1).map(Exchange::request).toList();
    }

    /** Returns whether the dialogue broke, so that the process is gone. */
    public boolean isBroken() {
      return verdict == CaseVerdict.CRASH
          || verdict == CaseVerdict.TIMEOUT
          || verdict == CaseVerdict.PROTOCOL;
    }
  }

  /** Returns the name of the case, which its configuration and its seed make. */
  public String name() {
    return player.role().name() + "/" + configuration + "/" + seed;
  }

  /** Returns why the implementation cannot play the case, as it declares; empty if it can. */
  public Optional<String> unsupported(Declaration.Part declared) {
    for (Map.Entry<String, Declaration.Range> each : declared.ranges().entrySet()) {
      Declaration.Range range = each.getValue();
      if (given.get(each.getKey()) instanceof LogValue.Num number
          && (number.value() < range.least() || number.value() > range.most())) {
        return Optional.of(
            "%s is %d, and the shim declares %d to %d"
                .formatted(each.getKey(), number.value(), range.least(), range.most()));
      }
    }
    return declared.grain().isEmpty()
        ? Optional.empty()
        : Optional.of("variables with a grain are not judged yet");
  }

  /** Plays the case with requests that follow from the seed. */
  public Result play(Dialogue dialogue, Declaration.Part declared) {
    Draw draw = new Draw(seed);
    return new Run(this, dialogue, declared)
        .run(steps, observer -> now -> player.propose(observer.state(), now, given, draw));
  }

  /** Plays the case with requests that are given. */
  public Result replay(Dialogue dialogue, Declaration.Part declared, List<ShimRequest> requests) {
    return new Run(this, dialogue, declared)
        .run(requests.size(), observer -> new InOrder(requests));
  }

  /** Makes the next request. */
  private interface Proposing {
    ShimRequest next(long nowPs);
  }

  /** Makes the source of requests for an observer. */
  private interface Source {
    Proposing of(Observer observer);
  }

  /** Requests one after the other. */
  private static final class InOrder implements Proposing {
    private final List<ShimRequest> requests;
    private int at;

    InOrder(List<ShimRequest> requests) {
      this.requests = requests;
    }

    @Override
    public ShimRequest next(long nowPs) {
      return requests.get(at++);
    }
  }

  private String token() {
    return "c-"
        + Long.toHexString((seed * 31 + configuration.hashCode()) & ((1L << MASK_BITS) - 1));
  }

  /** One run of a case. */
  private static final class Run {
    private final Case of;
    private final Dialogue dialogue;
    private final Declaration.Part declared;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Observer observer;

    Run(Case of, Dialogue dialogue, Declaration.Part declared) {
      this.of = of;
      this.dialogue = dialogue;
      this.declared = declared;
      observer =
          new Observer(of.player().start(of.given()), declared.observe(), declared.latencyPs());
    }

    Result run(int steps, Source source) {
      Optional<String> unsupported = of.unsupported(declared);
      if (unsupported.isPresent()) {
        return result(CaseVerdict.UNSUPPORTED, unsupported.get(), "");
      }
      ShimRequest request = ShimRequest.start(of.player().role().name(), of.token(), of.given());
      try {
        Optional<Finding> finding = started(request);
        Proposing proposing = source.of(observer);
        long now = 0;
        for (int step = 0; step < steps && finding.isEmpty(); step++) {
          request = proposing.next(now);
          now = Math.max(now, request.untilPs());
          Reply reply = dialogue.ask(request);
          exchanges.add(new Exchange(request, reply));
          finding = observer.observe(request, reply);
        }
        return finding
            .map(found -> result(found.verdict(), found.sentence(), ""))
            .orElseGet(() -> result(CaseVerdict.PASS, "", ""));
      } catch (Broken broken) {
        exchanges.add(new Exchange(request, null));
        CaseVerdict verdict =
            switch (broken.kind()) {
              case CRASH -> CaseVerdict.CRASH;
              case TIMEOUT -> CaseVerdict.TIMEOUT;
              case PROTOCOL, OVERFLOW -> CaseVerdict.PROTOCOL;
            };
        return result(verdict, broken.getMessage(), broken.errors());
      }
    }

    private Optional<Finding> started(ShimRequest request) throws Broken {
      Reply reply = dialogue.start(request);
      exchanges.add(new Exchange(request, reply));
      if (!reply.isGood()) {
        return Optional.of(
            new Finding(
                CaseVerdict.REFUSED_ALLOWED, "start is answered with " + reply.error().get()));
      }
      LogValue echoed = reply.fields().get("given");
      if (!new LogValue.Fields(of.given()).equals(echoed)) {
        return Optional.of(
            new Finding(
                CaseVerdict.VALUE,
                "the parameters are set to %s, and were given as %s"
                    .formatted(
                        echoed == null ? "nothing" : ShownValues.of(echoed),
                        ShownValues.of(of.given()))));
      }
      return observer.started(reply);
    }

    private Result result(CaseVerdict verdict, String sentence, String errors) {
      return new Result(of, verdict, sentence, List.copyOf(exchanges), observer.taken(), errors);
    }
  }
}
