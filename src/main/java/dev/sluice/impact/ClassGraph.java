package dev.sluice.impact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Uses between top-level classes, read from their class files. */
public final class ClassGraph {
  private final Map<String, Set<String>> names = new TreeMap<>();
  private final Map<String, Set<String>> strings = new HashMap<>();
  private final Map<String, Set<String>> users = new HashMap<>();
  private final Set<String> tests = new TreeSet<>();

  /**
   * A class that an edit reaches.
   *
   * @param distance number of uses between the class and the changed file
   * @param why reason of a class at which the search begins; {@code ""} for others
   * @param from the used class by which the search came; {@code null} at the beginning
   */
  public record Reached(String name, int distance, String why, Reached from) {
    Reached(String name, int distance, String why) {
      this(name, distance, why, null);
    }

    /** Returns a phrase that says why the class is reached. */
    public String reason() {
      if (from == null) {
        return why;
      }
      String uses = "uses " + simple(from.name);
      if (from.from != null && from.from.from != null) {
        Reached first = from.from;
        while (first.from != null) {
          first = first.from;
        }
        return uses + ", which reaches " + simple(first.name);
      }
      return from.why.equals(Impact.CHANGED)
          ? uses + " directly"
          : uses + ", which " + from.reason().replaceFirst(" directly$", "");
    }
  }

  private ClassGraph() {}

  /**
   * Reads the class files in two folders; a folder may be absent.
   *
   * @param main classes of the program
   * @param test classes of its tests
   */
  public static ClassGraph read(Path main, Path test) throws IOException {
    ClassGraph graph = new ClassGraph();
    graph.add(main, false);
    graph.add(test, true);
    for (Map.Entry<String, Set<String>> each : graph.names.entrySet()) {
      for (String used : each.getValue()) {
        if (graph.names.containsKey(used) && !used.equals(each.getKey())) {
          graph.users.computeIfAbsent(used, none -> new TreeSet<>()).add(each.getKey());
        }
      }
    }
    return graph;
  }

  private void add(Path folder, boolean isTest) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      ClassFile read = ClassFile.read(Files.readAllBytes(file));
      String name = topLevel(folder.relativize(file));
      names.computeIfAbsent(name, none -> new TreeSet<>()).addAll(read.names());
      strings.computeIfAbsent(name, none -> new TreeSet<>()).addAll(read.strings());
      if (isTest) {
        tests.add(name);
      }
    }
  }

  /** Returns the qualified name of the top-level class of a class file. */
  static String topLevel(Path file) {
    String name = file.toString().replaceFirst("\\.class$", "");
    int nested = name.indexOf('$');
    return name.substring(0, nested < 0 ? name.length() : nested)
        .replace('/', '.')
        .replace('\\', '.');
  }

  /** Returns the part of a qualified name behind the package. */
  static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns all classes, sorted. */
  public Set<String> classes() {
    return names.keySet();
  }

  /** Returns whether the class lies in the folder of tests. */
  public boolean isTest(String name) {
    return tests.contains(name);
  }

  /** Returns the string literals of a class. */
  Set<String> strings(String name) {
    return strings.getOrDefault(name, Set.of());
  }

  /** Returns the classes that use a class directly, sorted. */
  Set<String> users(String name) {
    return users.getOrDefault(name, Set.of());
  }

  /**
   * Follows uses from some classes to all classes that reach them, nearest first.
   *
   * @param seeds classes with their own distances and reasons
   * @return each class once, with the shortest distance
   */
  public List<Reached> reach(List<Reached> seeds) {
    Map<String, Reached> reached = new HashMap<>();
    TreeMap<Integer, List<Reached>> waiting = new TreeMap<>();
    seeds.forEach(seed -> put(waiting, seed));
    List<Reached> inOrder = new ArrayList<>();
    while (!waiting.isEmpty()) {
      for (Reached next : waiting.pollFirstEntry().getValue()) {
        if (reached.putIfAbsent(next.name(), next) != null) {
          continue;
        }
        inOrder.add(next);
        for (String user : users(next.name())) {
          if (!reached.containsKey(user)) {
            put(waiting, new Reached(user, next.distance() + 1, "", next));
          }
        }
      }
    }
    return inOrder;
  }

  private static void put(TreeMap<Integer, List<Reached>> waiting, Reached next) {
    waiting.computeIfAbsent(next.distance(), none -> new ArrayList<>()).add(next);
  }
}
