package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.LabelNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.Subst;
import tla2sany.semantic.SubstInNode;
import tla2sany.semantic.SymbolNode;
import tla2sany.st.Location;
import tlc2.tool.Action;
import tlc2.tool.BuiltInOPs;
import tlc2.tool.EvalControl;
import tlc2.tool.IContextEnumerator;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.tool.ToolGlobals;
import tlc2.util.Context;
import tlc2.value.IValue;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.LazyValue;

/**
 * Says why an action is not possible in a state: the conjunct that is false, and what stands on its
 * two sides.
 *
 * <p>The action's syntax tree is walked as TLC walks it to find successors: conjuncts in order,
 * {@code x' = e} gives {@code x} its next value, and every choice is tried. Of all conjuncts that
 * stop a try, the one is told that the most conjuncts stand before: that try went furthest. What a
 * conjunct means is always evaluated by TLC.
 */
final class Explainer {
  /** No explanation is worth more than so many conjuncts looked at. */
  private static final int PATIENCE = 200_000;

  /** What a conjunct was named in, outermost first. */
  private record Within(Within outer, String name) {
    List<String> names() {
      List<String> names = new ArrayList<>();
      for (Within path = this; path != null; path = path.outer) {
        names.add(0, path.name);
      }
      return names;
    }
  }

  /** A name of LET: what it stands for, and where that is evaluated. */
  private record Local(ExprNode meaning, Context inside) {}

  /** What is known around a conjunct: names with their values, innermost last. */
  private record Around(Within path, Map<String, String> bindings, Map<String, Local> locals) {
    Around in(String name) {
      return new Around(new Within(path, name), bindings, Map.of());
    }

    Around with(LetInNode let, Context inside) {
      Map<String, Local> more = new LinkedHashMap<>(locals);
      for (OpDefNode definition : let.getLets()) {
        if (definition.getArity() == 0) {
          more.put(definition.getName().toString(), new Local(definition.getBody(), inside));
        }
      }
      return new Around(path, bindings, more);
    }

    Around with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(bindings);
      more.remove(name);
      more.put(name, value);
      return new Around(path, more, locals);
    }
  }

  /** What follows once a formula has held. */
  private interface Rest {
    void go(TLCState after, int held);
  }

  private final ITool tool;
  private final TLCState before;
  private final Map<String, List<String>> texts = new HashMap<>();
  private Misfit furthest;
  private int looked;

  Explainer(ITool tool, TLCState before) {
    this.tool = tool;
    this.before = before;
  }

  /**
   * The conjunct that stops an action, or {@code null} where the walk finds none: what TLC
   * evaluates otherwise than this walk.
   */
  Misfit why(Action action) {
    furthest = null;
    looked = 0;
    Around around = new Around(new Within(null, action.getName().toString()), Map.of(), Map.of());
    formula(action.pred, action.con, TLCState.Empty.createEmpty(), 0, around, (after, held) -> {});
    return furthest;
  }

  /** The part of a false constant formula that makes it so. */
  Misfit why(ExprNode formula) {
    furthest = null;
    looked = 0;
    fail(
        formula,
        Context.Empty,
        TLCState.Empty,
        0,
        new Around(new Within(null, "ASSUME"), Map.of(), Map.of()));
    return furthest;
  }

  // ---------------------------------------------------------------- the walk

  private void formula(
      SemanticNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    if (looked > PATIENCE) {
      return;
    }
    if (node instanceof LabelNode label) {
      formula(label.getBody(), c, after, held, around, rest);
    } else if (node instanceof LetInNode let) {
      Context inside = lets(let, c);
      formula(let.getBody(), inside, after, held, around.with(let, inside), rest);
    } else if (node instanceof SubstInNode subst) {
      formula(subst.getBody(), substituted(subst, c), after, held, around, rest);
    } else if (node instanceof OpApplNode application) {
      application(application, c, after, held, around, rest);
    } else {
      truth(node, c, after, held, around, rest);
    }
  }

  private void application(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    ExprOrOpArgNode[] args = node.getArgs();
    switch (BuiltInOPs.getOpCode(node.getOperator().getName())) {
      case ToolGlobals.OPCODE_cl, ToolGlobals.OPCODE_land ->
          conjuncts(args, 0, c, after, held, around, rest);
      case ToolGlobals.OPCODE_dl, ToolGlobals.OPCODE_lor -> {
        for (ExprOrOpArgNode arg : args) {
          formula(arg, c, after, held, around, rest);
        }
      }
      case ToolGlobals.OPCODE_be -> exists(node, c, after, held, around, rest);
      case ToolGlobals.OPCODE_ite -> {
        Boolean condition = bool(args[0], c, after);
        if (condition == null) {
          fail(node, c, after, held, around);
        } else {
          formula(args[condition ? 1 : 2], c, after, held, around, rest);
        }
      }
      case ToolGlobals.OPCODE_case -> cases(node, c, after, held, around, rest);
      case ToolGlobals.OPCODE_unchanged ->
          unchanged((ExprNode) args[0], c, after, held, around, rest);
      case ToolGlobals.OPCODE_eq -> equation(node, c, after, held, around, rest);
      case ToolGlobals.OPCODE_in -> membership(node, c, after, held, around, rest);
      case 0 -> defined(node, c, after, held, around, rest);
      default -> truth(node, c, after, held, around, rest);
    }
  }

  private void conjuncts(
      ExprOrOpArgNode[] all, int i, Context c, TLCState after, int held, Around around, Rest rest) {
    if (i == all.length) {
      rest.go(after, held);
      return;
    }
    formula(
        all[i],
        c,
        after,
        held,
        around,
        (next, n) -> conjuncts(all, i + 1, c, next, n, around, rest));
  }

  private void exists(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    IContextEnumerator choices;
    try {
      choices = tool.contexts(node, c, before, after, EvalControl.Clear);
    } catch (RuntimeException failed) {
      cannot(node, held, around, after, failed);
      return;
    }
    boolean any = false;
    for (Context each = choices.nextElement(); each != null; each = choices.nextElement()) {
      any = true;
      formula(node.getArgs()[0], each, after, held, chosen(node, each, around), rest);
    }
    if (!any) {
      ExprNode bound = node.getBdedQuantBounds()[0];
      record(
          held,
          around,
          after,
          "there is none to choose: " + head(node),
          node,
          "",
          text(bound),
          "",
          show(bound, c, after),
          "");
    }
  }

  private void cases(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    for (ExprOrOpArgNode arg : node.getArgs()) {
      ExprOrOpArgNode[] pair = ((OpApplNode) arg).getArgs();
      Boolean chosen = pair[0] == null ? Boolean.TRUE : bool(pair[0], c, after);
      if (Boolean.TRUE.equals(chosen)) {
        formula(pair[1], c, after, held, around, rest);
        return;
      }
    }
    record(held, around, after, "one of the cases applies", node, "", "", "", "", "");
  }

  private void unchanged(
      ExprNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    if (node instanceof OpApplNode application) {
      int code = BuiltInOPs.getOpCode(application.getOperator().getName());
      if (code == ToolGlobals.OPCODE_tup) {
        all(application.getArgs(), 0, c, after, held, around, rest);
        return;
      }
      SymbolNode variable = variable(application, c);
      if (variable != null) {
        bind(node, variable, before.lookup(variable.getName()), after, held, around, rest);
        return;
      }
      Object meaning = tool.lookup(application.getOperator(), c, false);
      if (meaning instanceof OpDefNode definition && definition.getArity() == 0) {
        unchanged(definition.getBody(), c, after, held, around, rest);
        return;
      }
      if (meaning instanceof LazyValue lazy && lazy.expr instanceof ExprNode inner) {
        unchanged(inner, lazy.con, after, held, around, rest);
        return;
      }
    }
    rest.go(after, held + 1);
  }

  private void all(
      ExprOrOpArgNode[] nodes,
      int i,
      Context c,
      TLCState after,
      int held,
      Around around,
      Rest rest) {
    if (i == nodes.length) {
      rest.go(after, held);
      return;
    }
    unchanged(
        (ExprNode) nodes[i],
        c,
        after,
        held,
        around,
        (next, n) -> all(nodes, i + 1, c, next, n, around, rest));
  }

  private void equation(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    SymbolNode variable = primed(node.getArgs()[0], c);
    if (variable == null) {
      truth(node, c, after, held, around, rest);
      return;
    }
    IValue value;
    try {
      value = tool.eval(node.getArgs()[1], c, before, after, EvalControl.Clear);
    } catch (RuntimeException failed) {
      cannot(node, held, around, after, failed);
      return;
    }
    bind(node, variable, value, after, held, around, rest);
  }

  private void bind(
      ExprNode node,
      SymbolNode variable,
      IValue value,
      TLCState after,
      int held,
      Around around,
      Rest rest) {
    IValue bound = after.lookup(variable.getName());
    if (bound == null) {
      TLCState next = after.copy();
      rest.go(next.bind(variable.getName(), value), held + 1);
    } else if (bound.equals(value)) {
      rest.go(after, held + 1);
    } else {
      String name = variable.getName() + "'";
      record(
          held,
          around,
          after,
          text(node),
          node,
          "=",
          name,
          "",
          ValueText.of(bound),
          ValueText.of(value));
    }
  }

  private void membership(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    SymbolNode variable = primed(node.getArgs()[0], c);
    if (variable == null || after.lookup(variable.getName()) != null) {
      truth(node, c, after, held, around, rest);
      return;
    }
    try {
      IValue set = tool.eval(node.getArgs()[1], c, before, after, EvalControl.Clear);
      tlc2.value.impl.ValueEnumeration each = ((tlc2.value.impl.Enumerable) set).elements();
      for (IValue value = each.nextElement(); value != null; value = each.nextElement()) {
        TLCState next = after.copy();
        rest.go(next.bind(variable.getName(), value), held + 1);
      }
    } catch (RuntimeException failed) {
      cannot(node, held, around, after, failed);
    }
  }

  private void defined(
      OpApplNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    Object meaning = tool.lookup(node.getOperator(), c, false);
    if (meaning instanceof OpDefNode definition
        && definition.getBody() != null
        && BuiltInOPs.getOpCode(definition.getName()) == 0) {
      Around inner =
          arguments(definition, node, c, after, around.in(definition.getName().toString()));
      Context inside = tool.getOpContext(definition, node.getArgs(), c, true);
      formula(definition.getBody(), inside, after, held, inner, rest);
    } else if (meaning instanceof LazyValue lazy) {
      formula(lazy.expr, lazy.con, after, held, around, rest);
    } else {
      truth(node, c, after, held, around, rest);
    }
  }

  /** A formula that is only to be true or false. */
  private void truth(
      SemanticNode node, Context c, TLCState after, int held, Around around, Rest rest) {
    looked++;
    Boolean holds;
    try {
      holds = ((BoolValue) tool.eval(node, c, before, after, EvalControl.Clear)).val;
    } catch (RuntimeException failed) {
      cannot(node, held, around, after, failed);
      return;
    }
    if (holds) {
      rest.go(after, held + 1);
    } else {
      fail(node, c, after, held, around);
    }
  }

  // ---------------------------------------------------------------- why a truth is none

  /** Descends into a false formula to the part that makes it so. */
  private void fail(SemanticNode node, Context c, TLCState after, int held, Around around) {
    if (node instanceof LabelNode label) {
      fail(label.getBody(), c, after, held, around);
    } else if (node instanceof LetInNode let) {
      Context inside = lets(let, c);
      fail(let.getBody(), inside, after, held, around.with(let, inside));
    } else if (node instanceof SubstInNode subst) {
      fail(subst.getBody(), substituted(subst, c), after, held, around);
    } else if (node instanceof OpApplNode application) {
      failed(application, c, after, held, around);
    } else {
      record(held, around, after, text(node), node, "", "", "", "", "");
    }
  }

  private void failed(OpApplNode node, Context c, TLCState after, int held, Around around) {
    ExprOrOpArgNode[] args = node.getArgs();
    int code = BuiltInOPs.getOpCode(node.getOperator().getName());
    switch (code) {
      case ToolGlobals.OPCODE_cl, ToolGlobals.OPCODE_land -> {
        for (ExprOrOpArgNode arg : args) {
          if (!Boolean.TRUE.equals(bool(arg, c, after))) {
            fail(arg, c, after, held, around);
            return;
          }
        }
      }
      case ToolGlobals.OPCODE_implies -> {
        fail(args[1], c, after, held, around);
        return;
      }
      case ToolGlobals.OPCODE_ite -> {
        Boolean condition = bool(args[0], c, after);
        if (condition != null) {
          fail(args[condition ? 1 : 2], c, after, held, around);
          return;
        }
      }
      case ToolGlobals.OPCODE_bf -> {
        forAll(node, c, after, held, around);
        return;
      }
      case 0 -> {
        Object meaning = tool.lookup(node.getOperator(), c, false);
        if (meaning instanceof OpDefNode definition && definition.getBody() != null) {
          Around inner =
              arguments(definition, node, c, after, around.in(definition.getName().toString()));
          fail(
              definition.getBody(),
              tool.getOpContext(definition, args, c, true),
              after,
              held,
              inner);
          return;
        }
        if (meaning instanceof LazyValue lazy) {
          fail(lazy.expr, lazy.con, after, held, around);
          return;
        }
      }
      default -> {}
    }
    if (args.length == 2) {
      record(
          held,
          around,
          after,
          text(node),
          node,
          node.getOperator().getName().toString(),
          text(args[0]),
          text(args[1]),
          show(args[0], c, after),
          show(args[1], c, after));
    } else {
      record(held, around, after, text(node), node, "", "", "", "", "");
    }
  }

  private void forAll(OpApplNode node, Context c, TLCState after, int held, Around around) {
    IContextEnumerator choices = tool.contexts(node, c, before, after, EvalControl.Clear);
    for (Context each = choices.nextElement(); each != null; each = choices.nextElement()) {
      if (!Boolean.TRUE.equals(bool(node.getArgs()[0], each, after))) {
        fail(node.getArgs()[0], each, after, held, chosen(node, each, around));
      }
    }
  }

  // ---------------------------------------------------------------- notes

  private void cannot(
      SemanticNode node, int held, Around around, TLCState after, RuntimeException failed) {
    String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
    record(held, around, after, text(node), node, "cannot be evaluated", "", "", why.strip(), "");
  }

  private void record(
      int held,
      Around around,
      TLCState after,
      String conjunct,
      SemanticNode node,
      String relation,
      String left,
      String right,
      String leftValue,
      String rightValue) {
    looked++;
    if (furthest != null && furthest.held() > held) {
      return;
    }
    Map<String, String> bindings = new LinkedHashMap<>(around.bindings());
    Map<String, String> locals = new LinkedHashMap<>();
    for (String name : localsIn(node, around)) {
      locals.put(name, text(around.locals().get(name).meaning()));
    }
    List<String> all = new ArrayList<>(locals.keySet());
    for (int i = 0; i < all.size(); i++) { // it grows by what these rest on
      Local local = around.locals().get(all.get(i));
      String value = show(local.meaning(), local.inside(), after);
      if (!value.isEmpty()) {
        bindings.put(all.get(i), value);
      }
      for (String name : localsIn(local.meaning(), around)) {
        if (!all.contains(name)) {
          all.add(name);
        }
      }
    }
    Location place = node.getLocation();
    Misfit misfit =
        new Misfit(
            held,
            around.path().names(),
            conjunct,
            String.valueOf(place.source()),
            place.beginLine(),
            relation,
            left,
            right,
            leftValue,
            rightValue,
            bindings,
            locals);
    if (furthest == null || misfit.isBefore(furthest)) {
      furthest = misfit;
    }
  }

  /** The names of LET that a formula has, in the order in which they come. */
  private static Set<String> localsIn(SemanticNode node, Around around) {
    Set<String> names = new LinkedHashSet<>();
    if (node instanceof OpApplNode application) {
      String name = application.getOperator().getName().toString();
      if (around.locals().containsKey(name)) {
        names.add(name);
      }
    }
    SemanticNode[] parts = node.getChildren();
    if (parts != null) {
      for (SemanticNode part : parts) {
        names.addAll(localsIn(part, around));
      }
    }
    return names;
  }

  private Around arguments(
      OpDefNode definition, OpApplNode call, Context c, TLCState after, Around around) {
    Around known = around;
    FormalParamNode[] names = definition.getParams();
    for (int i = 0; i < names.length && i < call.getArgs().length; i++) {
      if (names[i].getArity() == 0) {
        String value = show(call.getArgs()[i], c, after);
        if (!value.isEmpty()) {
          known = known.with(names[i].getName().toString(), value);
        }
      }
    }
    return known;
  }

  /** The names that a quantifier has chosen, too. */
  private static Around chosen(OpApplNode quantifier, Context choice, Around around) {
    Around known = around;
    for (FormalParamNode[] names : quantifier.getBdedQuantSymbolLists()) {
      for (FormalParamNode name : names) {
        if (choice.lookup(name) instanceof IValue value) {
          known = known.with(name.getName().toString(), ValueText.of(value));
        }
      }
    }
    return known;
  }

  private String show(SemanticNode node, Context c, TLCState after) {
    try {
      return ValueText.of(tool.eval(node, c, before, after, EvalControl.Clear));
    } catch (RuntimeException unknown) {
      return "";
    }
  }

  private Boolean bool(SemanticNode node, Context c, TLCState after) {
    try {
      IValue value = tool.eval(node, c, before, after, EvalControl.Clear);
      return value instanceof BoolValue truth ? (Boolean) truth.val : null;
    } catch (RuntimeException unknown) {
      return null;
    }
  }

  // ---------------------------------------------------------------- names

  private Context lets(LetInNode let, Context c) {
    Context inside = c;
    for (OpDefNode definition : let.getLets()) {
      if (definition.getArity() == 0) {
        inside = inside.cons(definition, new LazyValue(definition.getBody(), inside, null));
      }
    }
    return inside;
  }

  private Context substituted(SubstInNode node, Context c) {
    Context inside = c;
    for (Subst subst : node.getSubsts()) {
      inside = inside.cons(subst.getOp(), tool.getVal(subst.getExpr(), c, false));
    }
    return inside;
  }

  /** The variable that stands here by itself, or {@code null}. */
  private SymbolNode variable(SemanticNode node, Context c) {
    if (!(node instanceof OpApplNode application) || application.getArgs().length > 0) {
      return null;
    }
    Object meaning = tool.lookup(application.getOperator(), c, false);
    if (meaning instanceof SymbolNode symbol && isVariable(symbol)) {
      return symbol;
    }
    return meaning instanceof LazyValue lazy ? variable(lazy.expr, lazy.con) : null;
  }

  private SymbolNode primed(SemanticNode node, Context c) {
    return node instanceof OpApplNode application
            && BuiltInOPs.getOpCode(application.getOperator().getName()) == ToolGlobals.OPCODE_prime
        ? variable(application.getArgs()[0], c)
        : null;
  }

  private static boolean isVariable(SymbolNode symbol) {
    for (SymbolNode variable : Loaded.variables()) {
      if (variable == symbol) {
        return true;
      }
    }
    return false;
  }

  /** A choice as it is written, without what is asked of the chosen. */
  private String head(OpApplNode choice) {
    String whole = text(choice);
    int body = whole.lastIndexOf(text(choice.getArgs()[0]));
    return (body < 0 ? whole : whole.substring(0, body)).replaceAll("\\s*:\\s*$", "");
  }

  /** A node as it is written, on one line. */
  private String text(SemanticNode node) {
    Location place = node.getLocation();
    List<String> lines = texts.computeIfAbsent(String.valueOf(place.source()), this::lines);
    if (place.beginLine() < 1 || place.endLine() > lines.size()) {
      return String.valueOf(node.getHumanReadableImage());
    }
    StringBuilder text = new StringBuilder();
    for (int i = place.beginLine(); i <= place.endLine(); i++) {
      String line = lines.get(i - 1);
      int from = i == place.beginLine() ? place.beginColumn() - 1 : 0;
      int to = i == place.endLine() ? Math.min(place.endColumn(), line.length()) : line.length();
      String part = line.substring(Math.min(from, to), to);
      int comment = part.indexOf("\\*");
      text.append(comment < 0 ? part : part.substring(0, comment)).append(' ');
    }
    return text.toString().replaceAll("\\s+", " ").strip();
  }

  private List<String> lines(String module) {
    try {
      java.io.File file = new util.SimpleFilenameToStream().resolve(module + ".tla", true);
      return Files.readAllLines(Path.of(file.getPath()));
    } catch (IOException | RuntimeException unreadable) {
      return List.of();
    }
  }
}
