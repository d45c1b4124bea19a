package dev.sluice.model.mutate;

import dev.sluice.model.mutate.SourceText.Edit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the mutants of a specification, one edit each, over the tree that TLC's parser reads.
 *
 * <p>What is dropped becomes TRUE, and what is removed from a disjunction FALSE, so that the layout
 * of junction lists stays. An edit that could only end in an expression without a value is not
 * made: a variable without a next value tells nothing about the checks.
 */
final class Mutator {
  private static final Map<String, List<String>> COMPARISONS =
      Map.ofEntries(
          Map.entry("<", List.of("<=", ">")),
          Map.entry("<=", List.of("<", ">=")),
          Map.entry("=<", List.of("<", ">=")),
          Map.entry("\\leq", List.of("<", ">=")),
          Map.entry(">", List.of(">=", "<")),
          Map.entry(">=", List.of(">", "<=")),
          Map.entry("\\geq", List.of(">", "<=")),
          Map.entry("=", List.of("#")),
          Map.entry("#", List.of("=")),
          Map.entry("/=", List.of("=")),
          Map.entry("\\in", List.of("\\notin")),
          Map.entry("\\notin", List.of("\\in")));
  private static final Map<String, String> SETS =
      Map.of("\\cup", "\\cap", "\\union", "\\cap", "\\cap", "\\cup", "\\", "\\cup");
  private static final Map<String, List<String>> EXTREMES =
      Map.of(
          "Min", List.of("Max"),
          "Max", List.of("Min"),
          "Least", List.of("Greatest", "Largest"),
          "Smallest", List.of("Greatest", "Largest"),
          "Greatest", List.of("Least", "Smallest"),
          "Largest", List.of("Least", "Smallest"));

  /** Definitions of a translation from PlusCal that say only where processes are. */
  private static final Set<String> CONTROL = Set.of("ProcSet", "Terminating");

  private final Mutable specification;
  private final List<Mutant> mutants = new ArrayList<>();
  private final List<Made> made = new ArrayList<>();
  private Definition definition;

  /** An edit that is to be a mutant of the definition at hand. */
  private record Made(MutationOperator operator, Edit edit, boolean weakens) {}

  private Mutator(Mutable specification) {
    this.specification = specification;
  }

  /** The mutants of a specification, in the order of its text. */
  static List<Mutant> of(Mutable specification) {
    Mutator mutator = new Mutator(specification);
    specification.mutable().forEach(mutator::define);
    return List.copyOf(mutator.mutants);
  }

  private void define(Definition next) {
    definition = next;
    made.clear();
    if (specification.isOfProperty(next)) {
      whole(next.body());
      next.body().walk(this::property);
    } else if (specification.isTemporal(next)) {
      next.body().walk(this::fairness);
    } else {
      next.body().walk(this::behaviour);
    }
    number();
  }

  /** Gives the edits of a definition their numbers, in the order of the text. */
  private void number() {
    made.sort(
        Comparator.comparingInt((Made each) -> each.edit.beginLine())
            .thenComparingInt(each -> each.edit.beginColumn())
            .thenComparingInt(each -> -each.edit.endLine())
            .thenComparingInt(each -> -each.edit.endColumn()));
    Map<MutationOperator, Integer> numbers = new EnumMap<>(MutationOperator.class);
    Map<String, Integer> alike = new HashMap<>();
    for (Made each : made) {
      String from = specification.text().before(each.edit);
      String to = specification.text().after(each.edit);
      mutants.add(
          new Mutant(
              specification.module(),
              definition.name(),
              each.operator,
              numbers.merge(each.operator, 1, Integer::sum),
              specification.isOfProperty(definition),
              each.weakens,
              each.edit.beginLine(),
              from,
              to,
              alike.merge(each.operator.key() + "\n" + from + "\n" + to, 1, Integer::sum),
              each.edit));
    }
  }

  // ---------------------------------------------------------------- how it behaves

  private void behaviour(Syntax node) {
    operands(node, "N_ConjItem", "/\\", "\\land").forEach(this::condition);
    for (Syntax operand : operands(node, "N_DisjItem", "\\/", "\\lor")) {
      if (!isLiteral(operand)) {
        make(MutationOperator.DISJUNCT, operand, "FALSE");
      }
    }
    String operator = node.operator();
    boolean infix = node.is("N_InfixExpr");
    if (infix && COMPARISONS.containsKey(operator) && !gives(node)) {
      COMPARISONS
          .get(operator)
          .forEach(other -> make(MutationOperator.COMPARISON, node.operatorToken(), other));
    }
    if (infix && SETS.containsKey(operator)) {
      make(MutationOperator.SET, node.operatorToken(), SETS.get(operator));
    }
    if (specification.isAssignment(node)) {
      String variable = node.heir(0).heir(0).name();
      Syntax value = node.heir(2);
      if (node.operator().equals("=") && !value.name().equals(variable)) {
        make(MutationOperator.UPDATE, value, variable);
      }
    }
    if (operator.equals("'") && !isGiven(node)) {
      make(MutationOperator.PRIME, node.operatorToken(), "");
    }
    if (node.is("N_Number")
        && !isIndex(node)
        && node.heirs().size() == 1
        && node.heir(0).image().matches("\\d+")) {
      long number = Long.parseLong(node.heir(0).image());
      int shifted = shifted(node);
      if (shifted != 1) {
        make(MutationOperator.CONSTANT, node, Long.toString(number + 1));
      }
      if (shifted != -1) {
        make(MutationOperator.CONSTANT, node, number == 0 ? "(0 - 1)" : Long.toString(number - 1));
      }
    }
    if (node.isToken() && node.parent().is("N_GeneralId")) {
      for (String other : EXTREMES.getOrDefault(node.image(), List.of())) {
        if (specification.isDefined(other)) {
          make(MutationOperator.EXTREME, node, other);
          break;
        }
      }
    }
  }

  /** Whether a number names a component of a tuple, as in {@code p[1]}: that is no amount. */
  private static boolean isIndex(Syntax number) {
    return number.parent().is("N_FcnAppl") && number.parent().heir(0) != number
        || number.parent().is("N_ExceptComponent");
  }

  /** The change of a number that would do what its shifted comparison does; or 0. */
  private static int shifted(Syntax number) {
    Syntax around = number.parent();
    if (!around.is("N_InfixExpr")) {
      return 0;
    }
    int side = around.heir(0) == number ? -1 : 1;
    return switch (around.operator()) {
      case "<", ">=", "\\geq" -> side;
      case ">", "<=", "=<", "\\leq" -> -side;
      default -> 0;
    };
  }

  private void condition(Syntax operand) {
    if (isLiteral(operand) || gives(operand) || specification.assigns(operand)) {
      return;
    }
    boolean guard = specification.isAction(definition);
    make(guard ? MutationOperator.GUARD : MutationOperator.CONJUNCT, operand, "TRUE");
  }

  /** Whether an expression gives a variable its next value, or its first. */
  private boolean gives(Syntax node) {
    return specification.isAssignment(node)
        || specification.isInitial(definition)
            && node.is("N_InfixExpr")
            && (node.operator().equals("=") || node.operator().equals("\\in"))
            && specification.isVariable(node.heir(0).name());
  }

  /** Whether a primed variable is the one that is given its value there. */
  private boolean isGiven(Syntax primed) {
    return specification.isAssignment(primed.parent()) && primed.parent().heir(0) == primed;
  }

  private void fairness(Syntax node) {
    if (node.is("N_FairnessExpr")) {
      Syntax kind = node.heir(0);
      make(MutationOperator.FAIRNESS, node, "TRUE");
      if (!kind.is("WF_") || !specification.isOwn()) {
        // What holds under weak fairness holds under strong: only a control can notice that.
        make(MutationOperator.FAIRNESS, kind, kind.is("WF_") ? "SF_" : "WF_");
      }
    }
    for (Syntax operand : operands(node, "N_ConjItem", "/\\", "\\land")) {
      if (!operand.is("N_FairnessExpr") && specification.isFairness(operand)) {
        make(MutationOperator.FAIRNESS, operand, "TRUE");
      }
    }
  }

  // ---------------------------------------------------------------- what is claimed of it

  private void property(Syntax node) {
    for (Syntax operand : operands(node, "N_ConjItem", "/\\", "\\land")) {
      if (!isLiteral(operand)) {
        make(MutationOperator.CONJUNCT, operand, "TRUE");
      }
    }
    if (node.operator().equals("=>") || node.operator().equals("~>")) {
      make(MutationOperator.IMPLICATION, node.heir(0), "TRUE");
      make(MutationOperator.IMPLICATION, node.heir(2), "TRUE");
      make(MutationOperator.IMPLICATION, node.heir(2), "FALSE");
    }
  }

  /** A claim that is one conjunct, and hence falls as a whole. */
  private void whole(Syntax body) {
    if (!specification.propertyNames().contains(definition.name())) {
      return;
    }
    Syntax core = body;
    boolean always = false;
    while (true) {
      if (core.is("N_BoundedQuant") || core.is("N_LetIn")) {
        core = core.last();
      } else if (core.is("N_ParenExpr")) {
        core = core.heir(1);
      } else if (core.operator().equals("[]") && core.heir(1).is("N_ActionExpr")) {
        core = core.heir(1).heir(1);
        always = true;
      } else {
        break;
      }
    }
    boolean ofStates = !specification.isTemporal(definition);
    boolean joined =
        core.is("N_ConjList") || Set.of("/\\", "\\land", "=>", "~>").contains(core.operator());
    if ((ofStates || always) && !joined) {
      make(MutationOperator.CONJUNCT, core, "TRUE");
    }
  }

  // ---------------------------------------------------------------- places

  /** What a node joins by this operator; what is itself so joined is left to its own turn. */
  private static List<Syntax> operands(Syntax node, String item, String one, String other) {
    List<Syntax> operands = new ArrayList<>();
    if (node.is(item) && node.parent().heirs().size() > 1) {
      operands.add(node.heir(1));
    } else if (node.is("N_InfixExpr")
        && (node.operator().equals(one) || node.operator().equals(other))) {
      operands.add(node.heir(0));
      operands.add(node.heir(2));
    }
    operands.removeIf(
        operand ->
            operand.is(item.replace("Item", "List"))
                || operand.operator().equals(one)
                || operand.operator().equals(other));
    return operands;
  }

  private static boolean isLiteral(Syntax node) {
    return node.name().equals("TRUE") || node.name().equals("FALSE");
  }

  /**
   * Whether a phrase is of the control that a translation from PlusCal adds: no author errs there.
   */
  private boolean isOfControl(Syntax phrase) {
    if (!specification.isOwn() || !specification.text().isTranslated(phrase.beginLine())) {
      return false;
    }
    if (CONTROL.contains(definition.name())) {
      return true;
    }
    for (Syntax at = phrase; at != null && at != definition.body(); at = at.parent()) {
      if (at.is("N_InfixExpr") && at.operator().equals("=")) {
        Syntax left = at.heir(0);
        while (!left.isToken()) {
          left = left.heir(0);
        }
        if (left.is("pc") || left.is("stack")) {
          return true;
        }
      }
    }
    return false;
  }

  private void make(MutationOperator operator, Syntax node, String text) {
    if (isOfControl(node)) {
      return;
    }
    Edit edit = Edit.of(node, text, listBehind(node));
    if (made.stream().noneMatch(other -> other.edit.equals(edit))) {
      made.add(new Made(operator, edit, text.equals("TRUE") && weakens(node)));
    }
  }

  /**
   * Whether a claim can only say less when a part of it becomes TRUE: above the part there is
   * nothing but conjunctions, \A, [], right sides of implications, and branches.
   *
   * <p>Disjunctions and \E are left out, though they could not make it false: a part that keeps
   * another from having no value would.
   */
  private boolean weakens(Syntax part) {
    if (!specification.standsAlone(definition)) {
      return false;
    }
    for (Syntax at = part; at != definition.body(); at = at.parent()) {
      Syntax around = at.parent();
      boolean less =
          switch (around.image()) {
            case "N_ConjItem", "N_ConjList", "N_ParenExpr" -> true;
            case "N_LetIn" -> around.last() == at;
            case "N_BoundedQuant" -> around.last() == at && around.heir(0).is("\\A");
            case "N_IfThenElse" -> around.heir(1) != at;
            case "N_PrefixExpr" -> around.operator().equals("[]");
            case "N_ActionExpr" -> around.heir(0).is("[") && around.heir(1) == at;
            case "N_InfixExpr" ->
                Set.of("/\\", "\\land").contains(around.operator())
                    || around.operator().equals("=>") && around.heir(2) == at;
            default -> false;
          };
      if (!less) {
        return false;
      }
    }
    return true;
  }

  /** The last line of a junction list that begins behind a place in its line, and goes on. */
  private int listBehind(Syntax place) {
    int[] last = {0};
    definition
        .body()
        .walk(
            node -> {
              boolean list = node.is("N_ConjList") || node.is("N_DisjList");
              if (list
                  && node.beginLine() == place.endLine()
                  && node.beginColumn() > place.endColumn()
                  && node.endLine() > node.beginLine()) {
                last[0] = Math.max(last[0], node.endLine());
              }
            });
    return last[0];
  }
}
