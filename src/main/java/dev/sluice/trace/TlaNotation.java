package dev.sluice.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Values in TLA+ notation: prints them on one line, and reads them as TLC prints them.
 *
 * <p>What is printed is TLA+ again, and equal values print equal text. What is read may be spread
 * over lines, as TLC does with wide values, and may hold intervals ({@code 1..3}).
 */
public final class TlaNotation {
  /** The widest interval that is written out as a set. */
  public static final int MAX_INTERVAL = 1 << 16;

  private static final Set<String> RESERVED =
      Set.of(
          "ASSUME",
          "ASSUMPTION",
          "AXIOM",
          "CASE",
          "CHOOSE",
          "CONSTANT",
          "CONSTANTS",
          "DOMAIN",
          "ELSE",
          "ENABLED",
          "EXCEPT",
          "EXTENDS",
          "FALSE",
          "IF",
          "IN",
          "INSTANCE",
          "LAMBDA",
          "LET",
          "LOCAL",
          "MODULE",
          "OTHER",
          "SF_",
          "STRING",
          "SUBSET",
          "THEN",
          "THEOREM",
          "TRUE",
          "UNCHANGED",
          "UNION",
          "VARIABLE",
          "VARIABLES",
          "WF_",
          "WITH");

  private TlaNotation() {}

  /** The value on one line. */
  public static String print(Value value) {
    StringBuilder out = new StringBuilder();
    print(value, out);
    return out.toString();
  }

  private static void print(Value value, StringBuilder out) {
    if (value instanceof Value.Bool bool) {
      out.append(bool.value() ? "TRUE" : "FALSE");
    } else if (value instanceof Value.Int number) {
      out.append(number.value());
    } else if (value instanceof Value.Str text) {
      quote(text.value(), out);
    } else if (value instanceof Value.Model model) {
      out.append(model.name());
    } else if (value instanceof Value.Seq seq) {
      print(seq.items(), "<<", ">>", out);
    } else if (value instanceof Value.Set set) {
      print(set.items(), "{", "}", out);
    } else if (value instanceof Value.Rec rec) {
      printRecord(rec, out);
    } else if (value instanceof Value.Fun fun) {
      String between = "(";
      for (Value.Entry entry : fun.entries()) {
        out.append(between);
        print(entry.argument(), out);
        out.append(" :> ");
        print(entry.value(), out);
        between = " @@ ";
      }
      out.append(')');
    }
  }

  private static void print(List<Value> items, String open, String close, StringBuilder out) {
    out.append(open);
    String between = "";
    for (Value item : items) {
      out.append(between);
      print(item, out);
      between = ", ";
    }
    out.append(close);
  }

  /** Field notation where every field is a name of TLA+, else function notation. */
  private static void printRecord(Value.Rec rec, StringBuilder out) {
    boolean names = rec.fields().stream().allMatch(field -> isName(field.name()));
    String between = names ? "[" : "(";
    for (Value.Field field : rec.fields()) {
      out.append(between);
      if (names) {
        out.append(field.name()).append(" |-> ");
      } else {
        quote(field.name(), out);
        out.append(" :> ");
      }
      print(field.value(), out);
      between = names ? ", " : " @@ ";
    }
    out.append(names ? ']' : ')');
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\f' -> out.append("\\f");
        case '\r' -> out.append("\\r");
        default -> out.append(c);
      }
    }
    out.append('"');
  }

  /** Whether TLA+ reads this as an identifier. */
  static boolean isName(String text) {
    boolean letter = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isNameCharacter(c)) {
        return false;
      }
      letter |= c != '_' && !isDigit(c);
    }
    return letter && !RESERVED.contains(text) && !text.startsWith("WF_") && !text.startsWith("SF_");
  }

  private static boolean isNameCharacter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || isDigit(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Reads one value; nothing but space may follow it. */
  public static Parsed<Value> parse(String text) {
    Parser parser = new Parser(text);
    try {
      Value value = parser.value(1);
      parser.end();
      return new Parsed.Good<>(value);
    } catch (Fault fault) {
      return parser.bad(fault);
    }
  }

  /**
   * Reads a state as TLC prints it: {@code /\ variable = value}, one after the other, or {@code
   * variable = value} where there is only one variable.
   *
   * @return the variables in the order in which they were printed
   */
  public static Parsed<Map<String, Value>> parseState(String text) {
    Parser parser = new Parser(text);
    try {
      return new Parsed.Good<>(parser.state());
    } catch (Fault fault) {
      return parser.bad(fault);
    }
  }

  /** Leaves the descent; never leaves this class. */
  private static final class Fault extends Exception {
    private final int at;

    Fault(int at, String because) {
      super(because, null, false, false);
      this.at = at;
    }
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    <T> Parsed<T> bad(Fault fault) {
      int line = 1;
      int lineStart = 0;
      for (int i = 0; i < fault.at; i++) {
        if (text.charAt(i) == '\n') {
          line++;
          lineStart = i + 1;
        }
      }
      return new Parsed.Bad<>(line, fault.at - lineStart + 1, fault.getMessage());
    }

    Map<String, Value> state() throws Fault {
      Map<String, Value> variables = new LinkedHashMap<>();
      space();
      boolean bullets = text.startsWith("/\\", at);
      do {
        if (bullets) {
          expect("/\\", "before the next variable");
          space();
        }
        int start = at;
        String name = word();
        if (!isName(name)) {
          throw new Fault(start, "expected the name of a variable, found " + found(start));
        }
        expect("=", "after the variable " + name);
        if (variables.put(name, value(1)) != null) {
          throw new Fault(start, "the variable " + name + " is given twice");
        }
        space();
      } while (bullets && at < text.length());
      end();
      return variables;
    }

    Value value(int depth) throws Fault {
      space();
      int start = at;
      if (depth > Value.MAX_DEPTH) {
        throw new Fault(start, "values may be nested " + Value.MAX_DEPTH + " deep, not deeper");
      }
      if (at >= text.length()) {
        throw new Fault(start, "the text ends where a value was expected");
      }
      char c = text.charAt(at);
      if (c == '"') {
        return Value.of(string());
      } else if (c == '-' || isNameCharacter(c)) {
        return word(start);
      } else if (take("<<")) {
        return new Value.Seq(items(">>", depth));
      } else if (take("{")) {
        return new Value.Set(items("}", depth));
      } else if (take("[")) {
        return record(depth);
      } else if (take("(")) {
        return function(depth);
      }
      throw new Fault(start, "expected a value, found " + found(start));
    }

    /** A number, an interval, a truth value, or a model value. */
    private Value word(int start) throws Fault {
      if (text.charAt(at) == '-' || isNumber()) {
        int low = number();
        if (!text.startsWith("..", at)) {
          return Value.of(low);
        }
        at += 2;
        return interval(start, low, number());
      }
      String word = word();
      if (word.equals("TRUE") || word.equals("FALSE")) {
        return Value.of(word.equals("TRUE"));
      } else if (isName(word)) {
        return new Value.Model(word);
      }
      throw new Fault(start, "expected a value that is written out, found " + found(start));
    }

    private Value interval(int start, int low, int high) throws Fault {
      long size = (long) high - low + 1;
      if (size > MAX_INTERVAL) {
        throw new Fault(start, "an interval of " + size + " integers; at most " + MAX_INTERVAL);
      }
      List<Value> items = new ArrayList<>();
      for (long i = low; i <= high; i++) {
        items.add(Value.of((int) i));
      }
      return new Value.Set(items);
    }

    private boolean isNumber() {
      int i = at;
      while (i < text.length() && isDigit(text.charAt(i))) {
        i++;
      }
      return i > at && (i == text.length() || !isNameCharacter(text.charAt(i)));
    }

    private int number() throws Fault {
      int start = at;
      if (at < text.length() && text.charAt(at) == '-') {
        at++;
      }
      int digits = at;
      while (at < text.length() && isDigit(text.charAt(at))) {
        at++;
      }
      if (at == digits) {
        throw new Fault(start, "expected an integer, found " + found(start));
      }
      try {
        return Integer.parseInt(text.substring(start, at));
      } catch (NumberFormatException tooBig) {
        throw new Fault(start, "the integer at this place does not fit 32 bits, " + found(start));
      }
    }

    private String string() throws Fault {
      int start = at++;
      StringBuilder out = new StringBuilder();
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '"') {
          return out.toString();
        } else if (c != '\\') {
          out.append(c);
          continue;
        }
        char escaped = at < text.length() ? text.charAt(at++) : ' ';
        switch (escaped) {
          case '"', '\\' -> out.append(escaped);
          case 't' -> out.append('\t');
          case 'n' -> out.append('\n');
          case 'f' -> out.append('\f');
          case 'r' -> out.append('\r');
          default -> throw new Fault(at - 2, "a string of TLA+ has no escape " + found(at - 2));
        }
      }
      throw new Fault(start, "the text ends within the string that begins here");
    }

    private List<Value> items(String close, int depth) throws Fault {
      List<Value> items = new ArrayList<>();
      space();
      if (take(close)) {
        return items;
      }
      do {
        items.add(value(depth + 1));
        space();
      } while (take(","));
      expect(close, "or a comma");
      return items;
    }

    private Value record(int depth) throws Fault {
      Map<Value, Value> fields = new TreeMap<>();
      do {
        space();
        int start = at;
        String name = word();
        if (name.isEmpty()) {
          throw new Fault(start, "expected the name of a field, found " + found(start));
        }
        expect("|->", "after the field " + name);
        if (fields.put(Value.of(name), value(depth + 1)) != null) {
          throw new Fault(start, "the field " + name + " is given twice");
        }
        space();
      } while (take(","));
      expect("]", "or a comma");
      return Value.function(fields);
    }

    private Value function(int depth) throws Fault {
      Map<Value, Value> entries = new TreeMap<>();
      do {
        space();
        int start = at;
        Value argument = value(depth + 1);
        expect(":>", "after the argument of a function");
        if (entries.put(argument, value(depth + 1)) != null) {
          throw new Fault(start, "the argument " + argument + " is given twice");
        }
        space();
      } while (take("@@"));
      expect(")", "or @@");
      return Value.function(entries);
    }

    private String word() {
      int start = at;
      while (at < text.length() && isNameCharacter(text.charAt(at))) {
        at++;
      }
      return text.substring(start, at);
    }

    private boolean take(String token) {
      boolean here = text.startsWith(token, at);
      if (here) {
        at += token.length();
      }
      return here;
    }

    private void expect(String token, String where) throws Fault {
      space();
      if (!take(token)) {
        throw new Fault(at, "expected " + token + " " + where + ", found " + found(at));
      }
    }

    private void end() throws Fault {
      space();
      if (at < text.length()) {
        throw new Fault(at, "expected the end, found " + found(at));
      }
    }

    private void space() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    /** A few characters of what stands at a place, on one line. */
    private String found(int from) {
      if (from >= text.length()) {
        return "the end of the text";
      }
      int to = from;
      while (to < text.length() && to - from < 24 && text.charAt(to) >= ' ') {
        to++;
      }
      return "'" + text.substring(from, to) + (to - from == 24 ? "…'" : "'");
    }
  }
}
