package dev.sluice.model.mutate;

import dev.sluice.trace.NotWritten;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What became of the mutants of one specification, written down as it becomes known, so that a run
 * that was stopped is taken up where it was. Where the file rests on another text, other models,
 * settings or another TLC, it begins anew.
 */
final class Ledger {
  private final Path file;
  private final Results results;

  private Ledger(Path file, Results results) {
    this.file = file;
    this.results = results;
  }

  /**
   * Opens a ledger.
   *
   * @param fresh whether what it holds is to be forgotten
   * @param tlc which TLC it is that runs
   */
  static Ledger open(Path file, Sources sources, Settings settings, String tlc, boolean fresh)
      throws IOException {
    if (fresh) {
      Files.deleteIfExists(file);
    }
    Results results = Results.read(file, sources, settings, tlc);
    if (results.fit()) {
      String text = Files.readString(file);
      text = text.substring(0, text.lastIndexOf('\n') + 1); // without what was cut off
      WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
      return new Ledger(file, results);
    }
    WholeFile.write(file, results.head().getBytes(StandardCharsets.UTF_8));
    return new Ledger(file, Results.read(file, sources, settings, tlc));
  }

  /** What became of a mutant, or {@code null} where that is not known. */
  synchronized Fate fate(Mutant mutant) {
    return results.of(mutant);
  }

  /** Enters a mutant. */
  synchronized void enter(Mutant mutant, Fate fate) throws NotWritten {
    results.put(mutant, fate);
    try {
      Files.writeString(file, Results.line(mutant, fate), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new NotWritten(file, e);
    }
  }
}
