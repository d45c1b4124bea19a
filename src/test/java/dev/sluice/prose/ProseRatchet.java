package dev.sluice.prose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Recorded numbers, from which a rule's rate may only improve.
 *
 * <p>The file has a line per kind and file, sorted by path, and no sums, which are computed from
 * the lines: branches that edit different files change different lines. A file that meets all goals
 * has no line, unless it addresses the reader as "you": it needs no number to be compared with, and
 * the ratchet empties itself as the pages improve.
 */
final class ProseRatchet {
  private static final String HEAD =
      """
      # Words, and occurrences of each style rule, that ProseTest allows; CONTRIBUTING.md, "Write prose".
      # After a merge conflict, keep either side, then: mvn test -Dtest=ProseTest -Dsluice.prose=write
      """;

  private static final String WORDS = "words";

  private final Map<ProseKind, SortedMap<String, ProseCount>> counts;

  private ProseRatchet(Map<ProseKind, SortedMap<String, ProseCount>> counts) {
    this.counts = counts;
  }

  /** Returns a ratchet that records the numbers of a census. */
  static ProseRatchet of(ProseCensus census) {
    Map<ProseKind, SortedMap<String, ProseCount>> counts = new EnumMap<>(ProseKind.class);
    for (ProseKind kind : ProseKind.values()) {
      SortedMap<String, ProseCount> files = new TreeMap<>(census.files(kind));
      files.values().removeIf(count -> count.meetsGoals() && count.of(StyleRule.YOU) == 0);
      counts.put(kind, files);
    }
    return new ProseRatchet(counts);
  }

  /**
   * Reads a ratchet.
   *
   * @throws IOException if the file is absent or is not a ratchet
   */
  static ProseRatchet read(Path file) throws IOException {
    JsonNode tree = new TomlMapper().readTree(Files.readString(file));
    Map<ProseKind, SortedMap<String, ProseCount>> counts = new EnumMap<>(ProseKind.class);
    for (ProseKind kind : ProseKind.values()) {
      SortedMap<String, ProseCount> files = new TreeMap<>();
      for (Map.Entry<String, JsonNode> line : tree.path(kind.id()).properties()) {
        files.put(line.getKey(), count(line));
      }
      counts.put(kind, files);
    }
    return new ProseRatchet(counts);
  }

  private static ProseCount count(Map.Entry<String, JsonNode> line) throws IOException {
    Map<StyleRule, Long> occurrences = new EnumMap<>(StyleRule.class);
    int known = 1;
    for (StyleRule rule : StyleRule.values()) {
      if (line.getValue().has(rule.id())) {
        occurrences.put(rule, line.getValue().get(rule.id()).longValue());
        known++;
      }
    }
    if (!line.getValue().has(WORDS) || line.getValue().size() != known) {
      throw new IOException(
          "invalid ratchet line \"%s\": %s must have words and rules of StyleRule only"
              .formatted(line.getKey(), line.getValue()));
    }
    return new ProseCount(line.getValue().get(WORDS).longValue(), occurrences);
  }

  /** Returns the recorded count of each file with a line for a kind of prose. */
  SortedMap<String, ProseCount> files(ProseKind kind) {
    return counts.get(kind);
  }

  /** Returns the text of the file. */
  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (ProseKind kind : ProseKind.values()) {
      text.append("\n[").append(kind.id()).append("]\n");
      counts.get(kind).forEach((file, count) -> text.append(line(file, count)));
    }
    return text.toString();
  }

  private static String line(String file, ProseCount count) {
    StringJoiner line = new StringJoiner(", ", "\"" + file + "\" = { ", " }\n");
    line.add(WORDS + " = " + count.words());
    for (StyleRule rule : StyleRule.values()) {
      if (count.of(rule) > 0) {
        line.add(rule.id() + " = " + count.of(rule));
      }
    }
    return line.toString();
  }
}
