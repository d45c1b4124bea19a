package dev.sluice.cli;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Adds subcommands to a command, each whole only where the arguments may call it.
 *
 * <p>Reading a command's options off its class takes long. Of a command that is not called, only
 * the name and a line of help are needed. A command is taken to be called where any argument is its
 * name; arguments may stand in a file too, as {@code @file}, and then every command is whole. So it
 * is for {@link CompletionCommand}, which tells of all.
 */
final class Subcommands {
  private final CommandLine parent;
  private final List<String> args;
  private final boolean isForAll;

  Subcommands(CommandLine parent, String... args) {
    this.parent = parent;
    this.args = List.of(args);
    isForAll =
        this.args.contains(CompletionCommand.NAME)
            || this.args.stream().anyMatch(arg -> arg.startsWith("@"));
  }

  /**
   * Adds a subcommand.
   *
   * @param what the first paragraph of its description
   * @param whole makes it, from its annotated class
   */
  void add(String name, String what, Supplier<Object> whole) {
    if (isForAll || args.contains(name)) {
      parent.addSubcommand(name, whole.get());
    } else {
      addWord(name, what);
    }
  }

  /** Adds what stands in the list of commands and is none. */
  void addWord(String name, String what) {
    CommandSpec stub = CommandSpec.create();
    stub.usageMessage().description(what);
    parent.addSubcommand(name, stub);
  }
}
