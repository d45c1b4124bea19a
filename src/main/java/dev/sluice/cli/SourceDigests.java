package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * SHA-256 of each file that a result rests on, taken before the command reads any of them.
 *
 * <p>TLC reads modules and configurations by itself, so those of a model are digested again before
 * and after its run; all files are digested again at the end. A file with two digests is reported,
 * with the models that were perhaps checked with another text.
 */
final class SourceDigests {
  /** Folders and files of the project's root on which a result rests, beside the jars. */
  private static final List<String> SOURCES =
      List.of("model-traces", "pom.xml", "schema", "sluice", "spec", "src");

  private static final String GONE = "no file";
  private static final int SHOWN = 3;

  /** The project's root with links unresolved, in which models name their files. */
  private final Path given;

  private final Path root;
  private final TlcJar jar;
  private final SortedMap<String, String> sources;
  private final SortedMap<String, String> jars;
  private final Map<Path, Collection<Path>> modules = new HashMap<>();

  /** By file, the models that perhaps read another text than the digested one. */
  private final SortedMap<String, SortedSet<String>> models = new TreeMap<>();

  private SourceDigests(Path root, TlcJar jar) throws IOException {
    this.given = root.toAbsolutePath().normalize();
    this.root = root.toRealPath();
    this.jar = jar;
    sources = digests(sources());
    jars = digests(jars());
  }

  /**
   * Digests all files.
   *
   * @param root the project's root
   * @throws Refusal if one of them cannot be read
   */
  static SourceDigests take(Path root, TlcJar jar) throws Refusal {
    try {
      return new SourceDigests(root, jar);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static Refusal unreadable(IOException e) {
    return Refusal.badInput("a file cannot be digested for --out: " + DiskTrouble.why(e));
  }

  /**
   * Digests the modules and the configuration of a model; called before and after TLC reads them.
   */
  synchronized void reads(Model model, List<Path> library) {
    for (Path file : files(model, library)) {
      String name = named(file);
      if (!digest(file).equals(sources.get(name))) {
        models.computeIfAbsent(name, other -> new TreeSet<>()).add(model.id());
      }
    }
  }

  private List<Path> files(Model model, List<Path> library) {
    List<Path> files = new ArrayList<>();
    try {
      Collection<Path> of = modules.get(model.rootModule());
      if (of == null) {
        of = SpecDigest.files(model.rootModule(), library).values();
        modules.put(model.rootModule(), of);
      }
      files.addAll(of);
      if (!model.config().isMade()) {
        files.add(model.config().in(root));
      }
    } catch (IOException e) {
      files.add(model.rootModule()); // it is gone, and TLC says so
    }
    return files;
  }

  /** Returns the lines of {@code digests.txt}: all sources, then all jars, each sorted by name. */
  String lines() {
    StringBuilder text = new StringBuilder();
    for (SortedMap<String, String> files : List.of(sources, jars)) {
      files.forEach((name, digest) -> text.append(Digests.line(digest, name)));
    }
    return text.toString();
  }

  /** Compares the files with their digests, and reports those that have changed. */
  Part part() throws Refusal {
    SortedMap<String, String> before = new TreeMap<>(sources);
    before.putAll(jars);
    SortedMap<String, String> now;
    try {
      now = digests(sources());
      now.putAll(digests(jars()));
    } catch (IOException e) {
      throw unreadable(e);
    }
    SortedSet<String> changed = new TreeSet<>(models.keySet());
    SortedSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(now.keySet());
    for (String name : all) {
      if (!before.getOrDefault(name, GONE).equals(now.getOrDefault(name, GONE))) {
        changed.add(name);
      }
    }
    List<String> problems = new ArrayList<>();
    for (String name : changed) {
      problems.add(
          name
              + " changed during the run: its digest was "
              + before.getOrDefault(name, GONE)
              + " at the start and is "
              + now.getOrDefault(name, GONE)
              + " at the end"
              + checked(models.getOrDefault(name, new TreeSet<>()))
              + "; run the command again");
    }
    return new Part(
        "sources",
        changed.isEmpty() ? Status.AS_EXPECTED : Status.NOT_DECIDED,
        changed.isEmpty()
            ? Words.some(before.size(), "file", "files") + " as digested before they were read"
            : Words.some(changed.size(), "file", "files") + " changed during the run",
        problems);
  }

  private static String checked(SortedSet<String> ids) {
    if (ids.isEmpty()) {
      return "";
    }
    List<String> first = ids.stream().limit(SHOWN).toList();
    int more = ids.size() - first.size();
    return "; "
        + String.join(", ", first)
        + (more == 0 ? "" : " and " + Words.some(more, "other model", "other models"))
        + (ids.size() == 1 ? " was" : " were")
        + " perhaps checked with another text";
  }

  private SortedMap<String, Path> sources() throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    for (String name : SOURCES) {
      Path source = root.resolve(name);
      if (Files.exists(source)) {
        try (Stream<Path> all = Files.walk(source)) {
          all.filter(Files::isRegularFile)
              .filter(file -> !SpecDigest.isLeftByAnEditor(source, file))
              .forEach(file -> files.put(named(file), file));
        }
      }
    }
    return files;
  }

  private SortedMap<String, Path> jars() throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    files.put(named(jar.path()), jar.path());
    Path own = Home.jar();
    if (own != null && Files.isRegularFile(own)) {
      files.put(named(own), own);
      for (Path library : libraries(own.resolveSibling("lib"))) {
        files.put(named(library), library);
      }
    }
    return files;
  }

  /**
   * Returns the jars of a folder. The archive of TLC's loaded classes beside them is none: the JVM
   * makes it from the jars during the first run, and uses it only for those.
   */
  static List<Path> libraries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static SortedMap<String, String> digests(SortedMap<String, Path> files)
      throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      try {
        digests.put(file.getKey(), Digests.of(file.getValue()));
      } catch (NoSuchFileException e) {
        // an editor has taken it away since the folder was listed
      }
    }
    return digests;
  }

  private static String digest(Path file) {
    try {
      return Digests.of(file);
    } catch (IOException e) {
      return GONE;
    }
  }

  /** Returns the path of a file from the root, with the same separators everywhere. */
  private String named(Path file) {
    Path path = file.toAbsolutePath().normalize();
    for (Path from : List.of(root, given)) {
      if (path.startsWith(from)) {
        return Digests.name(from.relativize(path));
      }
    }
    return Digests.name(path);
  }
}
