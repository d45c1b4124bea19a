package dev.sluice.model.mutate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A definition of a module.
 *
 * @param module the module that it stands in
 * @param name its name
 * @param body what it stands for; of an instance all of it
 * @param mentions every token in it that may be a name
 * @param tree all of it as one text, as the parser reads it: without comments and layout
 */
record Definition(String module, String name, Syntax body, Set<String> mentions, String tree) {
  /** The definitions of a module, in the order of the text. */
  static List<Definition> of(String module, Syntax tree) {
    List<Definition> all = new ArrayList<>();
    for (Syntax unit : body(tree)) {
      Syntax named = unit.heirs().isEmpty() ? unit : unit.heir(unit.heir(0).is("LOCAL") ? 1 : 0);
      switch (unit.image()) {
        case "N_OperatorDefinition" -> all.add(definition(module, lhs(named), unit.last(), unit));
        case "N_FunctionDefinition" ->
            all.add(definition(module, named.image(), unit.last(), unit));
        case "N_ModuleDefinition" -> all.add(definition(module, lhs(named), unit, unit));
        default -> {}
      }
    }
    return all;
  }

  /** The names that assumptions of a module mention. */
  static Set<String> assumed(Syntax tree) {
    Set<String> names = new LinkedHashSet<>();
    assumptions(tree).forEach(unit -> names.addAll(mentions(unit)));
    return names;
  }

  /** Returns the modules that a module extends, and those that it takes an instance of unnamed. */
  static List<String> extended(Syntax tree) {
    List<String> names = new ArrayList<>();
    tree.heirs().stream()
        .filter(part -> part.is("N_Extends"))
        .forEach(part -> names.addAll(mentions(part)));
    for (Syntax unit : body(tree)) {
      if (unit.is("N_Instance") || unit.is("N_NonLocalInstance")) {
        unit.walk(
            node -> {
              if (node.is("N_NonLocalInstance")) {
                names.add(node.heir(1).image());
              }
            });
      }
    }
    return names;
  }

  /** The assumptions of a module. */
  static List<Syntax> assumptions(Syntax tree) {
    return body(tree).stream().filter(unit -> unit.is("N_Assumption")).toList();
  }

  /** The variables that a module declares. */
  static Set<String> variables(Syntax tree) {
    Set<String> names = new LinkedHashSet<>();
    for (Syntax unit : body(tree)) {
      if (unit.is("N_VariableDeclaration")) {
        names.addAll(mentions(unit));
      }
    }
    return names;
  }

  private static List<Syntax> body(Syntax tree) {
    return tree.heirs().stream()
        .filter(part -> part.is("N_Body"))
        .findFirst()
        .map(Syntax::heirs)
        .orElse(List.of());
  }

  private static Definition definition(String module, String name, Syntax body, Syntax unit) {
    return new Definition(module, name, body, mentions(body), unit.text());
  }

  /** The name on the left side: of an infix operator the operator. */
  private static String lhs(Syntax side) {
    return switch (side.image()) {
      case "N_InfixLHS", "N_PostfixLHS" -> side.heir(1).image();
      default -> side.isToken() ? side.image() : side.heir(0).image();
    };
  }

  private static Set<String> mentions(Syntax phrase) {
    Set<String> names = new LinkedHashSet<>();
    phrase.walk(
        node -> {
          if (node.isToken()) {
            names.add(node.image());
          }
        });
    return names;
  }
}
