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
    return Optional.of(
        module
            + place(text, algorithm.start())
            + ": the module has an algorithm in PlusCal and no translation of it; translate it with"
            + " your editor, or with java -cp tla2tools.jar pcal.trans "
            + module.getFileName());
  }

  /**
   * Returns a warning that an algorithm, or its translation, has changed since the translation was
   * made.
   *
   * @param changed the part that has changed, in the words of TLC's parser
   */
  static String diverged(Path module, String changed) {
    String place = module + begin(module) + ": the " + changed;
    return switch (changed) {
      case "PlusCal algorithm" ->
          place
              + " has changed since it was translated, and TLC checks the old translation; translate"
              + " it again";
      case "TLA+ translation" ->
          place
              + " has changed since it was made from the PlusCal algorithm, and TLC checks the changed"
              + " one; translate the algorithm again, or write chksum(tla) \\in STRING here to keep"
              + " the change";
      default ->
          place
              + " have both changed since the algorithm was translated, and TLC checks only the"
              + " translation; translate the algorithm again";
    };
  }

  /** Returns the place at which the translation begins. */
  private static String begin(Path module) {
    try {
      String text = Files.readString(module, StandardCharsets.ISO_8859_1);
      Matcher translation = TRANSLATION.matcher(text);
      return translation.find() ? place(text, translation.start()) : "";
    } catch (IOException gone) {
      return ""; // TLC has read it: the name alone will do
    }
  }

  private static String place(String text, int at) {
    String before = text.substring(0, at);
    long line = before.chars().filter(c -> c == '\n').count() + 1;
    return ":" + line + ":" + (at - before.lastIndexOf('\n'));
  }
}
