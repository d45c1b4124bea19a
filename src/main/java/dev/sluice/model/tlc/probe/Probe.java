package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import tlc2.TLC;
import tlc2.output.EC;
import util.FileUtil;
import util.SimpleFilenameToStream;

/**
 * The main class of a forked TLC.
 *
 * <p>{@code Probe DIRECTORY stream|plain TLC-ARGUMENT…}: runs TLC with these arguments and exits
 * with TLC's own code. With {@code stream} the graph's segments go into the directory. Either way
 * {@value #USAGE_FILE} is left there: the process's own CPU time in nanoseconds, and its peak
 * resident memory in KiB (0 where the system does not tell), one number a line.
 */
public final class Probe {
  /** Where the process says what it used. */
  public static final String USAGE_FILE = "usage";

  /**
   * The environment variable that ties the process to whoever started it: where it is set to {@code
   * stdin}, the process ends as soon as its standard input does, and is not left behind when its
   * parent is killed.
   */
  public static final String TETHER = "SLUICE_TETHER";

  private static final int UNTIED = 143;

  private Probe() {}

  public static void main(String[] args) throws Exception {
    if ("stdin".equals(System.getenv(TETHER))) {
      Thread tether = new Thread(Probe::endWithInput, "tether");
      tether.setDaemon(true);
      tether.start();
    }
    Path directory = Path.of(args[0]);
    boolean streaming = args[1].equals("stream");
    TLC tlc = new TLC();
    if (!tlc.handleParameters(Arrays.copyOfRange(args, 2, args.length))) {
      System.exit(1);
    }
    String home = FileUtil.parseDirname(tlc.getMainFile());
    tlc.setResolver(
        home.isEmpty() ? new SimpleFilenameToStream() : new SimpleFilenameToStream(home));
    int code;
    if (streaming) {
      try (GraphStream stream = new GraphStream(directory)) {
        StateWriterAdapter.install(tlc, stream);
        code = tlc.process();
      }
    } else {
      code = tlc.process();
    }
    leaveUsage(directory);
    System.exit(EC.ExitStatus.errorConstantToExitStatus(code));
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever said here
      }
    } catch (IOException e) {
      // as good as the end
    }
    Runtime.getRuntime().halt(UNTIED);
  }

  private static void leaveUsage(Path directory) throws IOException {
    long cpuNanos = -1;
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      cpuNanos = system.getProcessCpuTime();
    }
    Files.write(
        directory.resolve(USAGE_FILE),
        List.of(Long.toString(cpuNanos), Long.toString(peakKib())),
        StandardOpenOption.CREATE_NEW);
  }

  /** This process's peak resident memory in KiB, or 0 where the system does not tell. */
  public static long peakKib() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException | RuntimeException e) {
      return 0; // not Linux
    }
    return 0;
  }
}
