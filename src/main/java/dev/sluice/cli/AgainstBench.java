package dev.sluice.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What another program costs beside ours: both as whole processes, from start to end, in turn on
 * the same machine.
 *
 * <p>CPU time is user and system time of a process and of all below it that it has waited for, as
 * the shell that starts it counts them ({@code times}, to a hundredth of a second). One round is
 * ours and the other's, the next the other's and ours, and so on: so that a machine whose speed
 * drifts bends both alike. Only ratios mean something.
 */
final class AgainstBench {
  /** Starts a command, and prints what it took when it has ended. */
  private static final String SHELL =
      "sh -c \"$0\" >/dev/null 2>\"$1\" </dev/null; code=$?; times; exit \"$code\"";

  private static final Pattern TIMES = Pattern.compile("(\\d+)m(\\d+)[.,](\\d+)s");

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  /** How often it is looked at which processes there are: none may be left behind. */
  private static final long LOOK_MILLIS = 50;

  /**
   * What one process took.
   *
   * @param cpuNanos user and system time, its children's too
   * @param wallNanos from start to end
   */
  record Taken(long cpuNanos, long wallNanos) {}

  /** One round. */
  record Round(Taken ours, Taken theirs) {
    double cpuRatio() {
      return ratio(ours.cpuNanos, theirs.cpuNanos);
    }

    double wallRatio() {
      return ratio(ours.wallNanos, theirs.wallNanos);
    }

    private static double ratio(long above, long below) {
      return (double) above / Math.max(1, below);
    }
  }

  /** The ratio in the middle, and the least and the greatest. */
  record Spread(double least, double middle, double greatest) {
    static Spread of(List<Round> rounds, ToDoubleFunction<Round> ratio) {
      double[] sorted = rounds.stream().mapToDouble(ratio).sorted().toArray();
      int half = sorted.length / 2;
      double middle = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
      return new Spread(sorted[0], middle, sorted[sorted.length - 1]);
    }
  }

  private final LongSupplier nanos;
  private final BooleanSupplier signalled;
  private final long limitSeconds;
  private final Path folder;

  private Process running;

  /**
   * Measures nothing yet.
   *
   * @param nanos a running clock
   * @param signalled whether the user has had enough
   * @param limitSeconds how long a process may take
   * @param folder for what processes say on standard error
   */
  AgainstBench(LongSupplier nanos, BooleanSupplier signalled, long limitSeconds, Path folder) {
    this.nanos = nanos;
    this.signalled = signalled;
    this.limitSeconds = limitSeconds;
    this.folder = folder;
  }

  /**
   * Measures both in turn.
   *
   * @param ours a command line for the shell
   * @param theirs the same
   * @throws Refusal if one of them cannot be started, fails, or takes too long
   */
  List<Round> measure(String ours, String theirs, int rounds, Consumer<String> progress)
      throws Refusal, IOException, InterruptedException {
    List<Round> done = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      boolean first = round % 2 == 1;
      progress.accept("round " + round + " of " + rounds);
      Taken one = run(first ? ours : theirs, first);
      Taken other = run(first ? theirs : ours, !first);
      done.add(first ? new Round(one, other) : new Round(other, one));
    }
    return List.copyOf(done);
  }

  /** Ends what is running; from any thread. */
  synchronized void stop() {
    if (running != null) {
      running.descendants().forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
    }
  }

  private synchronized Process start(String command, Path said) throws IOException {
    running =
        new ProcessBuilder("sh", "-c", SHELL, command, said.toString())
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return running;
  }

  private Taken run(String command, boolean isOurs)
      throws Refusal, IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Set<ProcessHandle> below = new LinkedHashSet<>();
    long begun = nanos.getAsLong();
    Process process = start(command, said);
    try {
      boolean hasEnded = false;
      while (!hasEnded && !signalled.getAsBoolean() && isWithin(begun)) {
        try (Stream<ProcessHandle> all = process.descendants()) {
          all.forEach(below::add);
        }
        hasEnded = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
      long wall = nanos.getAsLong() - begun;
      if (signalled.getAsBoolean()) {
        throw new InterruptedException();
      }
      String name = isOurs ? "Sluice" : "the other program";
      if (!hasEnded) {
        throw Refusal.notDecided(
            name + " has not ended after " + limitSeconds + " s and was stopped; see --limit");
      }
      int code = process.exitValue();
      if (code == NOT_FOUND || code == NOT_EXECUTABLE) {
        throw Refusal.badInput("--against cannot be started by the shell" + lastLine(said));
      }
      if (code != 0) {
        throw Refusal.notDecided(name + " ended with exit code " + code + lastLine(said));
      }
      return new Taken(cpuNanos(process), wall);
    } finally {
      stop();
      below.forEach(ProcessHandle::destroyForcibly); // also those whose parents have gone
      Files.deleteIfExists(said);
    }
  }

  private boolean isWithin(long begun) {
    return nanos.getAsLong() - begun < limitSeconds * 1_000_000_000L;
  }

  /** What {@code times} has printed: a line of the shell's own, and one of what it waited for. */
  private static long cpuNanos(Process process) throws Refusal, IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      out.lines().forEach(lines::add);
    }
    long total = 0;
    int found = 0;
    Matcher times = TIMES.matcher(lines.size() < 2 ? "" : lines.get(lines.size() - 1));
    while (times.find()) {
      found++;
      String fraction = (times.group(3) + "000000000").substring(0, 9);
      total +=
          (60 * Long.parseLong(times.group(1)) + Long.parseLong(times.group(2))) * 1_000_000_000L
              + Long.parseLong(fraction);
    }
    if (found != 2) {
      throw Refusal.notDecided("the shell does not tell CPU times: " + lines);
    }
    return total;
  }

  private static String lastLine(Path said) throws IOException {
    String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8).strip();
    String last = text.substring(text.lastIndexOf('\n') + 1).replaceAll("\\p{Cntrl}", "?");
    return last.isEmpty() ? "" : ": " + (last.length() > 200 ? last.substring(0, 200) + "…" : last);
  }

  /** An argument as the shell takes it, whatever is in it. */
  static String quoted(String argument) {
    return "'" + argument.replace("'", "'\\''") + "'";
  }
}
