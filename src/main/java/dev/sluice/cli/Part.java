package dev.sluice.cli;

import dev.sluice.model.ModelResult.Status;
import java.util.List;

/**
 * A part of a verdict that is not about one model.
 *
 * @param name one word: {@code traces}, {@code requirements}
 * @param summary one line
 * @param problems one sentence for each thing that is not as it must be
 */
record Part(String name, Status status, String summary, List<String> problems) {
  Part {
    problems = List.copyOf(problems);
  }
}
