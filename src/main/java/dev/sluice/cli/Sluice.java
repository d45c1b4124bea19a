package dev.sluice.cli;

import dev.sluice.model.tlc.Gone;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.NotWritten;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sluice}: where the process starts, and how it ends. */
public final class Sluice implements Runnable {
  private static final int WIDTH = 100;

  private static final String INTERRUPTED = "interrupted";

  private static final String DESCRIPTION =
      "Checks the models of Ultra Ethernet congestion control, replays their transitions on the"
          + " reference kernels, and says whether all is as expected.";

  private static final String[] FOOTER = {
    "",
    "Exit codes: 0 as expected; 1 a verdict failed, or traces have drifted; 2 wrong usage or bad"
        + " input; 3 not decided; 4 a shim is unusable; 70 a fault of Sluice itself; 130, 143"
        + " interrupted.",
    "The result goes to standard output, progress and timings to standard error. NO_COLOR and"
        + " TMPDIR are honoured.",
    "",
    "Start with: sluice verify"
  };

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  /** Says by hand what annotations would: reading them off a class takes long. */
  private Sluice() {
    spec.name("sluice").version(named());
    spec.usageMessage().description(DESCRIPTION).footer(FOOTER);
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show which Sluice this is.")
            .build());
  }

  /** Runs the command, and ends the process with its exit code. */
  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    AtomicReference<String> lost = new AtomicReference<>("");
    AtomicBoolean mute = new AtomicBoolean();
    Terminal terminal = Terminal.ofProcess(environment, lost::set, mute::get);
    Interrupts interrupts = new Interrupts();
    interrupts.install(
        () -> {
          terminal.tell(INTERRUPTED);
          mute.set(true);
        });
    BothCompilers.endWithTheOneThatWaits();
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
    if (args.length > 0 && args[0].equals("help")) {
      return run(session, helpOf(args));
    }
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      terminal.line(named()); // at once: to load the parser takes longer than all the rest
      return ExitCodes.OK;
    }
    CommandLine line = line(session, args);
    try {
      return line.execute(isNoCommand(line, args) ? new String[] {args[0]} : args);
    } catch (Error e) {
      return failed(session, e);
    }
  }

  /** Returns the parser of one command's arguments. */
  static CommandLine line(Session session, String... args) {
    Terminal terminal = session.terminal();
    CommandLine line = new CommandLine(new Sluice().spec);
    Subcommands commands = new Subcommands(line, args);
    commands.add("verify", VerifyCommand.WHAT, () -> new VerifyCommand(session));
    commands.add("check", CheckCommand.WHAT, () -> new CheckCommand(session));
    commands.add("replay", ReplayCommand.WHAT, () -> new ReplayCommand(session));
    commands.add("validate", ValidateCommand.WHAT, () -> new ValidateCommand(session));
    commands.add("conform", ConformCommand.WHAT, () -> ConformCommand.group(session, args));
    commands.add("mutate", MutateCommand.WHAT, () -> new MutateCommand(session));
    commands.add("traces", TracesCommand.WHAT, () -> new TracesCommand(session));
    commands.add("run", RunCommand.WHAT, () -> new RunCommand(session, args));
    commands.add("compare", CompareCommand.WHAT, () -> new CompareCommand(session, args));
    commands.add("list", ListCommand.WHAT, () -> ListCommand.group(session, args));
    commands.add("bench", BenchCommand.WHAT, () -> BenchCommand.group(session, args));
    commands.add("bound", BoundCommand.WHAT, () -> BoundCommand.group(session, args));
    commands.add("dev", DevCommand.WHAT, () -> new DevCommand(session));
    commands.add("doctor", DoctorCommand.WHAT, () -> new DoctorCommand(session));
    commands.add(
        CompletionCommand.NAME, CompletionCommand.WHAT, () -> new CompletionCommand(session));
    commands.addWord("help", "Shows what a command does, as its --help: sluice help run.");
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
    line.setExecutionExceptionHandler((e, command, given) -> failed(session, e));
    return line;
  }

  /** Help for a word that is no command would be that for all of them, without a sentence. */
  private static boolean isNoCommand(CommandLine line, String... args) {
    return args.length == 2
        && args[1].equals("--help")
        && !args[0].startsWith("-")
        && !args[0].startsWith("@")
        && !line.getSubcommands().containsKey(args[0]);
  }

  /** {@code help run} asks what {@code run --help} does. */
  private static String[] helpOf(String... args) {
    String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
    asked[args.length - 1] = "--help";
    return asked[0].equals("help") ? new String[] {"--help"} : asked;
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

  /** Java takes a name's characters by the locale, and cannot say others. */
  private static String noPath(InvalidPathException e) {
    return e.getInput().indexOf('\0') >= 0
        ? "a file's name cannot hold the character NUL"
        : "the file's name "
            + e.getInput()
            + " has characters that the locale cannot say; set LC_ALL=C.UTF-8, or start Sluice by"
            + " its launcher";
  }

  private static int wrongUsage(Terminal terminal, ParameterException e) {
    CommandLine command = e.getCommandLine();
    terminal.tell(
        e.getCause() instanceof InvalidPathException path ? noPath(path) : WrongUsage.sentence(e));
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> meant = unmatched.getSuggestions();
      if (!meant.isEmpty() && !unmatched.getUnmatched().get(0).startsWith("@")) {
        terminal.tell("did you mean " + String.join(", or ", meant) + "?");
      }
    }
    terminal.tell("see: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCodes.BAD_INPUT;
  }

  private static int failed(Session session, Throwable e) {
    Terminal terminal = session.terminal();
    if (e instanceof InterruptedException || session.interrupts().isEnding()) {
      terminal.tell(INTERRUPTED); // whatever fails then fails for that reason
      return ExitCodes.INTERRUPTED;
    } else if (e instanceof Refusal refusal) {
      terminal.tell(refusal.getMessage());
      return refusal.exitCode();
    } else if (e instanceof InvalidPathException path) {
      terminal.tell(noPath(path));
      return ExitCodes.BAD_INPUT;
    } else if (e instanceof OutOfMemoryError) {
      terminal.tell(
          "Sluice itself ran out of memory, and nothing was decided; allow more with"
              + " JAVA_TOOL_OPTIONS=-Xmx8g, or ask for less");
      return ExitCodes.NOT_DECIDED;
    } else if (e instanceof NotWritten || e instanceof Gone) {
      terminal.tell(e.getMessage());
      return ExitCodes.NOT_DECIDED;
    } else if (DiskTrouble.isFull(e)) {
      terminal.tell(DiskTrouble.notUsable(Scratch.base(session.environment()), e));
      return ExitCodes.NOT_DECIDED;
    } else if (e instanceof FileSystemException) {
      terminal.tell(DiskTrouble.why(e) + "; nothing was decided");
      return ExitCodes.NOT_DECIDED;
    }
    e.printStackTrace(terminal.err());
    terminal.tell(
        "this is a fault of Sluice itself, not of your input; please report it with the lines"
            + " above");
    return ExitCodes.FAULT;
  }

  private static String named() {
    return "sluice " + version();
  }

  /** Which Sluice this is, from the jar's manifest. */
  static String version() {
    String version = Sluice.class.getPackage().getImplementationVersion();
    return version == null ? "(not from a jar)" : version;
  }
}
