package dev.sluice.cli;

import dev.sluice.model.tlc.Coverage;
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
 * evaluations of an expression that begins there.
 */
final class CoverageText {
  private static final int WIDTH = 14;

  private CoverageText() {}

  /** Counts by module and line; of several expressions on a line the one evaluated most. */
  static SortedMap<String, SortedMap<Integer, Long>> byLine(List<Coverage> coverage) {
    SortedMap<String, SortedMap<Integer, Long>> modules = new TreeMap<>();
    for (Coverage each : coverage) {
      modules
          .computeIfAbsent(each.module(), module -> new TreeMap<>())
          .merge(each.line(), each.count(), Math::max);
    }
    return modules;
  }

  /**
   * The lines to print.
   *
   * @param folders where the modules' files are looked for; one that is not there, as those that
   *     come with TLC, is left out
   */
  static List<String> lines(List<Coverage> coverage, List<Path> folders) {
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

  private static List<String> module(Path file, Map<Integer, Long> counts) {
    List<String> lines = new ArrayList<>();
    long never = counts.values().stream().filter(count -> count == 0).count();
    lines.add(
        file.getFileName()
            + ": how often each line was evaluated"
            + (never == 0
                ? "; every one was"
                : "; " + Words.some(never, "line never was", "lines never were")));
    List<String> text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      lines.add("  (its text cannot be read: " + e.getMessage() + ")");
      return lines;
    }
    for (int i = 0; i < text.size(); i++) {
      Long count = counts.get(i + 1);
      String shown = count == null ? "" : count == 0 ? "never" : Words.count(count);
      lines.add(
          (" ".repeat(Math.max(0, WIDTH - shown.length())) + shown + "  " + text.get(i))
              .stripTrailing());
    }
    return lines;
  }
}
