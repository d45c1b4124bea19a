package dev.sluice.model.tlc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a TLC configuration asks for, as far as reports and rules need it.
 *
 * @param invariants names after INVARIANT(S), in order
 * @param properties names after PROPERTY, PROPERTIES, in order
 * @param replacements operators that the configuration replaces ({@code A <- B}), by name
 * @param reductions which of CONSTRAINT, ACTION_CONSTRAINT, SYMMETRY and VIEW it uses
 * @param behaviour the name after SPECIFICATION, or after NEXT; empty where only assumptions are to
 *     be checked
 * @param sections all keywords that it uses
 */
public record TlcConfig(
    List<String> invariants,
    List<String> properties,
    Map<String, String> replacements,
    Set<String> reductions,
    String behaviour,
    Set<String> sections) {

  private static final Pattern TOKEN =
      Pattern.compile("\\(\\*[\\s\\S]*?\\*\\)|\\\\\\*[^\\n]*|\"[^\"]*\"|<-|[A-Za-z0-9_!]+|[^\\s]");

  private static final Map<String, String> SECTIONS =
      Map.ofEntries(
          Map.entry("CONSTANT", "CONSTANT"),
          Map.entry("CONSTANTS", "CONSTANT"),
          Map.entry("INVARIANT", "INVARIANT"),
          Map.entry("INVARIANTS", "INVARIANT"),
          Map.entry("PROPERTY", "PROPERTY"),
          Map.entry("PROPERTIES", "PROPERTY"),
          Map.entry("SPECIFICATION", "SPECIFICATION"),
          Map.entry("INIT", "INIT"),
          Map.entry("NEXT", "NEXT"),
          Map.entry("CONSTRAINT", "CONSTRAINT"),
          Map.entry("CONSTRAINTS", "CONSTRAINT"),
          Map.entry("ACTION_CONSTRAINT", "ACTION_CONSTRAINT"),
          Map.entry("ACTION_CONSTRAINTS", "ACTION_CONSTRAINT"),
          Map.entry("SYMMETRY", "SYMMETRY"),
          Map.entry("VIEW", "VIEW"),
          Map.entry("ALIAS", "ALIAS"),
          Map.entry("POSTCONDITION", "POSTCONDITION"),
          Map.entry("CHECK_DEADLOCK", "CHECK_DEADLOCK"));

  private static final Pattern COMMENT = Pattern.compile("\\(\\*[\\s\\S]*?\\*\\)|\\\\\\*[^\\n]*");

  private static final String ASSIGNED = "(\\w+)[ \\t]*(?:\\([^()\\n]*\\)[ \\t]*)?(?:=|<-)";

  /** An assignment, with its value up to the next one, the next keyword or the end of the line. */
  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          ASSIGNED
              + "[ \\t]*([^\\n]*?)(?=\\s*$|\\s+"
              + ASSIGNED
              + "|\\s+(?:"
              + String.join("|", SECTIONS.keySet())
              + ")\\b)",
          Pattern.MULTILINE);

  /** A value that TLC can read, or the first line of a set. */
  private static final Pattern VALUE =
      Pattern.compile("\\w+|\"[^\"]*\"|\\{(?:\"[^\"]*\"|[\\w\\s,{}])*|\\[\\s*\\w+\\s*]\\s*\\w+");

  public TlcConfig {
    invariants = List.copyOf(invariants);
    properties = List.copyOf(properties);
    replacements = java.util.Collections.unmodifiableMap(new TreeMap<>(replacements));
    reductions = java.util.Collections.unmodifiableSet(new java.util.TreeSet<>(reductions));
    sections = java.util.Collections.unmodifiableSet(new java.util.TreeSet<>(sections));
  }

  /** Whether one state may stand for several, so that the graph searched is not the model's own. */
  public boolean merges() {
    return reductions.contains("SYMMETRY") || reductions.contains("VIEW");
  }

  /** Whether a successor may be left out of the search. */
  public boolean cuts() {
    return reductions.contains("CONSTRAINT") || reductions.contains("ACTION_CONSTRAINT");
  }

  /** A configuration's text with deadlocks checked; its lines stay where they are. */
  static String withDeadlock(String text) {
    StringBuilder out = new StringBuilder();
    Matcher matcher = TOKEN.matcher(text);
    boolean asked = false;
    int from = 0;
    while (matcher.find()) {
      String token = matcher.group();
      if (asked && token.equals("FALSE")) {
        out.append(text, from, matcher.start()).append("TRUE");
        from = matcher.end();
      }
      if (!token.startsWith("(*") && !token.startsWith("\\*")) {
        asked = token.equals("CHECK_DEADLOCK");
      }
    }
    return out.append(text.substring(from)).toString();
  }

  /** A configuration's text without some invariants and properties. */
  public static String without(String text, Set<String> names) {
    StringBuilder out = new StringBuilder();
    Matcher matcher = TOKEN.matcher(text);
    String section = "";
    int from = 0;
    while (matcher.find()) {
      String token = matcher.group();
      section = SECTIONS.getOrDefault(token, section);
      boolean claims = section.equals("INVARIANT") || section.equals("PROPERTY");
      if (claims && names.contains(token)) {
        out.append(text, from, matcher.start());
        from = matcher.end();
      }
    }
    return out.append(text.substring(from)).toString();
  }

  /**
   * Returns the place at which a word first stands in a configuration, as {@code :line:column};
   * empty if the word is not in it.
   */
  static String placeOf(String text, String word) {
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      if (matcher.group().equals(word)) {
        return place(text, matcher.start());
      }
    }
    return "";
  }

  private static String place(String text, int at) {
    String before = text.substring(0, at);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return ":" + line + ":" + (at - before.lastIndexOf('\n'));
  }

  /**
   * Value of a constant that no configuration can hold.
   *
   * @param name the constant's name
   * @param place the name's place, as {@code :line:column}
   * @param text the value up to the end of its line or the next keyword
   */
  record Unreadable(String name, String place, String text) {}

  /** Returns the first value of a constant that TLC cannot read; empty if there is none. */
  static Optional<Unreadable> unreadable(String text) {
    Matcher assignment = ASSIGNMENT.matcher(blanked(text));
    while (assignment.find()) {
      String value = assignment.group(2).strip();
      if (!value.isEmpty() && !VALUE.matcher(value).matches()) {
        return Optional.of(
            new Unreadable(assignment.group(1), place(text, assignment.start(1)), value));
      }
    }
    return Optional.empty();
  }

  /** Returns a configuration with blanks in the place of comments. */
  private static String blanked(String text) {
    return COMMENT.matcher(text).replaceAll(found -> found.group().replaceAll("[^\\n]", " "));
  }

  /** The words and signs of a configuration, or of a part of one; comments are left out. */
  public static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      if (!matcher.group().startsWith("(*") && !matcher.group().startsWith("\\*")) {
        tokens.add(matcher.group());
      }
    }
    return tokens;
  }

  /**
   * What stands behind each keyword of a configuration, by the keyword's singular, in the order in
   * which they first come.
   */
  public static Map<String, List<String>> sections(String text) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> section = new ArrayList<>();
    for (String token : tokens(text)) {
      if (SECTIONS.containsKey(token)) {
        section = sections.computeIfAbsent(SECTIONS.get(token), key -> new ArrayList<>());
      } else {
        section.add(token);
      }
    }
    return sections;
  }

  /** Reads a configuration. */
  public static TlcConfig parse(String text) {
    List<String> tokens = tokens(text);
    List<String> invariants = new ArrayList<>();
    List<String> properties = new ArrayList<>();
    Map<String, String> replacements = new TreeMap<>();
    Set<String> reductions = new java.util.TreeSet<>();
    Set<String> sections = new java.util.TreeSet<>();
    String behaviour = "";
    String section = "";
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i);
      if (SECTIONS.containsKey(token)) {
        section = SECTIONS.get(token);
        sections.add(section);
        if (Set.of("CONSTRAINT", "ACTION_CONSTRAINT", "SYMMETRY", "VIEW").contains(section)) {
          reductions.add(section);
        }
        continue;
      }
      switch (section) {
        case "INVARIANT" -> invariants.add(token);
        case "PROPERTY" -> properties.add(token);
        case "SPECIFICATION", "NEXT" -> behaviour = token;
        case "CONSTANT" -> {
          if (token.equals("<-") && i > 0 && i + 1 < tokens.size()) {
            int right = i + 1;
            if (tokens.get(right).equals("[")) {
              right += 3;
            }
            if (right < tokens.size()) {
              replacements.put(tokens.get(i - 1), tokens.get(right));
            }
          }
        }
        default -> {}
      }
    }
    return new TlcConfig(invariants, properties, replacements, reductions, behaviour, sections);
  }
}
