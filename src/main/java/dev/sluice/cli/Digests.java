package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 of files, in the form that {@code sha256sum -c} reads. */
final class Digests {
  private Digests() {}

  /** Returns the digest of a file's content, in lower case. */
  static String of(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the line of a file. */
  static String line(String digest, String name) {
    return digest + "  " + name + "\n";
  }

  /** Returns a path as it stands in a line, with the same separators everywhere. */
  static String name(Path path) {
    return path.toString().replace('\\', '/');
  }

  /** Returns the lines of all files in a folder, sorted by their paths from there. */
  static String lines(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      text.append(line(of(file), name(folder.relativize(file))));
    }
    return text.toString();
  }
}
