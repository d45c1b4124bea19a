package dev.sluice.impact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expected durations of checks: as measured by the last {@code sluice dev}, else as in the last
 * report of the build, else an estimate.
 */
public final class Durations {
  /** Estimate for a test without a measured time. */
  static final double UNKNOWN = 2.0;

  private static final Pattern TIME = Pattern.compile("<testsuite [^>]*\\btime=\"([\\d.]+)\"");

  private final Path file;
  private final Path reports;
  private final Map<String, Double> measured = new TreeMap<>();

  private Durations(Path root) {
    this.file = root.resolve("target/dev/seconds");
    this.reports = root.resolve("target/surefire-reports");
  }

  /** Reads the durations that are kept in a project. */
  public static Durations read(Path root) throws IOException {
    Durations durations = new Durations(root);
    if (Files.isRegularFile(durations.file)) {
      for (String line : Files.readAllLines(durations.file)) {
        String[] columns = line.split(" ");
        durations.measured.put(columns[0], Double.parseDouble(columns[1]));
      }
    }
    return durations;
  }

  /** Returns the measured duration of a check, else the estimate. */
  public double of(String check, double estimate) {
    return measured.getOrDefault(check, estimate);
  }

  /** Returns the expected duration of a class of tests, in seconds. */
  public double of(String test) throws IOException {
    if (measured.containsKey(test)) {
      return measured.get(test);
    }
    Path report = reports.resolve("TEST-" + test + ".xml");
    if (Files.isRegularFile(report)) {
      Matcher time = TIME.matcher(Files.readString(report));
      if (time.find()) {
        return Double.parseDouble(time.group(1));
      }
    }
    return UNKNOWN;
  }

  /** Enters a measured duration. */
  public synchronized void put(String check, double seconds) {
    measured.put(check, seconds);
  }

  /** Keeps the durations for the next time. */
  public void write() throws IOException {
    List<String> lines = new ArrayList<>();
    measured.forEach((test, seconds) -> lines.add(test + " " + seconds));
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }
}
