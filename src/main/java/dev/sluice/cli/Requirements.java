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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The catalogue, with who stands for each of its rows, and whether all that is cited exists.
 *
 * @param coverage {@code null} where the catalogue cannot be read
 * @param status of the part of a verdict
 * @param trouble why there is no coverage; empty where there is one
 * @param problems one sentence for each thing that is not as it must be
 */
record Requirements(Coverage coverage, Status status, String trouble, List<String> problems) {
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
          coverage, problems.isEmpty() ? Status.AS_EXPECTED : Status.BAD_INPUT, "", problems);
    } catch (CatalogueException e) {
      return new Requirements(
          null,
          Status.BAD_INPUT,
          "spec/requirements/ cannot be used",
          e.problems().stream().map(Problem::toString).toList());
    } catch (UncheckedIOException e) {
      return new Requirements(
          null, Status.NOT_DECIDED, "the sources cannot be read", List.of(e.getCause().toString()));
    }
  }

  /**
   * The part of a verdict: how many rows are checked, and how many of them by what has been run.
   */
  Part part(List<Done> done) {
    if (coverage == null) {
      return new Part(NAME, status, trouble, problems);
    }
    Set<String> caught =
        done.stream()
            .filter(one -> one.status() == Status.AS_EXPECTED)
            .map(one -> one.model().id())
            .collect(Collectors.toSet());
    return new Part(NAME, status, coverage.closing(caught), problems);
  }
}
