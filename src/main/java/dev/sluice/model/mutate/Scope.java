package dev.sluice.model.mutate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The modules whose definitions a behaviour rests on: those that its root module extends, and those
 * whose instances the behaviour names.
 */
final class Scope {
  private final Map<String, Syntax> trees;
  private final Map<String, List<Definition>> definitions = new HashMap<>();

  Scope(Map<String, Syntax> trees) {
    this.trees = trees;
    trees.forEach((name, tree) -> definitions.put(name, Definition.of(name, tree)));
  }

  /**
   * Returns the modules.
   *
   * @param names the definitions that the behaviour reaches, in any module
   */
  Set<String> modules(String root, Set<String> names) {
    Set<String> found = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(root));
    while (!next.isEmpty()) {
      String module = next.remove();
      if (!trees.containsKey(module) || !found.add(module)) {
        continue;
      }
      next.addAll(Definition.extended(trees.get(module)));
      for (Definition definition : definitions.get(module)) {
        if (names.contains(definition.name())) {
          next.addAll(instanced(definition.body()));
        }
      }
    }
    return found;
  }

  /** Returns the modules of the instances in a definition. */
  private static List<String> instanced(Syntax body) {
    List<String> names = new ArrayList<>();
    body.walk(
        node -> {
          if (node.is("N_NonLocalInstance")) {
            names.add(node.heir(1).image());
          }
        });
    return names;
  }
}
