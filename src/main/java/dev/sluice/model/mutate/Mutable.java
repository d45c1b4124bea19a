package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.tlc.BadModule;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A specification that is to have mutants: its text, the models that watch it, and which of its
 * definitions each of them rests on.
 *
 * <p>What rests on what is read off the names that definitions mention, in all modules that the
 * models are made of. Where a name stands for something else as well, a model is taken to rest on
 * more than it does, and runs in vain.
 */
public final class Mutable {
  /** Names of invariants of types, as authors use them: TypeOK, TypeInvariant, TCTypeOK … */
  private static final Pattern TYPES =
      Pattern.compile("(?i).*type(ok|inv|invariant|correct|correctness)");

  private static final int BASIS_DIGITS = 16;
  private static final Set<String> TEMPORAL = Set.of("[]", "<>");

  private final Sources sources;
  private final SourceText text;
  private final List<Definition> own = new ArrayList<>();
  private final Map<String, List<Definition>> byName = new TreeMap<>();
  private final Set<String> variables = new HashSet<>();
  private final Set<String> initials = new HashSet<>(Set.of("Init"));
  private final Set<String> described = new HashSet<>();
  private final Map<String, Set<String>> reaches = new HashMap<>();
  private final Map<String, Map<String, Set<String>>> claims = new HashMap<>();
  private final Map<String, Set<String>> moves = new HashMap<>();
  private final Map<String, Set<String>> timed = new HashMap<>();
  private final Map<String, Set<String>> assumptions = new HashMap<>();
  private final Set<String> reduced = new HashSet<>();
  private final Set<String> behaviour = new HashSet<>();
  private final Set<String> properties = new HashSet<>();
  private final Set<String> propertyNames = new TreeSet<>();
  private final StringBuilder assumed = new StringBuilder();
  private final Map<String, String> bases = new HashMap<>();
  private final Set<String> actions;
  private final Set<String> temporal;

  private Mutable(Sources sources, SourceText text, Map<String, Syntax> trees) throws IOException {
    this.sources = sources;
    this.text = text;
    Set<String> assumedOf = new LinkedHashSet<>();
    trees.forEach(
        (name, tree) -> {
          assumedOf.addAll(Definition.assumed(tree));
          Definition.assumptions(tree).forEach(each -> assumed.append(each.text()).append('\n'));
          variables.addAll(Definition.variables(tree));
          for (Definition definition : Definition.of(name, tree)) {
            byName.computeIfAbsent(definition.name(), unseen -> new ArrayList<>()).add(definition);
            if (name.equals(sources.module())) {
              own.add(definition);
            }
          }
        });
    for (Model model : all()) {
      TlcConfig config = model.config().read();
      Set<String> names = new LinkedHashSet<>(config.invariants());
      names.addAll(config.properties());
      Set<String> rest = new LinkedHashSet<>(words(model.config().text()));
      rest.removeAll(names);
      rest.removeAll(config.replacements().keySet());
      rest.addAll(assumedOf);
      Set<String> moved = reached(rest, config.replacements());
      behaviour.addAll(moved);
      moves.put(model.id(), moved);
      Set<String> whole = new LinkedHashSet<>(moved);
      Map<String, Set<String>> claimed = new HashMap<>();
      for (String name : names) {
        Set<String> reached = reached(Set.of(name), config.replacements());
        whole.addAll(reached);
        claimed.put(name, reached);
        if (!isOfTypes(name)) {
          propertyNames.add(name);
          properties.addAll(reached);
        }
      }
      reaches.put(model.id(), whole);
      claims.put(model.id(), claimed);
      timed.put(
          model.id(),
          config.properties().stream()
              .filter(name -> config.replacements().containsKey(name) || !isOfSteps(name))
              .collect(Collectors.toSet()));
      assumptions.put(model.id(), reached(inFormulasOfTime(moved), config.replacements()));
      if (config.merges() || config.cuts()) {
        reduced.add(model.id());
      }
    }
    actions = closed(this::assigns);
    temporal = closed(definition -> speaksOfTime(definition.body()));
    for (Model model : sources.models()) {
      if (model.isOwn()) {
        describe(model.config());
      }
    }
  }

  /**
   * Reads a specification.
   *
   * @param suite the suite that its models are part of
   * @param folder an empty folder for what TLC's parser writes
   * @throws BadModule if it does not parse
   * @throws BadTable if it has no models that can be run
   */
  public static Mutable read(Suite suite, String module, Tlc tlc, Path folder)
      throws BadModule, BadTable, IOException, InterruptedException {
    Sources sources = Sources.of(suite, module);
    Path file = sources.file();
    List<Path> modules = new ArrayList<>(List.of(file));
    sources.files().stream().filter(other -> !other.equals(file)).forEach(modules::add);
    Map<String, Syntax> trees = Syntax.read(tlc.syntax(modules, suite.library(), folder));
    return new Mutable(sources, new SourceText(Files.readString(file)), trees);
  }

  /**
   * Reads the modules of a user's own that describe the behaviour of a model; those that only
   * claims name, as the specification that a refinement implements, are left out.
   *
   * @param folder an empty folder for what TLC's parser writes
   * @throws BadModule if one does not parse
   */
  public static List<Mutable> read(OwnSuite suite, Tlc tlc, Path folder)
      throws BadModule, BadTable, IOException, InterruptedException {
    Path root = suite.model().rootModule();
    List<Path> files = new ArrayList<>(List.of(root));
    suite.own().values().stream().filter(file -> !file.equals(root)).forEach(files::add);
    Map<String, Syntax> trees = Syntax.read(tlc.syntax(files, suite.library(), folder));
    List<Mutable> all = new ArrayList<>();
    Map<String, Path> own = suite.own();
    for (Map.Entry<String, Path> each : own.entrySet()) {
      Sources sources = Sources.of(suite, each.getKey());
      all.add(new Mutable(sources, new SourceText(Files.readString(each.getValue())), trees));
    }
    if (all.isEmpty()) {
      return all;
    }
    String name = root.getFileName().toString().replaceFirst("\\.tla$", "");
    Set<String> behaving = new Scope(trees).modules(name, all.get(0).described);
    all.removeIf(each -> !behaving.contains(each.module()));
    return all;
  }

  /**
   * Collects the definitions that describe the behaviour. Those that only values of constants,
   * constraints or claims name are left out.
   */
  private void describe(Configuration configuration) throws IOException {
    Map<String, List<String>> sections = TlcConfig.sections(configuration.text());
    Map<String, String> none = new HashMap<>();
    configuration.read().replacements().keySet().forEach(name -> none.put(name, ""));
    Set<String> begins = new LinkedHashSet<>(sections.getOrDefault("INIT", List.of()));
    Set<String> roots = new LinkedHashSet<>(begins);
    roots.addAll(sections.getOrDefault("NEXT", List.of()));
    for (String name : sections.getOrDefault("SPECIFICATION", List.of())) {
      roots.add(name);
      for (Definition definition : byName.getOrDefault(name, List.of())) {
        begins.addAll(definition.mentions());
      }
    }
    begins.retainAll(byName.keySet());
    begins.removeIf(name -> actions.contains(name) || temporal.contains(name));
    Set<String> initial = reached(begins, none);
    initial.removeAll(actions);
    initials.addAll(initial);
    described.addAll(reached(roots, none));
  }

  /** What it is read from. */
  Sources sources() {
    return sources;
  }

  /** Whether it is a specification of a user's own, which has no controls. */
  boolean isOwn() {
    return sources.models().stream().anyMatch(Model::isOwn);
  }

  /** The module's name. */
  public String module() {
    return sources.module();
  }

  /** The module's file. */
  public Path file() {
    return sources.file();
  }

  /** The module's text. */
  public SourceText text() {
    return text;
  }

  /** The files of all modules that its models are made of. */
  public List<Path> files() {
    return sources.files();
  }

  /** The models that must hold, the smallest first. */
  public List<Model> models() {
    return sources.models();
  }

  /** The models that must fail, in the order of the table. */
  public List<Model> controls() {
    return sources.controls();
  }

  /** Both, those that must hold first. */
  public List<Model> all() {
    return sources.all();
  }

  /** The invariants and properties that its models check, those of types left out. */
  public Set<String> propertyNames() {
    return propertyNames;
  }

  /** Whether an invariant says only which values variables may have. */
  static boolean isOfTypes(String property) {
    return TYPES.matcher(property).matches();
  }

  /** Whether a model rests on a definition of the module. */
  boolean rests(Model model, String definition) {
    return reaches.get(model.id()).contains(definition);
  }

  /**
   * The definitions of the module that have mutants: a model rests on them, not for types alone.
   */
  List<Definition> mutable() {
    return own.stream()
        .filter(definition -> !isOfTypes(definition.name()))
        .filter(definition -> described.isEmpty() || described.contains(definition.name()))
        .filter(
            definition ->
                behaviour.contains(definition.name()) || properties.contains(definition.name()))
        .toList();
  }

  /** Whether only properties rest on a definition. */
  boolean isOfProperty(Definition definition) {
    return !behaviour.contains(definition.name());
  }

  /** Whether a definition is claimed itself, and no other definition mentions it. */
  boolean standsAlone(Definition definition) {
    return propertyNames.contains(definition.name())
        && byName.values().stream()
            .flatMap(List::stream)
            .noneMatch(other -> other.mentions().contains(definition.name()));
  }

  /** What a model claims that rests on a definition of the module. */
  Set<String> claims(Model model, String definition) {
    return claims.get(model.id()).entrySet().stream()
        .filter(claim -> claim.getValue().contains(definition))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * What a model claims that a mutant of a definition may break even where the graph is the same:
   * what rests on the definition, and where fairness does, or another assumption about whole
   * behaviours, all that is claimed of those.
   */
  Set<String> claimsOnTheSameGraph(Model model, String definition) {
    Set<String> claims = new TreeSet<>(claims(model, definition));
    if (temporal.contains(definition) || assumptions.get(model.id()).contains(definition)) {
      claims.addAll(timed.get(model.id()));
    }
    return claims;
  }

  /** What a model claims. */
  Set<String> claims(Model model) {
    return claims.get(model.id()).keySet();
  }

  /** Whether a claim of a model is about whole behaviours, not about states or steps alone. */
  boolean isOfTime(Model model, String claim) {
    return timed.get(model.id()).contains(claim);
  }

  /** Whether a model's search shows its whole graph: states are neither merged nor left out. */
  boolean showsItsGraph(Model model) {
    return !reduced.contains(model.id());
  }

  /** Whether a property is no more than {@code [][A]_v}, or some of them joined. */
  private boolean isOfSteps(String property) {
    List<Definition> definitions = byName.getOrDefault(property, List.of());
    return !definitions.isEmpty()
        && definitions.stream().allMatch(definition -> isOfSteps(definition.body()));
  }

  private static boolean isOfSteps(Syntax phrase) {
    return switch (phrase.image()) {
      case "N_ParenExpr" -> isOfSteps(phrase.heir(1));
      case "N_ConjList" ->
          phrase.heirs().stream().allMatch(item -> item.is("N_ConjItem") && isOfSteps(item.last()));
      case "N_BoundedQuant" -> phrase.heir(0).is("\\A") && isOfSteps(phrase.last());
      default ->
          phrase.operator().equals("[]")
              && phrase.heir(1).is("N_ActionExpr")
              && !speaksOfTime(phrase.heir(1));
    };
  }

  /** The names in what these definitions say of whole behaviours, their steps left out. */
  private Set<String> inFormulasOfTime(Set<String> definitions) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : definitions) {
      for (Definition definition : byName.get(name)) {
        definition
            .body()
            .walk(
                node -> {
                  boolean steps = node.operator().equals("[]") && node.heir(1).is("N_ActionExpr");
                  if (isOfTime(node) && !steps) {
                    node.walk(each -> names.add(each.image()));
                  }
                });
      }
    }
    return names;
  }

  /** Whether a definition says how variables change. */
  boolean isAction(Definition definition) {
    return actions.contains(definition.name());
  }

  /** Whether a definition is about whole behaviours, as the specification itself and fairness. */
  boolean isTemporal(Definition definition) {
    return temporal.contains(definition.name());
  }

  /** Whether a definition says how variables begin. */
  boolean isInitial(Definition definition) {
    return initials.contains(definition.name());
  }

  boolean isVariable(String name) {
    return variables.contains(name);
  }

  boolean isDefined(String name) {
    return byName.containsKey(name);
  }

  /** Whether a phrase gives variables their next values, by itself or by what it mentions. */
  boolean assigns(Syntax phrase) {
    boolean[] found = {false};
    phrase.walk(
        node ->
            found[0] |=
                isAssignment(node)
                    || node.operator().equals("UNCHANGED")
                    || node.isToken() && actions.contains(node.image()));
    return found[0];
  }

  /** Whether fairness stands in a phrase, or is what it mentions, and no other formula of time. */
  boolean isFairness(Syntax phrase) {
    boolean[] fair = {false};
    boolean[] other = {false};
    Set<String> names = new LinkedHashSet<>();
    phrase.walk(
        node -> {
          if (node.isToken()) {
            names.add(node.image());
          }
        });
    List<Syntax> phrases = new ArrayList<>(List.of(phrase));
    for (String name : reached(names, Map.of())) {
      byName.getOrDefault(name, List.of()).forEach(definition -> phrases.add(definition.body()));
    }
    for (Syntax each : phrases) {
      each.walk(
          node -> {
            fair[0] |= node.is("N_FairnessExpr");
            other[0] |= TEMPORAL.contains(node.operator());
          });
    }
    return fair[0] && !other[0];
  }

  /** Whether a phrase is {@code x' = …} or {@code x' \in …}, of a variable x. */
  boolean isAssignment(Syntax phrase) {
    return (phrase.operator().equals("=") || phrase.operator().equals("\\in"))
        && phrase.is("N_InfixExpr")
        && phrase.heir(0).operator().equals("'")
        && isVariable(phrase.heir(0).heir(0).name());
  }

  private boolean assigns(Definition definition) {
    boolean[] found = {false};
    definition
        .body()
        .walk(node -> found[0] |= isAssignment(node) || node.operator().equals("UNCHANGED"));
    return found[0];
  }

  private static boolean speaksOfTime(Syntax phrase) {
    boolean[] found = {false};
    phrase.walk(node -> found[0] |= isOfTime(node));
    return found[0];
  }

  private static boolean isOfTime(Syntax node) {
    return node.is("N_FairnessExpr")
        || TEMPORAL.contains(node.operator())
        || node.operator().equals("~>");
  }

  /** The names of definitions of which this is true, or that mention such a one. */
  private Set<String> closed(Predicate<Definition> true0) {
    Set<String> names = new HashSet<>();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<String, List<Definition>> each : byName.entrySet()) {
        if (!names.contains(each.getKey())
            && each.getValue().stream()
                .anyMatch(
                    definition ->
                        true0.test(definition)
                            || definition.mentions().stream().anyMatch(names::contains))) {
          names.add(each.getKey());
          grows = true;
        }
      }
    }
    return names;
  }

  /** The names of definitions that these rest on, themselves included. */
  private Set<String> reached(Set<String> roots, Map<String, String> replaced) {
    Set<String> reached = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(roots);
    while (!next.isEmpty()) {
      String name = next.remove();
      String other = replaced.get(name);
      if (other != null) {
        next.add(other);
      } else if (byName.containsKey(name) && reached.add(name)) {
        byName.get(name).forEach(definition -> next.addAll(definition.mentions()));
      }
    }
    return reached;
  }

  /**
   * What a fate rests on, as a digest. Of one by a property or a control that is the model, the
   * claim, and every definition that these two reach; of any other it is all models, controls and
   * pins. Comments, layout, and definitions that are not reached are no part of it.
   *
   * @return {@code ""} where there is no such model or claim any more
   */
  String basis(Fate fate) throws IOException {
    String key = fate.kill().isStrong() ? fate.model() + " " + fate.by() : "";
    String known = bases.get(key);
    if (known == null) {
      MessageDigest digest = GraphSum.sha256();
      boolean found = key.isEmpty();
      for (Model model : all()) {
        Set<String> claimed = new TreeSet<>(claims(model));
        boolean isIt = model.name().equals(fate.model()) && claimed.contains(fate.by());
        if (key.isEmpty() || isIt) {
          claimed.removeIf(claim -> isIt && model.mustHold() && !claim.equals(fate.by()));
          add(digest, model, claimed);
          found = true;
        }
      }
      known = found ? HexFormat.of().formatHex(digest.digest()).substring(0, BASIS_DIGITS) : "";
      bases.put(key, known);
    }
    return known;
  }

  private void add(MessageDigest digest, Model model, Set<String> claimed) throws IOException {
    Set<String> reached = new TreeSet<>(moves.get(model.id()));
    claimed.forEach(claim -> reached.addAll(claims.get(model.id()).get(claim)));
    StringBuilder text = new StringBuilder(Sources.row(model)).append('\n');
    Map<String, List<String>> config = TlcConfig.sections(model.config().text());
    config.keySet().removeAll(List.of("INVARIANT", "PROPERTY"));
    text.append(config).append('\n').append(claimed).append('\n').append(assumed);
    for (String name : reached) {
      byName.get(name).forEach(definition -> text.append(definition.tree()).append('\n'));
    }
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> words(String config) {
    return List.of(
        config.replaceAll("(?s)\\(\\*.*?\\*\\)|\\\\\\*[^\\n]*", " ").split("[^A-Za-z0-9_]+"));
  }

  /** By name, so that files and reports can be sorted as the module is. */
  Map<String, Integer> order() {
    Map<String, Integer> order = new LinkedHashMap<>();
    own.forEach(definition -> order.put(definition.name(), order.size()));
    return order;
  }
}
