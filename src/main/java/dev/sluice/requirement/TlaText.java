package dev.sluice.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TLA+ module as text: its definitions, and the comments that belong to them.
 *
 * <p>To a definition belong the comment on its own line and the comment lines directly above it,
 * without an empty line between. Definitions begin in the first column.
 */
final class TlaText {
  private static final Pattern MODULE = Pattern.compile("-{4,}\\s*MODULE\\s+(\\w+)");
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^(?:(?:LOCAL|ASSUME|ASSUMPTION|THEOREM)\\s+)?([A-Za-z_]\\w*)\\s*"
              + "(?:\\((?:[^()=]|\\([^()]*\\))*\\)|\\[[^\\]]*\\])?\\s*==(?![=>])",
          Pattern.MULTILINE);
  private static final Pattern USED = Pattern.compile("\\b(?:EXTENDS|INSTANCE)\\s+([\\w\\s,]+)");
  private static final Pattern RANGE = Pattern.compile("\\\\in\\b[^:]*:");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

  private final String name;
  private final String code;
  private final LineNumbers lines;
  private final List<String> codeLines;
  private final List<String> commentLines;
  private final List<Definition> definitions = new ArrayList<>();
  private final Set<String> steps = new TreeSet<>();
  private final Set<String> uses = new TreeSet<>();

  /**
   * A definition.
   *
   * @param name what is defined
   * @param line where it begins, counted from 1
   * @param signLine where its {@code ==} stands; another line only if its parameters need several
   * @param body its text without comments
   */
  record Definition(String name, int line, int signLine, String body) {}

  /** A line of comment. */
  record Comment(int line, String text) {}

  TlaText(String text, String fallbackName) {
    char[] code = text.toCharArray();
    char[] comment = text.toCharArray();
    separate(text, code, comment);
    this.code = new String(code);
    this.lines = new LineNumbers(this.code);
    this.codeLines = this.code.lines().toList();
    this.commentLines = new String(comment).lines().toList();
    Matcher module = MODULE.matcher(this.code);
    this.name = module.find() ? module.group(1) : fallbackName;
    Matcher matcher = DEFINITION.matcher(this.code);
    List<Integer> starts = new ArrayList<>();
    List<Integer> signs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    while (matcher.find()) {
      starts.add(matcher.start());
      signs.add(matcher.end() - 1);
      names.add(matcher.group(1));
    }
    for (int i = 0; i < starts.size(); i++) {
      int end = i + 1 < starts.size() ? starts.get(i + 1) : this.code.length();
      definitions.add(
          new Definition(
              names.get(i),
              lineOf(starts.get(i)),
              lineOf(signs.get(i)),
              this.code.substring(starts.get(i), end)));
    }
    addSteps("Next");
    steps.remove("Next");
    USED.matcher(this.code).results().forEach(result -> addUses(result.group(1)));
  }

  private void addUses(String modules) {
    for (String part : modules.split(",")) {
      Matcher first = WORD.matcher(part);
      if (first.find()) {
        uses.add(first.group());
      }
    }
  }

  /** Adds what a definition chooses among, and what those choose among that are no action yet. */
  private void addSteps(String choice) {
    for (Definition definition : definitions) {
      if (definition.name().equals(choice)) {
        String choices = RANGE.matcher(definition.body()).replaceAll(" ");
        for (MatchResult word : WORD.matcher(choices).results().toList()) {
          if (steps.add(word.group()) && isChoice(word.group())) {
            addSteps(word.group());
          }
        }
      }
    }
  }

  /** Whether a name stands for a choice of actions: it says nothing of a next state itself. */
  private boolean isChoice(String name) {
    return definitions.stream()
        .anyMatch(
            definition ->
                definition.name().equals(name)
                    && !definition.body().contains("'")
                    && !definition.body().contains("UNCHANGED"));
  }

  /** The module's name. */
  String name() {
    return name;
  }

  List<Definition> definitions() {
    return definitions;
  }

  /** The names that {@code Next} chooses among, at any depth, without the ranges of quantifiers. */
  Set<String> steps() {
    return steps;
  }

  /** The modules that this one extends or instantiates. */
  Set<String> uses() {
    return uses;
  }

  /** The comments that belong to a definition. */
  List<Comment> commentsOf(Definition definition) {
    List<Comment> comments = new ArrayList<>();
    int line = definition.line();
    while (line > 1 && codeAt(line - 1).isBlank() && !commentAt(line - 1).isBlank()) {
      line--;
    }
    for (; line <= definition.signLine(); line++) {
      if (!commentAt(line).isBlank()) {
        comments.add(new Comment(line, commentAt(line)));
      }
    }
    return comments;
  }

  /** The comments before the first statement of the module. */
  List<Comment> header() {
    List<Comment> comments = new ArrayList<>();
    for (int line = 1; line <= codeLines.size(); line++) {
      String statement = codeAt(line).strip();
      if (!statement.isEmpty() && !statement.startsWith("----")) {
        break;
      }
      if (!commentAt(line).isBlank()) {
        comments.add(new Comment(line, commentAt(line)));
      }
    }
    return comments;
  }

  /** All comments, line by line. */
  List<Comment> comments() {
    List<Comment> comments = new ArrayList<>();
    for (int line = 1; line <= commentLines.size(); line++) {
      if (!commentAt(line).isBlank()) {
        comments.add(new Comment(line, commentAt(line)));
      }
    }
    return comments;
  }

  private String codeAt(int line) {
    return codeLines.get(line - 1);
  }

  private String commentAt(int line) {
    return line <= commentLines.size() ? commentLines.get(line - 1) : "";
  }

  private int lineOf(int offset) {
    return lines.of(offset);
  }

  /** Blanks the comments out of one copy of the text, and all the rest out of the other. */
  private static void separate(String text, char[] code, char[] comment) {
    int depth = 0;
    boolean toLineEnd = false;
    boolean inString = false;
    for (int i = 0; i < code.length; i++) {
      char c = text.charAt(i);
      char next = i + 1 < code.length ? text.charAt(i + 1) : '\0';
      if (c == '\n' || c == '\r') {
        toLineEnd = false;
        inString = false;
        continue;
      }
      if (depth == 0 && !toLineEnd && c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
        inString = !inString;
      }
      boolean opens = !inString && !toLineEnd && c == '(' && next == '*';
      boolean closes = depth > 0 && c == '*' && next == ')';
      if (!inString && depth == 0 && !toLineEnd && c == '\\' && next == '*') {
        toLineEnd = true;
      }
      if (opens) {
        depth++;
      }
      if (opens || closes) {
        blank(code, i, 2);
        blank(comment, i, 2);
        i++;
        if (closes) {
          depth--;
        }
      } else if (depth > 0 || toLineEnd) {
        code[i] = ' ';
      } else {
        comment[i] = ' ';
      }
    }
  }

  private static void blank(char[] text, int from, int length) {
    for (int i = from; i < from + length && i < text.length; i++) {
      text[i] = ' ';
    }
  }
}
