package dev.sluice.conformance;

import dev.sluice.conformance.Observer.Finding;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.conformance.shim.Transcript;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A case: one configuration of a role, and a sequence of requests that follows from a seed and from
 * the replies; or an example, or one walk of a tour.
 *
 * @param configuration its name, or that of the example or tour
 * @param given the parameters
 * @param seed the seed, or the number of the walk, from 1 on; 1 for an example
 */
public record Case(
    Player player, String configuration, Map<String, LogValue> given, long seed, int steps) {
  private static final int MASK_BITS = 32;

  /**
   * The dialogue of a case, and how it ended.
   *
   * @param exchanges all requests of the case, {@code start} first
   * @param expected the variables that are at fault, each with the value that it should have; if
   *     two runs differ, the keys that do, each with its value in the second run
   * @param latest the rules that are at fault, if one can tell, and then the actions of the last
   *     request; none if it has no reply
   * @param errors the last lines of the shim's standard error if the dialogue broke
   * @param specified the variables that the implementation does not show, by the specification
   */
  public record Result(
      CaseOutcome outcome,
      List<Exchange> exchanges,
      Map<String, String> expected,
      Set<String> latest,
      String errors,
      SpecifiedState specified) {
    /** Makes a result without a dialogue. */
    public static Result without(CaseOutcome outcome) {
      return new Result(outcome, List.of(), Map.of(), Set.of(), "", SpecifiedState.NONE);
    }

    /** Returns the result with another outcome. */
    Result with(CaseOutcome other) {
      return new Result(other, exchanges, expected, latest, errors, specified);
    }

    /** Returns the case. */
    public Case of() {
      return outcome.of();
    }

    /** Returns the verdict. */
    public CaseVerdict verdict() {
      return outcome.verdict();
    }

    /** Returns the deviation; empty if there is none. */
    public String sentence() {
      return outcome.sentence();
    }

    /**
     * Returns the requirements on which the steps of the last request rest, those of the rules at
     * fault first.
     */
    public Set<String> latestRequirements() {
      return of().requirements(latest);
    }

    /** Returns the requests after {@code start}. */
    public List<ShimRequest> requests() {
      return exchanges.stream().skip(1).map(Exchange::request).toList();
    }

    /**
     * Returns the result of two runs whose replies differ. Its dialogue ends there, and {@link
     * #expected} has the values of the second run that differ.
     *
     * @param at the place of the differing reply, from 0 on
     * @param again the reply of the second run
     */
    Result nondeterministic(int at, Reply again) {
      Reply first = exchanges.get(at).reply();
      CaseOutcome other =
          new CaseOutcome(
              of(),
              CaseVerdict.NONDETERMINISTIC,
              "the shim declares that runs do not differ, and in reply %d %s"
                  .formatted(at + 1, DifferingReplies.sentence(first, again)),
              CaseVerdict.NONDETERMINISTIC.name(),
              outcome.requests(),
              outcome.taken(),
              outcome.changes());
      return new Result(
          other,
          exchanges.subList(0, at + 1),
          DifferingReplies.again(first, again),
          Set.of(),
          errors,
          SpecifiedState.NONE);
    }

    /** Returns whether the dialogue broke, so that the process is gone. */
    public boolean isBroken() {
      return verdict() == CaseVerdict.CRASH
          || verdict() == CaseVerdict.TIMEOUT
          || verdict() == CaseVerdict.PROTOCOL;
    }
  }

  /** Returns the name of the case, which its configuration and its seed make. */
  public String name() {
    return suite() + "/" + seed;
  }

  /** Returns the name of all cases of its configuration. */
  public String suite() {
    return player.role().name() + "/" + configuration;
  }

  /** Returns the requirements on which rules rest, those of the first one first. */
  Set<String> requirements(Set<String> rules) {
    Set<String> all = new LinkedHashSet<>();
    rules.forEach(rule -> all.addAll(player.requirements(rule)));
    return all;
  }

  /** Returns why the implementation cannot play the case, as it declares; empty if it can. */
  public Optional<String> unsupported(Declaration.Part declared) {
    for (Map.Entry<String, Declaration.Range> each : declared.ranges().entrySet()) {
      boolean isHidden = declared.hidden().containsKey(each.getKey());
      LogValue value = isHidden ? null : given.get(each.getKey());
      if (value != null && !each.getValue().has(value)) {
        return Optional.of(
            "%s is %s, and the shim declares %s"
                .formatted(
                    each.getKey(), ShownValues.of(value), ShownValues.of(each.getValue().told())));
      }
    }
    String hidden = HiddenValues.fault(this, declared);
    if (!hidden.isEmpty()) {
      return Optional.of(hidden);
    }
    if (declared.commit().packets() > 0 && !declared.grain().isEmpty()) {
      return Optional.of("\"commit\" and \"grain\" cannot be declared together");
    }
    Set<String> exact = new TreeSet<>(declared.grain().keySet());
    exact.removeAll(player.play().grained());
    if (!exact.isEmpty()) {
      return Optional.of("%s cannot have a grain in this role".formatted(String.join(", ", exact)));
    }
    return declared.grain().isEmpty()
        ? Optional.empty()
        : HiddenValues.all(player, given, declared).stream()
            .map(player.play()::ungrained)
            .filter(why -> !why.isEmpty())
            .findFirst();
  }

  /** Plays the case with requests that follow from the seed, or are those of an example or walk. */
  public Result play(Talk dialogue, Declaration.Part declared) {
    return dialogue.isAtOnce() ? playAtOnce(dialogue, declared) : playByReplies(dialogue, declared);
  }

  /**
   * Plays the case with the requests that fit an implementation which does everything as soon as it
   * may.
   */
  private Result playAtOnce(Talk dialogue, Declaration.Part declared) {
    Optional<String> unsupported = unsupported(declared);
    if (unsupported.isPresent()) {
      return notPlayed(CaseVerdict.UNSUPPORTED, unsupported.get());
    }
    List<ShimRequest> requests = planned(declared);
    InOrder inOrder = new InOrder(requests);
    try {
      return run(dialogue.of(requests), declared, requests.size(), observer -> inOrder);
    } catch (IllegalArgumentException otherChoice) {
      return notPlayed(
          CaseVerdict.INCONCLUSIVE,
          "the implementation makes another choice, and request %d does not fit it: %s"
              .formatted(inOrder.at + 1, otherChoice.getMessage()));
    }
  }

  private List<ShimRequest> planned(Declaration.Part declared) {
    Device begun = player.start(HiddenValues.all(player, given, declared).get(0));
    Declaration.Part prompt = new Declaration.Part(Set.of(), 0).hiding(declared.hidden());
    return playByReplies(new Prompt(begun), prompt).requests();
  }

  private Result playByReplies(Talk dialogue, Declaration.Part declared) {
    Example example = player.examples().get(configuration);
    if (example != null) {
      return run(dialogue, declared, steps, observer -> new InOrder(example.requests()));
    }
    Tour tour = player.tours().get(configuration);
    if (tour != null) {
      int[] walk = tour.walks().get((int) seed - 1);
      return run(dialogue, declared, walk.length, observer -> walking(walk, observer));
    }
    boolean asks = dialogue.answersMay() && declared.commit().packets() == 0;
    return run(dialogue, declared, steps, asks ? asking(drawn(declared)) : drawn(declared));
  }

  /** Adds questions to the requests of a source. */
  private Source asking(Source source) {
    return observer -> {
      Proposing drawn = source.of(observer);
      return player
          .play()
          .backlog()
          .<Proposing>map(
              action -> {
                Questions questions = new Questions(action, seed);
                return now -> questions.next(observer.state(), now, drawn::next);
              })
          .orElse(drawn);
    };
  }

  private Source drawn(Declaration.Part declared) {
    List<Map<String, LogValue>> all = HiddenValues.all(player, given, declared);
    Draw draw = new Draw(seed);
    return observer ->
        now -> player.play().propose(observer.state(), now, all.get(observer.origin()), draw);
  }

  /**
   * Plays the case, which must be supported, and finds the values of hidden parameters that explain
   * the replies.
   *
   * @return these values; empty if the case does not pass
   */
  Optional<Map<String, List<LogValue>>> explaining(Talk dialogue, Declaration.Part declared) {
    List<ShimRequest> requests = dialogue.isAtOnce() ? planned(declared) : List.of();
    Run run = new Run(this, dialogue.of(requests), declared);
    Source source = dialogue.isAtOnce() ? observer -> new InOrder(requests) : drawn(declared);
    int most = dialogue.isAtOnce() ? requests.size() : steps;
    return run.run(most, source).verdict() == CaseVerdict.PASS
        ? Optional.of(HiddenValues.in(run.explaining(), declared))
        : Optional.empty();
  }

  private Proposing walking(int[] walk, Observer observer) {
    int[] made = new int[1];
    return now -> {
      List<ShimRequest> all = player.play().requests(observer.state(), now, given);
      return all.get(walk[made[0]++] % all.size());
    };
  }

  /**
   * Plays the case with requests that are given.
   *
   * @return the result; with the verdict {@link CaseVerdict#NOT_RUN} if one of the requests cannot
   *     happen
   */
  public Result replay(Talk dialogue, Declaration.Part declared, List<ShimRequest> requests) {
    int at = 1;
    long nowPs = 0;
    for (ShimRequest each : requests) {
      at++;
      String fault = player.role().fault(each);
      if (fault.isEmpty() && each.untilPs() < nowPs) {
        fault = "it happens at %d ps, after %d ps".formatted(each.untilPs(), nowPs);
      }
      nowPs = each.untilPs();
      if (!fault.isEmpty()) {
        return notPlayed(CaseVerdict.NOT_RUN, "request %d: %s".formatted(at, fault));
      }
    }
    InOrder inOrder = new InOrder(requests);
    try {
      return run(dialogue.of(requests), declared, requests.size(), observer -> inOrder);
    } catch (IllegalArgumentException | ArithmeticException cannotHappen) {
      return notPlayed(
          CaseVerdict.NOT_RUN,
          "request %d: %s".formatted(inOrder.at + 1, cannotHappen.getMessage()));
    }
  }

  /** Judges a dialogue that was written down. */
  public Result judge(Transcript written) {
    return replay(written.again(), written.header().declared(), written.requests());
  }

  private Result run(Talk dialogue, Declaration.Part declared, int most, Source source) {
    return unsupported(declared)
        .map(why -> notPlayed(CaseVerdict.UNSUPPORTED, why))
        .orElseGet(() -> new Run(this, dialogue, declared).run(most, source));
  }

  /** Returns the result of a case without a request. */
  Result notPlayed(CaseVerdict verdict, String sentence) {
    return Result.without(
        new CaseOutcome(this, verdict, sentence, failing(verdict, ""), 0, Set.of(), Map.of()));
  }

  private static String failing(CaseVerdict verdict, String where) {
    return verdict.isFailure() ? (verdict.name() + " " + where).strip() : "";
  }

  /**
   * Returns the grain of each variable that may have one. If an implementation declares none at
   * all, each is exact; else those that it does not name have the least grain.
   */
  private Map<String, Long> grain(Declaration.Part declared) {
    Map<String, Long> all = new TreeMap<>();
    if (!declared.grain().isEmpty()) {
      player
          .play()
          .grained()
          .forEach(name -> all.put(name, declared.grain().getOrDefault(name, 1L)));
    }
    return all;
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
    private final Talk dialogue;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Set<String> shown;
    private final Declaration.Part declared;
    private final List<Map<String, LogValue>> all;
    private final Observer observer;

    Run(Case of, Talk dialogue, Declaration.Part declared) {
      this.of = of;
      this.dialogue = dialogue;
      this.shown = declared.observe();
      this.declared = declared;
      this.all = HiddenValues.all(of.player(), of.given(), declared);
      Map<String, Long> grain = of.grain(declared);
      Player.Play play = of.player().play();
      observer =
          new Observer(
              all.stream()
                  .map(given -> grain.isEmpty() ? play.start(given) : play.startInParts(given))
                  .toList(),
              of.player().role().refusable(),
              declared.observe(),
              Pipeline.of(declared),
              grain);
    }

    Result run(int steps, Source source) {
      ShimRequest request =
          ShimRequest.start(
              of.player().role().name(), of.token(), HiddenValues.shown(of.given(), declared));
      try {
        Optional<Finding> finding = started(request);
        Proposing proposing = source.of(observer);
        long now = 0;
        for (int step = 0; step < steps && finding.isEmpty(); step++) {
          request = proposing.next(now);
          now = Math.max(now, request.untilPs());
          Reply reply = dialogue.ask(request);
          exchanges.add(new Exchange(request, reply));
          boolean shows = request.asked().isEmpty();
          finding =
              observer
                  .observe(request, reply)
                  .or(() -> shows ? otherThanDeclared(reply) : Optional.empty());
        }
        return finding.map(found -> result(found, "")).orElseGet(this::passed);
      } catch (Broken broken) {
        exchanges.add(new Exchange(request, null));
        CaseVerdict verdict =
            switch (broken.kind()) {
              case CRASH -> CaseVerdict.CRASH;
              case TIMEOUT -> CaseVerdict.TIMEOUT;
              case PROTOCOL, OVERFLOW -> CaseVerdict.PROTOCOL;
            };
        return result(new Finding(verdict, broken.getMessage()), broken.errors());
      }
    }

    /** Returns the parameters that explain all replies. */
    List<Map<String, LogValue>> explaining() {
      return observer.origins().stream().sorted().map(all::get).toList();
    }

    /**
     * Returns that a reply lacks variables that the shim declares, or has others; empty if it has
     * exactly these.
     */
    private Optional<Finding> otherThanDeclared(Reply reply) {
      Set<String> lacking = new TreeSet<>(reply.isGood() ? shown : Set.of());
      lacking.removeAll(reply.state().keySet());
      if (!lacking.isEmpty()) {
        Set<String> unknown = new TreeSet<>(lacking);
        unknown.removeAll(of.player().role().variables().keySet());
        lacking.retainAll(observer.variables()); // the form of an algorithm may lack some
        lacking.addAll(unknown);
      }
      Set<String> more = new TreeSet<>(shown.isEmpty() ? Set.of() : reply.state().keySet());
      more.removeAll(shown);
      String differing = ShownValues.undeclared(lacking, more);
      return differing.isEmpty()
          ? Optional.empty()
          : Optional.of(new Finding(CaseVerdict.PROTOCOL, differing));
    }

    /** Returns the actions that the implementation has taken, and those of a reply that fails. */
    private Set<String> tried() {
      Set<String> all = new TreeSet<>(observer.taken());
      if (exchanges.get(exchanges.size() - 1).reply() != null) {
        all.addAll(observer.latest());
      }
      return all;
    }

    private Result passed() {
      Set<String> hidden = observer.changes().hidden();
      return hidden.isEmpty()
          ? result(new Finding(CaseVerdict.PASS, ""), "")
          : result(
              new Finding(
                  CaseVerdict.INCONCLUSIVE,
                  "the grain of %s hides each of its changes"
                      .formatted(String.join(" and ", hidden))),
              "");
    }

    /** Returns the rules at fault, and then the actions of the last request. */
    private Set<String> rules() {
      Set<String> all = new LinkedHashSet<>();
      if (exchanges.get(exchanges.size() - 1).reply() != null) {
        all.addAll(observer.faults());
        all.addAll(observer.latest());
      }
      return Collections.unmodifiableSet(all);
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
      LogValue set = new LogValue.Fields(HiddenValues.shown(of.given(), declared));
      if (!set.equals(echoed)) {
        return Optional.of(
            new Finding(
                CaseVerdict.VALUE,
                "the parameters are set to %s, and were given as %s"
                    .formatted(
                        echoed == null ? "nothing" : ShownValues.of(echoed), ShownValues.of(set))));
      }
      boolean showsState = reply.fields().containsKey(Reply.STATE);
      return observer
          .started(reply)
          .or(() -> showsState ? otherThanDeclared(reply) : Optional.empty());
    }

    /** Returns the sentence of a deviation, with the hidden values that do not explain it. */
    private String blamed(Finding found) {
      if (all.size() == 1 && declared.hidden().isEmpty() || !found.verdict().isFailure()) {
        return found.sentence();
      }
      String values = HiddenValues.words(HiddenValues.in(all, declared));
      return all.size() == 1
          ? "with %s, %s".formatted(values, found.sentence())
          : "no parameters explain the replies, of %s: %s".formatted(values, found.sentence());
    }

    private Result result(Finding found, String errors) {
      ShimRequest last = exchanges.get(exchanges.size() - 1).request();
      String at =
          found.expected().isEmpty() ? "" : " " + String.join(",", found.expected().keySet());
      CaseOutcome outcome =
          new CaseOutcome(
              of,
              found.verdict(),
              blamed(found),
              failing(found.verdict(), last.name() + at),
              exchanges.size(),
              found.verdict().isFailure() ? tried() : observer.taken(),
              observer.changes().counts());
      return new Result(
          outcome,
          List.copyOf(exchanges),
          found.expected(),
          rules(),
          errors,
          observer.unobserved());
    }
  }
}
