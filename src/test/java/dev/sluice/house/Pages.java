package dev.sluice.house;

import dev.sluice.conformance.PlantedRows;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Tour;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.model.BadTable;
import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.mutate.Arguments;
import dev.sluice.model.mutate.Kill;
import dev.sluice.model.mutate.Results;
import dev.sluice.model.mutate.Score;
import dev.sluice.model.tlc.Configuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parts of the project's pages that are computed: from the table of models, the headers of the
 * specifications, and the configurations. A page marks them {@code <!-- begin NAME … -->} and
 * {@code <!-- end NAME -->}.
 */
final class Pages {
  private static final Pattern BLOCK =
      Pattern.compile("(<!-- begin (\\w+)[^>]*-->\\n)(.*?)(<!-- end \\2 -->)", Pattern.DOTALL);

  private static final Map<String, Function<ModelTable, String>> BLOCKS =
      Map.of(
          "sample", Pages::sample,
          "counts", Pages::counts,
          "modules", Pages::modules,
          "models", Pages::models,
          "leftout", Pages::leftOut,
          "bounds", Pages::bounds,
          "tours", table -> tours(),
          "rows", table -> rows(),
          "mutants", Pages::mutants);

  /** Columns of the table of mutants: what noticed them, who was argued, and a share. */
  private static final int PROPERTY = 5;

  private static final int CONTROL = 6;
  private static final int ARGUED = 10;
  private static final int UNKNOWN = 12;
  private static final int WHOLE = 13;

  private Pages() {}

  /** The computed parts that a page has, in its order. */
  static List<String> blocks(String page) {
    return BLOCK.matcher(page).results().map(found -> found.group(2)).toList();
  }

  /** The page as it should be. */
  static String refreshed(String page, ModelTable table) {
    return BLOCK
        .matcher(page)
        .replaceAll(
            found -> {
              Function<ModelTable, String> block = BLOCKS.get(found.group(2));
              if (block == null) {
                throw new IllegalArgumentException("nobody computes " + found.group(2));
              }
              return Matcher.quoteReplacement(
                  found.group(1) + "\n" + block.apply(table) + "\n" + found.group(4));
            });
  }

  /** Returns the sizes of the small worlds through which the cases of roles walk. */
  private static String tours() {
    StringBuilder rows = new StringBuilder();
    rows.append("| role | tours | states | requests in them | walks | requests of the walks |\n");
    rows.append("|---|--:|--:|--:|--:|--:|\n");
    for (Player player : Players.all()) {
      List<Tour> tours = List.copyOf(player.tours().values());
      if (!tours.isEmpty()) {
        rows.append(
            "| `%s` | %d | %d | %d | %d | %d |\n"
                .formatted(
                    player.role().name(),
                    tours.size(),
                    tours.stream().mapToInt(Tour::states).sum(),
                    tours.stream().mapToInt(Tour::edges).sum(),
                    tours.stream().mapToInt(each -> each.walks().size()).sum(),
                    tours.stream()
                        .flatMap(each -> each.walks().stream())
                        .mapToInt(walk -> walk.length)
                        .sum()));
      }
    }
    return rows.toString();
  }

  /** Returns the requirements of each role that a planted mistake shows, and the others. */
  private static String rows() {
    PlantedRows all = PlantedRows.read();
    StringBuilder rows = new StringBuilder();
    rows.append(
        "| role | requirements counted | a mistake fails them | also by departures alone |\n");
    rows.append("|---|--:|--:|--:|\n");
    for (Player player : Players.all()) {
      String role = player.role().name();
      Set<String> counted = new TreeSet<>();
      player.role().actions().forEach(action -> counted.addAll(player.requirements(action)));
      rows.append(
          "| `%s` | %d | %d | %d |\n"
              .formatted(
                  role,
                  counted.size(),
                  all.shown(role).size(),
                  all.planted().stream()
                      .filter(each -> each.role().equals(role) && each.isOnTheWire())
                      .map(PlantedRows.Planted::id)
                      .distinct()
                      .count()));
    }
    rows.append("\n| role | not counted | would be shown by |\n|---|---|---|\n");
    all.unshown()
        .forEach(
            each ->
                rows.append(
                    "| `%s` | %s | %s |\n".formatted(each.role(), each.id(), each.needs())));
    return rows.toString();
  }

  /** The modules whose lines the README shows. */
  private static final Set<String> SAMPLED =
      Set.of("PdcHandshake", "CreditConservation", "NsccWindow");

  /**
   * Some of the lines that {@code ./sluice verify --all} prints when all is well, as it prints
   * them: of three modules the kept model, the largest and the controls. Continuous integration
   * holds them against the command's own words.
   */
  private static String sample(ModelTable table) {
    List<Model> run = table.models().stream().filter(m -> m.lane() != Lane.FULL).toList();
    List<Model> holding = run.stream().filter(Model::mustHold).toList();
    int name =
        run.stream()
            .mapToInt(m -> (m.mustHold() ? m.id() : m.module() + " controls").length())
            .max()
            .orElse(0);
    String outcomes = "00 of 00 witnessed";
    String form =
        "%-4s%-"
            + name
            + "s  %-"
            + outcomes.length()
            + "s  %"
            + width("states", holding, Model::states)
            + "s  %"
            + width("depth", holding, Model::depth)
            + "s  %"
            + width("transitions", holding, Model::transitions)
            + "s  %"
            + width("replayed", holding, Model::transitions)
            + "s  %"
            + width("alive", holding, Model::transitions)
            + "s";
    String head =
        form.formatted(
            "", "model", "outcome", "states", "depth", "transitions", "replayed", "alive");
    List<String> lines = new ArrayList<>(List.of(head, "-".repeat(head.length())));
    lines.add("...");
    for (Map.Entry<String, List<Model>> module : byModule(table).entrySet()) {
      if (!SAMPLED.contains(module.getKey())) {
        continue;
      }
      List<Model> shown = new ArrayList<>();
      List<Model> replayed =
          module.getValue().stream().filter(m -> m.replayed() && m.lane() != Lane.FULL).toList();
      replayed.stream().filter(m -> m.lane() == Lane.TRACE).findFirst().ifPresent(shown::add);
      replayed.stream().max(Comparator.comparingInt(Model::transitions)).ifPresent(shown::add);
      for (Model model : shown) {
        String transitions = number(model.transitions());
        lines.add(
            form.formatted(
                "ok",
                model.id(),
                "holds",
                number(model.states()),
                number(model.depth()),
                transitions,
                transitions,
                transitions));
      }
      long controls = module.getValue().stream().filter(m -> !m.mustHold()).count();
      String caught = controls + " of " + controls + " caught";
      lines.add(
          form.formatted("ok", module.getKey() + " controls", caught, "", "", "", "", "").strip());
      lines.add("...");
    }
    String transitions =
        number(holding.stream().filter(Model::replayed).mapToLong(Model::transitions).sum());
    String all = number(holding.stream().mapToLong(Model::transitions).sum());
    lines.add(
        "AS EXPECTED: %s of %s models as expected, %s of %s transitions replayed, %s walked alive"
            .formatted(number(run.size()), number(run.size()), transitions, all, transitions));
    return "```text\n" + String.join("\n", lines) + "\n```\n";
  }

  private static int width(String head, List<Model> models, ToIntFunction<Model> figure) {
    return models.stream()
        .mapToInt(model -> number(figure.applyAsInt(model)).length())
        .reduce(head.length(), Math::max);
  }

  private static String counts(ModelTable table) {
    List<Model> holding = table.models().stream().filter(Model::mustHold).toList();
    return """
        | | models | distinct states | transitions | of these replayed |
        |---|--:|--:|--:|--:|
        %s%s| must fail | %s | | | |
        """
        .formatted(
            row("`verify --all`", holding.stream().filter(m -> m.lane() != Lane.FULL).toList()),
            row(
                "`verify --full` adds",
                holding.stream().filter(m -> m.lane() == Lane.FULL).toList()),
            number(table.models().size() - holding.size()));
  }

  private static String row(String name, List<Model> models) {
    return "| %s | %s | %s | %s | %s |\n"
        .formatted(
            name,
            number(models.size()),
            number(models.stream().mapToLong(Model::states).sum()),
            number(models.stream().mapToLong(Model::transitions).sum()),
            number(models.stream().filter(Model::replayed).mapToLong(Model::transitions).sum()));
  }

  private static String modules(ModelTable table) {
    StringBuilder text =
        new StringBuilder(
            "| module | what it says | source | requirements | must hold | must fail |\n"
                + "|---|---|---|---|--:|--:|\n");
    for (Map.Entry<String, List<Model>> module : byModule(table).entrySet()) {
      Map<String, String> header = header(module.getValue().get(0));
      long holding = module.getValue().stream().filter(Model::mustHold).count();
      text.append(
          "| [%s](%s) | %s | %s | %s | %s | %s |\n"
              .formatted(
                  module.getKey(),
                  table
                      .root()
                      .resolve("spec")
                      .relativize(specification(module.getValue().get(0)))
                      .toString()
                      .replace('\\', '/'),
                  header.get(""),
                  cell(header.get("Source").replaceAll("(?s)\\. .*$|\\.$", "")),
                  header.getOrDefault("Models", ""),
                  holding,
                  module.getValue().size() - holding));
    }
    return text.toString();
  }

  private static String models(ModelTable table) {
    StringBuilder text =
        new StringBuilder(
            "| model | lane | distinct states | depth | transitions | replayed on | what it shows |\n"
                + "|---|---|--:|--:|--:|---|---|\n");
    for (Model model : table.models()) {
      if (model.mustHold()) {
        text.append(
            "| %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                    model.id(),
                    model.lane().key(),
                    number(model.states()),
                    number(model.depth()),
                    number(model.transitions()),
                    model.replayed() ? model.replay() : "nothing: " + cell(model.whyNotReplayed()),
                    cell(model.shows())));
      }
    }
    return text.toString();
  }

  private static String leftOut(ModelTable table) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<Model>> module : byModule(table).entrySet()) {
      Map<String, String> header = header(module.getValue().get(0));
      String leavesOut = header.getOrDefault("Leaves out", "");
      if (!leavesOut.isEmpty()) {
        text.append("- **").append(module.getKey()).append("** leaves out ");
        text.append(leavesOut.replaceAll("\\.$", "")).append(".\n");
      }
    }
    return text.toString();
  }

  private static String bounds(ModelTable table) {
    StringBuilder text = new StringBuilder("| model | bounds |\n|---|---|\n");
    for (Model model : table.models()) {
      if (model.mustHold()) {
        text.append("| ").append(model.id()).append(" | `");
        text.append(
            constants(model).entrySet().stream()
                .map(constant -> constant.getKey() + " = " + constant.getValue())
                .collect(Collectors.joining(" · "))
                .replace("|", "\\|"));
        text.append("` |\n");
      }
    }
    return text.toString();
  }

  /**
   * What is kept of specifications' mutants; shares only where all of a text's were run, and of
   * what is kept of an earlier text that it is.
   */
  private static String mutants(ModelTable table) {
    StringBuilder text =
        new StringBuilder(
            "| specification | text | mutants | run | property | control | types | error | pin |"
                + " argued | gap | unknown | killed or argued | property or control |\n"
                + "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (String module : byModule(table).keySet()) {
      try {
        Results kept = Results.kept(table, module);
        if (kept.size() == 0) {
          text.append("| ").append(module).append(" |").append(" |".repeat(13)).append('\n');
          continue;
        }
        Map<Kill, Integer> counts = kept.counts();
        var standings = kept.standings(Arguments.load(table.root(), module));
        int gaps = standings.getOrDefault(Arguments.Standing.GAP, 0);
        int argued = standings.values().stream().mapToInt(Integer::intValue).sum() - gaps;
        int counted = kept.size() - counts.getOrDefault(Kill.STILLBORN, 0);
        int killed =
            counts.entrySet().stream()
                .filter(each -> each.getKey().kills())
                .mapToInt(Map.Entry::getValue)
                .sum();
        int strong = counts.getOrDefault(Kill.PROPERTY, 0) + counts.getOrDefault(Kill.CONTROL, 0);
        boolean whole = kept.size() == kept.made();
        text.append(
            "| %s | %s | %d | %d |"
                .formatted(
                    module, kept.fit() ? "today's" : "an earlier one", kept.made(), kept.size()));
        for (Kill kill : List.of(Kill.PROPERTY, Kill.CONTROL, Kill.TYPE, Kill.ERROR, Kill.PIN)) {
          text.append(" %d |".formatted(counts.getOrDefault(kill, 0)));
        }
        text.append(" %d | %d | %d |".formatted(argued, gaps, counted - killed - argued - gaps));
        text.append(
            whole
                ? " %s | %s |\n"
                    .formatted(Score.share(killed + argued, counted), Score.share(strong, counted))
                : " | |\n");
      } catch (BadTable e) {
        throw new IllegalStateException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text.toString();
  }

  /**
   * What the README says of mutants: the sum over those rows of the table above of which all were
   * run.
   *
   * @param page the page with the table
   */
  static String mutated(String page) {
    List<String[]> rows =
        page.lines()
            .dropWhile(line -> !line.startsWith("<!-- begin mutants"))
            .takeWhile(line -> !line.startsWith("<!-- end mutants"))
            .filter(line -> line.startsWith("| ") && !line.startsWith("| specification"))
            .map(line -> line.split(" *\\| *", -1))
            .toList();
    List<String[]> whole = rows.stream().filter(row -> !row[WHOLE].isEmpty()).toList();
    int strong = sum(whole, PROPERTY, CONTROL);
    int seen = sum(whole, PROPERTY, ARGUED);
    int counted = sum(whole, PROPERTY, UNKNOWN);
    return ("%d of %d specifications have been mutated whole: of %s mistakes in them %s are noticed"
            + " or argued, %s by a property or a control.")
        .formatted(
            whole.size(),
            rows.size(),
            number(counted),
            Score.share(seen, counted),
            Score.share(strong, counted));
  }

  /** The numbers in some columns that stand side by side, of all rows. */
  private static int sum(List<String[]> rows, int from, int to) {
    return rows.stream()
        .flatMap(row -> Arrays.stream(row, from, to + 1))
        .mapToInt(Integer::parseInt)
        .sum();
  }

  /** The constants of a model as its configuration gives them, operators of its module in full. */
  static Map<String, String> constants(Model model) {
    String config = withoutComments(text(model.config()));
    String root = withoutComments(read(model.rootModule()));
    Map<String, String> constants = new LinkedHashMap<>();
    Matcher section =
        Pattern.compile("\\bCONSTANTS?\\b(.*?)(?=\\n[A-Z_]{4,}\\b|\\z)", Pattern.DOTALL)
            .matcher(config);
    while (section.find()) {
      Matcher constant =
          Pattern.compile(
                  "(\\w+)\\s*(=|<-)\\s*(\\S.*?)\\s*(?=\\n\\s*\\w+\\s*(?:=|<-)|\\z)", Pattern.DOTALL)
              .matcher(section.group(1));
      while (constant.find()) {
        String value = constant.group(3);
        constants.put(
            constant.group(1),
            oneLine(constant.group(2).equals("=") ? value : definition(root, value)));
      }
    }
    return constants;
  }

  /** What a name without parameters stands for in a module; the name itself where it has some. */
  private static String definition(String module, String name) {
    Matcher found =
        Pattern.compile(
                "(?m)^" + Pattern.quote(name) + "\\s*==(.*?)(?=^\\S|^\\s*\\n|\\z)", Pattern.DOTALL)
            .matcher(module);
    return found.find() ? found.group(1) : name;
  }

  /**
   * The paragraphs of a specification's header by their first word; the one that says what it is
   * comes under the empty name, as far as its first sentence goes.
   */
  static Map<String, String> header(Model model) {
    String text = read(specification(model));
    Map<String, String> paragraphs = new LinkedHashMap<>();
    String name = "";
    Pattern field = Pattern.compile("([A-Z][a-z]+(?: (?:by|out|of))?) +(\\S.*)");
    boolean description = true;
    List<String> lines =
        text.lines()
            .skip(1)
            .takeWhile(line -> line.startsWith("(*"))
            .filter(line -> !line.matches("\\(\\*+\\)"))
            .toList();
    for (String raw : lines) {
      String line = raw.replaceAll("^\\(\\*+|\\*+\\)$", "").stripTrailing();
      boolean indented = line.startsWith("    ");
      String words = line.strip();
      if (words.isEmpty()) {
        description = false;
        name = null;
        continue;
      }
      Matcher begins = field.matcher(words);
      if (!description && !indented && begins.matches() && FIELDS.contains(begins.group(1))) {
        name = begins.group(1);
        words = begins.group(2);
      } else if (!description && !indented && name != null) {
        throw new IllegalArgumentException(
            specification(model) + ": the header has no field that begins " + words);
      }
      if (name != null) {
        paragraphs.merge(name, words, (before, more) -> before + " " + more);
      }
    }
    paragraphs.computeIfPresent(
        "", (empty, whole) -> cell(whole.replaceAll("(?s)\\. .*$|\\.$", "")));
    if (!paragraphs.containsKey("") || !paragraphs.containsKey("Source")) {
      throw new IllegalArgumentException(
          specification(model) + ": the header lacks what it is, or its Source: " + paragraphs);
    }
    return paragraphs;
  }

  private static final Set<String> FIELDS =
      Set.of(
          "Source",
          "Sources",
          "Models",
          "Mends",
          "Readings",
          "Leaves out",
          "Unit",
          "Units",
          "Refines",
          "Refined by");

  private static Path specification(Model model) {
    Path models = model.rootModule().getParent();
    return models.resolveSibling(model.module() + ".tla");
  }

  private static Map<String, List<Model>> byModule(ModelTable table) {
    return table.models().stream()
        .collect(Collectors.groupingBy(Model::module, LinkedHashMap::new, Collectors.toList()));
  }

  /**
   * Where a page leads to in this project: {@code file}, {@code file#heading} or {@code #heading}.
   */
  static Set<String> links(String page) {
    return Pattern.compile("\\]\\(([^)\\s:]+)\\)")
        .matcher(INLINE.matcher(FENCED.matcher(page).replaceAll("")).replaceAll(""))
        .results()
        .map(link -> link.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** What stands behind a {@code #} that leads to one of a page's headings, as GitHub makes it. */
  static Set<String> anchors(String page) {
    Set<String> anchors = new LinkedHashSet<>();
    Matcher heading =
        Pattern.compile("(?m)^#{1,6} (.*)$").matcher(FENCED.matcher(page).replaceAll(""));
    while (heading.find()) {
      String name =
          heading
              .group(1)
              .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      String anchor = name;
      for (int again = 1; !anchors.add(anchor); again++) {
        anchor = name + "-" + again;
      }
    }
    return anchors;
  }

  private static final Pattern FENCED =
      Pattern.compile("(?ms)^ *(`{3,})[^`\\n]*\\n.*?^ *\\1`*\\s*?$");

  private static final Pattern INLINE = Pattern.compile("(`+)[^\\n]*?[^`\\n]\\1(?!`)");

  /** Words of this form in files, each once. */
  static Set<String> words(Pattern form, List<Path> files) {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      form.matcher(read(file)).results().forEach(match -> found.add(match.group(1)));
    }
    return new LinkedHashSet<>(found);
  }

  private static String withoutComments(String tla) {
    return tla.replaceAll("\\\\\\*[^\\n]*", "").replaceAll("(?s)\\(\\*.*?\\*\\)", "");
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String cell(String text) {
    return oneLine(text).replace("|", "\\|");
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String text(Configuration config) {
    try {
      return config.text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
