package dev.sluice.cli;

import dev.sluice.impact.Build;
import dev.sluice.impact.Candidate;
import dev.sluice.impact.Candidate.Kind;
import dev.sluice.impact.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Processes of {@code sluice dev}. All of them end within its time.
 *
 * <p>The tests run in one process, models and formatter one after another beside it: two cores are
 * busy, and edited classes are loaded in processes of their own.
 */
final class DevRun {
  /** Time between the last check and the end of the command, in seconds. */
  private static final double SETTLING = 3;

  /** Time for the starts of processes and of TLC, in seconds. */
  private static final double STARTING = 8;

  private static final Pattern VIOLATIONS = Pattern.compile("format violations");
  private static final Pattern ROW = Pattern.compile("(\\w+) +\\w+/\\w+( .*)?");
  private static final Pattern TIME = Pattern.compile(".*\\] (\\w+/\\w+): .*, ([\\d.]+) s");

  private final Session session;
  private final Path root;
  private final Path folder;
  private final long begun;
  private final double seconds;
  private final DevProcesses processes;
  private Durations durations;

  /**
   * Prepares to run checks.
   *
   * @param begun the session's time at which the command began
   * @param seconds the time of the whole command
   */
  DevRun(Session session, Path root, long begun, double seconds) {
    this.session = session;
    this.root = root;
    this.folder = root.resolve("target/dev");
    this.begun = begun;
    this.seconds = seconds;
    this.processes = new DevProcesses(root, folder);
    session.interrupts().onSignal(processes::stop);
  }

  /** Returns whether the formatter looks at a file. */
  static boolean isSource(Path root, String file) {
    return file.startsWith("src/") && file.endsWith(".java") && Files.exists(root.resolve(file));
  }

  /** Returns the elapsed time in seconds, as text. */
  String used() {
    return Words.seconds(session.nanos().getAsLong() - begun);
  }

  /** Returns the time for tests, in seconds. */
  double left() {
    return seconds - (session.nanos().getAsLong() - begun) / 1e9 - SETTLING;
  }

  /** Returns the time for models, in seconds. */
  double leftForModels() {
    return left() - STARTING;
  }

  // ------------------------------------------------------------------ libraries

  /**
   * Returns the class path of the libraries; Maven is asked only if {@code pom.xml} has changed.
   *
   * @throws Refusal if Maven is missing or fails
   */
  String libraries() throws Refusal, IOException, InterruptedException {
    Path kept = folder.resolve("libraries");
    String digest = Build.digest(Files.readString(root.resolve("pom.xml")));
    if (Files.isRegularFile(kept)) {
      List<String> lines = Files.readAllLines(kept);
      if (lines.size() == 2 && lines.get(0).equals(digest)) {
        return lines.get(1);
      }
    }
    Files.createDirectories(folder);
    Path path = folder.resolve("path");
    int code =
        processes.run(
            maven("dependency:build-classpath", "-Dmdep.outputFile=" + path, "-DincludeScope=test"),
            "maven.txt",
            left());
    if (code != 0) {
      throw Refusal.badInput(
          "Maven does not name the libraries of the tests; run `mvn test-compile` once with the"
              + " network, and see "
              + folder.resolve("maven.txt"));
    }
    String libraries = Files.readString(path).strip();
    Files.write(kept, List.of(digest, libraries));
    return libraries;
  }

  private static List<String> maven(String... goals) {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-o", "-q"));
    command.addAll(List.of(goals));
    return command;
  }

  // ------------------------------------------------------------------ checks

  /**
   * Runs tests, with the other checks beside them, and prints the verdict.
   *
   * @return the exit code
   */
  int all(Build build, List<String> files, List<Candidate> tests, List<Candidate> others)
      throws IOException, InterruptedException {
    durations = Durations.read(root);
    Files.createDirectories(folder);
    DevOutcome[] beside = {new DevOutcome(0, others.size(), 0, 0, List.of())};
    IOException[] failure = {null};
    Thread thread =
        new Thread(
            () -> {
              try {
                beside[0] = others(build, files, others, !tests.isEmpty());
              } catch (IOException e) {
                failure[0] = e;
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "models");
    thread.setDaemon(true);
    thread.start();
    DevOutcome outcome = tests(build, tests);
    thread.join();
    if (failure[0] != null) {
      throw failure[0];
    }
    durations.write();
    if (session.interrupts().signalled()) {
      throw new InterruptedException();
    }
    return outcome.and(beside[0]).print(session.terminal(), used());
  }

  private DevOutcome tests(Build build, List<Candidate> tests)
      throws IOException, InterruptedException {
    if (tests.isEmpty()) {
      return DevOutcome.NONE;
    }
    Path results = folder.resolve("results");
    Files.deleteIfExists(results);
    List<String> command = java(build);
    command.addAll(List.of("dev.sluice.house.AffectedTests", results.toString()));
    command.add(String.format(Locale.ROOT, "%.1f", left()));
    tests.forEach(each -> command.add(each.name() + "=" + each.seconds()));
    long start = session.nanos().getAsLong();
    processes.run(command, "tests.txt", left());
    double taken = (session.nanos().getAsLong() - start) / 1e9;
    List<String> lines = Files.exists(results) ? Files.readAllLines(results) : List.of();
    DevOutcome outcome = DevOutcome.NONE;
    Set<String> missing = new LinkedHashSet<>();
    tests.forEach(each -> missing.add(each.name()));
    for (String line : lines) {
      if (line.startsWith(" ")) {
        outcome = outcome.and(new DevOutcome(0, 0, 0, 0, List.of("  " + line)));
        continue;
      }
      String[] columns = line.split(" ");
      missing.remove(columns[1]);
      double seconds = Long.parseLong(columns[2]) / 1000.0;
      taken -= seconds;
      outcome =
          outcome.and(
              switch (columns[0]) {
                case "ok" -> new DevOutcome(0, 0, 0, 1, List.of());
                case "late" -> new DevOutcome(0, 0, 1, 0, List.of());
                default -> new DevOutcome(1, 0, 0, 0, List.of(fail() + columns[1]));
              });
      if (!columns[0].equals("late")) {
        durations.put(columns[1], seconds);
      }
    }
    if (!missing.isEmpty()) {
      durations.put(missing.iterator().next(), taken); // the class that did not end
      outcome = outcome.and(new DevOutcome(0, 1, missing.size() - 1, 0, List.of()));
    }
    if (outcome.failed() + outcome.cut() > 0) {
      String where = "Output of the tests: " + folder.resolve("tests.txt");
      outcome = outcome.and(new DevOutcome(0, 0, 0, 0, List.of(where)));
    }
    return outcome;
  }

  private String fail() {
    return session.terminal().bad("FAIL") + " ";
  }

  private List<String> java(Build build) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:ReservedCodeCacheSize=256m",
            "-Dsluice.home=" + root,
            "-cp",
            build.testPath()));
  }

  private DevOutcome others(
      Build build, List<String> files, List<Candidate> others, boolean isBeside)
      throws IOException, InterruptedException {
    DevOutcome outcome = DevOutcome.NONE;
    if (others.stream().anyMatch(each -> each.kind() == Kind.FORMAT)) {
      outcome = outcome.and(format(files));
    }
    for (Kind kind : List.of(Kind.TRACE, Kind.REPLAY, Kind.CHECK)) {
      List<String> models =
          others.stream().filter(each -> each.kind() == kind).map(Candidate::name).toList();
      if (!models.isEmpty()) {
        List<String> command = java(build);
        command.add("dev.sluice.cli.Sluice");
        command.add(kind == Kind.CHECK ? "check" : "replay");
        command.addAll(models);
        if (isBeside) {
          command.addAll(List.of("--jobs", "1"));
        }
        String output = kind.name().toLowerCase(Locale.ROOT) + ".txt";
        int code = processes.run(command, output, left());
        outcome = outcome.and(models(code, models.size(), output));
      }
    }
    return outcome;
  }

  /** Reads the output of `check` or `replay`. */
  private DevOutcome models(int code, int count, String output) throws IOException {
    int good = 0;
    int failed = 0;
    List<String> shown = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(output))) {
      Matcher time = TIME.matcher(line);
      Matcher row = ROW.matcher(line);
      if (time.matches()) {
        durations.put(time.group(1), Double.parseDouble(time.group(2)));
        continue;
      } else if (row.matches()) {
        good += row.group(1).equals("ok") ? 1 : 0;
        failed += row.group(1).equals("FAIL") ? 1 : 0;
      }
      shown.add(line);
    }
    if (code == ExitCodes.OK) {
      return new DevOutcome(0, 0, 0, count, List.of());
    } else if (code == ExitCodes.NOT_DECIDED && failed == 0) {
      return new DevOutcome(0, count - good, 0, good, List.of());
    }
    failed = Math.max(1, failed);
    return new DevOutcome(failed, Math.max(0, count - good - failed), 0, good, shown);
  }

  private DevOutcome format(List<String> files) throws IOException, InterruptedException {
    String names =
        files.stream()
            .filter(file -> isSource(root, file))
            .map(file -> Pattern.quote(file.substring(file.lastIndexOf('/') + 1)))
            .collect(Collectors.joining("|"));
    String option = "-DspotlessFiles=.*/(" + names + ")";
    int code = processes.run(maven("spotless:check", option), "format.txt", left());
    if (code == 0) {
      return new DevOutcome(0, 0, 0, 1, List.of());
    }
    String text = Files.readString(folder.resolve("format.txt"));
    if (VIOLATIONS.matcher(text).find()) {
      String bad = fail() + "format; `mvn spotless:apply` formats";
      return new DevOutcome(1, 0, 0, 0, List.of(bad));
    }
    return new DevOutcome(
        0, 1, 0, 0, List.of("The formatter did not run: see target/dev/format.txt"));
  }
}
