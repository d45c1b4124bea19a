package dev.sluice.impact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Files of a checkout that differ from a commit, as git lists them. */
public final class ChangedFiles {
  private final Path root;
  private final String program;

  /**
   * Prepares to ask git.
   *
   * @param root the root of the project; it may lie inside a checkout
   */
  public ChangedFiles(Path root) {
    this(root, "git");
  }

  ChangedFiles(Path root, String program) {
    this.root = root;
    this.program = program;
  }

  /** Reason why no files can be listed: a sentence with the next step. */
  public static final class Unknown extends Exception {
    private static final long serialVersionUID = 1L;

    Unknown(String sentence) {
      super(sentence);
    }
  }

  /**
   * Returns the files that differ from a commit, and untracked files that git does not ignore.
   *
   * @param base a revision
   * @return paths relative to the root, sorted
   * @throws Unknown if git is missing, the folder is no checkout, or the revision does not exist
   */
  public List<String> since(String base) throws Unknown, InterruptedException {
    if (ask("rev-parse", "--is-inside-work-tree") == null) {
      throw new Unknown(
          "\""
              + root
              + "\" is not a git checkout, so the edit is unknown; clone the repository, or name"
              + " the checks yourself: sluice check, mvn test -Dtest=…");
    }
    if (ask("rev-parse", "--verify", "--quiet", base + "^{commit}") == null) {
      throw new Unknown(
          "--base: \"" + base + "\" is not a commit; `git log --oneline` lists the commits");
    }
    TreeSet<String> files = new TreeSet<>();
    files.addAll(list("diff", "--name-only", "--no-renames", "--relative", "-z", base, "--"));
    files.addAll(list("ls-files", "--others", "--exclude-standard", "-z"));
    return List.copyOf(files);
  }

  /**
   * Returns the text that a file has in a commit.
   *
   * @return empty if the commit has no such file
   */
  public String text(String base, String file) throws Unknown, InterruptedException {
    String text = ask("show", base + ":./" + file);
    return text == null ? "" : text;
  }

  private List<String> list(String... arguments) throws Unknown, InterruptedException {
    String out = ask(arguments);
    if (out == null) {
      throw new Unknown("`git " + String.join(" ", arguments) + "` failed; run it to see why");
    }
    List<String> names = new ArrayList<>(List.of(out.split("\0")));
    names.removeIf(String::isEmpty);
    return names;
  }

  /** Returns the output of git, or null if git fails. */
  private String ask(String... arguments) throws Unknown, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program, "-C", root.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process git = builder.start();
      git.getOutputStream().close();
      String out;
      try (InputStream in = git.getInputStream()) {
        out = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      return git.waitFor() == 0 ? out : null;
    } catch (IOException e) {
      throw new Unknown(
          "git cannot be started, so the edit is unknown; install git, or name the checks yourself:"
              + " sluice check, mvn test -Dtest=…");
    }
  }
}
