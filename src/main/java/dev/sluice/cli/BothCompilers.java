package dev.sluice.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands a command that takes long to a JVM with both compilers.
 *
 * <p>The launcher starts a run with the first compiler alone: most are over before what the second
 * one makes of Sluice's code has paid for itself. Only the command knows how long it will take,
 * once it has read what to do; by then the JVM cannot change its mind. So it starts the same
 * command once more, with the same files open, waits for it, and ends as it ends.
 */
final class BothCompilers {
  /** Set by the launcher where it left the second compiler out. */
  static final String LEFT_OUT = "sluice.first-compiler-only";

  /** The process that waits, told to the one that works. */
  private static final String WAITS = "sluice.waits";

  private static final String FIRST_ONLY = "-XX:TieredStopAtLevel=1";

  /**
   * The work from which on both compilers take less time than the first, measured: an incast of
   * 780,000 packets takes 2.5 s of CPU with one and 4.7 s with both, one of 3,100,000 takes 7.3 s
   * and 5.2 s.
   */
  private static final long PAYS_FROM_PACKETS = 1_500_000;

  /** A packet that is written down, event by event, costs about as much as ten that are not. */
  private static final int LOGGED = 10;

  private BothCompilers() {}

  /**
   * Whether to hand over.
   *
   * @param packets about how many packets are to be sent
   * @param logged whether each of their events is written down
   * @param args the command's arguments; those that begin with {@code @} name files, and what
   *     cannot be read twice stays where it is
   */
  static boolean pay(long packets, boolean logged, String... args) {
    return System.getProperty(LEFT_OUT) != null
        && packets >= PAYS_FROM_PACKETS / (logged ? LOGGED : 1)
        && List.of(args).stream()
            .filter(arg -> arg.startsWith("@"))
            .allMatch(arg -> Files.isRegularFile(Path.of(arg.substring(1))));
  }

  /**
   * Starts the same command once more, and waits for its end. Its output is this process's own.
   *
   * @return its exit code
   * @throws Refusal if it cannot be started
   * @throws InterruptedException if a signal came, which it was told
   */
  static int take(Session session, String... args) throws Refusal, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.equals(FIRST_ONLY) && !option.startsWith("-D" + LEFT_OUT)) {
        command.add(option);
      }
    }
    command.add("-D" + WAITS + "=" + ProcessHandle.current().pid());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sluice.class.getName()));
    command.addAll(List.of(args));
    session.terminal().out().flush();
    session.terminal().err().flush();
    Process process;
    try {
      process = new ProcessBuilder(command).inheritIO().start();
    } catch (IOException e) {
      throw Refusal.notDecided("no second process could be started: " + e.getMessage());
    }
    session.interrupts().handOver();
    session.interrupts().onSignal(process::destroy);
    int code = process.waitFor();
    if (code > 128 && code < 128 + 32 && !session.interrupts().isEnding()) {
      throw Refusal.notDecided(
          "the process that did the work was killed by signal "
              + (code - 128)
              + (code - 128 == 9 ? ", as a system does that runs out of memory" : "")
              + "; what it had begun to write ends in sluice-unfinished. Run it again");
    }
    return code;
  }

  /** Ends this process, as a signal would, where one waits for it and is gone. */
  static void endWithTheOneThatWaits() {
    String pid = System.getProperty(WAITS);
    if (pid != null) {
      ProcessHandle.of(Long.parseLong(pid))
          .ifPresentOrElse(
              waits -> waits.onExit().thenRun(() -> System.exit(ExitCodes.INTERRUPTED)),
              () -> System.exit(ExitCodes.INTERRUPTED));
    }
  }
}
