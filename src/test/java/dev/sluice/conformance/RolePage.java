package dev.sluice.conformance;

import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.Row;
import dev.sluice.trace.LogValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page from which a reader can write a role. */
final class RolePage {
  /** The most words of a page, those of its pseudo-code and tables included. */
  private static final int MOST_WORDS = 1_500;

  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
  private static final Pattern BLOCK = Pattern.compile("```python\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ID = Pattern.compile("\\b[A-Z]+-\\d+\\b");

  /** A row of a table whose first cell has code or an id. */
  private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\| ([`A-Z].*)\\|$");

  /** Notation of specifications, and files that the reader should not need. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "(?m)/\\\\|\\\\/|\\\\[A-Za-z]+|^ *\\w+(\\([^)\\n]*\\))? ==|\\|->"
              + "|\\b(EXCEPT|UNCHANGED|CONSTANTS?|VARIABLES? [a-z])\\b|\\S+\\.(tla|cfg|java)\\b");

  /** A statement of the program that takes one line, and that does not return 0, as if absent. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?m)^( +)(?!(?:def|if|elif|else|while|for|return 0$)\\b)(\\w[^\\n]*[^,(\\n])$");

  private final Player player;
  private final String text;
  private final Catalogue catalogue;
  private final List<String> faults = new ArrayList<>();

  RolePage(Player player, String text, Catalogue catalogue) {
    this.player = player;
    this.text = text;
    this.catalogue = catalogue;
  }

  /** Returns the faults of the page; none if it is complete. */
  List<String> faults() {
    faults.clear();
    long words = WORD.matcher(text).results().count();
    if (words > MOST_WORDS) {
      faults.add("%d words; at most %d".formatted(words, MOST_WORDS));
    }
    FOREIGN.matcher(text).results().map(found -> "foreign: " + found.group()).forEach(faults::add);
    parameters();
    names();
    requirements();
    return List.copyOf(faults);
  }

  /** Returns the statements of the pseudo-code, each with the page on which it is left out. */
  static Map<String, String> withoutStatements(String text) {
    Map<String, String> pages = new LinkedHashMap<>();
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      for (MatchResult line : STATEMENT.matcher(block.group(1)).results().toList()) {
        int from = block.start(1);
        String indent = line.group(1);
        pages.put(
            "%d: %s"
                .formatted(
                    text.substring(0, from + line.start()).lines().count() + 1, line.group(2)),
            text.substring(0, from + line.start())
                + indent
                + "pass"
                + text.substring(from + line.end()));
      }
    }
    return pages;
  }

  /** Returns the rows of tables in the section with a heading. */
  private List<List<String>> rows(String heading) {
    int from = text.indexOf("\n## " + heading + "\n");
    if (from < 0) {
      faults.add("no section \"" + heading + "\"");
      return List.of();
    }
    int to = text.indexOf("\n## ", from + 1);
    return TABLE_ROW
        .matcher(text.substring(from, to < 0 ? text.length() : to))
        .results()
        .map(row -> Stream.of(row.group(1).split("\\|", -1)).map(String::strip).toList())
        .toList();
  }

  // ---------------------------------------------------------------- parameters

  /** Checks the rows of the parameters. The last cell has the bits of the largest value. */
  private void parameters() {
    Set<String> missing = new TreeSet<>(player.role().given().keySet());
    for (List<String> row : rows("Parameters")) {
      List<String> factors = List.of(row.get(0).replace("`", "").split(" · "));
      missing.removeAll(factors.size() == 1 ? factors : List.of());
      String bits = bits(factors);
      if (!row.get(row.size() - 1).equals(bits)) {
        faults.add(
            "%s: bits \"%s\"; in the cases \"%s\""
                .formatted(row.get(0), row.get(row.size() - 1), bits));
      }
    }
    missing.forEach(name -> faults.add("the parameter " + name + " has no row"));
  }

  /** Returns the width of the largest product of numbers; empty if one is not a number. */
  private String bits(List<String> factors) {
    BigInteger most = BigInteger.ZERO;
    for (Map<String, LogValue> given : player.configurations().values()) {
      BigInteger product = BigInteger.ONE;
      for (String factor : factors) {
        if (factor.matches("\\d+")) {
          product = product.multiply(new BigInteger(factor));
        } else if (given.get(factor) instanceof LogValue.Num number) {
          product = product.multiply(BigInteger.valueOf(number.value()));
        } else {
          return "";
        }
      }
      most = most.max(product);
    }
    return String.valueOf(most.bitLength());
  }

  // ---------------------------------------------------------------- names

  /** Checks that the program has all names of the dialogue, and the text those of events. */
  private void names() {
    String program =
        BLOCK.matcher(text).results().map(found -> found.group(1)).collect(Collectors.joining());
    Map<String, Boolean> names = new LinkedHashMap<>();
    for (Role.Event event : player.role().events()) {
      names.put("def " + event.action() + "(", true);
      names.put("`" + event.action() + "`", false);
      Stream.concat(event.arguments().keySet().stream(), event.message().keySet().stream())
          .forEach(name -> names.put("`" + name + "`", false));
    }
    player.role().departures().forEach(name -> names.put("\"" + name + "\"", true));
    names.forEach(
        (name, isCode) -> {
          if (!(isCode ? program : text).contains(name)) {
            faults.add("the page lacks " + name);
          }
        });
    Set<String> words = new LinkedHashSet<>(List.of(program.split("\\W+")));
    player.role().variables().keySet().stream()
        .filter(name -> !words.contains(name))
        .forEach(name -> faults.add("the program lacks the variable " + name));
  }

  // ---------------------------------------------------------------- requirements

  /**
   * Checks that the page cites each requirement of the role's actions, and that exactly those with
   * an open point have a row for it.
   */
  private void requirements() {
    Set<String> cited =
        ID.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    Set<String> settled =
        rows("Points that the sources leave open").stream()
            .map(row -> row.get(0))
            .collect(Collectors.toSet());
    Set<String> needed =
        player.citations().values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    needed.addAll(player.play().unshown());
    needed.stream()
        .filter(id -> !cited.contains(id))
        .forEach(id -> faults.add("the page does not cite " + id));
    for (String id : cited) {
      boolean isOpen =
          catalogue.row(id).map(Row::notes).map(notes -> !notes.isEmpty()).orElse(false);
      if (catalogue.row(id).isEmpty()) {
        faults.add("the catalogue has no " + id);
      } else if (isOpen != settled.contains(id) && (needed.contains(id) || !isOpen)) {
        faults.add(id + (isOpen ? " leaves a point open" : " leaves no point open"));
      }
    }
  }
}
