package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder that keeps a result, {@code --out}: there whole, or not at all.
 *
 * <table>
 * <caption>What is in it</caption>
 * <tr><td>{@code result.json}</td><td>the same as {@code --json} prints</td></tr>
 * <tr><td>{@code junit.xml}</td><td>a case for each model, for build servers</td></tr>
 * <tr><td>{@code timings.json}</td><td>seconds, CPU time and memory of each model</td></tr>
 * <tr><td>{@code not-shown.md}</td><td>what the result does not show</td></tr>
 * <tr><td>{@code commands.txt}</td><td>the exact command of each run of TLC</td></tr>
 * <tr><td>{@code digests.txt}</td><td>SHA-256 of specifications, configurations and jars, in the
 * form that {@code sha256sum -c} reads from the project's root</td></tr>
 * <tr><td>{@code tlc/Module/name.out}</td><td>TLC's own output</td></tr>
 * <tr><td>{@code tlc/Module/name.cfg}</td><td>the configuration, where no file holds it</td></tr>
 * </table>
 */
final class OutFolder implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Path part;
  private final Map<String, String> commands = new TreeMap<>();

  private OutFolder(Path folder, Path part) {
    this.folder = folder;
    this.part = part;
  }

  /**
   * Prepares the folder, beside the place where it will stand.
   *
   * @throws Refusal if something is there already, or cannot be
   */
  static OutFolder begin(Path named) throws Refusal {
    try {
      Path folder = WholeFile.target(named);
      if (Files.exists(folder) && !isEmptyFolder(folder)) {
        throw Refusal.badInput(
            "--out "
                + folder
                + (Files.isDirectory(folder) ? " is not empty" : " is not a folder")
                + "; name a new one, so that no two results are mixed");
      }
      Path parent = Files.createDirectories(folder.getParent());
      return new OutFolder(folder, Files.createTempDirectory(parent, ".sluice-out-"));
    } catch (IOException | NullPointerException e) {
      throw Refusal.badInput("--out " + named + " cannot be made: " + e);
    }
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.findAny().isEmpty();
    }
  }

  /** Keeps what TLC wrote about one model. */
  void keep(Done done) throws IOException {
    TlcRun run = done.result().run();
    if (run == null) {
      return;
    }
    synchronized (commands) {
      commands.put(
          done.model().id(),
          String.join(" ", run.command().stream().map(OutFolder::quoted).toList()));
    }
    Path kept = part.resolve("tlc").resolve(done.model().id() + ".out");
    Files.createDirectories(kept.getParent());
    Files.copy(run.output(), kept);
    if (done.model().config().isMade()) {
      Files.write(
          part.resolve("tlc").resolve(done.model().id() + ".cfg"), done.model().config().bytes());
    }
  }

  /**
   * Writes the rest and puts the folder in its place.
   *
   * @param root the project's root
   * @param jars the jars that took part
   * @throws Refusal if it cannot be written; then nothing is left
   */
  void finish(RunResult result, Path root, List<Path> jars) throws Refusal {
    try {
      write("result.json", ResultJson.of(result));
      write("junit.xml", JUnitXml.of(result));
      write("timings.json", timings(result));
      write("not-shown.md", notShown(result));
      write("commands.txt", commands());
      write("digests.txt", digests(root, jars));
      Files.setPosixFilePermissions(
          part, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.deleteIfExists(folder);
      Files.move(part, folder);
    } catch (IOException e) {
      throw Refusal.notDecided("--out " + folder + " could not be written, nothing is kept: " + e);
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
    }
    return ResultJson.print(root);
  }

  private static String notShown(RunResult result) {
    StringBuilder text = new StringBuilder("# What this result does not show\n\n");
    result.notShown().forEach(point -> text.append("- ").append(point).append('\n'));
    return text.toString();
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private String commands() {
    StringBuilder text = new StringBuilder();
    commands.forEach(
        (id, command) -> text.append("# ").append(id).append('\n').append(command).append('\n'));
    return text.toString();
  }

  private static String digests(Path root, List<Path> jars) throws IOException {
    StringBuilder text = new StringBuilder();
    List<Path> files = new ArrayList<>();
    Path spec = root.resolve("spec");
    try (Stream<Path> all = Files.walk(spec)) {
      all.filter(Files::isRegularFile)
          .filter(file -> !SpecDigest.isLeftByAnEditor(spec, file))
          .filter(file -> file.toString().matches(".*\\.(tla|cfg|toml)"))
          .sorted()
          .forEach(files::add);
    }
    for (Path file : files) {
      text.append(sha256(file)).append("  ").append(root.relativize(file)).append('\n');
    }
    for (Path jar : jars) {
      if (Files.isRegularFile(jar)) {
        text.append(sha256(jar)).append("  ").append(jar).append('\n');
      }
    }
    return text.toString();
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Deletes what was not put in its place. */
  @Override
  public void close() {
    try {
      ModelCheck.delete(part);
    } catch (IOException e) {
      // beside the result, and told apart from it by its name
    }
  }
}
