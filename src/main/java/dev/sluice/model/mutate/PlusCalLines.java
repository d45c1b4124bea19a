package dev.sluice.model.mutate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the line of a PlusCal algorithm that a line of its translation comes from: in the block of
 * the label that the action is named after, the line that shares most names with the translation.
 */
public final class PlusCalLines {
  private static final Pattern ALGORITHM = Pattern.compile("--(?:fair\\s+)?algorithm\\b");
  private static final Pattern LABEL = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*:[+-]?(?![=:])");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

  /** Names that the translator writes, so that they tell nothing. */
  private static final Set<String> TRANSLATOR =
      Set.of("pc", "self", "EXCEPT", "UNCHANGED", "TRUE", "FALSE", "stack", "IF", "THEN", "ELSE");

  private final List<String> lines;
  private int algorithm = -1;
  private int begin = -1;
  private int end = -1;

  /** Reads a module; a module without an algorithm has no lines of one. */
  public PlusCalLines(Path module) throws IOException {
    lines = Files.readAllLines(module);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (algorithm < 0 && ALGORITHM.matcher(line).find()) {
        algorithm = i;
      } else if (line.contains("BEGIN TRANSLATION")) {
        begin = i;
      } else if (line.contains("END TRANSLATION")) {
        end = i;
      }
    }
  }

  /**
   * Returns the line of the algorithm, from 1; 0 if the mutant is outside a translation.
   *
   * @param mutant a mutant of the module
   */
  public int of(Mutant mutant) {
    boolean translated = algorithm >= 0 && begin < mutant.line() - 1 && mutant.line() - 1 < end;
    if (!translated || begin < 0) {
      return 0;
    }
    List<Integer> block = block(mutant.definition());
    Set<String> wanted = names(mutant.from());
    int best = block.isEmpty() ? algorithm : block.get(0);
    int most = 0;
    for (int line : block) {
      Set<String> shared = names(lines.get(line));
      shared.retainAll(wanted);
      if (shared.size() > most) {
        most = shared.size();
        best = line;
      }
    }
    return best + 1;
  }

  /** Returns the lines of a label, or those before the first label if there is none. */
  private List<Integer> block(String label) {
    List<Integer> block = new ArrayList<>();
    List<Integer> head = new ArrayList<>();
    boolean inside = false;
    boolean labelled = false;
    for (int i = algorithm; i < lines.size() && i < begin; i++) {
      Matcher matcher = LABEL.matcher(lines.get(i).replaceAll("\\\\\\*.*|\"[^\"]*\"", ""));
      if (matcher.lookingAt() || matcher.find()) {
        inside = matcher.group(1).equals(label);
        labelled = true;
      }
      if (inside) {
        block.add(i);
      } else if (!labelled) {
        head.add(i);
      }
    }
    return block.isEmpty() ? head : block;
  }

  private static Set<String> names(String line) {
    Set<String> names = new HashSet<>();
    Matcher matcher = NAME.matcher(line);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    names.removeAll(TRANSLATOR);
    return names;
  }
}
