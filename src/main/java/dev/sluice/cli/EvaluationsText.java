package dev.sluice.cli;

import dev.sluice.model.tlc.Evaluations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each line of a specification was evaluated: its text, and before each line the most
 * evaluations of an expression that begins there, with a star where another one there was never
 * evaluated.
 */
final class EvaluationsText {
  private static final int WIDTH = 12;

  private EvaluationsText() {}

  /**
   * How often the expressions that begin on a line were evaluated.
   *
   * @param least by the one evaluated least
   * @param most by the one evaluated most
   */
  record Count(long least, long most) {
    Count and(Count other) {
      return new Count(Math.min(least, other.least), Math.max(most, other.most));
    }
  }

  /** Counts by module and line. */
  static SortedMap<String, SortedMap<Integer, Count>> byLine(List<Evaluations> coverage) {
    SortedMap<String, SortedMap<Integer, Count>> modules = new TreeMap<>();
    for (Evaluations each : coverage) {
      modules
          .computeIfAbsent(each.module(), module -> new TreeMap<>())
          .merge(each.line(), new Count(each.count(), each.count()), Count::and);
    }
    return modules;
  }

  /**
   * The lines to print.
   *
   * @param folders where the modules' files are looked for; one that is not there, as those that
   *     come with TLC, is left out
   */
  static List<String> lines(List<Evaluations> coverage, List<Path> folders) {
    List<String> lines = new ArrayList<>();
    byLine(coverage)
        .forEach(
            (module, counts) -> {
              for (Path folder : folders) {
                Path file = folder.resolve(module + ".tla");
                if (Files.isRegularFile(file)) {
                  lines.add("");
                  lines.addAll(module(file, counts));
                  return;
                }
              }
            });
    return lines;
  }

  private static boolean isPartly(Count count) {
    return count.least == 0 && count.most > 0;
  }

  private static List<String> module(Path file, Map<Integer, Count> counts) {
    List<String> lines = new ArrayList<>();
    long never = counts.values().stream().filter(count -> count.most == 0).count();
    boolean partly = counts.values().stream().anyMatch(EvaluationsText::isPartly);
    lines.add(
        file.getFileName()
            + ": how often each line was evaluated"
            + (never == 0
                ? "; every one was"
                : "; " + Words.some(never, "line never was", "lines never were"))
            + (partly ? "; * a part of it never was" : ""));
    List<String> text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      lines.add("  (its text cannot be read: " + e.getMessage() + ")");
      return lines;
    }
    for (int i = 0; i < text.size(); i++) {
      Count count = counts.get(i + 1);
      String shown = count == null ? "" : count.most == 0 ? "never" : Words.count(count.most);
      shown += count != null && isPartly(count) ? "*" : " ";
      lines.add(
          (" ".repeat(Math.max(0, WIDTH - shown.length())) + shown + "  " + text.get(i))
              .stripTrailing());
    }
    return lines;
  }
}
