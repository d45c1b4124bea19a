package dev.sluice.model.tlc.probe;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import tla2sany.semantic.LevelConstants;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.st.Location;
import tla2sany.st.TreeNode;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.tool.liveness.LiveExprNode;
import tlc2.tool.liveness.Liveness;
import tlc2.tool.liveness.OrderOfSolution;
import tlc2.tool.liveness.TBGraph;
import tlc2.tool.liveness.TBGraphNode;
import tlc2.tool.liveness.TBPar;
import util.ToolIO;

/** Notes about the temporal properties that TLC has checked, each on a line of its own. */
public final class TemporalNotes {
  /** Start of a line with the place of a property that is an assumed fairness condition. */
  public static final String ASSUMED = "@!@!@SLUICE-ASSUMED ";

  /** Line that says that this TLC ignored a constant of a violated temporal property. */
  public static final String IGNORED = "@!@!@SLUICE-IGNORED";

  private TemporalNotes() {}

  /**
   * Prints the notes of a run that has ended.
   *
   * @param violated whether TLC reported that a temporal property is violated
   */
  static void print(PrintStream out, boolean violated) {
    ITool tool = Loaded.tool();
    if (tool == null || tool.getImpliedTemporals().length == 0) {
      return;
    }
    PrintStream before = ToolIO.out;
    ToolIO.out = new PrintStream(OutputStream.nullOutputStream()); // TLC tells of the tableau again
    try {
      assumed(tool).forEach(place -> out.println(ASSUMED + place));
      if (violated && ignoresConstants(tool)) {
        out.println(IGNORED);
      }
    } catch (RuntimeException | LinkageError | StackOverflowError cannot) {
      return; // another version of TLC: then there are no notes
    } finally {
      ToolIO.out = before;
    }
  }

  /** Returns the places of properties that are the same formula as a fairness condition. */
  private static List<String> assumed(ITool tool) {
    List<String> places = new ArrayList<>();
    for (Action property : tool.getImpliedTemporals()) {
      for (Action fairness : tool.getTemporals()) {
        SemanticNode formula = defined(property.pred);
        if (property.con.toString().equals(fairness.con.toString())
            && isSame(formula, defined(fairness.pred))) {
          Location at = formula.getLocation();
          places.add(at.source() + " " + at.beginLine() + " " + at.beginColumn());
          break;
        }
      }
    }
    return places;
  }

  /** Returns the formula that a name is defined as. */
  private static SemanticNode defined(SemanticNode node) {
    SemanticNode formula = node;
    while (formula instanceof OpApplNode application
        && application.getArgs().length == 0
        && application.getOperator() instanceof OpDefNode definition
        && definition.getBody() != null) {
      formula = definition.getBody();
    }
    return formula;
  }

  private static boolean isSame(SemanticNode a, SemanticNode b) {
    return a == b
        || a.getLocation().source().equals(b.getLocation().source())
            && text(a.getTreeNode()).equals(text(b.getTreeNode()));
  }

  private static String text(TreeNode node) {
    TreeNode[] heirs = node.heirs();
    if (heirs == null || heirs.length == 0) {
      return node.getImage();
    }
    StringBuilder text = new StringBuilder();
    for (TreeNode heir : heirs) {
      text.append(text(heir)).append(' ');
    }
    return text.toString();
  }

  /**
   * Returns whether a state of the tableau asks for a false constant, and TLC does not look at it.
   * Behaviours that satisfy the property then count as counterexamples.
   */
  private static boolean ignoresConstants(ITool tool) {
    for (OrderOfSolution order : Liveness.processLiveness(tool)) {
      if (order.hasTableau()) {
        TBGraph tableau = order.getTableau();
        for (int i = 0; i < tableau.size(); i++) {
          if (ignoresConstants(tool, tableau.elementAt(i).getPar())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean ignoresConstants(ITool tool, TBPar formulas) {
    for (int i = 0; i < formulas.size(); i++) {
      LiveExprNode formula = formulas.exprAt(i);
      if (formula.getLevel() == LevelConstants.ConstantLevel
          && !formula.eval(tool, TLCState.Empty, TLCState.Empty)) {
        TBPar alone = new TBPar(1);
        alone.addElement(formula);
        if (new TBGraphNode(alone).isConsistent(TLCState.Empty, tool)) {
          return true;
        }
      }
    }
    return false;
  }
}
