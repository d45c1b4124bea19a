package dev.sluice.model.tlc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Report of TLC's parser SANY: the errors and warnings of the modules, each on one line that begins
 * with its file, line and column.
 */
final class SanyReport {
  private static final Pattern PARSED_FILE =
      Pattern.compile("Parsing file (.*?)(?: \\(jar:.*\\))?");
  private static final Pattern PLACE =
      Pattern.compile("line (\\d+), col (\\d+) to line \\d+, col \\d+ of module (\\S+)");
  private static final Pattern ENCOUNTERED =
      Pattern.compile(
          "(.*?)\\s*Encountered \"(.*)\" at line (\\d+), col(?:umn)? (\\d+)(?: and token"
              + " \"(.*)\")?.*");
  private static final Pattern LEXICAL =
      Pattern.compile(
          "Lexical error at line (\\d+), column (\\d+)\\.\\s+Encountered: (?:<EOF>|\"(.*)\""
              + " \\((\\d+)\\),) +after : \"(.*)\"");
  private static final Pattern OPEN_COMMENT =
      Pattern.compile("Lexical .*EOF reached.*open comment starting around line (\\d+).*");
  private static final Pattern NO_MODULE =
      Pattern.compile(
          "Cannot find source file for module (\\S+?)(?: imported in module (\\S+?))?\\.?");
  private static final Pattern OTHER_NAME =
      Pattern.compile("File name '(.*)' does not match the name '(.*)' of the top level module.*");

  private static final Pattern DIVERGED =
      Pattern.compile(
          "!! WARNING: The (.*) in module (\\S+) .*since (?:its|the) last translation\\.");

  /** Characters that editors and word processors put in the place of those of TLA+. */
  private static final Map<Integer, String> LOOKALIKES =
      Map.of(
          0x2018, "'", 0x2019, "'", 0x201C, "\"", 0x201D, "\"", 0x2010, "-", 0x2013, "-", 0x2014,
          "-", 0x2212, "-", 0x00A0, "a space");

  private static final int FOLDERS = 4;

  private final TlcRequest request;
  private final TlcJar jar;
  private final List<String> files = new ArrayList<>();
  private final Set<String> errors = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * Reads a report.
   *
   * @param text the lines that SANY printed
   */
  SanyReport(TlcRequest request, TlcJar jar, List<String> text) {
    this.request = request;
    this.jar = jar;
    files.add(request.module().toString());
    Set<String> section = errors;
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).strip();
      Matcher file = PARSED_FILE.matcher(line);
      Matcher place = PLACE.matcher(line);
      if (file.matches()) {
        files.add(file.group(1));
      } else if (line.startsWith("*** Warnings:")) {
        section = warnings;
      } else if (line.startsWith("*** Errors:") || line.startsWith("*** Abort messages:")) {
        section = errors;
      } else if (place.matches()) {
        section.add(at(place, paragraph(text, i + 1)));
      } else if (line.equals("***Parse Error***")) {
        errors.add(unexpected(paragraph(text, i + 1)));
      } else if (line.startsWith("Lexical ")) {
        errors.add(lexical(line));
      } else {
        module(line);
      }
    }
  }

  /** Returns the errors; none if the report names no error that has a place. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  /** Returns the warnings. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Returns a message that names its place, with file, line and column in front of it. */
  String placed(String message) {
    Matcher place = PLACE.matcher(message);
    return place.find() ? at(place, message) : request.module() + ": " + message;
  }

  private String at(Matcher place, String words) {
    return at(place.group(3), place.group(1), place.group(2)) + words;
  }

  /** Returns a place in a module as the start of a message. */
  String at(String module, String line, String column) {
    return fileOf(module) + ":" + line + ":" + column + ": ";
  }

  /** Returns the first paragraph at or after a line, as one line. */
  private static String paragraph(List<String> text, int from) {
    List<String> lines = new ArrayList<>();
    for (String line : text.subList(from, text.size())) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      } else if (!lines.isEmpty()) {
        break;
      }
    }
    return String.join(" ", lines).replaceFirst("^Warning: ", "");
  }

  private String unexpected(String words) {
    Matcher encountered = ENCOUNTERED.matcher(words);
    if (!encountered.matches()) {
      return lastFile() + ": " + words;
    }
    String found = encountered.group(2);
    boolean ends = found.equals("<EOF>");
    String after = encountered.group(5);
    return lastFile()
        + ":"
        + encountered.group(3)
        + ":"
        + encountered.group(4)
        + ": "
        + encountered.group(1).replaceFirst("^Was expecting ", "expected ")
        + (encountered.group(1).isEmpty() ? "" : ", ")
        + "found "
        + (ends ? "the end of the file" : "\"" + found + "\"")
        + (after == null ? "" : " after \"" + after + "\"")
        + (ends ? "; a module ends with ====" : "");
  }

  private String lexical(String line) {
    Matcher comment = OPEN_COMMENT.matcher(line);
    Matcher found = LEXICAL.matcher(line);
    if (comment.matches()) {
      return lastFile()
          + ":"
          + comment.group(1)
          + ":1: a comment that begins about here has no end; close it with *)";
    } else if (!found.matches()) {
      return lastFile() + ": " + line;
    }
    String place = lastFile() + ":" + found.group(1) + ":" + found.group(2) + ": ";
    if (found.group(4) == null) {
      return place + "the file ends within a word" + after(found.group(5));
    }
    int character = Integer.parseInt(found.group(4));
    String before = found.group(5).replace("\\\"", "\"").replace("\\\\", "\\");
    if (before.startsWith("\"") && (character == '\n' || character == '\r')) {
      return place + "the string " + before + " has no end on its line; close it with \"";
    }
    String instead = LOOKALIKES.get(character);
    return place
        + "found "
        + (character > ' ' ? "'" + Character.toString(character) + "' " : "")
        + String.format(Locale.ROOT, "(U+%04X)", character)
        + after(before)
        + (character > '~' ? ", which TLA+ does not have outside comments and strings" : "")
        + (instead == null ? "" : "; write " + instead + " in its place");
  }

  private static String after(String before) {
    return before.isEmpty() ? "" : " after '" + before + "'";
  }

  private void module(String line) {
    Matcher missing = NO_MODULE.matcher(line);
    Matcher renamed = OTHER_NAME.matcher(line);
    Matcher diverged = DIVERGED.matcher(line);
    if (diverged.matches()) {
      Path file = Path.of(fileOf(diverged.group(2)));
      warnings.add(PlusCal.diverged(file, diverged.group(1)));
    } else if (missing.matches()) {
      errors.add(missing(missing.group(1), missing.group(2)));
    } else if (renamed.matches()) {
      errors.add(
          placeOf(renamed.group(2))
              + ": the module in it is called "
              + renamed.group(2)
              + "; a module and its file must have one name: rename the file to "
              + renamed.group(2)
              + ".tla, or the module to "
              + renamed.group(1));
    }
  }

  /** Returns the place of a module's name in the file that was parsed last. */
  private String placeOf(String module) {
    Pattern head = Pattern.compile("-{4,}\\s*MODULE\\s+" + Pattern.quote(module) + "\\b");
    try {
      List<String> lines = Files.readAllLines(Path.of(lastFile()), StandardCharsets.ISO_8859_1);
      for (int i = 0; i < lines.size(); i++) {
        Matcher found = head.matcher(lines.get(i));
        if (found.find()) {
          return lastFile() + ":" + (i + 1) + ":" + (found.end() - module.length() + 1);
        }
      }
    } catch (IOException gone) {
      return lastFile(); // TLC has read it: the name alone will do
    }
    return lastFile();
  }

  private String missing(String module, String importer) {
    String by = importer == null ? module(request.module()) : importer;
    String what = fileOf(by) + ": module " + by + " extends or instantiates " + module + ", and ";
    if (module.equals("TLCExt")) {
      return what
          + "it does not come with "
          + (jar.bundled() ? "the TLC that Sluice comes with" : jar.path())
          + "; it comes with tla2tools.jar from v1.8.0 on: name one with --tla2tools";
    }
    if (LibraryModules.isCommunity(module)) {
      return what
          + module
          + " does not come with "
          + (jar.bundled() ? "the TLC that Sluice comes with" : jar.path())
          + "; it is one of the CommunityModules: name their jar, or the folder of "
          + module
          + ".tla, with --library";
    }
    return what
        + "there is no "
        + module
        + ".tla in "
        + folders()
        + "; name the folder that holds it with --library DIR";
  }

  /** Returns the first few folders in which modules are looked for, the module's own before all. */
  private String folders() {
    Set<String> folders = new LinkedHashSet<>();
    folders.add(String.valueOf(request.module().toAbsolutePath().getParent()));
    request.library().forEach(folder -> folders.add(folder.toString()));
    int shown = Math.min(FOLDERS, folders.size());
    return String.join(", ", List.copyOf(folders).subList(0, shown))
        + (shown < folders.size() ? " and " + (folders.size() - shown) + " folders more" : "");
  }

  private String lastFile() {
    return files.get(files.size() - 1);
  }

  private String fileOf(String module) {
    return files.stream()
        .filter(file -> module(Path.of(file)).equals(module))
        .findFirst()
        .orElse(module + ".tla");
  }

  /** Returns the name of the module that a file must hold. */
  static String module(Path file) {
    return file.getFileName().toString().replaceFirst("\\.tla$", "");
  }
}
