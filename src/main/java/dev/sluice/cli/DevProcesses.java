package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of {@code sluice dev}, each with a limited time and a file for its output. */
final class DevProcesses {
  /** Exit code of a program that does not exist, as in a shell. */
  static final int NOT_FOUND = 127;

  private final Path root;
  private final Path folder;
  private final List<Process> running = new ArrayList<>();
  private boolean stopped;

  /**
   * Prepares to start processes.
   *
   * @param root their working folder
   * @param folder folder for their output
   */
  DevProcesses(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /**
   * Runs a process.
   *
   * @param output name of the file for its output
   * @param limit time in seconds after which the process is ended
   * @return its exit code; {@link ExitCodes#NOT_DECIDED} if its time is over, {@link #NOT_FOUND} if
   *     there is no such program
   */
  int run(List<String> command, String output, double limit)
      throws IOException, InterruptedException {
    Process process;
    synchronized (running) {
      if (stopped) {
        throw new InterruptedException();
      }
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(output).toFile());
      try {
        process = builder.start();
      } catch (IOException e) {
        if (e.getMessage().startsWith("Cannot run program")) {
          return NOT_FOUND;
        }
        throw e;
      }
      running.add(process);
    }
    process.getOutputStream().close();
    boolean hasEnded = process.waitFor((long) (1000 * Math.max(0, limit)), TimeUnit.MILLISECONDS);
    if (!hasEnded) {
      end(process);
    }
    process.waitFor();
    synchronized (running) {
      running.remove(process);
    }
    return hasEnded ? process.exitValue() : ExitCodes.NOT_DECIDED;
  }

  /** Ends a process with all that it has started. */
  private static void end(Process process) {
    List<ProcessHandle> inner = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    inner.forEach(ProcessHandle::destroyForcibly);
  }

  /** Ends all processes, and starts no more. */
  void stop() {
    List<Process> all;
    synchronized (running) {
      stopped = true;
      all = new ArrayList<>(running);
    }
    all.forEach(DevProcesses::end);
  }
}
