package dev.sluice.model.tlc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The line of a shell by which TLC makes a run again, alone: its own main class, and nothing of
 * Sluice's.
 *
 * <p>It runs from the folder it was made for, and names what lies beside that folder, or in it, by
 * relative paths. What TLC writes goes to {@code target/tlc}, which it clears. There it has a
 * temporary folder of its own, because it unpacks its modules into that: two runs that share one
 * overwrite the modules that the other reads, and fail to parse them.
 */
public final class PlainCommand {
  private final Path root;
  private final TlcJar jar;

  /**
   * A writer of such lines.
   *
   * @param root the folder in which they are to run
   * @param jar the jar with TLC
   */
  public PlainCommand(Path root, TlcJar jar) {
    this.root = root.toAbsolutePath().normalize();
    this.jar = jar;
  }

  /**
   * The line of one run.
   *
   * @param name the run's own name, for the folder that TLC writes to
   * @param request the run
   * @param config the file that holds its configuration, or will
   * @throws IOException if the jar cannot be read
   */
  public String line(String name, TlcRequest request, Path config) throws IOException {
    Path module = request.module().toAbsolutePath().normalize();
    List<String> words = new ArrayList<>();
    words.add("java");
    words.add("-Xmx" + request.heapMib() + "m");
    words.add("-XX:+UseParallelGC"); // TLC advises it
    words.addAll(request.options().properties());
    words.add("-Dfile.encoding=UTF-8");
    String temporary = "target/tlc/" + name + ".tmp";
    words.add("-Djava.io.tmpdir=" + temporary);
    words.add("-DTLA-Library=" + path(folders(request.library())));
    words.add("-cp");
    List<Path> classPath = new ArrayList<>();
    for (String each : jar.classPath().split(File.pathSeparator)) {
      classPath.add(Path.of(each));
    }
    request.library().stream().filter(PlainCommand::isJar).forEach(classPath::add);
    words.add(path(classPath));
    words.add("tlc2.TLC");
    words.addAll(Tlc.search(request, jar));
    words.addAll(List.of("-cleanup", "-metadir", "target/tlc/" + name));
    words.add("-config"); // TLC looks for it from the module's folder
    words.add(module.getParent().relativize(config.toAbsolutePath().normalize()).toString());
    words.addAll(request.options().flags());
    String before = words.stream().map(PlainCommand::quoted).collect(Collectors.joining(" "));
    // TLC looks into the folders of TLA-Library only where the module's path is absolute.
    String moduleHere = " \"$PWD\"/" + quoted(root.relativize(module).toString());
    return "mkdir -p " + quoted(temporary) + " && " + before + moduleHere;
  }

  private static List<Path> folders(List<Path> library) {
    return library.stream().filter(each -> !isJar(each)).toList();
  }

  private static boolean isJar(Path file) {
    return file.toString().endsWith(".jar");
  }

  /** A search path; what lies in the root is named from there. */
  private String path(List<Path> places) {
    return places.stream()
        .map(place -> place.toAbsolutePath().normalize())
        .map(place -> place.startsWith(root) ? root.relativize(place) : place)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A word as a shell reads it back. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
