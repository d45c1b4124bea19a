package dev.sluice.model.tlc;

import java.nio.file.Path;
import java.util.List;

/**
 * One run to be made.
 *
 * @param module the root module's file
 * @param config its configuration
 * @param library folders in which other modules are found, besides the root module's own, and jars
 *     with modules and what overrides them
 * @param workers TLC's worker threads, at least 1
 * @param heapMib the process's largest heap in MiB
 * @param timeoutSeconds after which the process is ended and nothing is decided; 0 for no limit
 * @param report what it reports beside its verdict
 * @param housing the kind of process it gets
 * @param options how it is searched, where that is not as its configuration says
 */
public record TlcRequest(
    Path module,
    Configuration config,
    List<Path> library,
    int workers,
    int heapMib,
    long timeoutSeconds,
    Reporting report,
    Housing housing,
    TlcOptions options) {
  public TlcRequest {
    library = List.copyOf(library);
    if (workers < 1 || heapMib < 1 || timeoutSeconds < 0) {
      throw new IllegalArgumentException(
          "workers " + workers + ", heap " + heapMib + " MiB, timeout " + timeoutSeconds + " s");
    }
  }

  /** The same run in another kind of process. */
  public TlcRequest housedIn(Housing other) {
    return new TlcRequest(
        module, config, library, workers, heapMib, timeoutSeconds, report, other, options);
  }
}
