package dev.sluice.requirement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The project's files, always in the same order. */
final class SourceFiles {
  private SourceFiles() {}

  /** Files below a folder whose name ends so, sorted by path; none if the folder is missing. */
  static List<Path> under(Path folder, String ending) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      Map<String, Path> sorted = new TreeMap<>();
      files
          .filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
          .forEach(file -> sorted.put(named(folder, file), file));
      return List.copyOf(sorted.values());
    }
  }

  /** The path of a file from a root, with forward slashes on every system. */
  static String named(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }
}
