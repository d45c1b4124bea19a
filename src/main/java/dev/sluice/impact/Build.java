package dev.sluice.impact;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Class folders of the project, {@code target/classes} and {@code target/test-classes}, brought up
 * to date without Maven.
 *
 * <p>A record holds the digest of each source at the time of its compilation, and a fingerprint of
 * the class files. If other hands have changed the class files since then, their times decide: a
 * complete compilation by Maven leaves every class newer than its source, and every test class
 * newer than every class of the program. If that is not so either, everything is compiled.
 */
public final class Build {
  /** Options of the compiler, the same as in {@code pom.xml}. */
  static final List<String> LINT = List.of("-Xlint:all,-processing,-serial", "-parameters");

  private static final int RELEASE = 17;

  private final Path root;
  private final String libraries;
  private final Path record;
  private final Part main;
  private final Part test;

  /** A folder of sources, the folder of their classes, and their resources. */
  private record Part(Path sources, Path classes, Path resources) {}

  /** Reason why the project does not compile: the messages of the compiler. */
  public static final class Broken extends Exception {
    private static final long serialVersionUID = 1L;

    Broken(String messages) {
      super(messages);
    }
  }

  /**
   * Prepares a build.
   *
   * @param root the root of the project
   * @param libraries class path of the libraries
   */
  public Build(Path root, String libraries) {
    this.root = root;
    this.libraries = libraries;
    this.record = root.resolve("target/dev/compiled");
    this.main = part("main", "classes");
    this.test = part("test", "test-classes");
  }

  private Part part(String name, String classes) {
    Path src = root.resolve("src").resolve(name);
    return new Part(
        src.resolve("java"), root.resolve("target").resolve(classes), src.resolve("resources"));
  }

  /** Returns the folder of the classes of the program. */
  public Path mainClasses() {
    return main.classes;
  }

  /** Returns the folder of the classes of the tests. */
  public Path testClasses() {
    return test.classes;
  }

  /** Returns the class path of the tests. */
  public String testPath() {
    return test.classes + File.pathSeparator + main.classes + behind(libraries);
  }

  private static String behind(String path) {
    return path.isEmpty() ? "" : File.pathSeparator + path;
  }

  /**
   * Compiles and copies all that is out of date.
   *
   * @return number of compiled sources
   * @throws Broken if a source does not compile
   */
  public int run() throws IOException, Broken {
    SortedMap<String, String> mainTexts = Compilation.texts(main.sources);
    SortedMap<String, String> testTexts = Compilation.texts(test.sources);
    Map<String, String> digests = new HashMap<>();
    mainTexts.forEach((name, text) -> digests.put(name, digest(text)));
    testTexts.forEach((name, text) -> digests.put(name, digest(text)));
    Set<String> stale = stale(digests);
    if (stale == null) {
      clear(main.classes);
      clear(test.classes);
      stale = digests.keySet();
    }
    Files.createDirectories(main.classes);
    Files.createDirectories(test.classes);
    copyResources();
    ClassGraph graph = ClassGraph.read(main.classes, test.classes);
    Set<String> ofTests = new TreeSet<>(stale);
    ofTests.removeIf(name -> !testTexts.containsKey(name) && !graph.isTest(name));
    Set<String> ofMain = new TreeSet<>(stale);
    ofMain.removeAll(ofTests);
    Compilation first = compilation(main, graph);
    Compilation second = compilation(test, graph);
    try {
      first.run(mainTexts, ofMain, Set.of(), behind(libraries));
      String path = File.pathSeparator + main.classes + behind(libraries);
      second.run(testTexts, ofTests, first.changed(), path);
    } catch (Compilation.Rejected e) {
      throw new Broken(e.getMessage());
    }
    write(digests);
    return first.count() + second.count();
  }

  private Compilation compilation(Part part, ClassGraph graph) throws IOException {
    Path fresh = root.resolve("target/dev/fresh");
    clear(fresh);
    Files.createDirectories(fresh);
    List<String> options = new ArrayList<>(LINT);
    options.addAll(List.of("-g", "-encoding", "UTF-8", "--release", String.valueOf(RELEASE)));
    if (Runtime.version().feature() == RELEASE) {
      options.add("-Werror"); // later compilers know more warnings
    }
    return new Compilation(part.sources, part.classes, fresh, options, graph);
  }

  // ------------------------------------------------------------------ staleness

  /** Returns the sources to compile, or null if the class files cannot be trusted. */
  private Set<String> stale(Map<String, String> digests) throws IOException {
    Map<String, String> known = recorded();
    return known == null ? byTime(digests.keySet()) : byDigest(known, digests);
  }

  private static Set<String> byDigest(Map<String, String> known, Map<String, String> digests) {
    Set<String> stale = new TreeSet<>(known.keySet());
    stale.addAll(digests.keySet());
    stale.removeIf(name -> digests.getOrDefault(name, "").equals(known.get(name)));
    return stale;
  }

  private Set<String> byTime(Set<String> sources) throws IOException {
    Map<String, Long> mainTimes = times(main.classes);
    Map<String, Long> testTimes = times(test.classes);
    long newest = mainTimes.values().stream().mapToLong(Long::longValue).max().orElse(0);
    long oldest = testTimes.values().stream().mapToLong(Long::longValue).min().orElse(-1);
    if (oldest < newest) {
      return null;
    }
    Set<String> stale = new TreeSet<>();
    for (String name : sources) {
      Long compiled = mainTimes.getOrDefault(name, testTimes.get(name));
      boolean hasNoClass = name.endsWith("package-info");
      if (compiled == null ? !hasNoClass : edited(name) >= compiled) {
        stale.add(name);
      }
    }
    mainTimes.keySet().stream().filter(name -> !sources.contains(name)).forEach(stale::add);
    testTimes.keySet().stream().filter(name -> !sources.contains(name)).forEach(stale::add);
    return stale;
  }

  private long edited(String name) throws IOException {
    Path inMain = main.sources.resolve(name.replace('.', '/') + ".java");
    Path file =
        Files.exists(inMain) ? inMain : test.sources.resolve(name.replace('.', '/') + ".java");
    return Files.getLastModifiedTime(file).toMillis();
  }

  /** Returns the oldest time of the class files of each source. */
  private static Map<String, Long> times(Path classes) throws IOException {
    Map<String, Long> times = new HashMap<>();
    for (Path file : classFiles(classes)) {
      String name = ClassGraph.topLevel(classes.relativize(file));
      times.merge(name, Files.getLastModifiedTime(file).toMillis(), Math::min);
    }
    return times;
  }

  private static List<Path> classFiles(Path classes) throws IOException {
    if (!Files.isDirectory(classes)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(classes)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  // ------------------------------------------------------------------ record

  /** Returns the recorded digests, or null if the class files are not those of the record. */
  private Map<String, String> recorded() throws IOException {
    if (!Files.isRegularFile(record)) {
      return null;
    }
    List<String> lines = Files.readAllLines(record);
    if (lines.isEmpty() || !lines.get(0).equals(fingerprint())) {
      return null;
    }
    Map<String, String> digests = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] columns = line.split(" ", 2);
      digests.put(columns[1], columns[0]);
    }
    return digests;
  }

  private void write(Map<String, String> digests) throws IOException {
    List<String> lines = new ArrayList<>(List.of(fingerprint()));
    digests.forEach((name, digest) -> lines.add(digest + " " + name));
    Files.createDirectories(record.getParent());
    Path beside = record.resolveSibling("compiled.unfinished");
    Files.write(beside, lines);
    Files.move(beside, record, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns a digest of the names, sizes and times of all class files. */
  private String fingerprint() throws IOException {
    StringBuilder text = new StringBuilder(libraries);
    for (Path folder : List.of(main.classes, test.classes)) {
      for (Path file : classFiles(folder)) {
        text.append('\n').append(file).append(' ').append(Files.size(file));
        text.append(' ').append(Files.getLastModifiedTime(file).toMillis());
      }
    }
    return digest(text.toString());
  }

  /** Returns the SHA-256 digest of a text. */
  public static String digest(String text) {
    try {
      byte[] octets = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(octets));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  // ------------------------------------------------------------------ files

  /** Copies resources that differ from their copies beside the classes. */
  private void copyResources() throws IOException {
    copy(main.resources, main.classes, "");
    copy(root.resolve("schema"), main.classes.resolve("dev/sluice/trace"), ".json");
    copy(test.resources, test.classes, "");
  }

  private static void copy(Path from, Path to, String extension) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(file -> file.toString().endsWith(extension))
              .toList();
    }
    for (Path file : files) {
      Path copy = to.resolve(from.relativize(file).toString());
      if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Deletes all class files in a folder. */
  private static void clear(Path folder) throws IOException {
    try {
      for (Path file : classFiles(folder)) {
        Files.delete(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
