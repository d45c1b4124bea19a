package dev.sluice.model.tlc.probe;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpArgNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SymbolNode;
import tla2sany.st.Location;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.util.Vect;

/**
 * Notes about operators by which a search draws values at random: those that the initial predicate,
 * an action or an invariant uses.
 */
public final class RandomNotes {
  /** Start of a line with such an operator and its place: name, module, line, column. */
  public static final String DRAWN = "@!@!@SLUICE-DRAWN ";

  private static final Set<String> OF_RANDOMIZATION =
      Set.of("RandomSubset", "RandomSetOfSubsets", "TestRandomSetOfSubsets");

  private final ITool tool;
  private final Set<SymbolNode> seen = new HashSet<>();
  private final Map<String, Location> drawn = new LinkedHashMap<>();

  private RandomNotes(ITool tool) {
    this.tool = tool;
  }

  /** Prints the notes of a run that has ended, each on a line of its own. */
  static void print(PrintStream out) {
    ITool tool = Loaded.tool();
    if (tool == null) {
      return;
    }
    RandomNotes notes = new RandomNotes(tool);
    try {
      Vect<Action> initially = tool.getInitStateSpec();
      for (int i = 0; i < initially.size(); i++) {
        notes.visit(initially.elementAt(i).pred);
      }
      for (Action action : tool.getActions()) {
        notes.visit(action.pred);
      }
      for (Action invariant : tool.getInvariants()) {
        notes.visit(invariant.pred);
      }
    } catch (RuntimeException | LinkageError | StackOverflowError cannot) {
      return; // another version of TLC: then there are no notes
    }
    notes.drawn.forEach(
        (name, at) ->
            out.println(
                DRAWN + name + " " + at.source() + " " + at.beginLine() + " " + at.beginColumn()));
  }

  private void visit(SemanticNode node) {
    if (node instanceof OpApplNode application) {
      visit(application.getOperator(), node.getLocation());
    } else if (node instanceof OpArgNode argument) { // such as Of in Apply(Of, S)
      visit(argument.getOp(), node.getLocation());
    }
    SemanticNode[] children = node.getChildren();
    if (children != null) {
      for (SemanticNode child : children) {
        if (child != null) {
          visit(child);
        }
      }
    }
  }

  private void visit(SymbolNode operator, Location at) {
    OpDefNode definition = definition(operator);
    if (definition == null) {
      return;
    }
    if (isRandom(definition)) {
      drawn.putIfAbsent(definition.getName().toString(), at);
    } else if (seen.add(definition) && definition.getBody() != null) {
      visit(definition.getBody());
    }
  }

  /** Returns the definition that TLC uses, which the configuration may have put in its place. */
  private OpDefNode definition(SymbolNode operator) {
    Object replaced = null;
    if (operator instanceof OpDefNode defined) {
      replaced = defined.getToolObject(tool.getId());
    } else if (operator instanceof OpDeclNode declared) {
      replaced = declared.getToolObject(tool.getId());
    }
    if (replaced instanceof OpDefNode other) {
      return other;
    }
    return operator instanceof OpDefNode defined ? defined : null;
  }

  private static boolean isRandom(OpDefNode definition) {
    String name = definition.getName().toString();
    return switch (definition.getLocation().source()) {
      case "TLC" -> name.equals("RandomElement");
      case "Randomization" -> OF_RANDOMIZATION.contains(name);
      default -> false;
    };
  }
}
