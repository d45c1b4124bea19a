package dev.sluice.impact;

import dev.sluice.impact.ClassGraph.Reached;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Classes that changed files reach.
 *
 * <p>A changed source reaches its own class, and all classes that use it. Any changed file reaches
 * the classes whose string literals name it, one of its folders, or its extension: such a class
 * reads the file, directly or by walking a folder.
 */
public final class Impact {
  /** Beginning of the reason of a changed class. */
  static final String CHANGED = "changed";

  /** Folders that nearly every class reads in the end; only tests that name them are chosen. */
  private static final Set<String> BROAD = Set.of("src", "spec", "docs");

  /** Distance of a class that names a folder of a changed file. */
  private static final int BY_FOLDER = 2;

  /** Distance of a class that names only the extension of a changed file. */
  private static final int BY_EXTENSION = 3;

  /** Folders under {@code src}; a whole path as a literal would make this class a reader of it. */
  private static final List<String> PARTS = List.of("main", "test");

  private static final Pattern RESOURCE = Pattern.compile("src/main/resources/.*");

  private final ClassGraph graph;

  /** Prepares to follow the uses in a graph. */
  public Impact(ClassGraph graph) {
    this.graph = graph;
  }

  /**
   * Returns all classes that the files reach, nearest first.
   *
   * @param files paths relative to the root of the project, with slashes
   */
  public List<Reached> of(List<String> files) {
    List<Reached> seeds = new ArrayList<>();
    files.forEach(file -> seeds.addAll(seeds(file)));
    return graph.reach(seeds);
  }

  /** Returns the files that reach no class of a test. */
  public List<String> withoutTests(List<String> files) {
    return files.stream()
        .filter(file -> of(List.of(file)).stream().noneMatch(each -> isTestClass(each.name())))
        .toList();
  }

  /** Returns whether the build runs the class as a test. */
  public boolean isTestClass(String name) {
    return graph.isTest(name) && (name.endsWith("Test") || name.endsWith("Properties"));
  }

  private List<Reached> seeds(String file) {
    List<Reached> seeds = new ArrayList<>();
    String source = className(file);
    if (source != null && graph.classes().contains(source)) {
      seeds.add(new Reached(source, 0, CHANGED));
      String simple = ClassGraph.simple(source);
      for (String name : graph.classes()) {
        if (isTestClass(name)
            && !name.equals(source)
            && subject(ClassGraph.simple(name)).equals(simple)) {
          seeds.add(new Reached(name, 0, "named after " + simple));
        }
      }
    }
    for (String name : graph.classes()) {
      Reached naming = naming(name, file);
      if (naming != null && !name.equals(source)) {
        seeds.add(naming);
      }
    }
    seeds.sort(Comparator.comparingInt(Reached::distance));
    return seeds;
  }

  /** Returns the longest name of a class of the program with which the name of a test begins. */
  private String subject(String test) {
    return graph.classes().stream()
        .filter(name -> !graph.isTest(name))
        .map(ClassGraph::simple)
        .filter(test::startsWith)
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  /** Returns the qualified name of the class of a source, or null if the file is no source. */
  static String className(String file) {
    for (String part : PARTS) {
      String folder = "src/" + part + "/java/";
      if (file.startsWith(folder) && file.endsWith(".java")) {
        return file.substring(folder.length(), file.length() - ".java".length()).replace('/', '.');
      }
    }
    return null;
  }

  /** Returns how a class names a file in its literals, or null if it does not. */
  private Reached naming(String name, String file) {
    Set<String> strings = graph.strings(name);
    String last = file.substring(file.lastIndexOf('/') + 1);
    boolean isPlain = last.indexOf('.') <= 0; // as in "run" or "sluice": too common alone
    if (isPlain ? graph.isTest(name) && strings.contains(file) : isNamed(strings, last)) {
      return new Reached(name, className(file) == null ? 1 : BY_FOLDER, "names " + last);
    }
    if (RESOURCE.matcher(file).matches() && strings.contains(withoutExtension(last))) {
      return new Reached(name, 1, "names " + withoutExtension(last));
    }
    for (String folder : folders(file)) {
      boolean isOpen = graph.isTest(name) || !BROAD.contains(folder);
      if (isOpen && (strings.contains(folder) || strings.contains(folder + "/"))) {
        return new Reached(name, BY_FOLDER, "reads the folder " + folder);
      }
    }
    boolean isExtension = !isPlain && graph.isTest(name) && strings.contains(extension(last));
    return isExtension ? new Reached(name, BY_EXTENSION, "reads files *" + extension(last)) : null;
  }

  private static boolean isNamed(Set<String> literals, String last) {
    Pattern alone =
        Pattern.compile("(?<![\\w.-])" + Pattern.quote(last) + "(?!\\w)"); // not in a longer name
    return !last.equals("package-info.java")
        && literals.stream().anyMatch(each -> each.contains(last) && alone.matcher(each).find());
  }

  private static String extension(String last) {
    return last.substring(last.lastIndexOf('.'));
  }

  private static String withoutExtension(String last) {
    return last.replaceFirst("\\.\\w+$", "");
  }

  /** Returns the folders of a file, the innermost first. */
  private static List<String> folders(String file) {
    List<String> folders = new ArrayList<>();
    for (int end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      folders.add(file.substring(0, end));
    }
    return folders;
  }
}
