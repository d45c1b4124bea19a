package dev.sluice.conformance;

import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tests a shim, not the implementation behind it: whether it keeps to the protocol, refuses unknown
 * requests, and begins each case anew.
 *
 * <p>Each check is a row. A dialogue that breaks fails its row, and the rows after it have not run:
 * nothing can be asked of a process that has ended.
 */
public final class ShimCheck {
  /** Time from one request to the next, in picoseconds: a few packets leave at most rates. */
  private static final long STEP_PS = 2_000_000;

  private static final int STEPS = 4;

  /** Bytes that the rest of a long request takes at most. */
  private static final int AROUND_BYTES = 4096;

  private static final String GREETED = "the shim starts and answers hello";
  private static final String UNKNOWN_VERB = "an unknown verb is refused";
  private static final String EARLY = "an event before the first start is refused";
  private static final String UNKNOWN_ROLE = "an unknown role is refused";
  private static final String LONG = "a request of nearly the longest line is read";
  private static final String ENDED = "the shim ends after bye with exit code 0";

  private static final String STARTED = "the role can be started";
  private static final String PARAMETERS = "parameters are the ones that were given";
  private static final String UNKNOWN_PARAMETER = "an unknown parameter is refused";
  private static final String UNKNOWN_ACTION = "an unknown action is refused";
  private static final String EVENTS = "events and times are answered";
  private static final String NAMES = "replies have the variables and actions of the role";
  private static final String PAST = "a time in the past is refused";
  private static final String AGAIN = "a case begins anew";
  private static final String ASKED = "a question changes nothing";

  /** How a check ended. */
  public enum Outcome {
    /** The shim does it. */
    PASS,
    /** It does not. */
    FAIL,
    /** The dialogue had broken before. */
    NOT_RUN
  }

  /**
   * A check.
   *
   * @param role the role that it is about; empty if it is about the dialogue
   * @param name the check, as a sentence that is true of a good shim
   * @param because the reason, if it has not passed
   */
  public record Row(String role, String name, Outcome outcome, String because) {}

  /**
   * All rows.
   *
   * @param declaration the reply to {@code hello}; empty if there was no usable one
   * @param rows each check, in the order of the dialogue
   * @param unknown roles that the shim declares and Sluice does not know
   * @param errors the last lines of standard error if the dialogue broke, escaped
   */
  public record Report(
      Optional<Declaration> declaration, List<Row> rows, Set<String> unknown, String errors) {
    /** Returns whether the shim never became usable. */
    public boolean isUnusable() {
      return declaration.isEmpty();
    }

    /** Returns how many checks ended so. */
    public long count(Outcome outcome) {
      return rows.stream().filter(row -> row.outcome() == outcome).count();
    }
  }

  private final List<Role> known;
  private final Limits limits;
  private final String version;
  private final String word;
  private final List<Row> rows = new ArrayList<>();
  private String errors = "";

  private ShimCheck(List<Role> known, Limits limits, String version, String word) {
    this.known = known;
    this.limits = limits;
    this.version = version;
    this.word = word;
  }

  /**
   * Tests a shim.
   *
   * @param known the roles that Sluice knows
   * @param version the version of Sluice, which {@code hello} has
   * @param word a word by lot, of letters and digits, which no shim can know in advance
   */
  public static Report of(
      CaseRunner.Starter starter, List<Role> known, Limits limits, String version, String word) {
    return new ShimCheck(known, limits, version, word).run(starter);
  }

  private Report run(CaseRunner.Starter starter) {
    Optional<Declaration> declaration = Optional.empty();
    Set<String> unknown = new TreeSet<>();
    String doing = GREETED;
    String role = "";
    try (Dialogue dialogue = starter.start()) {
      declaration = Optional.of(dialogue.hello(version, word));
      row(role, doing, "");
      doing = UNKNOWN_VERB;
      row(role, doing, refusal(dialogue.ask(probe("x" + word)), Set.of(ShimError.UNSUPPORTED)));
      doing = EARLY;
      row(
          role,
          doing,
          refusal(
              dialogue.ask(ShimRequest.event(0, "x" + word, Map.of(), Map.of())),
              Set.of(ShimError.OUT_OF_ORDER)));
      doing = UNKNOWN_ROLE;
      row(
          role,
          doing,
          refusal(
              dialogue.start(ShimRequest.start("x" + word, token(0), Map.of())),
              Set.of(ShimError.UNSUPPORTED)));
      doing = LONG;
      row(role, doing, refusal(dialogue.ask(longest()), Set.of(ShimError.UNSUPPORTED)));
      unknown.addAll(declaration.get().roles().keySet());
      for (Role each : known) {
        if (unknown.remove(each.name())) {
          role = each.name();
          new OfRole(dialogue, each, declaration.get()).run();
          role = "";
        }
      }
      doing = ENDED;
      int code = dialogue.bye();
      row(role, doing, code == 0 ? "" : "its exit code is " + code);
    } catch (Broken broken) {
      String where = rows.isEmpty() || role.isEmpty() ? doing : next(role, declaration.get());
      rows.add(new Row(role, where, Outcome.FAIL, broken.kind() + ": " + broken.getMessage()));
      errors = broken.errors();
    }
    declaration.ifPresent(this::addNotRun);
    return new Report(declaration, List.copyOf(rows), unknown, errors);
  }

  /** Adds the checks that a broken dialogue, or a role that cannot be started, has left out. */
  private void addNotRun(Declaration declaration) {
    List<Row> planned = new ArrayList<>();
    for (String name : List.of(GREETED, UNKNOWN_VERB, EARLY, UNKNOWN_ROLE, LONG)) {
      planned.add(notRun("", name));
    }
    for (Role each : known) {
      if (declaration.roles().containsKey(each.name())) {
        OfRole.names(declaration).forEach(name -> planned.add(notRun(each.name(), name)));
      }
    }
    planned.add(notRun("", ENDED));
    List<Row> all = new ArrayList<>();
    for (Row plan : planned) {
      all.add(
          rows.stream()
              .filter(row -> row.role().equals(plan.role()) && row.name().equals(plan.name()))
              .findFirst()
              .orElse(plan));
    }
    rows.clear();
    rows.addAll(all);
  }

  private static Row notRun(String role, String name) {
    return new Row(role, name, Outcome.NOT_RUN, "");
  }

  private String next(String role, Declaration declaration) {
    long done = rows.stream().filter(row -> row.role().equals(role)).count();
    List<String> all = OfRole.names(declaration);
    return all.get((int) Math.min(done, all.size() - 1L));
  }

  private void row(String role, String name, String because) {
    rows.add(new Row(role, name, because.isEmpty() ? Outcome.PASS : Outcome.FAIL, because));
  }

  private static ShimRequest probe(String verb) {
    return ShimRequest.of(verb, new LogValue.Fields(Map.of()), Set.of());
  }

  /** Makes a probe that a shim may pass over, as long as a line may be. */
  private ShimRequest longest() {
    Map<String, LogValue> padding = new LinkedHashMap<>();
    int text = 1 << 15;
    for (int at = 0; (at + 1) * (text + 16) < limits.lineBytes() - AROUND_BYTES; at++) {
      padding.put("x_" + at, LogValue.of("p".repeat(text)));
    }
    return ShimRequest.of("x" + word, new LogValue.Fields(padding), Set.of());
  }

  private String token(int at) {
    return "c-" + word.substring(0, Math.min(word.length(), 4)) + at;
  }

  /** Returns why a reply is no definite refusal with one of the codes; empty if it is one. */
  private static String refusal(Reply reply, Set<Integer> codes) {
    String wanted =
        "a definite error with code "
            + String.join(" or ", codes.stream().sorted().map(String::valueOf).toList());
    if (reply.isGood()) {
      return "the shim carries it out; it should answer " + wanted;
    }
    ShimError error = reply.error().orElseThrow();
    return error.definite() && codes.contains(error.code())
        ? ""
        : "it answers " + error + "; it should answer " + wanted;
  }

  // ---------------------------------------------------------------- one role

  /** The checks of one role. */
  private final class OfRole {
    /** Returns the names of the checks of a role, in order. */
    static List<String> names(Declaration declaration) {
      List<String> all =
          new ArrayList<>(
              List.of(
                  STARTED,
                  PARAMETERS,
                  UNKNOWN_PARAMETER,
                  EVENTS,
                  NAMES,
                  UNKNOWN_ACTION,
                  PAST,
                  AGAIN));
      if (declaration.answersMay()) {
        all.add(ASKED);
      }
      return all;
    }

    private final Dialogue dialogue;
    private final Role role;
    private final Map<String, LogValue> given;
    private final Declaration.Part declared;
    private final boolean isDeterministic;
    private final boolean answersMay;

    OfRole(Dialogue dialogue, Role role, Declaration declaration) {
      this.dialogue = dialogue;
      this.role = role;
      declared = declaration.roles().get(role.name());
      given = HiddenValues.shown(role.given(), declared);
      isDeterministic = declaration.determinism() != Declaration.Determinism.NONE;
      answersMay = declaration.answersMay();
    }

    void run() throws Broken {
      Reply started = dialogue.start(start(1));
      if (!started.isGood()) {
        row(
            role.name(),
            STARTED,
            "it answers "
                + started.error().get()
                + "; see the parameters with"
                + " 'sluice conform list "
                + role.name()
                + "'");
        return;
      }
      row(role.name(), STARTED, "");
      row(role.name(), PARAMETERS, parameters(started));
      Map<String, LogValue> more = new LinkedHashMap<>(given);
      more.put("X" + word, LogValue.of(1));
      row(
          role.name(),
          UNKNOWN_PARAMETER,
          refusal(
              dialogue.start(ShimRequest.start(role.name(), token(2), more)),
              Set.of(ShimError.BAD_PARAMETER)));
      dialogue.start(start(3));
      List<Reply> first = steps(Probes.NONE);
      row(role.name(), EVENTS, errors(first));
      row(role.name(), NAMES, names(first));
      dialogue.start(start(4));
      List<Reply> second = steps(Probes.MISTAKES);
      row(role.name(), UNKNOWN_ACTION, probed);
      row(role.name(), PAST, past);
      row(
          role.name(),
          AGAIN,
          isDeterministic ? differing(first, second, "unknown calls were refused") : "");
      if (answersMay) {
        dialogue.start(start(5));
        List<Reply> third = steps(Probes.QUESTIONS);
        String changed = isDeterministic ? differing(first, third, "questions were answered") : "";
        row(role.name(), ASKED, first(probed, changed));
      }
    }

    /** Calls between the requests of a case. */
    private enum Probes {
      NONE,
      /** Calls that must be refused. */
      MISTAKES,
      QUESTIONS
    }

    private String probed = "";
    private String past = "";

    private ShimRequest start(int at) {
      return ShimRequest.start(role.name(), token(at), given);
    }

    /** Plays a short case. */
    private List<Reply> steps(Probes probes) throws Broken {
      List<Reply> all = new ArrayList<>();
      probed = "";
      long now = 0;
      for (int step = 0; step < STEPS; step++) {
        now += STEP_PS;
        all.add(dialogue.ask(ShimRequest.advance(now, false)));
        ask(probes, now);
        all.add(dialogue.ask(ShimRequest.advance(now, true)));
        if (probes == Probes.MISTAKES) {
          probed =
              first(
                  probed,
                  refusal(
                      dialogue.ask(ShimRequest.event(now, "X" + word, Map.of(), Map.of())),
                      Set.of(ShimError.UNSUPPORTED)));
          past =
              first(
                  past,
                  refusal(
                      dialogue.ask(ShimRequest.advance(now - 1, true)),
                      Set.of(ShimError.MALFORMED, ShimError.OUT_OF_ORDER)));
        }
        for (Role.Event event : role.events()) {
          all.add(
              dialogue.ask(
                  ShimRequest.event(now, event.action(), event.arguments(), event.message())));
          now += STEP_PS; // some events are only for a sender that has packets in flight
          ask(probes, now - STEP_PS);
          all.add(dialogue.ask(ShimRequest.advance(now, true)));
        }
      }
      return all;
    }

    private void ask(Probes probes, long now) throws Broken {
      for (String departure : probes == Probes.QUESTIONS ? role.departures() : List.<String>of()) {
        Reply reply = dialogue.ask(ShimRequest.may(now, departure));
        probed = first(probed, reply.isGood() ? "" : "it answers " + reply.error().get());
      }
    }

    private static String first(String one, String other) {
      return one.isEmpty() ? other : one;
    }

    private String parameters(Reply started) {
      if (!(started.fields().get("given") instanceof LogValue.Fields echoed)) {
        return "the reply to start has no object \"given\"";
      }
      for (Map.Entry<String, LogValue> each : given.entrySet()) {
        LogValue set = echoed.fields().get(each.getKey());
        if (!each.getValue().equals(set)) {
          return "%s was given as %s, and the reply says %s"
              .formatted(
                  each.getKey(),
                  ShownValues.of(each.getValue()),
                  set == null ? "nothing" : ShownValues.of(set));
        }
      }
      return "";
    }

    private String errors(List<Reply> replies) {
      for (Reply reply : replies) {
        if (!reply.isGood()) {
          return "it answers " + reply.error().get();
        }
      }
      return "";
    }

    private String names(List<Reply> replies) {
      for (Reply reply : replies) {
        if (reply.isGood()) {
          Set<String> lacking = new TreeSet<>(declared.observe());
          lacking.removeAll(reply.state().keySet());
          Set<String> more = new TreeSet<>(reply.state().keySet());
          more.removeAll(declared.observe());
          String differing = ShownValues.undeclared(lacking, more);
          if (!differing.isEmpty()) {
            return differing;
          }
        }
        for (Reply.Departure departure : reply.sends()) {
          if (!role.departures().contains(departure.action())) {
            return "\"%s\" is sent, which is none of %s"
                .formatted(departure.action(), String.join(", ", role.departures()));
          }
        }
      }
      Set<String> unknown = new TreeSet<>(declared.observe());
      unknown.removeAll(role.variables().keySet());
      return unknown.isEmpty()
          ? ""
          : "\"observe\" of the declaration has %s, which the role lacks; see 'sluice conform list %s'"
              .formatted(ShownValues.names(unknown), role.name());
    }

    private String differing(List<Reply> first, List<Reply> second, String when) {
      for (int at = 0; at < first.size(); at++) {
        if (!first.get(at).equals(second.get(at))) {
          return "the same case is answered otherwise the second time, in which %s: %s, then %s"
              .formatted(when, shown(first.get(at)), shown(second.get(at)));
        }
      }
      return "";
    }
  }

  private static String shown(Reply reply) {
    return reply.error().map(ShimError::toString).orElseGet(() -> ShownValues.of(reply.fields()));
  }
}
