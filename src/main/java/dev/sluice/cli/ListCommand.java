package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice list}: what there is; each kind of thing is a command of its own below it. */
@Command(name = "list", description = ListCommand.WHAT)
final class ListCommand {
  /** What the list of commands says of it. */
  static final String WHAT = "Shows the models, lanes, requirements, scenarios and the log-schema.";

  private ListCommand() {}

  /** The group, made so that only its parts can be called. */
  static CommandLine group(Session session, String... args) {
    CommandLine group = new CommandLine(new ListCommand());
    Subcommands parts = new Subcommands(group, args);
    parts.add("models", Models.WHAT, () -> new Models(session));
    parts.add("lanes", Lanes.WHAT, () -> new Lanes(session));
    parts.add("requirements", RequirementsCommand.WHAT, () -> new RequirementsCommand(session));
    parts.add("scenarios", Scenarios.WHAT, () -> new Scenarios(session));
    parts.add("log-schema", Schema.WHAT, () -> new Schema(session));
    return group;
  }

  /** {@code sluice list models}. */
  @Command(
      name = "models",
      description = {
        Models.WHAT,
        "",
        "Lanes: `verify --all` checks trace, smoke and control, `verify` a part of them (`sluice list"
            + " lanes`), and `verify --full` also full. A control must fail, by the property named."
      })
  static final class Models implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT =
        "Shows every model: its lane, what it must show, its pinned numbers,"
            + " and what replays it.";

    private final Session session;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    Models(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal {
      List<Model> models = session.table().models();
      if (models.isEmpty()) {
        throw Refusal.notDecided("no table under spec/ has a model");
      }
      if (json) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("models", models.stream().map(ResultJson::row).toList());
        session.terminal().out().print(ResultJson.print(document));
        return ExitCodes.OK;
      }
      TextTable table =
          new TextTable(
              "model", "lane", "expect", ">states", ">depth", ">transitions", "replayed by");
      NotReplayed notReplayed = new NotReplayed();
      for (Model model : models) {
        table.row(
            List.of(
                model.id(),
                model.lane().key(),
                model.expect(),
                pin(model.states()),
                pin(model.depth()),
                pin(model.transitions()),
                model.whyNotReplayed().isEmpty() ? model.replay() : notReplayed.cell(model)));
      }
      table.lines().forEach(session.terminal()::line);
      notReplayed.lines().forEach(session.terminal()::line);
      return ExitCodes.OK;
    }

    private static String pin(int number) {
      return number < 0 ? "" : Words.count(number);
    }
  }

  /** {@code sluice list lanes}. */
  @Command(
      name = "lanes",
      description = {
        Lanes.WHAT,
        "",
        "Without an element that is not a trace model, a kind of transition or a claim would be"
            + " missing. The lane is computed from spec/counts.json, which `verify --all` compares"
            + " with the models."
      })
  static final class Lanes implements Callable<Integer> {
    /** Summary in the list of commands. */
    static final String WHAT =
        "Shows the models and controls that `verify` checks without --all, each with the reason.";

    private final Session session;

    Lanes(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal {
      VerifyScope scope = VerifyScope.of(session.table(), VerifyScope.Which.QUICK, List.of());
      Map<String, String> reasons = scope.reasons(session.table());
      TextTable table = new TextTable("element", ">transitions", "reason");
      for (Model model : scope.models()) {
        table.row(
            List.of(
                model.id(),
                model.transitions() < 0 ? "" : Words.count(model.transitions()),
                reasons.getOrDefault(model.id(), "")));
      }
      table.lines().forEach(session.terminal()::line);
      session
          .terminal()
          .line(
              Words.count(scope.models().size())
                  + " of "
                  + Words.some(scope.ofAll().size(), "model", "models"));
      return ExitCodes.OK;
    }
  }

  /** {@code sluice list log-schema}. */
  @Command(
      name = "log-schema",
      description = {
        Schema.WHAT,
        "",
        "Validate each line for itself; numbers without a gap and times that never fall are said"
            + " there in words."
      })
  static final class Schema implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT =
        "Prints the JSON Schema of a line of an event log, which `run --log` writes.";

    private final Session session;

    Schema(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() {
      session.terminal().out().print(LogSchema.text());
      return ExitCodes.OK;
    }
  }

  /** {@code sluice list scenarios}. */
  @Command(name = "scenarios", description = Scenarios.WHAT)
  static final class Scenarios implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT = "Shows the ready scenarios that `sluice run` knows.";

    private final Session session;

    Scenarios(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal {
      TextTable table = new TextTable("scenario", "what it is", "profile", "cc", ">flows");
      for (String name : ReadyScenarios.names()) {
        try {
          String text = ReadyScenarios.text(name).orElseThrow();
          Scenario scenario = Scenario.read(name, name + ".toml", text, Map.of());
          table.row(
              List.of(
                  name,
                  scenario.title(),
                  scenario.hasUet() ? scenario.nic().profile().label() : "",
                  scenario.hasUet() ? scenario.control() : "",
                  Words.count(scenario.flows().size())));
        } catch (BadScenario e) {
          throw new IllegalStateException(e);
        }
      }
      table.lines().forEach(session.terminal()::line);
      return ExitCodes.OK;
    }
  }
}
