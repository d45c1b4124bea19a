package dev.sluice.model;

import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.TlcConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A configuration in parts: what it gives each constant, and which other sections it has.
 *
 * @param values by name, in the order of the file: {@code = 2} or {@code <- MCJobs}
 * @param sections what follows each other keyword, in the order of the file
 */
record Assignments(Map<String, String> values, Map<String, List<String>> sections) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_!]*[A-Za-z_][A-Za-z0-9_!]*");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}");
  private static final Pattern MODEL_VALUE = Pattern.compile("[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern OF_MODULE = Pattern.compile("^\\[\\w+]");

  /** A statement: {@code name = value}, or {@code name <- operator}. */
  record Statement(String name, String value) {
    boolean replaces() {
      return value.startsWith("<-");
    }

    /** The operator that it puts in the place of the name. */
    String operator() {
      return OF_MODULE.matcher(value.substring("<- ".length())).replaceFirst("");
    }

    @Override
    public String toString() {
      return name + " " + value;
    }
  }

  /**
   * Takes a configuration apart.
   *
   * @throws IllegalArgumentException if TLC would not read it
   */
  static Assignments read(Configuration config) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, List<String>> sections = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> section : TlcConfig.sections(config.text()).entrySet()) {
      if (!section.getKey().equals("CONSTANT")) {
        sections.put(section.getKey(), section.getValue());
        continue;
      }
      try {
        for (Statement statement : statements(section.getValue())) {
          values.put(statement.name(), statement.value());
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(config + ": " + e.getMessage(), e);
      }
    }
    return new Assignments(values, sections);
  }

  /**
   * Reads one statement.
   *
   * @throws IllegalArgumentException if it is none, or another follows
   */
  static Statement statement(String text) {
    List<Statement> statements = statements(TlcConfig.tokens(text));
    if (statements.size() != 1) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not one statement; each stands in a text of its own");
    }
    return statements.get(0);
  }

  private static List<Statement> statements(List<String> tokens) {
    List<Statement> statements = new ArrayList<>();
    Scanner scanner = new Scanner(tokens);
    while (scanner.at < tokens.size()) {
      statements.add(scanner.statement());
    }
    return statements;
  }

  /** Reads statements as TLC does. */
  private static final class Scanner {
    private final List<String> tokens;
    private int at;

    Scanner(List<String> tokens) {
      this.tokens = tokens;
    }

    private String next() {
      return at < tokens.size() ? tokens.get(at++) : "";
    }

    private String name() {
      String name = next();
      if (!NAME.matcher(name).matches()) {
        throw bad(name, "a name");
      }
      return name;
    }

    Statement statement() {
      String name = name();
      String sign = next();
      if (sign.equals("<-")) {
        return new Statement(name, "<- " + module() + name());
      }
      if (!sign.equals("=")) {
        throw bad(sign, "= or <- behind " + name);
      }
      return new Statement(name, "= " + module() + value());
    }

    /** {@code [Module]}, where a statement is about that module alone. */
    private String module() {
      if (at + 2 >= tokens.size()
          || !tokens.get(at).equals("[")
          || !tokens.get(at + 2).equals("]")) {
        return "";
      }
      at += 3;
      return "[" + tokens.get(at - 2) + "]";
    }

    private String value() {
      String value = next();
      if (value.equals("{")) {
        List<String> elements = new ArrayList<>();
        while (at < tokens.size() && !tokens.get(at).equals("}")) {
          if (!elements.isEmpty() && !next().equals(",")) {
            throw bad(tokens.get(at - 1), "a comma or }");
          }
          elements.add(value());
        }
        if (!next().equals("}")) {
          throw bad("", "}");
        }
        return "{" + String.join(", ", elements) + "}";
      }
      boolean number =
          NUMBER.matcher(value).matches() && Long.parseLong(value) <= Integer.MAX_VALUE;
      if (!number && !value.startsWith("\"") && !MODEL_VALUE.matcher(value).matches()) {
        throw bad(
            value,
            "a value: a number from 0 to 2147483647, a string, TRUE, FALSE, a model value, or a set"
                + " of those (anything else is defined in the module, and put there by <-)");
      }
      return value;
    }

    private static IllegalArgumentException bad(String found, String wanted) {
      return new IllegalArgumentException(
          (found.isEmpty() ? "it ends" : "\"" + found + "\" stands")
              + " where TLC reads "
              + wanted);
    }
  }
}
