package dev.sluice.model.tlc.probe;

import java.util.List;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.Subst;
import tla2sany.semantic.SubstInNode;
import tla2sany.semantic.SymbolNode;
import tlc2.tool.EvalControl;
import tlc2.tool.IContextEnumerator;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.util.Context;
import tlc2.value.IValue;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.LazyValue;

/**
 * A claim and its strengthened forms, in one tree that is evaluated for all forms at once.
 *
 * <p>A form is a bit. The evaluation of a node takes the set of forms that reach the node, and
 * returns those under which the node is true. Each form takes the branches that TLC would take: a
 * conjunct is evaluated only for the forms under which all conjuncts before it are true. A node
 * without parts of a form in question is left to TLC.
 */
abstract class Formula {
  /** The claim itself, in a set of forms. */
  static final long CLAIM = 1L << 63;

  /** The node as TLC evaluates it; {@code null} if there is none. */
  private final SemanticNode node;

  /** The forms whose part lies below. */
  private final long below;

  Formula(SemanticNode node, long below) {
    this.node = node;
    this.below = below;
  }

  static long below(List<Formula> all) {
    long union = 0;
    for (Formula each : all) {
      union |= each.below;
    }
    return union;
  }

  final long below() {
    return below;
  }

  final SemanticNode node() {
    return node;
  }

  /** A state, or a step, in which formulas are evaluated. Used by one thread. */
  static final class Situation {
    private final ITool tool;
    private final TLCState before;
    private final TLCState after;
    private long failed;

    /**
     * Makes a situation.
     *
     * @param after the second state of a step; {@link TLCState#Empty} for a single state
     */
    Situation(ITool tool, TLCState before, TLCState after) {
      this.tool = tool;
      this.before = before;
      this.after = after;
    }

    /** Returns the forms that TLC could not evaluate here. */
    long failed() {
      return failed;
    }

    private long truth(long forms, SemanticNode node, Context c) {
      try {
        IValue value = tool.eval(node, c, before, after, EvalControl.Clear);
        return value instanceof BoolValue truth && truth.val ? forms : 0;
      } catch (RuntimeException | StackOverflowError without) {
        failed |= forms & ~CLAIM;
        return 0;
      }
    }
  }

  /** The truth value that the claim itself, without any replacement, gives to a formula. */
  enum Known {
    TRUE,
    FALSE,
    /** It would have to be evaluated. */
    UNKNOWN;

    Known negated() {
      return this == TRUE ? FALSE : this == FALSE ? TRUE : UNKNOWN;
    }

    /** Returns this value if it is the given one, and otherwise nothing known. */
    Known only(Known value) {
      return this == value ? this : UNKNOWN;
    }
  }

  /**
   * Returns the forms under which the formula is true.
   *
   * @param forms the forms that are asked for
   * @param known the formula's value in the claim; forms without a part below have this value, too,
   *     and nothing is evaluated for them
   */
  final long holds(long forms, Known known, Context c, Situation at) {
    long here = forms & below;
    if (known != Known.UNKNOWN) {
      long alike = known == Known.TRUE ? forms & ~below : 0;
      return here == 0 ? alike : alike | within(here, known, c, at);
    } else if (forms == 0) {
      return 0;
    }
    return node != null && here == 0 ? at.truth(forms, node, c) : within(forms, known, c, at);
  }

  /** Evaluates the formula by its parts. */
  abstract long within(long forms, Known known, Context c, Situation at);

  /** A formula that only TLC looks into. */
  static final class Leaf extends Formula {
    Leaf(SemanticNode node) {
      super(node, 0);
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      throw new IllegalStateException("no form has a part below " + node());
    }
  }

  /** A truth value. */
  static final class Constant extends Formula {
    private final boolean value;

    Constant(boolean value) {
      super(null, 0);
      this.value = value;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      return value ? forms : 0;
    }
  }

  /** A part of one form, which replaces it with a truth value. */
  static final class Part extends Formula {
    private final long form;
    private final boolean value;
    private final Formula inner;

    Part(long form, boolean value, Formula inner) {
      super(inner.node, form | inner.below);
      this.form = form;
      this.value = value;
      this.inner = inner;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      return inner.holds(forms & ~form, known, c, at) | (value ? forms & form : 0);
    }
  }

  static final class And extends Formula {
    private final List<Formula> all;

    And(SemanticNode node, List<Formula> all) {
      super(node, below(all));
      this.all = all;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      long held = forms;
      for (Formula each : all) {
        held = each.holds(held, known.only(Known.TRUE), c, at);
      }
      return held;
    }
  }

  static final class Or extends Formula {
    private final List<Formula> all;

    Or(SemanticNode node, List<Formula> all) {
      super(node, below(all));
      this.all = all;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      long held = 0;
      for (Formula each : all) {
        held |= each.holds(forms & ~held, known.only(Known.FALSE), c, at);
      }
      return held;
    }
  }

  static final class Implies extends Formula {
    private final Formula left;
    private final Formula right;

    Implies(SemanticNode node, Formula left, Formula right) {
      super(node, left.below | right.below);
      this.left = left;
      this.right = right;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      if (known != Known.TRUE) {
        long asked = left.holds(forms, known.negated(), c, at);
        return forms & ~asked | right.holds(asked, known, c, at);
      }
      long asked = left.holds(forms | CLAIM, Known.UNKNOWN, c, at);
      // A right side that the claim itself asks for is true.
      Known ofRight = (asked & CLAIM) != 0 ? Known.TRUE : Known.UNKNOWN;
      return forms & ~asked | right.holds(asked & forms, ofRight, c, at);
    }
  }

  static final class Not extends Formula {
    private final Formula inner;

    Not(SemanticNode node, Formula inner) {
      super(node, inner.below);
      this.inner = inner;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      return forms & ~inner.holds(forms, known.negated(), c, at);
    }
  }

  /** An equivalence with the forms "neither side holds" and "both sides hold". */
  static final class Equivalence extends Formula {
    private final Formula left;
    private final Formula right;
    private final long neither;
    private final long both;

    /**
     * Makes an equivalence.
     *
     * @param neither the form that claims that neither side holds
     * @param both the form that claims that both sides hold
     */
    Equivalence(SemanticNode node, Formula left, Formula right, long neither, long both) {
      super(node, neither | both);
      this.left = left;
      this.right = right;
      this.neither = neither;
      this.both = both;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      long one = left.holds(forms, Known.UNKNOWN, c, at);
      long other = right.holds(forms, Known.UNKNOWN, c, at);
      return forms & ~(neither | both) & ~(one ^ other)
          | forms & neither & ~(one | other)
          | forms & both & one & other;
    }
  }

  /** A choice between formulas, as IF and CASE make it. */
  static final class Choice extends Formula {
    /** The conditions in their order; {@code null} for one that always holds. */
    private final List<Formula> conditions;

    private final List<Formula> branches;

    Choice(SemanticNode node, List<Formula> conditions, List<Formula> branches) {
      super(node, below(branches));
      this.conditions = conditions;
      this.branches = branches;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      long left = forms;
      long held = 0;
      for (int i = 0; i < branches.size() && left != 0; i++) {
        Formula condition = conditions.get(i);
        long taken = condition == null ? left : condition.holds(left, Known.UNKNOWN, c, at);
        held |= branches.get(i).holds(taken, known, c, at);
        left &= ~taken;
      }
      return held;
    }
  }

  /** A quantifier over sets. */
  static final class Quantified extends Formula {
    private final OpApplNode quantifier;
    private final boolean universal;
    private final Formula body;

    /**
     * Makes a quantifier.
     *
     * @param node the formula as TLC evaluates it; {@code null} if it is none of the claim's
     */
    Quantified(SemanticNode node, OpApplNode quantifier, boolean universal, Formula body) {
      super(node, body.below);
      this.quantifier = quantifier;
      this.universal = universal;
      this.body = body;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      IContextEnumerator values;
      try {
        values = at.tool.contexts(quantifier, c, at.before, at.after, EvalControl.Clear);
      } catch (RuntimeException without) {
        at.failed |= forms;
        return 0;
      }
      Known ofBody = known.only(universal ? Known.TRUE : Known.FALSE);
      long open = forms;
      for (Context each = values.nextElement();
          each != null && open != 0;
          each = values.nextElement()) {
        long held = body.holds(open, ofBody, each, at);
        open = universal ? held : open & ~held;
      }
      return universal ? open : forms & ~open;
    }
  }

  static final class Let extends Formula {
    private final LetInNode let;
    private final Formula body;

    Let(SemanticNode node, LetInNode let, Formula body) {
      super(node, body.below);
      this.let = let;
      this.body = body;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      Context inside = c;
      for (OpDefNode definition : let.getLets()) {
        if (definition.getArity() == 0) {
          inside = inside.cons(definition, new LazyValue(definition.getBody(), inside, null));
        }
      }
      return body.holds(forms, known, inside, at);
    }
  }

  /** A name of LET without parameters. */
  static final class Local extends Formula {
    private final SymbolNode name;
    private final Formula meaning;

    Local(SemanticNode node, SymbolNode name, Formula meaning) {
      super(node, meaning.below);
      this.name = name;
      this.meaning = meaning;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      return c.lookup(name) instanceof LazyValue lazy
          ? meaning.holds(forms, known, lazy.con, at)
          : at.truth(forms, node(), c);
    }
  }

  /** A definition with its arguments. */
  static final class Call extends Formula {
    private final OpDefNode definition;
    private final ExprOrOpArgNode[] arguments;
    private final Formula meaning;

    Call(SemanticNode node, OpDefNode definition, ExprOrOpArgNode[] arguments, Formula meaning) {
      super(node, meaning.below);
      this.definition = definition;
      this.arguments = arguments;
      this.meaning = meaning;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      Context inside = at.tool.getOpContext(definition, arguments, c, true);
      return meaning.holds(forms, known, inside, at);
    }
  }

  /** A formula of an instantiated module. */
  static final class Substituted extends Formula {
    private final SubstInNode substitution;
    private final Formula body;

    Substituted(SemanticNode node, SubstInNode substitution, Formula body) {
      super(node, body.below);
      this.substitution = substitution;
      this.body = body;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      Context inside = c;
      for (Subst each : substitution.getSubsts()) {
        inside = inside.cons(each.getOp(), at.tool.getVal(each.getExpr(), c, false));
      }
      return body.holds(forms, known, inside, at);
    }
  }

  /** {@code [A]_v}. */
  static final class Box extends Formula {
    private final Formula action;
    private final Unchanged stutters;

    Box(SemanticNode node, Formula action, Unchanged stutters) {
      super(node, action.below);
      this.action = action;
      this.stutters = stutters;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      if (stutters.within(forms, Known.UNKNOWN, c, at) != 0) {
        return forms;
      }
      return action.holds(forms, known, c, at);
    }
  }

  /** Says that an expression has the same value after a step. */
  static final class Unchanged extends Formula {
    private final SemanticNode subscript;

    Unchanged(SemanticNode subscript) {
      super(null, 0);
      this.subscript = subscript;
    }

    @Override
    long within(long forms, Known known, Context c, Situation at) {
      try {
        IValue was = at.tool.eval(subscript, c, at.before);
        IValue becomes = at.tool.eval(subscript, c, at.after);
        return was.equals(becomes) ? forms : 0;
      } catch (RuntimeException without) {
        at.failed |= forms;
        return 0;
      }
    }
  }
}
