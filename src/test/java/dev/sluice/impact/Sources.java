package dev.sluice.impact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small planted project: sources, classes, and pages. */
final class Sources {
  private final Path root;

  Sources(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** Writes a class of the program in the package {@code a}. */
  Sources main(String name, String body) {
    return file("src/main/java/a/" + name + ".java", "package a;\n" + body + "\n");
  }

  /** Writes a class of the tests in the package {@code a}. */
  Sources test(String name, String body) {
    return file("src/test/java/a/" + name + ".java", "package a;\n" + body + "\n");
  }

  Sources file(String name, String text) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Build build() {
    return new Build(root, "");
  }
}
