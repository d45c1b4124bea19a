package dev.sluice.model.tlc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PlusCal in a module: TLC reads only its translation. */
final class PlusCal {
  private static final Pattern ALGORITHM = Pattern.compile("--(?:fair\\s+)?algorithm\\b");
  private static final Pattern TRANSLATION =
      Pattern.compile("\\\\\\*+ BEGIN TRANSLATION.*\\R([\\s\\S]*?)\\\\\\*+ END TRANSLATION");

  private PlusCal() {}

  /** Returns a hint if a module has an algorithm and no translation of it. */
  static Optional<String> hint(Path module) throws IOException {
    if (!Files.isRegularFile(module)) {
      return Optional.empty();
    }
    String text = Files.readString(module, StandardCharsets.ISO_8859_1);
    Matcher algorithm = ALGORITHM.matcher(text);
    Matcher translation = TRANSLATION.matcher(text);
    if (!algorithm.find() || translation.find() && !translation.group(1).isBlank()) {
      return Optional.empty();
    }
    String before = text.substring(0, algorithm.start());
    long line = before.chars().filter(c -> c == '\n').count() + 1;
    int column = algorithm.start() - before.lastIndexOf('\n');
    return Optional.of(
        module
            + ":"
            + line
            + ":"
            + column
            + ": the module has an algorithm in PlusCal and no translation of it; translate it with"
            + " your editor, or with java -cp tla2tools.jar pcal.trans "
            + module.getFileName());
  }
}
