package dev.sluice.house;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.util.diff.Delta;
import org.assertj.core.util.diff.DiffUtils;

/** Files whose text a test computes: held line by line against it, or written anew with it. */
public final class Golden {
  /** More lines than that are counted, and not printed. */
  private static final int PRINTED = 40;

  /** A line longer than that is cut. */
  private static final int WIDE = 200;

  private Golden() {}

  /** Whether files are to be written anew: {@code -Dsluice.pages=write}. */
  public static boolean isWritten() {
    return "write".equals(System.getProperty("sluice.pages"));
  }

  /**
   * Holds a file against what it should be, or writes it, with its folder, if that is asked for.
   *
   * @param should the whole text
   * @param test the class that computes it
   */
  public static void hold(Path file, String should, Class<?> test) throws IOException {
    boolean isThere = Files.exists(file);
    String text = isThere ? Files.readString(file) : "";
    if (isThere && text.equals(should)) {
      return;
    }
    if (isWritten()) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, should);
      return;
    }
    fail(because(file, text, should, test));
  }

  /** Which lines differ, and when it is right to write the file anew. */
  static String because(Path file, String text, String should, Class<?> test) {
    List<String> lines = new ArrayList<>();
    List<String> is = List.of(text.split("\n", -1));
    for (Delta<String> delta : DiffUtils.diff(is, List.of(should.split("\n", -1))).getDeltas()) {
      lines.add("line " + (delta.getOriginal().getPosition() + 1));
      delta.getOriginal().getLines().forEach(line -> lines.add("  is        " + cut(line)));
      delta.getRevised().getLines().forEach(line -> lines.add("  should be " + cut(line)));
    }
    int more = lines.size() - PRINTED;
    String rest = more > 0 ? "\n… and " + more + " lines more" : "";
    return """
        %s is not what %s computes:
        %s%s
        If your change is meant to change what is computed, write the file anew and look at each of these lines:
          mvn test -Dtest=%2$s -Dsluice.pages=write
        If it is not, or nobody can say why a line differs, the code is wrong, and not the file. Nor is it ever right to write it anew because it fails now and then: the same sources compute the same text.
        """
        .formatted(
            file,
            test.getSimpleName(),
            String.join("\n", lines.subList(0, Math.min(PRINTED, lines.size()))),
            rest);
  }

  private static String cut(String line) {
    return line.length() <= WIDE ? line : line.substring(0, WIDE) + " …";
  }
}
