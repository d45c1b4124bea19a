package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Exchange;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.GrainChanges.Change;
import dev.sluice.conformance.GrainChanges.Count;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.ShownValues;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Printable;
import dev.sluice.conformance.shim.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice conform run}. */
@Command(
    name = "run",
    description = {
      ConformRun.WHAT,
      "",
      "A case is a configuration of a role and a seed. Its requests follow from the seed and from"
          + " the replies. A case passes if a state of the specification explains every reply. Pass"
          + " means that no deviation was seen, not that the implementation conforms.",
      "",
      "The exit code is 1 if a case fails, 3 if a case is not decided or none was run, and 4 if the"
          + " shim never became usable."
    },
    footer = {
      "",
      "Examples:",
      "  sluice conform run --demo",
      "  sluice conform run -- ./shim",
      "  sluice conform run --role rcm-rp --level wire -- ./shim",
      "  sluice conform run --case rcm-rp/paper-2015/3 -- ./shim"
    })
final class ConformRun implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT = "Plays the cases of the roles that a shim declares, and judges them.";

  private static final String DEMO = "Demo.java";
  private static final int STEPS = 60;
  private static final int SHOWN_FAILURES = 3;
  private static final int SHOWN_STEPS = 24;
  private static final int SHOWN_SENDS = 3;
  private static final long SHRINK_NANOS = 10_000_000_000L;

  private final Session session;

  /** How much of an implementation is judged. */
  enum Level {
    /** Departures and their times. */
    WIRE,
    /** Those, and the variables that replies show. */
    STATE
  }

  @Mixin private ShimOptions shim = new ShimOptions();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "Play this role alone; can be repeated (default: all that the shim declares).")
  private List<String> named = List.of();

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      defaultValue = "state",
      description =
          "wire: judge departures and their times; state: also the variables (default:"
              + " ${DEFAULT-VALUE}).")
  private Level level;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      defaultValue = "12",
      description = "Cases of each configuration (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Play one case: ROLE/CONFIGURATION/SEED.")
  private String only;

  @Option(
      names = "--demo",
      description =
          "Play a notification point that has a mistake, to see how a failure is reported.")
  private boolean demo;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the results as JUnit XML, for a build server.")
  private Path junit;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  ConformRun(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    List<Case> selected = cases();
    Outputs outputs =
        new Outputs(session)
            .prints(json)
            .filesOnly()
            .writes("--junit", junit, Outputs.Kind.RESULTS);
    outputs.check();
    try (Scratch scratch = Scratch.open(session);
        CaseRunner runner =
            new CaseRunner(
                starter(scratch),
                Sluice.version(),
                "%016x".formatted(new SecureRandom().nextLong()))) {
      Declaration told;
      try {
        told = runner.declaration();
      } catch (Broken broken) {
        session.terminal().tell("the shim is unusable: " + broken.getMessage());
        broken.errors().lines().forEach(line -> session.terminal().err().print("  " + line + "\n"));
        return session.interrupts().signalled() ? ExitCodes.INTERRUPTED : ExitCodes.UNUSABLE;
      }
      runner.judge(level == Level.STATE);
      List<Case> cases = declared(selected, told);
      List<Result> results = runner.run(cases, () -> !session.interrupts().signalled());
      report(runner, told, results);
      if (junit != null) {
        byte[] xml = JUnitXml.of(results).getBytes(StandardCharsets.UTF_8);
        outputs.write(junit, out -> out.write(xml));
      }
      return code(results);
    }
  }

  private CaseRunner.Starter starter(Scratch scratch) throws Refusal, IOException {
    if (demo) {
      Path source = scratch.folder().resolve(DEMO);
      try (InputStream in = ConformInit.shipped(DEMO)) {
        Files.copy(in, source);
      }
      shim.demo(source);
    }
    return shim.starter(session, scratch, "run");
  }

  /** Returns the cases that the options name. */
  private List<Case> cases() throws Refusal {
    Set<String> roles = new LinkedHashSet<>(named);
    if (only != null) {
      return List.of(one());
    }
    List<Case> all = new ArrayList<>();
    for (Player player : Players.all()) {
      if (named.isEmpty() || roles.remove(player.role().name())) {
        all.addAll(CaseRunner.plan(player, 1, seeds, STEPS));
      }
    }
    if (!named.isEmpty() && !roles.isEmpty()) {
      throw Refusal.badInput(ConformCommand.noRole(roles.iterator().next()));
    }
    return all;
  }

  private Case one() throws Refusal {
    String[] parts = only.split("/", -1);
    Player player =
        Players.of(parts[0]).orElseThrow(() -> Refusal.badInput(ConformCommand.noRole(parts[0])));
    if (parts.length != 3 || !parts[2].matches("[0-9]{1,18}")) {
      throw Refusal.badInput(
          only + " is no case; a case is ROLE/CONFIGURATION/SEED, such as rcm-rp/paper-2015/3");
    }
    if (!player.configurations().containsKey(parts[1])) {
      throw Refusal.badInput(
          "the role %s has no configuration %s; there are %s"
              .formatted(parts[0], parts[1], String.join(", ", player.configurations().keySet())));
    }
    return new Case(
        player, parts[1], player.configurations().get(parts[1]), Long.parseLong(parts[2]), STEPS);
  }

  /** Leaves out roles that neither the user named nor the shim declares. */
  private List<Case> declared(List<Case> all, Declaration told) {
    return all.stream()
        .filter(
            one ->
                only != null
                    || !named.isEmpty()
                    || told.roles().containsKey(one.player().role().name()))
        .toList();
  }

  private int code(List<Result> results) {
    if (session.interrupts().signalled()) {
      return ExitCodes.INTERRUPTED;
    } else if (results.stream().anyMatch(result -> result.verdict().isFailure())) {
      return ExitCodes.FAILED;
    }
    boolean decided =
        results.stream().anyMatch(result -> result.verdict() == CaseVerdict.PASS)
            && results.stream()
                .allMatch(
                    result ->
                        result.verdict() == CaseVerdict.PASS
                            || result.verdict() == CaseVerdict.UNSUPPORTED);
    return decided ? ExitCodes.OK : ExitCodes.NOT_DECIDED;
  }

  // ---------------------------------------------------------------- report

  private void report(CaseRunner runner, Declaration told, List<Result> results) {
    if (json) {
      session.terminal().out().print(ResultJson.print(document(told, results)));
      return;
    }
    Terminal terminal = session.terminal();
    if (demo) {
      terminal.line(
          "The demonstration is a notification point in Java that keeps the interval of CNPs in 32"
              + " bits, where picoseconds need 64. Its short intervals pass.");
      terminal.line("");
    }
    terminal.line(
        "shim %s, implementation %s (%s); judged: %s"
            .formatted(
                told.shim(),
                told.implementation(),
                told.kind(),
                level == Level.WIRE
                    ? "departures and their times"
                    : "departures, their times, and the variables that replies show"));
    terminal.line("");
    roles(results).lines().forEach(terminal::line);
    terminal.line("");
    requirements(results).lines().forEach(terminal::line);
    grains(results);
    failures(runner, results);
    reasons(results);
    terminal.line("");
    terminal.line(totals(results));
  }

  private static TextTable roles(List<Result> results) {
    TextTable table = new TextTable("role", "configuration", ">cases", ">requests", "verdicts");
    CaseRunner.bySuite(results)
        .forEach(
            (key, group) ->
                table.row(
                    List.of(
                        group.get(0).of().player().role().name(),
                        group.get(0).of().configuration(),
                        Integer.toString(group.size()),
                        Long.toString(group.stream().mapToLong(r -> r.exchanges().size()).sum()),
                        verdicts(group))));
    return table;
  }

  private static String verdicts(List<Result> results) {
    List<String> words = new ArrayList<>();
    CaseRunner.counts(results).forEach((verdict, count) -> words.add(count + " " + verdict.word()));
    return String.join(", ", words);
  }

  private static TextTable requirements(List<Result> results) {
    TextTable table = new TextTable("requirement", ">cases", ">without deviation");
    Map<String, int[]> rows = new TreeMap<>();
    for (Result each : results) {
      for (String id : each.requirements()) {
        int[] row = rows.computeIfAbsent(id, fresh -> new int[2]);
        row[0]++;
        row[1] += each.verdict() == CaseVerdict.PASS ? 1 : 0;
      }
    }
    rows.forEach(
        (id, row) -> table.row(List.of(id, Integer.toString(row[0]), Integer.toString(row[1]))));
    return table;
  }

  /** Shows the changes that the declared grain hides, with those that it shows. */
  private void grains(List<Result> results) {
    Map<Change, Count> counts = new TreeMap<>();
    results.forEach(
        result ->
            result.changes().forEach((change, count) -> counts.merge(change, count, Count::and)));
    if (counts.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("variable", "action", ">changes", ">hidden by the grain");
    counts.forEach(
        (change, count) ->
            table.row(
                List.of(
                    change.variable(),
                    change.action(),
                    Integer.toString(count.all()),
                    Integer.toString(count.hidden()))));
    Terminal terminal = session.terminal();
    terminal.line("");
    table.lines().forEach(terminal::line);
    terminal.line(
        "An implementation that does not change a variable passes where the grain hides the"
            + " change.");
  }

  private void failures(CaseRunner runner, List<Result> results) {
    Map<String, Result> kinds = new LinkedHashMap<>();
    for (Result each : results) {
      if (each.verdict().isFailure()) {
        kinds.putIfAbsent(each.of().player().role().name() + " " + each.verdict(), each);
      }
    }
    long until = session.nanos().getAsLong() + SHRINK_NANOS;
    kinds.values().stream()
        .limit(SHOWN_FAILURES)
        .forEach(
            failed -> {
              Result shrunk =
                  failed.exchanges().isEmpty()
                      ? failed
                      : runner.shrunk(
                          failed,
                          () ->
                              session.nanos().getAsLong() < until
                                  && !session.interrupts().signalled());
              failure(failed, shrunk);
            });
    if (kinds.size() > SHOWN_FAILURES) {
      session.terminal().line("");
      session
          .terminal()
          .line((kinds.size() - SHOWN_FAILURES) + " other kinds of failure are not shown.");
    }
  }

  private void failure(Result failed, Result shrunk) {
    Terminal terminal = session.terminal();
    terminal.line("");
    terminal.line(terminal.bad(failed.verdict().word()) + "  " + failed.of().name());
    terminal.line("  " + shrunk.sentence());
    if (!shrunk.requirements().isEmpty()) {
      terminal.line("  requirements: " + String.join(", ", shrunk.requirements()));
    }
    if (!shrunk.exchanges().isEmpty()) {
      terminal.line(
          "  shortest case found: %d of %d requests"
              .formatted(shrunk.requests().size(), failed.requests().size()));
      TextTable table = new TextTable("", ">t/ps", "request", "reply");
      List<Exchange> all = shrunk.exchanges();
      int from = Math.max(0, all.size() - SHOWN_STEPS);
      for (int at = from; at < all.size(); at++) {
        Exchange each = all.get(at);
        table.row(
            List.of(
                at == all.size() - 1 ? ">" : "",
                Long.toString(each.request().untilPs()),
                request(each),
                reply(each.reply())));
      }
      table.lines().forEach(line -> terminal.line("  " + line));
    }
    if (!shrunk.errors().isEmpty()) {
      terminal.line("  the last lines that the shim printed:");
      shrunk.errors().lines().forEach(line -> terminal.line("    " + line));
    }
    terminal.line(
        "  repeat: sluice conform run --case %s%s %s"
            .formatted(
                failed.of().name(), level == Level.WIRE ? " --level wire" : "", shim.words()));
  }

  private static String request(Exchange of) {
    if (!of.request().action().isEmpty()) {
      return of.request().action()
          + (of.request().message().isEmpty() ? "" : " " + ShownValues.of(of.request().message()));
    } else if (of.request().advances()) {
      return of.request().hasBacklog() ? "advance, backlog" : "advance";
    }
    return "start";
  }

  private static String reply(Reply reply) {
    if (reply == null) {
      return "none";
    } else if (!reply.isGood()) {
      return reply.error().get().toString();
    }
    List<String> parts = new ArrayList<>();
    List<Reply.Departure> sends = reply.sends();
    for (Reply.Departure each :
        sends.subList(Math.max(0, sends.size() - SHOWN_SENDS), sends.size())) {
      parts.add(Printable.of(each.action()) + " at " + each.atPs());
    }
    if (sends.size() > SHOWN_SENDS) {
      parts.add(0, (sends.size() - SHOWN_SENDS) + " departures");
    }
    if (!reply.state().isEmpty()) {
      parts.add(ShownValues.of(reply.state()));
    }
    return String.join("; ", parts);
  }

  /** Prints why cases have no verdict, each reason once. */
  private void reasons(List<Result> results) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Result each : results) {
      if (!each.verdict().isFailure() && !each.sentence().isEmpty()) {
        reasons.merge(
            each.verdict().word()
                + "  "
                + each.of().player().role().name()
                + "/"
                + each.of().configuration()
                + ": "
                + each.sentence(),
            1,
            Integer::sum);
      }
    }
    reasons.forEach(
        (reason, count) ->
            session.terminal().line(reason + (count > 1 ? " (" + count + " cases)" : "")));
  }

  private static String totals(List<Result> results) {
    Set<String> exercised = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    for (Result each : results) {
      exercised.addAll(each.requirements());
      Player player = each.of().player();
      player.role().actions().forEach(action -> all.addAll(player.requirements(action)));
    }
    all.addAll(exercised);
    return "%d cases: %s. %d of %d requirements of these roles were exercised."
        .formatted(
            results.size(),
            results.isEmpty() ? "nothing was judged" : verdicts(results),
            exercised.size(),
            all.size());
  }

  private ObjectNode document(Declaration told, List<Result> results) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("format", "sluice-conform/1");
    document.put("shim", told.shim()).put("implementation", told.implementation());
    document.put("kind", told.kind()).put("level", level.name().toLowerCase(Locale.ROOT));
    ObjectNode counts = document.putObject("counts");
    CaseRunner.counts(results).forEach((verdict, count) -> counts.put(verdict.name(), count));
    ArrayNode cases = document.putArray("cases");
    for (Result each : results) {
      ObjectNode one = cases.addObject();
      one.put("case", each.of().name()).put("verdict", each.verdict().name());
      one.put("because", each.sentence()).put("requests", each.exchanges().size());
      ArrayNode rests = one.putArray("requirements");
      each.requirements().forEach(rests::add);
      ArrayNode changes = one.putArray("grain");
      each.changes()
          .forEach(
              (change, count) ->
                  changes
                      .addObject()
                      .put("variable", change.variable())
                      .put("action", change.action())
                      .put("changes", count.all())
                      .put("hidden", count.hidden()));
    }
    return document;
  }
}
