package dev.sluice.model.tlc;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SymbolNode;
import util.SimpleFilenameToStream;
import util.ToolIO;

/**
 * The names that a specification declares, as TLC's own parser reads them.
 *
 * @param constants of the module, in its order
 * @param variables of the module, in its order
 * @param parameters of each definition, in their order
 * @param changed variables that each definition may give another value: those that stand primed in
 *     it, or in what it is made of
 */
public record SpecNames(
    List<String> constants,
    List<String> variables,
    Map<String, List<String>> parameters,
    Map<String, Set<String>> changed) {
  public SpecNames {
    constants = List.copyOf(constants);
    variables = List.copyOf(variables);
    parameters = Map.copyOf(parameters);
    changed = Map.copyOf(changed);
  }

  /**
   * Reads a module.
   *
   * @param module its file
   * @param library folders of the modules that it extends
   * @throws IllegalArgumentException if it is no module, with what the parser says
   */
  public static SpecNames of(Path module, Path... library) {
    String[] folders = new String[library.length + 1];
    folders[0] = module.toAbsolutePath().getParent().toString();
    for (int i = 0; i < library.length; i++) {
      folders[i + 1] = library[i].toAbsolutePath().toString();
    }
    String name = module.getFileName().toString().replaceFirst("\\.tla$", "");
    SpecObj spec = new SpecObj(name, new SimpleFilenameToStream(folders));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ToolIO.setMode(ToolIO.TOOL); // keep what it prints
    try {
      SANY.frontEndMain(spec, name, new PrintStream(said, true, StandardCharsets.UTF_8));
    } catch (FrontEndException e) {
      throw new IllegalArgumentException(module + ": " + said.toString(StandardCharsets.UTF_8), e);
    } finally {
      ToolIO.setMode(ToolIO.SYSTEM);
      ToolIO.reset();
    }
    ModuleNode root = spec.getExternalModuleTable().getRootModule();
    if (root == null || spec.getErrorLevel() > 0) {
      throw new IllegalArgumentException(module + ": " + said.toString(StandardCharsets.UTF_8));
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    Map<String, Set<String>> changed = new LinkedHashMap<>();
    for (OpDefNode definition : root.getOpDefs()) {
      List<String> names = new ArrayList<>();
      for (FormalParamNode parameter : definition.getParams()) {
        names.add(parameter.getName().toString());
      }
      parameters.put(definition.getName().toString(), names);
      Set<String> primed = new TreeSet<>();
      primed(definition.getBody(), false, primed, new HashSet<>(Set.of(definition)));
      changed.put(definition.getName().toString(), primed);
    }
    return new SpecNames(
        names(root.getConstantDecls()), names(root.getVariableDecls()), parameters, changed);
  }

  private static List<String> names(OpDeclNode[] declarations) {
    List<String> names = new ArrayList<>();
    for (OpDeclNode declaration : declarations) {
      names.add(declaration.getName().toString());
    }
    return names;
  }

  private static void primed(
      SemanticNode node, boolean isPrimed, Set<String> found, Set<SemanticNode> entered) {
    boolean under = isPrimed;
    if (node instanceof OpApplNode application) {
      SymbolNode operator = application.getOperator();
      if (operator.getName().toString().equals("UNCHANGED")) {
        return;
      }
      under |= operator.getName().toString().equals("'");
      if (operator instanceof OpDeclNode declared && under) {
        found.add(declared.getName().toString());
      } else if (operator instanceof OpDefNode definition
          && definition.getBody() != null
          && entered.add(definition)) {
        primed(definition.getBody(), isPrimed, found, entered);
      }
    }
    SemanticNode[] children = node.getChildren();
    if (children != null) {
      for (SemanticNode child : children) {
        if (child != null) {
          primed(child, under, found, entered);
        }
      }
    }
  }
}
