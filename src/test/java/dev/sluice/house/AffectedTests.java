package dev.sluice.house;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Process in which {@code sluice dev} runs tests: one class after another, within a time.
 *
 * <p>Arguments: a file for the results, the time in seconds, and {@code CLASS=SECONDS} for each
 * class, with its expected duration. The process does not begin a class that would not end in time.
 * Each line of the result is {@code ok}, {@code failed} or {@code late}, the class, and its
 * duration in milliseconds; the lines behind a failed class that begin with a space explain it.
 */
public final class AffectedTests {
  private static final int LINES = 12;

  private AffectedTests() {}

  private static final class Heard implements TestExecutionListener {
    private final List<String> failures = new ArrayList<>();
    private int tests;

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
      tests += test.isTest() ? 1 : 0;
      result
          .getThrowable()
          .ifPresent(
              thrown -> {
                failures.add(test.getDisplayName());
                thrown.toString().lines().limit(LINES).forEach(line -> failures.add("  " + line));
              });
    }
  }

  /** Runs the classes, and ends the process. */
  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + (long) (Double.parseDouble(args[1]) * 1e9);
    Launcher launcher = LauncherFactory.create();
    try (PrintWriter out =
        new PrintWriter(
            Files.newBufferedWriter(Path.of(args[0]), StandardOpenOption.CREATE), true)) {
      for (String each : List.of(args).subList(2, args.length)) {
        String name = each.substring(0, each.indexOf('='));
        double expected = Double.parseDouble(each.substring(each.indexOf('=') + 1));
        long begun = System.nanoTime();
        if (begun + (long) (expected * 1e9) > end) {
          out.println("late " + name + " 0");
          continue;
        }
        Heard heard = new Heard();
        launcher.execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(name))
                .build(),
            heard);
        if (heard.tests == 0 && heard.failures.isEmpty()) {
          heard.failures.add("no test ran");
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        out.println((heard.failures.isEmpty() ? "ok " : "failed ") + name + " " + millis);
        heard.failures.forEach(line -> out.println(" " + line));
      }
    }
    System.exit(0); // whatever threads tests have left
  }
}
