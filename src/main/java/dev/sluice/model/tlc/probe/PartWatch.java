package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.LabelNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SubstInNode;
import tla2sany.st.Location;
import tlc2.TLCGlobals;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.TLCState;
import tlc2.util.Context;

/**
 * Finds the parts of claims that a search exercises: evaluates the strengthened forms of all claims
 * in each state and step that TLC finds. Called on TLC's worker threads.
 */
final class PartWatch implements Reports {
  private final Reports also;
  private volatile Claims claims;

  /** All claims of the model. */
  private static final class Claims {
    private final ITool tool;
    private final List<ClaimPart> parts = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();
    private final List<ClaimForms> ofStates = new ArrayList<>();
    private final List<ClaimForms> ofSteps = new ArrayList<>();

    Claims(ITool tool) {
      this.tool = tool;
    }

    /** Forms, and the number that the first part of their claim has among all parts. */
    private record Placed(int offset, ClaimForms forms) {}

    void add(int offset, ClaimForms forms, List<ClaimForms> to) {
      placed.add(new Placed(offset, forms));
      to.add(forms);
    }
  }

  /**
   * Makes a watch.
   *
   * @param also receives the same states and steps
   */
  PartWatch(Reports also) {
    this.also = also;
  }

  @Override
  public void initial(TLCState state) {
    also.initial(state);
    Claims all = claims();
    for (ClaimForms each : all.ofStates) {
      each.look(all.tool, state, TLCState.Empty);
    }
  }

  @Override
  public void edge(TLCState from, TLCState to, boolean isNew, Action action) {
    also.edge(from, to, isNew, action);
    Claims all = claims();
    if (isNew) {
      for (ClaimForms each : all.ofStates) {
        each.look(all.tool, to, TLCState.Empty);
      }
    }
    for (ClaimForms each : all.ofSteps) {
      each.look(all.tool, from, to);
    }
  }

  /** Writes the parts; call once no worker runs. */
  void write(Path file) throws IOException {
    if (TLCGlobals.mainChecker == null) {
      return; // the search never began
    }
    Claims all = claims();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < all.parts.size(); i++) {
      ClaimPart part = all.parts.get(i);
      boolean exercised = false;
      boolean failed = false;
      for (Claims.Placed each : all.placed) {
        exercised |= each.forms().isViolated(i - each.offset());
        failed |= each.forms().isFailed(i - each.offset());
      }
      lines.add(part.with(exercised, failed).line());
    }
    Files.write(file, lines);
  }

  private Claims claims() {
    Claims all = claims;
    if (all == null) {
      synchronized (this) {
        all = claims;
        if (all == null) {
          all = derived(TLCGlobals.mainChecker.tool);
          claims = all;
        }
      }
    }
    return all;
  }

  // ---------------------------------------------------------------- derivation

  private static Claims derived(ITool tool) {
    Claims all = new Claims(tool);
    Set<SemanticNode> behaviour = behaviour(tool);
    for (int i = 0; i < tool.getInvariants().length; i++) {
      safety(all, tool.getInvariants()[i], tool.getInvNames()[i], behaviour, false);
    }
    for (int i = 0; i < tool.getImpliedActions().length; i++) {
      safety(all, tool.getImpliedActions()[i], tool.getImpliedActNames()[i], behaviour, true);
    }
    for (Action each : tool.getImpliedTemporals()) {
      temporal(all, each, behaviour);
    }
    if (tool.getImpliedTemporals().length > 0) {
      for (Action each : tool.getTemporals()) {
        temporal(all, each, behaviour);
      }
    }
    return all;
  }

  /** Adds a claim about all states, or all steps. */
  private static void safety(
      Claims all, Action claim, String called, Set<SemanticNode> behaviour, boolean bySteps) {
    // TLC calls a formula that stands in no definition of the root module by its place.
    String name = called.indexOf(' ') < 0 ? called : user(all.tool, claim);
    add(
        all,
        claim,
        name,
        behaviour,
        forms -> List.of(new StrengthenedForms.Decided(forms.safety(claim.pred), bySteps)));
  }

  private static void temporal(Claims all, Action claim, Set<SemanticNode> behaviour) {
    add(all, claim, name(all.tool, claim), behaviour, forms -> forms.temporal(claim.pred));
  }

  /** Adds all forms of a claim, so many at a time as a formula holds. */
  private static void add(
      Claims all,
      Action claim,
      String name,
      Set<SemanticNode> behaviour,
      Function<StrengthenedForms, List<StrengthenedForms.Decided>> derived) {
    int offset = all.parts.size();
    int first = 0;
    StrengthenedForms forms;
    do {
      forms = new StrengthenedForms(all.tool, name, behaviour, first);
      for (StrengthenedForms.Decided each : derived.apply(forms)) {
        ClaimForms decided = new ClaimForms(each.formula(), claim.con, forms.parts(), first);
        all.add(offset, decided, each.byStep() ? all.ofSteps : all.ofStates);
      }
      first += StrengthenedForms.MOST;
    } while (first < forms.parts().size());
    forms.parts().forEach(part -> all.parts.add(part.within(offset)));
  }

  /** Returns the name of the smallest definition around a claim. */
  private static String name(ITool tool, Action claim) {
    Location at = claim.pred.getLocation();
    String name = "";
    int lines = Integer.MAX_VALUE;
    for (OpDefNode each : Loaded.root(tool).getOpDefs()) {
      Location around = each.getBody() == null ? null : each.getBody().getLocation();
      if (around != null
          && around.source().equals(at.source())
          && isWithin(at, around)
          && around.endLine() - around.beginLine() < lines) {
        name = each.getName().toString();
        lines = around.endLine() - around.beginLine();
      }
    }
    return name.isEmpty() ? user(tool, claim) : name;
  }

  /** Returns the name of the last definition that rests on a claim of another module. */
  private static String user(ITool tool, Action claim) {
    SemanticNode wanted = claim.pred;
    while (wanted instanceof SubstInNode subst) {
      wanted = subst.getBody();
    }
    String name = wanted.getLocation().source();
    for (OpDefNode each : Loaded.root(tool).getOpDefs()) {
      Set<SemanticNode> reached = Collections.newSetFromMap(new IdentityHashMap<>());
      if (each.getBody() != null && each.getName().toString().indexOf('!') < 0) {
        collect(tool, each.getBody(), reached);
        name = reached.contains(wanted) ? each.getName().toString() : name;
      }
    }
    return name;
  }

  private static boolean isWithin(Location inner, Location outer) {
    boolean begins =
        outer.beginLine() < inner.beginLine()
            || outer.beginLine() == inner.beginLine() && outer.beginColumn() <= inner.beginColumn();
    boolean ends =
        outer.endLine() > inner.endLine()
            || outer.endLine() == inner.endLine() && outer.endColumn() >= inner.endColumn();
    return begins && ends;
  }

  /** Returns the definitions that the actions of the model rest on. */
  private static Set<SemanticNode> behaviour(ITool tool) {
    Set<SemanticNode> found = Collections.newSetFromMap(new IdentityHashMap<>());
    if (tool.getNextStateSpec() != null) {
      collect(tool, tool.getNextStateSpec().pred, found); // with actions over empty sets
    }
    for (Action action : tool.getActions()) {
      if (action.getOpDef() != null) {
        found.add(action.getOpDef());
      }
      collect(tool, action.pred, found);
    }
    return found;
  }

  /** Adds a node, and all nodes that it rests on. */
  private static void collect(ITool tool, SemanticNode node, Set<SemanticNode> found) {
    found.add(node);
    if (node instanceof LabelNode label) {
      collect(tool, label.getBody(), found);
    } else if (node instanceof LetInNode let) {
      for (OpDefNode local : let.getLets()) {
        collect(tool, local.getBody(), found);
      }
      collect(tool, let.getBody(), found);
    } else if (node instanceof SubstInNode subst) {
      collect(tool, subst.getBody(), found);
    } else if (node instanceof OpApplNode application) {
      for (ExprOrOpArgNode arg : application.getArgs()) {
        collect(tool, arg, found);
      }
      ExprNode[] bounds = application.getBdedQuantBounds();
      for (int i = 0; bounds != null && i < bounds.length; i++) {
        collect(tool, bounds[i], found);
      }
      if (tool.lookup(application.getOperator(), Context.Empty, false)
              instanceof OpDefNode definition
          && definition.getBody() != null
          && found.add(definition)) {
        collect(tool, definition.getBody(), found);
      }
    }
  }
}
