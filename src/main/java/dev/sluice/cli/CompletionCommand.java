package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sluice completion}: a script by which a shell completes commands and options. */
@Command(
    name = CompletionCommand.NAME,
    description = {
      CompletionCommand.WHAT,
      "",
      "For the shell that is open: source <(sluice completion)",
      "For all that follow, add that line to ~/.bashrc or ~/.zshrc, with sluice on the PATH."
    })
final class CompletionCommand implements Callable<Integer> {
  /** Its name; where it is called, every other command is read whole. */
  static final String NAME = "completion";

  /** What the list of commands says of it. */
  static final String WHAT = "Prints a script by which bash and zsh complete commands and options.";

  private final Session session;

  @Spec private CommandSpec spec;

  CompletionCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    CommandLine whole = spec.root().commandLine();
    session.terminal().out().print(AutoComplete.bash(whole.getCommandName(), whole));
    return ExitCodes.OK;
  }
}
