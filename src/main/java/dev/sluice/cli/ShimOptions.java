package dev.sluice.cli;

import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Family;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimProcess;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Option;

/** The options of every command that starts a shim. */
final class ShimOptions {
  /** How the bytes of the dialogue go. */
  enum Channel {
    /** Standard input and output. */
    STDIO,
    /** A Unix socket, whose path SLUICE_SOCKET has. */
    UNIX
  }

  @Option(
      names = "--channel",
      paramLabel = "KIND",
      defaultValue = "stdio",
      description =
          "stdio: standard input and output; unix: a socket that SLUICE_SOCKET names (default:"
              + " ${DEFAULT-VALUE}).")
  private Channel channel;

  @Option(
      names = "--timeout-scale",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      defaultValue = "1",
      description = "Allow N times as long for everything (default: ${DEFAULT-VALUE}).")
  private int timeoutScale;

  @Option(
      names = "--sandbox",
      paramLabel = "KIND",
      defaultValue = "auto",
      description =
          "auto: a namespace of processes if there can be one; off: none (default:"
              + " ${DEFAULT-VALUE}).")
  private Family.Sandbox sandbox;

  /** How the program is described to users. */
  static final String SHIM = "The program and its arguments, after --; no shell reads them.";

  private List<String> words = List.of();
  private boolean demo;

  /** Names the program and its arguments. */
  void command(List<String> program) {
    words = List.copyOf(program);
  }

  /** Returns the limits, with times as long as was asked for. */
  Limits limits() {
    return Limits.STANDARD.slower(timeoutScale);
  }

  /** Draws a word that no shim can know in advance, which the reply to {@code hello} repeats. */
  static String nonce() {
    return "%016x".formatted(new SecureRandom().nextLong());
  }

  /** Returns the part of a command line that names the shim. */
  String words() {
    return demo ? "--demo" : "-- " + String.join(" ", words);
  }

  /**
   * Names the program of the demonstration, which is compiled as it starts.
   *
   * @param source its text
   * @throws Refusal if a shim was named, too
   */
  void demo(Path source) throws Refusal {
    if (!words.isEmpty()) {
      throw Refusal.badInput("--demo plays a shim of its own; leave out -- and the words after it");
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    // Processes of different sandboxes have the same low numbers. Without this option, a JVM warns
    // on standard output if another one has the file of counters of its number.
    words =
        List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", source.toString());
    demo = true;
  }

  /**
   * Returns the starter of the shim.
   *
   * @param command the command's name, for the sentence that no shim was named
   * @throws Refusal if no shim was named
   */
  CaseRunner.Starter starter(Session session, Scratch scratch, String command) throws Refusal {
    if (words.isEmpty()) {
      throw Refusal.badInput(
          "no shim was named; put its program and arguments after --, as in: sluice conform "
              + command
              + " -- ./shim");
    }
    Family.Command started = new Family.Command(words, session.environment(), sandbox);
    Limits limits = limits();
    Set<ShimProcess> all = ConcurrentHashMap.newKeySet();
    Runnable end = () -> all.forEach(ShimProcess::close);
    session.interrupts().leaves(end);
    session.interrupts().onSignal(end);
    return () -> {
      Path socket = channel == Channel.UNIX ? scratch.unused("shim") : null;
      ShimProcess process = ShimProcess.start(started, socket, limits);
      all.removeIf(ShimProcess::isClosed);
      all.add(process);
      return Dialogue.with(process, limits);
    };
  }
}
