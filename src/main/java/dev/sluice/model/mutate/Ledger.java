package dev.sluice.model.mutate;

import dev.sluice.trace.NotWritten;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of the mutants of one specification, written down as it becomes known, so that a run
 * that was stopped is taken up where it was. What rests on what is no longer so is left out when it
 * is opened.
 */
final class Ledger {
  private final Path file;
  private final Mutable specification;
  private final Map<Mutant, Fate> fates = new HashMap<>();

  /**
   * Opens a ledger.
   *
   * @param all every mutant of the specification, in the order of its text
   * @param fresh whether what it holds is to be forgotten
   * @param tlc which TLC it is that runs
   */
  Ledger(
      Path file,
      Mutable specification,
      List<Mutant> all,
      Settings settings,
      String tlc,
      boolean fresh)
      throws IOException {
    this.file = file;
    this.specification = specification;
    if (fresh) {
      Files.deleteIfExists(file);
    }
    Results results = Results.read(file, specification, settings, tlc);
    for (Mutant mutant : all) {
      Fate fate = results.of(mutant);
      if (fate != null) {
        fates.put(mutant, fate);
      }
    }
    results.write(file, specification, all, Map.of());
  }

  /** What became of a mutant, or {@code null} where that is not known. */
  synchronized Fate fate(Mutant mutant) {
    return fates.get(mutant);
  }

  /** Enters a mutant. */
  synchronized void enter(Mutant mutant, Fate fate) throws IOException {
    fates.put(mutant, fate);
    String line = Results.line(mutant, fate, specification.basis(fate));
    try {
      Files.writeString(file, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new NotWritten(file, e);
    }
  }
}
