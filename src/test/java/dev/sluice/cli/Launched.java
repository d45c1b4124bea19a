package dev.sluice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sluice in a process of its own, as a terminal starts it: in a process group of its own, and with
 * a temporary folder that tells its processes from all others.
 */
final class Launched implements AutoCloseable {
  private final Process process;
  private final Path folder;
  private final Path temporary;

  private Launched(Process process, Path folder, Path temporary) {
    this.process = process;
    this.folder = folder;
    this.temporary = temporary;
  }

  /** What a finished process left: its exit code, and what it printed. */
  record Ended(int code, String out, String err) {}

  /** The command line of Sluice as the launcher has it, but for the classes of this build. */
  static List<String> sluice(String... jvmOptions) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(jvmOptions));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sluice.class.getName()));
    return command;
  }

  /**
   * Starts a command.
   *
   * @param folder where it runs and prints to
   * @param temporary a folder that no other process has for its temporary files
   * @param command all of it
   */
  static Launched start(
      Path folder, Path temporary, Map<String, String> variables, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>();
    // A shell in the background hands down an ignored SIGINT: ask for the usual answer.
    all.addAll(List.of("setsid", "env", "--default-signal=INT"));
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().put("SLUICE_HOME", Path.of("").toAbsolutePath().toString());
    builder.environment().putAll(variables);
    builder.redirectOutput(folder.resolve("said.out").toFile());
    builder.redirectError(folder.resolve("said.err").toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return new Launched(process, folder, temporary);
  }

  Process process() {
    return process;
  }

  /** What it has printed so far to standard error. */
  String err() throws IOException {
    return Files.readString(folder.resolve("said.err"));
  }

  /** Sends a signal: to this process alone, or as a terminal does to all of its group. */
  void signal(String name, boolean toAll) throws IOException, InterruptedException {
    String whom = (toAll ? "-" : "") + process.pid();
    new ProcessBuilder("kill", "-" + name, "--", whom)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD) // it may have ended by then
        .start()
        .waitFor();
  }

  /** Waits for its end. */
  Ended end() throws IOException, InterruptedException {
    int code = process.waitFor();
    return new Ended(
        code,
        Files.readString(folder.resolve("said.out"), StandardCharsets.UTF_8),
        Files.readString(folder.resolve("said.err"), StandardCharsets.UTF_8));
  }

  /** The processes that it began and that are there, itself not among them. */
  List<ProcessHandle> others() {
    String tag = "TMPDIR=" + temporary + "\0";
    return ProcessHandle.allProcesses()
        .filter(each -> each.pid() != process.pid())
        .filter(each -> environment(each).contains(tag))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "environ"),
              StandardCharsets.ISO_8859_1)
          + "\0";
    } catch (IOException | UncheckedIOException gone) {
      return "";
    }
  }

  /**
   * Returns the paths in a folder, and in those within it. A process that runs may rename or remove
   * one while they are listed; then they are listed again.
   */
  static List<String> inside(Path folder) throws IOException {
    while (true) {
      try (Stream<Path> all = Files.walk(folder)) {
        return all.filter(each -> !each.equals(folder))
            .map(each -> folder.relativize(each).toString())
            .sorted()
            .toList();
      } catch (UncheckedIOException gone) {
        if (!(gone.getCause() instanceof NoSuchFileException)) {
          throw gone;
        }
      }
    }
  }

  /** Ends what is left of it. */
  @Override
  public void close() {
    process.destroyForcibly();
    others().forEach(ProcessHandle::destroyForcibly);
  }
}
