package dev.sluice.impact;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Compilation of one source folder, of as few sources as is sound.
 *
 * <p>A changed source is compiled first. If the interface of a class then differs (all that {@code
 * javap -package -constants} prints), every source that mentions or uses the class is compiled too,
 * and so on. Mentions matter because a constant leaves no reference in the classes that inline it;
 * uses matter because a type can be used without being mentioned. A subclass inherits a change of
 * its superclass's interface.
 */
final class Compilation {
  private static final Pattern WORD = Pattern.compile("\\w+");

  private final Path sources;
  private final Path classes;
  private final Path fresh;
  private final List<String> options;
  private final ClassGraph graph;

  /** Qualified names of compiled classes whose interface changed. */
  private final Set<String> changed = new TreeSet<>();

  private final Set<String> compiled = new TreeSet<>();

  /**
   * Prepares a compilation.
   *
   * @param sources folder of the sources
   * @param classes folder of the class files
   * @param fresh empty folder for new class files
   * @param options options of the compiler, without class path and output folder
   * @param graph uses between the present classes
   */
  Compilation(Path sources, Path classes, Path fresh, List<String> options, ClassGraph graph) {
    this.sources = sources;
    this.classes = classes;
    this.fresh = fresh;
    this.options = List.copyOf(options);
    this.graph = graph;
  }

  /** Reason why sources do not compile: the messages of the compiler. */
  static final class Rejected extends Exception {
    private static final long serialVersionUID = 1L;

    Rejected(String messages) {
      super(messages);
    }
  }

  /**
   * Compiles the stale sources and all that depend on them, and installs the new class files.
   *
   * @param texts texts of all sources by qualified name
   * @param stale names of sources that changed or disappeared
   * @param altered names of classes elsewhere whose interface changed
   * @param path class path behind the folders of this compilation
   * @throws Rejected if the compiler rejects a source; no class file has then been replaced
   */
  void run(SortedMap<String, String> texts, Set<String> stale, Set<String> altered, String path)
      throws IOException, Rejected {
    Set<String> deleted = new TreeSet<>(stale);
    deleted.removeAll(texts.keySet());
    for (String name : deleted) {
      remove(name);
    }
    Set<String> next = new TreeSet<>(stale);
    next.removeAll(deleted);
    Set<String> causes = new TreeSet<>(altered);
    causes.addAll(deleted);
    changed.addAll(deleted);
    next.addAll(dependents(causes, texts));
    while (!next.isEmpty()) {
      compile(next, path);
      boolean isAll = next.size() == texts.size();
      Set<String> different = new TreeSet<>();
      for (String name : next) {
        if (isAll || !interfaceOf(classes, name).equals(interfaceOf(fresh, name))) {
          different.add(name);
        }
      }
      compiled.addAll(next);
      changed.addAll(different);
      next = dependents(different, texts);
      next.removeAll(compiled);
    }
    for (String name : compiled) {
      remove(name);
    }
    install();
  }

  /** Returns the names of the classes whose interface changed. */
  Set<String> changed() {
    return changed;
  }

  /** Returns the number of compiled sources. */
  int count() {
    return compiled.size();
  }

  private Set<String> dependents(Set<String> causes, Map<String, String> texts) {
    Set<String> found = new TreeSet<>();
    if (causes.isEmpty()) {
      return found;
    }
    Set<String> all = withSubclasses(causes, texts);
    Set<String> simple = new HashSet<>();
    for (String cause : all) {
      simple.add(ClassGraph.simple(cause));
      graph.users(cause).stream().filter(texts::containsKey).forEach(found::add);
    }
    texts.forEach(
        (name, text) -> {
          if (mentions(text, simple)) {
            found.add(name);
          }
        });
    return found;
  }

  /** Adds the classes that inherit from some classes, as far as their texts say so. */
  private static Set<String> withSubclasses(Set<String> causes, Map<String, String> texts) {
    Set<String> all = new TreeSet<>(causes);
    Set<String> simple = new HashSet<>();
    causes.forEach(cause -> simple.add(ClassGraph.simple(cause)));
    for (boolean grows = true; grows; ) {
      grows = false;
      for (Map.Entry<String, String> each : texts.entrySet()) {
        if (!all.contains(each.getKey()) && inherits(each.getValue(), simple)) {
          all.add(each.getKey());
          simple.add(ClassGraph.simple(each.getKey()));
          grows = true;
        }
      }
    }
    return all;
  }

  private static final Pattern HEADER = Pattern.compile("\\b(?:extends|implements)\\s([^{;]*)");

  private static boolean inherits(String text, Set<String> simple) {
    Matcher header = HEADER.matcher(text);
    while (header.find()) {
      if (mentions(header.group(1), simple)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentions(String text, Set<String> simple) {
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      if (simple.contains(word.group())) {
        return true;
      }
    }
    return false;
  }

  private void compile(Set<String> names, String path) throws IOException, Rejected {
    javax.tools.JavaCompiler javac = javax.tools.ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new Rejected("this Java has no compiler; set JAVA_HOME to a JDK");
    }
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-proc:none", "-implicit:none", "-d", fresh.toString()));
    arguments.addAll(List.of("-cp", fresh + java.io.File.pathSeparator + classes + path));
    StringWriter messages = new StringWriter();
    try (var files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var units = files.getJavaFileObjectsFromPaths(names.stream().map(this::source).toList());
      PrintWriter out = new PrintWriter(messages);
      if (!javac.getTask(out, files, null, arguments, null, units).call()) {
        throw new Rejected(messages.toString().strip());
      }
    }
  }

  private Path source(String name) {
    return sources.resolve(name.replace('.', '/') + ".java");
  }

  /** Returns the part of the classes of a source on which others depend, as text. */
  private static String interfaceOf(Path folder, String name) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-package", "-constants"));
    files(folder, name).stream()
        .filter(file -> !file.toString().matches(".*\\$\\d.*")) // no other source can use it
        .forEach(file -> arguments.add(file.toString()));
    if (arguments.size() == 2) {
      return "";
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    ToolProvider.findFirst("javap")
        .orElseThrow(() -> new IOException("this Java has no javap; set JAVA_HOME to a JDK"))
        .run(out, out, arguments.toArray(String[]::new));
    return text.toString(StandardCharsets.UTF_8);
  }

  /** Returns the class files of a source, sorted. */
  private static List<Path> files(Path folder, String name) throws IOException {
    Path base = folder.resolve(name.replace('.', '/'));
    if (!Files.isDirectory(base.getParent())) {
      return List.of();
    }
    String simple = base.getFileName().toString();
    try (Stream<Path> all = Files.list(base.getParent())) {
      return all.filter(
              file -> {
                String last = file.getFileName().toString();
                return last.equals(simple + ".class")
                    || last.startsWith(simple + "$") && last.endsWith(".class");
              })
          .sorted()
          .toList();
    }
  }

  private void remove(String name) throws IOException {
    for (Path file : files(classes, name)) {
      Files.delete(file);
    }
  }

  private void install() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(fresh)) {
      all = files.filter(Files::isRegularFile).toList();
    }
    for (Path file : all) {
      Path to = classes.resolve(fresh.relativize(file).toString());
      Files.createDirectories(to.getParent());
      Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Reads the sources in a folder.
   *
   * @return texts by qualified name, as in {@code dev.sluice.cli.Sluice}
   */
  static SortedMap<String, String> texts(Path sources) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    if (!Files.isDirectory(sources)) {
      return texts;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    for (Path file : files) {
      String name = sources.relativize(file).toString().replaceFirst("\\.java$", "");
      texts.put(name.replace('/', '.').replace('\\', '.'), Files.readString(file));
    }
    return texts;
  }
}
