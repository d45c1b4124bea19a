package dev.sluice.cli;

import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Family;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Parameters(
      paramLabel = "SHIM",
      arity = "0..*",
      description = "The program and its arguments, after --; no shell reads them.")
  private List<String> words = List.of();

  private boolean demo;

  /** Returns the limits, with times as long as was asked for. */
  Limits limits() {
    return Limits.STANDARD.slower(timeoutScale);
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
    words = List.of(java.toString(), "-XX:TieredStopAtLevel=1", source.toString());
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
    AtomicReference<ShimProcess> latest = new AtomicReference<>();
    Runnable end = () -> Optional.ofNullable(latest.get()).ifPresent(ShimProcess::close);
    session.interrupts().leaves(end);
    session.interrupts().onSignal(end);
    return () -> {
      Path socket = channel == Channel.UNIX ? socket(scratch) : null;
      latest.set(ShimProcess.start(started, socket, limits));
      return Dialogue.with(latest.get(), limits);
    };
  }

  /** Returns the path of a socket that is not there. */
  private static Path socket(Scratch scratch) {
    try {
      Path socket = scratch.folder().resolve("shim");
      Files.deleteIfExists(socket);
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
