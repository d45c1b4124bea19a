package dev.sluice.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sluice}: where the process starts, and how it ends. */
@Command(
    name = "sluice",
    versionProvider = Sluice.Version.class,
    description =
        "Checks the models of Ultra Ethernet congestion control, replays every transition of them"
            + " on the reference kernels, and says whether all is as expected.",
    footer = {
      "",
      "Exit codes: 0 as expected; 1 a verdict failed, or traces have drifted; 2 wrong usage or bad"
          + " input; 3 not decided; 70 a fault of Sluice itself; 130, 143 interrupted.",
      "The result goes to standard output, progress and timings to standard error. NO_COLOR and"
          + " TMPDIR are honoured.",
      "",
      "Start with: sluice verify"
    })
public final class Sluice implements Runnable {
  private static final int WIDTH = 100;

  @Spec private CommandSpec spec;

  private Sluice() {}

  /** Runs the command, and ends the process with its exit code. */
  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    AtomicReference<String> lost = new AtomicReference<>("");
    Terminal terminal = Terminal.ofProcess(environment, lost::set);
    Interrupts interrupts = new Interrupts();
    interrupts.install();
    Session session =
        new Session(terminal, environment, System::nanoTime, interrupts, Home.find(environment));
    int code = run(session, args);
    terminal.out().flush();
    if (!lost.get().isEmpty()) {
      terminal.tell("the result could not be printed: " + lost.get());
      code = code == ExitCodes.OK ? ExitCodes.NOT_DECIDED : code;
    }
    terminal.err().flush();
    interrupts.settle();
    System.exit(code); // after a signal this waits for ever, and Java ends with the signal's code
  }

  /**
   * Runs one command, without ending the process.
   *
   * @return the exit code
   */
  static int run(Session session, String... args) {
    Terminal terminal = session.terminal();
    CommandLine line = new CommandLine(new Sluice());
    line.addSubcommand(new VerifyCommand(session));
    line.addSubcommand(new CheckCommand(session));
    line.addSubcommand(new ReplayCommand(session));
    line.addSubcommand(new ValidateCommand(session));
    line.addSubcommand(new TracesCommand(session));
    line.addSubcommand(new RunCommand(session));
    line.addSubcommand(
        new CommandLine(ListCommand.group())
            .addSubcommand(new ListCommand.Models(session))
            .addSubcommand(new RequirementsCommand(session))
            .addSubcommand(new ListCommand.Scenarios(session))
            .addSubcommand(new ListCommand.Schema(session)));
    line.addSubcommand(
        new CommandLine(BenchCommand.group())
            .addSubcommand(new BenchCommand.Graph(session))
            .addSubcommand(new BenchCommand.Sim(session))
            .addSubcommand(new BenchCommand.Validate(session)));
    line.addSubcommand(
        new CommandLine(BoundCommand.group()).addSubcommand(new BoundCommand.Incast(session)));
    line.addSubcommand(new DoctorCommand(session));
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show which Sluice this is.")
                .build());
    everywhere(
        line,
        command -> {
          command
              .getCommandSpec()
              .addOption(
                  OptionSpec.builder("-h", "--help")
                      .usageHelp(true)
                      .description("Show this text.")
                      .build());
          command.getCommandSpec().usageMessage().width(WIDTH);
        });
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF));
    line.setOut(new java.io.PrintWriter(terminal.out(), true));
    line.setErr(new java.io.PrintWriter(terminal.err(), true));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, given) -> wrongUsage(terminal, e));
    line.setExecutionExceptionHandler((e, command, given) -> failed(terminal, e));
    return line.execute(args);
  }

  private static void everywhere(
      CommandLine line, java.util.function.Consumer<CommandLine> setting) {
    setting.accept(line);
    line.getSubcommands().values().forEach(each -> everywhere(each, setting));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command was named");
  }

  private static int wrongUsage(Terminal terminal, ParameterException e) {
    CommandLine command = e.getCommandLine();
    terminal.tell(e.getMessage());
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> meant = unmatched.getSuggestions();
      if (!meant.isEmpty()) {
        terminal.tell("did you mean " + String.join(", or ", meant) + "?");
      }
    }
    terminal.tell("see: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCodes.BAD_INPUT;
  }

  private static int failed(Terminal terminal, Exception e) {
    if (e instanceof Refusal refusal) {
      terminal.tell(refusal.getMessage());
      return refusal.exitCode();
    }
    if (e instanceof InterruptedException) {
      terminal.tell("interrupted");
      return ExitCodes.INTERRUPTED;
    }
    e.printStackTrace(terminal.err());
    terminal.tell(
        "this is a fault of Sluice itself, not of your input; please report it with the lines"
            + " above");
    return ExitCodes.FAULT;
  }

  /** Says which Sluice this is. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"sluice " + number()};
    }

    /** The version, from the jar's manifest. */
    static String number() {
      String version = Sluice.class.getPackage().getImplementationVersion();
      return version == null ? "(not from a jar)" : version;
    }
  }
}
