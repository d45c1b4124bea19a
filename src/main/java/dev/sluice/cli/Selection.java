package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Which models the user means.
 *
 * <p>{@code Module/name} is one model; {@code Module} is all of a specification's but those of the
 * full lane; a pattern with {@code *} or {@code ?} is matched against the one or the other, going
 * by whether it holds a slash. No name at all means every model but those of the full lane.
 */
final class Selection {
  private Selection() {}

  /**
   * The models that the names select, in the table's order.
   *
   * @param full whether the full lane is meant too, where a name leaves it open
   * @throws Refusal if a name stands for nothing
   */
  static List<Model> of(ModelTable table, List<String> names, boolean full) throws Refusal {
    Predicate<Model> open = model -> full || model.lane() != Lane.FULL;
    if (names.isEmpty()) {
      return some(
          table.models().stream().filter(open).toList(), "no table under spec/ has a model");
    }
    Set<Model> selected = new LinkedHashSet<>();
    for (String name : names) {
      boolean pattern = name.contains("*") || name.contains("?");
      boolean whole = !name.contains("/");
      Pattern glob = glob(name);
      List<Model> found =
          table.models().stream()
              .filter(model -> glob.matcher(whole ? model.module() : model.id()).matches())
              .toList();
      if (found.isEmpty() && !pattern) {
        throw unknown(table, name);
      }
      selected.addAll(
          some(
              whole ? found.stream().filter(open).toList() : found,
              found.isEmpty()
                  ? "no model matches " + name
                  : "all models of " + name + " are in the full lane; add --full"));
    }
    List<Model> inOrder = new ArrayList<>(table.models());
    inOrder.retainAll(selected);
    return inOrder;
  }

  /** Returns the models that are named as such, or by a pattern with a slash. */
  static Set<Model> named(ModelTable table, List<String> names) {
    Set<Model> all = new LinkedHashSet<>();
    for (String name : names) {
      Pattern glob = glob(name);
      table.models().stream()
          .filter(model -> name.contains("/") && glob.matcher(model.id()).matches())
          .forEach(all::add);
    }
    return all;
  }

  private static List<Model> some(List<Model> models, String otherwise) throws Refusal {
    if (models.isEmpty()) {
      throw Refusal.notDecided("nothing selected: " + otherwise);
    }
    return models;
  }

  private static Refusal unknown(ModelTable table, String name) {
    TreeSet<String> known = new TreeSet<>();
    for (Model model : table.models()) {
      if (name.contains("/")) {
        known.add(model.id());
      } else {
        known.add(model.module());
      }
    }
    String nearest = Words.nearest(name, known);
    if (name.startsWith(".") || name.startsWith("/") && name.indexOf('/', 1) > 0) {
      return Refusal.badInput(
          "there is no model "
              + name
              + "; a specification of your own is a file that ends in .tla, and `sluice list models`"
              + " shows the models");
    }
    return Refusal.badInput(
        "there is no model "
            + (name.isEmpty() ? "without a name" : name)
            + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?")
            + (nearest.isEmpty() ? "; " : " ")
            + "`sluice list models` shows them all");
  }

  /** What a name with {@code *} and {@code ?} stands for. */
  static Pattern glob(String name) {
    StringBuilder pattern = new StringBuilder();
    for (char c : name.toCharArray()) {
      switch (c) {
        case '*' -> pattern.append(".*");
        case '?' -> pattern.append('.');
        default -> pattern.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(pattern.toString());
  }
}
