package dev.sluice.cli;

import dev.sluice.model.mutate.Mutable;
import dev.sluice.model.mutate.Mutant;
import java.nio.file.Path;
import java.util.Collection;

/** Prints mutants that are not run: as lines before and after, or as diffs. */
final class MutantList {
  private MutantList() {}

  /**
   * Prints those of one specification.
   *
   * @param root the folder that files are named from
   * @param list whether lines are printed, and not diffs
   * @param again the command that runs a mutant; {@code %} is the mutant's name
   * @param check the command that checks the specification
   */
  static void print(
      Terminal terminal,
      Mutable specification,
      Collection<Mutant> mutants,
      boolean list,
      Path root,
      String again,
      String check) {
    String file =
        root.toAbsolutePath().relativize(specification.file()).toString().replace('\\', '/');
    for (Mutant mutant : mutants) {
      if (!mutant.module().equals(specification.module())) {
        continue;
      }
      if (list) {
        terminal.line(mutant.id() + "  line " + mutant.line());
        terminal.line("    " + mutant.from());
        terminal.line("    " + mutant.to());
      } else {
        terminal.line("# " + mutant.id() + ": " + mutant.operator().words());
        terminal.line("# to run it: " + again.replace("%", mutant.id()) + " --verbose");
        terminal.line("# to look at it: git apply this, then " + check);
        terminal.out().print(specification.text().diff(mutant.edit(), file));
      }
    }
  }
}
