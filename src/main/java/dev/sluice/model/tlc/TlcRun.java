package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.PhaseTimes;
import java.nio.file.Path;
import java.util.List;

/**
 * One finished run.
 *
 * @param request what was run
 * @param verdict what became of it
 * @param warnings TLC's warnings, each on one line with file, line and column if it names a place
 * @param version what TLC calls itself, or {@code null} where it did not start
 * @param liveness whether TLC looked for behaviours that violate a temporal property
 * @param ignoredConstant whether TLC ignored a constant of a temporal property that it reports as
 *     violated
 * @param drawn operators by which the search drew values at random, each with its place
 * @param generated states generated, initial ones included
 * @param initials initial states, or −1 if TLC generated some more than once, or left some out
 * @param distinct distinct states found
 * @param depth as TLC counts it; with several workers not that of a breadth-first search
 * @param printed what the specification itself printed, as far as it was kept
 * @param morePrinted how many more lines it printed
 * @param coverage how often each expression was evaluated, where that was asked for
 * @param exitCode the process's own exit code
 * @param command the exact command, with the folders that it had
 * @param output TLC's own output, a file
 * @param graph the folder of what the run was asked to report, see {@link Reporting}
 * @param cpuNanos CPU time of the process in nanoseconds, or −1 where it did not end by itself
 * @param peakKib its peak resident memory in KiB, or 0 where the system does not tell
 * @param phases time by phase; empty if the process did not end by itself
 */
public record TlcRun(
    TlcRequest request,
    Verdict verdict,
    List<String> warnings,
    String version,
    boolean liveness,
    boolean ignoredConstant,
    List<String> drawn,
    long generated,
    long initials,
    long distinct,
    int depth,
    List<String> printed,
    long morePrinted,
    List<Evaluations> coverage,
    int exitCode,
    List<String> command,
    Path output,
    Path graph,
    long cpuNanos,
    long peakKib,
    PhaseTimes phases) {
  public TlcRun {
    warnings = List.copyOf(warnings);
    drawn = List.copyOf(drawn);
    printed = List.copyOf(printed);
    coverage = List.copyOf(coverage);
    command = List.copyOf(command);
  }
}
