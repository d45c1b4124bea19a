package dev.sluice.model.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of proof obligations in SMT-LIB.
 *
 * <p>What comes before the first obligation belongs to each of them. An obligation begins with a
 * line {@code ; ---- obligation: NAME}, followed by a line {@code ; expect: unsat}, where no
 * counterexample may exist, or {@code ; expect: sat}, where one must.
 *
 * @param file where it stands
 * @param obligations in the order of the file; at least one
 */
public record ProofFile(Path file, List<Obligation> obligations) {
  private static final String BEGIN = "; ---- obligation: ";
  private static final String EXPECT = "; expect: ";

  /**
   * One claim.
   *
   * @param name what is shown, in a few words
   * @param holds whether it must have no counterexample; otherwise it must have one
   * @param script all of it, declarations included
   */
  public record Obligation(String name, boolean holds, String script) {}

  public ProofFile {
    obligations = List.copyOf(obligations);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is not such a file; the message says where and why
   */
  public static ProofFile read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    StringBuilder common = new StringBuilder();
    List<Obligation> all = new ArrayList<>();
    int at = 0;
    for (; at < lines.size() && !lines.get(at).startsWith(BEGIN); at++) {
      common.append(lines.get(at)).append('\n');
    }
    while (at < lines.size()) {
      String name = lines.get(at).substring(BEGIN.length());
      String expect = at + 1 < lines.size() ? lines.get(at + 1) : "";
      if (!expect.equals(EXPECT + "unsat") && !expect.equals(EXPECT + "sat")) {
        throw new IOException(
            file + ":" + (at + 2) + ": not '" + EXPECT + "unsat' or '" + EXPECT + "sat'");
      }
      StringBuilder script = new StringBuilder(common);
      for (at += 2; at < lines.size() && !lines.get(at).startsWith(BEGIN); at++) {
        script.append(lines.get(at)).append('\n');
      }
      all.add(new Obligation(name, expect.endsWith("unsat"), script.toString()));
    }
    if (all.isEmpty()) {
      throw new IOException(file + ": has no line that begins with '" + BEGIN + "'");
    }
    return new ProofFile(file, all);
  }
}
