package dev.sluice.model.tlc.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.LabelNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SubstInNode;
import tla2sany.semantic.SymbolNode;
import tla2sany.st.Location;
import tlc2.tool.BuiltInOPs;
import tlc2.tool.ITool;
import tlc2.tool.ToolGlobals;
import tlc2.tool.impl.FastTool;
import tlc2.util.Context;

/**
 * Derives the strengthened forms of one claim from its syntax tree, by polarity.
 *
 * <p>A form differs from the claim by one part that is replaced by a truth value, so that the form
 * implies the claim. The derivation follows the claim into the definitions of LET, and into other
 * definitions that it names outside a negation. It does not follow definitions that the actions of
 * the model rest on: a claim that names an action claims nothing of its parts.
 *
 * <p>A formula holds at most {@value #MOST} forms. A claim with more of them is derived several
 * times, each time with the next forms.
 */
final class StrengthenedForms {
  /** Forms in one formula: the bits of a {@code long}, without {@link Formula#CLAIM}. */
  static final int MOST = Long.SIZE - 1;

  private static final int NONE = -1;

  private final ITool tool;
  private final String claim;
  private final Set<SemanticNode> behaviour;
  private final int first;
  private final List<ClaimPart> parts = new ArrayList<>();
  private final Set<SymbolNode> locals = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<OpDefNode> open = new ArrayDeque<>();

  /**
   * Prepares a derivation.
   *
   * @param claim the claim's name
   * @param behaviour definitions that are not followed
   * @param first number of the first form in the formula
   */
  StrengthenedForms(ITool tool, String claim, Set<SemanticNode> behaviour, int first) {
    this.tool = tool;
    this.claim = claim;
    this.behaviour = behaviour;
    this.first = first;
  }

  /** Returns the parts that were derived, of all forms. */
  List<ClaimPart> parts() {
    return parts;
  }

  /** Derives the forms of an invariant or of an action property. */
  Formula safety(SemanticNode node) {
    return formula(node, true, NONE);
  }

  // ---------------------------------------------------------------- states and steps

  private Formula formula(SemanticNode node, boolean positive, int outer) {
    if (node instanceof LabelNode label) {
      return formula(label.getBody(), positive, outer);
    } else if (node instanceof LetInNode let) {
      Collections.addAll(locals, let.getLets());
      return new Formula.Let(node, let, formula(let.getBody(), positive, outer));
    } else if (node instanceof SubstInNode subst) {
      return new Formula.Substituted(node, subst, formula(subst.getBody(), positive, outer));
    } else if (node instanceof OpApplNode application) {
      return application(application, positive, outer);
    }
    return new Formula.Leaf(node);
  }

  private Formula application(OpApplNode node, boolean positive, int outer) {
    ExprOrOpArgNode[] args = node.getArgs();
    switch (BuiltInOPs.getOpCode(node.getOperator().getName())) {
      case ToolGlobals.OPCODE_cl, ToolGlobals.OPCODE_land -> {
        List<Formula> all = new ArrayList<>();
        for (ExprOrOpArgNode arg : args) {
          all.add(
              positive || isConjunction(arg)
                  ? formula(arg, positive, outer)
                  : part(PartKind.CONDITION, arg, true, outer, i -> formula(arg, false, i)));
        }
        return new Formula.And(node, all);
      }
      case ToolGlobals.OPCODE_dl, ToolGlobals.OPCODE_lor -> {
        List<Formula> all = new ArrayList<>();
        for (ExprOrOpArgNode arg : args) {
          all.add(
              !positive || isDisjunction(arg)
                  ? formula(arg, positive, outer)
                  : part(PartKind.DISJUNCT, arg, false, outer, i -> formula(arg, true, i)));
        }
        return new Formula.Or(node, all);
      }
      case ToolGlobals.OPCODE_implies -> {
        return implication(node, positive, outer);
      }
      case ToolGlobals.OPCODE_lnot -> {
        return new Formula.Not(node, formula(args[0], !positive, outer));
      }
      case ToolGlobals.OPCODE_equiv -> {
        return positive ? equivalence(node, outer) : new Formula.Leaf(node);
      }
      case ToolGlobals.OPCODE_bf, ToolGlobals.OPCODE_be -> {
        boolean universal = isUniversal(node);
        Formula body =
            part(PartKind.BODY, args[0], !positive, outer, i -> formula(args[0], positive, i));
        return new Formula.Quantified(node, node, universal, body);
      }
      case ToolGlobals.OPCODE_ite -> {
        List<Formula> conditions = new ArrayList<>();
        conditions.add(new Formula.Leaf(args[0]));
        conditions.add(null);
        return new Formula.Choice(
            node,
            conditions,
            List.of(branch(args[1], positive, outer), branch(args[2], positive, outer)));
      }
      case ToolGlobals.OPCODE_case -> {
        List<Formula> conditions = new ArrayList<>();
        List<Formula> branches = new ArrayList<>();
        for (ExprOrOpArgNode arg : args) {
          ExprOrOpArgNode[] pair = ((OpApplNode) arg).getArgs();
          conditions.add(pair[0] == null ? null : new Formula.Leaf(pair[0]));
          branches.add(branch(pair[1], positive, outer));
        }
        return new Formula.Choice(node, conditions, branches);
      }
      case ToolGlobals.OPCODE_sa -> {
        return positive ? box(node, outer) : new Formula.Leaf(node);
      }
      case 0 -> {
        return positive || locals.contains(node.getOperator())
            ? defined(node, inner -> formula(inner, positive, outer))
            : new Formula.Leaf(node);
      }
      default -> {
        return new Formula.Leaf(node);
      }
    }
  }

  private Formula implication(OpApplNode node, boolean positive, int outer) {
    SemanticNode left = node.getArgs()[0];
    SemanticNode right = node.getArgs()[1];
    if (!positive) {
      return new Formula.Implies(node, formula(left, true, outer), formula(right, false, outer));
    }
    return new Formula.Implies(
        node,
        part(PartKind.ANTECEDENT, left, true, outer, i -> formula(left, false, i)),
        part(PartKind.CONSEQUENT, right, false, outer, i -> formula(right, true, i)));
  }

  private Formula equivalence(OpApplNode node, int outer) {
    long neither = add(PartKind.BOTH, node, outer);
    long both = add(PartKind.NEITHER, node, outer);
    return new Formula.Equivalence(
        node,
        new Formula.Leaf(node.getArgs()[0]),
        new Formula.Leaf(node.getArgs()[1]),
        neither,
        both);
  }

  private Formula branch(SemanticNode node, boolean positive, int outer) {
    return part(PartKind.BRANCH, node, !positive, outer, i -> formula(node, positive, i));
  }

  /** Derives the forms of {@code [A]_v}. */
  private Formula box(OpApplNode node, int outer) {
    SemanticNode action = node.getArgs()[0];
    Formula step = part(PartKind.STEP, action, false, outer, i -> formula(action, true, i));
    return new Formula.Box(node, step, new Formula.Unchanged(node.getArgs()[1]));
  }

  private static boolean isUniversal(OpApplNode node) {
    return BuiltInOPs.getOpCode(node.getOperator().getName()) == ToolGlobals.OPCODE_bf;
  }

  /** Follows an operator to its definition, or leaves it to TLC. */
  private Formula defined(OpApplNode node, UnaryFormula inside) {
    SymbolNode name = node.getOperator();
    boolean local = locals.contains(name);
    Object meaning = local ? name : tool.lookup(name, Context.Empty, false);
    if (!(meaning instanceof OpDefNode definition)
        || definition.getBody() == null
        || BuiltInOPs.getOpCode(definition.getName()) != 0
        || definition.getArity() != node.getArgs().length
        || behaviour.contains(definition)
        || open.contains(definition)
        || isStandard(definition)) {
      return new Formula.Leaf(node);
    }
    open.push(definition);
    Formula body = inside.of(definition.getBody());
    open.pop();
    if (body.below() == 0) {
      return new Formula.Leaf(node);
    }
    return local && definition.getArity() == 0
        ? new Formula.Local(node, name, body)
        : new Formula.Call(node, definition, node.getArgs(), body);
  }

  /** Derives a formula from a node. */
  private interface UnaryFormula {
    Formula of(SemanticNode node);
  }

  private static boolean isStandard(OpDefNode definition) {
    String module = definition.getLocation().source();
    return FastTool.class.getResource("/tla2sany/StandardModules/" + module + ".tla") != null;
  }

  private static boolean isConjunction(SemanticNode node) {
    int code = code(node);
    return code == ToolGlobals.OPCODE_cl || code == ToolGlobals.OPCODE_land;
  }

  private static boolean isDisjunction(SemanticNode node) {
    int code = code(node);
    return code == ToolGlobals.OPCODE_dl || code == ToolGlobals.OPCODE_lor;
  }

  private static int code(SemanticNode node) {
    return node instanceof OpApplNode application
        ? BuiltInOPs.getOpCode(application.getOperator().getName())
        : 0;
  }

  // ---------------------------------------------------------------- whole behaviours

  /** A formula that every step decides, or else every state. */
  record Decided(Formula formula, boolean byStep) {}

  /**
   * Derives the forms of a temporal property, as formulas of states and steps.
   *
   * @return one for each of its parts that a state or a step decides
   */
  List<Decided> temporal(SemanticNode node) {
    List<Decided> all = new ArrayList<>();
    temporal(node, true, UnaryOperator.identity(), all);
    return all;
  }

  /** Derives forms; a formula that is not claimed of every behaviour has none. */
  private void temporal(
      SemanticNode node, boolean claimed, UnaryOperator<Formula> around, List<Decided> all) {
    if (node instanceof LabelNode label) {
      temporal(label.getBody(), claimed, around, all);
    } else if (node instanceof LetInNode let) {
      Collections.addAll(locals, let.getLets());
      temporal(
          let.getBody(), claimed, inner -> around.apply(new Formula.Let(null, let, inner)), all);
    } else if (node instanceof SubstInNode subst) {
      temporal(
          subst.getBody(),
          claimed,
          inner -> around.apply(new Formula.Substituted(null, subst, inner)),
          all);
    } else if (node instanceof OpApplNode application && isOfTime(node)) {
      temporalApplication(application, claimed, around, all);
    }
  }

  private void temporalApplication(
      OpApplNode node, boolean claimed, UnaryOperator<Formula> around, List<Decided> all) {
    ExprOrOpArgNode[] args = node.getArgs();
    switch (BuiltInOPs.getOpCode(node.getOperator().getName())) {
      case ToolGlobals.OPCODE_cl, ToolGlobals.OPCODE_land -> {
        for (ExprOrOpArgNode arg : args) {
          temporal(arg, claimed, around, all);
        }
      }
      case ToolGlobals.OPCODE_dl, ToolGlobals.OPCODE_lor, ToolGlobals.OPCODE_diamond -> {
        for (ExprOrOpArgNode arg : args) {
          temporal(arg, false, around, all);
        }
      }
      case ToolGlobals.OPCODE_bf, ToolGlobals.OPCODE_be ->
          temporal(
              args[0],
              claimed && isUniversal(node),
              inner -> around.apply(new Formula.Quantified(null, node, true, inner)),
              all);
      case ToolGlobals.OPCODE_leadto -> leadsTo(args[0], args[1], around, all);
      case ToolGlobals.OPCODE_implies -> {
        leadsTo(args[0], args[1], around, all);
        temporal(args[1], false, around, all);
      }
      case ToolGlobals.OPCODE_box -> {
        if (code(args[0]) == ToolGlobals.OPCODE_sa || !isOfTime(args[0])) {
          if (claimed) {
            boolean byStep = isOfSteps(args[0]);
            all.add(new Decided(around.apply(formula(args[0], true, NONE)), byStep));
          }
        } else if (code(args[0]) == ToolGlobals.OPCODE_diamond) {
          never(PartKind.LEADS_TO, ((OpApplNode) args[0]).getArgs()[0], around, all);
        } else {
          temporal(args[0], claimed, around, all);
        }
      }
      case ToolGlobals.OPCODE_wf, ToolGlobals.OPCODE_sf -> {
        Formula step =
            new Formula.And(
                null,
                List.of(
                    new Formula.Leaf(args[1]),
                    new Formula.Not(null, new Formula.Unchanged(args[0]))));
        Formula never = part(PartKind.FAIRNESS, node, false, NONE, i -> new Formula.Constant(true));
        all.add(new Decided(around.apply(new Formula.Implies(null, step, never)), true));
      }
      case 0 -> {
        SymbolNode name = node.getOperator();
        if (tool.lookup(name, Context.Empty, false) instanceof OpDefNode definition
            && definition.getBody() != null
            && !open.contains(definition)) {
          open.push(definition);
          ExprOrOpArgNode[] arguments = node.getArgs();
          temporal(
              definition.getBody(),
              claimed,
              inner -> around.apply(new Formula.Call(null, definition, arguments, inner)),
              all);
          open.pop();
        }
      }
      default -> {
        // says nothing that a state or a step decides
      }
    }
  }

  /** Adds that the left side never holds, and that an alternative of the right side never does. */
  private void leadsTo(
      SemanticNode left, SemanticNode right, UnaryOperator<Formula> around, List<Decided> all) {
    if (!isOfTime(left)) {
      never(PartKind.LEADS_TO, left, around, all);
    }
    if (isDisjunction(right)) {
      for (ExprOrOpArgNode each : ((OpApplNode) right).getArgs()) {
        if (!isOfTime(each)) {
          never(PartKind.DISJUNCT, each, around, all);
        }
      }
    }
  }

  private void never(
      PartKind kind, SemanticNode node, UnaryOperator<Formula> around, List<Decided> all) {
    if (!isOfTime(node)) {
      Formula part = part(kind, node, false, NONE, i -> new Formula.Constant(true));
      Formula formula = new Formula.Implies(null, new Formula.Leaf(node), part);
      all.add(new Decided(around.apply(formula), isOfSteps(node)));
    }
  }

  /** Returns whether a formula is about whole behaviours, by itself or by a name in it. */
  private boolean isOfTime(SemanticNode node) {
    return mentions(
        node,
        code ->
            code == ToolGlobals.OPCODE_box
                || code == ToolGlobals.OPCODE_diamond
                || code == ToolGlobals.OPCODE_leadto
                || code == ToolGlobals.OPCODE_wf
                || code == ToolGlobals.OPCODE_sf);
  }

  /** Returns whether a formula is about steps, by itself or by a name in it. */
  private boolean isOfSteps(SemanticNode node) {
    return mentions(
        node,
        code ->
            code == ToolGlobals.OPCODE_prime
                || code == ToolGlobals.OPCODE_unchanged
                || code == ToolGlobals.OPCODE_aa
                || code == ToolGlobals.OPCODE_sa);
  }

  private boolean mentions(SemanticNode node, IntPredicate wanted) {
    if (node instanceof LabelNode label) {
      return mentions(label.getBody(), wanted);
    } else if (node instanceof LetInNode let) {
      for (OpDefNode local : let.getLets()) {
        if (mentions(local.getBody(), wanted)) {
          return true;
        }
      }
      return mentions(let.getBody(), wanted);
    } else if (node instanceof SubstInNode subst) {
      return mentions(subst.getBody(), wanted);
    } else if (!(node instanceof OpApplNode)) {
      return false;
    }
    OpApplNode application = (OpApplNode) node;
    int code = code(node);
    if (code != 0 && wanted.test(code)) {
      return true;
    }
    for (ExprOrOpArgNode arg : application.getArgs()) {
      if (mentions(arg, wanted)) {
        return true;
      }
    }
    boolean found = false;
    if (code == 0
        && tool.lookup(application.getOperator(), Context.Empty, false)
            instanceof OpDefNode definition
        && definition.getBody() != null
        && !open.contains(definition)) {
      open.push(definition);
      found = mentions(definition.getBody(), wanted);
      open.pop();
    }
    return found;
  }

  // ---------------------------------------------------------------- parts

  private Formula part(
      PartKind kind, SemanticNode node, boolean value, int outer, IntFunction<Formula> inside) {
    if (isConstant(node)) {
      return inside.apply(outer); // the form would be the claim itself, or would never hold
    }
    int index = parts.size();
    long form = add(kind, node, outer);
    Formula inner = inside.apply(index);
    return form == 0 ? inner : new Formula.Part(form, value, inner);
  }

  private static boolean isConstant(SemanticNode node) {
    String name =
        node instanceof OpApplNode application
            ? application.getOperator().getName().toString()
            : "";
    return name.equals("TRUE") || name.equals("FALSE");
  }

  /** Adds a part, and returns its form; 0 if the form is not one of this formula's. */
  private long add(PartKind kind, SemanticNode node, int outer) {
    int index = parts.size();
    Location at = node.getLocation();
    parts.add(
        new ClaimPart(
            claim,
            kind,
            at.source(),
            at.beginLine(),
            at.beginColumn(),
            at.endLine(),
            at.endColumn(),
            outer,
            false,
            false));
    return index >= first && index < first + MOST ? 1L << (index - first) : 0;
  }
}
