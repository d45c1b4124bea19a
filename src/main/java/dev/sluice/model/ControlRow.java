package dev.sluice.model;

import dev.sluice.model.Assignments.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A row of a control, and the configuration that is made of it: that of the model that it is
 * derived from, with other values for some constants, with faulty twins in the place of operators,
 * and with the one property that must catch it.
 *
 * @param on the model that it is derived from
 * @param plant statements {@code operator <- faulty twin}
 * @param set statements that give constants another value
 * @param catches the property
 * @param says the one sentence about it
 * @param file the table, as the root of the project sees it
 */
record ControlRow(
    String module,
    String name,
    String on,
    List<String> plant,
    List<String> set,
    String catches,
    String says,
    String file) {
  private static final int WIDTH = 120;
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The sections of a model that its controls have, too; the first ones first. */
  private static final List<String> KEPT =
      List.of(
          "SPECIFICATION",
          "INIT",
          "NEXT",
          "CHECK_DEADLOCK",
          "CONSTRAINT",
          "ACTION_CONSTRAINT",
          "SYMMETRY",
          "VIEW",
          "ALIAS");

  /**
   * The configuration's text: the same for the same row and the same model.
   *
   * @param base the configuration of the model
   * @param defined what the module defines that the control is checked from
   * @throws IllegalArgumentException with a sentence, if the row does not fit them
   */
  String configuration(Assignments base, Definitions defined) {
    Map<String, String> values = new LinkedHashMap<>(base.values());
    for (String text : set) {
      Statement statement = statement("set", text);
      String before = values.put(statement.name(), statement.value());
      if (before == null) {
        throw new IllegalArgumentException(
            "set gives "
                + statement.name()
                + " a value, which "
                + on
                + " does not; it has "
                + base.values().keySet());
      }
      if (before.equals(statement.value())) {
        throw new IllegalArgumentException(
            "set says \"" + statement + "\", and so does " + on + "; take it out of the row");
      }
    }
    Map<String, String> planted = new LinkedHashMap<>();
    for (String text : plant) {
      Statement statement = statement("plant", text);
      if (!statement.replaces()) {
        throw new IllegalArgumentException(
            "plant says \"" + statement + "\"; it puts an operator in another's place by <-");
      }
      if (base.values().containsKey(statement.name())) {
        throw new IllegalArgumentException(
            "plant replaces "
                + statement.name()
                + ", which "
                + on
                + " gives a value; that is for set");
      }
      needs(defined, statement.name(), "plant replaces " + statement.name());
      if (planted.put(statement.name(), statement.value()) != null) {
        throw new IllegalArgumentException("plant replaces " + statement.name() + " twice");
      }
    }
    values.putAll(planted);
    values.forEach(
        (name, value) -> {
          Statement statement = new Statement(name, value);
          if (statement.replaces()) {
            needs(
                defined,
                statement.operator(),
                "\"" + statement + "\" names " + statement.operator());
          }
        });
    needs(defined, catches, "catches names \"" + catches + "\"");
    List<String> lines = new ArrayList<>();
    comment(lines, module + "/" + name + ", made of its row in " + file + " on " + on + ".");
    comment(lines, says.strip());
    for (String section : KEPT) {
      List<String> words = base.sections().get(section);
      if (words != null) {
        lines.add(section + " " + String.join(" ", words));
      }
    }
    lines.add("CONSTANTS");
    values.forEach((name, value) -> lines.add("    " + name + " " + value));
    lines.add(kind(base) + " " + catches);
    return String.join("\n", lines) + "\n";
  }

  private static Statement statement(String key, String text) {
    try {
      return Assignments.statement(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + " says \"" + text + "\": " + e.getMessage(), e);
    }
  }

  private static void needs(Definitions defined, String operator, String sentence) {
    if (!defined.has(operator)) {
      throw new IllegalArgumentException(
          sentence
              + ", and neither "
              + defined.module()
              + " nor a module that it rests on defines it; define it there, or name the module"
              + " that does with root");
    }
  }

  /** How the model lists it, or what its name says: TLC must be told which of the two it is. */
  private String kind(Assignments base) {
    for (String kind : Set.of("INVARIANT", "PROPERTY")) {
      if (base.sections().getOrDefault(kind, List.of()).contains(catches)) {
        return kind;
      }
    }
    if (catches.endsWith("Inv") || catches.endsWith("TypeOK")) {
      return "INVARIANT";
    }
    if (catches.endsWith("Prop")) {
      return "PROPERTY";
    }
    throw new IllegalArgumentException(
        "catches names "
            + catches
            + ", and nothing says whether that is an invariant; let its name end in Inv or Prop, or"
            + " let "
            + on
            + " check it");
  }

  /** Adds a comment, wrapped between words. */
  private static void comment(List<String> lines, String text) {
    StringBuilder line = new StringBuilder("\\*");
    for (String word : BLANKS.split(text)) {
      if (line.length() > 2 && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder("\\*");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
  }
}
