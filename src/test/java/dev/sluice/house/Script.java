package dev.sluice.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs one of the project's shell scripts with an environment that the test chooses whole. */
final class Script {
  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();

  /** Scripts will run in this folder, with nothing in their environment. */
  Script(Path folder) {
    this.folder = folder;
  }

  Script with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /**
   * What became of a run.
   *
   * @param code the exit code
   * @param out what went to standard output
   * @param err what went to standard error
   */
  record Ended(int code, String out, String err) {}

  /** A run that is under way. */
  record Running(Process process, Path out, Path err) {
    Ended end() {
      try {
        return new Ended(process.waitFor(), Files.readString(out), Files.readString(err));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw new AssertionError(e);
      }
    }
  }

  Ended run(Object... command) throws IOException {
    return start(command).end();
  }

  Running start(Object... command) throws IOException {
    List<String> words = new ArrayList<>();
    for (Object word : command) {
      words.add(word.toString());
    }
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return new Running(process, out, err);
  }

  /** Writes an executable script. */
  static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Path written = Files.createTempFile("script", "");
    try {
      Files.write(written, text.getBytes(StandardCharsets.UTF_8));
      return copy(written, file);
    } finally {
      Files.delete(written);
    }
  }

  /**
   * Makes an executable copy of a file. A process of its own does, so that this one never has the
   * copy open: a process that another thread starts meanwhile would hold it open for writing as
   * well, for a moment, and a file that is open for writing cannot be run (ETXTBSY).
   */
  static Path copy(Path file, Path copy) throws IOException {
    Process cp = new ProcessBuilder("cp", file.toString(), copy.toString()).inheritIO().start();
    try {
      if (cp.waitFor() != 0 || !copy.toFile().setExecutable(true)) {
        throw new IOException("cannot make an executable " + copy);
      }
    } catch (InterruptedException e) {
      cp.destroyForcibly();
      throw new AssertionError(e);
    }
    return copy;
  }

  /** A folder in which these tools of this machine can be called; absent ones stay out. */
  static Path tools(Path folder, String... names) throws IOException {
    Files.createDirectories(folder);
    for (String name : names) {
      for (String place : List.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")) {
        Path tool = Path.of(place, name);
        if (Files.isExecutable(tool)) {
          write(folder.resolve(name), "#!/bin/sh\nexec " + tool + " \"$@\"\n");
          break;
        }
      }
    }
    return folder;
  }
}
