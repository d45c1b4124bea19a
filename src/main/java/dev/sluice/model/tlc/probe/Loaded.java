package dev.sluice.model.tlc.probe;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tlc2.TLCGlobals;
import tlc2.tool.Action;
import tlc2.tool.BuiltInOPs;
import tlc2.tool.ITool;
import tlc2.tool.Simulator;
import tlc2.tool.TLCState;
import tlc2.tool.ToolGlobals;
import tlc2.tool.impl.Tool;
import tlc2.util.Context;
import tlc2.value.IValue;
import tlc2.value.impl.Enumerable;

/**
 * What TLC has loaded, reached in the one way that all its versions share: the jar that Sluice
 * comes with has shorter ways that upstream closes.
 */
final class Loaded {
  private Loaded() {}

  /** The variables of the specification at hand, in TLC's own order. */
  static OpDeclNode[] variables() {
    return TLCState.Empty.getVars();
  }

  /** The root module. */
  static ModuleNode root(ITool tool) {
    return ((Tool) tool).getSpecProcessor().getRootModule();
  }

  /** The evaluator of the search or simulation that runs or has run; {@code null} before. */
  static ITool tool() {
    if (TLCGlobals.mainChecker != null) {
      return TLCGlobals.mainChecker.tool;
    }
    Simulator simulator = TLCGlobals.simulator;
    if (simulator == null) {
      return null;
    }
    try {
      Field tool = Simulator.class.getDeclaredField("tool");
      tool.setAccessible(true);
      return (ITool) tool.get(simulator);
    } catch (ReflectiveOperationException other) {
      return null; // a version that we do not know: its behaviours have no arguments
    }
  }

  /** The variables in the order of the specification's text. */
  static List<OpDeclNode> variablesAsDeclared() {
    OpDeclNode[] sorted = variables().clone();
    Arrays.sort(
        sorted,
        Comparator.comparing((OpDeclNode node) -> node.getLocation().source())
            .thenComparingInt(node -> node.getLocation().beginLine())
            .thenComparingInt(node -> node.getLocation().beginColumn()));
    return List.of(sorted);
  }

  /** The constants that have a value, by name; an operator has none. */
  static Map<String, IValue> constants(ITool tool) {
    Map<String, IValue> all = new TreeMap<>();
    for (OpDeclNode constant : root(tool).getConstantDecls()) {
      Object bound = constant.getToolObject(tool.getId());
      if (bound instanceof OpDefNode definition && definition.getArity() == 0) {
        bound = definition.getBody().getToolObject(tool.getId());
        if (!(bound instanceof IValue)) {
          bound = tool.eval(definition.getBody(), Context.Empty, TLCState.Empty);
        }
      }
      if (bound instanceof IValue value) {
        all.put(constant.getName().toString(), value);
      }
    }
    return all;
  }

  /**
   * The instances of the actions of {@code Next}.
   *
   * <p>Some versions also list what quantifies over an empty set, which can never be a step; it is
   * left out here, so that all versions list the same.
   */
  static List<Action> actions(ITool tool) {
    List<Action> all = new ArrayList<>();
    for (Action action : tool.getActions()) {
      if (!rangesOverNothing(tool, action)) {
        all.add(action);
      }
    }
    return all;
  }

  private static boolean rangesOverNothing(ITool tool, Action action) {
    if (!(action.pred instanceof OpApplNode exists)
        || BuiltInOPs.getOpCode(exists.getOperator().getName()) != ToolGlobals.OPCODE_be) {
      return false;
    }
    for (ExprNode bound : exists.getBdedQuantBounds()) {
      try {
        if (tool.eval(bound, action.con, TLCState.Empty) instanceof Enumerable range
            && range.elements().nextElement() == null) {
          return true;
        }
      } catch (RuntimeException dependsOnTheState) {
        return false;
      }
    }
    return false;
  }
}
