package dev.sluice.conformance.shim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process and its descendants. None of them survives it.
 *
 * <p>On Linux they live in a namespace of processes of their own, if {@code unshare} can make one:
 * a process that detaches itself is ended with it. Elsewhere children are found as long as they
 * have their parents, and on Linux by a variable of the environment that they inherit.
 */
public final class Family {
  /** The variable by which descendants are found that have left their parents. */
  private static final String MARK = "SLUICE_SHIM";

  /** The variable that names the socket. */
  private static final String SOCKET = "SLUICE_SOCKET";

  /** Variables that a shim inherits, besides those whose names begin with {@code SHIM_}. */
  private static final Set<String> INHERITED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "LANG",
          "TZ",
          "TMPDIR",
          "LD_LIBRARY_PATH",
          "DYLD_LIBRARY_PATH",
          "JAVA_HOME",
          "SYSTEMROOT");

  private static final List<String> NAMESPACE =
      List.of("unshare", "--user", "--pid", "--fork", "--kill-child", "--mount-proc");

  /** A shim that were the first process of its namespace could not be ended by its own signals. */
  private static final List<String> FIRST = List.of("sh", "-c", "\"$@\"; exit $?", "sh");

  private static final AtomicLong NEXT = new AtomicLong();

  /** How descendants are held together. */
  public enum Sandbox {
    /** A namespace if there can be one, otherwise the tree of processes. */
    AUTO,
    /** The tree of processes alone. */
    OFF
  }

  /**
   * The command that starts a shim.
   *
   * @param words the program and its arguments; no shell reads them
   * @param environment the variables of the caller; a shim inherits some of them
   */
  public record Command(List<String> words, Map<String, String> environment, Sandbox sandbox) {
    public Command {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }
  }

  private final Process process;
  private final String mark;
  private final boolean isInNamespace;

  private Family(Process process, String mark, boolean isInNamespace) {
    this.process = process;
    this.mark = mark;
    this.isInNamespace = isInNamespace;
  }

  /** Starts the first process of a family. */
  static Family start(Command command, Path socket) throws IOException {
    boolean inNamespace = command.sandbox() == Sandbox.AUTO && HasNamespaces.ANSWER;
    List<String> words = new ArrayList<>();
    if (inNamespace) {
      words.addAll(NAMESPACE);
      words.addAll(FIRST);
    }
    words.addAll(found(command));
    ProcessBuilder builder = new ProcessBuilder(words);
    String mark = ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();
    Map<String, String> environment = builder.environment();
    environment.clear();
    command
        .environment()
        .forEach(
            (name, value) -> {
              if (INHERITED.contains(name) || name.startsWith("LC_") || name.startsWith("SHIM_")) {
                environment.put(name, value);
              }
            });
    environment.put(MARK, mark);
    if (socket != null) {
      environment.put(SOCKET, socket.toString());
    }
    return new Family(builder.start(), mark, inNamespace);
  }

  /**
   * Looks the program up, since within a namespace a missing one would be an error of {@code
   * unshare}.
   */
  private static List<String> found(Command command) throws IOException {
    String program = command.words().get(0);
    if (program.isEmpty()) {
      throw new IOException("error=2, the name is empty");
    }
    List<Path> places = new ArrayList<>();
    if (program.contains("/")) {
      places.add(Path.of(program));
    } else {
      for (String folder : command.environment().getOrDefault("PATH", "").split(":", -1)) {
        places.add(Path.of(folder).resolve(program));
      }
    }
    boolean isThere = false;
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        if (Files.isExecutable(place)) {
          return command.words();
        }
        isThere = true;
      }
    }
    throw new IOException(isThere ? "error=13, not executable" : "error=2, no such file");
  }

  /** Returns why a process could not be started, without the words of Java. */
  static String reason(IOException e) {
    String said = String.valueOf(e.getMessage());
    if (said.contains("error=2,")) {
      return "there is no such program";
    } else if (said.contains("error=13,")) {
      return "the file is not executable";
    } else if (said.contains("error=8,")) {
      return "the file is no program; a script needs a first line such as #!/usr/bin/env python3";
    }
    return said;
  }

  /** Returns the first process. */
  Process process() {
    return process;
  }

  /** Returns whether the first process ends within some milliseconds. */
  boolean awaitExit(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  /** Ends all of them. */
  void kill() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
    if (!isInNamespace) {
      strays().forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Finds descendants that have left their parents, where the system shows environments. */
  private List<ProcessHandle> strays() {
    List<ProcessHandle> all = new ArrayList<>();
    String wanted = MARK + "=" + mark + "\0";
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path folder : folders) {
        if (has(folder.resolve("environ"), wanted)) {
          long pid = Long.parseLong(folder.getFileName().toString());
          ProcessHandle.of(pid).ifPresent(all::add);
        }
      }
    } catch (IOException none) {
      return all;
    }
    return all;
  }

  private static boolean has(Path file, String wanted) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(wanted);
    } catch (IOException othersOrGone) {
      return false;
    }
  }

  /** Tries once, when it is needed, to make a namespace. */
  private static final class HasNamespaces {
    static final boolean ANSWER = answer();

    private HasNamespaces() {}

    private static boolean answer() {
      List<String> words = new ArrayList<>(NAMESPACE);
      words.add("true");
      try {
        Process trial =
            new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return trial.waitFor(5, TimeUnit.SECONDS) && trial.exitValue() == 0;
      } catch (IOException missing) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
