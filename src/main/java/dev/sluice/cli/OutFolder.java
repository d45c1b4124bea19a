package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.tlc.PlainCommand;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The folder that keeps a result, {@code --out}: there whole, or not at all.
 *
 * <table>
 * <caption>What is in it</caption>
 * <tr><td>{@code result.json}</td><td>the same as {@code --json} prints, and the catalogue's rows
 * </td></tr>
 * <tr><td>{@code junit.xml}</td><td>a case for each model, for build servers</td></tr>
 * <tr><td>{@code timings.json}</td><td>seconds, CPU time and memory of each model</td></tr>
 * <tr><td>{@code not-shown.md}</td><td>what the result does not show</td></tr>
 * <tr><td>{@code commands.txt}</td><td>for each run of TLC a line that makes it again, from the
 * project's root and without Sluice</td></tr>
 * <tr><td>{@code digests.txt}</td><td>SHA-256 of all sources and jars as they were before the
 * command read them, in the form that {@code sha256sum -c} reads from the project's root</td></tr>
 * <tr><td>{@code provenance.json}</td><td>the commit, the JDK, TLC and the machine's kind</td></tr>
 * <tr><td>{@code tlc/Module/name.out}</td><td>TLC's own output</td></tr>
 * <tr><td>{@code tlc/Module/name.cfg}</td><td>the configuration, where no file holds it</td></tr>
 * <tr><td>{@code SHA256SUMS}</td><td>SHA-256 of every other file of the folder, in the form that
 * {@code sha256sum -c} reads from the folder</td></tr>
 * </table>
 */
final class OutFolder implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Path part;
  private final Path root;
  private final TlcJar jar;
  private final SourceDigests sources;
  private final Map<String, String> commands = new TreeMap<>();
  private final Set<String> versions = new TreeSet<>();
  private volatile IOException failed;

  private final Interrupts interrupts;
  private final Runnable clear = this::delete;

  private OutFolder(
      Path folder, Path part, Path root, TlcJar jar, SourceDigests sources, Interrupts interrupts) {
    this.folder = folder;
    this.part = part;
    this.root = root;
    this.jar = jar;
    this.sources = sources;
    this.interrupts = interrupts;
    interrupts.leaves(clear);
  }

  /**
   * Prepares the folder, beside the place where it will stand.
   *
   * @param root the project's root
   * @param jar the TLC that is used
   * @param sources the digests of the files that the result rests on
   * @param interrupts which clear it away where the command is cut off
   * @throws Refusal if something is there already, or cannot be
   */
  static OutFolder begin(
      Path named, Path root, TlcJar jar, SourceDigests sources, Interrupts interrupts)
      throws Refusal {
    try {
      Path folder = unused(named);
      Path parent = Files.createDirectories(folder.getParent());
      Path place = parent.toRealPath().resolve(folder.getFileName());
      Path project = root.toRealPath();
      return interrupts.making(
          () -> new OutFolder(place, beside(parent), project, jar, sources, interrupts));
    } catch (IOException | NullPointerException e) {
      throw cannotBeMade(named, e);
    }
  }

  private static Path beside(Path parent) throws IOException {
    return Files.createTempDirectory(parent, ".sluice-out-");
  }

  /**
   * The folder that is named, where it is new or empty.
   *
   * @throws Refusal if something is there already
   */
  static Path unused(Path named) throws Refusal {
    reachable("--out", named);
    try {
      Path folder = WholeFile.target(named);
      if (Files.exists(folder) && !isEmptyFolder(folder)) {
        throw Refusal.badInput(
            "--out "
                + folder
                + (Files.isDirectory(folder) ? " is not empty" : " is not a folder")
                + "; name a new one, so that no two results are mixed");
      }
      return folder;
    } catch (IOException | NullPointerException e) {
      throw cannotBeMade(named, e);
    }
  }

  /**
   * Sees that a folder is there, or can be made.
   *
   * @throws Refusal if a file stands in its place, or in that of a folder above it
   */
  static void reachable(String option, Path named) throws Refusal {
    Path above = named.toAbsolutePath().normalize();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw Refusal.badInput(
          option + " " + named + ": " + above + " is a file, not a folder; name another place");
    }
  }

  private static Refusal cannotBeMade(Path named, Exception e) {
    return DiskTrouble.isFull(e)
        ? Refusal.notDecided(DiskTrouble.notWritten("--out " + named, e))
        : Refusal.badInput("--out " + named + " cannot be made: " + DiskTrouble.why(e));
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.findAny().isEmpty();
    }
  }

  /** Keeps what TLC wrote about one model; where it cannot, {@link #finish} says so. */
  void keep(Done done) {
    TlcRun run = done.result().run();
    if (run == null) {
      return;
    }
    try {
      keep(done, run);
    } catch (IOException e) {
      failed = e;
    }
  }

  private void keep(Done done, TlcRun run) throws IOException {
    String id = done.model().id();
    boolean made = done.model().config().isMade();
    Path config =
        made
            ? folder.resolve("tlc").resolve(id + ".cfg")
            : done.model().config().in(part).toRealPath();
    String line = new PlainCommand(root, jar).line(id, run.request(), config);
    synchronized (commands) {
      commands.put(id, line);
      if (run.version() != null) {
        versions.add(run.version());
      }
    }
    Path kept = part.resolve("tlc").resolve(id + ".out");
    Files.createDirectories(kept.getParent());
    Files.copy(run.output(), kept);
    if (made) {
      Files.write(part.resolve("tlc").resolve(id + ".cfg"), done.model().config().bytes());
    }
  }

  /**
   * Writes the rest and puts the folder in its place.
   *
   * @param result all that was found out
   * @throws Refusal if it cannot be written; then nothing is left
   */
  void finish(RunResult result) throws Refusal {
    try {
      if (failed != null) {
        throw failed;
      }
      write("result.json", ResultJson.of(result));
      write("junit.xml", JUnitXml.of(result));
      write("timings.json", timings(result));
      write("not-shown.md", notShown(result));
      write("commands.txt", commands());
      write("digests.txt", sources.lines());
      write("provenance.json", ResultJson.print(Provenance.of(root, jar, versions)));
      write("SHA256SUMS", Digests.lines(part));
      Files.setPosixFilePermissions(
          part, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.deleteIfExists(folder);
      Files.move(part, folder);
    } catch (IOException e) {
      throw Refusal.notDecided(
          DiskTrouble.notWritten("--out " + folder, e) + "; nothing of it is kept");
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(part.resolve(name), text);
  }

  private static String timings(RunResult result) {
    ObjectNode root = JSON.createObjectNode();
    for (Done done : result.models()) {
      ObjectNode one = root.putObject(done.model().id());
      one.put("nanoseconds", done.nanos());
      TlcRun run = done.result().run();
      if (run != null) {
        one.put("tlcCpuNanoseconds", run.cpuNanos());
        one.put("tlcPeakKib", run.peakKib());
      }
      ObjectNode phases = one.putObject("phases");
      for (Phase phase : Phase.values()) {
        if (done.phases().wallNanos(phase) != 0) {
          phases.put(phase.words(), done.phases().wallNanos(phase));
        }
      }
    }
    return ResultJson.print(root);
  }

  private static String notShown(RunResult result) {
    StringBuilder text = new StringBuilder("# What this result does not show\n\n");
    result.notShown().forEach(point -> text.append("- ").append(point).append('\n'));
    return text.toString();
  }

  private String commands() {
    StringBuilder text =
        new StringBuilder(
            """
            # Each line below makes one run of TLC again, as it stands, from the root of the checkout
            # of provenance.json. They find the configurations of controls where this folder was
            # written: %s
            """
                .formatted(folder.startsWith(root) ? root.relativize(folder) : folder));
    commands.forEach(
        (id, command) -> text.append("# ").append(id).append('\n').append(command).append('\n'));
    return text.toString();
  }

  /** Deletes what was not put in its place. */
  @Override
  public void close() {
    delete();
    interrupts.cleared(clear);
  }

  private void delete() {
    try {
      ModelCheck.delete(part);
    } catch (IOException e) {
      // beside the result, and told apart from it by its name
    }
  }
}
