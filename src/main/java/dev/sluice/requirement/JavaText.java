package dev.sluice.requirement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Java source as text: where {@code @Requirement} stands, and on what. */
final class JavaText {
  private static final Pattern TOKEN =
      Pattern.compile("@?[A-Za-z_$][\\w$]*(?:\\.[\\w$]+)*|[(){};=]");
  private static final String ANNOTATION = "Requirement";
  private static final Set<String> TYPE_WORDS =
      Set.of("class", "interface", "enum", "record", "@interface");

  private final String code;
  private final String comments;
  private final LineNumbers lines;
  private final NavigableMap<Integer, String> strings = new TreeMap<>();
  private final List<Use> uses = new ArrayList<>();
  private final List<Integer> unreadable = new ArrayList<>();

  /**
   * An id in an annotation.
   *
   * @param id the text given
   * @param name the type or member annotated, with the types around it
   * @param line where the id stands, counted from 1
   */
  record Use(String id, String name, int line) {}

  private record Token(String text, int start, int end) {
    boolean isWord() {
      return Character.isJavaIdentifierStart(text.charAt(0));
    }
  }

  JavaText(String text) {
    char[] code = text.toCharArray();
    char[] comment = text.toCharArray();
    separate(text, code, comment);
    this.code = new String(code);
    this.comments = new String(comment);
    this.lines = new LineNumbers(this.code);
    if (this.code.contains(ANNOTATION)) { // most sources have none
      read(
          TOKEN
              .matcher(this.code)
              .results()
              .map(r -> new Token(r.group(), r.start(), r.end()))
              .toList());
    }
  }

  /** The ids that annotations name, in order. */
  List<Use> uses() {
    return uses;
  }

  /** Lines of annotations whose ids are not written out. */
  List<Integer> unreadable() {
    return unreadable;
  }

  /** The comments, line by line; other text is blank. */
  List<String> comments() {
    return comments.lines().toList();
  }

  private void read(List<Token> tokens) {
    Deque<String> around = new ArrayDeque<>(); // "" for braces that are no type's
    List<Use> waiting = new ArrayList<>();
    String opening = "";
    int parens = 0;
    for (int i = 0; i < tokens.size(); i++) {
      String text = tokens.get(i).text();
      Token next = i + 1 < tokens.size() ? tokens.get(i + 1) : null;
      if (TYPE_WORDS.contains(text) && next != null && next.isWord() && parens == 0) {
        opening = next.text();
        settle(waiting, around, opening);
        i++;
      } else if (text.startsWith("@") && next != null && next.text().equals("(")) {
        int close = matching(tokens, i + 1);
        if (text.equals("@" + ANNOTATION) || text.endsWith("." + ANNOTATION)) {
          waiting.addAll(ids(next.end(), tokens.get(close).start()));
        }
        i = close;
      } else if (text.equals("(")) {
        settle(waiting, around, wordBefore(tokens, i));
        parens++;
      } else if (text.equals(")")) {
        parens--;
      } else if (text.equals("=") || text.equals(";")) {
        settle(waiting, around, wordBefore(tokens, i));
      } else if (text.equals("{")) {
        settle(waiting, around, wordBefore(tokens, i)); // a compact constructor
        around.push(parens == 0 ? opening : "");
        opening = parens == 0 ? "" : opening;
      } else if (text.equals("}") && !around.isEmpty()) {
        around.pop();
      }
    }
  }

  private void settle(List<Use> waiting, Deque<String> around, String name) {
    if (waiting.isEmpty()) {
      return;
    }
    List<String> path = new ArrayList<>(around);
    Collections.reverse(path);
    path.add(name);
    String full = path.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("."));
    waiting.forEach(use -> uses.add(new Use(use.id(), full, use.line())));
    waiting.clear();
  }

  private static String wordBefore(List<Token> tokens, int index) {
    return index > 0 && tokens.get(index - 1).isWord() ? tokens.get(index - 1).text() : "";
  }

  private static int matching(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      if (tokens.get(i).text().equals("(")) {
        depth++;
      } else if (tokens.get(i).text().equals(")") && --depth == 0) {
        return i;
      }
    }
    return tokens.size() - 1;
  }

  private List<Use> ids(int from, int to) {
    String rest = code.substring(from, to).replaceFirst("^\\s*value\\s*=", "");
    Matcher word = Pattern.compile("[A-Za-z_$+]").matcher(rest);
    if (word.find()) {
      unreadable.add(lineOf(from));
    }
    List<Use> found = new ArrayList<>();
    strings.subMap(from, to).forEach((at, id) -> found.add(new Use(id, "", lineOf(at))));
    return found;
  }

  private int lineOf(int offset) {
    return lines.of(offset);
  }

  /**
   * Blanks comments and the insides of literals out of one copy, all but comments out of the other.
   */
  private void separate(String text, char[] code, char[] comment) {
    int i = 0;
    while (i < code.length) {
      char first = text.charAt(i);
      if (first != '/' && first != '"' && first != '\'') { // most characters
        if (!Character.isWhitespace(first)) {
          comment[i] = ' ';
        }
        i++;
        continue;
      }
      int end;
      boolean isComment = false;
      if (text.startsWith("//", i)) {
        end = indexOrEnd(text, "\n", i + 2, 0);
        isComment = true;
      } else if (text.startsWith("/*", i)) {
        end = indexOrEnd(text, "*/", i + 2, 2);
        isComment = true;
      } else if (text.startsWith("\"\"\"", i)) {
        end = literalEnd(text, i + 3, "\"\"\"");
        strings.put(i, "");
      } else if (first != '/') {
        end = literalEnd(text, i + 1, text.substring(i, i + 1));
        if (first == '"') {
          strings.put(i, text.substring(i + 1, Math.max(i + 1, end - 1)));
        }
      } else {
        comment[i] = ' '; // a division
        i++;
        continue;
      }
      for (int k = i; k < end; k++) {
        if (text.charAt(k) != '\n') {
          code[k] = ' ';
          comment[k] = isComment ? comment[k] : ' ';
        }
      }
      i = end;
    }
  }

  private static int indexOrEnd(String text, String mark, int from, int past) {
    int at = text.indexOf(mark, from);
    return at < 0 ? text.length() : at + past;
  }

  private static int literalEnd(String text, int from, String quote) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.startsWith(quote, i)) {
        return i + quote.length();
      }
    }
    return text.length();
  }
}
