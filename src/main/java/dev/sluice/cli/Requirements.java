package dev.sluice.cli;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.CatalogueException;
import dev.sluice.requirement.Citations;
import dev.sluice.requirement.Coverage;
import dev.sluice.requirement.Problem;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The catalogue, with who stands for each of its rows, and whether all that is cited exists.
 *
 * @param coverage {@code null} where the catalogue cannot be read
 */
record Requirements(Coverage coverage, Part part) {
  private static final String NAME = "requirements";

  /** Reads the catalogue and everything that cites it. */
  static Requirements read(Path root) {
    try {
      Catalogue catalogue = Catalogue.load(root);
      Citations citations = Citations.scan(root);
      Coverage coverage = Coverage.of(catalogue, citations);
      List<String> problems =
          citations.problems(catalogue).stream().map(Problem::toString).toList();
      return new Requirements(
          coverage,
          new Part(
              NAME,
              problems.isEmpty() ? Status.AS_EXPECTED : Status.BAD_INPUT,
              coverage.closing(),
              problems));
    } catch (CatalogueException e) {
      return without(
          Status.BAD_INPUT,
          "spec/requirements/ cannot be used",
          e.problems().stream().map(Problem::toString).toList());
    } catch (UncheckedIOException e) {
      return without(
          Status.NOT_DECIDED, "the sources cannot be read", List.of(e.getCause().toString()));
    }
  }

  private static Requirements without(Status status, String summary, List<String> problems) {
    return new Requirements(null, new Part(NAME, status, summary, problems));
  }
}
