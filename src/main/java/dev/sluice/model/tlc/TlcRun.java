package dev.sluice.model.tlc;

import java.nio.file.Path;
import java.util.List;

/**
 * One finished run.
 *
 * @param verdict what became of it
 * @param generated states generated, initial ones included
 * @param distinct distinct states found
 * @param exitCode the process's own exit code
 * @param command the exact command
 * @param output TLC's own output, a file
 * @param graph the folder of the streamed segments
 * @param cpuNanos CPU time of the process in nanoseconds, or −1 where it did not end by itself
 * @param peakKib its peak resident memory in KiB, or 0 where the system does not tell
 */
public record TlcRun(
    Verdict verdict,
    long generated,
    long distinct,
    int exitCode,
    List<String> command,
    Path output,
    Path graph,
    long cpuNanos,
    long peakKib) {
  public TlcRun {
    command = List.copyOf(command);
  }
}
