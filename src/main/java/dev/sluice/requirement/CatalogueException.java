package dev.sluice.requirement;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The catalogue cannot be used as it stands. All problems are reported at once, sorted by place.
 */
public final class CatalogueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  CatalogueException(List<Problem> problems) {
    super(problems.stream().sorted().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = problems.stream().sorted().toList();
  }

  /** What is wrong, sorted by place. */
  public List<Problem> problems() {
    return problems;
  }
}
