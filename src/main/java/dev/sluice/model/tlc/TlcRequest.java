package dev.sluice.model.tlc;

import java.nio.file.Path;
import java.util.List;

/**
 * One run to be made.
 *
 * @param module the root module's file
 * @param config its configuration
 * @param library folders in which other modules are found, besides the root module's own
 * @param workers TLC's worker threads, at least 1
 * @param heapMib the process's largest heap in MiB
 * @param timeoutSeconds after which the process is ended and nothing is decided; 0 for no limit
 * @param stream whether the graph is streamed
 * @param housing the kind of process it gets
 * @param family the runs that may share a process with it: those with the same word
 */
public record TlcRequest(
    Path module,
    Path config,
    List<Path> library,
    int workers,
    int heapMib,
    long timeoutSeconds,
    boolean stream,
    Housing housing,
    String family) {
  public TlcRequest {
    library = List.copyOf(library);
    if (workers < 1 || heapMib < 1 || timeoutSeconds < 0) {
      throw new IllegalArgumentException(
          "workers " + workers + ", heap " + heapMib + " MiB, timeout " + timeoutSeconds + " s");
    }
  }

  /** A run that shares a process, if at all, with those of the same root module. */
  public TlcRequest(
      Path module,
      Path config,
      List<Path> library,
      int workers,
      int heapMib,
      long timeoutSeconds,
      boolean stream,
      Housing housing) {
    this(
        module,
        config,
        library,
        workers,
        heapMib,
        timeoutSeconds,
        stream,
        housing,
        module.toString());
  }

  /** The same run, sharing a process with those of this family. */
  public TlcRequest sharing(String other) {
    return new TlcRequest(
        module, config, library, workers, heapMib, timeoutSeconds, stream, Housing.SHARED, other);
  }
}
