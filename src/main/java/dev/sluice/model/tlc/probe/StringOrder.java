package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tla2sany.modanalyzer.ParseUnit;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.st.TreeNode;
import tlc2.tool.BuiltInOPs;
import util.InternTable;
import util.UniqueString;

/**
 * Order in which a process that makes a single search meets the strings of its specification. The
 * strings of the configuration come first. The words of the modules follow, in the order of
 * parsing, and then the contents of string literals, in the order of semantic analysis.
 */
final class StringOrder {
  private static final String PARSING = "Parsing file ";
  private static final String ANALYSING = "Semantic processing of module ";
  private static final Pattern LITERAL = Pattern.compile("\"([^\"]*)\"");
  private static final Field NUMBER = field(UniqueString.class, "tok");
  private static final Field NEXT_NUMBER = field(InternTable.class, "tokenCnt");

  private StringOrder() {}

  /** Finds the fields that are needed; a linkage error tells that this TLC has others. */
  static void load() {
    // the initialisation of this class does it
  }

  /**
   * Returns the strings of a specification's modules.
   *
   * @param said the messages that SANY printed while it parsed the specification
   */
  static List<UniqueString> of(SpecObj spec, String said) {
    Map<String, ParseUnit> units = new HashMap<>();
    spec.parseUnitContext.values().forEach(unit -> units.put(unit.getName(), unit));
    Set<UniqueString> words = new LinkedHashSet<>();
    List<UniqueString> literals = new ArrayList<>();
    for (String line : said.lines().toList()) {
      if (line.startsWith(PARSING)) {
        String file = Path.of(line.substring(PARSING.length())).getFileName().toString();
        read(units, file.replaceFirst("\\.tla$", ""), words, null);
      } else if (line.startsWith(ANALYSING)) {
        read(units, line.substring(ANALYSING.length()), null, literals);
      }
    }
    words.addAll(literals);
    words.removeIf(word -> BuiltInOPs.getOpCode(word) != 0);
    return List.copyOf(words);
  }

  private static void read(
      Map<String, ParseUnit> units,
      String name,
      Set<UniqueString> words,
      List<UniqueString> literals) {
    ParseUnit unit = units.get(name);
    if (unit != null) {
      read(unit.getParseTree(), words, literals);
    }
  }

  private static void read(TreeNode node, Set<UniqueString> words, List<UniqueString> literals) {
    TreeNode[] heirs = node.heirs();
    if (heirs != null && heirs.length > 0) {
      for (TreeNode heir : heirs) {
        read(heir, words, literals);
      }
      return;
    }
    String image = node.getImage();
    boolean isLiteral = image.length() > 1 && image.charAt(0) == '"';
    if (words != null && !isLiteral) {
      words.add(node.getUS());
    } else if (literals != null && isLiteral) {
      literals.add(UniqueString.uniqueStringOf(image.substring(1, image.length() - 1)));
    }
  }

  /**
   * Numbers the strings of a configuration and of modules anew, above all other strings.
   *
   * @param config the configuration's file; if it cannot be read, TLC will say so
   */
  static void apply(Path config, List<UniqueString> modules) throws IOException {
    List<UniqueString> order = new ArrayList<>();
    Set<UniqueString> first = new LinkedHashSet<>();
    if (Files.isReadable(config)) {
      Matcher literals = LITERAL.matcher(Files.readString(config));
      while (literals.find()) {
        first.add(UniqueString.uniqueStringOf(literals.group(1)));
      }
      first.removeIf(word -> BuiltInOPs.getOpCode(word) != 0);
    }
    order.addAll(first);
    modules.stream().filter(word -> !first.contains(word)).forEach(order::add);
    try {
      int number = NEXT_NUMBER.getInt(UniqueString.internTbl);
      for (UniqueString word : order) {
        NUMBER.setInt(word, number++);
      }
      NEXT_NUMBER.setInt(UniqueString.internTbl, number);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field that was made accessible", e);
    }
  }

  private static Field field(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("a version of TLC that keeps strings otherwise", e);
    }
  }
}
