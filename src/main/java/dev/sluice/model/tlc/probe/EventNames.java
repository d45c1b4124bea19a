package dev.sluice.model.tlc.probe;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.StringNode;
import tla2sany.semantic.SymbolNode;

/**
 * The names that a log module looks for in an event, action by action: arguments, variables,
 * constants and fields of messages. An event that tells anything else tells nobody.
 *
 * <p>{@code LogNext(e)} is walked from the case of each action on. {@code e.st.window}, {@code
 * e.st[name]} and {@code name \in DOMAIN e.st} look for a name, however many definitions the event
 * and the name have come through. What stands outside of the cases belongs to all actions.
 */
final class EventNames {
  /** The parts of an event that have names of a specification in them. */
  private static final List<String> PARTS = List.of("in", "st", "given", "msg");

  private static final String EVENT = "";

  /** What a parameter stands for: the event, one of its parts, or a string in quotes. */
  private record Known(String part, String word) {
    static final Known NOTHING = new Known(null, null);

    boolean isPart() {
      return part != null && !part.equals(EVENT);
    }
  }

  private final ModuleNode root;

  /** By action, the names looked for in each of the parts; of all actions under no name. */
  private final Map<String, Map<String, SortedSet<String>>> found = new TreeMap<>();

  /** Definitions that have been walked, with what their parameters stood for. */
  private final Set<String> walked = new HashSet<>();

  private String action = "";

  /**
   * Walks a log module.
   *
   * @param next its {@code LogNext(e)}
   */
  EventNames(ModuleNode root, OpDefNode next) {
    this.root = root;
    walk(next.getBody(), Map.of(next.getParams()[0], new Known(EVENT, null)));
  }

  // ---------------------------------------------------------------- the walk

  private Known walk(SemanticNode node, Map<SymbolNode, Known> known) {
    if (node instanceof StringNode string) {
      return new Known(null, string.getRep().toString());
    } else if (node instanceof LetInNode let) {
      for (OpDefNode definition : let.getLets()) {
        walk(definition.getBody(), known); // its own parameters stand for nothing
      }
      return walk(let.getBody(), known);
    } else if (node instanceof OpApplNode application) {
      return application(application, known);
    }
    children(node, known);
    return Known.NOTHING;
  }

  private void children(SemanticNode node, Map<SymbolNode, Known> known) {
    SemanticNode[] children = node.getChildren();
    if (children != null) {
      for (SemanticNode child : children) {
        if (child != null) {
          walk(child, known);
        }
      }
    }
  }

  private Known application(OpApplNode node, Map<SymbolNode, Known> known) {
    SymbolNode operator = node.getOperator();
    if (operator instanceof FormalParamNode) {
      children(node, known);
      return known.getOrDefault(operator, Known.NOTHING);
    }
    switch (operator.getName().toString()) {
      case "$RcdSelect", "$FcnApply" -> {
        return selected(walk(node.getArgs()[0], known), walk(node.getArgs()[1], known));
      }
      case "\\in" -> {
        Known name = walk(node.getArgs()[0], known);
        if (node.getArgs()[1] instanceof OpApplNode set
            && set.getOperator().getName().toString().equals("DOMAIN")) {
          selected(walk(set.getArgs()[0], known), name);
        } else {
          walk(node.getArgs()[1], known);
        }
        return Known.NOTHING;
      }
      case "$Case" -> {
        for (SemanticNode each : node.getArgs()) {
          SemanticNode[] pair = ((OpApplNode) each).getArgs();
          chosen(pair[0], pair[1], known);
        }
        return Known.NOTHING;
      }
      default -> {
        return operator instanceof OpDefNode definition && definition.getBody() != null
            ? defined(definition, node, known)
            : builtIn(node, known);
      }
    }
  }

  private Known builtIn(OpApplNode node, Map<SymbolNode, Known> known) {
    children(node, known);
    return Known.NOTHING;
  }

  /** A case; where its condition names an action, what follows it is about that one. */
  private void chosen(SemanticNode condition, SemanticNode then, Map<SymbolNode, Known> known) {
    String outer = action;
    if (condition != null) {
      walk(condition, known);
      if (condition instanceof OpApplNode equation
          && equation.getOperator().getName().toString().equals("=")
          && equation.getArgs()[1] instanceof StringNode name
          && outer.isEmpty()) {
        action = name.getRep().toString();
        parts(action);
      }
    }
    walk(then, known);
    action = outer;
  }

  private Known defined(OpDefNode definition, OpApplNode node, Map<SymbolNode, Known> known) {
    Map<SymbolNode, Known> inside = new HashMap<>(known); // what LET defines sees what is around
    StringBuilder stands = new StringBuilder();
    boolean hasEvent = false;
    FormalParamNode[] parameters = definition.getParams();
    for (int i = 0; i < node.getArgs().length; i++) {
      Known argument = walk(node.getArgs()[i], known);
      hasEvent |= argument.part() != null;
      if (i < parameters.length) {
        inside.put(parameters[i], argument);
      }
      stands.append(argument).append(' ');
    }
    if (node.getArgs().length == 0) {
      return known.isEmpty() || !isLocal(definition)
          ? Known.NOTHING
          : walk(definition.getBody(), known);
    }
    String walk = action + " " + definition.getName() + definition.getLocation() + stands;
    return hasEvent && walked.add(walk) ? walk(definition.getBody(), inside) : Known.NOTHING;
  }

  /** Whether LET defines it: then it may speak of the event without being handed it. */
  private boolean isLocal(OpDefNode definition) {
    return root.getOpDef(definition.getName().toString()) != definition;
  }

  private Known selected(Known from, Known name) {
    if (EVENT.equals(from.part()) && name.word() != null) {
      return PARTS.contains(name.word()) ? new Known(name.word(), null) : Known.NOTHING;
    }
    if (from.isPart() && name.word() != null) {
      parts(action).get(from.part()).add(name.word());
    }
    return Known.NOTHING;
  }

  private Map<String, SortedSet<String>> parts(String of) {
    return found.computeIfAbsent(
        of,
        fresh -> {
          Map<String, SortedSet<String>> parts = new TreeMap<>();
          PARTS.forEach(part -> parts.put(part, new TreeSet<>()));
          return parts;
        });
  }

  // ---------------------------------------------------------------- the answer

  /**
   * Writes the specification's constants; then for each action its name, its parameters, and the
   * names of arguments, variables, constants and fields of its message that are looked for. Each
   * list stands behind its count.
   */
  void write(DataOutputStream out) throws IOException {
    Set<String> constants = declared(root.getConstantDecls());
    Set<String> variables = declared(root.getVariableDecls());
    texts(out, constants);
    Map<String, SortedSet<String>> common = parts("");
    Set<String> actions = new TreeSet<>(found.keySet());
    actions.removeIf(name -> name.isEmpty() || root.getOpDef(name) == null);
    out.writeInt(actions.size());
    for (String name : actions) {
      JudgeWire.text(out, name);
      Set<String> parameters = new LinkedHashSet<>();
      for (FormalParamNode parameter : root.getOpDef(name).getParams()) {
        parameters.add(parameter.getName().toString());
      }
      texts(out, parameters);
      for (String part : PARTS) {
        Set<String> names = new TreeSet<>(parts(name).get(part));
        names.addAll(common.get(part));
        switch (part) {
          case "in" -> names.retainAll(parameters);
          case "st" -> names.retainAll(variables);
          case "given" -> names.retainAll(constants);
          default -> {}
        }
        texts(out, names);
      }
    }
  }

  /** What the specification declares, without what the log module has beside it. */
  private Set<String> declared(OpDeclNode[] declarations) {
    Set<String> names = new TreeSet<>();
    for (OpDeclNode declaration : declarations) {
      if (!declaration.getLocation().source().equals(root.getName().toString())) {
        names.add(declaration.getName().toString());
      }
    }
    return names;
  }

  private static void texts(DataOutputStream out, Collection<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      JudgeWire.text(out, text);
    }
  }
}
