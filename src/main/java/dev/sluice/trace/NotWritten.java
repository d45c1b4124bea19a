package dev.sluice.trace;

import java.io.IOException;
import java.nio.file.Path;

/** A file could not be written; the message is a sentence that says which, why, and what to do. */
public final class NotWritten extends IOException {
  private static final long serialVersionUID = 1L;

  /** The file as it was named, and what was thrown beneath. */
  public NotWritten(Path file, Throwable cause) {
    super(DiskTrouble.notWritten(file, cause), cause);
  }
}
