package dev.sluice.cli;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Transcript;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The folder of {@code conform run --out}.
 *
 * <table>
 * <caption>Its files</caption>
 * <tr><td>{@code journal.jsonl}</td><td>each outcome as it came, see {@link ConformJournal}</td></tr>
 * <tr><td>{@code results.json}</td><td>the document of {@code --json}</td></tr>
 * <tr><td>{@code junit.xml}</td><td>the document of {@code --junit}</td></tr>
 * <tr><td>{@code failures/CASE.jsonl}</td><td>the transcript of the first case of a kind of
 * failure</td></tr>
 * <tr><td>{@code failures/CASE.shortest.jsonl}</td><td>that of the shortest case found</td></tr>
 * <tr><td>{@code failures/CASE.mmd}</td><td>the sequence chart of the latter</td></tr>
 * </table>
 */
final class ConformFolder {
  private final Path folder;
  private final Declaration told;
  private final ConformLevel level;
  private final CaseRunner runner;

  ConformFolder(Path folder, Declaration told, ConformLevel level, CaseRunner runner) {
    this.folder = folder;
    this.told = told;
    this.level = level;
    this.runner = runner;
  }

  /** Returns the file of the shortest case. */
  static Path shortest(Path folder, Result failed) {
    return file(folder, failed, ".shortest.jsonl");
  }

  private static Path file(Path folder, Result failed, String ending) {
    return folder.resolve("failures").resolve(failed.of().name().replace('/', '.') + ending);
  }

  /**
   * Writes all files.
   *
   * @param failed the first case of each kind of failure
   * @param shortest the shortest case found of each of these
   */
  void write(List<CaseOutcome> results, List<Result> failed, List<Result> shortest)
      throws IOException {
    for (int at = 0; at < failed.size(); at++) {
      Result first = failed.get(at);
      if (!first.exchanges().isEmpty()) {
        transcript(file(folder, first, ".jsonl"), first);
        transcript(shortest(folder, first), shortest.get(at));
        text(file(folder, first, ".mmd"), CaseChart.of(shortest.get(at)));
      }
    }
    text(folder.resolve("junit.xml"), JUnitXml.of(results));
    text(folder.resolve("results.json"), ResultJson.print(ConformJson.of(told, level, results)));
  }

  private void transcript(Path file, Result of) throws IOException {
    Transcript.Header header =
        new Transcript.Header(
            of.of().name(),
            level.name().toLowerCase(Locale.ROOT),
            of.verdict().name(),
            of.sentence(),
            told.shim(),
            told.implementation(),
            runner.judged(told.roles().get(of.of().player().role().name())));
    WholeFile.write(file, new Transcript(header, of.exchanges())::write);
  }

  private static void text(Path file, String text) throws IOException {
    WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
