package dev.sluice.model.tlc;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Error that TLC reports of a configuration, with its place in the text. */
final class ConfigError {
  private static final Pattern IN_LINE =
      Pattern.compile("TLC found an error in the configuration file at line (\\d+)\\s*(.*)");
  private static final Pattern OF_NAME =
      Pattern.compile(
          "The .*? (\\S+) specified in the configuration file .*"
              + "|In the configuration file, the identifier (\\S+) .*"
              + "|The configuration file substitutes for (\\S+) with .*");

  private ConfigError() {}

  /**
   * Returns an error with the file, line and column in front of it.
   *
   * @param words TLC's words
   * @param text the configuration's text
   */
  static String of(Configuration config, String words, String text) {
    Matcher inLine = IN_LINE.matcher(words);
    Matcher ofName = OF_NAME.matcher(words);
    if (inLine.matches()) {
      Optional<TlcConfig.Unreadable> value = TlcConfig.unreadable(text);
      if (value.isPresent()) {
        String name = value.get().name();
        return config
            + value.get().place()
            + ": TLC cannot read the value of "
            + name
            + " here; a configuration holds natural numbers, strings, names, and sets of them."
            + " Define "
            + name
            + "Value == "
            + value.get().text()
            + " in a module that extends the specification, and write "
            + name
            + " <- "
            + name
            + "Value";
      }
      int number = Integer.parseInt(inLine.group(1));
      String line = text.lines().skip(Math.max(0, number - 1)).findFirst().orElse("").strip();
      String what =
          inLine
              .group(2)
              .replaceFirst("It was expecting (.*), but did not find it", "expected $1")
              .replaceFirst("\\.$", "");
      return config + ":" + number + ": " + what + "; the line is \"" + line + "\"";
    } else if (!ofName.matches()) {
      return config + ": " + words;
    }
    String name = ofName.group(1);
    for (int i = 2; name == null; i++) {
      name = ofName.group(i);
    }
    String colon = name.equals(":") ? " No colon follows a keyword: take it out." : "";
    return config + TlcConfig.placeOf(text, name) + ": " + words + colon;
  }
}
