package dev.sluice.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.AssertionFailedError;

/**
 * Adds the statement of a failed assertion to its message, so that {@code expected 1 but was 2}
 * names its field in a log that shows no source.
 */
public final class FailedStatement implements TestExecutionExceptionHandler {
  private static final Path SOURCES = Path.of("src/test/java");
  private static final String OWN = "dev.sluice.";

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failed)
      throws Throwable {
    throw failed instanceof AssertionError assertion ? told(assertion) : failed;
  }

  /**
   * Returns the failure with the statement in its message, or the failure unmodified if that is not
   * found.
   */
  static AssertionError told(AssertionError failed) {
    Optional<String> statement =
        Arrays.stream(failed.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith(OWN))
            .findFirst()
            .flatMap(FailedStatement::statement);
    if (statement.isEmpty()) {
      return failed;
    }
    String message = failed.getMessage() + "\n" + statement.get();
    AssertionError told =
        failed instanceof AssertionFailedError compared
            ? new AssertionFailedError(
                message, compared.getExpected(), compared.getActual(), failed.getCause())
            : new AssertionError(message, failed.getCause());
    told.setStackTrace(failed.getStackTrace());
    Arrays.stream(failed.getSuppressed()).forEach(told::addSuppressed);
    return told;
  }

  private static Optional<String> statement(StackTraceElement frame) {
    String type = frame.getClassName().replaceFirst("\\$.*", "");
    String folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
    Path source = SOURCES.resolve(folder).resolve(String.valueOf(frame.getFileName()));
    try {
      List<String> lines = Files.readAllLines(source);
      int first = Math.min(frame.getLineNumber(), lines.size()) - 1;
      int last = first;
      while (first > 0 && !ends(lines.get(first - 1))) {
        first--;
      }
      while (last + 1 < lines.size() && !ends(lines.get(last))) {
        last++;
      }
      String text = String.join("\n", lines.subList(first, last + 1));
      return Optional.of("in " + frame.getFileName() + ":\n" + text);
    } catch (IOException | IndexOutOfBoundsException none) {
      return Optional.empty(); // a class of no file, or of a file that has changed since
    }
  }

  /** Returns whether a line ends a statement or a block, or opens one. */
  private static boolean ends(String line) {
    String text = line.replaceFirst("//.*", "").strip();
    return text.isEmpty() || text.endsWith(";") || text.endsWith("{") || text.endsWith("}");
  }
}
