package dev.sluice.model;

import dev.sluice.model.graph.SpecDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a module and all modules that it rests on define, as far as these are found. A
 * definition is a name at the beginning of a line, with {@code ==} behind it; whether it makes
 * sense is for TLC to say.
 *
 * @param module the module's name
 */
record Definitions(String module, Set<String> names) {
  private static final String PARAMETER = "\\w+(?:\\s*\\([\\s_,]*\\))?";
  private static final Pattern DEFINITION =
      Pattern.compile(
          "(?m)^[ \\t]*(?:LOCAL\\s+)?(\\w+)\\s*(?:\\(\\s*P(?:\\s*,\\s*P)*\\s*\\)\\s*)?=="
              .replace("P", PARAMETER));

  boolean has(String name) {
    return names.contains(name);
  }

  /** Modules by name, each of which is read once. */
  static final class Library {
    private final Map<String, Path> folders;
    private final Map<String, Text> texts = new HashMap<>();
    private final Map<String, Definitions> known = new HashMap<>();

    private record Text(Set<String> defined, List<String> uses) {}

    /**
     * A library.
     *
     * @param folders in which folder each module lies
     */
    Library(Map<String, Path> folders) {
      this.folders = folders;
    }

    Definitions of(String module) throws IOException {
      Definitions before = known.get(module);
      if (before != null) {
        return before;
      }
      Set<String> names = new HashSet<>();
      Set<String> seen = new HashSet<>(Set.of(module));
      Deque<String> left = new ArrayDeque<>(seen);
      while (!left.isEmpty()) {
        Text text = text(left.remove());
        names.addAll(text.defined());
        text.uses().stream()
            .filter(used -> folders.containsKey(used) && seen.add(used))
            .forEach(left::add);
      }
      known.put(module, new Definitions(module, names));
      return known.get(module);
    }

    private Text text(String module) throws IOException {
      Text text = texts.get(module);
      if (text == null) {
        String whole = Files.readString(folders.get(module).resolve(module + ".tla"));
        Set<String> defined = new HashSet<>();
        Matcher definition = DEFINITION.matcher(whole);
        while (definition.find()) {
          defined.add(definition.group(1));
        }
        text = new Text(defined, SpecDigest.uses(whole));
        texts.put(module, text);
      }
      return text;
    }
  }
}
