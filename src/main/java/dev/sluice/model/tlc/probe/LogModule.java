package dev.sluice.model.tlc.probe;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.LevelConstants;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.StateVec;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.util.Context;
import tlc2.value.IValue;
import tlc2.value.impl.Value;
import util.SimpleFilenameToStream;

/**
 * A module that says what an event of a log allows, loaded once and used for many behaviours.
 *
 * <p>It has {@code LogInit}, {@code LogNext(e)} for an event {@code e}, and perhaps {@code
 * LogHidden}: a step that no event tells. Everything is evaluated by TLC.
 *
 * <p>Parsing costs far more than judging a short behaviour, so constants get the values of each
 * behaviour in place: TLC keeps a constant's value at its declaration, and the value of every
 * definition without parameters that depends on constants alone at that definition. Both are set
 * anew, in the order of the text, as TLC does at its start.
 */
final class LogModule {
  private static final String NEXT = "LogNext";
  private static final String HIDDEN = "LogHidden";

  /** The beginning of a named assumption. */
  private static final Pattern ASSUMED = Pattern.compile("^\\s*ASSUME\\s+(\\w+)\\s*==");

  /** A comment that says an assumption in words. */
  private static final Pattern IN_WORDS = Pattern.compile("\\\\\\*   (\\w+): (.*)");

  private final ITool tool;
  private final Map<String, OpDeclNode> constants = new LinkedHashMap<>();
  private final Map<OpDeclNode, Object> configured = new LinkedHashMap<>();
  private final List<OpDefNode> derived = new ArrayList<>();
  private final OpDefNode next;
  private final Action hidden;

  /**
   * Parses a module and its configuration.
   *
   * @param file the module; its configuration has the same name and ends in {@code .cfg}
   * @throws IOException if one of them cannot be used, with TLC's reason
   */
  LogModule(File file) throws IOException {
    String home = file.getAbsoluteFile().getParent();
    String name = file.getName().replaceAll("\\.tla$", "");
    try {
      tool = new FastTool(home + File.separator, name, name, new ClassGate());
    } catch (RuntimeException refused) {
      boolean full = isCutOff(new File(System.getProperty("java.io.tmpdir")));
      throw new IOException(
          file + ": " + (full ? "No space left on device" : refused.getMessage()), refused);
    }
    ModuleNode root = Loaded.root(tool);
    for (OpDeclNode constant : root.getConstantDecls()) {
      constants.put(constant.getName().toString(), constant);
      configured.put(constant, constant.getToolObject(tool.getId()));
    }
    for (OpDefNode definition : root.getOpDefs()) {
      if (definition.getArity() == 0
          && definition.getLevel() == LevelConstants.ConstantLevel
          && definition.getBody() != null
          && !isStandard(definition.getOriginallyDefinedInModuleNode())
          && !(definition.getToolObject(tool.getId()) instanceof OpDefNode)) {
        derived.add(definition);
      }
    }
    next = root.getOpDef(NEXT);
    if (next == null || next.getArity() != 1) {
      throw new IOException(file + " does not define " + NEXT + "(e)");
    }
    OpDefNode steps = root.getOpDef(HIDDEN);
    hidden = steps == null ? null : new Action(steps.getBody(), Context.Empty, steps);
  }

  /**
   * Returns whether TLC could not unpack one of its modules whole. It goes on then, and fails to
   * parse the module.
   *
   * @param folder the folder to which TLC unpacks modules
   */
  static boolean isCutOff(File folder) throws IOException {
    File[] unpacked = folder.listFiles((in, name) -> name.endsWith(".tla"));
    for (File module : unpacked == null ? new File[0] : unpacked) {
      URL whole = FastTool.class.getResource("/tla2sany/StandardModules/" + module.getName());
      if (whole != null && module.length() < whole.openConnection().getContentLengthLong()) {
        return true;
      }
    }
    return false;
  }

  /** Whether TLC has code of its own for a module: the text then is no definition. */
  private static boolean isStandard(ModuleNode module) {
    return FastTool.class.getResource("/tla2sany/StandardModules/" + module.getName() + ".tla")
        != null;
  }

  /** The names that it looks for in events. */
  EventNames names() {
    return new EventNames(Loaded.root(tool), next);
  }

  /** TLC's evaluator of this module. */
  ITool tool() {
    return tool;
  }

  /**
   * Gives the constants their values; one that is left out has what the configuration says.
   *
   * @return {@code null}, or why these cannot be the constants: an assumption that is false
   */
  String set(Map<String, Value> values) throws IOException {
    for (String name : values.keySet()) {
      if (!constants.containsKey(name)) {
        return "the module has no constant " + name;
      }
    }
    configured.forEach((constant, value) -> constant.setToolObject(tool.getId(), value));
    for (Map.Entry<String, Value> entry : values.entrySet()) {
      entry.getValue().initialize();
      constants.get(entry.getKey()).setToolObject(tool.getId(), entry.getValue());
    }
    for (OpDefNode definition : derived) {
      definition.setToolObject(tool.getId(), null);
    }
    for (OpDefNode definition : derived) {
      try {
        IValue value = tool.eval(definition.getBody(), Context.Empty, TLCState.Empty);
        value.deepNormalize();
        definition.setToolObject(tool.getId(), value);
      } catch (RuntimeException notYet) {
        // It is evaluated where it is used, if it ever is; the same failure then shows.
      }
    }
    return brokenAssumption();
  }

  /** A false assumption before one that has no value: it may be the reason for that. */
  private String brokenAssumption() {
    ExprNode[] assumptions = tool.getAssumptions();
    String without = null;
    for (int i = 0; i < assumptions.length; i++) {
      if (tool.getAssumptionIsAxiom()[i] || !dependsOnConstants(assumptions[i])) {
        continue;
      }
      try {
        if (!tool.isValid(assumptions[i])) {
          Misfit broken = new Explainer(tool, TLCState.Empty).why(assumptions[i]);
          return told(assumptions[i], broken == null ? "" : ": " + broken.sentence());
        }
      } catch (RuntimeException noValue) {
        String what = told(assumptions[i], ", which cannot be evaluated: " + noValue.getMessage());
        without = without == null ? what : without;
      }
    }
    return without;
  }

  /** What an assumption is called, where it stands, and what it says in the log module's words. */
  private String told(ExprNode assumption, String what) {
    String source = assumption.getLocation().source();
    int line = assumption.getLocation().beginLine();
    String name = "";
    for (int at = Math.min(line, text(source).size()) - 1; at >= 0 && name.isEmpty(); at--) {
      Matcher named = ASSUMED.matcher(text(source).get(at));
      name = named.find() ? named.group(1) : "";
    }
    String words = "";
    for (String comment : text(Loaded.root(tool).getName().toString())) {
      Matcher said = IN_WORDS.matcher(comment);
      if (said.matches() && said.group(1).equals(name)) {
        words = said.group(2);
      }
    }
    return words + " This is " + name + ", line " + line + " of " + source + what;
  }

  /** The lines of a module; none of one that cannot be read. */
  private static List<String> text(String module) {
    try {
      File file = new SimpleFilenameToStream().resolve(module + ".tla", true);
      return Files.readAllLines(file.toPath());
    } catch (IOException | RuntimeException unread) {
      return List.of();
    }
  }

  /** Others are the same for every log, and the models check them. */
  private boolean dependsOnConstants(ExprNode assumption) {
    return constants.values().stream().anyMatch(assumption.getAllParams()::contains);
  }

  /** The initial states. */
  List<TLCState> initial() {
    return list(tool.getInitStates());
  }

  /** What an event allows. */
  Action step(Value event) {
    return new Action(next.getBody(), Context.Empty.cons(next.getParams()[0], event), next);
  }

  /** The step that no event tells, or {@code null}. */
  Action hidden() {
    return hidden;
  }

  /** All successors of a state under an action. */
  List<TLCState> successors(Action action, TLCState state) {
    return list(tool.getNextStates(action, state));
  }

  /** The names of the invariant or action property that a step breaks, or {@code null}. */
  String broken(TLCState before, TLCState after) {
    Action[] invariants = tool.getInvariants();
    for (int i = 0; i < invariants.length; i++) {
      if (!tool.isValid(invariants[i], after)) {
        return tool.getInvNames()[i];
      }
    }
    if (before != null) {
      Action[] properties = tool.getImpliedActions();
      for (int i = 0; i < properties.length; i++) {
        if (!tool.isValid(properties[i], before, after)) {
          return tool.getImpliedActNames()[i];
        }
      }
    }
    return null;
  }

  private static List<TLCState> list(StateVec states) {
    List<TLCState> list = new ArrayList<>(states.size());
    for (int i = 0; i < states.size(); i++) {
      list.add(states.elementAt(i));
    }
    return list;
  }
}
