package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.ShimCheck;
import dev.sluice.conformance.ShownValues;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Printable;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice conform}: tests implementations in any language through a shim. */
@Command(name = "conform", description = ConformCommand.WHAT)
final class ConformCommand implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT = "Tests an implementation of yours, in any language, through a shim.";

  private final Session session;

  @Spec private CommandSpec spec;

  @Option(names = "--demo", description = "The same as: sluice conform run --demo.")
  private boolean demo;

  private ConformCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    if (!demo) {
      throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }
    ConformRun run = new ConformRun(session);
    new CommandLine(run).setCaseInsensitiveEnumValuesAllowed(true).parseArgs("--demo");
    return run.call();
  }

  /** Returns the group, whose parts alone can be called. */
  static CommandLine group(Session session, String... args) {
    CommandLine group = new CommandLine(new ConformCommand(session));
    Subcommands parts = new Subcommands(group, args);
    parts.add("run", ConformRun.WHAT, () -> new ConformRun(session));
    parts.add("replay", ConformReplay.WHAT, () -> new ConformReplay(session));
    parts.add("explain", ConformExplain.WHAT, () -> new ConformExplain(session));
    parts.add("init", ConformInit.WHAT, () -> new ConformInit(session));
    parts.add("check", Check.WHAT, () -> new Check(session));
    parts.add("list", Listed.WHAT, () -> new Listed(session));
    parts.add("limits", Limited.WHAT, () -> new Limited(session));
    return group;
  }

  private static List<Role> roles() {
    return Players.all().stream().map(Player::role).toList();
  }

  /** Returns the sentence for an unknown role. */
  static String noRole(String name) {
    return "there is no role "
        + name
        + "; there are "
        + String.join(", ", roles().stream().map(Role::name).toList());
  }

  /** {@code sluice conform check}. */
  @Command(
      name = "check",
      description = {
        Check.WHAT,
        "",
        "The shim runs in the present folder. It inherits PATH, HOME, USER, LANG, LC_*, TZ, TMPDIR,"
            + " LD_LIBRARY_PATH, JAVA_HOME and variables whose names begin with SHIM_. On Linux it"
            + " runs in a namespace of processes of its own, if the system allows that, and all that"
            + " it starts ends with it.",
        "",
        "The exit code is 1 if a check fails, 3 if checks have not run, and 4 if the shim never"
            + " became usable."
      },
      footer = {
        "",
        "Examples:",
        "  sluice conform check -- ./shim",
        "  sluice conform check --channel unix -- python3 shim.py --verbose"
      })
  static final class Check implements Callable<Integer> {
    /** Summary in the list of commands. */
    static final String WHAT =
        "Tests a shim, not the implementation behind it: whether it keeps to the protocol.";

    private final Session session;

    @Mixin private ShimOptions shim = new ShimOptions();

    @Parameters(paramLabel = "SHIM", arity = "0..*", description = ShimOptions.SHIM)
    void command(List<String> words) {
      shim.command(words);
    }

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    Check(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal, IOException {
      try (Scratch scratch = Scratch.open(session)) {
        ShimCheck.Report report =
            ShimCheck.of(
                shim.starter(session, scratch, "check"),
                roles(),
                shim.limits(),
                Sluice.version(),
                ShimOptions.nonce());
        print(report);
        return code(report);
      }
    }

    private static int code(ShimCheck.Report report) {
      if (report.isUnusable()) {
        return ExitCodes.UNUSABLE;
      } else if (report.count(ShimCheck.Outcome.FAIL) > 0) {
        return ExitCodes.FAILED;
      }
      boolean decided =
          report.count(ShimCheck.Outcome.NOT_RUN) == 0
              && report.rows().stream().anyMatch(row -> !row.role().isEmpty());
      return decided ? ExitCodes.OK : ExitCodes.NOT_DECIDED;
    }

    private void print(ShimCheck.Report report) {
      if (json) {
        session.terminal().out().print(ResultJson.print(document(report)));
        return;
      }
      Terminal terminal = session.terminal();
      report
          .declaration()
          .ifPresent(
              told ->
                  terminal.line(
                      "shim %s, implementation %s (%s), deterministic: %s"
                          .formatted(
                              told.shim(),
                              told.implementation(),
                              told.kind(),
                              word(told.determinism()))));
      TextTable table = new TextTable("", "role", "check");
      for (ShimCheck.Row row : report.rows()) {
        table.row(
            List.of(row.outcome().name(), row.role(), row.name()),
            row.outcome() == ShimCheck.Outcome.FAIL ? terminal::bad : terminal::good,
            0);
      }
      table.lines().forEach(terminal::line);
      for (ShimCheck.Row row : report.rows()) {
        if (!row.because().isEmpty()) {
          String role = row.role().isEmpty() ? "" : row.role() + ": ";
          terminal.line("");
          terminal.line(role + row.name() + ": " + row.because());
        }
      }
      if (!report.errors().isEmpty()) {
        terminal.line("");
        terminal.line("The last lines that the shim printed:");
        report.errors().lines().forEach(line -> terminal.line("  " + line));
      }
      terminal.line("");
      report.unknown().stream()
          .map(
              role ->
                  "Not checked: the role "
                      + Printable.of(role)
                      + ", which this Sluice does not know (sluice conform list).")
          .forEach(terminal::line);
      terminal.line(
          "%d checks: %d PASS, %d FAIL, %d NOT_RUN"
              .formatted(
                  report.rows().size(),
                  report.count(ShimCheck.Outcome.PASS),
                  report.count(ShimCheck.Outcome.FAIL),
                  report.count(ShimCheck.Outcome.NOT_RUN)));
    }

    private static String word(Declaration.Determinism of) {
      return of.name().toLowerCase(Locale.ROOT);
    }

    private static ObjectNode document(ShimCheck.Report report) {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      ObjectNode document = nodes.objectNode();
      document.put("format", "sluice-shim-check/1");
      report
          .declaration()
          .ifPresent(
              told ->
                  document
                      .put("shim", told.shim())
                      .put("implementation", told.implementation())
                      .put("kind", told.kind())
                      .put("determinism", word(told.determinism())));
      ArrayNode rows = document.putArray("checks");
      for (ShimCheck.Row row : report.rows()) {
        rows.addObject()
            .put("role", row.role())
            .put("check", row.name())
            .put("outcome", row.outcome().name())
            .put("because", row.because());
      }
      ArrayNode unknown = document.putArray("unknownRoles");
      report.unknown().forEach(unknown::add);
      document.put("printed", report.errors());
      return document;
    }
  }

  /** {@code sluice conform list}. */
  @Command(name = "list", description = Listed.WHAT)
  static final class Listed implements Callable<Integer> {
    /** Summary in the list of commands. */
    static final String WHAT =
        "Shows the roles that are tested, or the parameters, events and variables of one.";

    private final Session session;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Parameters(paramLabel = "ROLE", arity = "0..1", description = "One role.")
    private String name;

    Listed(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal {
      List<Player> players = name == null ? Players.all() : List.of(named());
      if (json) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("format", "sluice-roles/1");
        ArrayNode all = document.putArray("roles");
        players.forEach(player -> all.add(node(player)));
        session.terminal().out().print(ResultJson.print(document));
      } else if (name == null) {
        TextTable table = new TextTable("role", "specification", "about");
        roles().forEach(role -> table.row(List.of(role.name(), role.spec(), role.about())));
        table.lines().forEach(session.terminal()::line);
      } else {
        describe(players.get(0));
      }
      return ExitCodes.OK;
    }

    private Player named() throws Refusal {
      return Players.of(name).orElseThrow(() -> Refusal.badInput(noRole(name)));
    }

    private void describe(Player player) {
      Role role = player.role();
      Terminal terminal = session.terminal();
      terminal.line(role.name() + ": " + role.about() + "; " + role.spec());
      terminal.line("");
      TextTable given = new TextTable("parameter", "value in a check");
      role.given().forEach((key, value) -> given.row(List.of(key, ShownValues.of(value))));
      given.lines().forEach(terminal::line);
      terminal.line("");
      TextTable actions = new TextTable("action", "direction", "by", "in", "msg");
      for (Role.Event event : role.events()) {
        actions.row(
            List.of(
                event.action(),
                "to the implementation",
                by(role, event.action()),
                String.join(", ", event.arguments().keySet()),
                String.join(", ", event.message().keySet())));
      }
      role.departures().forEach(each -> actions.row(List.of(each, "in sends", by(role, each))));
      actions.lines().forEach(terminal::line);
      terminal.line("");
      TextTable variables = new TextTable("variable", "unit", "grain");
      Set<String> grained = player.play().grained();
      role.variables()
          .forEach(
              (key, unit) -> variables.row(List.of(key, unit, grained.contains(key) ? "yes" : "")));
      variables.lines().forEach(terminal::line);
    }

    /** Returns the cause of an action of a role. */
    private static String by(Role role, String action) {
      return Systems.specification(role.spec())
          .flatMap(specification -> specification.by(action))
          .orElseThrow()
          .label();
    }

    private static ObjectNode node(Player player) {
      Role role = player.role();
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("name", role.name()).put("spec", role.spec()).put("about", role.about());
      node.set("given", node(role.given()));
      ArrayNode events = node.putArray("events");
      for (Role.Event event : role.events()) {
        ObjectNode one = events.addObject().put("do", event.action());
        one.set("in", node(event.arguments()));
        one.set("msg", node(event.message()));
      }
      ArrayNode departures = node.putArray("sends");
      role.departures().forEach(departures::add);
      ObjectNode by = node.putObject("by");
      role.actions().forEach(action -> by.put(action, by(role, action)));
      ObjectNode variables = node.putObject("variables");
      role.variables().forEach(variables::put);
      ArrayNode grained = node.putArray("grained");
      player.play().grained().stream().sorted().forEach(grained::add);
      return node;
    }

    private static ObjectNode node(Map<String, LogValue> values) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      values.forEach((key, value) -> node.set(key, node(value)));
      return node;
    }

    private static JsonNode node(LogValue value) {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      if (value instanceof LogValue.Num number) {
        return nodes.numberNode(number.value());
      } else if (value instanceof LogValue.Truth truth) {
        return nodes.booleanNode(truth.value());
      } else if (value instanceof LogValue.Items items) {
        ArrayNode all = nodes.arrayNode();
        items.items().forEach(each -> all.add(node(each)));
        return all;
      } else if (value instanceof LogValue.Fields fields) {
        return node(fields.fields());
      }
      return nodes.textNode(((LogValue.Str) value).value());
    }
  }

  /** {@code sluice conform limits}. */
  @Command(name = "limits", description = Limited.WHAT)
  static final class Limited implements Callable<Integer> {
    /** Summary in the list of commands. */
    static final String WHAT = "Shows the limits of the protocol, as hello has them.";

    private static final Map<String, String> ABOUT =
        Map.ofEntries(
            Map.entry("line", "bytes of a line"),
            Map.entry("number", "the largest magnitude of a number; no fractions, no exponents"),
            Map.entry("depth", "the nesting of a value"),
            Map.entry("members", "the members of an object or list"),
            Map.entry("text", "characters of a text"),
            Map.entry("out", "bytes on the channel in one case"),
            Map.entry("err", "bytes of standard error in one case"),
            Map.entry("startMillis", "time for the reply to hello, in ms"),
            Map.entry("replyMillis", "time for another reply, in ms"),
            Map.entry("byeMillis", "time to end after bye, in ms"));

    private final Session session;

    Limited(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      TextTable table = new TextTable("limit", ">most", "of");
      Limits.STANDARD
          .named()
          .forEach((key, value) -> table.row(List.of(key, Long.toString(value), ABOUT.get(key))));
      table.lines().forEach(session.terminal()::line);
      return ExitCodes.OK;
    }
  }
}
