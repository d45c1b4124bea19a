package dev.sluice.model.mutate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A phrase or a token of a module, as TLC's parser reads it. Lines and columns count from 1. */
final class Syntax {
  private static final int FIELDS = 6;

  private final String image;
  private final int beginLine;
  private final int beginColumn;
  private final int endLine;
  private final int endColumn;
  private final List<Syntax> heirs = new ArrayList<>();
  private Syntax parent;

  private Syntax(String image, int beginLine, int beginColumn, int endLine, int endColumn) {
    this.image = image;
    this.beginLine = beginLine;
    this.beginColumn = beginColumn;
    this.endLine = endLine;
    this.endColumn = endColumn;
  }

  /**
   * Reads what {@code model.tlc.probe.SyntaxTree} writes.
   *
   * @return the modules by the name of their file, without its ending
   */
  static Map<String, Syntax> read(List<String> lines) {
    Map<String, Syntax> modules = new LinkedHashMap<>();
    List<Syntax> open = new ArrayList<>();
    String module = "";
    for (String line : lines) {
      if (line.startsWith("module ")) {
        module = line.replaceFirst("^.*/", "").replaceFirst("\\.tla$", "");
        open.clear();
        continue;
      }
      String[] fields = line.split(" ", FIELDS);
      int depth = Integer.parseInt(fields[0]);
      Syntax node =
          new Syntax(
              fields[5],
              Integer.parseInt(fields[1]),
              Integer.parseInt(fields[2]),
              Integer.parseInt(fields[3]),
              Integer.parseInt(fields[4]));
      open.subList(depth, open.size()).clear();
      if (depth == 0) {
        modules.put(module, node);
      } else {
        node.parent = open.get(depth - 1);
        node.parent.heirs.add(node);
      }
      open.add(node);
    }
    return modules;
  }

  /** A token's text; of a phrase the parser's name for its kind. */
  String image() {
    return image;
  }

  int beginLine() {
    return beginLine;
  }

  int beginColumn() {
    return beginColumn;
  }

  int endLine() {
    return endLine;
  }

  int endColumn() {
    return endColumn;
  }

  List<Syntax> heirs() {
    return heirs;
  }

  Syntax heir(int index) {
    return heirs.get(index);
  }

  Syntax last() {
    return heirs.get(heirs.size() - 1);
  }

  /** The phrase it is part of; {@code null} for a module. */
  Syntax parent() {
    return parent;
  }

  boolean is(String other) {
    return image.equals(other);
  }

  boolean isToken() {
    return heirs.isEmpty();
  }

  /** The infix, prefix or postfix operator of an expression, or {@code ""}. */
  String operator() {
    return switch (image) {
      case "N_InfixExpr" -> heirs.size() == 3 ? heir(1).last().image : "";
      case "N_PostfixExpr" -> heir(1).last().image;
      case "N_PrefixExpr" -> heir(0).last().image;
      default -> "";
    };
  }

  /** The token of an infix or postfix operator. */
  Syntax operatorToken() {
    return heir(1).last();
  }

  /** The name that it is, alone and without arguments, or {@code ""}. */
  String name() {
    return is("N_GeneralId") && heirs.size() == 1 ? heir(0).image : "";
  }

  /** Itself and all below it, in the order of the text. */
  void walk(Consumer<Syntax> visitor) {
    visitor.accept(this);
    heirs.forEach(heir -> heir.walk(visitor));
  }

  /** All of it as one text that says how it is read; without comments and layout. */
  String text() {
    if (isToken()) {
      return image;
    }
    StringBuilder text = new StringBuilder("(").append(image);
    heirs.forEach(heir -> text.append(' ').append(heir.text()));
    return text.append(')').toString();
  }

  @Override
  public String toString() {
    return image + " at line " + beginLine + ", column " + beginColumn;
  }
}
