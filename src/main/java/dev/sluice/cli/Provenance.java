package dev.sluice.cli;

import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a result comes from, beside the digests of what it rests on.
 *
 * @param sluice the version
 * @param commit what the project's root was checked out from, or a sentence where nobody can tell
 * @param changed the files in which the root differs from that commit, sorted
 * @param jdk the Java that ran it, TLC too
 * @param tlc what TLC called itself
 * @param tlcJar the jar that TLC was taken from
 * @param system the operating system and the processor's kind
 */
record Provenance(
    String sluice,
    String commit,
    List<String> changed,
    String jdk,
    List<String> tlc,
    String tlcJar,
    String system) {

  /**
   * Looks it up.
   *
   * @param root the project's root
   * @param versions what TLC called itself in the runs
   */
  static Provenance of(Path root, TlcJar jar, Set<String> versions) {
    String commit;
    List<String> changed = new ArrayList<>();
    try {
      String top = git(root, "rev-parse", "--show-toplevel").strip();
      if (!Path.of(top).toRealPath().equals(root)) {
        throw new IOException("the folder is inside another checkout, " + top);
      }
      commit = git(root, "rev-parse", "HEAD").strip();
      // By NUL, since names may have line feeds; a rename has its old name in an entry of its own.
      for (String entry : git(root, "status", "--porcelain", "--no-renames", "-z").split("\0")) {
        if (entry.length() > 3) {
          changed.add(entry.substring(3));
        }
      }
      changed.sort(null);
    } catch (IOException e) {
      commit = "not known: " + e.getMessage();
    }
    return new Provenance(
        Sluice.version(),
        commit,
        List.copyOf(changed),
        property("java.vendor")
            + " "
            + property("java.vm.name")
            + " "
            + property("java.vm.version"),
        List.copyOf(versions),
        jar.path().startsWith(root)
            ? root.relativize(jar.path()).toString()
            : jar.path().toString(),
        property("os.name") + " " + property("os.version") + " " + property("os.arch"));
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  /** What git prints. */
  private static String git(Path root, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new IOException("git is not on the PATH", e);
    }
    try (InputStream out = process.getInputStream()) {
      String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("the project's root is not a checkout that git reads");
      }
      return said;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
